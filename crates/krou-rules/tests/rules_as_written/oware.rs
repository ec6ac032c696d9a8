//! `awale`, `oware` and `awari`.

use crate::spec::{after, legal, played, position, refused, rules};
use krou_rules::{Ending, First, IllegalMove, Side};

const FAMILY: [&str; 3] = ["awale", "oware", "awari"];

//      . . . . . 5
//    0             0
//      . . . . . 12
//                ^
#[test]
fn a_lap_skips_the_origin_and_no_store_is_sown() {
    for game in FAMILY {
        let after = played(game, "0,0,0,0,0,12/5,0,0,0,0,0/0,0/S", "F");
        assert_eq!(after, "1,1,1,1,1,0/7,1,1,1,1,1/0,0/N");
    }
}

//      . . . . . 5
//    0             0
//      . . . . . 24
//                ^
#[test]
fn every_further_lap_skips_the_origin_too() {
    for game in FAMILY {
        // The last seed makes three of b; they are taken.
        let after = played(game, "0,0,0,0,0,24/5,0,0,0,0,0/0,0/S", "F");
        assert_eq!(after, "2,2,2,2,2,0/8,0,2,2,2,2/3,0/N");
    }
}

//      . . 4 1 2 1
//   20             17
//      . . . . . 3
//                ^
#[test]
fn a_last_seed_that_makes_two_or_three_captures_backward_along_the_row() {
    for game in FAMILY {
        let after = played(game, "0,0,0,0,0,3/1,2,1,4,0,0/17,20/S", "F");
        assert_eq!(after, "0,0,0,0,0,0/0,0,0,4,0,0/24,20/N");
    }
}

//      . . 1 1 4 1
//   19             19
//      . . . . . 3
//                ^
#[test]
fn the_chain_stops_at_a_pit_of_another_count() {
    for game in FAMILY {
        let after = played(game, "0,0,0,0,0,3/1,4,1,1,0,0/19,19/S", "F");
        assert_eq!(after, "0,0,0,0,0,0/2,5,0,1,0,0/21,19/N");
    }
}

//      . . . . 5 1
//   19             19
//      . . . 1 2 1
//            ^   ^
#[test]
fn nothing_is_captured_on_ones_own_side() {
    for game in FAMILY {
        let board = "0,0,0,1,2,1/1,5,0,0,0,0/19,19/S";
        assert_eq!(played(game, board, "F"), "0,0,0,1,2,0/0,5,0,0,0,0/21,19/N");
        assert_eq!(played(game, board, "D"), "0,0,0,0,3,1/1,5,0,0,0,0/19,19/N");
    }
}

#[test]
fn the_first_player_of_awale_is_drawn_and_south_where_a_question_is_answered() {
    let awale = rules("awale");
    assert_eq!(awale.switches().first, First::Random);
    assert_eq!(awale.start().turn(), Side::South);
    assert_eq!(awale.start_with(Side::North).turn(), Side::North);
    assert_eq!(rules("oware").switches().first, First::South);
}

//      . . . . 1 1
//    0             0
//      . . . . 1 2
//                ^
#[test]
fn a_grand_slam_is_illegal_in_awale_and_avoided_in_awari() {
    let slam = "0,0,0,0,1,2/1,1,0,0,0,0/0,0/S";
    for game in ["awale", "awari"] {
        assert_eq!(legal(game, slam), "E");
        assert_eq!(
            refused(game, slam, "F"),
            IllegalMove::GrandSlam { pit: 'F' }
        );
    }
}

#[test]
fn a_grand_slam_captures_nothing_in_oware() {
    let slam = "0,0,0,0,1,2/1,1,0,0,0,0/21,22/S";
    assert_eq!(legal("oware", slam), "E F");
    assert_eq!(
        played("oware", slam, "F"),
        "0,0,0,0,1,0/2,2,0,0,0,0/21,22/N"
    );
}

//      . . . . . .
//   20             24
//      1 . . . . 3
#[test]
fn an_opponent_without_seeds_is_fed() {
    for game in FAMILY {
        let hungry = "1,0,0,0,0,3/0,0,0,0,0,0/24,20/S";
        assert_eq!(legal(game, hungry), "F");
        assert_eq!(
            refused(game, hungry, "A"),
            IllegalMove::Starves { pit: 'A' }
        );
    }
}

