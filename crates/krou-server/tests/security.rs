//! What docs/security.md promises of accounts, over real sockets.

mod client;

use std::io::Write;
use std::sync::{Arc, Mutex};

use client::server::{Answer, PASSWORD, Server, line};
use client::{PATIENCE, Socket, hear, say, socket};
use futures_util::StreamExt;
use krou_server::Settings;
use serde_json::{Value, json};
use tokio::io::BufReader;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

const NEW_PASSWORD: &str = "eight stones";

impl Server {
    async fn sign_in(&self, name: &str, who: &str) -> Answer {
        let given = json!({"name": name, "password": PASSWORD});
        self.post("/api/session", who, given).await
    }

    async fn live(&self, table: &str, cookie: &str) -> Socket {
        let cookie = cookie.strip_prefix("cookie: ").unwrap();
        let origin = format!("http://{}", self.at);
        let mut socket = socket(self.at, &format!("/g/{table}"), cookie, &origin)
            .await
            .unwrap();
        hear(&mut socket, &["state"]).await;
        socket
    }

    async fn stream(&self, path: &str, who: &str) -> BufReader<TcpStream> {
        let mut stream = BufReader::new(self.open(&format!("GET {path}"), who, None).await);
        line(&mut stream).await.expect("a first line");
        stream
    }
}

/// Waits until the server closes a socket because its session has ended.
async fn signed_out(socket: &mut Socket) {
    let closed = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(Some(frame)))) => break frame.code,
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    };
    let code = tokio::time::timeout(PATIENCE, closed)
        .await
        .expect("closed");
    assert_eq!(code, CloseCode::Library(4401));
}

/// Waits until a stream has come to its end.
async fn ended(stream: &mut BufReader<TcpStream>) {
    while line(stream).await.is_some() {}
}

/// Checks that a socket of one who plays is still heard.
async fn lives(socket: &mut Socket) {
    say(socket, &json!({"type": "nonsense"})).await.unwrap();
    hear(socket, &["refused"]).await;
}

/// Ama, who plays against Kofi, with two sessions and a token, and everything open.
struct Scene {
    server: Server,
    first: String,
    second: String,
    token: String,
    ama: [Socket; 2],
    kofi: Socket,
    events: BufReader<TcpStream>,
    game: BufReader<TcpStream>,
}

async fn scene() -> Scene {
    let server = Server::new().await;
    let (first, kofi) = (server.sign_up("Ama").await, server.sign_up("Kofi").await);
    let second = server.sign_in("Ama", "").await.cookie();
    let token = server.token(&first).await;
    let wish = json!({"rules": "kalah", "against": "friend"});
    let id = server.table(wish, &first, &kofi).await;
    Scene {
        ama: [
            server.live(&id, &first).await,
            server.live(&id, &second).await,
        ],
        kofi: server.live(&id, &kofi).await,
        events: server.stream("/api/events", &token).await,
        game: server
            .stream(&format!("/api/games/{id}/stream"), &token)
            .await,
        server,
        first,
        second,
        token,
    }
}

#[tokio::test]
async fn a_new_password_ends_sockets_streams_and_tokens_at_once() {
    let mut scene = scene().await;
    let change = json!({"old": PASSWORD, "new": NEW_PASSWORD});
    let path = "/api/account/password";
    let changed = scene.server.post(path, &scene.first, change).await;
    assert_eq!(changed.status, 204, "{}", changed.body);
    for socket in &mut scene.ama {
        signed_out(socket).await;
    }
    ended(&mut scene.events).await;
    ended(&mut scene.game).await;
    lives(&mut scene.kofi).await;
    for who in [&scene.first, &scene.second, &scene.token] {
        let me = scene.server.get("/api/account", who).await;
        assert_eq!(me.status, 401);
    }
    let me = scene.server.get("/api/account", &changed.cookie()).await;
    assert_eq!(me.status, 200);
}

#[tokio::test]
async fn a_deleted_account_ends_its_sockets_and_streams_at_once() {
    let mut scene = scene().await;
    let gone = json!({"password": PASSWORD});
    let gone = scene.server.post("/api/account/delete", &scene.first, gone);
    assert_eq!(gone.await.status, 204);
    for socket in &mut scene.ama {
        signed_out(socket).await;
    }
    ended(&mut scene.events).await;
    ended(&mut scene.game).await;
    lives(&mut scene.kofi).await;
}

#[tokio::test]
async fn a_revoked_token_ends_its_streams_and_nothing_else() {
    let mut scene = scene().await;
    let tokens = scene.server.get("/api/account/tokens", &scene.first).await;
    let call = format!("DELETE /api/account/tokens/{}", tokens.json()[0]["id"]);
    let revoked = scene.server.ask(&call, &scene.first, None).await;
    assert_eq!(revoked.status, 204);
    ended(&mut scene.events).await;
    ended(&mut scene.game).await;
    for socket in scene.ama.iter_mut().chain([&mut scene.kofi]) {
        lives(socket).await;
    }
}

