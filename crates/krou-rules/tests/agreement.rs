//! The fast rules and the reference agree, whatever the ruleset, the position and the game.

mod draw;
mod reference;

use krou_rules::kernel::{BURN, Kernel, Style};
use krou_rules::row::{Board as Packed, Row};
use krou_rules::{
    Ending, Event, Move, Pit, Place, Position, Rules, Ruleset, Side, Switches, Visitor,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use reference::bridge::rules;
use reference::replay::Replay;
use reference::{Board, Choice, Over, Reference};

type Verdict = Result<(), TestCaseError>;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn every_game_goes_as_the_reference_says(
        (switches, board) in draw::switches_and_board(),
        picks in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        follow(&switches, board, &picks)?;
    }

    #[test]
    fn games_from_the_start_go_as_the_reference_says(
        switches in draw::switches(),
        north in any::<bool>(),
        picks in proptest::collection::vec(any::<u8>(), 0..60),
    ) {
        let first = if north { Side::North } else { Side::South };
        let start = Reference::new(switches.clone()).start(first);
        follow(&switches, start, &picks)?;
    }

    #[test]
    fn the_board_is_the_same_from_the_other_side_of_the_table(
        (switches, board) in draw::switches_and_board(),
    ) {
        let rules = rules(&switches);
        let (here, there) = (board.position(&rules), board.swapped().position(&rules));
        swapped(&here, &there)?;
        let mirrored = |m: &Move| Move { side: !m.side, ..*m };
        let moves = rules.legal_moves(&here);
        let expected: Vec<Move> = moves.iter().map(mirrored).collect();
        prop_assert_eq!(&rules.legal_moves(&there)[..], &expected[..]);
        for m in moves {
            let after = rules.play(&here, m).expect("a legal move");
            swapped(&after, &rules.play(&there, mirrored(&m)).expect("a legal move"))?;
        }
    }

    #[test]
    fn a_move_told_event_by_event_leads_to_the_same_board(
        (switches, board) in draw::switches_and_board(),
    ) {
        let rules = rules(&switches);
        let before = board.position(&rules);
        for m in rules.legal_moves(&before) {
            let (after, trace) = rules.play_traced(&before, m).expect("a legal move");
            prop_assert_eq!(after, rules.play(&before, m).expect("a legal move"));
            match trace[0] {
                Event::Lift { at, .. } => prop_assert_eq!(at, Place::Pit(m.side, m.pit)),
                Event::Burn { pits, by, .. } => prop_assert_eq!((by, pits[by]), (m.side, m.pit)),
                other => prop_assert!(false, "{other:?} is no beginning"),
            }
            let mut replay = Replay::new(board.clone());
            for event in trace {
                replay.act(event);
            }
            prop_assert_eq!(replay.hand, 0);
            prop_assert_eq!(replay.board.cells, Board::of(&after).cells);
        }
    }
}

/// The two positions are one, seen from South's and from North's chair.
fn swapped(here: &Position, there: &Position) -> Verdict {
    prop_assert_eq!(Board::of(here).swapped(), Board::of(there));
    let other = |ending| match ending {
        Ending::SideEmpty(side) => Ending::SideEmpty(!side),
        Ending::NoMove(side) => Ending::NoMove(!side),
        Ending::Majority(side) => Ending::Majority(!side),
    };
    prop_assert_eq!(here.ending().map(other), there.ending());
    Ok(())
}

/// Plays a game with both, choosing as `picks` say, and compares all there is to compare.
/// The kernels leave out what cannot happen in the games they are for; a game next to one of them
/// must not be taken for it.
#[test]
fn a_game_with_one_switch_changed_goes_as_the_reference_says() {
    let mut followed = 0;
    for ruleset in Ruleset::all() {
        for &key in Switches::KEYS {
            for value in Switches::values(key) {
                let mut switches = ruleset.switches.clone();
                if switches.set(key, &value).is_err() || switches.check().is_err() {
                    continue;
                }
                let start = Reference::new(switches.clone()).start(Side::South);
                for picks in [[0, 1, 2, 3, 4, 5, 6].repeat(8), [5, 2, 4, 1, 3].repeat(12)] {
                    if let Err(why) = follow(&switches, start.clone(), &picks) {
                        panic!("{} {key}={value}: {why}", ruleset.name);
                    }
                }
                followed += 1;
            }
        }
    }
    assert!(followed > 13 * Switches::KEYS.len(), "{followed}");
}

