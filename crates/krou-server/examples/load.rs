//! Thousands of games at once over loopback, each with two connected players: how many moves a
//! second, how long from sending a move to the other side seeing it, how much memory.
//!
//! `load GAMES SECONDS [RATE…]`: for each rate of moves a second, plays so long. The server is a
//! process of its own, so that its memory and time are its own; each player comes from an address
//! of their own, so that the limits that hold for one visitor hold here too.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt, stream};
use krou_server::{App, Settings};
use krou_store::SqliteStore;
use rand::RngExt as _;
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// How many tables are set at once.
const SETTING: usize = 64;
/// The longest a player waits for anything.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let ["--server", dir] = args[..] {
        return serve(Path::new(dir)).await;
    }
    let numbers: Result<Vec<usize>, _> = args.iter().map(|arg| arg.parse()).collect();
    let numbers = numbers.map_err(|_| "load GAMES SECONDS [RATE…]: numbers, please")?;
    let games = numbers.first().copied().unwrap_or(5000).clamp(1, 30_000);
    let seconds = numbers.get(1).copied().unwrap_or(10).clamp(1, 600);
    let rates = match numbers.get(2..) {
        Some([_, ..]) => &numbers[2..],
        _ => &[500, 1000, 2000, 4000][..],
    };
    rlimit::increase_nofile_limit(4 * games as u64 + 1000)?;

    let dir = tempfile::tempdir()?;
    let server = Server::start(dir.path())?;
    let empty = server.memory()?;
    let began = Instant::now();
    let at = server.address;
    let tables = stream::iter(0..games)
        .map(|n| async move { open(at, n).await })
        .buffer_unordered(SETTING)
        .collect::<Vec<Result<Table, Failed>>>();
    let mut tables = tables.await.into_iter().collect::<Result<Vec<_>, _>>()?;
    println!(
        "{games} games, {} connections, set up in {:.1} s",
        2 * games,
        began.elapsed().as_secs_f64()
    );
    println!(
        "| asked | moves/s | 50th ms | 99th ms | most ms | server CPU | µs a move | memory MB |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for &rate in rates {
        let (spent, began) = (server.processor()?, Instant::now());
        let pause = Duration::from_secs_f64(games as f64 / rate.max(1) as f64);
        let until = Instant::now() + Duration::from_secs(seconds as u64);
        let playing = tables
            .into_iter()
            .map(|table| tokio::spawn(table.play(pause, until)));
        let playing: Vec<_> = playing.collect();
        let (mut waits, mut left) = (Vec::new(), Vec::new());
        for playing in playing {
            let (table, times) = playing.await??;
            waits.extend(times);
            left.push(table);
        }
        tables = left;
        let took = began.elapsed().as_secs_f64();
        waits.sort_unstable();
        let part = |share: f64| {
            let at = (waits.len() as f64 * share) as usize;
            let wait = waits.get(at.min(waits.len().saturating_sub(1)));
            wait.map_or(0.0, |wait| wait.as_secs_f64() * 1000.0)
        };
        let spent = server.processor()? - spent;
        println!(
            "| {rate} | {:.0} | {:.1} | {:.1} | {:.1} | {:.0} % | {:.0} | {:.0} |",
            waits.len() as f64 / took,
            part(0.5),
            part(0.99),
            part(1.0),
            100.0 * spent / took,
            1e6 * spent / waits.len().max(1) as f64,
            server.memory()? / 1e6,
        );
    }
    let per_game = (server.memory()? - empty) / games as f64 / 1e3;
    println!(
        "memory: {:.0} MB when empty, {per_game:.0} kB a game",
        empty / 1e6
    );
    Ok(())
}

/// The server, in a process of its own, until its standard input ends.
async fn serve(dir: &Path) -> Result<(), Failed> {
    rlimit::increase_nofile_limit(200_000)?;
    let store = SqliteStore::open(dir).await?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    let app = App::new(store, &Settings::default());
    let ended = async {
        // Whatever comes is the end.
        let read = || std::io::stdin().read_line(&mut String::new());
        let _ = tokio::task::spawn_blocking(read).await;
    };
    Ok(krou_server::serve(listener, app, ended).await?)
}

struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(dir: &Path) -> Result<Server, Failed> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg("--server")
            .arg(dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let out = process.stdout.take().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().parse()?;
        Ok(Server { process, address })
    }

    /// Bytes in memory.
    fn memory(&self) -> Result<f64, Failed> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        Ok(kilobytes.ok_or("no VmRSS")?.parse::<f64>()? * 1024.0)
    }

    /// Seconds of processor time so far.
    fn processor(&self) -> Result<f64, Failed> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        let after = stat.rsplit(')').next().ok_or("no stat")?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
        // utime and stime, in hundredths.
        Ok((ticks(11).ok_or("no utime")? + ticks(12).ok_or("no stime")?) / 100.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a player hears, as far as it matters here.
#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    v: Option<i64>,
    shown: Option<Shown>,
    why: Option<String>,
}

#[derive(Deserialize)]
struct Shown {
    legal: Vec<String>,
    to_move: char,
}

type Socket = WebSocketStream<TcpStream>;

/// A game with both its players.
struct Table {
    players: [Socket; 2],
    v: i64,
    legal: Vec<String>,
    to_move: char,
}

/// A connection to the server from an address of one's own.
async fn connect(to: SocketAddr, from: usize) -> Result<TcpStream, Failed> {
    let [high, low] = [from / 250, 1 + from % 250].map(|part| part as u8);
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    let far = (from / 62_500) as u8;
    socket.bind((Ipv4Addr::new(127, 1 + far, high, low), 0).into())?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends a form, and reads where it leads and the cookie.
async fn send(
    to: SocketAddr,
    from: usize,
    path: &str,
    form: &str,
) -> Result<(String, String), Failed> {
    let mut stream = connect(to, from).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await??;
    let header = |name: &str| {
        let found = answer.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        });
        found.ok_or_else(|| format!("{path} answered without {name}: {answer}"))
    };
    let cookie = header("set-cookie")?.split(';').next().unwrap_or_default();
    Ok((header("location")?.to_string(), cookie.to_string()))
}

/// Sets a table, sits down at it, and connects both players.
async fn open(to: SocketAddr, n: usize) -> Result<Table, Failed> {
    let wish = "rules=kalah&against=friend&side=first";
    let (path, host) = send(to, 2 * n, "/games", wish).await?;
    let (_, guest) = send(to, 2 * n + 1, &format!("{path}/join"), "").await?;
    let mut players = Vec::new();
    for (from, cookie) in [(2 * n, host), (2 * n + 1, guest)] {
        let stream = connect(to, from).await?;
        let mut request = format!("ws://{to}{path}/live").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse()?);
        headers.insert("origin", format!("http://{to}").parse()?);
        players.push(tokio_tungstenite::client_async(request, stream).await?.0);
    }
    let players: Result<[Socket; 2], _> = players.try_into();
    let mut table = Table {
        players: players.map_err(|_| "two players")?,
        v: 0,
        legal: Vec::new(),
        to_move: 'S',
    };
    for side in 0..2 {
        table.hear(side, "state").await?;
    }
    Ok(table)
}

impl Table {
    /// Waits until a player hears of the game as it stands now.
    async fn hear(&mut self, side: usize, kind: &str) -> Result<(), Failed> {
        loop {
            let heard = tokio::time::timeout(PATIENCE, self.players[side].next()).await?;
            let Message::Text(text) = heard.ok_or("the connection ended")?? else {
                continue;
            };
            let heard: Heard = serde_json::from_str(&text)?;
            if heard.kind == "refused" {
                return Err(heard.why.unwrap_or_default().into());
            }
            if heard.kind != kind {
                continue;
            }
            if let (Some(v), Some(shown)) = (heard.v, heard.shown) {
                (self.v, self.legal, self.to_move) = (v, shown.legal, shown.to_move);
            }
            return Ok(());
        }
    }

    /// Plays a move after every pause; gives back how long each took to reach the other side.
    async fn play(
        mut self,
        pause: Duration,
        until: Instant,
    ) -> Result<(Table, Vec<Duration>), Failed> {
        let mut waits = Vec::new();
        let mut next = Instant::now() + pause.mul_f64(rand::rng().random());
        while next < until && !self.legal.is_empty() {
            tokio::time::sleep_until(next.into()).await;
            next = (next + pause).max(Instant::now());
            let side = usize::from(self.to_move == 'N');
            let choice = rand::rng().random_range(0..self.legal.len());
            let said = format!(
                r#"{{"type":"move","move":"{}","v":{}}}"#,
                self.legal[choice], self.v
            );
            let sent = Instant::now();
            self.players[side].send(Message::text(said)).await?;
            self.hear(1 - side, "move").await?;
            waits.push(sent.elapsed());
            self.hear(side, "move").await?;
        }
        Ok((self, waits))
    }
}
