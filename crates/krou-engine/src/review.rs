//! A game looked back on: what each move was worth, and what would have been better.

use std::sync::Arc;

use krou_rules::{BySide, Game, Move, Position, Side};

use crate::{Engine, Limits, MoveValue, StopFlag, Value};

/// How good a move was, by the seeds it lost against the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Less than half a seed.
    Best,
    /// Less than two.
    Good,
    /// Less than four.
    Inaccuracy,
    /// Less than eight.
    Mistake,
    /// Eight or more.
    Blunder,
}

impl Grade {
    /// The grade of a move that lost so many seeds.
    pub fn of(loss: f32) -> Grade {
        match loss {
            l if l < 0.5 => Grade::Best,
            l if l < 2.0 => Grade::Good,
            l if l < 4.0 => Grade::Inaccuracy,
            l if l < 8.0 => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }

    /// One word, for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// One move of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The position before it.
    pub position: Position,
    /// The move.
    pub m: Move,
    /// What the position was worth before it, for the player who moved.
    pub before: Value,
    /// What it was worth after it, for the same player.
    pub after: Value,
    /// Seeds lost against the best move.
    pub loss: f32,
    /// How good it was.
    pub grade: Grade,
    /// The best move and its line, where the move was not the best.
    pub better: Option<MoveValue>,
}

/// A whole game reviewed.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves, in order.
    pub moves: Vec<ReviewedMove>,
    /// How well each played, in percent; nothing for one who made no move.
    pub accuracy: BySide<Option<f32>>,
    /// Whether all moves were reviewed; not if it was stopped before.
    pub complete: bool,
}

impl Review {
    /// The review of a game whose moves, or the first of them, have been reviewed.
    pub fn of(game: &Game, moves: Vec<ReviewedMove>) -> Review {
        let accuracy = BySide::new(Side::South, Side::North).map(|side| {
            let own: Vec<f32> = moves
                .iter()
                .filter(|reviewed| reviewed.m.side == side)
                .map(|reviewed| 100.0 * (-reviewed.loss / 4.0).exp())
                .collect();
            (!own.is_empty()).then(|| own.iter().sum::<f32>() / own.len() as f32)
        });
        Review {
            complete: moves.len() == game.moves().len(),
            moves,
            accuracy,
        }
    }
}

impl Engine {
    /// Reviews a game, thinking about each move within the limits; `progress` hears how many moves
    /// are done.
    pub fn review(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopFlag,
        progress: &mut dyn FnMut(usize),
    ) -> Review {
        let mut replay = Game::from_position(Arc::clone(game.rules()), game.positions()[0]);
        let mut moves = Vec::with_capacity(game.moves().len());
        for (n, &m) in game.moves().iter().enumerate() {
            progress(n);
            let reviewed = self.review_move(&replay, m, limits, stop);
            // What was thought of for too short a time is not told.
            if stop.is_stopped() {
                break;
            }
            moves.push(reviewed);
            if replay.play(m).is_err() {
                break;
            }
        }
        Review::of(game, moves)
    }

    /// Reviews one move, played in a game as it stands.
    pub fn review_move(
        &mut self,
        game: &Game,
        m: Move,
        limits: &Limits,
        stop: &StopFlag,
    ) -> ReviewedMove {
        let analysis = self.analyse(game, limits, stop, &mut |_| {});
        let best = analysis.moves.first();
        let played = analysis.of(m);
        let after = played.map_or(analysis.value, |played| played.value);
        let loss = best.map_or(0.0, |best| best.value.margin() - after.margin());
        let loss = loss.max(0.0);
        let grade = Grade::of(loss);
        ReviewedMove {
            position: *game.position(),
            m,
            before: analysis.value,
            after,
            loss,
            grade,
            better: best.filter(|_| grade != Grade::Best).cloned(),
        }
    }
}
