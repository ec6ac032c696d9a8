//! Heuristic search for any ruleset: iterative deepening over the fastest kernel.
//!
//! - `referee.rs` plays moves and ends games;
//! - `endings.rs` asks endgame tables;
//! - `memory.rs` is the transposition table;
//! - `worker.rs` is one thread's alpha-beta;
//! - `line.rs` goes on with lines that are proved;
//! - `root.rs` deepens, ranks the root's moves and shares the work between threads.

mod endings;
mod line;
mod memory;
mod path;
mod referee;
mod root;
mod score;
mod watch;
mod worker;

use std::time::Instant;

use krou_rules::kernel::{Choice, Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Game, Rules, Visitor};

use crate::eval::Evaluation;
use crate::{EngineOptions, StopFlag};
use endings::Endings;
use memory::Memory;
pub(crate) use score::{SEED, Score};

/// What is to be searched, and how far.
pub(crate) struct Request<'a> {
    /// Not over.
    pub game: &'a Game,
    /// How many of the best moves are to be valued exactly.
    pub multi: usize,
    /// How far captures and chains are followed beyond the depth.
    pub quiet: u32,
    /// Whether endgame tables may be asked.
    pub tables: bool,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub deadline: Option<Instant>,
    pub threads: usize,
    pub stop: &'a StopFlag,
}

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    /// What follows, this move first.
    pub line: Vec<Choice>,
    pub score: Score,
    /// Whether the score is the move's value; if not, its value is at most that.
    pub exact: bool,
}

/// The root's moves after an iteration, best first.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    pub moves: Vec<Ranked>,
    pub depth: u32,
    pub nodes: u64,
}

/// A search that remembers what it has seen, whatever the kernel.
pub(crate) trait Searcher: Send {
    /// Searches; tells of every finished iteration.
    fn search(&mut self, request: &Request, tell: &mut dyn FnMut(&Ranking)) -> Ranking;

    /// Forgets everything seen.
    fn forget(&mut self);
}

/// A searcher for these rules.
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
            referee: referee::Referee::new(kernel, switches),
            evaluation: Evaluation::new(switches),
            endings: Endings::new(self.rules, &self.options.tables),
            memory: Memory::new(self.options.memory),
        })
    }
}

struct Search<R, S> {
    referee: referee::Referee<R, S>,
    evaluation: Evaluation,
    endings: Option<Endings>,
    memory: Memory<R>,
}

impl<R: Row, S: Style> Searcher for Search<R, S> {
    fn search(&mut self, request: &Request, tell: &mut dyn FnMut(&Ranking)) -> Ranking {
        self.memory.age();
        let before = self.before(request.game);
        root::search(
            &root::Ground {
                referee: &self.referee,
                evaluation: &self.evaluation,
                endings: self.endings.as_ref().filter(|_| request.tables),
                memory: &self.memory,
                before: &before,
                quiet: request.quiet,
            },
            request,
            tell,
        )
    }

    fn forget(&mut self) {
        self.memory.clear();
    }
}

impl<R: Row, S: Style> Search<R, S> {
    /// The positions of the game that could come back.
    fn before(&self, game: &Game) -> Vec<Board<R>> {
        if self.referee.repetition.is_none() {
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
            .map(|(board, turn)| referee::Referee::<R, S>::repetition_key(board, turn))
            .collect();
        keys.reverse();
        keys
    }
}
