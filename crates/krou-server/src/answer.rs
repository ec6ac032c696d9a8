//! The answers to questions, the same as of the `krou` command, with what the board needs beside.

mod found;
mod reviewed;

use std::collections::BTreeMap;

use krou_engine::{Analysis, Value};
use krou_rules::{BySide, Game, Move, Switches};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::board::{MoveView, on_the_board};
pub use found::{BestTurn, Solved, SolvedMove, Why};
pub use reviewed::{MoveReview, Reviewed};

/// How a finished game ended.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Ended {
    /// `S`, `N`, or nobody.
    pub winner: Option<char>,
    /// South's and North's seeds.
    pub scores: [u16; 2],
    /// Why, in one word.
    pub reason: String,
}

impl Ended {
    /// How a game ended, if it has.
    pub fn of(game: &Game) -> Option<Ended> {
        game.result().map(|result| Ended {
            winner: result.winner.map(krou_rules::Side::letter),
            scores: pair(result.scores),
            reason: result.reason.to_string(),
        })
    }
}

/// A game: its rules and how it stands.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Shown {
    /// The game's name.
    pub rules: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// Every switch.
    #[schema(value_type = Object)]
    pub switches: BTreeMap<String, serde_json::Value>,
    #[serde(flatten)]
    now: Now,
    /// What the last move did.
    last: Option<MoveView>,
}

/// A position, what may be played in it, and how the game stands.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Now {
    /// The position.
    position: String,
    /// The moves that led there.
    line: String,
    /// `S` or `N`.
    to_move: char,
    /// South's and North's seeds by the game's own count.
    scores: [u16; 2],
    /// What may be played.
    legal: Vec<String>,
    /// Whether the game is over.
    over: bool,
    /// Whether it can be aborted: its result would not count yet.
    abortable: bool,
    /// How it ended.
    result: Option<Ended>,
    /// What every legal move does.
    moves: Vec<MoveView>,
    /// Whether the last mover moves again.
    again: bool,
}

impl Shown {
    /// A game as it stands.
    pub fn new(game: &Game) -> Shown {
        let ruleset = game.rules().ruleset();
        let last = MoveView::last(game);
        Shown {
            rules: ruleset.name.clone(),
            fingerprint: game.rules().fingerprint().to_string(),
            switches: switches(&ruleset.switches),
            now: Now::after(game, last.as_ref()),
            last,
        }
    }
}

impl Now {
    /// How a game stands after its last move.
    pub fn after(game: &Game, last: Option<&MoveView>) -> Now {
        let moves = MoveView::all(game);
        Now {
            position: on_the_board(game).to_string(),
            line: game.line().to_string(),
            to_move: game.position().turn().letter(),
            scores: pair(game.scores()),
            legal: moves.iter().map(|m| m.written.clone()).collect(),
            over: game.is_over(),
            abortable: game.is_abortable(),
            result: Ended::of(game),
            moves,
            again: !game.is_over() && last.is_some_and(|last| last.again),
        }
    }
}

/// What a move is worth to the mover.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The final margin.
    pub value: f64,
    /// Whether that is certain.
    pub proved: bool,
    /// What follows.
    pub line: Vec<String>,
}

/// What the engine makes of a position.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Analysed {
    /// The game's name.
    pub rules: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// The position.
    pub position: String,
    /// The final margin for the player to move.
    pub value: f64,
    /// Whether that is certain.
    pub proved: bool,
    /// The best move.
    pub best: Option<String>,
    /// The best line.
    pub line: Vec<String>,
    /// Every move, best first.
    pub moves: Vec<Valued>,
    /// Moves looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl Analysed {
    /// What was found of a game.
    pub fn new(game: &Game, analysis: &Analysis) -> Analysed {
        let ruleset = game.rules().ruleset();
        Analysed {
            rules: ruleset.name.clone(),
            fingerprint: ruleset.fingerprint().to_string(),
            position: game.position().to_string(),
            value: margin(analysis.value),
            proved: analysis.value.is_proved(),
            best: analysis.best.map(|best| best.to_string()),
            line: written(&analysis.line),
            moves: analysis
                .moves
                .iter()
                .map(|valued| Valued {
                    written: valued.m.to_string(),
                    value: margin(valued.value),
                    proved: valued.value.is_proved(),
                    line: written(&valued.line),
                })
                .collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            seconds: analysis.seconds,
        }
    }
}

fn written(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// The margin, estimates to a tenth of a seed.
fn margin(value: Value) -> f64 {
    let margin = f64::from(value.margin());
    if value.is_proved() {
        margin
    } else {
        (margin * 10.0).round() / 10.0
    }
}

fn pair<T>(both: BySide<T>) -> [T; 2] {
    [both.south, both.north]
}

/// Every switch: numbers and yes-or-no as such, all else as words.
fn switches(switches: &Switches) -> BTreeMap<String, serde_json::Value> {
    let value = |word: String| match word.as_str() {
        "true" => json!(true),
        "false" => json!(false),
        _ => word
            .parse::<u8>()
            .map_or_else(|_| json!(word), |number| json!(number)),
    };
    let entries = switches.entries();
    entries
        .map(|(key, word)| (key.to_string(), value(word)))
        .collect()
}
