//! One whole random game of every ruleset, kept as text in `golden/`.
//!
//! A change in the play of any game shows as a difference there. Where it is meant, the texts are
//! written anew by `cargo xtask bless`.

mod spec;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use krou_rules::{Event, Game, Move, Place, Rules, Ruleset, Side, Trace};
use spec::Dice;

#[test]
fn every_game_goes_as_it_always_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for name in Ruleset::names() {
        let path = folder.join(format!("{name}.txt"));
        let now = playthrough(name);
        if env::var_os("KROU_BLESS").is_some() {
            fs::write(&path, now).expect("a text to write");
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        if let Some((line, (kept, now))) = (1..)
            .zip(kept.lines().zip(now.lines()))
            .find(|(_, (kept, now))| kept != now)
        {
            panic!("golden/{name}.txt:{line}\n  was: {kept}\n  now: {now}");
        }
        assert_eq!(
            kept.len(),
            now.len(),
            "golden/{name}.txt has another length"
        );
    }
}

/// A random game told move by move.
fn playthrough(name: &str) -> String {
    let rules = Arc::new(Rules::builtin(name).expect("a listed name"));
    let mut game = Game::new(Arc::clone(&rules));
    let mut dice = Dice(1);
    let mut text = format!("{name} {}\n", rules.fingerprint());
    loop {
        let position = *game.position();
        let scores = game.scores();
        let moves = game.legal_moves();
        let _ = writeln!(
            text,
            "\n{position}  scores {}-{}",
            scores.south, scores.north
        );
        if moves.is_empty() {
            break;
        }
        let m = moves[dice.roll(moves.len())];
        let (_, trace) = rules.play_traced(&position, m).expect("a legal move");
        let _ = writeln!(text, "  legal {}", words(&moves));
        let _ = writeln!(text, "  plays {m}: {}", story(&trace));
        game.play(m).expect("a legal move");
    }
    let result = game.result().expect("a finished game");
    let winner = result.winner.map_or("nobody", Side::name);
    let _ = writeln!(text, "\n{} wins, {}", winner, result.reason);
    text
}

fn words(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// The events of a move, the seeds that fall one after the other drawn together.
fn story(trace: &Trace) -> String {
    let name = |place: Place| match place {
        Place::Pit(side, pit) => pit.letter(side).to_string(),
        Place::Store(side) => side.name().to_string(),
    };
    let mut story = String::new();
    for event in trace {
        let _ = match *event {
            Event::Lift { at, seeds } => write!(story, "{seeds} from {} to", name(at)),
            Event::Drop {
                at,
                tuzdyk_of: None,
            } => write!(story, " {}", name(at)),
            Event::Drop {
                at,
                tuzdyk_of: Some(owner),
            } => write!(story, " {}({owner}'s)", name(at)),
            Event::Lap { .. } => write!(story, "; "),
            Event::Capture { from, seeds, .. } => {
                write!(story, "; captures {seeds} from {}", name(from))
            }
            Event::Tuzdyk { at, seeds, .. } => {
                write!(story, "; makes {} a tuzdyk, captures {seeds}", name(at))
            }
            Event::Burn {
                pits, seeds, cost, ..
            } => write!(
                story,
                "burns {}{} with {} and {} for {cost}",
                pits.south.letter(Side::South),
                pits.north.letter(Side::North),
                seeds.south,
                seeds.north,
            ),
            Event::Sweep { from, seeds, to } => {
                write!(story, "; sweeps {seeds} from {} to {to}", name(from))
            }
        };
    }
    story
}
