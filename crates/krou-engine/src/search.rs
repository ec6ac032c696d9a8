//! Heuristic search for any ruleset: iterative deepening over the fastest kernel.
//!
//! - `rules.rs` makes moves and detects the end of the game;
//! - `endings.rs` probes endgame tables;
//! - `tt.rs` is the transposition table;
//! - `worker.rs` is one thread's alpha-beta;
//! - `line.rs` extends proved principal variations;
//! - `root.rs` runs iterative deepening, ranks root moves and splits the work between threads (lazy SMP).

mod endings;
mod limit_checker;
mod line;
mod path;
mod root;
mod rules;
mod score;
mod tt;
mod worker;

use std::time::Instant;

use krou_rules::kernel::{Choice, Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Game, Rules, Visitor};

use crate::eval::Evaluation;
use crate::{EngineOptions, StopFlag};
use endings::Endings;
pub(crate) use score::{SEED, Score};
use tt::TranspositionTable;

/// Parameters of one search.
pub(crate) struct Request<'a> {
    /// The game to search; it is not over.
    pub game: &'a Game,
    /// How many of the best moves get an exact value (`MultiPV`).
    pub multi: usize,
    /// Maximum depth of the quiescence search.
    pub quiescence_depth: u32,
    /// Whether endgame tables are probed.
    pub tables: bool,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub deadline: Option<Instant>,
    pub threads: usize,
    pub stop: &'a StopFlag,
}

/// A root move with its score and principal variation.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The principal variation, beginning with this move.
    pub line: Vec<Choice>,
    pub score: Score,
    /// Whether the score is exact; if not, it is an upper bound.
    pub exact: bool,
}

/// The root moves after an iteration, best first.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    pub moves: Vec<RootMove>,
    pub depth: u32,
    pub nodes: u64,
}

/// A search with its transposition table, independent of the kernel type.
pub(crate) trait Searcher: Send {
    /// Searches, and calls `tell` after every finished iteration.
    fn search(&mut self, request: &Request, tell: &mut dyn FnMut(&RootMoves)) -> RootMoves;

    /// Clears the transposition table.
    fn forget(&mut self);
}

/// Returns a searcher for these rules.
pub(crate) fn searcher(rules: &Rules, options: &EngineOptions) -> Box<dyn Searcher> {
    rules.visit(Make { rules, options })
}

struct Make<'a> {
    rules: &'a Rules,
    options: &'a EngineOptions,
}

impl Visitor for Make<'_> {
    type Out = Box<dyn Searcher>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out {
        let switches = self.rules.switches();
        Box::new(Search {
            rules: rules::SearchRules::new(kernel, switches),
            evaluation: Evaluation::new(switches),
            endings: Endings::new(self.rules, &self.options.tables),
            tt: TranspositionTable::new(self.options.memory),
        })
    }
}

struct Search<R, S> {
    rules: rules::SearchRules<R, S>,
    evaluation: Evaluation,
    endings: Option<Endings>,
    tt: TranspositionTable<R>,
}

impl<R: Row, S: Style> Searcher for Search<R, S> {
    fn search(&mut self, request: &Request, tell: &mut dyn FnMut(&RootMoves)) -> RootMoves {
        self.tt.new_generation();
        let before = self.before(request.game);
        root::search(
            &root::SearchContext {
                rules: &self.rules,
                evaluation: &self.evaluation,
                endings: self.endings.as_ref().filter(|_| request.tables),
                tt: &self.tt,
                before: &before,
                quiescence_depth: request.quiescence_depth,
            },
            request,
            tell,
        )
    }

    fn forget(&mut self) {
        self.tt.clear();
    }
}

impl<R: Row, S: Style> Search<R, S> {
    /// Returns the earlier positions of the game that can occur again.
    fn before(&self, game: &Game) -> Vec<Board<R>> {
        if self.rules.repetition.is_none() {
            return Vec::new();
        }
        let [before @ .., now] = game.positions() else {
            return Vec::new();
        };
        let seeds = now.board::<R>().seeds_in_pits();
        let mut keys: Vec<Board<R>> = before
            .iter()
            .rev()
            .map(|position| (position.board::<R>(), position.turn()))
            .take_while(|(board, _)| board.seeds_in_pits() == seeds)
            .map(|(board, turn)| rules::SearchRules::<R, S>::repetition_key(board, turn))
            .collect();
        keys.reverse();
        keys
    }
}
