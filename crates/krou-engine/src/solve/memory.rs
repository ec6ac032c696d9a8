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
//!
//! A memory begins small, so that a small question costs nothing, and [grows](Memory::grow) within
//! the pages it was given: the system provides those only when they are touched.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use krou_rules::kernel::Choice;
use krou_rules::row::{Board, Row};

use super::bounds::Bounds;
use super::rank::Ranks;
use crate::pages::Pages;

const SLOTS: usize = 8;
const BYTES: usize = SLOTS * size_of::<u64>();
/// Words read or written at once.
const CHUNK: usize = 1 << 12;
const CHOICE_BITS: u32 = 5;
const WORK_BITS: u32 = 5;
/// With this many buckets a memory begins.
const LEAST_BUCKET_BITS: u32 = 10;
/// A thread that helps to grow divides at least so many buckets.
const LEAST_SHARE: usize = 1 << 12;
/// No choice has this number.
const NO_CHOICE: u64 = 31;

pub(super) struct Memory {
    words: Pages,
    ranks: Ranks,
    bucket_bits: u32,
    most_bucket_bits: u32,
    bound_bits: u32,
    /// Every value lies between this and its opposite.
    reach: i16,
}

/// Where a board belongs, however large the memory is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The scrambled rank.
    scrambled: u64,
}

impl Place {
    /// What tells it from others.
    #[inline(always)]
    pub fn mark(self) -> u64 {
        self.scrambled
    }
}

/// What is remembered of a board.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub bounds: Bounds,
    pub choice: Option<Choice>,
}

/// The bits of an entry that say something of its board.
const fn data_bits(bound_bits: u32) -> u32 {
    2 * bound_bits + CHOICE_BITS + WORK_BITS
}

impl Memory {
    /// A memory of at most `bytes` for boards of up to `seeds` seeds; `reach` is the largest margin
    /// that can come up, and `stores` says whether they are part of a position.
    pub fn new<R: Row>(
        bytes: usize,
        pits: usize,
        stores: bool,
        seeds: usize,
        reach: i16,
    ) -> io::Result<Self> {
        let most = (bytes / BYTES).max(1 << LEAST_BUCKET_BITS).ilog2();
        let bound_bits = u16::BITS - (2 * reach as u16).leading_zeros();
        let tag_bits = u64::BITS - data_bits(bound_bits);
        let ranks = Ranks::new::<R>(pits, stores, seeds, tag_bits + most);
        let most_bucket_bits = most.min(ranks.bits);
        let least = LEAST_BUCKET_BITS.max(ranks.bits.saturating_sub(tag_bits));
        Ok(Memory {
            words: Pages::new(SLOTS << most_bucket_bits)?,
            ranks,
            bucket_bits: least.min(most_bucket_bits),
            most_bucket_bits,
            bound_bits,
            reach,
        })
    }

    /// How many searched positions it has room for; more are remembered, but push others out.
    pub fn room(&self) -> u64 {
        if self.bucket_bits < self.most_bucket_bits {
            (SLOTS as u64 * 3 / 4) << self.bucket_bits
        } else {
            u64::MAX
        }
    }

    /// Makes it twice as large, if there is [room](Self::room) left to grow, with so many threads.
    pub fn grow(&mut self, threads: usize) {
        assert!(self.bucket_bits < self.most_bucket_bits, "there are pages");
        // The later half of the buckets moves beyond all of them, then the later half of the rest
        // to where those were: nothing is written over before it was read, in whatever order.
        let mut end = 1usize << self.bucket_bits;
        while end > 0 {
            let half = end / 2..end;
            let share = half.len().div_ceil(threads).max(LEAST_SHARE);
            if share >= half.len() {
                self.divide(half);
            } else {
                thread::scope(|scope| {
                    for from in half.clone().step_by(share) {
                        let (memory, to) = (&*self, half.end.min(from + share));
                        scope.spawn(move || memory.divide(from..to));
                    }
                });
            }
            end /= 2;
        }
        self.bucket_bits += 1;
    }

    /// Divides every bucket between two: the bucket of an entry is told by one bit more, the first
    /// of what it kept.
    fn divide(&self, buckets: Range<usize>) {
        let data = (1u64 << data_bits(self.bound_bits)) - 1;
        for bucket in buckets {
            let words: [u64; SLOTS] = std::array::from_fn(|slot| {
                self.words[bucket * SLOTS + slot].swap(0, Ordering::Relaxed)
            });
            for (slot, word) in words.into_iter().enumerate() {
                let to = 2 * bucket + (word >> (u64::BITS - 1)) as usize;
                let kept = (word & !data) << 1 | word & data;
                self.words[to * SLOTS + slot].store(kept, Ordering::Relaxed);
            }
        }
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
        Some(Place { scrambled })
    }

