//! Deepens a search step by step, ranks the root's moves and shares the work between threads.

use std::thread;

use krou_rules::kernel::Style;
use krou_rules::row::{Board, Row};

use super::endings::Endings;
use super::memory::Memory;
use super::referee::Referee;
use super::score::{INFINITE, SEED, Score};
use super::watch::{Shared, Watch};
use super::worker::{DEEPEST, Worker};
use super::{Ranked, Ranking, Request};
use crate::eval::Evaluation;

/// Half the first window around the value of the iteration before.
const WINDOW: i32 = SEED / 2;

/// What every thread searches with.
pub(super) struct Ground<'a, R, S> {
    pub referee: &'a Referee<R, S>,
    pub evaluation: &'a Evaluation,
    /// What is known of positions with few seeds, if that may be used.
    pub endings: Option<&'a Endings>,
    pub memory: &'a Memory<R>,
    /// The positions of the game that could come back.
    pub before: &'a [Board<R>],
    /// How far captures and chains are followed beyond the depth.
    pub quiet: u32,
}

/// Searches until a limit is met or everything asked for is proved.
///
/// The first thread's findings count; the others fill the memory that all share.
pub(super) fn search<R: Row, S: Style>(
    ground: &Ground<R, S>,
    request: &Request,
    tell: &mut dyn FnMut(&Ranking),
) -> Ranking {
    let shared = Shared::new(request.stop, request.deadline, request.nodes);
    let mut ranking = thread::scope(|scope| {
        for helper in 1..request.threads.max(1) {
            let shared = &shared;
            scope.spawn(move || {
                deepen(ground, shared, request, 1 + helper as u32 % 2, &mut |_| {});
            });
        }
        let ranking = deepen(ground, &shared, request, 1, tell);
        shared.finish();
        ranking
    });
    ranking.nodes = shared.nodes();
    ranking
}

fn deepen<R: Row, S: Style>(
    ground: &Ground<R, S>,
    shared: &Shared,
    request: &Request,
    first: u32,
    tell: &mut dyn FnMut(&Ranking),
) -> Ranking {
    let mut worker = Worker::new(ground, Watch::new(shared));
    let mut root = Root::new(&worker, request);
    let last = request.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    for depth in first.min(last)..=last {
        let done = root.iterate(&mut worker, depth);
        if done {
            root.ranking.depth = depth;
            root.ranking.nodes = worker.watch.all_nodes();
            root.finish_lines(ground);
            tell(&root.ranking);
        }
        if !done || root.is_settled() {
            break;
        }
    }
    worker.watch.look();
    root.finish_lines(ground);
    root.ranking
}

/// The root's moves while they are searched.
struct Root<R> {
    board: Board<R>,
    side: krou_rules::Side,
    multi: usize,
    ranking: Ranking,
}

impl<R: Row> Root<R> {
    fn new<S: Style>(worker: &Worker<R, S>, request: &Request) -> Self {
        let position = request.game.position();
        let board = position.board();
        let moves: Vec<Ranked> = worker
            .first_guesses(board)
            .into_iter()
            .map(|(choice, guess)| Ranked {
                line: vec![choice],
                score: Score::guess(guess),
                exact: false,
            })
            .collect();
        Root {
            board,
            side: position.turn(),
            multi: request.multi.clamp(1, moves.len().max(1)),
            ranking: Ranking {
                moves,
                depth: 0,
                nodes: 0,
            },
        }
    }

    /// Searches every move to `depth`; false if it was interrupted.
    fn iterate<S: Style>(&mut self, worker: &mut Worker<R, S>, depth: u32) -> bool {
        let mut new: Vec<Ranked> = Vec::with_capacity(self.ranking.moves.len());
        for i in 0..self.ranking.moves.len() {
            let old = &self.ranking.moves[i];
            let bar = nth_best(&new, self.multi);
            if old.score.proved && (old.exact || bar.is_some_and(|bar| old.score.value <= bar)) {
                new.push(old.clone());
                continue;
            }
            let Some(ranked) = self.value(worker, old, depth, bar) else {
                self.keep_interrupted(new);
                return false;
            };
            new.push(ranked);
        }
        rank(&mut new);
        self.ranking.moves = new;
        true
    }

    /// What of an interrupted iteration is worth keeping: the best move if it was searched again,
    /// whatever was found to be better, and proofs.
    fn keep_interrupted(&mut self, new: Vec<Ranked>) {
        let one = self.multi == 1;
        if one && !new.is_empty() {
            for old in &mut self.ranking.moves[new.len()..] {
                old.exact = false;
            }
        }
        for (old, new) in self.ranking.moves.iter_mut().zip(new) {
            if new.exact && (one || new.score.proved) {
                *old = new;
            } else if one {
                old.exact = false;
                old.score = new.score;
            }
        }
        if self.ranking.moves.iter().any(|m| m.exact) {
            rank(&mut self.ranking.moves);
        }
    }

    /// A move's value if it is above the bar, else a bound; nothing if interrupted.
    fn value<S: Style>(
        &self,
        worker: &mut Worker<R, S>,
        old: &Ranked,
        depth: u32,
        bar: Option<i32>,
    ) -> Option<Ranked> {
        let choice = old.line[0];
        let mut line = Vec::new();
        let mut search = |alpha, beta| {
            let window = (alpha, beta);
            let score =
                worker.search_choice(self.board, self.side, choice, depth, window, &mut line);
            (!worker.watch.stopped).then_some(score)
        };
        let floor = bar.unwrap_or(-INFINITE);
        if bar.is_some() {
            let score = search(floor, floor + 1)?;
            if score.value <= floor {
                return Some(Ranked {
                    line,
                    score,
                    exact: false,
                });
            }
        }
        // Narrow windows first, around what the iteration before found.
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
                return Some(Ranked {
                    line,
                    score,
                    exact: score.value > floor,
                });
            }
        }
    }

    fn finish_lines<S: Style>(&mut self, ground: &Ground<R, S>) {
        for ranked in self.ranking.moves.iter_mut().filter(|m| m.exact) {
            ground.finish(self.board, ranked);
        }
    }

    /// Whether nothing more can be found out.
    fn is_settled(&self) -> bool {
        let moves = &self.ranking.moves;
        moves.iter().all(|m| m.score.proved)
            && moves.iter().filter(|m| m.exact).count() >= self.multi
    }
}

/// The value that a move must exceed to be among the best `n`.
fn nth_best(moves: &[Ranked], n: usize) -> Option<i32> {
    let mut exact: Vec<i32> = moves
        .iter()
        .filter(|m| m.exact)
        .map(|m| m.score.value)
        .collect();
    exact.sort_unstable_by(|a, b| b.cmp(a));
    exact.get(n - 1).copied()
}

/// Best first; moves whose value is only bounded come after all others.
fn rank(moves: &mut [Ranked]) {
    moves.sort_by_key(|m| (!m.exact, -m.score.value, !m.score.proved));
}
