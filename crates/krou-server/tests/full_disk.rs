//! A server whose disk is full says so, and works on when there is space again.
//!
//! The test starts this program again as a server whose files may grow only to a limit, which does
//! to it what a full disk does, and lifts the limit while it runs.

#[allow(dead_code)]
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
    SqliteStore::open(dir.path()).await.unwrap().close().await;
    let size = std::fs::metadata(dir.path().join(SqliteStore::FILE)).unwrap();
    // Without the trap the first write beyond the limit would end the program.
    let limited = format!(
        "trap '' XFSZ; ulimit -S -f {}; exec \"$0\"",
        size.len() / 512 + 200
    );
    let mut child = Command::new("sh")
        .args(["-c", &limited])
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
    assert_eq!(status(at, "GET", "/healthz", "").await, "200");
    let mut answers = Vec::new();
    while answers.last().is_none_or(|last| last == "303") {
        assert!(answers.len() < 60, "the limit was never reached");
        answers.push(status(at, "POST", "/games", wish).await);
    }
    assert_eq!(
        answers.pop().unwrap(),
        "503",
        "after {} games",
        answers.len()
    );
    // A failed check is asked again after a moment.
    while status(at, "GET", "/healthz", "").await != "503" {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status(at, "GET", "/", "").await, "200");

    let pid = server.0.id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &pid, "--fsize=unlimited:"])
        .status()
        .unwrap();
    assert!(lifted.success());
    assert_eq!(status(at, "POST", "/games", wish).await, "303");
    while status(at, "GET", "/healthz", "").await != "200" {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
