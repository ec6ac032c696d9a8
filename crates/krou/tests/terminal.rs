//! The real program in a pseudo-terminal: started, played, resized, killed, started again.
#![cfg(unix)]

mod pty;

use krou_tui::Context;
use krou_tui::app::Hint;
use krou_tui::crossterm::event::KeyEvent;
use krou_tui::ratatui::{buffer::Buffer, layout::Rect, style::Style};
use krou_tui::screen::Next;
use portable_pty::CommandBuilder;
use pty::Screen;

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
        screen.resize(rows, cols);
        screen.expect(words);
    }

    // Killed without a word.
    screen.kill();

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
    again.assert_given_back();
}

#[test]
fn a_signal_to_end_gives_the_terminal_back_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let settings = "speed = \"off\"\nlevel = 1\n";
    std::fs::write(dir.path().join("settings.toml"), settings).unwrap();
    let mut played = 0;
    for signal in ["TERM", "HUP", "INT"] {
        let call: &[&str] = if played == 0 {
            &["play", "--rules", "kalah"]
        } else {
            &["play", "--resume"]
        };
        let mut screen = Screen::start(dir.path(), call);
        let text = screen.expect("your move");
        assert_eq!(moves(&text), played);
        screen.press(" ");
        let text = screen.until("an answer", |text| {
            moves(text) > played && text.contains("▶ South")
        });
        played = moves(&text);
        screen.signal(signal);
        // Whoever sent the signal sees that it was obeyed.
        assert!(!screen.end().success());
        screen.assert_given_back();
    }
}

#[test]
fn a_closed_terminal_ends_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let ended = pty::closed_on(dir.path(), &["play", "--rules", "kalah"], "your move");
    assert!(!ended.success());
}

/// A screen that panics at a key.
struct Fragile;

impl krou_tui::screen::Screen for Fragile {
    fn render(&mut self, area: Rect, buf: &mut Buffer, _: &Context) {
        buf.set_string(area.x, area.y, "handle with care", Style::new());
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        panic!("broken by {}", key.code)
    }

    fn hints(&self, _: &Context) -> Vec<Hint> {
        Vec::new()
    }
}

/// The program of the test below, if this is its child.
#[test]
fn fragile_child() {
    if std::env::var_os("KROU_FRAGILE").is_some() {
        let options = krou_tui::Options {
            lang: None,
            system_lang: krou_rules::Lang::En,
            data: std::path::PathBuf::new(),
            store: None,
            library: krou_tables::Library::default(),
            ascii: false,
            look: None,
            game: None,
        };
        let app = krou_tui::App::new(krou_tui::terminal::context(&options), Box::new(Fragile));
        krou_tui::terminal::run(app).unwrap();
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_told_there() {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args([
        "fragile_child",
        "--exact",
        "--nocapture",
        "--test-threads=1",
    ]);
    command.env("KROU_FRAGILE", "1");
    command.env("RUST_BACKTRACE", "0");
    let mut screen = Screen::run(command);
    screen.expect("handle with care");
    assert!(screen.seen.lock().unwrap().screen().alternate_screen());
    screen.press("x");
    assert!(!screen.end().success());
    screen.assert_given_back();
    let text = screen.text();
    assert!(text.contains("broken by x"), "{text}");
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

#[test]
fn ctrl_c_ends_a_proof_with_what_is_proved_by_then() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::start(
        dir.path(),
        &["solve", "--set", "seeds=6", "--memory", "64M"],
    );
    // First a table is built, then positions are looked at.
    screen.expect("endgame table: ");
    screen.expect("M positions");
    screen.press("\x03");
    screen.expect("Not solved. Proved: South’s final margin with best play is between");
    assert_eq!(screen.end().exit_code(), 1);
}

#[test]
fn ctrl_c_ends_a_match_with_the_games_played_by_then() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("games.krou");
    let ours = format!("{} engine", env!("CARGO_BIN_EXE_krou"));
    let mut screen = Screen::start(
        dir.path(),
        &[
            "match",
            "nodes:50",
            &ours,
            "--time",
            "1ms",
            "--grace",
            "1min",
            "--games",
            "1000000",
            "--save",
            games.to_str().unwrap(),
        ],
    );
    screen.expect("2 games: ");
    assert!(!games.exists());
    screen.press("\x03");
    screen.expect("Kalah (kalah");
    // Ctrl-C is no fault of the program's.
    let text = screen.until("the result", |text| text.contains("Elo"));
    assert!(!text.contains("by fault"), "{text}");
    assert_eq!(screen.end().exit_code(), 0);
    let saved = std::fs::read_to_string(&games).unwrap();
    assert!(saved.matches("[Result").count() >= 2, "{saved}");
}

#[test]
fn ctrl_c_ends_a_review_with_the_moves_looked_at_by_then() {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("game.krou");
    let played = ["match", "nodes:50", "nodes:50", "--games", "2", "--save"];
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_krou"))
        .args(played)
        .arg(&game)
        .status();
    assert!(status.unwrap().success());
    let mut screen = Screen::start(
        dir.path(),
        &["review", game.to_str().unwrap(), "--time", "1"],
    );
    screen.expect("1 of ");
    screen.press("\x03");
    screen.expect("moves reviewed");
    screen.expect("South");
    assert_eq!(screen.end().exit_code(), 0);
}
