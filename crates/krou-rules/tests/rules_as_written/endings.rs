//! Repetition, resigning, agreeing, and who gets the seeds that are left.

use std::sync::Arc;

use crate::spec::{position, rules};
use krou_rules::{BySide, Game, Line, Reason, Side};

/// A game from a position, with some moves played.
fn game(spec: &str, from: &str, moves: &str) -> Game {
    let rules = Arc::new(rules(spec));
    let start = position(&rules, from);
    let mut game = Game::from_position(rules, start);
    for m in moves.parse::<Line>().expect("moves").0 {
        game.play(m).expect("a legal move");
    }
    game
}

/// Who won, with what scores and why.
fn ended(game: &Game) -> (Option<Side>, (u16, u16), Reason) {
    let result = game.result().expect("a finished game");
    let BySide { south, north } = result.scores;
    (result.winner, (south, north), result.reason)
}

//      . . . . . 1
//   24             22
//      1 . . . . .
//
// One seed each, half a round apart: six moves each, and the board is as it was.
const ROUND: &str = "A a B b C c D d E e F f";
const CIRCLE: &str = "1,0,0,0,0,0/1,0,0,0,0,0/22,24/S";

#[test]
fn the_third_occurrence_ends_an_awale_game_and_the_seeds_go_to_nobody() {
    let once = game("awale", CIRCLE, ROUND);
    assert_eq!((once.occurrences(), once.result()), (2, None));
    let twice = game("awale", CIRCLE, &format!("{ROUND} {ROUND}"));
    assert_eq!(
        ended(&twice),
        (Some(Side::North), (22, 24), Reason::Repetition)
    );
    assert_eq!(twice.position().to_string(), CIRCLE);
    assert!(twice.legal_moves().is_empty());
}

#[test]
fn the_first_repetition_ends_an_oware_game_and_each_takes_their_own_side() {
    let game = game("oware", CIRCLE, ROUND);
    assert_eq!(
        ended(&game),
        (Some(Side::North), (23, 25), Reason::Repetition)
    );
    assert_eq!(
        game.position().to_string(),
        "0,0,0,0,0,0/0,0,0,0,0,0/23,25/S"
    );
}

#[test]
fn a_repetition_splits_the_seeds_of_an_awari_game() {
    let even = game("awari", CIRCLE, ROUND);
    assert_eq!(
        ended(&even),
        (Some(Side::North), (23, 25), Reason::Repetition)
    );
    // Three seeds go to and fro between two pits: one each, and the odd one stays where it lies.
    let odd = game("awari pits=1 capture=none", "3/0/0,0/S", "Aa");
    assert_eq!(ended(&odd), (None, (1, 1), Reason::Repetition));
    assert_eq!(odd.position().to_string(), "1/0/1,1/S");
}

#[test]
fn the_third_occurrence_ends_a_bestemshe_game_and_each_takes_their_own_side() {
    let circle = "1,0,0,0,0/1,0,0,0,0/24,24/S";
    let round = "A a B b C c D d E e";
    assert_eq!(game("bestemshe", circle, round).result(), None);
    let twice = game("bestemshe", circle, &format!("{round} {round}"));
    assert_eq!(ended(&twice), (None, (25, 25), Reason::Repetition));
}

#[test]
fn a_resigning_player_gives_the_remaining_seeds_away_in_awale() {
    let mut game = game("awale", "1,2,3,0,0,0/4,0,0,0,0,0/20,18/S", "");
    assert!(game.resign(Side::South));
    assert_eq!(
        ended(&game),
        (Some(Side::North), (20, 28), Reason::Resigned(Side::South))
    );
    assert!(!game.resign(Side::North), "a game ends once");
}

#[test]
fn where_the_rules_say_nothing_each_takes_their_own_side_on_resigning() {
    let mut game = game("kalah", "1,2,3,0,0,0/4,0,0,0,0,0/20,18/S", "");
    assert!(game.resign(Side::South));
    // The one who resigns has lost, whatever the scores.
    assert_eq!(
        ended(&game),
        (Some(Side::North), (26, 22), Reason::Resigned(Side::South))
    );
}

#[test]
fn players_who_agree_to_end_take_their_own_side() {
    for name in ["kalah", "awale", "avalanche"] {
        let mut game = game(name, "1,2,3,0,0,0/4,0,0,0,0,0/20,18/S", "");
        assert!(game.agree());
        assert_eq!(ended(&game), (Some(Side::South), (26, 22), Reason::Agreed));
    }
}

#[test]
fn equal_scores_are_a_draw() {
    let game = game("kalah", "0,0,0,0,0,1/1,0,0,0,0,0/23,23/S", "F");
    assert_eq!(
        ended(&game),
        (None, (24, 24), Reason::SideEmpty(Side::South))
    );
}

//      . . . . . 3
//    5             8
//      . . . . . 1
//                ^
#[test]
fn each_reading_of_the_leftovers() {
    let board = "0,0,0,0,0,1/3,0,0,0,0,0/8,5/S";
    for (leftovers, scores, after) in [
        ("owner", (9, 8), "0,0,0,0,0,0/0,0,0,0,0,0/9,8/S"),
        ("opponent", (9, 8), "0,0,0,0,0,0/0,0,0,0,0,0/9,8/S"),
        ("nobody", (9, 5), "0,0,0,0,0,0/3,0,0,0,0,0/9,5/S"),
        ("stay", (9, 8), "0,0,0,0,0,0/3,0,0,0,0,0/9,5/S"),
    ] {
        let game = game(&format!("kalah leftovers={leftovers}"), board, "F");
        assert_eq!(game.position().to_string(), after);
        let winner = Some(Side::South);
        assert_eq!(
            ended(&game),
            (winner, scores, Reason::SideEmpty(Side::South))
        );
    }
}

//      . . . . . .
//    5             8
//      3 . . . . .
#[test]
fn leftovers_of_a_player_who_cannot_move_go_to_the_owner_or_to_the_opponent() {
    let board = "3,0,0,0,0,0/0,0,0,0,0,0/8,5/S";
    for (leftovers, scores) in [("owner", (11, 5)), ("opponent", (8, 8))] {
        let game = game(&format!("awale leftovers={leftovers}"), board, "");
        let winner = (scores.0 > scores.1).then_some(Side::South);
        assert_eq!(ended(&game), (winner, scores, Reason::NoMove(Side::South)));
    }
}