//      . . . . . .
//   27             20
//      1 . . . . .
#[test]
fn who_cannot_feed_ends_an_awale_or_oware_game_and_keeps_their_side() {
    let awale = rules("awale");
    let end = position(&awale, "1,0,0,0,0,0/0,0,0,0,0,0/20,27/S");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/21,27/S");
    assert_eq!(end.ending(), Some(Ending::NoMove(Side::South)));
    let oware = rules("oware");
    let end = position(&oware, "0,0,0,0,0,0/1,1,1,1,1,0/19,24/N");
    assert_eq!(end.ending(), Some(Ending::NoMove(Side::North)));
    let scores = oware.scores(&end);
    assert_eq!((scores.south, scores.north), (19, 29));
}

#[test]
fn who_cannot_feed_may_move_on_in_awari_and_the_opponent_cannot() {
    let hungry = "1,0,0,0,0,0/0,0,0,0,0,0/23,24/S";
    for game in ["awari", "oware feeding=when-possible"] {
        let rules = rules(game);
        let after = after(&rules, hungry, "A");
        assert_eq!(after.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/24,24/N");
        assert_eq!(after.ending(), Some(Ending::NoMove(Side::North)));
    }
}

//      . . . . . .
//   20             10
//      1 . . . . 17
//                ^
#[test]
fn a_sowing_that_feeds_and_slams_at_once_feeds_and_captures_nothing_in_oware() {
    let board = "1,0,0,0,0,17/0,0,0,0,0,0/10,20/S";
    assert_eq!(legal("oware", board), "F");
    assert_eq!(
        played("oware", board, "F"),
        "2,1,1,1,1,0/2,2,2,2,2,2/10,20/N"
    );
}

#[test]
fn the_same_sowing_is_illegal_in_awale() {
    let rules = rules("awale");
    let end = position(&rules, "1,0,0,0,0,17/0,0,0,0,0,0/10,20/S");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/28,20/S");
    assert_eq!(end.ending(), Some(Ending::NoMove(Side::South)));
}

#[test]
fn in_awari_it_may_be_played_where_every_move_leaves_the_opponent_without_seeds() {
    let board = "1,0,0,0,0,17/0,0,0,0,0,0/10,20/S";
    assert_eq!(legal("awari", board), "A F");
    // Twelve are captured, then North cannot move and the other six are South's.
    assert_eq!(
        played("awari", board, "F"),
        "0,0,0,0,0,0/0,0,0,0,0,0/28,20/N"
    );
}

//      . . . . 2 4
//   22             20
//      . . . . . .
#[test]
fn who_cannot_move_loses_all_remaining_seeds_in_awari() {
    let rules = rules("awari");
    let end = after(&rules, "0,0,0,0,0,0/4,2,0,0,0,0/20,22/N", "a");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/20,28/S");
    assert_eq!(end.ending(), Some(Ending::NoMove(Side::South)));
}

//      . . . . 8 2
//   12             22
//      . . . . 3 1
//                ^
#[test]
fn a_store_above_24_ends_an_oware_game_and_each_takes_their_own_side() {
    let oware = rules("oware");
    let end = after(&oware, "0,0,0,0,3,1/2,8,0,0,0,0/22,12/S", "F");
    assert_eq!(end.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/28,20/N");
    assert_eq!(end.ending(), Some(Ending::Majority(Side::South)));
    for game in ["awale", "awari"] {
        let rules = rules(game);
        assert!(!after(&rules, "0,0,0,0,3,1/2,8,0,0,0,0/22,12/S", "F").is_over());
    }
}

#[test]
fn twenty_four_each_ends_an_oware_game() {
    let rules = rules("oware");
    let end = position(&rules, "0,0,0,0,0,0/0,0,0,0,0,0/24,24/S");
    assert!(end.is_over());
    let scores = rules.scores(&end);
    assert_eq!((scores.south, scores.north), (24, 24));
}
