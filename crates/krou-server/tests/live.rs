//! Live games over real sockets, with clients that do not behave.

mod client;

use std::net::SocketAddr;
use std::time::Duration;

use client::{Socket, ask, hear, seeds, send};
use krou_server::{App, Settings, serve};
use krou_store::SqliteStore;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Error;

struct Server {
    at: SocketAddr,
    data: tempfile::TempDir,
}

impl Server {
    async fn new() -> Server {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let app = App::new(store, &Settings::default());
        tokio::spawn(serve(listener, app, std::future::pending()));
        Server { at, data }
    }

    async fn post(&self, path: &str, body: &str) -> (String, String) {
        client::post(self.at, path, body).await
    }

    async fn socket(&self, table: &str, cookie: &str, origin: &str) -> Result<Socket, Error> {
        client::socket(self.at, table, cookie, origin).await
    }

    /// A table with two players, and somebody who watches.
    async fn table(&self, wish: &str) -> (String, [Socket; 3]) {
        let body = &format!("rules=kalah&against=friend&side=first{wish}");
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
    client::say(socket, message).await.unwrap();
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
    let (_, [mut one, mut two, mut watcher]) = server.table("").await;
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
    let (_, [mut one, mut two, mut watcher]) = server.table("").await;
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
        assert_eq!(seeds(position), 48, "{position}");
        let seen = hear(&mut watcher, &["move"]).await;
        assert_eq!(seen["v"], told["v"]);
        if told["shown"]["over"] == true {
            return;
        }
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn the_engine_agrees_to_no_end_that_it_has_not_proved() {
    let server = Server::new().await;
    let wish = "rules=kalah&against=engine&level=1&side=first";
    let (table, cookie) = server.post("/games", wish).await;
    let ours = format!("http://{}", server.at);
    let mut player = server.socket(&table, &cookie, &ours).await.unwrap();
    let end = json!({"type": "offer", "deal": "end"});
    say(&mut player, &end).await;
    let refused = hear(&mut player, &["refused"]).await;
    assert_eq!(refused["why"], "that cannot be offered now");
    say(&mut player, &json!({"type": "resign"})).await;
    let refused = hear(&mut player, &["refused"]).await;
    assert!(refused["why"].as_str().unwrap().contains("abort"));

    let path = format!("/api/games{}", &table[2..]);
    let told = send(server.at, "GET", &path, "", "").await.unwrap().0;
    let mut state: Value = serde_json::from_str(told.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    while state["abortable"] == true || state["to_move"] == "N" {
        if state["to_move"] == "S" {
            let m = &state["legal"][0];
            say(
                &mut player,
                &json!({"type": "move", "move": m, "v": state["v"]}),
            )
            .await;
        }
        let told = hear(&mut player, &["move"]).await;
        state = told["shown"].clone();
        state["v"] = told["v"].clone();
    }
    say(&mut player, &end).await;
    let refused = hear(&mut player, &["refused"]).await;
    assert!(refused["why"].as_str().unwrap().contains("does not agree"));
    say(&mut player, &json!({"type": "abort"})).await;
    let refused = hear(&mut player, &["refused"]).await;
    assert!(refused["why"].as_str().unwrap().contains("resign"));
    say(&mut player, &json!({"type": "resign"})).await;
    assert_eq!(hear(&mut player, &["change"]).await["shown"]["over"], true);
}

#[tokio::test]
async fn the_server_ends_a_game_whose_time_runs_out_by_itself() {
    let server = Server::new().await;
    let (_, [mut one, mut two, mut watcher]) =
        server.table("&time=minutes&minutes=0&increment=5").await;
    let told = hear(&mut watcher, &["clocks"]).await;
    assert_eq!(told["running"], "S");
    assert!(told["left"][0].as_i64() <= Some(5000) && told["left"][1] == 5000);
    let v = hear(&mut one, &["state"]).await["v"].as_i64().unwrap();
    // A chain: the clock of the mover goes on, and the increment comes with the other's turn.
    say(&mut one, &json!({"type": "move", "move": "C", "v": v})).await;
    hear(&mut one, &["move"]).await;
    let told = hear(&mut one, &["clocks"]).await;
    assert_eq!(told["running"], "S");
    assert!(told["left"][0].as_i64() <= Some(5000));
    say(&mut one, &json!({"type": "move", "move": "A", "v": v + 1})).await;
    hear(&mut one, &["move"]).await;
    let told = hear(&mut one, &["clocks"]).await;
    assert_eq!(told["running"], "N");
    assert!(told["left"][0].as_i64() > Some(4999), "{told}");
    // Nobody says anything more.
    let told = hear(&mut two, &["change"]).await;
    assert_eq!(told["shown"]["result"]["reason"], "out-of-time");
    assert_eq!(told["shown"]["result"]["winner"], "S");
    assert_eq!(hear(&mut watcher, &["change"]).await["v"], told["v"]);
    say(&mut two, &json!({"type": "move", "move": "a", "v": v + 2})).await;
    hear(&mut two, &["refused"]).await;
    say(&mut two, &json!({"type": "offer", "deal": "rematch"})).await;
    say(&mut one, &json!({"type": "offer", "deal": "rematch"})).await;
    let next = hear(&mut watcher, &["next"]).await;
    assert!(next["table"].as_str().is_some());
}

#[tokio::test]
async fn an_offer_in_the_lobby_is_taken_once_and_goes_with_its_maker() {
    let server = Server::new().await;
    let at = server.at;
    let body = "rules=kalah&against=anyone&time=minutes&minutes=5&increment=3&side=first";
    let home = async || send(at, "GET", "/", "", "").await.unwrap().0;
    let listed = async |table: &str, wanted: bool| {
        for _ in 0..200 {
            if home().await.contains(&format!("{table}/join")) == wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{table} is listed: {}", !wanted);
    };

    // Before its maker's page is there, and after it has gone, nobody can take it up.
    let (table, maker) = server.post("/games", body).await;
    let join = format!("{table}/join");
    let early = send(at, "POST", &join, "", "").await.unwrap();
    assert_eq!(early.status(), "409");
    let page = ask(at, "GET", &format!("{table}/wait"), &maker, "").await;
    listed(&table, true).await;
    drop(page);
    listed(&table, false).await;

    let wait = format!("{table}/wait");
    let mut page = ask(at, "GET", &wait, &maker, "").await.unwrap();
    listed(&table, true).await;
    let [a, b] = [
        send(at, "POST", &join, "", ""),
        send(at, "POST", &join, "", ""),
    ];
    let (a, b) = tokio::join!(a, b);
    let mut seats = Vec::new();
    for answer in [a.unwrap(), b.unwrap()] {
        // Who came too late is told so, or comes to watch.
        let Some(cookie) = answer.head("set-cookie") else {
            continue;
        };
        let page = send(at, "GET", &table, &cookie, "").await.unwrap().0;
        seats.push(page.contains("data-you=\"N\""));
    }
    assert_eq!(seats.iter().filter(|seat| **seat).count(), 1, "{seats:?}");
    let mut told = Vec::new();
    let heard = page.read_to_end(&mut told);
    tokio::time::timeout(client::PATIENCE, heard)
        .await
        .unwrap()
        .unwrap();
    assert!(String::from_utf8_lossy(&told).contains("seated"));
    listed(&table, false).await;
    // It is among the games being played.
    assert!(home().await.contains(&format!("\"{table}\"")));
    let lobby = send(at, "GET", "/api/lobby", "", "").await.unwrap().0;
    assert!(lobby.contains("\"clock\":\"5+3\""), "{lobby}");
}

#[tokio::test]
async fn the_lobby_is_told_as_it_changes() {
    let server = Server::new().await;
    let mut lobby = ask(server.at, "GET", "/lobby", "", "").await.unwrap();
    let (table, maker) = server.post("/games", "rules=oware&against=anyone").await;
    let wait = format!("{table}/wait");
    let _page = ask(server.at, "GET", &wait, &maker, "").await.unwrap();
    let mut told = Vec::new();
    let heard = async {
        while !String::from_utf8_lossy(&told).contains(&format!("{table}/join")) {
            assert!(lobby.read_buf(&mut told).await.unwrap() > 0);
        }
    };
    tokio::time::timeout(client::PATIENCE, heard).await.unwrap();
}

#[tokio::test]
async fn a_game_changed_by_another_program_goes_on_as_it_is_kept() {
    use krou_store::{Filter, Store};
    let server = Server::new().await;
    let (_, [mut one, mut two, _]) = server.table("").await;
    let v = hear(&mut one, &["state"]).await["v"].as_i64().unwrap();
    hear(&mut two, &["state"]).await;
    let elsewhere = SqliteStore::open(server.data.path()).await.unwrap();
    let games = elsewhere.games(&Filter::default()).await.unwrap();
    let mut kept = elsewhere.game(games[0].saved.id).await.unwrap();
    kept.game.play("A".parse().unwrap()).unwrap();
    let saved = elsewhere.save_game(kept.info.saved, &kept.game).await;
    elsewhere.close().await;
    assert!(saved.is_ok());

    say(&mut one, &json!({"type": "move", "move": "B", "v": v})).await;
    assert_eq!(hear(&mut two, &["state"]).await["shown"]["line"], "A");
    hear(&mut one, &["refused"]).await;
    say(&mut two, &json!({"type": "move", "move": "a", "v": v + 1})).await;
    assert_eq!(hear(&mut one, &["move"]).await["shown"]["line"], "A a");
}