#[tokio::test]
async fn signing_out_ends_the_sockets_of_that_session_and_everywhere_those_of_all() {
    let mut scene = scene().await;
    let out = scene.server.ask("DELETE /api/session", &scene.second, None);
    assert_eq!(out.await.status, 204);
    signed_out(&mut scene.ama[1]).await;
    lives(&mut scene.ama[0]).await;

    let by_token = "DELETE /api/account/sessions";
    let refused = scene.server.ask(by_token, &scene.token, None).await;
    assert_eq!(refused.status, 403);
    let third = scene.server.sign_in("Ama", "").await.cookie();
    let everywhere = scene.server.ask(by_token, &third, None).await;
    assert_eq!(everywhere.status, 204);
    assert!(
        everywhere.cookie().ends_with('='),
        "the cookie is taken back"
    );
    signed_out(&mut scene.ama[0]).await;
    lives(&mut scene.kofi).await;
    for who in [&scene.first, &scene.second, &third] {
        assert_eq!(scene.server.get("/api/account", who).await.status, 401);
    }
    // Tokens stay.
    let me = scene.server.get("/api/account", &scene.token).await;
    assert_eq!(me.status, 200);
    let esi = scene.server.sign_up("Esi").await;
    let wish = json!({"rules": "kalah", "invite": "ama"});
    let set = scene.server.post("/api/games", &esi, wish).await.json();
    assert_eq!(line(&mut scene.events).await.unwrap()["id"], set["id"]);
}

#[tokio::test]
async fn the_owner_sees_where_they_are_signed_in() {
    let server = Server::new().await;
    let first = server.sign_up("Ama").await;
    let agent =
        "user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let second = server.sign_in("Ama", agent).await.cookie();
    let sessions = server.get("/api/account/sessions", &second).await.json();
    let seen: Vec<(&Value, &Value)> = sessions
        .as_array()
        .unwrap()
        .iter()
        .map(|session| (&session["client"], &session["this"]))
        .collect();
    assert_eq!(
        seen,
        [
            (&json!("Firefox, Linux"), &json!(true)),
            (&json!(null), &json!(false))
        ]
    );
    let kofi = server.sign_up("Kofi").await;
    let theirs = server.get("/api/account/sessions", &kofi).await.json();
    assert_eq!(theirs.as_array().unwrap().len(), 1);
    let page = server.get("/account", &first).await.body;
    assert!(page.contains("Firefox, Linux"), "{page}");
    assert_eq!(page.matches(">this one<").count(), 1, "{page}");
}

#[tokio::test]
async fn nobody_can_lock_another_out() {
    let settings = Settings {
        behind_proxy: true,
        ..Settings::default()
    };
    let server = Server::with(&settings).await;
    let signed = server
        .try_sign_up("Ama", "x-forwarded-for: 192.0.2.1")
        .await;
    let device = signed.cookie_named("device");
    let guess = async |address: usize, who: &str, password: &str| {
        let [high, low] = [address / 250, address % 250 + 1];
        let who = format!("x-forwarded-for: 10.0.{high}.{low}{who}");
        let given = json!({"name": "ama", "password": password});
        server.post("/api/session", &who, given).await.status
    };
    // Wrong tries from many addresses are limited by the name.
    for address in 0..100 {
        assert_eq!(guess(address, "", "wrong guess").await, 401, "{address}");
    }
    assert_eq!(guess(100, "", "wrong guess").await, 429);
    assert_eq!(guess(101, "", PASSWORD).await, 429, "a device never seen");
    // The owner's browser is known, though it has signed out, wherever it is.
    let known = format!("\r\ncookie: {device}");
    assert_eq!(guess(102, &known, PASSWORD).await, 200);
    assert_eq!(guess(0, &known, PASSWORD).await, 200);
    // Whoever holds it cannot guess without end either, and it opens no other account.
    for _ in 0..10 {
        assert_eq!(guess(103, &known, "wrong guess").await, 401);
    }
    assert_eq!(guess(104, &known, "wrong guess").await, 429);
    assert_eq!(
        guess(
            105,
            "\r\ncookie: device=22222222222222222222222222222222",
            PASSWORD
        )
        .await,
        429
    );
}

#[tokio::test]
async fn one_address_is_soon_refused() {
    let server = Server::new().await;
    server.sign_up("Ama").await;
    let guess = async |name: &str| {
        let given = json!({"name": name, "password": "wrong guess"});
        server.post("/api/session", "", given).await.status
    };
    for _ in 0..10 {
        assert_eq!(guess("Ama").await, 401);
    }
    assert_eq!(guess("Ama").await, 429);
    for n in 0..19 {
        assert_eq!(guess(&format!("Kofi{n}")).await, 401);
    }
    assert_eq!(guess("Kofi20").await, 429);
}

