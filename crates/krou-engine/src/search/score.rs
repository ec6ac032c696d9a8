//! Scores as the search counts them.

use crate::Value;

/// Units of a score in a seed.
pub(crate) const SEED: i32 = 100;

/// Beyond every score.
pub(crate) const INFINITE: i32 = 30_000;

/// A score, and whether the bound it stands for is proved.
///
/// A search with the window `alpha..beta` returns a score that is exact between the two, at least
/// the true value where it is at most `alpha`, and at most the true value where it is at least
/// `beta`. `proved` says that this holds of the game itself, whatever heuristics, depth limit and
/// path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub value: i32,
    pub proved: bool,
}

impl Score {
    /// The value of a finished game.
    #[inline(always)]
    pub fn certain(margin: i16) -> Score {
        Score {
            value: i32::from(margin) * SEED,
            proved: true,
        }
    }

    #[inline(always)]
    pub fn guess(value: i32) -> Score {
        Score {
            value,
            proved: false,
        }
    }

    /// For those who read it.
    pub fn value(self) -> Value {
        if self.proved {
            Value::Proved((self.value / SEED) as i16)
        } else {
            Value::Estimated(self.value as f32 / SEED as f32)
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score {
            value: -self.value,
            proved: self.proved,
        }
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    #[inline(always)]
    pub fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    #[inline(always)]
    pub fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether a value with this bound settles a search with this window.
    #[inline(always)]
    pub fn settles(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }
}
