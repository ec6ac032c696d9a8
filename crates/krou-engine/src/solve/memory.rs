//! The bounds proved so far, by position.
//!
//! A board's [rank](super::rank) is scrambled in a way that could be undone. Some bits of the
//! result choose a bucket of one cache line, all others are kept in one of its eight entries, so
//! an entry is found for its own board and for no other. An entry is one word, read and written
//! whole by any number of threads without locks:
//!
//! ```text
//!   bit 63               32         27       22            0
//!       rest of the rank  … | work   | choice | lower upper
//! ```
//!
//! The bounds are counted from what is certain without a proof, so an empty entry says nothing.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;

use krou_rules::kernel::Choice;
use krou_rules::row::{Board, Row};

use super::bounds::Bounds;
use super::pages::Pages;
use super::rank::Ranks;

const SLOTS: usize = 8;
const BYTES: usize = SLOTS * size_of::<u64>();
/// Words read or written at once.
const CHUNK: usize = 1 << 12;
const CHOICE_BITS: u32 = 5;
const WORK_BITS: u32 = 5;
/// No choice has this number.
const NO_CHOICE: u64 = 31;

pub(super) struct Memory {
    words: Pages,
    ranks: Ranks,
    bucket_bits: u32,
    bound_bits: u32,
    /// Every value lies between this and its opposite.
    reach: i16,
}

/// Where a board belongs.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The word of the bucket's first entry.
    at: usize,
    /// What is kept of the rank, in the upper bits of an entry.
    tag: u64,
}

