//! Ranks boards: a bijection from boards to integers; boards with few seeds have small ranks.
//!
//! The cells, the mover's pits and then the opponent's, have running sums `s`; the rank of a board
//! among all boards of the game is a sum of binomials over them:
//!
//! ```text
//!   cells   2 0 1 0        rank = C(s₀,1) + C(s₁+1,2) + C(s₂+2,3) + C(s₃+3,4)
//!   s       2 2 3 3             =   2     +   3       +   10      +   15      = 30
//! ```
//!
//! The last term counts the boards with fewer seeds. Where stored seeds can be spent they are
//! cells too.

use krou_rules::row::{Board, Row};

/// Pits and stores of both sides.
const CELLS: usize = 26;

pub(super) struct BoardIndexer {
    /// Pits looked at in each row. Pits a board does not have are empty, and do no harm.
    pits: usize,
    stores: bool,
    /// Boards with more seeds have no rank.
    pub max_seeds: usize,
    /// How many bits the largest rank takes.
    pub bits: u32,
    /// By cell and running sum.
    choose: Box<[[u64; 256]]>,
}

/// How many flags there are where stored seeds can be spent: a burned column each.
const FLAGS: u64 = 12;

fn binomial(n: u128, k: u128) -> Option<u128> {
    (0..k).try_fold(1u128, |c, i| Some(c.checked_mul(n - i)? / (i + 1)))
}

impl BoardIndexer {
    /// Creates an indexer for boards of up to `seeds` seeds, or of as many as have ranks of at most `bits` bits.
    pub fn new<R: Row>(pits: usize, stores: bool, seeds: usize, bits: u32) -> BoardIndexer {
        // Six pits are looked at faster than so many as there are.
        let pits = if R::MOST_PITS == 6 { 6 } else { pits };
        let cells = 2 * pits + if stores { 2 } else { 0 };
        let flags = if stores { FLAGS } else { 1 };
        let count = |seeds: usize| {
            let boards = binomial((seeds + cells) as u128, cells as u128)?;
            boards.checked_mul(u128::from(flags))
        };
        let fits = |&seeds: &usize| count(seeds).is_some_and(|count| count <= 1 << bits.min(64));
        let max_seeds = (0..=seeds).rev().find(fits).unwrap_or(0);
        let mut choose = vec![[0u64; 256]; CELLS].into_boxed_slice();
        for (cell, line) in choose.iter_mut().enumerate().take(cells) {
            for (sum, entry) in line.iter_mut().enumerate().take(max_seeds + 1) {
                let boards = binomial((sum + cell) as u128, cell as u128 + 1);
                *entry = boards.expect("fewer than the boards counted") as u64;
            }
        }
        let count = count(max_seeds).unwrap_or(1).max(2);
        BoardIndexer {
            pits,
            stores,
            max_seeds,
            bits: u128::BITS - (count - 1).leading_zeros(),
            choose,
        }
    }

    /// The rank of a board with at most [`BoardIndexer::max_seeds`] seeds.
    #[inline(always)]
    pub fn rank<R: Row>(&self, board: Board<R>) -> u64 {
        let pits = if R::MOST_PITS == 6 { 6 } else { self.pits };
        let mut rank = 0u64;
        let own = board.own.running_sums();
        for pit in 0..pits {
            rank = rank.wrapping_add(self.choose[pit][usize::from(own.byte(pit as u32))]);
        }
        let own_seeds = own.byte(pits as u32 - 1);
        let other = (board.other.plus(R::from_byte(own_seeds))).running_sums();
        for pit in 0..pits {
            rank = rank.wrapping_add(self.choose[pits + pit][usize::from(other.byte(pit as u32))]);
        }
        if self.stores {
            let sum =
                usize::from(other.byte(pits as u32 - 1)) + usize::from(board.own.byte(R::STORE));
            rank = rank.wrapping_add(self.choose[2 * pits][sum]);
            let sum = sum + usize::from(board.other.byte(R::STORE));
            rank = rank.wrapping_add(self.choose[2 * pits + 1][sum]);
            rank = rank * FLAGS + u64::from(board.own.byte(R::FLAG));
        }
        rank
    }
}
