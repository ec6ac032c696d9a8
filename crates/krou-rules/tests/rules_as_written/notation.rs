//! How positions and moves are written, as the specification says.

use crate::spec::{position, rules};
use krou_rules::{Line, Move, Pit, Setup, Side};

#[test]
fn the_kalah_start_is_written_as_one_word() {
    let start = rules("kalah").start();
    assert_eq!(start.to_string(), "4,4,4,4,4,4/4,4,4,4,4,4/0,0/S");
}

//      f e d c b a       A faces f, B faces e …
//      A B C D E F
#[test]
fn a_south_pit_faces_the_north_pit_counted_from_the_other_end() {
    for pit in Pit::first(6) {
        assert_eq!(pit.facing(6).index(), 5 - pit.index());
    }
}

#[test]
fn sowing_runs_counter_clockwise_through_the_stores() {
    let rules = rules("attic");
    let start = position(&rules, "0,0,0,0,0,14/1,0,0,0,0,0/0,0/S");
    let (_, trace) = rules
        .play_traced(&start, "F".parse().expect("a move"))
        .expect("a legal move");
    let way: Vec<String> = trace
        .iter()
        .filter_map(|event| match event {
            krou_rules::Event::Drop { at, .. } => Some(match at {
                krou_rules::Place::Pit(side, pit) => pit.letter(*side).to_string(),
                krou_rules::Place::Store(side) => format!("[{side}]"),
            }),
            _ => None,
        })
        .collect();
    assert_eq!(way.join(" "), "[South] a b c d e f [North] A B C D E F");
}

#[test]
fn a_move_is_a_letter_and_a_burn_has_a_mark() {
    let c = Pit::new(2).expect("a pit");
    for (text, m) in [
        ("C", Move::sow(Side::South, c)),
        ("c", Move::sow(Side::North, c)),
        ("!C", Move::burn(Side::South, c)),
    ] {
        assert_eq!(text.parse(), Ok(m));
        assert_eq!(m.to_string(), text);
    }
    for wrong in ["", "M", "!", "CF", "C F", "1", "é"] {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
}

#[test]
fn a_game_is_written_in_turns_and_read_joined_or_separated() {
    for text in ["CF b DA", "C F b D A", "CFbDA", " CF,b\nDA "] {
        let line: Line = text.parse().expect("moves");
        assert_eq!(line.to_string(), "CF b DA");
    }
}

#[test]
fn a_burned_pit_is_an_x_and_a_tuzdyk_a_t() {
    for (spec, text) in [
        ("attic-fire", "1,x,1,1,1,1/1,1,1,1,x,1/0,0/N"),
        ("togyzkumalak", "t,9,9,9,9,9,9,9,9/9,t,9,9,9,9,9,9,9/9,9/S"),
    ] {
        assert_eq!(position(&rules(spec), text).to_string(), text);
    }
}

#[test]
fn a_position_of_more_than_255_seeds_is_refused() {
    let kalah = rules("kalah");
    let refused = |text: &str| {
        let setup: Setup = text.parse().expect("a setup");
        kalah.position(&setup).map_err(|e| e.to_string())
    };
    assert!(refused("100,0,0,0,0,0/100,0,0,0,0,0/55,0/S").is_ok());
    assert_eq!(
        refused("100,0,0,0,0,0/100,0,0,0,0,0/55,1/S"),
        Err("the position has 256 seeds; a game has at most 255".into())
    );
    assert!("256,0,0,0,0,0/0,0,0,0,0,0/0,0/S".parse::<Setup>().is_err());
}

#[test]
fn a_position_that_no_rule_allows_is_refused() {
    for (spec, text) in [
        ("kalah", "4,4,4,4,4/4,4,4,4,4/0,0/S"),
        ("kalah", "x,4,4,4,4,4/4,4,4,4,4,x/0,0/S"),
        ("kalah", "t,4,4,4,4,4/4,4,4,4,4,4/0,0/S"),
        ("attic-fire", "x,4,4,4,4,4/4,4,4,4,4,4/0,0/S"),
        ("attic-fire", "x,x,x,x,4,4/4,4,x,x,x,x/0,0/S"),
        ("togyzkumalak", "t,t,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/S"),
        ("togyzkumalak", "9,9,9,9,9,9,9,9,t/9,9,9,9,9,9,9,9,9/0,0/S"),
        ("togyzkumalak", "9,t,9,9,9,9,9,9,9/9,t,9,9,9,9,9,9,9/0,0/S"),
    ] {
        let setup: Setup = text.parse().expect("a setup");
        assert!(rules(spec).position(&setup).is_err(), "{spec} {text}");
    }
}
