//! Games in which nothing comes back.
//!
//! A move that leaves all seeds on the board has not passed the mover's store: it has brought
//! seeds of the mover's own row forward, and nothing else. So such moves stay among the boards
//! with the same split of seeds, and lower the *distance* of the mover's row, the steps its seeds
//! have to go to the store. For the rows `a` of one side, in waves of growing distance:
//!
//! ```text
//!   mover has a, other has b   needs   mover has b, other has a', a' in an earlier wave
//!   mover has b, other has a   needs   mover has a, other has b', any b' that is nearer than b
//! ```
//!
//! First all `a|b` of a wave, then all `b|a`; within each step nothing depends on anything else.
//! Where both sides have equally many seeds `b` runs over the waves so far.

use std::sync::atomic::AtomicU8;

use krou_rules::kernel::Style;
use krou_rules::row::{Board, Row};
use rayon::prelude::*;

use super::lines::Lines;
use super::{Work, blank, finished, read, write};
use crate::index::Slab;
use crate::scheme::Kind;
use crate::table::Bounds;

/// A thread takes so many rows at a time, at least.
const AT_ONCE: usize = 16;

pub(super) fn build<R: Row, S: Style>(work: &Work<'_, R, S>) -> Vec<u8> {
    let now = blank(work.index.size(work.layer));
    let slabs = work.index.slabs(work.layer);
    let mut pairs: Vec<(Slab, Slab)> = Vec::new();
    for &near in slabs.iter().filter(|slab| slab.own_lines()) {
        let far = slabs
            .iter()
            .find(|far| far.own == near.other && far.other == near.own)
            .expect("for every split there is the one seen from the other side");
        pairs.push((near, *far));
    }
    let lines = Lines::new(work, &now);
    pairs.into_par_iter().for_each(|(near, far)| {
        // Where a side is empty the game may be over.
        let lively = near.own.seeds != 0;
        Pair {
            work,
            lines: lines.as_ref().filter(|_| lively),
            now: &now,
            near,
            far,
        }
        .fill();
    });
    finished(now)
}

/// The boards with one split of the seeds, from both sides.
struct Pair<'a, R, S> {
    work: &'a Work<'a, R, S>,
    lines: Option<&'a Lines<'a, R, S>>,
    now: &'a [AtomicU8],
    /// The mover has the row of fewer seeds.
    near: Slab,
    /// The other player has it.
    far: Slab,
}

impl<R: Row, S: Style> Pair<'_, R, S> {
    fn fill(&self) {
        let few = self.work.rows.of(self.near.own);
        let many = self.work.rows.of(self.near.other);
        let equal = self.near.own == self.near.other;
        let order = by_distance(self.work.kernel.pits(), few);
        let all: Vec<usize> = if equal {
            Vec::new()
        } else {
            (0..many.len()).collect()
        };
        let mut start = 0;
        for wave in order.chunk_by(|a, b| a.0 == b.0) {
            let rows = |wave: &[(u32, usize)]| wave.iter().map(|row| row.1).collect::<Vec<_>>();
            let earlier = if equal {
                rows(&order[..start])
            } else {
                all.clone()
            };
            let wave = rows(wave);
            start += wave.len();
            wave.par_iter()
                .for_each_init(Vec::new, |best, &a| self.set(&self.near, a, &earlier, best));
            earlier
                .par_iter()
                .with_min_len(AT_ONCE)
                .for_each_init(Vec::new, |best, &b| self.set(&self.far, b, &wave, best));
            if equal {
                wave.par_iter()
                    .for_each_init(Vec::new, |best, &a| self.set(&self.near, a, &wave, best));
            }
            let done = wave.len() * (2 * earlier.len() + if equal { wave.len() } else { 0 });
            (self.work.progress)(done as u64);
        }
    }

    /// Sets the values of the boards with one row for the mover and some for the opponent.
    fn set(&self, slab: &Slab, own: usize, others: &[usize], best: &mut Vec<i8>) {
        if let Some(lines) = self.lines {
            return lines.set(slab, own, others, best);
        }
        let work = self.work;
        for &other in others {
            let board = Board {
                own: work.rows.of(slab.own)[own],
                other: work.rows.of(slab.other)[other],
            };
            let value = work.judge(Kind::Exact, board, |at, _| {
                Bounds::exactly(read(self.now, at))
            });
            write(self.now, slab.at(own, other), value.lower.into());
        }
    }
}

/// The ranks of rows with their distances, the nearest first.
fn by_distance<R: Row>(pits: usize, rows: &[R]) -> Vec<(u32, usize)> {
    let mut order: Vec<(u32, usize)> = rows
        .iter()
        .map(|row| {
            (0..pits as u32)
                .map(|pit| u32::from(row.byte(pit)) * (pits as u32 - pit))
                .sum()
        })
        .zip(0..)
        .collect();
    order.sort_unstable();
    order
}
