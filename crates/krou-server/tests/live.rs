//! Live games over real sockets, with clients that do not behave.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use krou_server::{App, Settings, serve};
use krou_store::SqliteStore;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Server {
    at: SocketAddr,
    _data: tempfile::TempDir,
}

impl Server {
    async fn new() -> Server {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let app = App::new(store, &Settings::default());
        tokio::spawn(serve(listener, app, std::future::pending()));
        Server { at, _data: data }
    }

    /// Sends a form and returns where it leads and the visitor's cookie.
    async fn post(&self, path: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.at).await.unwrap();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\
             content-type: application/x-www-form-urlencoded\r\n\r\n{body}",
            self.at,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let head = |name: &str| {
            let line = answer.lines().find(|line| line.starts_with(name));
            let line = line.unwrap_or_else(|| panic!("no {name} in {answer}"));
            let value = &line[name.len() + 1..];
            value.split(';').next().unwrap().trim().to_string()
        };
        (head("location"), head("set-cookie"))
    }

    async fn socket(&self, table: &str, cookie: &str, origin: &str) -> Result<Socket, Error> {
        let address = format!("ws://{}{table}/live", self.at);
        let mut request = address.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse().unwrap());
        headers.insert("origin", origin.parse().unwrap());
        Ok(connect_async(request).await?.0)
    }

    /// A table with two players, and somebody who watches.
    async fn table(&self) -> (String, [Socket; 3]) {
        let body = "rules=kalah&against=friend&side=first";
        let (table, host) = self.post("/games", body).await;
        let (_, guest) = self.post(&format!("{table}/join"), "").await;
        let ours = format!("http://{}", self.at);
        let mut sockets = Vec::new();
        for cookie in [host.as_str(), guest.as_str(), "visitor=nobody"] {
            sockets.push(self.socket(&table, cookie, &ours).await.unwrap());
        }
        (table, sockets.try_into().ok().unwrap())
    }
}

async fn say(socket: &mut Socket, message: &Value) {
    let text = Message::Text(message.to_string().into());
    socket.send(text).await.unwrap();
}

/// The next message of one of these kinds.
async fn hear(socket: &mut Socket, kinds: &[&str]) -> Value {
    let heard = async {
        loop {
            let message = socket.next().await.unwrap().unwrap();
            let Message::Text(text) = message else {
                continue;
            };
            let told: Value = serde_json::from_str(&text).unwrap();
            if kinds.contains(&told["type"].as_str().unwrap()) {
                return told;
            }
        }
    };
    let patience = Duration::from_secs(30);
    tokio::time::timeout(patience, heard).await.expect("told")
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_connection() {
    let server = Server::new().await;
    let (table, _) = server.post("/games", "rules=kalah&level=1").await;
    let foreign = server.socket(&table, "a=b", "http://evil.example").await;
    assert!(foreign.is_err());
}

#[tokio::test]
async fn only_the_one_to_move_moves_and_the_same_move_said_twice_is_played_once() {
    let server = Server::new().await;
    let (_, [mut one, mut two, mut watcher]) = server.table().await;
    let v = hear(&mut one, &["state"]).await["v"].as_i64().unwrap();
    let play = |m: &str, v: i64| json!({"type": "move", "move": m, "v": v});
    for stranger in [&mut two, &mut watcher] {
        say(stranger, &play("A", v)).await;
        hear(stranger, &["refused"]).await;
    }
    say(&mut one, &play("a", v)).await;
    hear(&mut one, &["refused"]).await;
    say(&mut one, &play("A", v)).await;
    say(&mut one, &play("A", v)).await;
    let told = hear(&mut one, &["move"]).await;
    assert_eq!(told["shown"]["line"], "A");
    say(&mut one, &play("B", v)).await;
    hear(&mut one, &["refused"]).await;
    assert_eq!(hear(&mut watcher, &["move"]).await["shown"]["line"], "A");
    say(&mut two, &play("a", v + 1)).await;
    let told = hear(&mut watcher, &["move"]).await;
    assert_eq!(told["shown"]["line"], "A a");
}

#[tokio::test]
async fn nonsense_from_both_sides_breaks_nothing() {
    let server = Server::new().await;
    let (_, [mut one, mut two, mut watcher]) = server.table().await;
    let mut v = hear(&mut watcher, &["state"]).await["v"].as_i64().unwrap();
    let nonsense = [
        json!(null),
        json!([]),
        json!({"type": "move"}),
        json!({"type": "move", "move": "Z", "v": 1}),
        json!({"type": "move", "move": "A", "v": i64::MAX}),
        json!({"type": "move", "move": "A", "v": -1}),
        json!({"type": "offer", "deal": "all"}),
        json!({"type": "offer", "deal": "rematch"}),
        json!({"type": "say", "what": "<script>"}),
    ];
    for message in &nonsense {
        for socket in [&mut one, &mut two] {
            say(socket, message).await;
            hear(socket, &["refused"]).await;
            tokio::time::sleep(Duration::from_millis(110)).await;
        }
    }
    // The game goes on as if nothing had been said, with every seed.
    for _ in 0..60 {
        let mut played = None;
        let mut refusals = Vec::new();
        for letter in ["A", "B", "C", "D", "E", "F", "a", "b", "c", "d", "e", "f"] {
            let mover = if letter < "a" { &mut one } else { &mut two };
            say(mover, &json!({"type": "move", "move": letter, "v": v})).await;
            let told = loop {
                let told = hear(mover, &["refused", "move"]).await;
                // What the other played before is no answer to this.
                if told["type"] == "refused" || told["v"].as_i64() > Some(v) {
                    break told;
                }
            };
            if told["type"] == "move" {
                played = Some(told);
                break;
            }
            refusals.push(format!("{letter}: {}", told["why"]));
            tokio::time::sleep(Duration::from_millis(110)).await;
        }
        let told = played.unwrap_or_else(|| panic!("no move on version {v}: {refusals:?}"));
        v = told["v"].as_i64().unwrap();
        let position = told["shown"]["position"].as_str().unwrap();
        let board = position.rsplit_once('/').unwrap().0;
        let seeds: u32 = board
            .split(['/', ','])
            .map(|n| n.parse::<u32>().unwrap())
            .sum();
        assert_eq!(seeds, 48, "{position}");
        let seen = hear(&mut watcher, &["move"]).await;
        assert_eq!(seen["v"], told["v"]);
        if told["shown"]["over"] == true {
            return;
        }
    }
    panic!("the game does not end");
}