#[tokio::test]
async fn answers_about_accounts_are_kept_by_nobody() {
    let server = Server::new().await;
    let signed = server.try_sign_up("Ama", "").await;
    let ama = signed.cookie();
    let french = format!("{ama}\r\naccept-language: fr");
    let answers = [
        signed,
        server.get("/signin", "").await,
        server.get("/signup", "").await,
        server.get("/account", &ama).await,
        server.get("/account", "").await,
        server.get("/account/games.krou", &ama).await,
        server.get("/api/account", &ama).await,
        server.get("/api/account", "").await,
        server.get("/api/account", "accept-language: fr").await,
        server.get("/api/account/tokens", &ama).await,
        server.get("/api/account/sessions", &ama).await,
        server
            .post("/api/account/tokens", &french, json!({"label": ""}))
            .await,
        server.sign_in("Ama", "").await,
        server.sign_in("Nobody", "").await,
    ];
    for answer in answers {
        assert_eq!(
            answer.header("cache-control"),
            Some("no-store"),
            "{}",
            answer.head
        );
    }
}

#[tokio::test]
async fn with_an_https_address_everything_is_bound_to_it() {
    let settings = Settings {
        public_address: Some("https://krou.example/".into()),
        ..Settings::default()
    };
    let server = Server::with(&settings).await;
    let host = "host: krou.example";
    let ask =
        async |call: &str, who: &str, body: Option<Value>| server.ask_at(call, who, body).await;
    let wanted = json!({"name": "Ama", "password": PASSWORD});
    let signed = ask("POST /api/account", host, Some(wanted.clone())).await;
    assert_eq!(signed.status, 201, "{}", signed.body);
    for name in ["__Host-visitor", "__Host-device"] {
        let cookie = signed.set_cookie(name);
        assert!(
            cookie.contains("; Path=/;") && cookie.ends_with("; Secure"),
            "{cookie}"
        );
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
    let hsts = signed.header("strict-transport-security").unwrap();
    assert!(hsts.starts_with("max-age="), "{hsts}");

    let ama = signed.cookie();
    let plain = ama.replace("__Host-", "");
    let me = |cookie: &str| format!("{host}\r\n{cookie}");
    assert_eq!(ask("GET /api/account", &me(&ama), None).await.status, 200);
    assert_eq!(ask("GET /api/account", &me(&plain), None).await.status, 401);

    for (origin, status) in [
        ("https://krou.example", 204),
        ("http://krou.example", 403),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        let who = format!("{}\r\norigin: {origin}", me(&ama));
        let bot = ask("POST /api/account/bot", &who, Some(json!({"bot": true}))).await;
        assert_eq!(bot.status, status, "{origin}");
    }
    for (host, status) in [
        ("host: krou.example:443", 200),
        ("host: KROU.example", 200),
        ("host: evil.example", 421),
        ("host: krou.example.evil.example", 421),
        ("host: krou.example:8080", 421),
        ("accept: text/html", 421),
    ] {
        let answer = ask("GET /rules", host, None).await;
        assert_eq!(answer.status, status, "{host}");
        assert!(
            status == 200 || answer.body.contains("Host"),
            "{}",
            answer.body
        );
    }
    assert_eq!(
        ask("GET /healthz", "host: 127.0.0.1", None).await.status,
        200
    );
}

/// What is logged in this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_failed_sign_in_is_logged_with_its_address_and_nothing_raw() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_max_level(tracing::Level::WARN)
        .with_writer(move || writer.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let settings = Settings {
        behind_proxy: true,
        ..Settings::default()
    };
    let server = Server::with(&settings).await;
    let name = format!("ama\n\u{1b}[2J\u{202e}{}", "x".repeat(500));
    let given = json!({"name": name, "password": "not to be logged"});
    let from = "x-forwarded-for: 192.0.2.7";
    let refused = server.post("/api/session", from, given).await;
    assert_eq!(refused.status, 401, "{}", refused.body);
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(
        logged.contains("192.0.2.7") && logged.contains("a sign-in failed"),
        "{logged}"
    );
    assert_eq!(logged.lines().count(), 1, "{logged}");
    assert!(!logged.contains(['\u{1b}', '\u{202e}']), "{logged:?}");
    assert!(
        !logged.contains("not to be logged") && logged.len() < 400,
        "{logged}"
    );
}

/// All Rust files of the workspace, as one text.
fn sources(dir: &std::path::Path, text: &mut String) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, text);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            text.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_test_named_in_the_security_page_exists() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    let mut code = String::new();
    sources(&root.join("crates"), &mut code);
    let is_test = |word: &&str| {
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        word.matches('_').count() > 1 && word.chars().all(letters)
    };
    let named: Vec<&str> = page.split('`').filter(is_test).collect();
    assert!(named.len() > 30, "{named:?}");
    for name in named {
        assert!(code.contains(&format!("fn {name}(")), "no test {name}");
    }
    // Every promise names at least one.
    let promises = page.split("\n## Behind").next().unwrap().split("\n- ");
    for promise in promises.skip(1) {
        let promise = promise.split("\n\n").next().unwrap();
        assert!(promise.trim_end().ends_with("`)"), "no test: {promise}");
    }
}
