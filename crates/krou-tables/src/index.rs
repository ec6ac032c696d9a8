//! Where the value of a board stands in a table.
//!
//! A layer holds every board with the same number of seeds in its pits, as its mover sees it. It
//! is cut into blocks by how the seeds are split between the two rows (and, where a game has
//! tuzdyks, by which pits they are). Within a block a board is a pair of row ranks: a matrix,
//! whose lines belong to the row with fewer seeds.
//!
//! The rank of a row among all rows with as many seeds is a sum over its running sums `s`:
//!
//! ```text
//!   row    2 0 1 0 0 3      rank = C(s₀+0,1) + C(s₁+1,2) + C(s₂+2,3) + C(s₃+3,4) + C(s₄+4,5)
//!   s      2 2 3 3 3 6           =    2      +    3      +    10     +    15     +    21     = 51
//! ```
//!
//! Seeds that go forward in their row lower its running sums and with them its rank.

use krou_rules::row::{Board, Row};

/// Binomials by pit and running sum.
type Choose = [[u32; 256]; 11];

/// The order of the boards with up to a number of seeds.
#[derive(Debug)]
pub struct Index {
    pits: usize,
    seeds: usize,
    tuzdyk: bool,
    /// For whole rows, and for rows with a pit less: a tuzdyk is always empty.
    choose: [Box<Choose>; 2],
    layers: Vec<LayerPlan>,
    blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug)]
struct LayerPlan {
    first_block: usize,
    size: usize,
}

/// Where a block begins, and how far apart its lines and columns are.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: usize,
    own_step: u32,
    other_step: u32,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The seeds on the board.
    pub layer: usize,
    /// The place in the layer.
    pub at: usize,
}

/// The boards of which one row is given, and the seeds of the other: every `step` places from
/// `start` on, by the rank of the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub layer: usize,
    pub start: usize,
    pub step: usize,
}

/// The boards whose rows have given seeds and flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    pub own: Half,
    pub other: Half,
    block: Block,
}

/// What the rows of one side of a slab have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Half {
    pub seeds: usize,
    /// The flag of the row: its tuzdyk.
    pub flag: usize,
}

impl Slab {
    /// The place in the layer of the board with these row ranks.
    #[inline(always)]
    pub fn at(&self, own: usize, other: usize) -> usize {
        self.block.offset
            + own * self.block.own_step as usize
            + other * self.block.other_step as usize
    }

    /// The first place in the layer.
    pub fn start(&self) -> usize {
        self.block.offset
    }

    /// Whether the lines of the matrix belong to the mover's row.
    pub fn own_lines(&self) -> bool {
        self.own <= self.other
    }
}

/// The most seeds a layer can have: a value is one signed byte.
pub const MOST_SEEDS: u8 = 127;

/// C(n, k), if it is not too large.
fn binomial(n: usize, k: usize) -> Option<usize> {
    (0..k).try_fold(1usize, |c, i| Some(c.checked_mul(n - i)? / (i + 1)))
}

impl Index {
    /// An index of the boards with `pits` pits a side and up to `seeds` seeds in them; nothing if
    /// there are more of them than can be counted.
    pub fn new(pits: u8, tuzdyk: bool, seeds: u8) -> Option<Index> {
        assert!((1..=12).contains(&pits) && seeds <= MOST_SEEDS);
        let (pits, seeds) = (usize::from(pits), usize::from(seeds));
        let choose = |pits: usize| {
            let mut table: Box<Choose> = Box::new([[0; 256]; 11]);
            for (j, line) in table.iter_mut().enumerate().take(pits.saturating_sub(1)) {
                for (s, entry) in line.iter_mut().enumerate().take(seeds + 1) {
                    *entry = u32::try_from(binomial(s + j, j + 1)?).ok()?;
                }
            }
            Some(table)
        };
        let mut index = Index {
            pits,
            seeds,
            tuzdyk,
            choose: [choose(pits)?, choose(pits - 1)?],
            layers: Vec::new(),
            blocks: Vec::new(),
        };
        for layer in 0..=seeds {
            index.add_layer(layer)?;
        }
        Some(index)
    }

