//! Every reading of every switch that no built-in game shows, and what is refused.

use crate::spec::{legal, played, position, refused, rules};
use krou_rules::{Ending, IllegalMove, Ruleset, Side};

/// The sentence with which switches set on top of a game are refused.
fn nonsense(name: &str, changes: &[(&str, &str)]) -> String {
    let mut ruleset = Ruleset::builtin(name).expect("a ruleset");
    for (key, value) in changes {
        ruleset.set(key, value).expect("a switch and its value");
    }
    match ruleset.switches.check() {
        Ok(()) => panic!("{changes:?} make sense"),
        Err(nonsense) => nonsense.to_string(),
    }
}

#[test]
fn pits_and_seeds_go_from_one_to_twelve() {
    let mut kalah = Ruleset::builtin("kalah").expect("kalah");
    for key in ["pits", "seeds"] {
        for value in ["1", "12"] {
            assert!(kalah.set(key, value).is_ok());
        }
        for value in ["0", "13", "-1", "six", ""] {
            let error = kalah.set(key, value).expect_err("out of range").to_string();
            assert!(error.ends_with("a number from 1 to 12"), "{error}");
        }
    }
}

#[test]
fn more_than_255_seeds_are_refused() {
    let why = nonsense("kalah", &[("pits", "12"), ("seeds", "11")]);
    assert!(why.contains("264 seeds"), "{why}");
    rules("kalah pits=12 seeds=10");
    rules("kalah pits=10 seeds=12");
}

#[test]
fn a_game_that_can_go_in_circles_needs_a_repetition_rule() {
    for name in ["awale", "oware", "awari", "togyzkumalak", "bestemshe"] {
        let why = nonsense(name, &[("repetition", "none")]);
        assert!(why.contains("go round for ever"), "{why}");
    }
}

#[test]
fn combinations_that_contradict_themselves_are_refused() {
    nonsense("kalah", &[("sow-own-store", "false"), ("repetition", "3")]);
    nonsense("oware", &[("bonus", "either-store")]);
    nonsense("ayo", &[("capture", "count")]);
    nonsense("ayo", &[("capture", "even")]);
    nonsense("ayo", &[("tuzdyk", "true")]);
    nonsense("attic-fire", &[("tuzdyk", "true")]);
    nonsense("togyzkumalak", &[("pits", "1")]);
    nonsense("ayo", &[("empty-capture", "true")]);
    nonsense("kalah", &[("feeding", "always")]);
    nonsense("attic-fire", &[("pits", "3")]);
}

#[test]
fn the_first_player_is_a_switch() {
    for (value, turn) in [
        ("south", Side::South),
        ("north", Side::North),
        ("random", Side::South),
    ] {
        assert_eq!(rules(&format!("kalah first={value}")).start().turn(), turn);
    }
}

//      1 1 1 1 1 1
//    0             0
//      3 . . . . 9
//                ^
#[test]
fn each_store_is_sown_or_not() {
    let board = "3,0,0,0,0,9/1,1,1,1,1,1/0,0/S";
    let sown = |own, other| {
        let spec = format!(
            "kalah capture=none bonus=never repetition=3 sow-own-store={own} sow-opponent-store={other}"
        );
        played(&spec, board, "F")
    };
    assert_eq!(sown(true, true), "4,0,0,0,0,0/2,2,2,2,2,2/1,1/N");
    // One seed more goes round for each store left out.
    assert_eq!(sown(false, true), "4,1,0,0,0,0/2,2,2,2,2,2/0,1/N");
    assert_eq!(sown(true, false), "4,1,0,0,0,0/2,2,2,2,2,2/1,0/N");
    assert_eq!(sown(false, false), "4,1,1,0,0,0/2,2,2,2,2,2/0,0/N");
}

//      1 . . . . .
//    0             0
//     14 . . . . .
//      ^
#[test]
fn each_reading_of_the_origin() {
    let board = "14,0,0,0,0,0/0,0,0,0,0,1/0,0/S";
    for (origin, after) in [
        ("sown", "1,2,1,1,1,1/1,1,1,1,1,2/1,0/N"),
        ("skipped", "0,2,2,1,1,1/1,1,1,1,1,2/1,0/N"),
        ("first-seed", "2,1,1,1,1,1/1,1,1,1,1,2/1,0/N"),
    ] {
        let spec = format!("kalah capture=none origin={origin}");
        assert_eq!(played(&spec, board, "A"), after);
    }
}

