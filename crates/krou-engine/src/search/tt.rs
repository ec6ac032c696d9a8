//! The transposition table.
//!
//! Any number of threads read and write it without locks. A slot is a few words: the whole board,
//! then one word of data. The words of the board are stored xored with a hash of the data (as in
//! Hyatt's lockless hashing), so a slot that two threads wrote at once matches no board.
//!
//! ```text
//! data   48 generation · 40 depth · 32 choice · 30 bound · 28 proved · 24 used · 0 value
//! ```

use std::marker::PhantomData;
use std::sync::atomic::Ordering;

use krou_rules::kernel::Choice;
use krou_rules::row::{Board, Row};

use super::score::{Bound, Score};
use crate::pages::Pages;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Without the seeds already in the stores.
    pub score: Score,
    pub bound: Bound,
    pub depth: u8,
    pub best: Option<Choice>,
}

const USED: u64 = 1 << 24;
const NO_CHOICE: u8 = 0xff;

/// Words in a cache line.
const LINE: usize = 8;

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.score.value as i16 as u16)
            | USED
            | u64::from(self.score.proved) << 28
            | (self.bound as u64) << 30
            | u64::from(self.best.unwrap_or(NO_CHOICE)) << 32
            | u64::from(self.depth) << 40
            | u64::from(generation) << 48
    }

    fn unpack(word: u64) -> Entry {
        let choice = (word >> 32) as u8;
        Entry {
            score: Score {
                value: i32::from(word as u16 as i16),
                proved: word >> 28 & 1 == 1,
            },
            bound: Bound::from_bits(word >> 30),
            depth: (word >> 40) as u8,
            best: (choice != NO_CHOICE).then_some(choice),
        }
    }

    fn is_final(self) -> bool {
        self.score.proved && self.bound == Bound::Exact
    }
}

/// A board's key, and the index of the first of its two slots.
#[derive(Clone, Copy)]
pub(super) struct Place {
    key: [u64; 4],
    first: usize,
}

/// The table.
pub(super) struct TranspositionTable<R> {
    words: Pages,
    pairs: usize,
    generation: u8,
    row: PhantomData<R>,
}

impl<R: Row> TranspositionTable<R> {
    /// Words of a board.
    const KEY: usize = 2 * size_of::<R>() / 8;
    /// Words of a slot.
    const SLOT: usize = Self::KEY + 1;
    /// Words from one pair of slots to the next; a pair that fits a cache line has one of its own.
    const PAIR: usize = if 2 * Self::SLOT <= LINE {
        LINE
    } else {
        2 * Self::SLOT
    };

    /// Creates a table of at most `bytes`, or of a few slots if that is too little; smaller if the
    /// system cannot provide as much.
    pub fn new(bytes: usize) -> Self {
        let mut pairs = (bytes / (8 * Self::PAIR)).max(512);
        let words = loop {
            match Pages::new(pairs * Self::PAIR) {
                Ok(words) => break words,
                Err(error) => assert!(pairs > 512, "no memory at all: {error}"),
            }
            pairs = (pairs / 2).max(512);
        };
        TranspositionTable {
            words,
            pairs,
            generation: 0,
            row: PhantomData,
        }
    }

