//! Whatever is written is read back the same, and nothing that is read makes a parser panic.

mod draw;
mod reference;

use std::sync::Arc;

use krou_rules::{
    BySide, Cell, Fingerprint, Game, Lang, Line, Move, Near, Numbering, Pit, Record, ReplayError,
    Rules, Ruleset, Setup, Side, Switches,
};
use proptest::collection::vec;
use proptest::prelude::*;
use reference::bridge::rules;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::South), Just(Side::North)]
}

fn a_move() -> impl Strategy<Value = Move> {
    (side(), 0..Pit::MOST, any::<bool>()).prop_map(|(side, pit, burn)| Move {
        side,
        pit: Pit::new(pit).expect("a pit"),
        burn,
    })
}

/// Any setup that can be written, legal or not.
fn setup() -> impl Strategy<Value = Setup> {
    let cell = prop_oneof![
        8 => any::<u8>().prop_map(Cell::Seeds),
        1 => Just(Cell::Burned),
        1 => Just(Cell::Tuzdyk),
    ];
    let row = || vec(cell.clone(), 1..=usize::from(Pit::MOST));
    (row(), row(), any::<[u8; 2]>(), side()).prop_map(|(south, north, stores, turn)| Setup {
        pits: BySide::new(south, north),
        stores: BySide::new(stores[0], stores[1]),
        turn,
    })
}

