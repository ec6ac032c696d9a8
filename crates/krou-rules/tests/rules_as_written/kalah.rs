//! `kalah`, `kalah-5x2` and `kalah-empty-capture`.

use crate::spec::{after, played, rules};
use krou_rules::{Ending, Numbering, Setup, Side};

//      1 1 1 1 1
//    0           0
//      1 1 1 1 1
//              ^
#[test]
fn a_last_seed_in_the_own_store_gives_another_move() {
    let after = played("kalah pits=5", "1,1,1,1,1/1,1,1,1,1/0,0/S", "E");
    assert_eq!(after, "1,1,1,1,0/1,1,1,1,1/1,0/S");
}

//      1 . . . .
//    0           0
//      1 . . . .
//      ^
#[test]
fn an_empty_opposite_pit_is_no_capture() {
    let after = played("kalah pits=5", "1,0,0,0,0/0,0,0,0,1/0,0/S", "A");
    assert_eq!(after, "0,1,0,0,0/0,0,0,0,1/0,0/N");
}

//      2 5 . . . .
//    0             0
//      1 . 3 . . .
//      ^
#[test]
fn a_last_seed_in_an_empty_own_pit_takes_itself_and_the_opposite_seeds() {
    let after = played("kalah", "1,0,3,0,0,0/0,0,0,0,5,2/0,0/S", "A");
    assert_eq!(after, "0,0,3,0,0,0/0,0,0,0,0,2/6,0/N");
}

//      2 5 . . . .
//    0             0
//      1 1 3 . . .
//      ^
#[test]
fn a_last_seed_in_a_pit_that_holds_seeds_takes_nothing() {
    let after = played("kalah", "1,1,3,0,0,0/0,0,0,0,5,2/0,0/S", "A");
    assert_eq!(after, "0,2,3,0,0,0/0,0,0,0,5,2/0,0/N");
}

//      . . . . 3 .
//    0             0
//      4 . . . . 2
//                ^
#[test]
fn nothing_is_captured_on_the_opponents_side() {
    let after = played("kalah", "4,0,0,0,0,2/0,3,0,0,0,0/0,0/S", "F");
    assert_eq!(after, "4,0,0,0,0,0/1,3,0,0,0,0/1,0/N");
}

//      2 . . . . .
//    0             0
//     13 . . . . .
//      ^
#[test]
fn a_thirteen_seed_sowing_captures_from_its_own_pit() {
    // The last seed falls in A, emptied by the lift; f has 3 by then.
    let after = played("kalah", "13,0,0,0,0,0/0,0,0,0,0,2/0,0/S", "A");
    assert_eq!(after, "0,1,1,1,1,1/1,1,1,1,1,0/5,0/N");
}

//      1 1 1 1 1 1
//    0             0
//      3 . . . . 8
//                ^
#[test]
fn the_opponents_store_is_skipped() {
    let after = played("kalah", "3,0,0,0,0,8/1,1,1,1,1,1/0,0/S", "F");
    assert_eq!(after, "4,0,0,0,0,0/2,2,2,2,2,2/1,0/N");
}

//      1 . . . . .
//    0             0
//     14 1 . . . .
//      ^
#[test]
fn the_origin_is_sown_like_any_other_pit() {
    let after = played("kalah", "14,1,0,0,0,0/0,0,0,0,0,1/0,0/S", "A");
    assert_eq!(after, "1,3,1,1,1,1/1,1,1,1,1,2/1,0/N");
}

//      . . . . 2 1
//   24             20
//      . . . . . 1
//                ^
#[test]
fn the_game_ends_when_a_side_is_empty_also_in_the_middle_of_a_chain() {
    let rules = rules("kalah");
    let end = after(&rules, "0,0,0,0,0,1/1,2,0,0,0,0/20,24/S", "F");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/21,27/S");
    assert_eq!(end.ending(), Some(Ending::SideEmpty(Side::South)));
    assert!(rules.legal_moves(&end).is_empty());
}

//      . 3 . . . .
//   20             20
//      1 . . . . 4
//      ^
#[test]
fn a_capture_of_the_last_seeds_ends_the_game_and_each_takes_their_own_side() {
    let rules = rules("kalah");
    let end = after(&rules, "1,0,0,0,0,4/0,0,0,0,3,0/20,20/S", "A");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/28,20/N");
    assert_eq!(end.ending(), Some(Ending::SideEmpty(Side::North)));
}

/// From the store backward: the only board whose every seed can be brought home one move at a
/// time, grown until no pit is empty.
#[test]
fn a_chain_of_bonus_moves_can_be_seventeen_moves_long() {
    let mut row = [0_u8; 6];
    while let Some(empty) = (0..6).rev().find(|&pit| row[pit] == 0) {
        for pit in &mut row[empty + 1..] {
            *pit -= 1;
        }
        row[empty] = 6 - empty as u8;
    }
    let south = row.map(|seeds| seeds.to_string()).join(",");
    let rules = rules("kalah");
    let mut position = crate::spec::position(&rules, &format!("{south}/1,0,0,0,0,0/0,0/S"));
    let mut moves = 0;
    while !position.is_over() {
        let ready = rules
            .legal_moves(&position)
            .into_iter()
            .rev()
            .find(|m| usize::from(position.seeds(m.side, m.pit)) == 6 - m.pit.index());
        position = rules
            .play(&position, ready.expect("a bonus move"))
            .expect("a legal move");
        assert_eq!(position.turn(), Side::South);
        moves += 1;
    }
    assert_eq!(
        (moves, position.to_string().as_str()),
        (17, "0,0,0,0,0,0/0,0,0,0,0,0/17,1/S")
    );
}

//     10  9  8  7  6          list number, North's
//  11                 5
//      0  1  2  3  4          list number, South's
#[test]
fn kalah_5x2_reads_a_flat_list_in_which_1_and_9_are_opposite() {
    let setup = Setup::read("0,1,2,3,4,5,6,7,8,9,10,11", Numbering::Flat, 5).expect("a list");
    assert_eq!(setup.to_string(), "0,1,2,3,4/6,7,8,9,10/5,11/S");
    let (south, b) = Numbering::Flat.pit(1, 5, Side::South).expect("a pit");
    let (north, d) = Numbering::Flat.pit(9, 5, Side::South).expect("a pit");
    assert_eq!((south, north), (Side::South, Side::North));
    assert_eq!(b.facing(5), d);
}

//      4 . . . . .
//    0             0
//      1 . . . 3 .
//      ^
#[test]
fn an_empty_capture_takes_the_single_seed() {
    let after = played("kalah-empty-capture", "1,0,0,0,3,0/0,0,0,0,0,4/0,0/S", "A");
    assert_eq!(after, "0,0,0,0,3,0/0,0,0,0,0,4/1,0/N");
}

//      4 2 . . . .
//    0             0
//      1 . . . 3 .
//      ^
#[test]
fn an_empty_capture_game_takes_opposite_seeds_too() {
    let after = played("kalah-empty-capture", "1,0,0,0,3,0/0,0,0,0,2,4/0,0/S", "A");
    assert_eq!(after, "0,0,0,0,3,0/0,0,0,0,0,4/3,0/N");
}