fn follow(switches: &Switches, mut board: Board, picks: &[u8]) -> Verdict {
    let slow = Reference::new(switches.clone());
    let fast = rules(switches);
    let mut position = board.position(&fast);
    let over = slow.settle(&mut board);
    compare(&slow, &board, over, &fast, &position)?;
    for pick in picks {
        let choices = if position.is_over() {
            Vec::new()
        } else {
            slow.legal_moves(&board)
        };
        compare_moves(&board, &choices, &fast, &position)?;
        let Some(&choice) = choices.get(usize::from(*pick) % choices.len().max(1)) else {
            break;
        };
        let played = slow.play(&board, choice).expect("a legal move");
        position = match fast.play(&position, choice.to_move(&board)) {
            Ok(position) => position,
            Err(why) => return Err(TestCaseError::fail(format!("{why}"))),
        };
        prop_assert_eq!(played.board.total() + played.burned, board.total());
        prop_assert_eq!(played.again, position.turn() == board.turn);
        board = played.board;
        compare(&slow, &board, played.over, &fast, &position)?;
    }
    Ok(())
}

fn compare(
    slow: &Reference,
    board: &Board,
    over: Option<Over>,
    fast: &Rules,
    position: &Position,
) -> Verdict {
    prop_assert_eq!(board.notation(), position.to_string());
    prop_assert_eq!(over, position.ending().map(Over::from));
    prop_assert_eq!(slow.scores(board), fast.scores(position).map(u32::from));
    prop_assert_eq!(board.total(), u32::from(position.total()));
    Ok(())
}

/// A move is legal if and only if it is listed and can be played, also by the fastest kernel.
fn compare_moves(board: &Board, choices: &[Choice], fast: &Rules, position: &Position) -> Verdict {
    let legal: Vec<Move> = choices.iter().map(|c| c.to_move(board)).collect();
    prop_assert_eq!(&legal[..], &fast.legal_moves(position)[..]);
    for side in Side::BOTH {
        for pit in Pit::first(Pit::MOST) {
            for m in [Move::sow(side, pit), Move::burn(side, pit)] {
                prop_assert_eq!(legal.contains(&m), fast.play(position, m).is_ok(), "{}", m);
            }
        }
    }
    if !position.is_over() {
        let packed = fast.visit(PlayAll(position));
        prop_assert_eq!(packed.len(), legal.len());
        for (m, (burn, again, over, after)) in legal.into_iter().zip(packed) {
            let expected = fast.play(position, m).expect("a legal move");
            prop_assert_eq!(burn, m.burn);
            prop_assert_eq!(again, expected.turn() == m.side);
            // The majority stop is not a kernel's business.
            let majority = matches!(expected.ending(), Some(Ending::Majority(_)));
            prop_assert_eq!(over, expected.is_over() && !majority);
            if !majority {
                prop_assert_eq!(after, expected.board::<u128>());
            }
        }
    }
    Ok(())
}

/// Plays every legal move on the fastest kernel: burn, again, over, board.
struct PlayAll<'a>(&'a Position);

impl Visitor for PlayAll<'_> {
    type Out = Vec<(bool, bool, bool, Packed<u128>)>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out {
        let board = self.0.board();
        kernel
            .choices(board)
            .map(|choice| {
                let played = kernel.play(board, choice);
                let after = played.board.convert();
                (choice >= BURN, played.again, played.over, after)
            })
            .collect()
    }
}
