//! Iterative deepening with aspiration windows at the root; threads share the transposition table (lazy SMP).

use std::thread;

use krou_rules::kernel::Style;
use krou_rules::row::{Board, Row};

use super::endings::Endings;
use super::limit_checker::{LimitChecker, Shared};
use super::rules::SearchRules;
use super::score::{INFINITE, SEED, Score};
use super::tt::TranspositionTable;
use super::worker::{MAX_PLY, Worker};
use super::{Request, RootMove, RootMoves};
use crate::eval::Evaluation;

/// Half the width of the first aspiration window.
const WINDOW: i32 = SEED / 2;

/// What every thread of a search shares and only reads.
pub(super) struct SearchContext<'a, R, S> {
    pub rules: &'a SearchRules<R, S>,
    pub evaluation: &'a Evaluation,
    /// The endgame table, if it may be probed.
    pub endings: Option<&'a Endings>,
    pub tt: &'a TranspositionTable<R>,
    /// The earlier positions of the game that can occur again.
    pub before: &'a [Board<R>],
    /// Maximum depth of the quiescence search.
    pub quiescence_depth: u32,
}

/// Searches until a limit is reached or everything asked for is proved.
///
/// The result is the first thread's; the others fill the shared transposition table.
pub(super) fn search<R: Row, S: Style>(
    context: &SearchContext<R, S>,
    request: &Request,
    tell: &mut dyn FnMut(&RootMoves),
) -> RootMoves {
    let shared = Shared::new(request.stop, request.deadline, request.nodes);
    let mut root_moves = thread::scope(|scope| {
        for helper in 1..request.threads.max(1) {
            let shared = &shared;
            scope.spawn(move || {
                deepen(context, shared, request, 1 + helper as u32 % 2, &mut |_| {});
            });
        }
        let root_moves = deepen(context, &shared, request, 1, tell);
        shared.finish();
        root_moves
    });
    root_moves.nodes = shared.nodes();
    root_moves
}

fn deepen<R: Row, S: Style>(
    context: &SearchContext<R, S>,
    shared: &Shared,
    request: &Request,
    first: u32,
    tell: &mut dyn FnMut(&RootMoves),
) -> RootMoves {
    let mut worker = Worker::new(context, LimitChecker::new(shared));
    let mut root = Root::new(&worker, request);
    let last = request.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
    for depth in first.min(last)..=last {
        let done = root.iterate(&mut worker, depth);
        if done {
            root.result.depth = depth;
            root.result.nodes = worker.limits.all_nodes();
            root.finish_lines(context);
            tell(&root.result);
        }
        if !done || root.is_settled() {
            break;
        }
    }
    worker.limits.look();
    root.finish_lines(context);
    root.result
}

/// The root moves while they are searched.
struct Root<R> {
    board: Board<R>,
    side: krou_rules::Side,
    multi: usize,
    result: RootMoves,
}

impl<R: Row> Root<R> {
    fn new<S: Style>(worker: &Worker<R, S>, request: &Request) -> Self {
        let position = request.game.position();
        let board = position.board();
        let moves: Vec<RootMove> = worker
            .first_guesses(board)
            .into_iter()
            .map(|(choice, guess)| RootMove {
                line: vec![choice],
                score: Score::guess(guess),
                exact: false,
            })
            .collect();
        Root {
            board,
            side: position.turn(),
            multi: request.multi.clamp(1, moves.len().max(1)),
            result: RootMoves {
                moves,
                depth: 0,
                nodes: 0,
            },
        }
    }

    /// Searches every root move to `depth`. Returns false if it was interrupted.
    fn iterate<S: Style>(&mut self, worker: &mut Worker<R, S>, depth: u32) -> bool {
        let mut new: Vec<RootMove> = Vec::with_capacity(self.result.moves.len());
        for i in 0..self.result.moves.len() {
            let old = &self.result.moves[i];
            let bar = nth_best(&new, self.multi);
            if old.score.proved && (old.exact || bar.is_some_and(|bar| old.score.value <= bar)) {
                new.push(old.clone());
                continue;
            }
            let Some(root_move) = self.value(worker, old, depth, bar) else {
                self.keep_interrupted(new);
                return false;
            };
            new.push(root_move);
        }
        rank(&mut new);
        self.result.moves = new;
        true
    }

    /// Keeps from an interrupted iteration the best move if it was searched again, every move found
    /// to be better, and proofs.
    fn keep_interrupted(&mut self, new: Vec<RootMove>) {
        let one = self.multi == 1;
        if one && !new.is_empty() {
            for old in &mut self.result.moves[new.len()..] {
                old.exact = false;
            }
        }
        for (old, new) in self.result.moves.iter_mut().zip(new) {
            if new.exact && (one || new.score.proved) {
                *old = new;
            } else if one {
                old.exact = false;
                old.score = new.score;
            }
        }
        if self.result.moves.iter().any(|m| m.exact) {
            rank(&mut self.result.moves);
        }
    }

    /// Returns a move's value if it is above the bar, otherwise a bound; `None` if interrupted.
    fn value<S: Style>(
        &self,
        worker: &mut Worker<R, S>,
        old: &RootMove,
        depth: u32,
        bar: Option<i32>,
    ) -> Option<RootMove> {
        let choice = old.line[0];
        let mut line = Vec::new();
        let mut search = |alpha, beta| {
            let window = (alpha, beta);
            let score =
                worker.search_choice(self.board, self.side, choice, depth, window, &mut line);
            (!worker.limits.stopped).then_some(score)
        };
        let floor = bar.unwrap_or(-INFINITE);
        if bar.is_some() {
            let score = search(floor, floor + 1)?;
            if score.value <= floor {
                return Some(RootMove {
                    line,
                    score,
                    exact: false,
                });
            }
        }
        // Aspiration windows around the score of the previous iteration.
        let mut width = WINDOW;
        let mut alpha = (old.score.value - width).max(floor);
        let mut beta = (old.score.value + width).max(alpha + 1);
        if bar.is_some() {
            alpha = floor;
            beta = floor + width;
        }
        loop {
            let score = search(alpha, beta)?;
            width *= 3;
            if score.value <= alpha && alpha > floor {
                alpha = (score.value - width).max(floor);
            } else if score.value >= beta {
                beta = (score.value + width).min(INFINITE);
            } else {
                return Some(RootMove {
                    line,
                    score,
                    exact: score.value > floor,
                });
            }
        }
    }

    fn finish_lines<S: Style>(&mut self, context: &SearchContext<R, S>) {
        for root_move in self.result.moves.iter_mut().filter(|m| m.exact) {
            context.finish(self.board, root_move);
        }
    }

    /// Whether every requested value is proved.
    fn is_settled(&self) -> bool {
        let moves = &self.result.moves;
        moves.iter().all(|m| m.score.proved)
            && moves.iter().filter(|m| m.exact).count() >= self.multi
    }
}

/// Returns the score a move must exceed to be among the best `n`.
fn nth_best(moves: &[RootMove], n: usize) -> Option<i32> {
    let mut exact: Vec<i32> = moves
        .iter()
        .filter(|m| m.exact)
        .map(|m| m.score.value)
        .collect();
    exact.sort_unstable_by(|a, b| b.cmp(a));
    exact.get(n - 1).copied()
}

/// Sorts best first; moves with only an upper bound come last.
fn rank(moves: &mut [RootMove]) {
    moves.sort_by_key(|m| (!m.exact, -m.score.value, !m.score.proved));
}
