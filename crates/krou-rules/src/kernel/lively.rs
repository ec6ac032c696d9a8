//! The moves a search follows beyond its depth: those that may change much at once.

use super::{Choices, Kernel, Style};
use crate::row::{Board, Row};
use crate::sowing::{Cell, OTHER, byte_of};
use crate::switches::{Bonus, Capture, CaptureSide, Origin, Switches};

/// How many seeds a pit needs to reach how far: of each pit, what that many lack of 128.
#[derive(Clone, Debug)]
pub(super) struct Reach<R> {
    /// Fewer do not reach the opponent's row.
    other: R,
    /// As many reach the opponent's row for certain.
    past_store: R,
    /// Fewer do not come round to the own row again.
    home: R,
    /// Where what does not leave the own row is looked at all at once: the place of the store, if
    /// a last seed there stirs.
    at_once: Option<R>,
}

impl<R: Row> Reach<R> {
    pub fn new(switches: &Switches) -> Self {
        let pits = switches.pits;
        let needed = |further: u8| {
            let short = |pit| R::at(u32::from(pit), 0x80 - (pits - pit) - further);
            (0..pits).fold(R::default(), |row, pit| row | short(pit))
        };
        let store = u8::from(switches.sow_own_store);
        let plain = switches.capture == Capture::Opposite
            && switches.capture_side == CaptureSide::Own
            && switches.origin != Origin::FirstSeed
            && switches.bonus != Bonus::EitherStore;
        let goal = if switches.sow_own_store && switches.bonus == Bonus::OwnStore {
            R::at(u32::from(pits), 0x80)
        } else {
            R::default()
        };
        Reach {
            other: needed(store),
            past_store: needed(store + u8::from(switches.origin == Origin::FirstSeed)),
            home: needed(pits),
            // Few steps are fewer than looking at one pit after the other.
            at_once: (plain && R::MOST_PITS <= 6).then_some(goal),
        }
    }
}

/// The top bit of each pit that has as many seeds as it needs, and any other bits.
#[inline(always)]
fn at_least<R: Row>(row: R, short: R) -> R {
    (row & R::ONES.times(0x7f)).plus(short) | row
}

impl<R: Row, S: Style> Kernel<R, S> {
    /// Those of the choices that may capture or give another move, as far as that can be told by
    /// where the last seed falls: a relay may do anything, and so may a burn.
    #[inline(always)]
    pub fn lively(&self, board: Board<R>, all: Choices<R>) -> Choices<R> {
        if S::RELAY.unwrap_or(self.relay) {
            return all;
        }
        let paths = self.paths(board);
        let (mut sow, mut rest) = match self.reach.at_once {
            Some(goal) if S::CAPTURE == Some(Capture::Opposite) => (
                all.sow & self.stirs_at_home(board, goal),
                all.sow & at_least(board.own, self.reach.home),
            ),
            _ => (R::default(), all.sow & self.may_stir(board.own)),
        };
        while !rest.is_zero() {
            let bit = rest & !rest.minus(R::from_byte(1));
            rest = rest & !bit;
            let (sown, last) = paths.sow(board, bit.trailing_zeros() / 8);
            if self.stirs(sown, last) {
                sow = sow | bit;
            }
        }
        Choices { sow, ..all }
    }

    /// The top bit of each pit whose last seed falls on `goal`, or captures in the own row without
    /// having left it.
    #[inline(always)]
    fn stirs_at_home(&self, board: Board<R>, goal: R) -> R {
        let facing = board.other.nonzero_bytes().mirrored(self.pits);
        let taking = if self.empty_capture {
            self.pits_mask
        } else {
            facing
        };
        let ends = taking & !board.own.nonzero_bytes() & R::ONES.times(0x80) | goal;
        (1..=R::MOST_PITS as u8).fold(R::default(), |stirs, seeds| {
            let others = (board.own ^ R::ONES.times(seeds)).nonzero_bytes();
            stirs | (ends >> (8 * u32::from(seeds))) & !others
        })
    }

