//! The solver's transposition table: proved bounds by position.
//!
//! A board's [rank](super::indexer) is mixed by an invertible hash. Some bits of the
//! result select a bucket of one cache line, the rest is stored in one of its eight entries, so
//! an entry matches its own board and no other. An entry is one word, read and written
//! whole by any number of threads without locks:
//!
//! ```text
//!   bit 63               32         27       22            0
//!       rest of the rank  … | work   | choice | lower upper
//! ```
//!
//! Bounds are stored relative to the trivial bounds, so an empty entry is a valid one.
//!
//! The table starts small, so that a small question costs nothing, and [grows](TranspositionTable::grow) within
//! reserved pages, which the system provides only when they are touched.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use krou_rules::kernel::Choice;
use krou_rules::row::{Board, Row};

use super::bounds::Bounds;
use super::indexer::BoardIndexer;
use crate::pages::Pages;

const SLOTS: usize = 8;
const BYTES: usize = SLOTS * size_of::<u64>();
/// Words read or written at once.
const CHUNK: usize = 1 << 12;
const CHOICE_BITS: u32 = 5;
const WORK_BITS: u32 = 5;
/// Initial number of buckets, as a power of two.
const MIN_BUCKET_BITS: u32 = 10;
/// Minimum number of buckets per thread while growing.
const MIN_SHARE: usize = 1 << 12;
/// Marks an entry without a move.
const NO_CHOICE: u64 = 31;

pub(super) struct TranspositionTable {
    words: Pages,
    indexer: BoardIndexer,
    bucket_bits: u32,
    max_bucket_bits: u32,
    bound_bits: u32,
    /// Every value lies between this and its opposite.
    reach: i16,
}

/// The mixed rank of a board; independent of the table's size.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The mixed rank.
    scrambled: u64,
}

impl Place {
    /// Returns a value unique to the board.
    #[inline(always)]
    pub fn mark(self) -> u64 {
        self.scrambled
    }
}

/// Bounds and best move of a board.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub bounds: Bounds,
    pub choice: Option<Choice>,
}

/// Bits of an entry that are not part of the rank.
const fn data_bits(bound_bits: u32) -> u32 {
    2 * bound_bits + CHOICE_BITS + WORK_BITS
}

impl TranspositionTable {
    /// Creates a table of at most `bytes` for boards of up to `seeds` seeds; `reach` is the largest margin
    /// that can occur, and `stores` says whether stores are part of a position.
    pub fn new<R: Row>(
        bytes: usize,
        pits: usize,
        stores: bool,
        seeds: usize,
        reach: i16,
    ) -> io::Result<Self> {
        let most = (bytes / BYTES).max(1 << MIN_BUCKET_BITS).ilog2();
        let bound_bits = u16::BITS - (2 * reach as u16).leading_zeros();
        let tag_bits = u64::BITS - data_bits(bound_bits);
        let indexer = BoardIndexer::new::<R>(pits, stores, seeds, tag_bits + most);
        let max_bucket_bits = most.min(indexer.bits);
        let least = MIN_BUCKET_BITS.max(indexer.bits.saturating_sub(tag_bits));
        Ok(TranspositionTable {
            words: Pages::new(SLOTS << max_bucket_bits)?,
            indexer,
            bucket_bits: least.min(max_bucket_bits),
            max_bucket_bits,
            bound_bits,
            reach,
        })
    }

    /// Returns how many searched positions fit; beyond that, entries are replaced.
    pub fn room(&self) -> u64 {
        if self.bucket_bits < self.max_bucket_bits {
            (SLOTS as u64 * 3 / 4) << self.bucket_bits
        } else {
            u64::MAX
        }
    }

