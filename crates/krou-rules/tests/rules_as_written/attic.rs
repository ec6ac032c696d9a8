//! `attic`, `attic-advanced` and `attic-fire`.

use crate::spec::{after, legal, played, refused, rules};
use krou_rules::{Ending, IllegalMove, Numbering, Setup, Side};

//      1 1 1 1 1 1
//    0             0
//      1 . . . . 8
//                ^
#[test]
fn both_attics_are_sown() {
    let after = played("attic", "1,0,0,0,0,8/1,1,1,1,1,1/0,0/S", "F");
    assert_eq!(after, "1,0,0,0,0,0/2,2,2,2,2,2/1,1/N");
}

//      1 . . . . .
//    0             0
//     14 . . . . .
//      ^
#[test]
fn a_lap_sows_the_origin() {
    let after = played("attic", "14,0,0,0,0,0/0,0,0,0,0,1/0,0/S", "A");
    assert_eq!(after, "1,1,1,1,1,1/1,1,1,1,1,2/1,1/N");
}

//      5 . . . . .
//    0             0
//      1 . . . . 1
//      ^         ^
#[test]
fn the_plain_game_knows_no_bonus_and_no_capture() {
    let position = "1,0,0,0,0,1/0,0,0,0,5,0/0,0/S";
    assert_eq!(
        played("attic", position, "F"),
        "1,0,0,0,0,0/0,0,0,0,5,0/1,0/N"
    );
    assert_eq!(
        played("attic", position, "A"),
        "0,1,0,0,0,1/0,0,0,0,5,0/0,0/N"
    );
}

//      . . . . . 2
//    5             10
//      . . . . . 1
//                ^
#[test]
fn a_player_without_seeds_ends_the_game_and_rows_count() {
    let rules = rules("attic");
    let end = after(&rules, "0,0,0,0,0,1/2,0,0,0,0,0/10,5/S", "F");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/2,0,0,0,0,0/11,5/N");
    assert_eq!(end.ending(), Some(Ending::SideEmpty(Side::South)));
    let scores = rules.scores(&end);
    assert_eq!((scores.south, scores.north), (11, 7));
}

#[test]
fn rows_count_at_any_moment() {
    let rules = rules("attic");
    let scores = rules.scores(&rules.start());
    assert_eq!((scores.south, scores.north), (18, 18));
}

//     13 12 11 10  9  8
//   0                    7
//      1  2  3  4  5  6
#[test]
fn fields_are_numbered_from_norths_attic() {
    let list = "0,1,2,3,4,5,6,7,8,9,10,11,12,13";
    let setup = Setup::read(list, Numbering::Attic, 6).expect("a list");
    assert_eq!(setup.to_string(), "1,2,3,4,5,6/8,9,10,11,12,13/7,0/S");
    let sowing = |number| Numbering::Attic.sowing(number, 6, Side::South);
    assert_eq!(sowing(1).expect("a field").to_string(), "A");
    assert_eq!(sowing(13).expect("a field").to_string(), "f");
    assert_eq!((sowing(0), sowing(7)), (None, None));
    assert_eq!(rules("attic-fire").ruleset().numbering, Numbering::Attic);
}

//      1 1 1 1 1 1
//    0             0
//      1 . . . . 8
//                ^
#[test]
fn a_last_seed_in_either_attic_gives_another_move() {
    let position = "1,0,0,0,0,8/1,1,1,1,1,1/0,0/S";
    let after = played("attic-advanced", position, "F");
    assert_eq!(after, "1,0,0,0,0,0/2,2,2,2,2,2/1,1/S");
    let after = played("attic-advanced", "1,0,0,0,0,1/1,1,1,1,1,1/0,0/S", "F");
    assert_eq!(after, "1,0,0,0,0,0/1,1,1,1,1,1/1,0/S");
}

