//! Games line by line: scripted to their end, with wrong entries in between.

mod common;

use std::rc::Rc;

use common::{Simple, game, guests, rules, session};
use krou_rules::{BySide, Lang, Ruleset, Side};
use krou_store::{Blocking, Filter, Seat, Store};
use krou_tui::mind::{KrouMind, Manner};
use krou_tui::plain::Plain;
use krou_tui::session::Session;

/// Plays what the lines say; what was said, and the game.
fn played(session: Session, lang: Lang, lines: &str) -> (String, Session) {
    let mut mind = Simple;
    let mut plain = Plain {
        session,
        mind: &mut mind,
        lang,
        width: 80,
        echo: true,
    };
    let mut out = Vec::new();
    plain.run(&mut lines.as_bytes(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), plain.session)
}

fn start(name: &str) -> Session {
    session(game(&rules(name, &[]), "", ""), guests(Lang::En), None)
}

/// Entries that are never a move, and what is said to them.
const WRONG: [(&str, &str); 6] = [
    ("", "Type a move"),
    ("Z", "`Z` is neither a move nor a command"),
    ("99", "No pit has the number 99."),
    ("!", "`!` is neither a move nor a command"),
    ("\u{1F600}", "is neither a move nor a command"),
    ("4711", "No pit has the number 4711."),
];

#[test]
fn every_game_is_played_to_its_end_with_wrong_entries_in_between() {
    for name in Ruleset::names() {
        let rules = rules(name, &[]);
        let Ruleset {
            numbering,
            switches,
            ..
        } = rules.ruleset();
        let mut wanted = game(&rules, "", "");
        let mut lines = Vec::new();
        let mut refused = 0;
        for step in 0..2000_usize {
            let legal = wanted.legal_moves();
            if legal.is_empty() {
                break;
            }
            if step % 3 == 0 {
                let (entry, _) = WRONG[step / 3 % WRONG.len()];
                lines.push(entry.to_string());
                refused += 1;
            }
            let m = legal[(step * step + 5) % legal.len()];
            // Half of the sowings in the older numbers of the game.
            let turn = wanted.position().turn();
            let number = numbering.number(m.side, m.pit, switches.pits, turn);
            if step % 2 == 1 && !m.burn {
                lines.push(number.to_string());
            } else {
                lines.push(m.to_string());
            }
            wanted.play(m).unwrap();
        }
        assert!(wanted.is_over(), "{name} goes on");
        let (said, session) = played(start(name), Lang::En, &(lines.join("\n") + "\n"));
        assert_eq!(session.game().line(), wanted.line(), "{name}");
        assert!(session.game().is_over());
        for (_, answer) in WRONG.iter().take(refused.min(WRONG.len())) {
            assert!(said.contains(answer), "{name}: {answer}");
        }
        let last = said.lines().last().unwrap();
        assert!(
            last.contains(" wins ") || last.starts_with("A draw"),
            "{name}: {last}"
        );
    }
}

#[test]
fn the_prompt_names_the_player_and_the_moves() {
    let kalah = rules("kalah", &[]);
    let some = game(&kalah, "4,0,4,4,0,4/4,4,4,4,4,4/4,4/S", "");
    let (said, _) = played(session(some, guests(Lang::En), None), Lang::En, "A\n");
    assert!(
        said.contains("\nSouth, your move (A, C, D, F): A\n"),
        "{said}"
    );
    assert!(
        said.ends_with("North, your move (a, c, d, e, f): \nThe game is not kept.\n"),
        "{said}"
    );
}

#[test]
fn a_refused_move_is_explained_and_asked_again() {
    let kalah = rules("kalah", &[]);
    let some = game(&kalah, "4,0,4,4,0,4/4,4,4,4,4,4/4,4/S", "");
    let (said, session) = played(
        session(some, guests(Lang::En), None),
        Lang::En,
        "B\nb\nH\n!A\nAF\n",
    );
    for why in [
        "Pit B is empty.",
        "It is South's turn, and b is not South's pit.",
        "There is no pit H on a board with 6 pits a side.",
        "No column burns in this game.",
        "It is North's turn, and F is not North's pit.",
    ] {
        assert!(said.contains(why), "{why}\n{said}");
    }
    assert_eq!(session.game().line().to_string(), "A");
}

#[test]
fn a_chain_may_be_entered_at_once() {
    let (_, session) = played(start("kalah"), Lang::En, "CF\ne a\n");
    assert_eq!(session.game().line().to_string(), "CF e");
}

