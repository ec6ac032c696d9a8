//! What a sowing does, as far as the mover's row alone tells.
//!
//! Endgame tables look at every pair of rows. What a pit does to its own row, and how far it reaches
//! into the other, is the same beside all of them.

use super::{Choice, Kernel, Style};
use crate::row::{Board, Row};
use crate::sowing::{OTHER, byte_of};
use crate::switches::{Bonus, Capture, GrandSlam};

/// What sowing a pit does beside any row of the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect<R> {
    /// The mover's row and store after it.
    pub own: R,
    /// What the opponent's row gains.
    pub gain: R,
    /// Whether the mover moves again.
    pub again: bool,
    /// What is different if the pit that the last seed faces is not empty.
    pub taking: Option<Taking<R>>,
}

/// A capture that depends on one pit of the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taking<R> {
    /// The pit; its seeds go to the mover's store.
    pub pit: u32,
    /// The mover's row and store after it, without those seeds.
    pub own: R,
}

impl<R: Row, S: Style> Kernel<R, S> {
    /// Whether [`effect`](Self::effect) tells anything: one lap, at most one pit of the opponent's
    /// taken, and every sowing legal.
    pub fn has_effects(&self) -> bool {
        let capture = matches!(self.capture_kind(), Capture::None | Capture::Opposite);
        let marks = S::MARKS && (self.burn || self.tuzdyk);
        let captures = self.grand_slam() == GrandSlam::Captures;
        !S::RELAY.unwrap_or(self.relay) && !self.restricted() && !marks && capture && captures
    }

    /// What sowing `pit` of the row `own` does whatever lies opposite; nothing where more than one
    /// pit of the opponent's has a say in it.
    pub fn effect(&self, own: R, pit: Choice) -> Option<Effect<R>> {
        if !self.has_effects() {
            return None;
        }
        let other = R::default();
        let (sown, last) = self.paths[0].sow(Board { own, other }, pit.into());
        let mut effect = Effect {
            own: sown.own,
            gain: sown.other,
            again: false,
            taking: None,
        };
        if byte_of(last) == R::STORE {
            effect.again = match self.bonus() {
                Bonus::Never => false,
                Bonus::OwnStore => last < OTHER,
                Bonus::EitherStore => true,
            };
            return Some(effect);
        }
        if last >= OTHER {
            let takes = self.capture_kind() == Capture::Opposite && self.capture_either();
            return (!takes).then_some(effect);
        }
        let facing = self.pits as u32 - 1 - byte_of(last);
        if sown.other.byte(facing) != 0 {
            return None;
        }
        // With nothing in the pit faced, and with a seed that is taken off again.
        effect.own = self.capture(sown, last, &mut ()).board.own;
        let filled = Board {
            own: sown.own,
            other: sown.other.plus(R::at(facing, 1)),
        };
        let taken = self.capture(filled, last, &mut ()).board;
        effect.taking = (taken != filled).then(|| Taking {
            pit: facing,
            own: taken.own.minus(R::at(R::STORE, 1)),
        });
        Some(effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Ruleset, Visitor};

    struct Check;

    impl Visitor for Check {
        /// How many moves were told from the mover's row alone, and how many were not.
        type Out = (usize, usize);

        fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out {
            let mut state = 1u64;
            let mut row = || {
                (0..kernel.pits()).fold(R::default(), |row, pit| {
                    state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    let most = [1, 2, 4, 19][(state >> 40) as usize % 4];
                    row | R::at(pit as u32, (state >> 33) as u8 % most)
                })
            };
            let (mut told, mut untold) = (0, 0);
            for _ in 0..20_000 {
                let board = Board {
                    own: row(),
                    other: row(),
                };
                if kernel.stop(board).is_some() {
                    continue;
                }
                for choice in kernel.choices(board) {
                    let Some(effect) = kernel.effect(board.own, choice) else {
                        untold += 1;
                        continue;
                    };
                    told += 1;
                    let mut after = Board {
                        own: effect.own,
                        other: board.other.plus(effect.gain),
                    };
                    if let Some(taking) = effect.taking
                        && after.other.byte(taking.pit) != 0
                    {
                        let seeds = after.other.byte(taking.pit);
                        after.own = taking.own.plus(R::at(R::STORE, seeds));
                        after.other = after.other.minus(R::at(taking.pit, seeds));
                    }
                    let made = kernel.make(board, choice, &mut ()).unwrap();
                    assert_eq!((after, effect.again), (made.board, made.again), "{board:?}");
                }
            }
            (told, untold)
        }
    }

    #[test]
    fn an_effect_is_what_the_move_does_beside_every_row() {
        for (name, changes, most_are_told) in [
            ("kalah", &[][..], true),
            ("kalah", &[("pits", "3")], true),
            ("kalah", &[("pits", "8")], true),
            ("kalah-empty-capture", &[], true),
            ("kalah", &[("capture-takes", "opposite")], true),
            ("kalah", &[("capture-side", "either")], true),
            ("kalah", &[("sow-opponent-store", "true")], true),
            ("kalah", &[("origin", "skipped")], true),
            ("kalah", &[("origin", "first-seed")], true),
            ("kalah", &[("bonus", "never"), ("capture", "none")], true),
            ("kalah", &[("grand-slam", "illegal")], false),
            ("avalanche", &[], false),
            ("awari", &[], false),
        ] {
            let mut ruleset = Ruleset::builtin(name).unwrap();
            for (key, value) in changes {
                ruleset.set(key, value).unwrap();
            }
            let (told, untold) = Rules::new(ruleset).unwrap().visit(Check);
            assert_eq!(
                told > untold,
                most_are_told,
                "{name} {changes:?}: {told}, {untold}"
            );
        }
    }
}