//      . 5 . . . 1
//    0             0
//      1 . . . . .
//      ^
#[test]
fn opposite_seeds_go_to_the_attic_and_the_last_seed_stays() {
    let after = played("attic-advanced", "1,0,0,0,0,0/1,0,0,0,5,0/0,0/S", "A");
    assert_eq!(after, "0,1,0,0,0,0/1,0,0,0,0,0/5,0/N");
}

//      . . . . 1 .
//    0             0
//      1 . . . 3 2
//              ^
#[test]
fn a_capture_on_the_other_side_takes_the_movers_own_seeds_home() {
    let after = played("attic-advanced", "1,0,0,0,3,2/0,1,0,0,0,0/0,0/S", "E");
    assert_eq!(after, "1,0,0,0,0,0/1,1,0,0,0,0/4,0/N");
}

//      6 5 4 3 2 1
//    2             3
//      1 2 3 4 5 6
//          ^
#[test]
fn a_burn_takes_a_column_and_three_seeds_out_of_the_game_and_passes_the_turn() {
    let rules = rules("attic-fire");
    let burned = after(&rules, "1,2,3,4,5,6/1,2,3,4,5,6/3,2/S", "!C");
    assert_eq!(burned.to_string(), "1,2,x,4,5,6/1,2,3,x,5,6/0,2/N");
    assert_eq!(burned.total(), 47 - 3 - 3 - 4);
    assert_eq!(
        played("attic-fire", "1,2,3,4,5,6/1,2,3,4,5,6/0,3/N", "!c"),
        "1,2,3,x,5,6/1,2,x,4,5,6/0,0/S"
    );
}

#[test]
fn a_burn_needs_three_seeds_in_the_attic() {
    let poor = "1,2,3,4,5,6/1,2,3,4,5,6/2,9/S";
    assert_eq!(legal("attic-fire", poor), "A B C D E F");
    assert_eq!(
        refused("attic-fire", poor, "!C"),
        IllegalMove::TooPoor { cost: 3, store: 2 }
    );
    let rich = "1,0,3,4,5,6/1,2,3,4,5,6/3,9/S";
    assert_eq!(legal("attic-fire", rich), "A C D E F !A !B !C !D !E !F");
}

//      1 1 1 1 x x        1 1 1 x x x
//    9             9    9             9
//      1 1 1 1 x x        1 1 1 x x x
#[test]
fn a_burn_needs_more_than_three_columns() {
    let four = "1,1,1,1,x,x/x,x,1,1,1,1/9,9/S";
    assert_eq!(legal("attic-fire", four), "A B C D !A !B !C !D");
    let three = "1,1,1,x,x,x/x,x,x,1,1,1/9,9/S";
    assert_eq!(legal("attic-fire", three), "A B C");
    assert_eq!(
        refused("attic-fire", three, "!A"),
        IllegalMove::TooFewColumns { left: 3 }
    );
    assert_eq!(
        refused("attic-fire", four, "!E"),
        IllegalMove::Burned { pit: 'E' }
    );
    assert_eq!(
        refused("attic", "3,3,3,3,3,3/3,3,3,3,3,3/9,9/S", "!E"),
        IllegalMove::NoBurning
    );
}

//      . x . 5 . 1
//    0             0
//      2 x . . . .
//      ^
#[test]
fn sowing_and_opposites_pass_over_burned_columns() {
    // A to C and D; D was empty, and c faces it.
    let after = played("attic-fire", "2,x,0,0,0,0/1,0,5,0,x,0/0,0/S", "A");
    assert_eq!(after, "0,x,1,1,0,0/1,0,0,0,x,0/5,0/N");
}

//      1 1 1 1 1 .
//    0             3
//      . . . . . 2
//                ^
#[test]
fn burning_ones_last_field_ends_the_game() {
    let rules = rules("attic-fire");
    let end = after(&rules, "0,0,0,0,0,2/0,1,1,1,1,1/3,0/S", "!F");
    assert_eq!(end.to_string(), "0,0,0,0,0,x/x,1,1,1,1,1/0,0/N");
    assert_eq!(end.ending(), Some(Ending::SideEmpty(Side::South)));
}
