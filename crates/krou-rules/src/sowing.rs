//! Sowing tables: what every cell gains when a pit is sown.
//!
//! The way round the board is walked once per ruleset, pit and count; after that a sowing is one
//! addition. All cells are named as the player who sows sees them:
//!
//! ```text
//!                    16+5 … 16+1 16+0
//!   16+STORE                            STORE
//!                     0    1  …   5
//! ```

use crate::row::{Board, Row};
use crate::switches::{Laps, Origin, Switches};

/// A cell as the mover sees it: the byte of the row, plus [`OTHER`] on the opponent's half.
pub type Cell = u8;

/// Marks a cell of the opponent's half.
pub const OTHER: Cell = 16;

/// The byte of the row in which a cell lies.
#[inline(always)]
pub const fn byte_of(cell: Cell) -> u32 {
    (cell & (OTHER - 1)) as u32
}

/// What one sowing does.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub struct Sowing<R> {
    /// What the mover's cells gain.
    pub own: R,
    /// What the opponent's cells gain.
    pub other: R,
    /// Where the last seed falls.
    pub last: Cell,
}

/// The counts a table has entries for. A lap may be asked for more seeds than there are, to make
/// up for the pit it skips: at most as many again, on a board of two pits and no store.
const FIRST_COUNTS: usize = 256;
const LAP_COUNTS: usize = 512;

/// The way round a board with a given number of columns, and its tables.
#[derive(Clone, Debug)]
pub struct Paths<R> {
    /// The cells in the order they are sown.
    ring: Vec<Cell>,
    origin: Origin,
    /// By own pit and count; the lifted seeds are already taken away.
    first: Vec<Sowing<R>>,
    /// By place in the ring and count, for the laps of a relay; nothing is taken away or skipped.
    laps: Vec<Sowing<R>>,
    /// The place of each cell in the ring.
    place: [u8; 32],
}

impl<R: Row> Paths<R> {
    /// The tables for `columns` columns.
    pub fn new(switches: &Switches, columns: usize) -> Self {
        let pits = 0..columns as u8;
        let mut ring: Vec<Cell> = pits.clone().collect();
        if switches.sow_own_store {
            ring.push(R::STORE as u8);
        }
        ring.extend(pits.map(|pit| OTHER + pit));
        if switches.sow_opponent_store {
            ring.push(OTHER + R::STORE as u8);
        }
        let mut place = [0u8; 32];
        for (i, &cell) in ring.iter().enumerate() {
            place[cell as usize] = i as u8;
        }
        let mut paths: Paths<R> = Paths {
            ring,
            origin: switches.origin,
            first: Vec::new(),
            laps: Vec::new(),
            place,
        };
        for pit in 0..columns as u8 {
            let skip = (paths.origin == Origin::Skipped).then_some(pit);
            let sowings = paths.sowings(pit, FIRST_COUNTS, skip);
            for (seeds, mut sowing) in sowings.into_iter().enumerate() {
                sowing.own = sowing.own.minus(R::at(u32::from(pit), seeds as u8));
                paths.first.push(sowing);
            }
        }
        if switches.laps == Laps::Relay {
            for &cell in &paths.ring {
                paths.laps.extend(paths.sowings(cell, LAP_COUNTS, None));
            }
        }
        paths
    }

