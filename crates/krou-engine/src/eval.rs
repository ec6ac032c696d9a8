//! What a position seems to be worth: the margin now, and what the seeds in the pits promise.
//!
//! On boards as wide as its family's own a small [`network`] says what the pits promise together.
//! On others each pit counts for itself: a table says for each pit and number of seeds in it how
//! much the mover will yet gain by them, one table for the mover's own row and one for the
//! opponent's; see [`weights`]. Both are fitted to games the engine plays against itself, by
//! `cargo xtask tune`.

pub mod network;
pub mod weights;

use krou_rules::row::{Board, Row};
use krou_rules::{Capture, Laps, Leftovers, Switches};

use network::Network;
use weights::Weights;

/// The widest board's.
const MOST_PITS: usize = 12;

/// Numbers of seeds that are told apart.
pub const BUCKETS: usize = 24;

/// Which bucket a number of seeds falls in.
pub const fn bucket(seeds: u8) -> usize {
    let bucket = match seeds {
        0..16 => seeds as usize,
        _ => 16 + (seeds as usize - 16) / 4,
    };
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

/// The weights for a ruleset: those of the built-in game that plays most like it.
pub fn weights_of(switches: &Switches) -> &'static Weights {
    let game = match (switches.laps, switches.capture) {
        (Laps::Relay, Capture::None) => "avalanche",
        (Laps::Relay, _) => "ayo",
        (_, Capture::Count) => "oware",
        (_, Capture::Even) if switches.tuzdyk => "togyzkumalak",
        (_, Capture::Even) => "bestemshe",
        (_, Capture::None) => "attic",
        (_, Capture::Opposite) if switches.leftovers == Leftovers::Stay => "attic-advanced",
        (_, Capture::Opposite) => "kalah",
    };
    let weights = weights::ALL.iter().find(|weights| weights.game == game);
    weights.expect("every family has its weights")
}

/// The evaluation of one ruleset, laid out for looking up.
pub(crate) enum Evaluation {
    Network(Box<Network>),
    Tables(Box<Tables>),
}

impl Evaluation {
    pub fn new(switches: &Switches) -> Self {
        match Network::new(switches) {
            Some(network) => Evaluation::Network(network),
            None => Evaluation::Tables(Box::new(Tables::new(switches))),
        }
    }

    /// The score of a board whose margin now is given.
    #[inline(always)]
    pub fn of<R: Row>(&self, margin: i16, board: Board<R>) -> i32 {
        let promised = match self {
            Evaluation::Network(network) => network.of(board),
            Evaluation::Tables(tables) => tables.of(board),
        };
        i32::from(margin) * crate::search::SEED + promised
    }
}

/// The tables of one ruleset.
pub(crate) struct Tables {
    /// By pit from the owner's left, and seeds: the mover's row, then the opponent's.
    tables: [[[i16; 256]; 2]; MOST_PITS],
    tempo: i32,
}

impl Tables {
    fn new(switches: &Switches) -> Self {
        let weights = weights_of(switches);
        let pits = usize::from(switches.pits);
        let tables = std::array::from_fn(|pit| {
            if pit >= pits {
                return [[0; 256]; 2];
            }
            // Counted from the end of the row; pits further away than any known are like the last.
            let place = (pits - 1 - pit).min(weights.own.len() - 1);
            let lay_out = |table: &[[i16; BUCKETS]]| {
                std::array::from_fn(|seeds| table[place][bucket(seeds as u8)])
            };
            [lay_out(weights.own), lay_out(weights.other)]
        });
        Tables {
            tables,
            tempo: i32::from(weights.tempo),
        }
    }

    /// What the board promises the mover, in hundredths of a seed.
    #[inline(always)]
    fn of<R: Row>(&self, board: Board<R>) -> i32 {
        let mut score = self.tempo;
        // How many there are is known here: the loop is laid out flat.
        for (pit, [own, other]) in self.tables[..R::MOST_PITS].iter().enumerate() {
            score += i32::from(own[usize::from(board.own.byte(pit as u32))]);
            score += i32::from(other[usize::from(board.other.byte(pit as u32))]);
        }
        score
    }
}