#[test]
fn commands_in_both_languages() {
    let (said, session) = played(
        start("kalah"),
        Lang::En,
        "undo\nC\nundo\nredo\nvalues\nhint\nwhy\nboard\nhelp\nsave\nquit\nF\n",
    );
    for words in [
        "There is nothing to take back.",
        "F  about +1.5    F",
        "Try F: about +1.5.",
        "C is what it is.",
        "take back a move",
        "The game is not kept.",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    assert_eq!(
        session.game().line().to_string(),
        "C",
        "nothing is played after quit"
    );
    let seats = guests(Lang::Fr);
    let french = Session::new(game(&rules("kalah", &[]), "", ""), seats, true, None).unwrap();
    let (said, session) = played(
        french,
        Lang::Fr,
        "C\nannuler\nD\nconseil\nvaleurs\naide\nabandonner\nb\nA\na\ninterrompre\nabandonner\n",
    );
    for words in [
        "Sud, à vous de jouer (A, B, C, D, E, F)\u{a0}: C",
        "Essayez f\u{a0}: environ +1,5.",
        "interrompez plutôt la partie.",
        "abandonnez plutôt.",
        "\u{a0}: Sud a abandonné.",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    assert_eq!(session.game().result().unwrap().winner, Some(Side::North));
}

#[test]
fn a_rated_game_is_neither_won_by_words_nor_helped_in_secret() {
    let dir = tempfile::tempdir().unwrap();
    let store = Rc::new(Blocking::open(dir.path()).unwrap());
    let name = "Ama".parse().unwrap();
    let ama = store.wait(|s| s.create_player(&name)).unwrap();
    let rated = || {
        let seats = BySide::new(Seat::Player(ama.clone()), Seat::Engine(9));
        let start = game(&rules("kalah", &[]), "", "");
        session(start, seats, Some(Rc::clone(&store)))
    };
    let ratings = || {
        let standings = store.wait(|s| s.standings(ama.id)).unwrap();
        standings.iter().filter(|s| s.rating.is_some()).count()
    };
    let (said, session) = played(rated(), Lang::En, "agree\nresign\nabort\n");
    assert_eq!(said.matches("abort the game instead").count(), 2, "{said}");
    assert!(
        said.ends_with("The game was aborted and counts for nobody.\n"),
        "{said}"
    );
    assert!(!session.is_rated());
    assert_eq!(store.wait(|s| s.standings(ama.id)).unwrap(), []);

    let (said, session) = played(rated(), Lang::En, "A\nB\nC\nD\nagree\n");
    assert!(said.contains("The engine does not agree"), "{said}");
    assert!(session.is_rated() && !session.is_over());
    let (said, session) = played(session, Lang::En, "why\nresign\n");
    let unrated = "The game no longer counts for ratings.\n";
    assert!(
        said.contains(&format!("{unrated}e is what it is.")),
        "{said}"
    );
    assert!(session.is_over() && !session.is_rated());
    assert_eq!(ratings(), 0);
    for help in ["hint", "values", "undo"] {
        let (said, session) = played(rated(), Lang::En, &format!("A\n{help}\n"));
        assert!(
            said.contains(unrated) && !session.is_rated(),
            "{help}: {said}"
        );
    }
    let (_, session) = played(rated(), Lang::En, "A\nB\nC\nD\nresign\n");
    assert!(session.is_over() && session.is_rated());
    assert_eq!(ratings(), 1);
}

#[test]
fn bytes_that_are_no_text_do_not_end_the_game() {
    let mut mind = Simple;
    let mut plain = Plain {
        session: start("kalah"),
        mind: &mut mind,
        lang: Lang::En,
        width: 80,
        echo: true,
    };
    let mut out = Vec::new();
    plain.run(&mut &b"\xff\xfe\nC\n"[..], &mut out).unwrap();
    assert_eq!(plain.session.game().line().to_string(), "C");
}

#[test]
fn save_writes_a_game_file_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.txt");
    let entry = format!("C\nsave {0}\nsave {0}\n", path.display());
    let (said, _) = played(start("kalah"), Lang::En, &entry);
    assert!(said.contains("The game was written to "), "{said}");
    assert!(said.contains("The game could not be written to "), "{said}");
    let record: krou_rules::Record = std::fs::read_to_string(&path).unwrap().parse().unwrap();
    assert_eq!(record.moves.len(), 1);
    assert_eq!(
        std::fs::read_dir(dir.path()).unwrap().count(),
        1,
        "no draft is left"
    );
}

#[test]
fn every_move_is_kept_and_the_game_goes_on_after_the_input_ended() {
    let dir = tempfile::tempdir().unwrap();
    let store = Rc::new(Blocking::open(dir.path()).unwrap());
    let begun = session(
        game(&rules("oware", &[]), "", ""),
        guests(Lang::En),
        Some(Rc::clone(&store)),
    );
    let (said, _) = played(begun, Lang::En, "C\nd\nE\nundo\n");
    assert!(said.ends_with("The game is kept as number 1.\n"));
    let all = Filter::default();
    let info = store.wait(|s| s.games(&all)).unwrap().remove(0);
    let stored = store.wait(|s| s.game(info.saved.id)).unwrap();
    assert_eq!(stored.game.line().to_string(), "C d");
    let (_, session) = played(Session::resume(stored, store), Lang::En, "redo\n");
    assert_eq!(session.game().line().to_string(), "C d E");
}

#[test]
fn two_engines_play_by_themselves_and_the_same_every_time() {
    let once = || {
        let rules = rules("kalah-5x2", &[]);
        let seats = BySide::new(Seat::Engine(1), Seat::Engine(2));
        let mut mind = KrouMind::new(rules.clone(), Manner::steady(Some(7)));
        let mut plain = Plain {
            session: session(game(&rules, "", ""), seats, None),
            mind: &mut mind,
            lang: Lang::En,
            width: 80,
            echo: true,
        };
        let mut out = Vec::new();
        plain.run(&mut &b""[..], &mut out).unwrap();
        assert!(plain.session.game().is_over());
        String::from_utf8(out).unwrap()
    };
    let said = once();
    assert!(said.contains("Krou level 1 (South) plays "), "{said}");
    assert_eq!(said, once());
}
