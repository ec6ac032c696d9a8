//! The client of the Kalah Game Protocol, against a small server.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use krou_engine::EngineOptions;
use krou_engine::protocol::kgp::Client;
use krou_rules::Ruleset;

fn client() -> Client {
    Client {
        ruleset: Ruleset::builtin("kalah").unwrap(),
        name: Some("Krou \"the\" engine".into()),
        token: Some("secret".into()),
        time: Duration::from_secs(30),
        options: EngineOptions {
            threads: 1,
            memory: 1 << 20,
            ..EngineOptions::default()
        },
    }
}

/// What the client says to these lines, in order.
fn answers(lines: &[&str]) -> Vec<String> {
    let said = Mutex::new(Vec::new());
    let lines = lines.iter().map(ToString::to_string);
    client().serve(lines, &|line| {
        said.lock().unwrap().push(line.to_string());
        true
    });
    said.into_inner().unwrap()
}

#[test]
fn it_introduces_itself_when_the_server_does() {
    assert_eq!(
        answers(&["kgp 1 0 1"]),
        [
            "set info:name \"Krou \\\"the\\\" engine\"",
            "set auth:token \"secret\"",
            "mode freeplay"
        ]
    );
    assert!(answers(&["kgp 2 0 0"]).is_empty());
}

#[test]
fn ping_is_answered_with_pong() {
    assert_eq!(
        answers(&["12 ping", "ping", "7@3 ping hello you"]),
        ["@12 pong", "pong", "@7 pong hello you"]
    );
}

#[test]
fn nonsense_is_survived() {
    let lines = [
        "",
        "state",
        "1 state",
        "2 state <",
        "3 state <6,0,0>",
        "4 state <99,1,2,3>",
        "5 state <2,0,0,300,0,0,0>",
        "6 state <2,0,0,255,255,255,255>",
        "7 stop",
        "stop",
        "\u{1f}\u{e9}",
        "@3 ok",
        "error \"what\"",
        "0 state <0,0,0>",
    ];
    assert!(answers(&lines).is_empty(), "{:?}", answers(&lines));
}

/// A server's side of one connection.
struct Server {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Server {
    fn say(&mut self, line: &str) {
        writeln!(self.writer, "{line}").unwrap();
    }

    /// The next line that begins with `start`.
    fn hear(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.reader.read_line(&mut line).unwrap() > 0, "no {start}");
            if line.starts_with(start) {
                return line.trim_end().to_string();
            }
        }
    }
}

#[test]
fn several_states_are_thought_about_until_they_are_stopped() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let player = thread::spawn(move || {
        let stream = TcpStream::connect(address).unwrap();
        let out = Mutex::new(stream.try_clone().unwrap());
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        client().serve(lines, &|line| {
            writeln!(out.lock().unwrap(), "{line}").is_ok()
        });
    });
    let (stream, _) = listener.accept().unwrap();
    let mut server = Server {
        reader: BufReader::new(stream.try_clone().unwrap()),
        writer: stream,
    };
    server.say("kgp 1 0 1");
    server.hear("mode freeplay");
    server.say("2 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    server.hear("@2 move ");
    // One move is left, and the game is over after it.
    server.say("4 state <3,5,5,0,0,1,0,2,0>");
    server.hear("@4 move 3");
    server.hear("@4 yield");
    server.say("8 ping");
    server.hear("@8 pong");
    server.say("2 stop");
    server.hear("@2 yield");
    server.say("goodbye");
    player.join().unwrap();
}
