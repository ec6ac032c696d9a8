//! Games in which positions come back, and a repetition is worth nothing to both.
//!
//! A position is worth `v > 0` to its mover if and only if the mover can force it: play that goes
//! round for ever is worth 0. So everything starts from moves that take seeds off the board, whose
//! worth the smaller layers know, and goes back, the largest margins first. With all positions
//! worth more than `v` or less than `-v` settled:
//!
//! - a position whose best taking move is worth `v` is worth `v`,
//! - a position with a move to one worth `-v` is worth `v`,
//! - a position all of whose quiet moves lead to positions worth `v` or more, and whose taking
//!   moves are worth `-v` at most, is worth `-v`.
//!
//! What is not settled after `v = 1` is worth 0. Every position is settled once and every quiet
//! move looked at once each way; in which order makes no difference, so threads need no order.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use krou_rules::kernel::Style;
use krou_rules::row::{Board, Row};
use rayon::prelude::*;

use super::Work;
use crate::index::Slab;

/// What is known of a position while its layer is made.
///
/// ```text
///   bit 15 … 13   12        11 … 8              7 … 0
///       unused    settled   quiet moves that    the value if settled, otherwise what
///                           are not yet lost    the best taking move is worth
/// ```
struct Cell(AtomicU16);

const SETTLED: u16 = 1 << 12;
const QUIET: u16 = 1 << 8;

/// There is no taking move.
const NOTHING: i16 = i8::MIN as i16;

impl Cell {
    fn new(taking: i16, quiet: u16) -> Cell {
        Cell(AtomicU16::new((quiet * QUIET) | u16::from(taking as u8)))
    }

    /// Settles the position unless somebody else did.
    fn settle(&self, value: i16) -> bool {
        let mine = self.0.fetch_or(SETTLED, Relaxed) & SETTLED == 0;
        if mine {
            // Moves that are still to be counted down find enough to count down from.
            let state = SETTLED | (15 * QUIET) | u16::from(value as u8);
            self.0.store(state, Relaxed);
        }
        mine
    }

    /// Settles the position if its taking moves decide it at `v`.
    fn settle_by_taking(&self, v: i16) -> Option<i16> {
        let state = self.0.load(Relaxed);
        let value = i16::from(state as u8 as i8);
        let decided = state & SETTLED == 0 && (value == v || (value == -v && state < QUIET));
        (decided && self.settle(value)).then_some(value)
    }

    /// A quiet move was found to lead to a position worth `v`. Settles the position if it was the
    /// last hope for more than `-v`.
    fn lose_move(&self, v: i16) -> bool {
        let before = self.0.fetch_sub(QUIET, Relaxed);
        before & !0xff == QUIET && i16::from(before as u8 as i8) <= -v && self.settle(-v)
    }

    fn value(&self) -> u8 {
        let state = self.0.load(Relaxed);
        if state & SETTLED == 0 { 0 } else { state as u8 }
    }
}

/// How many cells a thread looks through at a time.
const CHUNK: usize = 1 << 14;

pub(super) fn build<R: Row, S: Style>(work: &Work<'_, R, S>) -> Vec<u8> {
    let size = work.index.size(work.layer);
    let mut cells = Vec::new();
    cells.resize_with(size, || Cell::new(0, 0));
    work.for_each_board(|at, board| {
        let (taking, quiet) = look_ahead(work, board);
        cells[at]
            .0
            .store(Cell::new(taking, quiet).0.into_inner(), Relaxed);
    });
    (work.progress)(size as u64 / 2);
    let slabs = work.index.slabs(work.layer);
    for v in (1..=work.layer).rev() {
        cells
            .par_chunks(CHUNK)
            .enumerate()
            .for_each_init(Vec::new, |settled, (chunk, part)| {
                for (i, cell) in part.iter().enumerate() {
                    if let Some(value) = cell.settle_by_taking(v as i16) {
                        let board = board_at(work, &slabs, chunk * CHUNK + i);
                        settled.push((board, value > 0));
                        spread(work, &cells, v as i16, settled);
                    }
                }
            });
        (work.progress)((size / (2 * work.layer)) as u64);
    }
    cells.par_iter().map(Cell::value).collect()
}

/// What the best move that takes seeds off the board is worth, and how many take none.
fn look_ahead<R: Row, S: Style>(work: &Work<'_, R, S>, board: Board<R>) -> (i16, u16) {
    let (mut taking, mut quiet) = (NOTHING, 0);
    let stop = work.kernel.follow(board, |_, after, again| {
        let place = work.index.place(after).expect("no move adds seeds");
        if place.layer == work.layer {
            quiet += 1;
        } else {
            let rest = work.done[place.layer][place.at] as i8;
            let value = after.store_margin() + i16::from(rest);
            taking = taking.max(if again { value } else { -value });
        }
    });
    match stop {
        None => (taking, quiet),
        Some(stop) => (work.kernel.margin(work.kernel.sweep(board, stop)), 0),
    }
}

/// Goes back from settled boards, each with whether it is worth `v` or `-v`.
fn spread<R: Row, S: Style>(
    work: &Work<'_, R, S>,
    cells: &[Cell],
    v: i16,
    settled: &mut Vec<(Board<R>, bool)>,
) {
    while let Some((board, won)) = settled.pop() {
        work.kernel.trace_back(board, |before| {
            let place = work
                .index
                .place(before)
                .expect("a quiet move keeps the seeds");
            let cell = &cells[place.at];
            let newly = if won {
                cell.lose_move(v)
            } else {
                cell.settle(v)
            };
            if newly {
                settled.push((before, !won));
            }
        });
    }
}

/// The board at a place of the layer.
fn board_at<R: Row, S: Style>(work: &Work<'_, R, S>, slabs: &[Slab], at: usize) -> Board<R> {
    let slab = &slabs[slabs.partition_point(|slab| slab.start() <= at) - 1];
    let (own, other) = (work.rows.of(slab.own), work.rows.of(slab.other));
    let place = at - slab.start();
    let (i, j) = if slab.own_lines() {
        (place / other.len(), place % other.len())
    } else {
        (place % own.len(), place / own.len())
    };
    Board {
        own: own[i],
        other: other[j],
    }
}
