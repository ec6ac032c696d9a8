//! Random rulesets and positions for property tests.

// Each test file compiles its own copy of this module and uses a part of it.
#![allow(dead_code)]

use crate::reference::{Board, Hole};
use krou_rules::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, First, GrandSlam, Laps, Leftovers,
    MOST_SEEDS, Origin, Repetition, RepetitionLeftovers, Resign, Side, Switches,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Any combination of switches that makes sense.
pub fn switches() -> impl Strategy<Value = Switches> {
    any_switches().prop_map(sensible)
}

/// Any combination of switches, most of them nonsense.
pub fn any_switches() -> impl Strategy<Value = Switches> {
    let board = (
        prop_oneof![3 => Just(6_u8), 1 => Just(1), 6 => 1..=12_u8],
        1..=12_u8,
        select(First::ALL),
    );
    let sowing = (
        any::<bool>(),
        any::<bool>(),
        select(Origin::ALL),
        select(Laps::ALL),
        select(Bonus::ALL),
    );
    let capture = (
        select(Capture::ALL),
        select(CaptureSide::ALL),
        select(CaptureTakes::ALL),
        any::<bool>(),
        any::<bool>(),
        select(GrandSlam::ALL),
    );
    let end = (
        select(Feeding::ALL),
        select(End::ALL),
        select(Leftovers::ALL),
        any::<bool>(),
        prop_oneof![
            Just(Repetition::None),
            (2..=9_u8).prop_map(Repetition::Nth),
            Just(Repetition::Nth(2))
        ],
        select(RepetitionLeftovers::ALL),
        select(Resign::ALL),
    );
    let extras = (
        any::<bool>(),
        prop_oneof![4 => 0..=5_u8, 1 => any::<u8>()],
        1..=11_u8,
        any::<bool>(),
    );
    (board, sowing, capture, end, extras).prop_map(|(board, sowing, capture, end, extras)| {
        Switches {
            pits: board.0,
            seeds: board.1,
            first: board.2,
            sow_own_store: sowing.0,
            sow_opponent_store: sowing.1,
            origin: sowing.2,
            laps: sowing.3,
            bonus: sowing.4,
            capture: capture.0,
            capture_side: capture.1,
            capture_takes: capture.2,
            empty_capture: capture.3,
            capture_chain: capture.4,
            grand_slam: capture.5,
            feeding: end.0,
            end: end.1,
            leftovers: end.2,
            majority: end.3,
            repetition: end.4,
            repetition_leftovers: end.5,
            resign: end.6,
            burn: extras.0,
            burn_cost: extras.1,
            burn_columns_left: extras.2,
            tuzdyk: extras.3,
        }
    })
}

/// Changes as few switches as it takes to make sense.
fn sensible(mut s: Switches) -> Switches {
    s.seeds = s.seeds.min((MOST_SEEDS / (2 * u16::from(s.pits))) as u8);
    let bonus_possible = match s.bonus {
        Bonus::Never => true,
        Bonus::OwnStore => s.sow_own_store,
        Bonus::EitherStore => s.sow_own_store || s.sow_opponent_store,
    };
    if !bonus_possible {
        s.bonus = Bonus::Never;
    }
    if s.laps == Laps::Relay {
        s.tuzdyk = false;
        s.capture = match s.capture {
            Capture::Count => Capture::None,
            Capture::Even => Capture::Opposite,
            other => other,
        };
    }
    if s.pits == 1 {
        s.tuzdyk = false;
        s.burn = false;
    }
    s.burn &= !s.tuzdyk;
    s.empty_capture &= s.capture_takes == CaptureTakes::Both;
    if s.end == End::SideEmpty {
        s.feeding = Feeding::None;
    }
    if s.burn {
        s.burn_columns_left = s.burn_columns_left.min(s.pits - 1);
    }
    if !s.sow_own_store && s.repetition == Repetition::None {
        s.repetition = Repetition::Nth(3);
    }
    s.check().expect("sensible switches");
    s
}

/// Switches and a position that fits them, be it over or not.
pub fn switches_and_board() -> impl Strategy<Value = (Switches, Board)> {
    switches().prop_flat_map(|switches| {
        let board = board(&switches);
        (Just(switches), board)
    })
}

/// Any legal position: few seeds or heaps of them, burned columns, tuzdyks.
pub fn board(switches: &Switches) -> impl Strategy<Value = Board> + use<> {
    let pits = usize::from(switches.pits);
    let may_burn = if switches.burn {
        pits - usize::from(switches.burn_columns_left)
    } else {
        0
    };
    let tuzdyks = if switches.tuzdyk { 0..2 * pits } else { 0..1 };
    (
        row(pits),
        row(pits),
        (0..=60_u32, prop_oneof![0..=60_u32, Just(255)]),
        any::<bool>(),
        vec(0..pits, 0..=may_burn),
        (tuzdyks.clone(), tuzdyks),
    )
        .prop_map(
            move |(south, north, stores, north_moves, burned, tuzdyks)| {
                let mut counts = [south, vec![stores.0], north, vec![stores.1]].concat();
                cut_to(&mut counts, u32::from(MOST_SEEDS));
                let mut board = Board {
                    cells: counts.into_iter().map(Hole::Seeds).collect(),
                    turn: if north_moves {
                        Side::North
                    } else {
                        Side::South
                    },
                };
                for column in burned {
                    let opposite = board.opposite(column);
                    board.cells[column] = Hole::Burned;
                    board.cells[opposite] = Hole::Burned;
                }
                // Number 0 stands for no tuzdyk, and so does everything past the last but one pit.
                for (side, number) in [(Side::South, tuzdyks.0), (Side::North, tuzdyks.1)] {
                    if (1..pits).contains(&number) && board.tuzdyk_of(side) != Some(number - 1) {
                        let cell = board.pit(side, number - 1);
                        board.cells[cell] = Hole::Tuzdyk;
                    }
                }
                board
            },
        )
}

fn row(pits: usize) -> impl Strategy<Value = Vec<u32>> {
    let sparse = prop_oneof![4 => Just(0_u32), 2 => 1..=3_u32];
    let mixed = prop_oneof![2 => Just(0_u32), 4 => 0..=5_u32, 2 => 6..=14_u32, 1 => 15..=60_u32];
    prop_oneof![
        1 => Just(vec![0; pits]),
        2 => vec(sparse, pits),
        6 => vec(mixed, pits),
        1 => vec(0..=255_u32, pits),
    ]
}

/// Lowers numbers from the left until their sum is at most `most`.
fn cut_to(numbers: &mut [u32], most: u32) {
    let mut excess = numbers.iter().sum::<u32>().saturating_sub(most);
    for number in numbers {
        let cut = excess.min(*number);
        *number -= cut;
        excess -= cut;
    }
}