//      . . . . . 1
//    0             0
//      1 3 . . . .
//      ^
#[test]
fn a_lap_that_drops_its_first_seed_back_does_so_in_every_lift_of_a_relay() {
    // A's single seed goes to B; B keeps one of its four and sows C, D and E.
    let after = played(
        "avalanche origin=first-seed",
        "1,3,0,0,0,0/1,0,0,0,0,0/0,0/S",
        "A",
    );
    assert_eq!(after, "0,1,1,1,1,0/1,0,0,0,0,0/0,0/N");
}

//      1 . . . . .
//    0             0
//      1 . . . . 8
//                ^
#[test]
fn each_reading_of_the_bonus() {
    let own = "1,0,0,0,0,1/0,0,0,0,0,1/0,0/S";
    let other = "1,0,0,0,0,8/0,0,0,0,0,1/0,0/S";
    for (bonus, after_own, after_other) in [
        ("never", 'N', 'N'),
        ("own-store", 'S', 'N'),
        ("either-store", 'S', 'S'),
    ] {
        let spec = format!("kalah sow-opponent-store=true bonus={bonus}");
        assert!(played(&spec, own, "F").ends_with(after_own));
        assert!(played(&spec, other, "F").ends_with(after_other));
    }
}

//      . 5 . . . 2
//    0             0
//      1 . . . 3 4
//      ^       ^
#[test]
fn each_reading_of_what_an_opposite_capture_takes_and_where() {
    let board = "1,0,0,0,3,4/0,2,0,0,5,0/0,0/S";
    for (spec, own_side, other_side) in [
        (
            "capture-takes=both capture-side=own",
            "0,0,0,0,3,4/0,2,0,0,0,0/6,0/N",
            "1,0,0,0,0,5/1,2,0,0,5,0/1,0/N",
        ),
        (
            "capture-takes=opposite capture-side=own",
            "0,1,0,0,3,4/0,2,0,0,0,0/5,0/N",
            "1,0,0,0,0,5/1,2,0,0,5,0/1,0/N",
        ),
        (
            "capture-takes=both capture-side=either",
            "0,0,0,0,3,4/0,2,0,0,0,0/6,0/N",
            "1,0,0,0,0,0/0,2,0,0,5,0/7,0/N",
        ),
        (
            "capture-takes=opposite capture-side=either",
            "0,1,0,0,3,4/0,2,0,0,0,0/5,0/N",
            "1,0,0,0,0,0/1,2,0,0,5,0/6,0/N",
        ),
    ] {
        let spec = format!("kalah {spec}");
        assert_eq!(played(&spec, board, "A"), own_side, "{spec}");
        assert_eq!(played(&spec, board, "E"), other_side, "{spec}");
    }
}

//      . . 4 1 2 1
//   20             17
//      . . . . . 3
//                ^
#[test]
fn a_count_capture_without_chain_takes_one_pit() {
    let after = played(
        "oware capture-chain=false",
        "0,0,0,0,0,3/1,2,1,4,0,0/17,20/S",
        "F",
    );
    assert_eq!(after, "0,0,0,0,0,0/2,3,0,4,0,0/19,20/N");
}

//      . . . . 1 1
//   22             21
//      . . . . 1 2
//                ^
#[test]
fn each_reading_of_the_grand_slam() {
    let board = "0,0,0,0,1,2/1,1,0,0,0,0/21,22/S";
    let spec = |reading| format!("oware majority=false grand-slam={reading}");
    assert_eq!(legal(&spec("captures"), board), "E F");
    // North cannot move then, and South keeps the last seed.
    assert_eq!(
        played(&spec("captures"), board, "F"),
        "0,0,0,0,0,0/0,0,0,0,0,0/26,22/N"
    );
    assert_eq!(legal(&spec("captures-nothing"), board), "E F");
    assert_eq!(
        played(&spec("captures-nothing"), board, "F"),
        "0,0,0,0,1,0/2,2,0,0,0,0/21,22/N"
    );
    assert_eq!(legal(&spec("illegal"), board), "E");
    assert_eq!(legal(&spec("illegal-unless-only"), board), "E");

    let only = "0,0,0,0,0,2/1,1,0,0,0,0/21,22/S";
    assert_eq!(legal(&spec("illegal-unless-only"), only), "F");
    let over = position(&rules(&spec("illegal")), only);
    assert_eq!(over.ending(), Some(Ending::NoMove(Side::South)));
}