    fn add_layer(&mut self, layer: usize) -> Option<()> {
        let first_block = self.blocks.len();
        let mut size = 0usize;
        for (own, other) in self.splits(layer) {
            // The same pit cannot be a tuzdyk on both sides.
            let none = own.flag != 0 && own.flag == other.flag;
            let own_rows = if none { 0 } else { self.rows(own)? };
            let other_rows = u32::try_from(self.rows(other)?).ok()?;
            let (own_step, other_step) = if own <= other {
                (other_rows, 1)
            } else {
                (1, u32::try_from(own_rows).ok()?)
            };
            self.blocks.push(Block {
                offset: size,
                own_step,
                other_step,
            });
            size = own_rows
                .checked_mul(other_rows as usize)?
                .checked_add(size)?;
        }
        self.layers.push(LayerPlan { first_block, size });
        Some(())
    }

    /// The ways to split a layer, in the order of its blocks.
    fn splits(&self, layer: usize) -> Vec<(Half, Half)> {
        let flags = self.flags();
        let mut splits = Vec::with_capacity(flags * flags * (layer + 1));
        for shape in 0..flags * flags {
            for seeds in 0..=layer {
                let own = Half {
                    seeds,
                    flag: shape / flags,
                };
                let other = Half {
                    seeds: layer - seeds,
                    flag: shape % flags,
                };
                splits.push((own, other));
            }
        }
        splits
    }

    /// How many flags a row can have: none, or any pit but the last.
    pub(crate) fn flags(&self) -> usize {
        if self.tuzdyk { self.pits } else { 1 }
    }

    /// How many rows there are.
    fn rows(&self, half: Half) -> Option<usize> {
        let pits = self.pits - usize::from(half.flag != 0);
        binomial(half.seeds + pits - 1, pits - 1)
    }

    /// Pits a side.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// The seeds of the largest layer.
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// How many boards a layer has.
    pub fn size(&self, layer: usize) -> usize {
        self.layers[layer].size
    }

    /// The parts of a layer that are not empty.
    pub(crate) fn slabs(&self, layer: usize) -> Vec<Slab> {
        let blocks = &self.blocks[self.layers[layer].first_block..];
        self.splits(layer)
            .into_iter()
            .zip(blocks)
            .filter(|((own, other), _)| own.flag == 0 || own.flag != other.flag)
            .map(|((own, other), &block)| Slab { own, other, block })
            .collect()
    }

    /// The boards with a row of these seeds and this rank beside rows of `others` seeds, seen by
    /// the owner of the row or by the other player. There must be no tuzdyks.
    #[inline(always)]
    pub(crate) fn line(&self, seeds: usize, rank: usize, others: usize, by_owner: bool) -> Line {
        debug_assert!(!self.tuzdyk);
        let layer = seeds + others;
        let own = if by_owner { seeds } else { others };
        let block = self.blocks[self.layers[layer].first_block + own];
        let (row_step, step) = if by_owner {
            (block.own_step, block.other_step)
        } else {
            (block.other_step, block.own_step)
        };
        Line {
            layer,
            start: block.offset + rank * row_step as usize,
            step: step as usize,
        }
    }

    /// The place of a board, if the index has it. Stores are not looked at.
    #[inline(always)]
    pub fn place<R: Row>(&self, board: Board<R>) -> Option<Place> {
        let (own_seeds, own_rank) = self.rank(board.own);
        let (other_seeds, other_rank) = self.rank(board.other);
        let layer = own_seeds + other_seeds;
        if layer > self.seeds {
            return None;
        }
        let mut block = self.layers[layer].first_block + own_seeds;
        if self.tuzdyk {
            let shape = usize::from(board.own.byte(R::FLAG)) * self.pits
                + usize::from(board.other.byte(R::FLAG));
            block += shape * (layer + 1);
        }
        let block = self.blocks[block];
        let at = block.offset
            + own_rank * block.own_step as usize
            + other_rank * block.other_step as usize;
        Some(Place { layer, at })
    }