    /// Doubles the table with `threads` threads, if there is [room](Self::room) left to grow.
    pub fn grow(&mut self, threads: usize) {
        assert!(self.bucket_bits < self.max_bucket_bits, "there are pages");
        // The later half of the buckets moves beyond all of them, then the later half of the rest
        // to where those were: nothing is written over before it was read, in whatever order.
        let mut end = 1usize << self.bucket_bits;
        while end > 0 {
            let half = end / 2..end;
            let share = half.len().div_ceil(threads).max(MIN_SHARE);
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

    /// Splits every bucket in two: one more bit of the rank selects the bucket, the first
    /// of those stored.
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

    /// Returns the slot of a board; boards with too many seeds have none.
    #[inline(always)]
    pub fn place<R: Row>(&self, board: Board<R>, seeds: i16) -> Option<Place> {
        if seeds as usize > self.indexer.max_seeds {
            return None;
        }
        // Odd factors and shifts of at least half a word are invertible: no two ranks collide.
        let bits = self.indexer.bits;
        let mask = u64::MAX >> (u64::BITS - bits);
        let mut scrambled = self.indexer.rank(board);
        scrambled = scrambled.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        scrambled ^= scrambled >> bits.div_ceil(2);
        scrambled = scrambled.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        scrambled ^= scrambled >> bits.div_ceil(2);
        Some(Place { scrambled })
    }

    /// Returns the index of the first entry of a bucket.
    #[inline(always)]
    fn at(&self, place: Place) -> usize {
        let tag_bits = self.indexer.bits - self.bucket_bits;
        place.scrambled.checked_shr(tag_bits).unwrap_or(0) as usize * SLOTS
    }

    /// Returns the part of the mixed rank that an entry stores, in its upper bits.
    #[inline(always)]
    fn tag(&self, place: Place) -> u64 {
        let tag_bits = self.indexer.bits - self.bucket_bits;
        let shift = u64::BITS - tag_bits;
        place.scrambled.checked_shl(shift).unwrap_or(0)
    }

    /// Prefetches the bucket of a board.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        self.words.prefetch(self.at(place));
    }

    /// Mask of the bits of an entry that are not part of the rank.
    #[inline(always)]
    fn data_mask(&self) -> u64 {
        u64::MAX
            .checked_shr(self.indexer.bits - self.bucket_bits)
            .unwrap_or(0)
    }

    /// Returns the entry of a board.
    #[inline(always)]
    pub fn probe(&self, place: Place) -> Option<Entry> {
        let at = self.at(place);
        let tag = self.tag(place);
        let bucket = &self.words[at..at + SLOTS];
        let data = self.data_mask();
        for word in bucket {
            let word = word.load(Ordering::Relaxed);
            // An empty entry that matches has the trivial bounds, which is true.
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

    /// Stores bounds that took `nodes` nodes to prove.
    #[inline(always)]
    pub fn store(&self, place: Place, mut bounds: Bounds, choice: Option<Choice>, nodes: u64) {
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

    /// Returns what two tables must have in common for one to be read into the other.
    pub fn shape(&self) -> String {
        format!("{}/{}/{}", self.indexer.bits, self.bound_bits, self.reach)
    }

    /// Counts the entries in use.
    fn entries(&self) -> &[AtomicU64] {
        &self.words[..SLOTS << self.bucket_bits]
    }

    /// Returns the table's size as the number of doublings from one bucket.
    pub fn size(&self) -> u32 {
        self.bucket_bits
    }

    /// Creates an empty table of this [size](Self::size); if it does not fit,
    /// returns how many megabytes it would take.
    pub fn begin_with(&mut self, size: u32) -> Result<(), u64> {
        if size > self.max_bucket_bits {
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

    /// Boards of six pits with few seeds, and bounds that differ between them.
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
        let mut tt = TranspositionTable::new::<u64>(4 << 20, 6, false, 18, 18).unwrap();
        let place = |tt: &TranspositionTable, board: Board<u64>| {
            let seeds = i16::from(board.seeds_in_pits());
            tt.place(board, seeds).expect("few seeds have a place")
        };
        assert_eq!(tt.size(), MIN_BUCKET_BITS);
        for (board, bounds, choice) in boards() {
            tt.store(place(&tt, board), bounds, Some(choice), 1);
        }
        while tt.room() < u64::MAX {
            tt.grow(3);
            let found = boards().filter(|&(board, bounds, choice)| {
                let entry = tt.probe(place(&tt, board));
                entry.is_some_and(|e| e.bounds == bounds && e.choice == Some(choice))
            });
            // A few replaced each other while the table was small.
            assert!(found.count() > 4000);
        }
        assert_eq!(tt.size(), 16);
        let mut file = Vec::new();
        tt.write(&mut file).unwrap();
        let mut other = TranspositionTable::new::<u64>(4 << 20, 6, false, 18, 18).unwrap();
        assert_eq!(other.begin_with(17), Err(8));
        other.begin_with(16).unwrap();
        other.read(&mut file.as_slice()).unwrap();
        let (board, bounds, _) = boards().last().unwrap();
        assert_eq!(
            other.probe(place(&other, board)).map(|e| e.bounds),
            Some(bounds)
        );
    }
}