    /// Starts a new generation: entries of earlier ones are replaced first.
    pub fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        *self = TranspositionTable::new(8 * Self::PAIR * self.pairs);
    }

    fn key(board: Board<R>) -> [u64; 4] {
        let (own, other) = (board.own.widen(), board.other.widen());
        [
            own as u64,
            other as u64,
            (own >> 64) as u64,
            (other >> 64) as u64,
        ]
    }

    /// Returns the slots of a board.
    #[inline(always)]
    pub fn place(&self, board: Board<R>) -> Place {
        const ODD: [u64; 4] = [
            0x9e37_79b9_7f4a_7c15,
            0xc2b2_ae3d_27d4_eb4f,
            0xd6e8_feb8_6659_fd93,
            0xa076_1d64_78bd_642f,
        ];
        let key = Self::key(board);
        let mut hash = 0u64;
        for word in 0..Self::KEY {
            hash = (hash.rotate_left(29) ^ key[word]).wrapping_mul(ODD[word]);
            hash ^= hash >> 32;
        }
        hash = hash.wrapping_mul(ODD[2]);
        let pair = ((u128::from(hash) * self.pairs as u128) >> 64) as usize;
        Place {
            key,
            first: pair * Self::PAIR,
        }
    }

    #[inline(always)]
    fn scramble(word: u64) -> u64 {
        let word = word.wrapping_mul(0x9fb2_1c65_1e98_df25);
        word ^ word >> 32
    }

    /// Returns the data of a slot if its key is this board's.
    #[inline(always)]
    fn read(&self, at: usize, key: [u64; 4]) -> Option<u64> {
        let slot = &self.words[at..at + Self::SLOT];
        let word = slot[Self::KEY].load(Ordering::Relaxed);
        let mask = Self::scramble(word);
        let fits = (0..Self::KEY).all(|i| slot[i].load(Ordering::Relaxed) ^ mask == key[i]);
        (fits && word & USED != 0).then_some(word)
    }

    /// Prefetches the slots of a board.
    #[inline(always)]
    pub fn prefetch(&self, board: Board<R>) {
        self.words.prefetch(self.place(board).first);
    }

    /// Returns the entry of a board.
    #[inline(always)]
    pub fn probe(&self, Place { key, first }: Place) -> Option<Entry> {
        self.read(first, key)
            .or_else(|| self.read(first + Self::SLOT, key))
            .map(Entry::unpack)
    }

    /// Stores an entry; replaces an older or shallower one.
    #[inline(always)]
    pub fn store(&self, Place { key, first }: Place, entry: Entry) {
        let second = first + Self::SLOT;
        let at = if let Some(word) = self.read(first, key) {
            if Entry::unpack(word).is_final() && !entry.is_final() {
                return;
            }
            first
        } else {
            let word = self.words[first + Self::KEY].load(Ordering::Relaxed);
            let old = Entry::unpack(word);
            let stale = word & USED == 0 || (word >> 48) as u8 != self.generation;
            if stale || old.depth <= entry.depth && (!old.is_final() || entry.is_final()) {
                first
            } else {
                second
            }
        };
        let word = entry.pack(self.generation);
        let mask = Self::scramble(word);
        let slot = &self.words[at..at + Self::SLOT];
        slot[Self::KEY].store(word, Ordering::Relaxed);
        for i in 0..Self::KEY {
            slot[i].store(key[i] ^ mask, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, proved: bool) -> Entry {
        Entry {
            score: Score { value, proved },
            bound: Bound::Lower,
            depth: 9,
            best: Some(17),
        }
    }

    fn board(n: u64) -> Board<u64> {
        Board {
            own: n,
            other: n.wrapping_mul(3),
        }
    }

    #[test]
    fn a_finding_comes_back_as_it_was_kept() {
        let tt = TranspositionTable::<u64>::new(1 << 20);
        for (n, value) in [(1, -2550), (2, 0), (3, 2550)] {
            tt.store(tt.place(board(n)), entry(value, n == 2));
        }
        assert_eq!(tt.probe(tt.place(board(1))), Some(entry(-2550, false)));
        assert_eq!(tt.probe(tt.place(board(2))), Some(entry(0, true)));
        assert_eq!(tt.probe(tt.place(board(3))), Some(entry(2550, false)));
        assert_eq!(tt.probe(tt.place(board(4))), None);
    }

    #[test]
    fn a_full_table_never_takes_one_board_for_another() {
        let tt = TranspositionTable::<u128>::new(0);
        let board = |n: u128| Board {
            own: n << 64,
            other: n,
        };
        for n in 1..20_000u128 {
            tt.store(tt.place(board(n)), entry(n as i32 % 2000, false));
        }
        let found = (1..20_000u128).filter(|&n| {
            let found = tt.probe(tt.place(board(n)));
            found.is_some_and(|f| {
                assert_eq!(f.score.value, n as i32 % 2000);
                true
            })
        });
        assert!(found.count() > 500);
    }

    #[test]
    fn a_slot_written_by_two_threads_at_once_fits_no_board() {
        let tt = TranspositionTable::<u64>::new(0);
        std::thread::scope(|scope| {
            for t in 0..2u64 {
                let tt = &tt;
                scope.spawn(move || {
                    for n in 0..200_000u64 {
                        let n = (n * 7 + t) % 4096;
                        tt.store(tt.place(board(n)), entry(n as i32, false));
                        if let Some(found) = tt.probe(tt.place(board(n ^ 1))) {
                            assert_eq!(found.score.value, (n ^ 1) as i32);
                        }
                    }
                });
            }
        });
    }
}