    /// The seeds of a row, and its rank among the rows with as many.
    #[inline(always)]
    pub(crate) fn rank<R: Row>(&self, mut row: R) -> (usize, usize) {
        let mut choose = &self.choose[0];
        if self.tuzdyk {
            let flag = usize::from(row.byte(R::FLAG));
            if flag != 0 {
                let pits = row & R::pits_mask(self.pits);
                let below = R::pits_mask(flag - 1);
                row = (pits & below) | ((pits >> 8) & !below);
                choose = &self.choose[1];
            }
        }
        let sums = row.running_sums();
        let mut rank = 0;
        for pit in 0..R::MOST_PITS - 1 {
            rank += choose[pit][sums.byte(pit as u32) as usize];
        }
        let seeds = sums.byte(R::MOST_PITS as u32 - 1);
        (seeds as usize, rank as usize)
    }
}

/// All rows of an index with up to a number of seeds, in the order of their ranks.
#[derive(Debug)]
pub(crate) struct Rows<R> {
    seeds: usize,
    rows: Vec<Vec<R>>,
}

impl<R: Row> Rows<R> {
    pub fn new(index: &Index, most: usize) -> Self {
        let mut rows = Vec::new();
        for flag in 0..index.flags() {
            for seeds in 0..=most {
                let half = Half { seeds, flag };
                let count = index.rows(half).expect("the index counted them");
                let mut ranked = vec![R::default(); count];
                let flagged = R::at(R::FLAG, flag as u8);
                fill(index, half, 0, seeds, flagged, &mut ranked);
                rows.push(ranked);
            }
        }
        Rows { seeds: most, rows }
    }

    #[inline(always)]
    pub fn of(&self, half: Half) -> &[R] {
        &self.rows[half.flag * (self.seeds + 1) + half.seeds]
    }
}

/// Puts every way to lay `seeds` into the pits from `pit` on where it belongs.
fn fill<R: Row>(index: &Index, half: Half, pit: usize, seeds: usize, row: R, ranked: &mut [R]) {
    if pit == index.pits {
        if seeds == 0 {
            ranked[index.rank(row).1] = row;
        }
        return;
    }
    let most = if half.flag == pit + 1 { 0 } else { seeds };
    for here in 0..=most {
        // What is left must fit in the pits to come.
        if pit + 1 < index.pits || here == seeds {
            let row = row | R::at(pit as u32, here as u8);
            fill(index, half, pit + 1, seeds - here, row, ranked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board of every layer, straight from its rows.
    fn check<R: Row>(pits: u8, tuzdyk: bool, seeds: u8) {
        let index = Index::new(pits, tuzdyk, seeds).unwrap();
        let rows = Rows::<R>::new(&index, index.seeds);
        for layer in 0..=usize::from(seeds) {
            let mut seen = vec![false; index.size(layer)];
            for slab in index.slabs(layer) {
                for (i, &own) in rows.of(slab.own).iter().enumerate() {
                    for (j, &other) in rows.of(slab.other).iter().enumerate() {
                        let board = Board { own, other };
                        assert_eq!(usize::from(board.seeds_in_pits()), layer);
                        let place = index.place(board).unwrap();
                        assert_eq!((place.layer, place.at), (layer, slab.at(i, j)));
                        assert!(!std::mem::replace(&mut seen[place.at], true));
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn every_board_has_one_place_and_every_place_one_board() {
        for pits in 1..=6 {
            check::<u64>(pits, false, 6);
            check::<u128>(pits, false, 4);
        }
        check::<u128>(9, false, 4);
        check::<u128>(12, false, 3);
        for pits in 2..=5 {
            check::<u64>(pits, true, 4);
            check::<u128>(pits, true, 4);
        }
    }

    #[test]
    fn a_layer_has_as_many_boards_as_there_are_ways_to_lay_its_seeds() {
        let index = Index::new(6, false, 24).unwrap();
        let total: usize = (0..=24).map(|layer| index.size(layer)).sum();
        assert_eq!(index.size(14), 4_457_400);
        assert_eq!(total, 1_251_677_700);
    }

    #[test]
    fn a_board_with_more_seeds_has_no_place_and_an_endless_index_is_refused() {
        let index = Index::new(2, false, 3).unwrap();
        let board = Board {
            own: 0x0000_0000_0000_0202u64,
            other: 0,
        };
        assert_eq!(index.place(board), None);
        assert!(Index::new(12, false, 127).is_none());
    }
}
