//! The real program in a pseudo-terminal: started, played, resized, killed, started again.
#![cfg(unix)]

mod pty;

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
