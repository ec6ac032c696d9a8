//! The games of the specification, their switches set by hand from its text.

use krou_rules::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, First, GrandSlam, Laps, Leftovers,
    Origin, Repetition, RepetitionLeftovers, Resign, Switches,
};

/// A game, its switches, and the number of move sequences from its start by length.
pub struct Known {
    pub name: &'static str,
    pub switches: Switches,
    pub perft: &'static [u64],
}

fn kalah() -> Switches {
    Switches {
        pits: 6,
        seeds: 4,
        first: First::South,
        sow_own_store: true,
        sow_opponent_store: false,
        origin: Origin::Sown,
        laps: Laps::Single,
        bonus: Bonus::OwnStore,
        capture: Capture::Opposite,
        capture_side: CaptureSide::Own,
        capture_takes: CaptureTakes::Both,
        empty_capture: false,
        capture_chain: true,
        grand_slam: GrandSlam::Captures,
        feeding: Feeding::None,
        end: End::SideEmpty,
        leftovers: Leftovers::Owner,
        majority: false,
        repetition: Repetition::None,
        repetition_leftovers: RepetitionLeftovers::Nobody,
        burn: false,
        burn_cost: 3,
        burn_columns_left: 3,
        tuzdyk: false,
        resign: Resign::Owner,
    }
}

fn ayo() -> Switches {
    Switches {
        origin: Origin::Skipped,
        laps: Laps::Relay,
        bonus: Bonus::Never,
        capture_takes: CaptureTakes::Opposite,
        ..kalah()
    }
}

fn avalanche() -> Switches {
    Switches {
        laps: Laps::Relay,
        capture: Capture::None,
        leftovers: Leftovers::Nobody,
        ..kalah()
    }
}

fn awale() -> Switches {
    Switches {
        first: First::Random,
        sow_own_store: false,
        origin: Origin::Skipped,
        bonus: Bonus::Never,
        capture: Capture::Count,
        grand_slam: GrandSlam::Illegal,
        feeding: Feeding::Always,
        end: End::NoMove,
        repetition: Repetition::Nth(3),
        repetition_leftovers: RepetitionLeftovers::Nobody,
        resign: Resign::Opponent,
        ..kalah()
    }
}

fn oware() -> Switches {
    Switches {
        first: First::South,
        grand_slam: GrandSlam::CapturesNothing,
        feeding: Feeding::WhenPossible,
        repetition: Repetition::Nth(2),
        repetition_leftovers: RepetitionLeftovers::Owner,
        majority: true,
        ..awale()
    }
}

fn awari() -> Switches {
    Switches {
        grand_slam: GrandSlam::IllegalUnlessOnly,
        feeding: Feeding::WhenPossible,
        leftovers: Leftovers::Opponent,
        repetition: Repetition::Nth(2),
        repetition_leftovers: RepetitionLeftovers::Split,
        ..awale()
    }
}

fn attic() -> Switches {
    Switches {
        seeds: 3,
        sow_opponent_store: true,
        bonus: Bonus::Never,
        capture: Capture::None,
        leftovers: Leftovers::Stay,
        ..kalah()
    }
}

fn attic_advanced() -> Switches {
    Switches {
        bonus: Bonus::EitherStore,
        capture: Capture::Opposite,
        capture_side: CaptureSide::Either,
        capture_takes: CaptureTakes::Opposite,
        ..attic()
    }
}

fn bestemshe() -> Switches {
    Switches {
        pits: 5,
        seeds: 5,
        sow_own_store: false,
        origin: Origin::FirstSeed,
        bonus: Bonus::Never,
        capture: Capture::Even,
        end: End::NoMove,
        majority: true,
        repetition: Repetition::Nth(3),
        repetition_leftovers: RepetitionLeftovers::Owner,
        ..kalah()
    }
}

/// Every game of the specification with the counts it states, those out of reach left out.
pub fn known() -> Vec<Known> {
    let game = |name, switches, perft| Known {
        name,
        switches,
        perft,
    };
    vec![
        game(
            "kalah",
            kalah(),
            &[6, 35, 185, 942, 4690, 23233, 114_430][..],
        ),
        game(
            "kalah-5x2",
            Switches {
                pits: 5,
                seeds: 2,
                ..kalah()
            },
            &[5, 24, 100, 378, 1327, 4399],
        ),
        game(
            "kalah-empty-capture",
            Switches {
                empty_capture: true,
                ..kalah()
            },
            &[6, 35, 185, 942, 4685, 23169],
        ),
        game("ayo", ayo(), &[6, 30, 151, 735, 3515, 16422]),
        game("avalanche", avalanche(), &[6, 31, 156, 796, 3969, 19789]),
        game("awale", awale(), &[6, 36, 190, 1014, 5219, 27332]),
        game("oware", oware(), OWARE),
        game("awari", awari(), OWARE),
        game("attic", attic(), &[6, 36, 183, 939, 4438, 21312]),
        game(
            "attic-advanced",
            attic_advanced(),
            &[6, 35, 182, 898, 4176, 18818],
        ),
        game(
            "attic-fire",
            Switches {
                burn: true,
                ..attic_advanced()
            },
            &[6, 35, 182, 982, 5321, 30295],
        ),
        game(
            "togyzkumalak",
            Switches {
                pits: 9,
                seeds: 9,
                tuzdyk: true,
                ..bestemshe()
            },
            &[9, 73, 613, 5199, 43184, 360_035],
        ),
        game("bestemshe", bestemshe(), &[]),
    ]
}

const OWARE: &[u64] = &[
    6, 36, 190, 1014, 5219, 27332, 139_157, 711_414, 3_592_872, 18_137_964,
];
