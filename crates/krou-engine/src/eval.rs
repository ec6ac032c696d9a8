//! What a position seems to be worth: the margin now, and what the seeds in each pit promise.
//!
//! For each pit and number of seeds in it a table says how much the mover will gain by them, one
//! table for the mover's own row and one for the opponent's. The tables are fitted to games the
//! engine plays against itself; see [`weights`].

pub mod weights;

use krou_rules::Switches;
use krou_rules::row::{Board, Row};

use weights::Weights;

/// The evaluation of one ruleset, laid out for looking up.
pub(crate) struct Evaluation<R> {
    /// By pit from the owner's left, and seeds.
    own: Box<[[i16; 256]]>,
    other: Box<[[i16; 256]]>,
    tempo: i32,
    row: std::marker::PhantomData<R>,
}

impl<R: Row> Evaluation<R> {
    pub fn new(switches: &Switches) -> Self {
        Self::with(weights::of(switches), switches)
    }

    pub fn with(weights: &Weights, switches: &Switches) -> Self {
        let pits = usize::from(switches.pits);
        let lay_out = |table: &weights::Table| {
            (0..pits)
                .map(|pit| {
                    let place = weights::place(pit, pits);
                    std::array::from_fn(|seeds| table[place][weights::bucket(seeds as u8)])
                })
                .collect()
        };
        Evaluation {
            own: lay_out(&weights.own),
            other: lay_out(&weights.other),
            tempo: i32::from(weights.tempo),
            row: std::marker::PhantomData,
        }
    }

    /// The score of a board whose margin now is given.
    #[inline(always)]
    pub fn of(&self, margin: i16, board: Board<R>) -> i32 {
        let mut score = i32::from(margin) * crate::search::SEED + self.tempo;
        for (pit, (own, other)) in self.own.iter().zip(&self.other).enumerate() {
            score += i32::from(own[usize::from(board.own.byte(pit as u32))]);
            score += i32::from(other[usize::from(board.other.byte(pit as u32))]);
        }
        score
    }
}
