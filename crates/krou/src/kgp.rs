//! `krou engine --protocol kgp`: the connection to a server of the Kalah Game Protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use krou_engine::protocol::kgp::Client;
use tungstenite::{Message, WebSocket};

use crate::failure::{Failure, Outcome};

/// The longest line a server may send; more is cut off.
const LONGEST_LINE: u64 = 64 * 1024;

/// How often in a row a connection may fail.
const ATTEMPTS: u32 = 8;

/// How long a read of a WebSocket waits before what is to be said is sent.
const BREATH: Duration = Duration::from_millis(5);

/// Plays on a server, connecting anew whenever the connection ends, until that fails too often.
pub fn play(client: &Client, server: &str) -> Outcome {
    let mut failures = 0;
    loop {
        let heard = match server.strip_prefix("ws://") {
            Some(rest) => over_websocket(client, server, rest),
            None => over_tcp(client, server),
        };
        let why = match heard {
            Ok(0) => "it closed the connection at once".to_string(),
            Ok(_) => {
                failures = 0;
                "it closed the connection".to_string()
            }
            Err(error) => error,
        };
        failures += 1;
        if failures >= ATTEMPTS {
            return Err(Failure::No(Some(format!(
                "{server}: {why}; {ATTEMPTS} attempts failed"
            ))));
        }
        thread::sleep(Duration::from_millis(250 << failures));
    }
}

/// Speaks over a plain connection; how many lines were heard.
fn over_tcp(client: &Client, server: &str) -> Result<usize, String> {
    let told = |error: std::io::Error| error.to_string();
    let stream = TcpStream::connect(server).map_err(told)?;
    let output = Mutex::new(stream.try_clone().map_err(told)?);
    let mut reader = BufReader::new(stream);
    let mut heard = 0;
    let lines = std::iter::from_fn(|| {
        let mut line = Vec::new();
        let read = (&mut reader)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return None;
        }
        heard += 1;
        Some(String::from_utf8_lossy(&line).into_owned())
    });
    client.serve(lines, &|line| {
        let mut output = output.lock().expect("no answer panics");
        write!(output, "{line}\r\n")
            .and_then(|()| output.flush())
            .is_ok()
    });
    Ok(heard)
}

/// Speaks over a WebSocket, one line or more a message; how many lines were heard.
fn over_websocket(client: &Client, url: &str, rest: &str) -> Result<usize, String> {
    let host = rest.split('/').next().unwrap_or_default();
    let address = if host.contains(':') {
        host.to_string()
    } else {
        format!("{host}:80")
    };
    let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    let (socket, _) = tungstenite::client(url, stream).map_err(|error| error.to_string())?;
    socket
        .get_ref()
        .set_read_timeout(Some(BREATH))
        .map_err(|error| error.to_string())?;
    let (say, to_say) = channel::<String>();
    let (hear, heard) = channel::<String>();
    let count = thread::scope(|scope| {
        scope.spawn(move || carry(socket, &to_say, &hear));
        let mut count = 0;
        let say = Mutex::new(say);
        client.serve(heard.into_iter().inspect(|_| count += 1), &|line| {
            let say = say.lock().expect("no answer panics");
            say.send(line.to_string()).is_ok()
        });
        count
    });
    Ok(count)
}

/// Carries lines both ways until either end is gone.
fn carry(mut socket: WebSocket<TcpStream>, to_say: &Receiver<String>, hear: &Sender<String>) {
    loop {
        match to_say.try_recv() {
            Ok(line) => {
                if socket.send(Message::text(line)).is_err() {
                    return;
                }
                continue;
            }
            Err(TryRecvError::Disconnected) => {
                // The server may have gone first.
                let _ = socket.close(None);
                return;
            }
            Err(TryRecvError::Empty) => {}
        }
        match socket.read() {
            Ok(Message::Text(text)) => {
                for line in text.lines() {
                    if hear.send(line.to_string()).is_err() {
                        return;
                    }
                }
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                ) => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use krou_engine::EngineOptions;
    use krou_rules::Ruleset;

    use super::*;

    fn client() -> Client {
        Client {
            ruleset: Ruleset::builtin("kalah").expect("a game"),
            name: None,
            token: None,
            time: Duration::from_secs(5),
            options: EngineOptions {
                threads: 1,
                memory: 1 << 20,
                ..EngineOptions::default()
            },
        }
    }

    #[test]
    fn it_plays_over_a_plain_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let player = thread::spawn(move || over_tcp(&client(), &address));
        let (mut stream, _) = listener.accept().expect("the client");
        let mut reader = BufReader::new(stream.try_clone().expect("a reader"));
        let mut line = String::new();
        writeln!(stream, "kgp 1 0 1").expect("heard");
        reader.read_line(&mut line).expect("an answer");
        assert_eq!(line, "mode freeplay\r\n");
        writeln!(stream, "goodbye").expect("heard");
        assert_eq!(player.join().expect("no panic"), Ok(2));
    }

    #[test]
    fn it_plays_over_a_websocket() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let url = format!("ws://{host}/socket");
        let player = thread::spawn(move || over_websocket(&client(), &url, &url["ws://".len()..]));
        let (stream, _) = listener.accept().expect("the client");
        let mut socket = tungstenite::accept(stream).expect("a handshake");
        // What is said up to the line that ends with `last`; answers to different questions come
        // in any order.
        let mut ask = |line: &str, last: &str| {
            socket.send(Message::text(line)).expect("heard");
            let mut said = Vec::new();
            while said.last().is_none_or(|line: &String| line != last) {
                said.push(socket.read().expect("an answer").to_string());
            }
            said
        };
        assert_eq!(ask("kgp 1 0 1", "mode freeplay").len(), 1);
        let said = ask("2 state <3,5,5,0,0,1,0,2,0>", "@2 yield");
        assert!(
            said.ends_with(&["@2 move 3".into(), "@2 yield".into()]),
            "{said:?}"
        );
        assert_eq!(ask("4 ping", "@4 pong").len(), 1);
        socket.send(Message::text("goodbye")).expect("heard");
        assert_eq!(player.join().expect("no panic"), Ok(4));
    }
}
