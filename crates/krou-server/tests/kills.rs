//! A server that is killed at any moment, under load: what was acknowledged is there after it.
//!
//! The test starts this very test program again as a server; see [`server`]. `KROU_KILLS` says how
//! often it is killed.

mod client;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::{Socket, hear, hear_if, post, say, seeds, send, socket};
use krou_server::{App, Settings, serve};
use krou_store::SqliteStore;
use serde_json::{Value, json};
use tokio::net::TcpListener;

const GAMES: usize = 8;

/// A server, if this is the child: `KROU_DIR` names its data.
#[test]
fn server() {
    let Ok(dir) = std::env::var("KROU_DIR") else {
        return;
    };
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = SqliteStore::open(Path::new(&dir)).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("\nat {}", listener.local_addr().unwrap());
        let app = App::new(store, &Settings::default());
        serve(listener, app, std::future::pending()).await.unwrap();
    });
}

/// A child that does not outlive the test.
struct Server(Child, SocketAddr);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(dir: &Path) -> Server {
    start_with(dir, &[])
}

/// Starts a server with these variables in its environment.
fn start_with(dir: &Path, environment: &[(&str, String)]) -> Server {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .envs(environment.iter().cloned())
        .args(["server", "--exact", "--nocapture", "--test-threads=1"])
        .env("KROU_DIR", dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut at = lines.filter_map(|line| line.unwrap().strip_prefix("at ")?.parse().ok());
    let at = at.next().expect("the server says where it is");
    Server(child, at)
}

/// A game, its players' cookies, and what they were last told of it.
#[derive(Clone)]
struct Known {
    table: String,
    cookies: [String; 2],
    v: i64,
    line: String,
    over: bool,
}

impl Known {
    async fn new(at: SocketAddr) -> Known {
        let wish = "rules=kalah&against=friend&side=first&time=minutes&minutes=30&increment=1";
        let (table, host) = post(at, "/games", wish).await;
        let (_, guest) = post(at, &format!("{table}/join"), "").await;
        Known {
            table,
            cookies: [host, guest],
            v: 0,
            line: String::new(),
            over: false,
        }
    }

    async fn sit(&self, at: SocketAddr, seat: usize) -> Option<Socket> {
        let ours = format!("http://{at}");
        socket(at, &self.table, &self.cookies[seat], &ours)
            .await
            .ok()
    }

    /// Both come back: everything they were told is still so, and perhaps one thing more.
    async fn check(&mut self, at: SocketAddr) {
        for seat in 0..2 {
            let mut player = self.sit(at, seat).await.expect("the seat is still theirs");
            let state = hear(&mut player, &["state"]).await;
            let v = state["v"].as_i64().unwrap();
            let line = state["shown"]["line"].as_str().unwrap();
            assert!(
                v == self.v || v == self.v + 1 || self.v == 0,
                "{v} after {}",
                self.v
            );
            let plain = |line: &str| line.replace(' ', "");
            assert!(
                plain(line).starts_with(&plain(&self.line)),
                "{line} after {}",
                self.line
            );
            if v == self.v {
                assert_eq!(plain(line), plain(&self.line));
            }
            assert_eq!(seeds(state["shown"]["position"].as_str().unwrap()), 48);
            let clocks = hear(&mut player, &["clocks"]).await;
            for left in clocks["left"].as_array().unwrap() {
                assert!(
                    (1..=31 * 60_000).contains(&left.as_i64().unwrap()),
                    "{clocks}"
                );
            }
            let turn = &state["shown"]["to_move"];
            let over = state["shown"]["over"] == true;
            assert_eq!(
                clocks["running"],
                if over { Value::Null } else { turn.clone() }
            );
            (self.v, self.line, self.over) = (v, line.to_string(), over);
        }
    }

    fn learn(&mut self, told: &Value) {
        self.v = told["v"].as_i64().unwrap();
        self.line = told["shown"]["line"].as_str().unwrap().to_string();
        self.over = told["shown"]["over"] == true;
    }

    /// Plays on until the server is gone.
    async fn play(mut self, at: SocketAddr) -> Known {
        let (Some(one), Some(two)) = (self.sit(at, 0).await, self.sit(at, 1).await) else {
            return self;
        };
        let mut players = [one, two];
        let mut shown = Value::Null;
        for player in &mut players {
            let Some(state) = hear_if(player, &["state"]).await else {
                return self;
            };
            shown = state["shown"].clone();
        }
        while !self.over {
            let seat = usize::from(shown["to_move"] == "N");
            let legal = shown["legal"].as_array().unwrap();
            let m = &legal[self.line.len() % legal.len()];
            let message = json!({"type": "move", "move": m, "v": self.v});
            if say(&mut players[seat], &message).await.is_err() {
                return self;
            }
            // Whoever hears it first has heard it: the other side counts as much as the mover.
            let Some(told) = hear_if(&mut players[1 - seat], &["move"]).await else {
                return self;
            };
            self.learn(&told);
            shown = told["shown"].clone();
            let Some(told) = hear_if(&mut players[seat], &["move", "refused"]).await else {
                return self;
            };
            assert_eq!(told["type"], "move", "{told}");
            // Within what a connection may send.
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        self
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_has_lost_nothing_it_has_told() {
    let kills = std::env::var("KROU_KILLS").map_or(24, |text| text.parse().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let mut games: Vec<Known> = Vec::new();
    let mut told = 0;
    for kill in 0..kills {
        let server = start(dir.path());
        let at = server.1;
        for game in &mut games {
            game.check(at).await;
        }
        games.retain(|game| !game.over);
        while games.len() < GAMES {
            let mut game = Known::new(at).await;
            game.check(at).await;
            games.push(game);
        }
        told += games.iter().map(|game| game.v).sum::<i64>();
        let playing: Vec<_> = games
            .drain(..)
            .map(|game| tokio::spawn(game.play(at)))
            .collect();
        let luck = (kill * 37 + 11) % 180;
        tokio::time::sleep(Duration::from_millis(20 + luck)).await;
        drop(server);
        for game in playing {
            games.push(game.await.unwrap());
        }
    }
    let server = start(dir.path());
    for game in &mut games {
        game.check(server.1).await;
    }
    let now = games.iter().map(|game| game.v).sum::<i64>();
    assert!(now + told > 0, "something was played");
    println!("{kills} kills, {GAMES} games at once, nothing lost");
}

/// What South has left, and when at the earliest and at the latest that was so.
async fn souths_time(game: &Known, at: SocketAddr) -> (i64, Instant, Instant) {
    let asked = Instant::now();
    let mut player = game.sit(at, 0).await.expect("the seat is still theirs");
    let clocks = hear(&mut player, &["clocks"]).await;
    assert_eq!(clocks["running"], "S", "the game goes on");
    (clocks["left"][0].as_i64().unwrap(), asked, Instant::now())
}

/// The first move of a game is played: the server works.
async fn plays_on(game: &Known, at: SocketAddr) {
    let mut player = game.sit(at, 0).await.expect("the seat is still theirs");
    let state = hear(&mut player, &["state"]).await;
    let message = json!({"type": "move", "move": "A", "v": state["v"]});
    say(&mut player, &message).await.unwrap();
    let told = hear(&mut player, &["move", "refused", "change"]).await;
    assert_eq!(told["type"], "move", "{told}");
}

/// Nobody is charged for a pause, however long; the server goes on afterwards.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_server_charges_nobody_and_goes_on() {
    const PAUSE: Duration = Duration::from_secs(6);
    let dir = tempfile::tempdir().unwrap();
    let server = start(dir.path());
    let at = server.1;
    let signal = |name: &str| {
        let pid = server.0.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status();
        assert!(sent.unwrap().success());
    };
    let game = Known::new(at).await;
    let (before, asked, _) = souths_time(&game, at).await;
    signal("-STOP");
    let stopped = Instant::now();
    tokio::time::sleep(PAUSE).await;
    let paused = stopped.elapsed();
    signal("-CONT");
    let (after, _, heard) = souths_time(&game, at).await;
    // However slow the machine is: at most the time outside the pause, and a second that is not
    // told apart from a slow machine.
    let ran = heard.duration_since(asked).saturating_sub(paused);
    let charged = Duration::from_millis((before - after).max(0).unsigned_abs());
    assert!(
        charged <= ran + Duration::from_secs(1),
        "{charged:?} of {ran:?}"
    );
    plays_on(&game, at).await;
}

/// A wall clock that jumps, while the server runs and while it does not, changes nothing. Needs
/// libfaketime, and says so where it is not installed.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_wall_clock_that_jumps_changes_nothing() {
    let Some(library) = faketime() else {
        println!("libfaketime is not installed; the wall clock was not set");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let wall = dir.path().join("wall");
    let set = |offset: &str| std::fs::write(&wall, offset).unwrap();
    set("+0");
    let environment = [
        ("LD_PRELOAD", library),
        ("FAKETIME_TIMESTAMP_FILE", wall.display().to_string()),
        ("FAKETIME_NO_CACHE", "1".to_string()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_string()),
        ("DONT_FAKE_MONOTONIC", "1".to_string()),
    ];
    let mut server = start_with(dir.path(), &environment);
    let game = Known::new(server.1).await;
    let (mut left, mut asked, _) = souths_time(&game, server.1).await;
    let mut wall_hour = hour(server.1).await;
    for (offset, restarted) in [("+3600", false), ("-7200", true), ("+90000", false)] {
        set(offset);
        if restarted {
            drop(server);
            server = start_with(dir.path(), &environment);
        }
        let (now, next, heard) = souths_time(&game, server.1).await;
        let charged = Duration::from_millis((left - now).max(0).unsigned_abs());
        let ran = heard.duration_since(asked) + Duration::from_secs(1);
        assert!(charged <= ran, "{offset}: {charged:?} of {ran:?}");
        (left, asked) = (now, next);
        let shown = hour(server.1).await;
        assert_ne!(shown, wall_hour, "the wall clock has jumped");
        wall_hour = shown;
    }
    plays_on(&game, server.1).await;
}

/// The day and hour a server's wall clock shows.
#[cfg(target_os = "linux")]
async fn hour(at: SocketAddr) -> String {
    let answer = send(at, "GET", "/healthz", "", "").await.unwrap();
    let date = answer.head("date").expect("a date");
    date[..19].to_string()
}

/// Where the library is that shows programs another time.
#[cfg(target_os = "linux")]
fn faketime() -> Option<String> {
    let architecture = std::env::consts::ARCH;
    [
        format!("/usr/lib/{architecture}-linux-gnu/faketime/libfaketimeMT.so.1"),
        "/usr/lib/faketime/libfaketimeMT.so.1".to_string(),
        "/usr/lib64/faketime/libfaketimeMT.so.1".to_string(),
    ]
    .into_iter()
    .find(|path| Path::new(path).exists())
}
