//! The weights of the evaluation: one set for each family of games.

use krou_rules::Switches;

/// Pits that are told apart, counted from the end of the row; those further away share the last.
pub const PLACES: usize = 9;

/// Numbers of seeds that are told apart.
pub const BUCKETS: usize = 24;

/// What the seeds of a pit promise the mover, in hundredths of a seed.
pub type Table = [[i16; BUCKETS]; PLACES];

/// The weights of one family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For being to move.
    pub tempo: i16,
    /// For the mover's row.
    pub own: Table,
    /// For the opponent's row.
    pub other: Table,
}

/// Which place a pit is, counted from the end of the row.
pub const fn place(pit: usize, pits: usize) -> usize {
    let place = pits - 1 - pit;
    if place < PLACES { place } else { PLACES - 1 }
}

/// Which bucket a number of seeds falls in.
pub const fn bucket(seeds: u8) -> usize {
    let bucket = if seeds < 16 {
        seeds as usize
    } else {
        16 + (seeds as usize - 16) / 4
    };
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

/// The weights for a ruleset.
pub fn of(_switches: &Switches) -> &'static Weights {
    &PLAIN
}

/// Nothing but the margin counts.
pub static PLAIN: Weights = Weights {
    tempo: 0,
    own: [[0; BUCKETS]; PLACES],
    other: [[0; BUCKETS]; PLACES],
};
