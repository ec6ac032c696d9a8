//! `avalanche`, and the one-turn problem in the numbers of the older solver.

use std::collections::HashMap;

use crate::spec::{after, played, position, rules};
use krou_rules::{Numbering, Position, Rules, Setup, Side};

//      1 1 1 1 1 1
//    0             0
//      1 . . . 2 1
//                ^
#[test]
fn a_last_seed_in_the_own_store_gives_another_move() {
    let after = played("avalanche", "1,0,0,0,2,1/1,1,1,1,1,1/0,0/S", "F");
    assert_eq!(after, "1,0,0,0,2,0/1,1,1,1,1,1/1,0/S");
}

//      . 5 . . . .
//    0             0
//      1 . . . . .
//      ^
#[test]
fn a_last_seed_in_an_empty_pit_ends_the_turn_and_captures_nothing() {
    let after = played("avalanche", "1,0,0,0,0,0/0,0,0,0,5,0/0,0/S", "A");
    assert_eq!(after, "0,1,0,0,0,0/0,0,0,0,5,0/0,0/N");
}

//      . . . . . 1
//    0             0
//     13 . . . . .
//      ^
#[test]
fn the_origin_is_sown_and_a_full_lap_ends_in_it() {
    // The thirteenth seed falls in A, which the lift emptied: the turn is over.
    let after = played("avalanche", "13,0,0,0,0,0/1,0,0,0,0,0/0,0/S", "A");
    assert_eq!(after, "1,1,1,1,1,1/2,1,1,1,1,1/1,0/N");
}

//      . . . . 2 1
//   24             20
//      . . . . . 1
//                ^
#[test]
fn only_stores_count_and_the_seeds_left_go_to_nobody() {
    let rules = rules("avalanche");
    let end = after(&rules, "0,0,0,0,0,1/1,2,0,0,0,0/20,24/S", "F");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/1,2,0,0,0,0/21,24/S");
    assert!(end.is_over());
    let scores = rules.scores(&end);
    assert_eq!((scores.south, scores.north), (21, 24));
}

#[test]
fn a_switch_gives_the_seeds_left_to_their_owner() {
    let end = played(
        "avalanche leftovers=owner",
        "0,0,0,0,0,1/1,2,0,0,0,0/20,24/S",
        "F",
    );
    assert_eq!(end, "0,0,0,0,0,0/0,0,0,0,0,0/21,27/S");
}

//      6  5  4  3  2  1       the older solver's numbers
//                        0    for South to move
//      7  8  9 10 11 12
#[test]
fn the_older_solvers_board_and_numbers_are_read() {
    let list = "30,20,1,2,3,4,5,6,11,12,13,14,15,16";
    let setup = Setup::read(list, Numbering::Solver, 6).expect("a list");
    assert_eq!(setup.to_string(), "1,2,3,4,5,6/11,12,13,14,15,16/30,20/S");
    let north = Setup::read(&format!("{list}/N"), Numbering::Solver, 6).expect("a list");
    assert_eq!(north.to_string(), "11,12,13,14,15,16/1,2,3,4,5,6/20,30/N");
    let letter = |number, mover| {
        let m = Numbering::Solver.sowing(number, 6, mover).expect("a pit");
        m.to_string()
    };
    assert_eq!(letter(12, Side::South), "F");
    assert_eq!(letter(7, Side::South), "A");
    assert_eq!(letter(1, Side::South), "a");
    assert_eq!(letter(12, Side::North), "f");
    assert!(Numbering::Solver.pit(0, 6, Side::South).is_none());
    assert!(Numbering::Solver.pit(13, 6, Side::South).is_none());
}

#[test]
fn the_best_first_turn_begins_12_9_8_11_7_7() {
    let rules = rules("avalanche");
    let mut position = rules.start();
    for number in [12, 9, 8, 11, 7, 7] {
        assert_eq!(position.turn(), Side::South);
        let m = Numbering::Solver
            .sowing(number, 6, Side::South)
            .expect("a pit");
        position = rules.play(&position, m).expect("a legal move");
    }
    assert_eq!(position.turn(), Side::South, "the chain goes on");
}

#[test]
fn the_best_first_turn_with_three_seeds_stores_ten() {
    let rules = rules("avalanche seeds=3");
    let start = position(&rules, "3,3,3,3,3,3/3,3,3,3,3,3/0,0/S");
    assert_eq!(best_turn(&rules, &start, &mut HashMap::new()), 10);
}

/// The most seeds South can have stored when the turn is over.
fn best_turn(rules: &Rules, position: &Position, known: &mut HashMap<Position, u8>) -> u8 {
    if position.turn() == Side::North || position.is_over() {
        return position.store(Side::South);
    }
    if let Some(&best) = known.get(position) {
        return best;
    }
    let best = rules
        .legal_moves(position)
        .into_iter()
        .map(|m| {
            best_turn(
                rules,
                &rules.play(position, m).expect("a legal move"),
                known,
            )
        })
        .max()
        .expect("a move");
    known.insert(*position, best);
    best
}