/// Any record that can be written, whether or not it tells a game.
fn record() -> impl Strategy<Value = Record> {
    let tag = ("[A-Za-z0-9_-]{1,12}", any::<String>());
    let comment = (0..40_usize, any::<String>());
    (
        vec(tag, 0..6),
        vec(a_move(), 0..40),
        vec(comment, 0..6),
        any::<Option<(u16, u16)>>(),
    )
        .prop_map(|(tags, moves, mut comments, result)| {
            for (at, _) in &mut comments {
                *at = (*at).min(moves.len());
            }
            comments.sort_by_key(|(at, _)| *at);
            Record {
                tags,
                moves,
                comments,
                result,
            }
        })
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_setup_is_read_as_it_is_written(setup in setup()) {
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
    }

    #[test]
    fn a_move_is_read_as_it_is_written(m in a_move()) {
        prop_assert_eq!(m.to_string().parse::<Move>(), Ok(m));
    }

    #[test]
    fn a_line_is_read_as_it_is_written_joined_or_separated(
        moves in vec(a_move(), 0..60),
        gaps in vec("[ ,\n\t]{0,3}", 61),
    ) {
        let line = Line(moves);
        prop_assert_eq!(line.to_string().parse::<Line>(), Ok(line.clone()));
        let mut text = gaps[60].clone();
        for (m, gap) in line.0.iter().zip(&gaps) {
            text += &m.to_string();
            text += gap;
        }
        prop_assert_eq!(text.parse::<Line>(), Ok(line));
    }

    #[test]
    fn a_record_is_read_as_it_is_written(record in record()) {
        prop_assert_eq!(record.to_string().parse::<Record>(), Ok(record));
    }

    #[test]
    fn a_number_list_names_every_pit_by_its_number(
        pits in 1..=Pit::MOST,
        numbers in vec(any::<u8>(), 26),
        turn in side(),
    ) {
        let numbers = &numbers[..2 * usize::from(pits) + 2];
        let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let list = format!("{}/{}", words.join(","), turn.letter());
        for numbering in Numbering::ALL {
            let setup = Setup::read(&list, numbering, pits).expect("a list of all cells");
            prop_assert_eq!(setup.turn, turn);
            for side in Side::BOTH {
                for pit in Pit::first(pits) {
                    let number = numbering.number(side, pit, pits, turn);
                    prop_assert_eq!(numbering.pit(number, pits, turn), Some((side, pit)));
                    prop_assert_eq!(
                        numbering.sowing(number, pits, turn),
                        Some(Move::sow(side, pit))
                    );
                    // The older solver writes its board in another order than it numbers it.
                    let place = match numbering {
                        Numbering::Flat | Numbering::Attic => usize::from(number),
                        Numbering::Solver if side == turn => 2 + pit.index(),
                        Numbering::Solver => 2 + usize::from(pits) + pit.index(),
                    };
                    let cell = setup.pits[side][pit.index()];
                    prop_assert_eq!(cell, Cell::Seeds(numbers[place]));
                }
            }
            let written = setup.to_string();
            prop_assert_eq!(Setup::read(&written, numbering, pits), Ok(setup));
        }
    }

    #[test]
    fn switches_are_read_as_they_are_written(switches in draw::any_switches()) {
        let mut read = Switches::default();
        for (key, value) in switches.entries() {
            prop_assert_eq!(switches.get(key), Some(value.clone()));
            prop_assert_eq!(read.set(key, &value), Ok(()));
        }
        prop_assert_eq!(&read, &switches);
        let effective = switches.effective();
        prop_assert_eq!(&effective.effective(), &effective);
        prop_assert_eq!(Fingerprint::of(&effective), Fingerprint::of(&switches));
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_position_is_read_as_it_is_written((switches, board) in draw::switches_and_board()) {
        let rules = rules(&switches);
        let position = board.position(&rules);
        let setup: Setup = position.to_string().parse().expect("a setup");
        let read = rules.position(&setup).expect("a legal position");
        prop_assert_eq!(read.to_string(), position.to_string());
        prop_assert_eq!(read.is_over(), position.is_over());
        if !position.is_over() {
            prop_assert_eq!(read, position);
        }
    }

    #[test]
    fn switches_without_effect_change_nothing_in_the_play(
        (switches, board) in draw::switches_and_board(),
    ) {
        let (given, effective) = (rules(&switches), rules(&switches.effective()));
        let (one, other) = (board.position(&given), board.position(&effective));
        prop_assert_eq!(one, other);
        prop_assert_eq!(given.legal_moves(&one), effective.legal_moves(&other));
        for m in given.legal_moves(&one) {
            prop_assert_eq!(given.play(&one, m), effective.play(&other, m));
        }
    }

    #[test]
    fn the_record_of_any_game_is_read_and_replayed(
        (switches, board) in draw::switches_and_board(),
        picks in vec(any::<u8>(), 0..60),
        ending in prop_oneof![
            Just(None),
            side().prop_map(|side| Some(Some(side))),
            Just(Some(None)),
        ],
        comment in any::<String>(),
    ) {
        let rules = Arc::new(rules(&switches));
        let start = board.position(&rules);
        prop_assume!(!start.is_over());
        let mut game = Game::from_position(Arc::clone(&rules), start);
        for pick in picks {
            let moves = game.legal_moves();
            match moves.get(usize::from(pick) % moves.len().max(1)) {
                Some(&m) => { game.play(m).expect("a legal move"); }
                None => break,
            }
        }
        match ending {
            Some(Some(side)) => { game.resign(side); }
            Some(None) => { game.agree(); }
            None => {}
        }
        let mut record = Record::from_game(&game);
        record.comments.push((game.moves().len() / 2, comment));
        let read: Record = record.to_string().parse().expect("a record");
        prop_assert_eq!(&read, &record);
        let ruleset = read.ruleset().expect("its rules");
        prop_assert_eq!(&ruleset.switches, &switches);
        let again = read.replay(Arc::new(Rules::new(ruleset).expect("sound rules")));
        let again = again.expect("the same game");
        prop_assert_eq!(again.positions(), game.positions());
        prop_assert_eq!(again.position(), game.position());
        prop_assert_eq!(again.result(), game.result());
    }
}

/// Text of all kinds: noise, the letters of a notation in any order, and good text with a change.
fn text(letters: &'static str, good: Vec<String>) -> impl Strategy<Value = String> {
    let change = (
        proptest::sample::select(good),
        any::<proptest::sample::Index>(),
        any::<proptest::sample::Index>(),
        prop_oneof![letters, ".{0,3}"],
    );
    prop_oneof![
        vec(any::<u8>(), 0..200).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        any::<String>(),
        letters,
        change.prop_map(|(good, from, until, put)| {
            let letters: Vec<char> = good.chars().collect();
            let (from, until) = (from.index(letters.len()), until.index(letters.len()));
            let (from, until) = (from.min(until), from.max(until).min(from.min(until) + 5));
            let text = |letters: &[char]| letters.iter().collect::<String>();
            format!("{}{put}{}", text(&letters[..from]), text(&letters[until..]))
        }),
    ]
}

fn positions() -> Vec<String> {
    ["kalah", "attic-fire", "togyzkumalak"]
        .map(|name| Rules::builtin(name).expect("a game").start().to_string())
        .into()
}

fn records() -> Vec<String> {
    let mut game = Game::new(Arc::new(Rules::builtin("kalah").expect("kalah")));
    while let Some(&m) = game.legal_moves().first() {
        game.play(m).expect("a legal move");
    }
    let mut record = Record::from_game(&game);
    record.set_tag("Switches", "seeds=4 pits=6");
    record.set_tag("Position", "4,4,4,4,4,4/4,4,4,4,4,4/0,0/S");
    record
        .comments
        .push((3, "a {comment} \\ of \"sorts\"".into()));
    vec![record.to_string()]
}

fn files() -> Vec<String> {
    Ruleset::names()
        .map(|name| Ruleset::source_text(name).expect("a file").to_string())
        .collect()
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn no_text_makes_the_reader_of_positions_panic(
        text in text("[0-9xt,/SN ]{0,80}", positions()),
        pits in 1..=Pit::MOST,
    ) {
        let mut setups: Vec<Setup> = text.parse().into_iter().collect();
        for numbering in Numbering::ALL {
            setups.extend(Setup::read(&text, numbering, pits));
        }
        for setup in setups {
            prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
        }
    }

    #[test]
    fn no_setup_makes_the_rules_panic(setup in setup(), name in proptest::sample::select(
        Ruleset::names().collect::<Vec<_>>()
    )) {
        let rules = Rules::builtin(name).expect("a game");
        if let Ok(position) = rules.position(&setup) {
            prop_assert!(position.total() <= krou_rules::MOST_SEEDS);
        }
    }

    #[test]
    fn no_text_makes_the_reader_of_moves_panic(
        text in text("[A-Na-n! ,\n]{0,60}", vec!["CF b DA !C !f".into()]),
    ) {
        if let Ok(line) = text.parse::<Line>() {
            prop_assert_eq!(line.to_string().parse::<Line>(), Ok(line));
        }
        if let Ok(m) = text.parse::<Move>() {
            prop_assert_eq!(m.to_string().parse::<Move>(), Ok(m));
        }
    }

    #[test]
    fn no_text_makes_the_reader_of_records_panic(
        text in text("[]\\[\"{};\\\\A-Za-f0-9 \n*.=!-]{0,200}", records()),
    ) {
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse::<Record>(), Ok(record.clone()));
            if let Ok(ruleset) = record.ruleset()
                && let Ok(rules) = Rules::new(ruleset)
            {
                let _ = record.replay(Arc::new(rules));
            }
        }
    }

    #[test]
    fn no_tags_make_a_replay_panic(
        name in prop_oneof![Just("kalah".to_string()), any::<String>()],
        switches in text("[a-z=0-9 -]{0,40}", vec!["pits=5 seeds=2 capture=none".into()]),
        position in text("[0-9xt,/SN ]{0,40}", positions()),
        termination in prop_oneof![
            Just("agreed".to_string()), Just("resigned N".to_string()), Just("out-of-time S".to_string()), Just("aborted".to_string()), any::<String>()
        ],
        moves in vec(a_move(), 0..5),
    ) {
        let mut record = Record { moves, ..Record::default() };
        record.set_tag("Rules", name);
        record.set_tag("Switches", switches);
        record.set_tag("Position", position);
        record.set_tag("Termination", termination);
        if let Ok(ruleset) = record.ruleset()
            && let Ok(rules) = Rules::new(ruleset)
        {
            let _ = record.replay(Arc::new(rules));
        }
    }

    #[test]
    fn no_text_makes_the_reader_of_rulesets_panic(
        text in text("[]\\[\"{}a-z=0-9 \n.'#-]{0,200}", files()),
    ) {
        if let Ok(ruleset) = Ruleset::parse("drawn", &text) {
            prop_assert!(Rules::new(ruleset).is_ok());
        }
    }

    #[test]
    fn no_switch_and_no_value_make_the_switches_panic(
        key in prop_oneof![
            3 => proptest::sample::select(Switches::KEYS).prop_map(str::to_string),
            1 => any::<String>(),
        ],
        value in prop_oneof!["[a-z-]{0,12}", "-?[0-9]{0,25}", any::<String>()],
    ) {
        let mut switches = Switches::default();
        match switches.set(&key, &value) {
            Ok(()) => { let _ = switches.check(); }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        let _ = value.parse::<Numbering>();
        let _ = value.parse::<Lang>();
        let _ = value.parse::<Fingerprint>();
    }

    #[test]
    fn any_switches_are_compiled_or_refused_with_a_sentence(switches in draw::any_switches()) {
        if let Err(nonsense) = switches.check() {
            prop_assert!(!nonsense.keys().is_empty());
            prop_assert!(nonsense.keys().iter().all(|key| Switches::KEYS.contains(key)));
            for lang in Lang::ALL {
                prop_assert!(nonsense.text(lang).len() > 20);
            }
        }
    }
}

#[test]
fn an_unknown_game_without_a_fingerprint_is_not_played_as_another() {
    let record: Record = "[Rules \"owari\"]\nA b *".parse().unwrap();
    let refused = record.ruleset().unwrap_err();
    assert!(matches!(&refused, ReplayError::UnknownRules(name, Near::One(_)) if name == "owari"));
    let record: Record = "[Rules \"\u{1b}[2J no such game\"]\nA b *".parse().unwrap();
    let refused = record.ruleset().unwrap_err();
    assert!(refused.to_string().contains("oware"), "{refused}");
    assert!(!refused.to_string().contains('\u{1b}'), "{refused}");
}
