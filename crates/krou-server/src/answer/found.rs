//! What is proved or found of one position: the answers of `krou solve` and `krou turn`, and why a
//! move is good or bad.

use krou_engine::{Analysis, Bounds, Chain, Solution, explain};
use krou_rules::{Game, Lang, Move};
use serde::Serialize;

use super::{margin, written};

/// What is proved of a move.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The final margin for the mover, if it is proved.
    pub value: Option<i16>,
    /// Whether it is.
    pub proved: bool,
    /// The margin lies between these.
    pub bounds: [i16; 2],
}

/// What is proved of a position.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Solved {
    /// The game's name.
    pub rules: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// The position.
    pub position: String,
    /// The final margin for the player to move, if it is proved.
    pub value: Option<i16>,
    /// Whether it is.
    pub proved: bool,
    /// The margin lies between these.
    pub bounds: [i16; 2],
    /// The best move, if it is proved.
    pub best: Option<String>,
    /// A best line as far as it is proved.
    pub line: Vec<String>,
    /// Every move, if asked for.
    pub moves: Vec<SolvedMove>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl Solved {
    /// What was proved of a game's position.
    pub fn new(game: &Game, solution: &Solution) -> Solved {
        let ruleset = game.rules().ruleset();
        let pair = |bounds: Bounds| [bounds.lower, bounds.upper];
        let solved = |(m, bounds): &(Move, Bounds)| SolvedMove {
            written: m.to_string(),
            value: bounds.value(),
            proved: bounds.value().is_some(),
            bounds: pair(*bounds),
        };
        Solved {
            rules: ruleset.name.clone(),
            fingerprint: ruleset.fingerprint().to_string(),
            position: game.position().to_string(),
            value: solution.bounds.value(),
            proved: solution.bounds.value().is_some(),
            bounds: pair(solution.bounds),
            best: solution.best().map(|best| best.to_string()),
            line: written(&solution.line),
            moves: solution.moves.iter().map(solved).collect(),
            nodes: solution.nodes,
            seconds: solution.seconds,
        }
    }
}

/// The best chain of one turn.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct BestTurn {
    /// The game's name.
    pub rules: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// The position before it.
    pub from: String,
    /// The moves, in order.
    pub chain: Vec<String>,
    /// By how many seeds the mover's store grows.
    pub gained: i16,
    /// What it holds then.
    pub store: u8,
    /// The position after it.
    pub position: String,
    /// Whether that ends the game.
    pub over: bool,
    /// Positions worked out.
    pub nodes: u64,
}

impl BestTurn {
    /// The chain found for a game's position.
    pub fn new(game: &Game, chain: &Chain) -> BestTurn {
        let ruleset = game.rules().ruleset();
        let from = game.position();
        BestTurn {
            rules: ruleset.name.clone(),
            fingerprint: ruleset.fingerprint().to_string(),
            from: from.to_string(),
            chain: written(&chain.moves),
            gained: i16::from(chain.store) - i16::from(from.store(from.turn())),
            store: chain.store,
            position: chain.position.to_string(),
            over: chain.position.is_over(),
            nodes: chain.nodes,
        }
    }
}

/// Why a move is good or bad.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Why {
    /// The position before it.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The final margin for the mover, if the engine looked that far.
    pub value: Option<f64>,
    /// Whether that is certain.
    pub proved: bool,
    /// The reasons, a sentence each.
    pub why: Vec<String>,
}

impl Why {
    /// Why a move is good or bad, by the analysis of the position before it.
    pub fn new(game: &Game, m: Move, analysis: &Analysis, lang: Lang) -> Why {
        let value = analysis.of(m).map(|valued| valued.value);
        Why {
            position: game.position().to_string(),
            written: m.to_string(),
            value: value.map(margin),
            proved: value.is_some_and(krou_engine::Value::is_proved),
            why: explain(game, m, analysis, lang),
        }
    }
}
