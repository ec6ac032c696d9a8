//! What a table knows of a position and its moves.

use krou_rules::kernel::{Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Move, Position, Rules, Visitor};

use crate::table::{Bounds, Table};

/// What is proved about the final margin, stored seeds included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// It is at least this,
    pub lower: i16,
    /// and at most this.
    pub upper: i16,
}

impl Margins {
    /// The margin, where the bounds meet.
    pub fn value(self) -> Option<i16> {
        (self.lower == self.upper).then_some(self.lower)
    }

    fn exactly(value: i16) -> Margins {
        Margins {
            lower: value,
            upper: value,
        }
    }

    fn on_top_of(stored: i16, rest: Bounds) -> Margins {
        Margins {
            lower: stored + i16::from(rest.lower),
            upper: stored + i16::from(rest.upper),
        }
    }
}

/// A table's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The final margin for the player to move.
    pub margins: Margins,
    /// The same after each legal move.
    pub moves: Vec<(Move, Margins)>,
}

impl Table {
    /// What is proved about a position that is not over, and about each of its moves, whatever was
    /// played before; nothing if there are more seeds on the board than the table has layers for.
    pub fn probe(&self, rules: &Rules, position: &Position) -> Option<Answer> {
        let (margins, moves) = rules.visit(Probe {
            table: self,
            position,
        })?;
        Some(Answer {
            margins,
            moves: rules.legal_moves(position).into_iter().zip(moves).collect(),
        })
    }
}

struct Probe<'a> {
    table: &'a Table,
    position: &'a Position,
}

impl Visitor for Probe<'_> {
    type Out = Option<(Margins, Vec<Margins>)>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out {
        let board: Board<R> = self.position.board();
        let seeds = board.seeds_in_pits();
        let margins = Margins::on_top_of(board.store_margin(), self.table.bounds(board)?);
        let moves = kernel.choices(board).map(|choice| {
            let played = kernel.play(board, choice);
            let after = if played.over {
                Margins::exactly(kernel.margin(played.board))
            } else {
                let quiet = played.board.seeds_in_pits() == seeds;
                let rest = if quiet {
                    self.table.on_arrival(played.board)
                } else {
                    self.table.bounds(played.board)
                };
                Margins::on_top_of(
                    played.board.store_margin(),
                    rest.expect("no move adds seeds"),
                )
            };
            if played.again {
                after
            } else {
                Margins {
                    lower: -after.upper,
                    upper: -after.lower,
                }
            }
        });
        Some((margins, moves.collect()))
    }
}
