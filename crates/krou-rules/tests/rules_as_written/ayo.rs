//! `ayo`.

use crate::spec::{after, played, rules};
use krou_rules::{Ending, Side};

//      . . . 3 . .
//    0             0
//      2 . 1 . . .
//      ^
#[test]
fn a_last_seed_in_a_pit_with_seeds_is_lifted_with_them_and_sown_on() {
    // A to B and C; the two of C to D and E, which was empty.
    let after = played("ayo", "2,0,1,0,0,0/0,0,3,0,0,0/0,0/S", "A");
    assert_eq!(after, "0,1,0,1,1,0/0,0,3,0,0,0/0,0/N");
}

//      . . . 3 . 1
//    0             0
//      1 . . . . 2
//                ^
#[test]
fn a_relay_goes_on_from_the_opponents_side_too() {
    // F to the store and a; the two of a to b and c; the four of c to d, e, f and A; the two of A
    // to B and C, which was empty: d's seed is captured.
    let after = played("ayo", "1,0,0,0,0,2/1,0,3,0,0,0/0,0/S", "F");
    assert_eq!(after, "0,1,1,0,0,0/0,1,0,0,1,1/2,0/N");
}

//      1 . . . . .
//    0             0
//      1 13 . . . .
//      ^
#[test]
fn the_origin_of_the_whole_move_is_skipped_on_every_pass() {
    // A to B; 14 from B pass A once and end in D; on through F, a, c, e, past A again to B, to D.
    let after = played("ayo", "1,13,0,0,0,0/0,0,0,0,0,1/0,0/S", "A");
    assert_eq!(after, "0,0,3,1,2,0/0,2,0,2,0,3/2,0/N");
}

//      1 1 1 1 1 1
//    0             0
//      1 . . . . 1
//                ^
#[test]
fn a_last_seed_in_the_store_ends_the_turn() {
    let after = played("ayo", "1,0,0,0,0,1/1,1,1,1,1,1/0,0/S", "F");
    assert_eq!(after, "1,0,0,0,0,0/1,1,1,1,1,1/1,0/N");
}

//      1 5 . . . .
//    0             0
//      1 . . . . .
//      ^
#[test]
fn only_the_opposite_seeds_are_taken_and_the_last_seed_stays() {
    let after = played("ayo", "1,0,0,0,0,0/0,0,0,0,5,1/0,0/S", "A");
    assert_eq!(after, "0,1,0,0,0,0/0,0,0,0,0,1/5,0/N");
}

//      . . . . 1 .
//    0             0
//      3 . . . . 2
//                ^
#[test]
fn on_the_opponents_side_nothing_is_captured() {
    let after = played("ayo", "3,0,0,0,0,2/0,1,0,0,0,0/0,0/S", "F");
    assert_eq!(after, "3,0,0,0,0,0/1,1,0,0,0,0/1,0/N");
}

//      . 5 . . . .
//    7             9
//      1 . . . . .
//      ^
#[test]
fn the_game_ends_as_in_kalah() {
    let rules = rules("ayo");
    let end = after(&rules, "1,0,0,0,0,0/0,0,0,0,5,0/9,7/S", "A");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/15,7/N");
    assert_eq!(end.ending(), Some(Ending::SideEmpty(Side::North)));
}
