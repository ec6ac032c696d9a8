//! The engine and what it answers.

use std::sync::Arc;
use std::time::Instant;

use krou_rules::kernel::Choice;
use krou_rules::{Game, Move, Position, Rules};
use krou_tables::Library;

use crate::search::{self, Request, RootMove, RootMoves, Searcher};
use crate::{Limits, StopFlag, Value};

/// What a position is worth and what to play in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The value for the player to move. In a finished game, its result.
    pub value: Value,
    /// The best move; nothing in a finished game.
    pub best: Option<Move>,
    /// The best line, beginning with the best move.
    pub line: Vec<Move>,
    /// The moves that were valued, best first.
    pub moves: Vec<MoveValue>,
    /// Moves looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub m: Move,
    /// The value of playing it, for the player who does.
    pub value: Value,
    /// What follows, this move first.
    pub line: Vec<Move>,
}

impl Analysis {
    /// What is known of a move.
    pub fn of(&self, m: Move) -> Option<&MoveValue> {
        self.moves.iter().find(|value| value.m == m)
    }

    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-6)
    }
}

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Threads to search with.
    pub threads: usize,
    /// Bytes for remembering positions.
    pub memory: usize,
    /// Where endgame tables are.
    pub tables: Library,
}

impl Default for EngineOptions {
    /// One thread, 64 MiB, and small tables in memory.
    fn default() -> Self {
        EngineOptions {
            threads: 1,
            memory: 64 << 20,
            tables: Library::default(),
        }
    }
}

/// How far captures and chains are followed beyond the depth.
const QUIET: u32 = 8;

/// A question to the engine.
pub(crate) struct SearchParams {
    /// How many of the best moves are to be valued.
    pub multi: usize,
    /// How far captures and chains are followed beyond the depth.
    pub quiescence_depth: u32,
    /// Whether endgame tables may be asked.
    pub tables: bool,
    pub limits: Limits,
}

/// Thinks about games of one ruleset, and remembers from one question to the next.
///
/// ```
/// use std::sync::Arc;
/// use krou_engine::{Engine, EngineOptions, Limits, StopFlag, Value};
/// use krou_rules::{Game, Rules};
/// let rules = Arc::new(Rules::builtin("kalah").unwrap());
/// let end = rules.position(&"0,0,0,0,1,2/0,0,0,0,0,3/20,22/S".parse()?)?;
/// let mut engine = Engine::new(Arc::clone(&rules), EngineOptions::default());
/// let game = Game::from_position(rules, end);
/// let analysis = engine.analyse(&game, &Limits::depth(20), &StopFlag::new(), &mut |_| {});
/// assert_eq!(analysis.value, Value::Proved(2));
/// assert_eq!(analysis.moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    rules: Arc<Rules>,
    options: EngineOptions,
    searcher: Box<dyn Searcher>,
}

impl Engine {
    /// An engine for these rules.
    pub fn new(rules: Arc<Rules>, options: EngineOptions) -> Engine {
        Engine {
            searcher: search::searcher(&rules, &options),
            options,
            rules,
        }
    }

    /// The rules it thinks by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How it is set up.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Forgets what it has seen, as if it were new.
    pub fn forget(&mut self) {
        self.searcher.forget();
    }

    /// Values every legal move; `progress` hears of each deeper look.
    ///
    /// The game must be one of the engine's rules.
    pub fn analyse(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopFlag,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.think(game, usize::MAX, limits, stop, progress)
    }

    /// Values the best `multi` moves, which goes deeper the fewer they are; at least one.
    pub fn think(
        &mut self,
        game: &Game,
        multi: usize,
        limits: &Limits,
        stop: &StopFlag,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let params = SearchParams {
            multi,
            quiescence_depth: QUIET,
            tables: true,
            limits: *limits,
        };
        self.run(game, &params, stop, progress)
    }

    pub(crate) fn run(
        &mut self,
        game: &Game,
        params: &SearchParams,
        stop: &StopFlag,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        debug_assert_eq!(game.rules().fingerprint(), self.rules.fingerprint());
        let start = Instant::now();
        if game.is_over() {
            return finished(game, start);
        }
        let limits = &params.limits;
        let request = Request {
            game,
            multi: params.multi,
            quiescence_depth: params.quiescence_depth,
            tables: params.tables,
            depth: limits.depth,
            nodes: limits.nodes,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            threads: self.options.threads,
            stop,
        };
        let rules = &self.rules;
        let tell = |root_moves: &RootMoves| {
            let mut analysis = read(rules, game.position(), root_moves, start);
            // An interrupted look may leave more of them valued than were asked for.
            analysis.moves.truncate(params.multi.max(1));
            analysis
        };
        let root_moves = self
            .searcher
            .search(&request, &mut |root_moves| progress(&tell(root_moves)));
        tell(&root_moves)
    }
}

/// The answer to a game that is over: its result.
fn finished(game: &Game, start: Instant) -> Analysis {
    let scores = game.scores();
    let turn = game.position().turn();
    Analysis {
        value: Value::Proved(scores[turn] as i16 - scores[!turn] as i16),
        best: None,
        line: Vec::new(),
        moves: Vec::new(),
        depth: 0,
        nodes: 0,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// The root moves as moves of the game.
fn read(rules: &Rules, position: &Position, root_moves: &RootMoves, start: Instant) -> Analysis {
    let best = &root_moves.moves[0];
    let mut moves: Vec<MoveValue> = root_moves
        .moves
        .iter()
        .filter(|root_move| root_move.exact)
        .map(|root_move| move_value(rules, position, root_move))
        .collect();
    if moves.is_empty() {
        // Interrupted before the first look was done.
        moves.push(move_value(rules, position, best));
    }
    // The value of the best move is that of the position only if no other can be better.
    let mut score = best.score;
    score.proved &= best.exact
        && root_moves
            .moves
            .iter()
            .all(|root_move| root_move.score.proved);
    Analysis {
        value: score.value(),
        best: Some(moves[0].m),
        line: moves[0].line.clone(),
        moves,
        depth: root_moves.depth,
        nodes: root_moves.nodes,
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn move_value(rules: &Rules, position: &Position, root_move: &RootMove) -> MoveValue {
    let line = moves_of(rules, position, &root_move.line);
    MoveValue {
        m: line[0],
        value: root_move.score.value(),
        line,
    }
}

fn moves_of(rules: &Rules, position: &Position, choices: &[Choice]) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(choices.len());
    for &choice in choices {
        let legal = rules.legal_moves(&position);
        let Some(m) = legal
            .into_iter()
            .find(|&m| rules.choice(&position, m) == Ok(choice))
        else {
            break;
        };
        position = rules.play(&position, m).expect("the move is legal");
        moves.push(m);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_moves_are_valued_than_were_asked_for() {
        let rules = Arc::new(Rules::builtin("oware").unwrap());
        let game = Game::new(Arc::clone(&rules));
        for nodes in (1..40).map(|n| 2_500 * n) {
            let mut engine = Engine::new(Arc::clone(&rules), EngineOptions::default());
            let limits = Limits::nodes(nodes);
            let analysis = engine.think(&game, 2, &limits, &StopFlag::new(), &mut |_| {});
            assert!((1..=2).contains(&analysis.moves.len()), "{nodes}");
            assert_eq!(analysis.best, Some(analysis.moves[0].m));
        }
    }
}
