//! What is proved of a value.

/// A value lies between these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// It is at least this,
    pub lower: i16,
    /// and at most this.
    pub upper: i16,
}

impl Bounds {
    /// A known value.
    #[inline(always)]
    pub const fn exactly(value: i16) -> Bounds {
        Bounds {
            lower: value,
            upper: value,
        }
    }

    /// What is certain where so many seeds are to be won.
    #[inline(always)]
    pub(super) const fn of_seeds(seeds: i16) -> Bounds {
        Bounds {
            lower: -seeds,
            upper: seeds,
        }
    }

    /// Lower than everything.
    pub(super) const LOWEST: Bounds = Bounds::exactly(i16::MIN);

    /// Whether they say if the value is at least `target`.
    #[inline(always)]
    pub(super) const fn decide(self, target: i16) -> bool {
        self.lower >= target || self.upper < target
    }

    /// Bounds of the larger of two values.
    #[must_use]
    #[inline(always)]
    pub(super) fn max(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<i16> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The same with `margin` more.
    #[must_use]
    #[inline(always)]
    pub(super) const fn plus(self, margin: i16) -> Bounds {
        Bounds {
            lower: self.lower + margin,
            upper: self.upper + margin,
        }
    }

    /// What is left of these bounds where others hold too.
    #[must_use]
    #[inline(always)]
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Bounds that hold if either these or the others do.
    #[must_use]
    #[inline(always)]
    pub(super) fn or(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.min(other.lower),
            upper: self.upper.max(other.upper),
        }
    }
}

/// The same from the other player's side.
impl std::ops::Neg for Bounds {
    type Output = Bounds;

    #[inline(always)]
    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}
