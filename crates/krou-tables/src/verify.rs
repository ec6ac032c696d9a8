//! Holding a table against the rules.

use std::sync::Mutex;

use krou_rules::kernel::{Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{BySide, Cell, Rules, Setup, Side, Visitor};

use crate::build::{self, Rings, Work};
use crate::index::Rows;
use crate::table::{Bounds, Table};

/// What a layer says that the rules and the rest of the table do not.
#[derive(Clone, Debug)]
pub struct Disagreements {
    /// How many positions are wrong, or lead to one that is.
    pub count: u64,
    /// The first of them in the order of the table.
    pub first: Option<Disagreement>,
}

/// A position with a wrong value.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Its place in the layer.
    pub at: usize,
    /// The position, with South to move.
    pub position: Setup,
    /// What the table says.
    pub table: Bounds,
    /// What follows from the rules and the values of the positions its moves lead to.
    pub rules: Bounds,
}

/// Works out every value of a layer from the rules and the values of the positions its moves lead
/// to, in this layer and the smaller ones, and compares.
pub fn verify_layer(
    rules: &Rules,
    table: &Table,
    layer: usize,
    threads: Option<usize>,
) -> Disagreements {
    build::pool(threads).install(|| rules.visit(Verify { table, layer }))
}

struct Verify<'a> {
    table: &'a Table,
    layer: usize,
}

impl Visitor for Verify<'_> {
    type Out = Disagreements;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Disagreements {
        let kind = self.table.kind();
        let work = Work {
            kernel,
            index: &self.table.index,
            rows: &Rows::new(&self.table.index, self.layer),
            done: &self.table.layers[..self.layer],
            layer: self.layer,
            progress: &|_| {},
        };
        let values = &self.table.layers[self.layer];
        let rings = Rings::new(&work, kind);
        let found = Mutex::new(Disagreements {
            count: 0,
            first: None,
        });
        work.for_each_board(|at, board| {
            let said = kind.read(values, at);
            let right = work.judge(kind, board, |to, after| {
                rings.arrive(at, to, after, kind.read(values, to))
            });
            if said != right {
                let mut found = found.lock().expect("nobody panics with it");
                found.count += 1;
                if found.first.as_ref().is_none_or(|first| at < first.at) {
                    found.first = Some(Disagreement {
                        at,
                        position: setup(kernel.pits(), board),
                        table: said,
                        rules: right,
                    });
                }
            }
        });
        found.into_inner().expect("nobody panicked with it")
    }
}

/// A board as a position of South's, nothing stored. Its rows have flags only for tuzdyks.
fn setup<R: Row>(pits: usize, board: Board<R>) -> Setup {
    let row = |row: R| {
        (0..pits as u32)
            .map(|pit| {
                if u32::from(row.byte(R::FLAG)) == pit + 1 {
                    Cell::Tuzdyk
                } else {
                    Cell::Seeds(row.byte(pit))
                }
            })
            .collect()
    };
    Setup {
        pits: BySide::new(row(board.own), row(board.other)),
        stores: BySide::new(0, 0),
        turn: Side::South,
    }
}