//      . . . . . .        . . . . . .
//   20             24   20             24
//      1 . . . . 3        1 2 1 . . .
#[test]
fn each_reading_of_the_feeding() {
    let can = "1,0,0,0,0,3/0,0,0,0,0,0/24,20/S";
    let cannot = "1,2,1,0,0,0/0,0,0,0,0,0/24,20/S";
    let spec = |reading| format!("oware feeding={reading}");
    assert_eq!(legal(&spec("none"), can), "A F");
    assert_eq!(legal(&spec("none"), cannot), "A B C");
    assert_eq!(legal(&spec("when-possible"), can), "F");
    assert_eq!(legal(&spec("when-possible"), cannot), "A B C");
    assert_eq!(legal(&spec("always"), can), "F");
    assert_eq!(legal(&spec("always"), cannot), "");
}

//      . . . . . 1
//    0             0
//      . . . . . .
#[test]
fn the_game_ends_when_a_side_is_empty_or_when_the_player_to_move_cannot() {
    let board = "0,0,0,0,0,0/1,0,0,0,0,0/0,0/N";
    let early = position(&rules("kalah end=side-empty"), board);
    assert_eq!(early.ending(), Some(Ending::SideEmpty(Side::South)));
    let going_on = position(&rules("kalah end=no-move"), board);
    assert_eq!(going_on.ending(), None);
}

#[test]
fn a_store_above_half_ends_the_game_only_if_the_rules_say_so() {
    let board = "1,0,0,0,0,1/3,0,0,0,0,0/6,0/S";
    let stopped = position(&rules("kalah majority=true"), board);
    assert_eq!(stopped.ending(), Some(Ending::Majority(Side::South)));
    assert_eq!(stopped.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0/8,3/S");
    assert_eq!(
        position(&rules("kalah majority=false"), board).ending(),
        None
    );
    let half = "1,0,0,0,0,1/4,0,0,0,0,0/6,0/S";
    assert_eq!(position(&rules("kalah majority=true"), half).ending(), None);
}

#[test]
fn a_burn_has_its_cost_and_its_least_columns() {
    let spec = "attic-fire burn-cost=5 burn-columns-left=2";
    assert_eq!(
        legal(spec, "1,1,1,x,x,x/x,x,x,1,1,1/5,0/S"),
        "A B C !A !B !C"
    );
    assert_eq!(legal(spec, "1,1,1,x,x,x/x,x,x,1,1,1/4,0/S"), "A B C");
    assert_eq!(legal(spec, "1,1,x,x,x,x/x,x,x,x,1,1/5,0/S"), "A B");
    assert_eq!(
        played(spec, "1,1,1,x,x,x/x,x,x,1,1,1/5,0/S", "!B"),
        "1,x,1,x,x,x/x,x,x,1,x,1/0,0/N"
    );
}

//      1
//    0   0    passing over A, the two seeds fall in a again and again
//      1
#[test]
fn a_relay_that_never_comes_to_rest_is_not_legal() {
    let spec = "ayo pits=1 sow-own-store=false repetition=3 end=no-move";
    let stuck = position(&rules(spec), "1/1/0,0/S");
    assert_eq!(stuck.ending(), Some(Ending::NoMove(Side::South)));
    let spec = "avalanche sow-own-store=false bonus=never origin=first-seed repetition=3";
    // A lap leaves a seed behind, so a board without an empty pit never gets one.
    assert_eq!(legal(spec, "2,2,2,2,2,2/2,2,2,2,2,2/0,0/S"), "");
    let board = "1,1,1,1,1,2/1,1,1,1,1,1/0,0/S";
    assert_eq!(legal(spec, board), "A B C D E");
    assert_eq!(
        refused(spec, board, "F"),
        IllegalMove::NeverRests { pit: 'F' }
    );
}

#[test]
fn a_relay_takes_no_longer_than_anybody_could_wait() {
    let spec = "ayo sow-own-store=false repetition=3";
    // Circles of millions of laps lie near positions like these.
    for board in [
        "10,1,0,7,1,36/0,1,4,1,4,12/53,1/N",
        "40,40,40,5,0,0/40,40,40,5,5,0/0,0/S",
        "21,21,21,21,21,21/21,21,21,21,21,21/0,0/S",
    ] {
        let rules = rules(spec);
        let position = position(&rules, board);
        let _ = rules.legal_moves(&position);
    }
}