impl Place {
    /// What tells it from others, almost always.
    #[inline(always)]
    pub fn mark(self) -> u64 {
        (self.tag ^ self.at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// What is remembered of a board.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub bounds: Bounds,
    pub choice: Option<Choice>,
}

impl Memory {
    /// A memory of about `bytes` for boards of up to `seeds` seeds; `reach` is the largest margin
    /// that can come up, and `stores` says whether they are part of a position.
    pub fn new<R: Row>(
        bytes: usize,
        pits: usize,
        stores: bool,
        seeds: usize,
        reach: i16,
    ) -> io::Result<Self> {
        let bucket_bits = (bytes / BYTES).max(1 << 10).ilog2();
        let bound_bits = u16::BITS - (2 * reach as u16).leading_zeros();
        let data_bits = 2 * bound_bits + CHOICE_BITS + WORK_BITS;
        let ranks = Ranks::new::<R>(pits, stores, seeds, u64::BITS + bucket_bits - data_bits);
        let bucket_bits = bucket_bits.min(ranks.bits);
        Ok(Memory {
            words: Pages::new(SLOTS << bucket_bits)?,
            ranks,
            bucket_bits,
            bound_bits,
            reach,
        })
    }

    /// Where a board belongs; boards with too many seeds are not remembered.
    #[inline(always)]
    pub fn place<R: Row>(&self, board: Board<R>, seeds: i16) -> Option<Place> {
        if seeds as usize > self.ranks.most_seeds {
            return None;
        }
        // Odd factors and shifts of at least half can be undone: no two ranks come out the same.
        let bits = self.ranks.bits;
        let mask = u64::MAX >> (u64::BITS - bits);
        let mut scrambled = self.ranks.rank(board);
        scrambled = scrambled.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        scrambled ^= scrambled >> bits.div_ceil(2);
        scrambled = scrambled.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        scrambled ^= scrambled >> bits.div_ceil(2);
        let tag_bits = bits - self.bucket_bits;
        let bucket = scrambled.checked_shr(tag_bits).unwrap_or(0) as usize;
        Some(Place {
            at: bucket * SLOTS,
            tag: scrambled.checked_shl(u64::BITS - tag_bits).unwrap_or(0),
        })
    }

    /// Asks the processor to have a place at hand soon.
    #[inline(always)]
    pub fn fetch(&self, place: Place) {
        self.words.fetch(place.at);
    }

    /// The bits of an entry that do not belong to the rank.
    #[inline(always)]
    fn data_mask(&self) -> u64 {
        u64::MAX
            .checked_shr(self.ranks.bits - self.bucket_bits)
            .unwrap_or(0)
    }

    /// What is proved of the board that belongs here.
    #[inline(always)]
    pub fn find(&self, place: Place) -> Option<Entry> {
        let bucket = &self.words[place.at..place.at + SLOTS];
        let data = self.data_mask();
        for word in bucket {
            let word = word.load(Ordering::Relaxed);
            // An empty entry that looks like the board's says nothing, which is true.
            if word & !data == place.tag && word != 0 {
                return Some(self.unpack(word & data));
            }
        }
        None
    }

    #[inline(always)]
    fn unpack(&self, data: u64) -> Entry {
        let mask = (1u64 << self.bound_bits) - 1;
        let choice = data >> (2 * self.bound_bits) & NO_CHOICE;
        Entry {
            bounds: Bounds {
                lower: (data & mask) as i16 - self.reach,
                upper: self.reach - (data >> self.bound_bits & mask) as i16,
            },
            choice: (choice != NO_CHOICE).then_some(choice as Choice),
        }
    }

    #[inline(always)]
    fn work(&self, word: u64) -> u64 {
        word >> (2 * self.bound_bits + CHOICE_BITS) & ((1 << WORK_BITS) - 1)
    }

    /// Remembers bounds that took so many nodes to prove.
    #[inline(always)]
    pub fn keep(&self, place: Place, mut bounds: Bounds, choice: Option<Choice>, nodes: u64) {
        let bucket = &self.words[place.at..place.at + SLOTS];
        let data = self.data_mask();
        let mut choice = choice.map_or(NO_CHOICE, u64::from);
        let mut work = u64::from(u64::BITS - nodes.leading_zeros()).min((1 << WORK_BITS) - 1);
        let mut victim = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            if word & !data == place.tag && word != 0 {
                let old = self.unpack(word & data);
                bounds.lower = bounds.lower.max(old.bounds.lower);
                bounds.upper = bounds.upper.min(old.bounds.upper);
                if choice == NO_CHOICE {
                    choice = old.choice.map_or(NO_CHOICE, u64::from);
                }
                work = work.max(self.work(word));
                victim = slot;
                break;
            }
            let its = if word == 0 { 0 } else { 1 + self.work(word) };
            if its < least {
                (victim, least) = (slot, its);
            }
        }
        let lower = (bounds.lower + self.reach) as u64;
        let upper = (self.reach - bounds.upper) as u64;
        let packed = lower
            | upper << self.bound_bits
            | choice << (2 * self.bound_bits)
            | work << (2 * self.bound_bits + CHOICE_BITS);
        victim.store(place.tag | packed, Ordering::Relaxed);
    }

    /// What two memories must have in common for one to be read into the other.
    pub fn shape(&self) -> String {
        format!(
            "{}/{}/{}/{}",
            self.words.len(),
            self.ranks.bits,
            self.bound_bits,
            self.reach
        )
    }

    /// Writes every entry.
    pub fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(CHUNK * size_of::<u64>());
        for chunk in self.words.chunks(CHUNK) {
            bytes.clear();
            for word in chunk {
                bytes.extend(word.load(Ordering::Relaxed).to_le_bytes());
            }
            writer.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads every entry, and that nothing follows.
    pub fn read(&self, reader: &mut impl Read) -> io::Result<()> {
        let mut bytes = vec![0; CHUNK * size_of::<u64>()];
        for chunk in self.words.chunks(CHUNK) {
            let bytes = &mut bytes[..size_of_val(chunk)];
            reader.read_exact(bytes)?;
            for (word, bytes) in chunk.iter().zip(bytes.as_chunks().0) {
                word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
            }
        }
        // The checksum is compared at the end.
        match reader.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(io::Error::other("it is too long")),
        }
    }
}
