//! The real program in a pseudo-terminal, for tests and measurements.

#![allow(dead_code, reason = "every user needs a part of it")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtyPair, PtySize, native_pty_system,
};

/// The longest anything may take on a slow machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running program and what it shows.
pub struct Screen {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    pub seen: Arc<Mutex<vt100::Parser>>,
    /// Reads what the program writes until it has ended.
    output: thread::JoinHandle<()>,
}

const fn size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// A call of `krou` that keeps its things here.
fn krou(data: &Path, args: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_krou"));
    command.args(args);
    command.arg("--data");
    command.arg(data);
    command
}

/// Starts a program in a terminal of its own.
fn spawn(mut command: CommandBuilder) -> (PtyPair, Box<dyn Child + Send + Sync>) {
    let pair = native_pty_system().openpty(size(24, 80)).unwrap();
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C.UTF-8");
    command.env_remove("NO_COLOR");
    let child = pair.slave.spawn_command(command).unwrap();
    (pair, child)
}

impl Screen {
    /// Starts `krou` in a terminal of 80 by 24.
    pub fn start(data: &Path, args: &[&str]) -> Screen {
        Screen::run(krou(data, args))
    }

    /// Starts any program in such a terminal.
    pub fn run(command: CommandBuilder) -> Screen {
        let (pair, child) = spawn(command);
        let keys = pair.master.take_writer().unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let seen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let screen = Arc::clone(&seen);
        let output = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..read]);
            }
        });
        Screen {
            master: pair.master,
            child,
            keys,
            seen,
            output,
        }
    }

    /// What stands on the screen.
    pub fn text(&self) -> String {
        self.seen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen says something.
    pub fn expect(&self, words: &str) -> String {
        self.until(words, |text| text.contains(words))
    }

    /// Waits until the screen is as it should be.
    pub fn until(&self, what: &str, done: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if done(&text) {
                return text;
            }
            assert!(Instant::now() < end, "waited in vain for {what}:\n{text}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Makes the terminal another size.
    pub fn resize(&self, rows: u16, cols: u16) {
        let mut seen = self.seen.lock().unwrap();
        seen.screen_mut().set_size(rows, cols);
        self.master.resize(size(rows, cols)).unwrap();
    }

    /// Kills the program without a word.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends the program a signal, as `kill` names it.
    pub fn signal(&self, name: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until the program has ended and everything it wrote is seen.
    pub fn end(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                // What the terminal still holds is on its way.
                while !self.output.is_finished() && Instant::now() < end {
                    thread::sleep(Duration::from_millis(1));
                }
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end:\n{}", self.text());
    }

    /// Whether the program ends, and well.
    pub fn ended(&mut self) -> bool {
        self.end().success()
    }

    /// That the terminal is as it was before: its own screen, a cursor, no mouse, no brackets
    /// around what is pasted, and lines that are edited and echoed.
    pub fn assert_given_back(&self) {
        let seen = self.seen.lock().unwrap();
        let screen = seen.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        let mouse = screen.mouse_protocol_mode();
        assert_eq!(mouse, vt100::MouseProtocolMode::None);
        let modes = format!("{:?}", self.master.get_termios().unwrap().local_flags);
        assert!(
            modes.contains("ICANON") && modes.contains("ECHO |"),
            "{modes}"
        );
    }
}

/// Starts `krou` in a terminal, waits until it shows something, and closes the terminal: how the
/// program ends.
pub fn closed_on(data: &Path, args: &[&str], words: &str) -> ExitStatus {
    let (pair, mut child) = spawn(krou(data, args));
    let mut output = pair.master.try_clone_reader().unwrap();
    let mut seen = vt100::Parser::new(24, 80, 0);
    let mut bytes = [0; 4096];
    while !seen.screen().contents().contains(words) {
        let read = output.read(&mut bytes).unwrap();
        seen.process(&bytes[..read]);
    }
    drop((pair.slave, output, pair.master));
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("it goes on in a closed terminal");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
