//! Endgame tables in a search.
//!
//! - Where nothing comes back, a table's value is the value.
//! - Where a repetition is worth nothing, a table's value is the value as long as no earlier
//!   position can come back: after a capture. Before that it is a good guess, worth a little less
//!   to whoever wins, so that going forward is better than going round.
//! - Where a repetition is worth what lies on each side, a table has bounds; they hold whatever was
//!   played before.
//! - A majority stop leaves the rest as it lies, which tables know nothing of: the winner is
//!   certain, the margin a guess.

use std::sync::Arc;

use krou_rules::row::{Board, Row};
use krou_rules::{Repetition, Switches};
use krou_tables::{Kind, Library, Table};

use super::score::{INFINITE, SEED, Score};

/// A table, and when its values are proofs.
pub(super) struct Endings {
    table: Arc<Table>,
    /// The most seeds on a board the table covers.
    seeds: u8,
    cyclic: bool,
    majority: bool,
}

/// Bounds of a position for its mover, stored seeds included.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Proved bounds.
    pub low: i32,
    pub high: i32,
    pub guess: i32,
}

impl Known {
    /// Returns the score if it decides a search with this window.
    #[inline(always)]
    pub fn settles(self, alpha: i32, beta: i32) -> Option<Score> {
        let certain = |value| {
            Some(Score {
                value,
                proved: true,
            })
        };
        if self.low >= beta || self.low == self.high {
            certain(self.low)
        } else if self.high <= alpha {
            certain(self.high)
        } else {
            None
        }
    }
}

impl Endings {
    /// Returns the best table a tablebase has for these rules.
    pub fn new(rules: &krou_rules::Rules, library: &Library) -> Option<Endings> {
        let table = library.best(rules)?;
        let seeds = u8::try_from(table.layers().checked_sub(1)?).ok()?;
        let switches: Switches = rules.switches().effective();
        Some(Endings {
            table,
            seeds,
            cyclic: switches.repetition != Repetition::None,
            majority: switches.majority,
        })
    }

    /// Probes a board; `history_free` if no earlier position of the game can occur again.
    #[inline(always)]
    pub fn of<R: Row>(&self, board: Board<R>, history_free: bool) -> Option<Known> {
        if board.seeds_in_pits() > self.seeds {
            return None;
        }
        self.probe(board, history_free)
    }

    fn probe<R: Row>(&self, board: Board<R>, history_free: bool) -> Option<Known> {
        let bounds = self.table.bounds(board)?;
        let stored = i32::from(board.store_margin());
        let low = (stored + i32::from(bounds.lower)) * SEED;
        let high = (stored + i32::from(bounds.upper)) * SEED;
        if self.cyclic && !history_free && self.table.kind() == Kind::Exact {
            return Some(Known {
                low: -INFINITE,
                high: INFINITE,
                guess: low - low.signum(),
            });
        }
        let (mut proved_low, mut proved_high) = (low, high);
        if self.majority {
            // Whoever would win without the stop is the first above half.
            proved_low = match low {
                1.. => SEED,
                0 => 0,
                _ => -INFINITE,
            };
            proved_high = match high {
                ..=-1 => -SEED,
                0 => 0,
                _ => INFINITE,
            };
        }
        Some(Known {
            low: proved_low,
            high: proved_high,
            guess: i32::midpoint(low, high),
        })
    }
}
