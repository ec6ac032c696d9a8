//! Finding the values of a layer from those of the smaller ones.

mod lines;
mod retrograde;
mod rings;
mod sweeps;
mod waves;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use krou_rules::kernel::{Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Rules, Visitor};
use rayon::prelude::*;

use crate::index::{Index, Rows, Slab};
use crate::scheme::{Kind, Method};
use crate::table::{Bounds, Layer, Table};

pub(crate) use rings::Rings;

/// Is told, now and then, how many more positions of a layer are done.
pub(crate) type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Threads for a build: as many as asked for, or one for each core.
pub(crate) fn pool(threads: Option<usize>) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .expect("a program can start threads")
}

/// The layer after the last of a table, whose index must reach that far.
pub(crate) fn next_layer(rules: &Rules, table: &Table, progress: Progress<'_>) -> Vec<u8> {
    rules.visit(NextLayer { table, progress })
}

struct NextLayer<'a> {
    table: &'a Table,
    progress: Progress<'a>,
}

impl Visitor for NextLayer<'_> {
    type Out = Vec<u8>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Vec<u8> {
        let work = Work {
            kernel,
            index: &self.table.index,
            rows: &Rows::new(&self.table.index, self.table.layers.len()),
            done: &self.table.layers,
            layer: self.table.layers.len(),
            progress: self.progress,
        };
        match self.table.scheme.method {
            Method::Waves => waves::build(&work),
            Method::Retrograde => retrograde::build(&work),
            Method::Sweeps => sweeps::build(&work, self.table.scheme.kind),
        }
    }
}

/// What a layer is made from.
pub(crate) struct Work<'a, R, S> {
    pub kernel: &'a Kernel<R, S>,
    pub index: &'a Index,
    pub rows: &'a Rows<R>,
    /// The smaller layers.
    pub done: &'a [Layer],
    /// The seeds on the boards of the new layer.
    pub layer: usize,
    pub progress: Progress<'a>,
}

impl<R: Row, S: Style> Work<'_, R, S> {
    /// Calls `each` with the place and the board of every position of the layer, on all threads.
    pub fn for_each_board(&self, each: impl Fn(usize, Board<R>) + Sync) {
        let lines: Vec<(Slab, usize)> = self
            .index
            .slabs(self.layer)
            .into_iter()
            .flat_map(|slab| {
                let half = if slab.own_lines() {
                    slab.own
                } else {
                    slab.other
                };
                (0..self.rows.of(half).len()).map(move |line| (slab, line))
            })
            .collect();
        lines.into_par_iter().for_each(|(slab, line)| {
            let (own, other) = (self.rows.of(slab.own), self.rows.of(slab.other));
            if slab.own_lines() {
                for (j, &other) in other.iter().enumerate() {
                    let own = own[line];
                    each(slab.at(line, j), Board { own, other });
                }
            } else {
                for (i, &own) in own.iter().enumerate() {
                    let other = other[line];
                    each(slab.at(i, line), Board { own, other });
                }
            }
        });
    }

    /// What is proved of a board, by what is proved of the boards its moves lead to: `quiet` tells
    /// what a move to a board of this layer, and its place, is worth to the player to move there.
    #[inline(always)]
    pub fn judge(
        &self,
        kind: Kind,
        board: Board<R>,
        quiet: impl Fn(usize, Board<R>) -> Bounds,
    ) -> Bounds {
        let (mut lower, mut upper) = (i16::MIN, i16::MIN);
        let stop = self.kernel.follow(board, |_, after, again| {
            let place = self.index.place(after).expect("no move adds seeds");
            let rest = if place.layer < self.layer {
                kind.read(&self.done[place.layer], place.at)
            } else {
                quiet(place.at, after)
            };
            let stored = after.store_margin();
            let least = stored + i16::from(rest.lower);
            let most = stored + i16::from(rest.upper);
            let (least, most) = if again {
                (least, most)
            } else {
                (-most, -least)
            };
            lower = lower.max(least);
            upper = upper.max(most);
        });
        if let Some(stop) = stop {
            lower = self.kernel.margin(self.kernel.sweep(board, stop));
            upper = lower;
        }
        Bounds {
            lower: lower as i8,
            upper: upper as i8,
        }
    }
}

/// A layer in the making: bytes that all threads may read and write.
///
/// No order is asked for: where one value needs another, the threads meet in between.
fn blank(size: usize) -> Vec<AtomicU8> {
    let mut bytes = Vec::new();
    bytes.resize_with(size, AtomicU8::default);
    bytes
}

fn finished(bytes: Vec<AtomicU8>) -> Vec<u8> {
    bytes.into_iter().map(AtomicU8::into_inner).collect()
}

fn read(bytes: &[AtomicU8], at: usize) -> i8 {
    bytes[at].load(Relaxed) as i8
}

fn write(bytes: &[AtomicU8], at: usize, value: i16) {
    bytes[at].store(value as u8, Relaxed);
}

/// What a board is worth by the sides its seeds lie on.
#[inline(always)]
fn sides<R: Row>(board: Board<R>) -> i8 {
    let mask = R::pits_mask(R::MOST_PITS);
    (board.own & mask)
        .sum()
        .wrapping_sub((board.other & mask).sum()) as i8
}

/// Bounds on a board that may have come back: then each takes what lies on their side.
#[inline(always)]
pub(crate) fn may_end<R: Row>(bounds: Bounds, board: Board<R>) -> Bounds {
    let sides = sides(board);
    Bounds {
        lower: bounds.lower.min(sides),
        upper: bounds.upper.max(sides),
    }
}
