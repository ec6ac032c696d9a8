//! How a choice changes the board: sowing, laps, captures, tuzdyks, burning.

use super::{BURN, Choice, Family, Kernel, Made, Observer, Style};
use crate::row::{Board, Row};
use crate::sowing::{Cell, OTHER, Paths, byte_of};
use crate::switches::{Bonus, Capture, GrandSlam, MOST_LAPS};

impl<R: Row, S: Style> Kernel<R, S> {
    /// Makes a choice, legal or not; `None` if it never comes to rest.
    #[inline(always)]
    pub(super) fn make(
        &self,
        board: Board<R>,
        choice: Choice,
        observer: &mut impl Observer,
    ) -> Option<Made<R>> {
        if S::MARKS && choice >= BURN {
            return Some(Made {
                board: self.burn(board, u32::from(choice - BURN)),
                again: false,
                slam: false,
            });
        }
        let paths = self.paths(board);
        let skip = self.skip_origin.then_some(choice);
        observer.sow(choice, board.own.byte(u32::from(choice)), skip);
        let (mut board, mut last) = paths.sow(board, u32::from(choice));
        if S::RELAY.unwrap_or(self.relay) {
            (board, last) = self.relay(paths, board, last, choice, observer)?;
        }
        if S::MARKS && self.tuzdyk {
            board = Self::collect(board);
        }
        if S::FAMILY != Some(Family::Oware) && byte_of(last) == R::STORE {
            let again = match self.bonus() {
                Bonus::Never => false,
                Bonus::OwnStore => last < OTHER,
                Bonus::EitherStore => true,
            };
            return Some(Made {
                board,
                again,
                slam: false,
            });
        }
        Some(self.capture(board, last, observer))
    }

    #[inline(always)]
    fn relay(
        &self,
        paths: &Paths<R>,
        mut board: Board<R>,
        mut last: Cell,
        origin: Cell,
        observer: &mut impl Observer,
    ) -> Option<(Board<R>, Cell)> {
        for _lap in 0..MOST_LAPS {
            if byte_of(last) == R::STORE {
                return Some((board, last));
            }
            let half = if last < OTHER { board.own } else { board.other };
            let seeds = half.byte(byte_of(last));
            if seeds == 1 {
                return Some((board, last));
            }
            observer.sow(last, seeds, self.skip_origin.then_some(origin));
            (board, last) = paths.lap(board, last, origin);
        }
        None
    }

    /// Moves what fell into tuzdyks to their owners' stores.
    #[inline(always)]
    fn collect(board: Board<R>) -> Board<R> {
        let Board { mut own, mut other } = board;
        let (in_own, in_other) = (own.byte(R::FLAG), other.byte(R::FLAG));
        if in_own != 0 {
            let seeds = own.byte(u32::from(in_own) - 1);
            own = own.minus(R::at(u32::from(in_own) - 1, seeds));
            other = other.plus(R::at(R::STORE, seeds));
        }
        if in_other != 0 {
            let seeds = other.byte(u32::from(in_other) - 1);
            other = other.minus(R::at(u32::from(in_other) - 1, seeds));
            own = own.plus(R::at(R::STORE, seeds));
        }
        Board { own, other }
    }

    /// What the last seed takes where it fell in a pit.
    #[inline(always)]
    pub(super) fn capture(
        &self,
        board: Board<R>,
        last: Cell,
        observer: &mut impl Observer,
    ) -> Made<R> {
        let byte = byte_of(last);
        let mut after = board;
        if S::MARKS && self.tuzdyk && self.makes_tuzdyk(board, last) {
            after.other = after.other.with(byte, 0).with(R::FLAG, byte as u8 + 1);
            after.own = after.own.plus(R::at(R::STORE, 3));
        } else {
            match self.capture_kind() {
                Capture::None => {}
                Capture::Opposite => after = self.capture_opposite(board, last),
                Capture::Count => {
                    if last >= OTHER {
                        after = self.capture_count(board, byte);
                    }
                }
                Capture::Even => {
                    let seeds = board.other.byte(byte);
                    if last >= OTHER && seeds != 0 && seeds.is_multiple_of(2) {
                        after.other = board.other.minus(R::at(byte, seeds));
                        after.own = board.own.plus(R::at(R::STORE, seeds));
                    }
                }
            }
        }
        let slam = self.grand_slam() != GrandSlam::Captures
            && after != board
            && self.other_empty(after)
            && !self.other_empty(board);
        if slam && self.grand_slam() == GrandSlam::CapturesNothing {
            after = board;
        }
        self.tell(board, after, observer);
        Made {
            board: after,
            again: false,
            slam,
        }
    }

