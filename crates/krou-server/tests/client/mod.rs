//! A browser made of sockets, for tests of the server.

// Each test program uses its own part of this.
#![allow(dead_code)]

pub mod server;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How long anything is waited for.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// An answer as text, head and body.
#[derive(Debug)]
pub struct Answer(pub String);

impl Answer {
    pub fn head(&self, name: &str) -> Option<String> {
        let line = self.0.lines().find(|line| line.starts_with(name))?;
        let value = &line[name.len() + 1..];
        Some(value.split(';').next()?.trim().to_string())
    }

    pub fn status(&self) -> &str {
        self.0.split(' ').nth(1).unwrap_or_default()
    }
}

/// Asks for something whose answer comes later.
pub async fn ask(
    at: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(at).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\ncookie: {cookie}\r\nconnection: close\r\n\
         content-length: {}\r\ncontent-type: application/x-www-form-urlencoded\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}

/// Asks and waits for the whole answer.
pub async fn send(
    at: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> std::io::Result<Answer> {
    let mut stream = ask(at, method, path, cookie, body).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(Answer(String::from_utf8_lossy(&answer).into_owned()))
}

/// Sends a form as somebody new; where it leads, and the cookie they got.
pub async fn post(at: SocketAddr, path: &str, body: &str) -> (String, String) {
    let answer = send(at, "POST", path, "", body).await.unwrap();
    let head = |name| {
        let value = answer.head(name);
        value.unwrap_or_else(|| panic!("no {name} in {}", answer.0))
    };
    (head("location"), head("set-cookie"))
}

pub async fn socket(
    at: SocketAddr,
    table: &str,
    cookie: &str,
    origin: &str,
) -> Result<Socket, Error> {
    let address = format!("ws://{at}{table}/live");
    let mut request = address.into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("cookie", cookie.parse().unwrap());
    headers.insert("origin", origin.parse().unwrap());
    Ok(connect_async(request).await?.0)
}

pub async fn say(socket: &mut Socket, message: &Value) -> Result<(), Error> {
    let text = Message::Text(message.to_string().into());
    socket.send(text).await
}

/// The next message of one of these kinds; nothing if the connection ends first.
pub async fn hear_if(socket: &mut Socket, kinds: &[&str]) -> Option<Value> {
    loop {
        let Message::Text(text) = socket.next().await?.ok()? else {
            continue;
        };
        let told: Value = serde_json::from_str(&text).unwrap();
        if kinds.contains(&told["type"].as_str().unwrap()) {
            return Some(told);
        }
    }
}

/// The next message of one of these kinds.
pub async fn hear(socket: &mut Socket, kinds: &[&str]) -> Value {
    let heard = tokio::time::timeout(PATIENCE, hear_if(socket, kinds)).await;
    heard.expect("told in time").expect("told")
}

/// The seeds of a position, on the board and in the stores.
pub fn seeds(position: &str) -> u32 {
    let board = position.rsplit_once('/').unwrap().0;
    let counts = board.split(['/', ',']);
    counts.map(|n| n.parse::<u32>().unwrap()).sum()
}
