//! Counting move sequences, to check rules and to measure their speed.

use crate::kernel::{Kernel, Style};
use crate::row::{Board, Row};
use crate::rules::Visitor;
use crate::{Move, Position, Rules};

impl Rules {
    /// The number of move sequences of exactly `depth` moves. A finished game has none; neither
    /// the majority stop nor a repetition ends one here.
    ///
    /// ```
    /// use krou_rules::Rules;
    /// let kalah = Rules::builtin("kalah").unwrap();
    /// assert_eq!(kalah.perft(&kalah.start(), 5), 4690);
    /// ```
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        self.visit(Perft { position, depth })
    }

    /// [`Rules::perft`] by first move.
    pub fn perft_divided(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let counts = self.visit(Divide { position, depth });
        self.legal_moves(position).into_iter().zip(counts).collect()
    }
}

struct Perft<'a> {
    position: &'a Position,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Out = u64;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> u64 {
        if self.depth == 0 {
            1
        } else if self.position.is_over() {
            0
        } else {
            count(kernel, self.position.board(), self.depth)
        }
    }
}

/// Counts by first move, in the order of the legal moves.
struct Divide<'a> {
    position: &'a Position,
    depth: u32,
}

impl Visitor for Divide<'_> {
    type Out = Vec<u64>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Vec<u64> {
        let board = self.position.board();
        kernel
            .choices(board)
            .map(|choice| {
                let played = kernel.play(board, choice);
                match self.depth - 1 {
                    0 => 1,
                    _ if played.over => 0,
                    depth => count(kernel, played.board, depth),
                }
            })
            .collect()
    }
}

fn count<R: Row, S: Style>(kernel: &Kernel<R, S>, board: Board<R>, depth: u32) -> u64 {
    let choices = kernel.choices(board);
    if depth == 1 {
        return u64::from(choices.len());
    }
    let mut sum = 0;
    for choice in choices {
        let played = kernel.play(board, choice);
        if !played.over {
            sum += count(kernel, played.board, depth - 1);
        }
    }
    sum
}
