//! A server with accounts, asked over real sockets.

use std::net::SocketAddr;
use std::time::Duration;

use krou_server::{App, Settings, serve};
use krou_store::SqliteStore;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub const PASSWORD: &str = "seven stones";

pub struct Server {
    pub at: SocketAddr,
    pub data: tempfile::TempDir,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines();
        let mut found = lines.filter_map(|line| line.split_once(": "));
        found.find_map(|(key, value)| key.eq_ignore_ascii_case(name).then_some(value))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }

    /// The line that sets a cookie.
    pub fn set_cookie(&self, name: &str) -> &str {
        let lines = self.head.lines();
        let mut set = lines.filter_map(|line| line.strip_prefix("set-cookie: "));
        let found = set.find(|line| line.split('=').next() == Some(name));
        found.unwrap_or_else(|| panic!("no cookie {name} in {}", self.head))
    }

    /// A cookie, as it is sent back.
    pub fn cookie_named(&self, name: &str) -> &str {
        self.set_cookie(name).split(';').next().unwrap()
    }

    /// The cookie of the session, as it is sent back.
    pub fn cookie(&self) -> String {
        let cookie = self.header("set-cookie").expect("a cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
        format!("cookie: {}", cookie.split(';').next().unwrap())
    }
}

impl Server {
    pub async fn new() -> Server {
        Server::with(&Settings::default()).await
    }

    pub async fn with(settings: &Settings) -> Server {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let app = App::new(store, settings);
        tokio::spawn(serve(listener, app, std::future::pending()));
        Server { at, data }
    }

    pub async fn open(&self, call: &str, who: &str, body: Option<&Value>) -> TcpStream {
        let who = match who {
            "" => format!("host: {}", self.at),
            who => format!("host: {}\r\n{who}", self.at),
        };
        self.open_at(call, &who, body).await
    }

    /// Asks with these headers and no others.
    pub async fn open_at(&self, call: &str, who: &str, body: Option<&Value>) -> TcpStream {
        let mut stream = TcpStream::connect(self.at).await.unwrap();
        let kind = body.map_or("", |_| "content-type: application/json\r\n");
        let body = body.map_or_else(String::new, Value::to_string);
        let request = format!(
            "{call} HTTP/1.0\r\n{who}\r\n{kind}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    pub async fn ask(&self, call: &str, who: &str, body: Option<Value>) -> Answer {
        answer(self.open(call, who, body.as_ref()).await).await
    }

    /// Asks with these headers and no others.
    pub async fn ask_at(&self, call: &str, who: &str, body: Option<Value>) -> Answer {
        answer(self.open_at(call, who, body.as_ref()).await).await
    }

    pub async fn get(&self, path: &str, who: &str) -> Answer {
        self.ask(&format!("GET {path}"), who, None).await
    }

    pub async fn post(&self, path: &str, who: &str, body: Value) -> Answer {
        self.ask(&format!("POST {path}"), who, Some(body)).await
    }

    pub async fn try_sign_up(&self, name: &str, who: &str) -> Answer {
        let wanted = json!({"name": name, "password": PASSWORD});
        self.post("/api/account", who, wanted).await
    }

    /// A new account; the answer is what signs in to it.
    pub async fn sign_up(&self, name: &str) -> String {
        let answer = self.try_sign_up(name, "").await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.cookie()
    }

    /// A table that one sets and the other sits down at.
    pub async fn table(&self, wish: Value, host: &str, guest: &str) -> String {
        let set = self.post("/api/games", host, wish).await;
        assert_eq!(set.status, 201, "{}", set.body);
        let id = set.json()["id"].as_str().unwrap().to_string();
        let join = format!("/api/games/{id}/join");
        let sat = self.post(&join, guest, json!({})).await;
        assert_eq!(sat.status, 200, "{}", sat.body);
        id
    }

    /// Plays moves, each by its side.
    pub async fn play(&self, id: &str, players: [&String; 2], line: &str) {
        let moves = format!("/api/games/{id}/moves");
        for m in line.chars() {
            let player = players[usize::from(m.is_lowercase())];
            let played = self.post(&moves, player, json!({"move": m})).await;
            assert_eq!(played.status, 200, "{}", played.body);
        }
    }

    pub async fn rating(&self, name: &str, rules: &str) -> Option<i64> {
        let profile = self.get(&format!("/api/players/{name}"), "").await.json();
        let achieved = profile["achieved"].as_array().unwrap();
        let row = achieved.iter().find(|row| row["rules"] == rules)?;
        row["rating"]["rating"].as_i64()
    }

    pub async fn token(&self, cookie: &str) -> String {
        let made = self.post("/api/account/tokens", cookie, json!({"label": "my bot"}));
        let made = made.await;
        assert_eq!(made.status, 201, "{}", made.body);
        format!(
            "authorization: Bearer {}",
            made.json()["token"].as_str().unwrap()
        )
    }
}

async fn answer(mut stream: TcpStream) -> Answer {
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_string(),
        body: body.to_string(),
    }
}

/// The next line that says something.
pub async fn line(lines: &mut BufReader<TcpStream>) -> Option<Value> {
    let next = async {
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).await.unwrap() == 0 {
                return None;
            }
            if let Ok(value) = serde_json::from_str::<Value>(&line)
                && value.is_object()
            {
                return Some(value);
            }
        }
    };
    let patience = Duration::from_secs(30);
    tokio::time::timeout(patience, next).await.expect("a line")
}