    /// The word of the first entry of a place's bucket.
    #[inline(always)]
    fn at(&self, place: Place) -> usize {
        let tag_bits = self.ranks.bits - self.bucket_bits;
        place.scrambled.checked_shr(tag_bits).unwrap_or(0) as usize * SLOTS
    }

    /// What an entry keeps of a place, in its upper bits.
    #[inline(always)]
    fn tag(&self, place: Place) -> u64 {
        let tag_bits = self.ranks.bits - self.bucket_bits;
        let shift = u64::BITS - tag_bits;
        place.scrambled.checked_shl(shift).unwrap_or(0)
    }

    /// Asks the processor to have a place at hand soon.
    #[inline(always)]
    pub fn fetch(&self, place: Place) {
        self.words.fetch(self.at(place));
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
        let at = self.at(place);
        let tag = self.tag(place);
        let bucket = &self.words[at..at + SLOTS];
        let data = self.data_mask();
        for word in bucket {
            let word = word.load(Ordering::Relaxed);
            // An empty entry that looks like the board's says nothing, which is true.
            if word & !data == tag {
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
        let at = self.at(place);
        let tag = self.tag(place);
        let bucket = &self.words[at..at + SLOTS];
        let data = self.data_mask();
        let mut choice = choice.map_or(NO_CHOICE, u64::from);
        let mut work = u64::from(u64::BITS - nodes.leading_zeros()).min((1 << WORK_BITS) - 1);
        let mut victim = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            if word & !data == tag && word != 0 {
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
        victim.store(tag | packed, Ordering::Relaxed);
    }

    /// What two memories must have in common for one to be read into the other.
    pub fn shape(&self) -> String {
        format!("{}/{}/{}", self.ranks.bits, self.bound_bits, self.reach)
    }

    /// The entries in use.
    fn entries(&self) -> &[AtomicU64] {
        &self.words[..SLOTS << self.bucket_bits]
    }

    /// How often it would have to be doubled from one bucket.
    pub fn size(&self) -> u32 {
        self.bucket_bits
    }

    /// Makes an empty memory as large as one of this [size](Self::size); if it cannot be so large,
    /// says how many megabytes it would take.
    pub fn begin_with(&mut self, size: u32) -> Result<(), u64> {
        if size > self.most_bucket_bits {
            return Err((BYTES as u64)
                .checked_shl(size)
                .map_or(u64::MAX, |b| b >> 20));
        }
        self.bucket_bits = self.bucket_bits.max(size);
        Ok(())
    }

    /// Writes every entry.
    pub fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(CHUNK * size_of::<u64>());
        for chunk in self.entries().chunks(CHUNK) {
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
        for chunk in self.entries().chunks(CHUNK) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of six pits with few seeds, and bounds that tell them apart.
    fn boards() -> impl Iterator<Item = (Board<u64>, Bounds, Choice)> {
        let row = |number: u64| number & 3 | (number >> 2 & 3) << 16 | (number >> 4 & 3) << 40;
        (0..64).flat_map(move |own| {
            (0..64).map(move |other| {
                let board = Board {
                    own: row(own),
                    other: row(other),
                };
                let seeds = i16::from(board.seeds_in_pits());
                let lower = (own % 7) as i16 - seeds;
                let upper = lower.max(seeds - (other % 5) as i16);
                (board, Bounds { lower, upper }, (own % 6) as Choice)
            })
        })
    }

    #[test]
    fn what_is_remembered_survives_growing() {
        let mut memory = Memory::new::<u64>(4 << 20, 6, false, 18, 18).unwrap();
        let place = |memory: &Memory, board: Board<u64>| {
            let seeds = i16::from(board.seeds_in_pits());
            memory.place(board, seeds).expect("few seeds have a place")
        };
        assert_eq!(memory.size(), LEAST_BUCKET_BITS);
        for (board, bounds, choice) in boards() {
            memory.keep(place(&memory, board), bounds, Some(choice), 1);
        }
        while memory.room() < u64::MAX {
            memory.grow(3);
            let found = boards().filter(|&(board, bounds, choice)| {
                let entry = memory.find(place(&memory, board));
                entry.is_some_and(|e| e.bounds == bounds && e.choice == Some(choice))
            });
            // A few pushed each other out while it was small.
            assert!(found.count() > 4000);
        }
        assert_eq!(memory.size(), 16);
        let mut file = Vec::new();
        memory.write(&mut file).unwrap();
        let mut other = Memory::new::<u64>(4 << 20, 6, false, 18, 18).unwrap();
        assert_eq!(other.begin_with(17), Err(8));
        other.begin_with(16).unwrap();
        other.read(&mut file.as_slice()).unwrap();
        let (board, bounds, _) = boards().last().unwrap();
        assert_eq!(
            other.find(place(&other, board)).map(|e| e.bounds),
            Some(bounds)
        );
    }
}