    /// The top bit of each pit whose last seed falls on a side where it may stir anything, and of
    /// others: only most of those that cannot are left out.
    #[inline(always)]
    fn may_stir(&self, own: R) -> R {
        let everywhere = !R::default();
        if S::MARKS && self.burn || self.bonus() == Bonus::EitherStore {
            return everywhere;
        }
        match self.capture_kind() {
            Capture::Count | Capture::Even if self.bonus() == Bonus::Never => {
                at_least(own, self.reach.other)
            }
            Capture::Opposite if !self.capture_either() => {
                !at_least(own, self.reach.past_store) | at_least(own, self.reach.home)
            }
            _ => everywhere,
        }
    }

    /// Whether a last seed that fell here may capture or give another move.
    #[inline(always)]
    fn stirs(&self, sown: Board<R>, last: Cell) -> bool {
        let byte = byte_of(last);
        let at_home = last < OTHER;
        if byte == R::STORE {
            return match self.bonus() {
                Bonus::Never => false,
                Bonus::OwnStore => at_home,
                Bonus::EitherStore => true,
            };
        }
        match self.capture_kind() {
            Capture::None => false,
            Capture::Opposite => {
                let seen = if at_home { sown } else { sown.swapped() };
                let facing = self.columns(sown) as u32 - 1 - byte;
                (at_home || self.capture_either())
                    && seen.own.byte(byte) == 1
                    && (self.empty_capture || seen.other.byte(facing) != 0)
            }
            Capture::Count => !at_home && sown.other.byte(byte) & !1 == 2,
            Capture::Even => {
                let seeds = sown.other.byte(byte);
                let tuzdyk = S::MARKS && self.tuzdyk && seeds == 3;
                !at_home && (seeds != 0 && seeds.is_multiple_of(2) || tuzdyk)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::BURN;
    use crate::{Rules, Ruleset, Visitor};

    struct Compare;

    impl Visitor for Compare {
        type Out = usize;

        /// Walks from a few boards and returns how many moves were left out.
        fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> usize {
            let row = |seeds: &[u8]| {
                let pits = seeds.iter().take(kernel.pits()).zip(0..);
                pits.fold(R::default(), |row, (&n, pit)| row | R::at(pit, n))
            };
            let mut boards = vec![
                Board {
                    own: row(&[4; 12]),
                    other: row(&[4; 12]),
                },
                Board {
                    own: row(&[0, 2, 1, 0, 3, 13, 1, 0, 2]),
                    other: row(&[1, 2, 0, 2, 1, 1, 2, 1, 1]),
                },
            ];
            let mut left_out = 0;
            for _ in 0..4 {
                let mut next = Vec::new();
                for board in boards {
                    let lively = kernel.lively(board, kernel.choices(board));
                    for choice in kernel.choices(board) {
                        let played = kernel.play(board, choice);
                        if !played.over {
                            next.push(played.board);
                        }
                        if choice >= BURN || kernel.relay {
                            assert!(lively.contains(choice));
                            continue;
                        }
                        let (sown, last) = kernel.paths(board).sow(board, u32::from(choice));
                        assert_eq!(lively.contains(choice), kernel.stirs(sown, last));
                        if lively.contains(choice) {
                            continue;
                        }
                        assert!(!played.again);
                        let made = kernel.capture(sown, last, &mut ());
                        assert!(
                            byte_of(last) == R::STORE || made.board == sown,
                            "{board:x?}"
                        );
                        left_out += 1;
                    }
                }
                next.truncate(3000);
                boards = next;
            }
            left_out
        }
    }

    #[test]
    fn a_move_that_captures_or_goes_on_is_lively() {
        for name in Ruleset::names() {
            for change in [
                "origin=sown",
                "origin=skipped",
                "origin=first-seed",
                "sow-own-store=true",
                "sow-opponent-store=true",
                "bonus=either-store",
                "capture-side=either",
            ] {
                let mut ruleset = Ruleset::builtin(name).unwrap();
                let (key, value) = change.split_once('=').unwrap();
                ruleset.set(key, value).unwrap();
                let Ok(rules) = Rules::new(ruleset) else {
                    continue;
                };
                let left_out = rules.visit(Compare);
                let relay = rules.switches().laps == crate::Laps::Relay;
                assert!((left_out > 100) != relay, "{name} {change}: {left_out}");
            }
        }
    }
}