    /// Tells an observer what a capture changed: each pit it emptied, from the last seed's on.
    #[inline(always)]
    fn tell<O: Observer>(&self, before: Board<R>, after: Board<R>, observer: &mut O) {
        if !O::LISTENS {
            return;
        }
        let made_tuzdyk = before.other.byte(R::FLAG) != after.other.byte(R::FLAG);
        for pit in (0..self.pits as u32).rev() {
            for (half, was, is) in [
                (OTHER, before.other, after.other),
                (0, before.own, after.own),
            ] {
                let seeds = was.byte(pit) - is.byte(pit);
                if seeds == 0 {
                } else if made_tuzdyk {
                    observer.tuzdyk(half + pit as Cell, seeds);
                } else {
                    observer.capture(half + pit as Cell, seeds);
                }
            }
        }
    }

    #[inline(always)]
    fn capture_opposite(&self, board: Board<R>, last: Cell) -> Board<R> {
        let byte = byte_of(last);
        let facing = self.columns(board) as u32 - 1 - byte;
        let at_home = last < OTHER;
        let seen = if at_home { board } else { board.swapped() };
        if !(at_home || self.capture_either()) || seen.own.byte(byte) != 1 {
            return board;
        }
        let seeds = seen.other.byte(facing);
        if seeds == 0 && !self.empty_capture {
            return board;
        }
        let last_seed = u8::from(self.capture_both());
        let taken = Board {
            own: seen.own.minus(R::at(byte, last_seed)),
            other: seen.other.minus(R::at(facing, seeds)),
        };
        let after = if at_home { taken } else { taken.swapped() };
        Board {
            own: after.own.plus(R::at(R::STORE, seeds + last_seed)),
            ..after
        }
    }

    #[inline(always)]
    fn capture_count(&self, board: Board<R>, last: u32) -> Board<R> {
        let Board { mut own, mut other } = board;
        let mut pit = last;
        loop {
            let seeds = other.byte(pit);
            if seeds & !1 != 2 {
                break;
            }
            other = other.minus(R::at(pit, seeds));
            own = own.plus(R::at(R::STORE, seeds));
            if pit == 0 || !self.capture_chain() {
                break;
            }
            pit -= 1;
        }
        Board { own, other }
    }

    fn makes_tuzdyk(&self, board: Board<R>, last: Cell) -> bool {
        let byte = byte_of(last);
        last >= OTHER
            && board.other.byte(byte) == 3
            && board.other.byte(R::FLAG) == 0
            && byte as usize != self.pits - 1
            && board.own.byte(R::FLAG) != byte as u8 + 1
    }

    /// Takes a column out of the board and its cost out of the mover's store.
    fn burn(&self, board: Board<R>, column: u32) -> Board<R> {
        let facing = self.columns(board) as u32 - 1 - column;
        let remove = |row: R, pit: u32| {
            let pits = row & self.pits_mask;
            let below = pits & R::pits_mask(pit as usize);
            let above = (pits & !R::pits_mask(pit as usize + 1)) >> 8;
            (row & !self.pits_mask) | below | above
        };
        Board {
            own: remove(board.own, column)
                .minus(R::at(R::STORE, self.burn_cost))
                .plus(R::at(R::FLAG, 1)),
            other: remove(board.other, facing).plus(R::at(R::FLAG, 1)),
        }
    }
}