    /// The cells that get a seed, one after the other, when `seeds` are lifted from `from`.
    pub fn walk(
        &self,
        from: Cell,
        seeds: usize,
        skip: Option<Cell>,
    ) -> impl Iterator<Item = Cell> + '_ {
        let back = (self.origin == Origin::FirstSeed && seeds > 1).then_some(from);
        let place = self.place[from as usize] as usize;
        let round = self
            .ring
            .iter()
            .copied()
            .cycle()
            .skip(place + 1)
            .filter(move |&cell| Some(cell) != skip);
        back.into_iter().chain(round).take(seeds)
    }

    /// What lifting 0, 1, 2 … seeds from `from` does, but for taking them away.
    fn sowings(&self, from: Cell, counts: usize, skip: Option<Cell>) -> Vec<Sowing<R>> {
        // Cells wrap where a game could not have so many seeds; those entries are never read.
        let add = |mut sowing: Sowing<R>, cell: Cell| {
            let half = if cell < OTHER {
                &mut sowing.own
            } else {
                &mut sowing.other
            };
            *half = half.plus(R::at(byte_of(cell), 1));
            sowing.last = cell;
            sowing
        };
        let mut sowings = vec![Sowing::default()];
        for cell in self.walk(from, counts - 1, skip) {
            sowings.push(add(sowings[sowings.len() - 1], cell));
        }
        // A single seed goes to the next cell even where many begin with their own.
        let single = self.walk(from, 1, skip).fold(Sowing::default(), add);
        sowings[1] = single;
        sowings
    }

    /// The first sowing of a move: `board` after it, and where the last seed fell.
    #[inline(always)]
    pub fn sow(&self, board: Board<R>, pit: u32) -> (Board<R>, Cell) {
        let seeds = board.own.byte(pit);
        let sowing = &self.first[pit as usize * FIRST_COUNTS + seeds as usize];
        let after = Board {
            own: board.own.plus(sowing.own),
            other: board.other.plus(sowing.other),
        };
        (after, sowing.last)
    }

    /// The board before a first sowing of `seeds` from `pit` that led to `board`, and where its
    /// last seed fell. If no such sowing leads there, some byte is below zero or the pit did not
    /// hold what was lifted.
    #[inline(always)]
    pub fn unsow(&self, board: Board<R>, pit: u32, seeds: u8) -> (Board<R>, Cell) {
        let sowing = &self.first[pit as usize * FIRST_COUNTS + seeds as usize];
        let before = Board {
            own: board.own.minus(sowing.own),
            other: board.other.minus(sowing.other),
        };
        (before, sowing.last)
    }

    /// How many of `seeds` sown from `pit` fall back into it.
    #[inline(always)]
    pub fn returns(&self, pit: u32, seeds: u8) -> u8 {
        let sowing = &self.first[pit as usize * FIRST_COUNTS + seeds as usize];
        sowing.own.byte(pit).wrapping_add(seeds)
    }

    /// A lap of a relay that lifts `from`, in a move that began in the own pit `origin`.
    #[inline(always)]
    pub fn lap(&self, board: Board<R>, from: Cell, origin: Cell) -> (Board<R>, Cell) {
        let byte = byte_of(from);
        let (seeds, lifted) = if from < OTHER {
            let seeds = board.own.byte(byte);
            let own = board.own.minus(R::at(byte, seeds));
            (seeds, Board { own, ..board })
        } else {
            let seeds = board.other.byte(byte);
            let other = board.other.minus(R::at(byte, seeds));
            (seeds, Board { other, ..board })
        };
        let place = self.place[from as usize] as usize;
        let skipped = if self.origin == Origin::Skipped {
            self.passes(place, origin, seeds as usize)
        } else {
            0
        };
        let sowing = &self.laps[place * LAP_COUNTS + seeds as usize + skipped];
        let after = Board {
            own: lifted
                .own
                .plus(sowing.own)
                .minus(R::at(byte_of(origin), skipped as u8)),
            other: lifted.other.plus(sowing.other),
        };
        (after, sowing.last)
    }

    /// How often a lap of `seeds` from `place` comes past `origin`, which it does not sow.
    #[inline(always)]
    fn passes(&self, place: usize, origin: Cell, seeds: usize) -> usize {
        let round = self.ring.len();
        let target = self.place[origin as usize] as usize;
        let distance = if target > place {
            target - place
        } else {
            target + round - place
        };
        if seeds < distance {
            0
        } else {
            1 + (seeds - distance) / (round - 1)
        }
    }
}
