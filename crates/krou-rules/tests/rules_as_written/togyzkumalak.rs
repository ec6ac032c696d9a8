//! `togyzkumalak` and `bestemshe`.

use crate::spec::{after, legal, played, refused, rules};
use krou_rules::{Ending, IllegalMove, Side};

const GAME: &str = "togyzkumalak";

//      i h g f e d c b a
//      9 9 9 9 9 9 9 9 9
//    0                   0
//      1 9 9 9 9 9 9 9 9
//      ^
#[test]
fn a_single_seed_goes_to_the_next_pit() {
    let after = played(GAME, "1,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/S", "A");
    assert_eq!(after, "0,10,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/N");
}

#[test]
fn more_seeds_drop_the_first_back_into_their_own_pit() {
    let after = played(GAME, "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/S", "A");
    assert_eq!(after, "1,10,10,10,10,10,10,10,10/9,9,9,9,9,9,9,9,9/0,0/N");
}

#[test]
fn a_last_seed_that_makes_an_opponents_pit_even_takes_it() {
    let after = played(GAME, "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/S", "B");
    assert_eq!(after, "9,1,10,10,10,10,10,10,10/0,9,9,9,9,9,9,9,9/10,0/N");
}

//      9 9 9 9 9 9 9 9 8
//    0                   0
//      9 9 9 9 9 9 9 9 9
//        ^
#[test]
fn an_odd_pit_stays_and_so_does_an_even_one_of_ones_own() {
    let odd = played(GAME, "9,9,9,9,9,9,9,9,9/8,9,9,9,9,9,9,9,9/0,0/S", "B");
    assert_eq!(odd, "9,1,10,10,10,10,10,10,10/9,9,9,9,9,9,9,9,9/0,0/N");
    let own = played(GAME, "1,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/S", "A");
    assert_eq!(own, "0,10,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/N");
}

//      . . . . . . . 5 2
//   77                   76
//      . . . . . . . . 2
//                      ^
#[test]
fn a_last_seed_that_brings_an_opponents_pit_to_three_makes_it_a_tuzdyk() {
    let rules = rules(GAME);
    let made = after(&rules, "0,0,0,0,0,0,0,0,2/2,5,0,0,0,0,0,0,0/76,77/S", "I");
    assert_eq!(
        made.to_string(),
        "0,0,0,0,0,0,0,0,1/t,5,0,0,0,0,0,0,0/79,77/N"
    );
    assert_eq!(
        made.tuzdyk_on(Side::North).map(krou_rules::Pit::index),
        Some(0)
    );
}

//      2 . . . . . . . .
//   75                   75
//      . . . . . . . . 10
//                      ^
#[test]
fn the_ninth_pit_never_becomes_a_tuzdyk() {
    let after = played(GAME, "0,0,0,0,0,0,0,0,10/0,0,0,0,0,0,0,0,2/75,75/S", "I");
    assert_eq!(after, "0,0,0,0,0,0,0,0,1/1,1,1,1,1,1,1,1,3/75,75/N");
}

//      . . . . . . t 5 2
//   77                   76
//      . . . . . . . . 2
//                      ^
#[test]
fn a_player_makes_only_one_tuzdyk() {
    let after = played(GAME, "0,0,0,0,0,0,0,0,2/2,5,t,0,0,0,0,0,0/76,77/S", "I");
    assert_eq!(after, "0,0,0,0,0,0,0,0,1/3,5,t,0,0,0,0,0,0/76,77/N");
}

//      . . . . . . . 5 2
//   77                   76
//      t . . . . . . . 2
//                      ^
#[test]
fn the_two_tuzdyks_differ_in_number() {
    let same = played(GAME, "t,0,0,0,0,0,0,0,2/2,5,0,0,0,0,0,0,0/76,77/S", "I");
    assert_eq!(same, "t,0,0,0,0,0,0,0,1/3,5,0,0,0,0,0,0,0/76,77/N");
    let facing = played(GAME, "0,0,0,0,0,0,0,t,2/2,5,0,0,0,0,0,0,0/76,77/S", "I");
    assert_eq!(facing, "0,0,0,0,0,0,0,t,1/t,5,0,0,0,0,0,0,0/79,77/N");
}

//     11 . . . . . . 5 t
//   72                   71
//      . . . . . . . . 3
//                      ^
#[test]
fn every_seed_sown_into_a_tuzdyk_goes_to_its_owner() {
    let position = "0,0,0,0,0,0,0,0,3/t,5,0,0,0,0,0,0,11/71,72/S";
    assert_eq!(
        played(GAME, position, "I"),
        "0,0,0,0,0,0,0,0,1/t,0,0,0,0,0,0,0,11/78,72/N"
    );
    // North's last seed falls there too, and takes nothing.
    assert_eq!(
        played(GAME, &position.replace("/S", "/N"), "i"),
        "1,1,1,1,1,1,1,1,4/t,5,0,0,0,0,0,0,1/72,72/S"
    );
}

#[test]
fn a_tuzdyk_holds_no_seeds_to_play() {
    let position = "0,0,0,0,0,0,0,0,3/t,5,0,0,0,0,0,0,11/71,72/N";
    assert_eq!(legal(GAME, position), "b i");
    assert_eq!(
        refused(GAME, position, "a"),
        IllegalMove::Tuzdyk { pit: 'a' }
    );
}

//      9 . . . . . . . 5
//   68                   79
//      . . . . . . . . 1
//                      ^
#[test]
fn a_store_above_half_ends_the_game_and_each_takes_their_own_side() {
    let rules = rules(GAME);
    let end = after(&rules, "0,0,0,0,0,0,0,0,1/5,0,0,0,0,0,0,0,9/79,68/S", "I");
    assert_eq!(
        end.to_string(),
        "0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0/85,77/N"
    );
    assert_eq!(end.ending(), Some(Ending::Majority(Side::South)));
}

//      . . . . . . . . 1
//   80                   80
//      . . . . . . . . 1
//                      ^
#[test]
fn a_player_who_cannot_move_ends_the_game_and_owners_take_their_side() {
    let rules = rules(&format!("{GAME} majority=false"));
    let end = after(&rules, "0,0,0,0,0,0,0,0,1/1,0,0,0,0,0,0,0,0/80,80/S", "I");
    assert_eq!(
        end.to_string(),
        "0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0/82,80/N"
    );
    assert_eq!(end.ending(), Some(Ending::NoMove(Side::North)));
}

#[test]
fn bestemshe_has_five_pits_of_five_and_no_tuzdyk() {
    assert_eq!(
        rules("bestemshe").start().to_string(),
        "5,5,5,5,5/5,5,5,5,5/0,0/S"
    );
    // E drops one back and three bring c to 3: no tuzdyk, and odd, so nothing is taken.
    let after = played("bestemshe", "0,0,0,0,4/1,1,2,5,5/16,16/S", "E");
    assert_eq!(after, "0,0,0,0,1/2,2,3,5,5/16,16/N");
}
