//! Sowing, capturing, and what the last seed does.

use super::{Board, Hole, Reference};
use krou_rules::{Bonus, Capture, CaptureSide, CaptureTakes, GrandSlam, Laps, Origin, Side};

/// A relay that is not at rest after so many laps never rests. Where a store is sown there are
/// fewer: every round leaves a seed there.
const MOST_LAPS: u32 = 10_000;

/// A board right after the last seed fell.
pub struct Sown {
    pub board: Board,
    /// Where the last seed was dropped.
    pub last: usize,
    /// Whether that was a tuzdyk, so that the seed lies in its owner's store.
    pub in_tuzdyk: bool,
}

impl Reference {
    /// Sows `origin`, lap after lap; `None` if that never comes to rest.
    pub fn sow(&self, board: &Board, origin: usize) -> Option<Sown> {
        let mut board = board.clone();
        let mover = board.turn;
        let mut from = origin;
        for _lap in 0..MOST_LAPS {
            let last = self.sow_once(&mut board, from, origin, mover);
            let in_tuzdyk = board.cells[last] == Hole::Tuzdyk;
            let goes_on = self.switches.laps == Laps::Relay
                && !board.is_store(last)
                && !in_tuzdyk
                && board.seeds(last) > 1;
            if !goes_on {
                return Some(Sown {
                    board,
                    last,
                    in_tuzdyk,
                });
            }
            from = last;
        }
        None
    }

    /// One lap: lifts `from`, drops the seeds one by one, and tells where the last one fell.
    fn sow_once(&self, board: &mut Board, from: usize, origin: usize, mover: Side) -> usize {
        let mut hand = board.take(from);
        let mut at = from;
        if self.switches.origin == Origin::FirstSeed && hand > 1 {
            board.put(from, 1);
            hand -= 1;
        }
        while hand > 0 {
            at = (at + 1) % board.cells.len();
            if !self.is_sown(board, at, origin, mover) {
                continue;
            }
            if board.cells[at] == Hole::Tuzdyk {
                board.put(board.store(!board.owner(at)), 1);
            } else {
                board.put(at, 1);
            }
            hand -= 1;
        }
        at
    }

    fn is_sown(&self, board: &Board, cell: usize, origin: usize, mover: Side) -> bool {
        if cell == board.store(mover) {
            self.switches.sow_own_store
        } else if cell == board.store(!mover) {
            self.switches.sow_opponent_store
        } else if board.cells[cell] == Hole::Burned {
            false
        } else {
            cell != origin || self.switches.origin != Origin::Skipped
        }
    }

    /// Whether the mover is to move again.
    pub fn moves_again(&self, sown: &Sown, mover: Side) -> bool {
        match self.switches.bonus {
            Bonus::Never => false,
            Bonus::OwnStore => sown.last == sown.board.store(mover),
            Bonus::EitherStore => sown.board.is_store(sown.last),
        }
    }

    /// The board after what the last seed takes, and whether that is the opponent's last seeds.
    pub fn capture(&self, sown: &Sown, mover: Side) -> (Board, bool) {
        let mut after = sown.board.clone();
        if sown.board.is_store(sown.last) || sown.in_tuzdyk {
            return (after, false);
        }
        if self.makes_tuzdyk(&sown.board, sown.last, mover) {
            let seeds = after.take(sown.last);
            after.put(after.store(mover), seeds);
            after.cells[sown.last] = Hole::Tuzdyk;
        } else {
            for cell in self.captured(&sown.board, sown.last, mover) {
                let seeds = after.take(cell);
                after.put(after.store(mover), seeds);
            }
        }
        let slam = sown.board.row_seeds(!mover) > 0 && after.row_seeds(!mover) == 0;
        if slam && self.switches.grand_slam == GrandSlam::CapturesNothing {
            after = sown.board.clone();
        }
        (after, slam)
    }

    fn makes_tuzdyk(&self, board: &Board, last: usize, mover: Side) -> bool {
        let opponent = !mover;
        if !self.switches.tuzdyk || board.owner(last) != opponent {
            return false;
        }
        let number = last - board.pit(opponent, 0);
        board.seeds(last) == 3
            && board.tuzdyk_of(mover).is_none()
            && number != board.pits() - 1
            && board.tuzdyk_of(opponent) != Some(number)
    }

    /// The pits emptied into the mover's store.
    fn captured(&self, board: &Board, last: usize, mover: Side) -> Vec<usize> {
        let theirs = board.owner(last) != mover;
        match self.switches.capture {
            Capture::Opposite => self.opposite_captured(board, last, theirs),
            Capture::Count if theirs => self.count_captured(board, last),
            Capture::Even if theirs && board.seeds(last).is_multiple_of(2) => vec![last],
            Capture::Count | Capture::Even | Capture::None => Vec::new(),
        }
    }

    fn count_captured(&self, board: &Board, last: usize) -> Vec<usize> {
        let mut captured = Vec::new();
        let first = board.pit(board.owner(last), 0);
        for cell in (first..=last).rev() {
            if board.cells[cell] == Hole::Burned {
                continue;
            }
            if !matches!(board.seeds(cell), 2 | 3) {
                break;
            }
            captured.push(cell);
            if !self.switches.capture_chain {
                break;
            }
        }
        captured
    }

    fn opposite_captured(&self, board: &Board, last: usize, theirs: bool) -> Vec<usize> {
        let opposite = board.opposite(last);
        let was_empty = board.seeds(last) == 1;
        let right_side = !theirs || self.switches.capture_side == CaptureSide::Either;
        let takes_something = board.seeds(opposite) > 0 || self.switches.empty_capture;
        if !(was_empty && right_side && takes_something) {
            return Vec::new();
        }
        match self.switches.capture_takes {
            CaptureTakes::Both => vec![opposite, last],
            CaptureTakes::Opposite => vec![opposite],
        }
    }
}
