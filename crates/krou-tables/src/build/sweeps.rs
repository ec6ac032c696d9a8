//! Games in which positions come back, by going over the layer until nothing changes.
//!
//! **Bounds.** Where a repetition gives each player their own side, the history decides what a
//! position is worth. With `sides` the margin of what lies on each side, and `Q` the boards that
//! quiet moves of `P` lead to, the bounds must satisfy
//!
//! ```text
//!   lower(P) = max( taking moves,  -max(sides(Q), upper(Q)) )
//!   upper(P) = max( taking moves,  -min(sides(Q), lower(Q)) )
//! ```
//!
//! since a move to `Q` may end the game there and then, or not; where no way leads back from `Q` to
//! `P` it cannot, and `sides` is left out: see [`Rings`]. *Any* solution holds whatever the
//! history: a game ends after finitely many moves, so each position on the way can be judged by
//! the ones after it. The tightest solution is found by starting too tight, as if every quiet move
//! ended the game, and giving way until the equations hold.
//!
//! **Values.** Where a repetition is worth 0, starting with 0 everywhere moves all values away
//! from 0 and never back, and ends in the values of play for ever.
//!
//! Values move one way only, so the end is the same in whatever order threads go.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use krou_rules::kernel::Style;
use krou_rules::row::{Board, Row};

use super::{Rings, Work, blank, finished, read, write};
use crate::scheme::Kind;
use crate::table::Bounds;

pub(super) fn build<R: Row, S: Style>(work: &Work<'_, R, S>, kind: Kind) -> Vec<u8> {
    let size = work.index.size(work.layer);
    let now = blank(size * kind.width());
    if kind == Kind::Bounds {
        let most = work.layer as i16;
        for at in 0..size {
            write(&now, 2 * at, most);
            write(&now, 2 * at + 1, -most);
        }
    }
    let stale = blank(size);
    for at in 0..size {
        write(&stale, at, 1);
    }
    let sweep = Sweep {
        work,
        kind,
        rings: Rings::new(work, kind),
        now,
        stale,
        changed: AtomicBool::new(true),
    };
    while sweep.changed.swap(false, Relaxed) {
        work.for_each_board(|at, board| sweep.look_again(at, board));
    }
    (work.progress)(size as u64);
    finished(sweep.now)
}

struct Sweep<'a, R, S> {
    work: &'a Work<'a, R, S>,
    kind: Kind,
    rings: Rings,
    now: Vec<AtomicU8>,
    /// Positions from which a move leads to one that changed.
    stale: Vec<AtomicU8>,
    changed: AtomicBool,
}

impl<R: Row, S: Style> Sweep<'_, R, S> {
    fn look_again(&self, at: usize, board: Board<R>) {
        let kernel = self.work.kernel;
        if self.stale[at].load(Relaxed) == 0 {
            return;
        }
        // Before looking: what changes from here on makes the position stale again.
        if kernel.can_trace_back() {
            self.stale[at].store(0, Relaxed);
        }
        let bounds = self.work.judge(self.kind, board, |to, after| {
            self.rings.arrive(at, to, after, self.now(to))
        });
        if bounds == self.now(at) {
            return;
        }
        match self.kind {
            Kind::Exact => write(&self.now, at, bounds.lower.into()),
            Kind::Bounds => {
                write(&self.now, 2 * at, bounds.lower.into());
                write(&self.now, 2 * at + 1, bounds.upper.into());
            }
        }
        self.changed.store(true, Relaxed);
        if kernel.can_trace_back() {
            kernel.trace_back(board, |before| {
                let place = self.work.index.place(before);
                self.stale[place.expect("a quiet move keeps the seeds").at].store(1, Relaxed);
            });
        }
    }

    fn now(&self, at: usize) -> Bounds {
        match self.kind {
            Kind::Exact => Bounds::exactly(read(&self.now, at)),
            Kind::Bounds => Bounds {
                lower: read(&self.now, 2 * at),
                upper: read(&self.now, 2 * at + 1),
            },
        }
    }
}
