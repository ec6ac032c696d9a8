//! The best chain of one turn.

mod common;

use common::{Dice, random_game, rules, sized};
use krou_engine::{StopFlag, best_chain};
use krou_rules::{Numbering, Position, Rules, Side};

const MEMORY: usize = 1 << 28;

/// The most seeds the mover's store can hold when the turn ends, by trying every chain.
fn by_trying_everything(rules: &Rules, position: &Position) -> u8 {
    let mover = position.turn();
    rules
        .legal_moves(position)
        .into_iter()
        .map(|m| {
            let next = rules.play(position, m).unwrap();
            if next.is_over() || next.turn() != mover {
                next.store(mover)
            } else {
                by_trying_everything(rules, &next)
            }
        })
        .max()
        .expect("a game not over has a move")
}

#[test]
fn the_avalanche_start_with_3_4_and_5_seeds_gives_10_43_and_54() {
    for (seeds, store) in [(3, 10), (4, 43), (5, 54)] {
        let rules = sized("avalanche", 6, seeds);
        let chain = best_chain(&rules, &rules.start(), MEMORY, &StopFlag::new()).unwrap();
        assert_eq!(chain.store, store, "{seeds} seeds a pit");
    }
}

#[test]
fn the_avalanche_start_with_6_seeds_gives_69_and_ends_the_game() {
    let rules = sized("avalanche", 6, 6);
    let chain = best_chain(&rules, &rules.start(), MEMORY, &StopFlag::new()).unwrap();
    assert_eq!(chain.store, 69);
    assert!(chain.ending().is_some());
}

#[test]
fn a_chain_that_reaches_43_begins_12_9_8_11_7_7_in_the_older_numbers() {
    let rules = sized("avalanche", 6, 4);
    let mut position = rules.start();
    for number in [12, 9, 8, 11, 7, 7] {
        let m = Numbering::Solver.sowing(number, 6, Side::South).unwrap();
        position = rules.play(&position, m).unwrap();
        assert_eq!(position.turn(), Side::South);
    }
    assert_eq!(
        best_chain(&rules, &position, MEMORY, &StopFlag::new())
            .unwrap()
            .store,
        43
    );
}

#[test]
fn the_longest_chain_on_a_kalah_board_is_17_moves() {
    //      1  0  0  0  0  0
    //   0                    0     every move ends in the store
    //      6  4  2  3  1  1
    let rules = rules("kalah", &[]);
    let position = "6,4,2,3,1,1/0,0,0,0,0,1/0,0/S".parse().unwrap();
    let position = rules.position(&position).unwrap();
    let chain = best_chain(&rules, &position, MEMORY, &StopFlag::new()).unwrap();
    assert_eq!((chain.moves.len(), chain.store), (17, 17));
    assert!(chain.ending().is_some());
}

#[test]
fn remembering_positions_changes_nothing() {
    let games = [
        sized("avalanche", 3, 2),
        sized("avalanche", 6, 2),
        rules("avalanche", &[("pits", "7"), ("seeds", "1")]),
        rules("avalanche", &[("pits", "4"), ("leftovers", "owner")]),
        rules("avalanche", &[("pits", "4"), ("majority", "yes")]),
        sized("kalah", 6, 3),
        sized("kalah-empty-capture", 8, 2),
        rules("kalah", &[("majority", "yes"), ("pits", "3")]),
        sized("attic-advanced", 4, 3),
        sized("attic-fire", 5, 2),
        sized("ayo", 4, 3),
    ];
    let mut dice = Dice(1);
    for rules in &games {
        for _ in 0..200 {
            let moves = dice.below(24);
            let position = *random_game(rules, moves, &mut dice).position();
            let expected = by_trying_everything(rules, &position);
            // Room for everything, and for next to nothing.
            for memory in [MEMORY, 1000] {
                let chain = best_chain(rules, &position, memory, &StopFlag::new()).unwrap();
                assert_eq!(chain.store, expected, "{position}");
                let after = chain.moves.iter().fold(position, |position, &m| {
                    rules.play(&position, m).expect("a chain can be played")
                });
                assert_eq!(after, chain.position);
                assert_eq!(after.store(position.turn()), chain.store);
                assert!(after.is_over() || after.turn() != position.turn());
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_chain() {
    let rules = rules("kalah", &[]);
    let over = "0,0,0,0,0,0/1,0,0,0,0,0/4,4/S".parse().unwrap();
    let over = rules.position(&over).unwrap();
    assert!(best_chain(&rules, &over, MEMORY, &StopFlag::new()).is_none());
}

#[test]
fn a_stopped_search_answers_nothing() {
    let rules = rules("avalanche", &[]);
    let stop = StopFlag::new();
    stop.stop();
    assert!(best_chain(&rules, &rules.start(), MEMORY, &stop).is_none());
}
