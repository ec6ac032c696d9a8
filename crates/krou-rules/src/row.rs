//! Half a board packed into one integer.
//!
//! A row is one player's pits, flag and store, a byte each:
//!
//! ```text
//!   u64, up to 6 pits:    byte 0   1   2   3   4   5   6      7
//!                              A   B   C   D   E   F   flag   store
//!   u128, up to 12 pits:  byte 0 … 11                  14     15
//! ```
//!
//! A game has at most 255 seeds, so no byte ever overflows, and adding two rows adds all their
//! cells at once. Example: `4,4,4,4,4,4` with 0 in the store is `0x0000_0404_0404_0404`; sowing
//! four seeds from `A` adds `0x0000_0001_0101_0100` and takes away `0x04`.
//!
//! The flag is the number of burned columns, or one more than the index of the pit on this side
//! that is the other player's tuzdyk. No ruleset has both.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An integer that holds one player's half of the board.
pub trait Row:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many pits fit.
    const MOST_PITS: usize;
    /// The byte of the store.
    const STORE: u32;
    /// The byte of the flag.
    const FLAG: u32 = Self::STORE - 1;
    /// One in every byte.
    const ONES: Self;

    /// A row with `value` in byte 0.
    fn from_byte(value: u8) -> Self;
    /// The lowest byte.
    fn low_byte(self) -> u8;
    /// Adds cell by cell, or takes away where `other` is a negated row.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Takes away cell by cell.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Multiplies every cell.
    #[must_use]
    fn times(self, factor: u8) -> Self;
    /// The sum of all bytes; it must be below 256.
    fn sum(self) -> u8;
    /// In each byte the sum of all bytes up to it; they must be below 256.
    #[must_use]
    fn running_sums(self) -> Self;
    /// The first `pits` bytes the other way round, and no others.
    #[must_use]
    fn mirrored(self, pits: usize) -> Self;
    /// How many bits are set.
    fn ones(self) -> u32;
    /// How many low bits are zero; the width for zero.
    fn trailing_zeros(self) -> u32;
    /// The number as 128 bits.
    fn widen(self) -> u128;
    /// The low bits of a 128-bit number.
    fn narrow(wide: u128) -> Self;

    /// Whether nothing is set.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == Self::default()
    }

    /// The byte at `index`.
    #[inline(always)]
    fn byte(self, index: u32) -> u8 {
        (self >> (8 * index)).low_byte()
    }

    /// `value` in the byte at `index`, all others zero.
    #[inline(always)]
    fn at(index: u32, value: u8) -> Self {
        Self::from_byte(value) << (8 * index)
    }

    /// This row with `value` in the byte at `index`.
    #[must_use]
    #[inline(always)]
    fn with(self, index: u32, value: u8) -> Self {
        (self & !Self::at(index, 0xff)) | Self::at(index, value)
    }

    /// All bits of the first `pits` bytes.
    #[inline(always)]
    fn pits_mask(pits: usize) -> Self {
        // `pits` is below the number of bytes, so the shift is below the width.
        Self::from_byte(1)
            .shl(8 * pits as u32)
            .minus(Self::from_byte(1))
    }

    /// The top bit of every byte that is not zero.
    #[must_use]
    #[inline(always)]
    fn nonzero_bytes(self) -> Self {
        let low = Self::ONES.times(0x7f);
        ((self & low).plus(low) | self) & Self::ONES.times(0x80)
    }
}

macro_rules! row {
    ($type:ty, $pits:literal, $ones:literal) => {
        impl Row for $type {
            const MOST_PITS: usize = $pits;
            const STORE: u32 = <$type>::BITS / 8 - 1;
            const ONES: Self = $ones;

            #[inline(always)]
            fn from_byte(value: u8) -> Self {
                value.into()
            }
            #[inline(always)]
            fn low_byte(self) -> u8 {
                self as u8
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, factor: u8) -> Self {
                self.wrapping_mul(Self::from(factor))
            }
            #[inline(always)]
            fn sum(self) -> u8 {
                (self.wrapping_mul(Self::ONES) >> (Self::BITS - 8)) as u8
            }
            #[inline(always)]
            fn running_sums(self) -> Self {
                self.wrapping_mul(Self::ONES)
            }
            #[inline(always)]
            fn mirrored(self, pits: usize) -> Self {
                self.swap_bytes() >> (Self::BITS - 8 * pits as u32)
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                <$type>::trailing_zeros(self)
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $type
            }
        }
    };
}

row!(u64, 6, 0x0101_0101_0101_0101);
row!(u128, 12, 0x0101_0101_0101_0101_0101_0101_0101_0101);

/// A whole board, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board<R> {
    /// The player to move.
    pub own: R,
    /// Their opponent.
    pub other: R,
}

impl<R: Row> Board<R> {
    /// The board as the opponent sees it.
    #[must_use]
    #[inline(always)]
    pub fn swapped(self) -> Self {
        Board {
            own: self.other,
            other: self.own,
        }
    }

    /// The same board without what is in the stores.
    #[must_use]
    #[inline(always)]
    pub fn without_stores(self) -> Self {
        let mask = R::pits_mask(R::STORE as usize);
        Board {
            own: self.own & mask,
            other: self.other & mask,
        }
    }

    /// The mover's stored seeds minus the opponent's.
    #[inline(always)]
    pub fn store_margin(self) -> i16 {
        i16::from(self.own.byte(R::STORE)) - i16::from(self.other.byte(R::STORE))
    }

    /// The seeds still in pits.
    #[inline(always)]
    pub fn seeds_in_pits(self) -> u8 {
        let mask = R::pits_mask(R::MOST_PITS);
        (self.own & mask).plus(self.other & mask).sum()
    }

    /// The same board in rows of another width, which must be wide enough.
    pub fn convert<Q: Row>(self) -> Board<Q> {
        let half = |row: R| {
            Q::narrow((row & R::pits_mask(R::MOST_PITS)).widen())
                | Q::at(Q::FLAG, row.byte(R::FLAG))
                | Q::at(Q::STORE, row.byte(R::STORE))
        };
        Board {
            own: half(self.own),
            other: half(self.other),
        }
    }
}
