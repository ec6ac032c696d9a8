//! A game looked back on, as `krou review` tells it.

use krou_engine::{Review, ReviewedMove};
use krou_rules::Game;
use serde::{Deserialize, Serialize};

use super::{Valued, margin, pair, written};

/// One move of a reviewed game. Values are margins for the player who moved.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MoveReview {
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The position before it.
    pub position: String,
    /// What the position was worth before it.
    pub before: f64,
    /// Whether that is certain.
    pub before_proved: bool,
    /// What it was worth after it.
    pub value: f64,
    /// Whether that is certain.
    pub proved: bool,
    /// Seeds lost against the best move.
    pub loss: f64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub grade: String,
    /// The best move, where this was not it.
    pub better: Option<Valued>,
}

impl MoveReview {
    fn new(reviewed: &ReviewedMove) -> MoveReview {
        MoveReview {
            written: reviewed.m.to_string(),
            position: reviewed.position.to_string(),
            before: margin(reviewed.before),
            before_proved: reviewed.before.is_proved(),
            value: margin(reviewed.after),
            proved: reviewed.after.is_proved(),
            loss: (f64::from(reviewed.loss) * 100.0).round() / 100.0,
            grade: reviewed.grade.word().into(),
            better: reviewed.better.as_ref().map(|better| Valued {
                written: better.m.to_string(),
                value: margin(better.value),
                proved: better.value.is_proved(),
                line: written(&better.line),
            }),
        }
    }

    /// Whether it deserves to be pointed out.
    pub fn is_slip(&self) -> bool {
        !matches!(self.grade.as_str(), "best" | "good")
    }

    /// Whether South made it.
    pub fn by_south(&self) -> bool {
        self.written
            .chars()
            .any(|letter| letter.is_ascii_uppercase())
    }

    /// What it was worth to South.
    pub fn for_south(&self) -> f64 {
        if self.by_south() {
            self.value
        } else {
            -self.value
        }
    }
}

/// A whole game looked back on.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Reviewed {
    /// The game's name.
    pub rules: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// How well South and North played, in percent; nothing for one who made no move.
    pub accuracy: [Option<f64>; 2],
    /// The moves, in order.
    pub moves: Vec<MoveReview>,
}

impl Reviewed {
    /// What was found of a game.
    pub fn new(game: &Game, review: &Review) -> Reviewed {
        let ruleset = game.rules().ruleset();
        let percent = |accuracy: f32| (f64::from(accuracy) * 10.0).round() / 10.0;
        Reviewed {
            rules: ruleset.name.clone(),
            fingerprint: ruleset.fingerprint().to_string(),
            accuracy: pair(review.accuracy).map(|accuracy| accuracy.map(percent)),
            moves: review.moves.iter().map(MoveReview::new).collect(),
        }
    }
}
