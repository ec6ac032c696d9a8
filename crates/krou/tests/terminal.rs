//! The real program in a pseudo-terminal: started, played, resized, killed, started again.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The longest anything may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Screen {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<vt100::Parser>>,
}

const fn size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Screen {
    fn start(data: &Path, args: &[&str]) -> Screen {
        let pair = native_pty_system().openpty(size(24, 80)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_krou"));
        command.args(args);
        command.arg("--data");
        command.arg(data);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        let keys = pair.master.take_writer().unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let seen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let screen = Arc::clone(&seen);
        thread::spawn(move || {
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
        }
    }

    fn text(&self) -> String {
        self.seen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen says something.
    fn expect(&self, words: &str) -> String {
        self.until(words, |text| text.contains(words))
    }

    fn until(&self, what: &str, done: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if done(&text) {
                return text;
            }
            assert!(Instant::now() < end, "waited in vain for {what}:\n{text}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn ended(&mut self) -> bool {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end:\n{}", self.text());
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// How many moves the header counts.
fn moves(text: &str) -> usize {
    let words: Vec<&str> = text.split_whitespace().collect();
    let counted = words
        .windows(2)
        .find(|pair| pair[1].starts_with("move") && pair[0].parse::<usize>().is_ok());
    counted.map_or(0, |pair| pair[0].parse().unwrap())
}

#[test]
fn a_game_survives_resizing_and_being_killed() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("settings.toml"),
        "speed = \"off\"\nlevel = 1\n",
    )
    .unwrap();

    // Plain `krou` opens the menu, the menu a new game against level 1.
    let mut screen = Screen::start(dir.path(), &[]);
    screen.expect("New game");
    screen.press("\r");
    screen.expect("Krou level 1");
    screen.press("\r");
    screen.expect("your move");
    // E ends on the other side, so that the engine answers.
    screen.press("E\r");
    let text = screen.until("the engine's answer", |text| {
        moves(text) >= 2 && text.contains("▶ South")
    });
    let played = moves(&text);

    // Larger, and too small, and back.
    for (rows, cols, words) in [
        (45, 140, "╭ Moves"),
        (10, 30, "Krou needs a"),
        (24, 80, "your move"),
    ] {
        screen
            .seen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(rows, cols);
        screen.master.resize(size(rows, cols)).unwrap();
        screen.expect(words);
    }

    // Killed without a word.
    screen.child.kill().unwrap();
    screen.child.wait().unwrap();
    drop(screen);

    let mut again = Screen::start(dir.path(), &[]);
    again.expect("Go on: Kalah, South – Krou level 1");
    again.press("\r");
    let text = again.expect("your move");
    assert_eq!(moves(&text), played, "{text}");
    again.press("\x1b[C \r");
    again.until("another move", |text| moves(text) > played);
    // Leaving gives the terminal back.
    again.press("q");
    again.expect("New game");
    again.press("q");
    assert!(again.ended());
    let seen = again.seen.lock().unwrap();
    assert!(!seen.screen().alternate_screen());
    assert_eq!(
        seen.screen().mouse_protocol_mode(),
        vt100::MouseProtocolMode::None
    );
}

#[test]
fn french_on_a_small_screen_against_the_clock_of_the_engine() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::start(
        dir.path(),
        &[
            "play", "--lang", "fr", "--rules", "oware", "--north", "10", "--ascii",
        ],
    );
    screen.expect("vous de jouer");
    screen.press("c\r");
    // The strongest level thinks for seconds; the screen answers meanwhile, and it can be hurried.
    screen.expect("chit");
    screen.press("?");
    screen.expect("tourner le plateau");
    screen.press("?\r");
    screen.until("the engine's move", |text| text.contains("2 coups"));
    screen.press("\x03");
    assert!(screen.ended());
}
