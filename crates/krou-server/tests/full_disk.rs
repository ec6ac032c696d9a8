//! A server whose disk is full says so, and works on when there is space again.
//!
//! The test starts this program again as a server and limits the size of its files while it runs,
//! which does to it what a full disk does.

mod client;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use client::send;
use krou_server::{App, Settings, serve};
use krou_store::SqliteStore;
use libtest_mimic::{Arguments, Trial};
use tokio::net::TcpListener;

/// The directory of the store, for the server.
const DIR: &str = "KROU_FULL_DISK_DIR";

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let Ok(dir) = std::env::var(DIR) {
        return runtime.block_on(server(Path::new(&dir)));
    }
    let test = Trial::test("a_full_disk_is_told_and_work_goes_on_after_it", move || {
        runtime.block_on(a_full_disk_is_told_and_work_goes_on_after_it());
        Ok(())
    });
    libtest_mimic::run(&Arguments::from_args(), vec![test]).exit();
}

async fn server(dir: &Path) {
    let store = SqliteStore::open(dir).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    let app = App::new(store, &Settings::default());
    serve(listener, app, std::future::pending()).await.unwrap();
}

/// A child that does not outlive the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn status(at: SocketAddr, method: &str, path: &str, body: &str) -> String {
    let answer = send(at, method, path, "", body).await.unwrap();
    answer.status().to_string()
}

async fn a_full_disk_is_told_and_work_goes_on_after_it() {
    let dir = tempfile::tempdir().unwrap();
    // Without the trap the first write beyond the limit would end the program.
    let mut child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\""])
        .arg(std::env::current_exe().unwrap())
        .env(DIR, dir.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let at: SocketAddr = line.trim().parse().unwrap();
    let server = Server(child);

    let wish = "rules=kalah&against=engine&level=1&side=first";
    let limit = |size: &str| {
        let pid = server.0.id().to_string();
        let mut prlimit = Command::new("prlimit");
        prlimit.args(["--pid", &pid, &format!("--fsize={size}:")]);
        assert!(prlimit.status().unwrap().success());
    };
    assert_eq!(status(at, "POST", "/games", wish).await, "303");
    assert_eq!(status(at, "GET", "/healthz", "").await, "200");
    limit("4096");
    assert_eq!(status(at, "POST", "/games", wish).await, "503");
    // The last answer is kept for a moment.
    while status(at, "GET", "/healthz", "").await != "503" {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status(at, "GET", "/", "").await, "200");
    limit("unlimited");
    assert_eq!(status(at, "POST", "/games", wish).await, "303");
    while status(at, "GET", "/healthz", "").await != "200" {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
