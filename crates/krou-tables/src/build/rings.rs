//! Which positions may come back.
//!
//! A repetition needs a way round: quiet moves from a position back to itself. A position that
//! cannot be reached by quiet moves, or from which none leads on, is on no such way, and neither is
//! one that is connected only to such. Going over the layer until nothing changes leaves the
//! positions that may come back, and a few between two rings.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use krou_rules::kernel::Style;
use krou_rules::row::{Board, Row};

use super::{Work, blank, may_end, read, write};
use crate::scheme::Kind;
use crate::table::Bounds;

/// The positions of a layer that may come back.
pub(crate) struct Rings {
    kind: Kind,
    /// 0 for those that cannot.
    may_return: Vec<AtomicU8>,
}

impl Rings {
    pub fn new<R: Row, S: Style>(work: &Work<'_, R, S>, kind: Kind) -> Rings {
        // Where a repetition is worth the same everywhere, nobody asks.
        let asked = kind == Kind::Bounds;
        let size = if asked {
            work.index.size(work.layer)
        } else {
            0
        };
        let may_return = blank(size);
        for at in 0..size {
            write(&may_return, at, 1);
        }
        let changed = AtomicBool::new(asked && work.kernel.can_trace_back());
        while changed.swap(false, Relaxed) {
            work.for_each_board(|at, board| {
                if read(&may_return, at) == 0 {
                    return;
                }
                let open = |board: Board<R>| {
                    let place = work.index.place(board).expect("no move adds seeds");
                    place.layer == work.layer && read(&may_return, place.at) != 0
                };
                let (mut leads_on, mut led_here) = (false, false);
                work.kernel
                    .follow(board, |_, after, _| leads_on |= open(after));
                work.kernel
                    .trace_back(board, |before| led_here |= open(before));
                if !(leads_on && led_here) {
                    write(&may_return, at, 0);
                    changed.store(true, Relaxed);
                }
            });
        }
        Rings { kind, may_return }
    }

    /// What a quiet move to a board is worth there: it may repeat a position and end the game if
    /// both ends of the move may come back.
    #[inline(always)]
    pub fn arrive<R: Row>(
        &self,
        from: usize,
        to: usize,
        board: Board<R>,
        bounds: Bounds,
    ) -> Bounds {
        let returns = |at| read(&self.may_return, at) != 0;
        if self.kind == Kind::Bounds && returns(from) && returns(to) {
            may_end(bounds, board)
        } else {
            bounds
        }
    }
}
