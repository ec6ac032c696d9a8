//! Drives the null-window searches until the bounds meet, and extracts the principal variation.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use krou_rules::kernel::{Choice, Kernel, Style};
use krou_rules::row::Row;
use krou_rules::{Bonus, Game, Move, Position, Rules, Switches, Visitor};
use krou_tables::Table;

use super::active_nodes::ActiveNodes;
use super::bounds::Bounds;
use super::checkpoint::Checkpoint;
use super::tt::TranspositionTable;
use super::worker::{Candidate, GameTraits, Look, Node, Shared, Worker};
use super::{Solution, SolveError, SolveOptions, SolveProgress};
use crate::StopFlag;

/// Interval of progress reports.
const PULSE: Duration = Duration::from_millis(200);
/// Interval of checkpoints.
const KEEP: Duration = Duration::from_mins(2);
/// A game goes as deep as it has moves.
const STACK: usize = 256 << 20;
/// Maximum length of a line, and maximum depth, in games with repetition.
const MAX_DEPTH: u32 = 200;

/// A position to solve, on the kernel for its rules.
pub(super) struct Prove<'a> {
    pub rules: &'a Arc<Rules>,
    pub position: &'a Position,
    pub options: &'a SolveOptions,
    pub traits: GameTraits,
    pub table: Option<Arc<Table>>,
    pub guess: i16,
    pub start: Instant,
    pub deadline: Option<Instant>,
    pub stop: &'a StopFlag,
    pub progress: &'a mut dyn FnMut(&SolveProgress),
}

impl Visitor for Prove<'_> {
    type Out = Result<Solution, SolveError>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out {
        let board = self.position.board::<R>();
        let stored = board.store_margin();
        let seeds = usize::from(board.seeds_in_pits());
        let all = self.position.total();
        let (ranked, reach) = if self.traits.burn {
            (usize::from(all), all as i16)
        } else {
            (seeds, seeds as i16)
        };
        let mut tt = TranspositionTable::new::<R>(
            self.options.memory,
            kernel.pits(),
            self.traits.burn,
            ranked,
            reach,
        )
        .map_err(SolveError::Memory)?;
        let checkpoint = match &self.options.checkpoint {
            None => None,
            Some(path) => Some(Checkpoint::open(path, self.rules, self.position, &mut tt)?),
        };
        let shared = Shared {
            kernel,
            traits: self.traits,
            bonus: bonus(self.rules.switches()),
            tt,
            table_seeds: self.table.as_ref().map_or(-1, |t| t.layers() as i16 - 1),
            table: self.table.as_deref(),
            active: (self.options.threads > 1).then(ActiveNodes::new),
            done: StopFlag::new(),
            stop: self.stop,
            deadline: self.deadline,
            nodes: AtomicU64::new(0),
        };
        let root = Worker::new(&shared).node(board);
        let mut prover = Prover {
            shared,
            threads: self.options.threads.max(1),
            start: self.start,
            progress: self.progress,
            of: None,
            view: View {
                again: true,
                margin: stored,
            },
            checkpoint,
            kept: Instant::now(),
        };
        let everything = Bounds {
            lower: i16::MIN / 2,
            upper: i16::MAX / 2,
        };
        let found = prover.prove(&root, everything, self.guess - stored)?;
        let line = match found.value() {
            Some(value) => prover.line(root, value)?,
            None => Vec::new(),
        };
        let mut moves = Vec::new();
        if self.options.every_move {
            for choice in kernel.choices(root.board) {
                let m = self.rules.move_of(self.position, choice);
                prover.of = Some(m);
                moves.push((m, prover.value_move(&root, choice, found)?.plus(stored)));
            }
        }
        prover.store()?;
        Ok(Solution {
            bounds: found.plus(stored),
            line: in_words(self.rules, self.position, &line),
            moves,
            nodes: prover.shared.nodes.load(Ordering::Relaxed),
            seconds: self.start.elapsed().as_secs_f64(),
        })
    }
}

/// The seeds that take each pit to the own store, if a further move comes of that.
fn bonus<R: Row>(switches: &Switches) -> R {
    let pits = switches.pits;
    let seeds = |pit: u8| match switches.bonus {
        Bonus::Never => u8::MAX,
        Bonus::OwnStore | Bonus::EitherStore => pits - pit,
    };
    (0..pits).fold(R::default(), |row, pit| row | R::at(pit.into(), seeds(pit)))
}

/// The choices of a line as moves, up to the end of the game: the search looks neither at a majority
/// nor at what came before, so it may know moves beyond.
fn in_words(rules: &Arc<Rules>, position: &Position, line: &[Choice]) -> Vec<Move> {
    let mut game = Game::from_position(Arc::clone(rules), *position);
    let mut moves = Vec::with_capacity(line.len());
    for &choice in line {
        if game.result().is_some() {
            break;
        }
        let m = rules.move_of(game.position(), choice);
        game.play(m).expect("the search plays legal moves");
        moves.push(m);
    }
    moves
}

/// How bounds of the position being searched look to the player who asked.
#[derive(Clone, Copy)]
struct View {
    again: bool,
    margin: i16,
}

impl View {
    fn of(self, bounds: Bounds) -> Bounds {
        if self.again { bounds } else { -bounds }.plus(self.margin)
    }
}

struct Prover<'a, R, S> {
    shared: Shared<'a, R, S>,
    threads: usize,
    start: Instant,
    progress: &'a mut dyn FnMut(&SolveProgress),
    of: Option<Move>,
    view: View,
    checkpoint: Option<Checkpoint<'a>>,
    kept: Instant,
}

impl<R: Row, S: Style> Prover<'_, R, S> {
    fn tell(&mut self, bounds: Bounds, depth: Option<u32>) {
        (self.progress)(&SolveProgress {
            table: None,
            of: self.of,
            bounds: self.view.of(bounds),
            depth,
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            seconds: self.start.elapsed().as_secs_f64(),
        });
    }

    /// Writes the checkpoint.
    fn store(&mut self) -> Result<(), SolveError> {
        self.kept = Instant::now();
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.write(&self.shared.tt)?;
        }
        Ok(())
    }

    /// Narrows the bounds of a position until they meet or the search is stopped.
    fn prove(&mut self, node: &Node<R>, sure: Bounds, guess: i16) -> Result<Bounds, SolveError> {
        let mut bounds = Worker::new(&self.shared).known(node).0.and(sure);
        let deepest = if self.shared.traits.cyclic {
            1
        } else {
            u32::MAX
        };
        for depth in deepest..=u32::MAX {
            let shown = self.shared.traits.cyclic.then_some(depth);
            let mut target = guess;
            while bounds.lower < bounds.upper {
                self.tell(bounds, shown);
                target = target.clamp(bounds.lower + 1, bounds.upper);
                let answer = self.ask(node, target, depth, bounds)?;
                bounds = bounds.and(answer);
                if self.shared.is_stopped() {
                    return Ok(bounds);
                }
                if !answer.decide(target) {
                    // Not decided at this depth; from the other side perhaps.
                    if target == bounds.upper {
                        break;
                    }
                    target = bounds.upper;
                    continue;
                }
                target = if answer.lower >= target {
                    bounds.lower + 1
                } else {
                    bounds.upper
                };
            }
            if bounds.lower >= bounds.upper || depth >= MAX_DEPTH {
                break;
            }
        }
        self.tell(bounds, None);
        Ok(bounds)
    }

    /// Runs one null-window search with all threads, again with a larger transposition table when it is
    /// full; entries are kept.
    fn ask(
        &mut self,
        node: &Node<R>,
        target: i16,
        depth: u32,
        bounds: Bounds,
    ) -> Result<Bounds, SolveError> {
        loop {
            let answer = self.ask_once(node, target, depth, bounds)?;
            if answer.decide(target) || !self.shared.is_full() {
                return Ok(answer);
            }
            self.shared.tt.grow(self.threads);
        }
    }

    /// Runs one null-window search with all threads; the first answer ends it.
    fn ask_once(
        &mut self,
        node: &Node<R>,
        target: i16,
        depth: u32,
        bounds: Bounds,
    ) -> Result<Bounds, SolveError> {
        self.shared.done = StopFlag::new();
        let (send, receive) = mpsc::channel();
        let shared = &self.shared;
        let mut failed = None;
        let answer = thread::scope(|scope| {
            for _ in 0..self.threads {
                let send = send.clone();
                let work = move || {
                    let mut worker = Worker::new(shared);
                    let answer = worker.search(node, target, depth);
                    worker.report();
                    shared.done.stop();
                    // The receiver waits for all.
                    let _ = send.send(answer);
                };
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, work)
                    .expect("a thread can be started");
            }
            drop(send);
            let mut answer = bounds;
            loop {
                match receive.recv_timeout(PULSE) {
                    Ok(found) => answer = answer.and(found),
                    Err(RecvTimeoutError::Disconnected) => return answer,
                    Err(RecvTimeoutError::Timeout) => {
                        (self.progress)(&SolveProgress {
                            table: None,
                            of: self.of,
                            bounds: self.view.of(bounds),
                            depth: self.shared.traits.cyclic.then_some(depth),
                            nodes: self.shared.nodes.load(Ordering::Relaxed),
                            seconds: self.start.elapsed().as_secs_f64(),
                        });
                        if let Some(checkpoint) = &self.checkpoint
                            && self.kept.elapsed() > KEEP
                        {
                            // Entries are whole at any moment, so no thread has to wait.
                            if let Err(error) = checkpoint.write(&self.shared.tt) {
                                failed = Some(error);
                                self.shared.done.stop();
                            }
                            self.kept = Instant::now();
                        }
                    }
                }
            }
        });
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(answer),
        }
    }

    /// Returns the bounds of a move in a position with these bounds.
    fn value_move(
        &mut self,
        node: &Node<R>,
        choice: Choice,
        whole: Bounds,
    ) -> Result<Bounds, SolveError> {
        match Worker::new(&self.shared).look(node, choice) {
            Look::Over(margin) => Ok(Bounds::exactly(margin)),
            Look::On(candidate) => {
                let outer = self.view;
                self.view = View {
                    again: candidate.again == outer.again,
                    margin: outer.margin + candidate.margin,
                };
                let cap = candidate.question(Bounds {
                    lower: i16::MIN / 2,
                    upper: whole.upper,
                });
                let guess = candidate.question(Bounds::exactly(whole.upper)).lower;
                let after = self.prove(&candidate.node, cap, guess);
                self.view = outer;
                Ok(candidate.result(after?).and(Bounds {
                    lower: i16::MIN,
                    upper: whole.upper,
                }))
            }
        }
    }

    /// Returns the moves of a line on which both players keep the value, as far as it is proved.
    fn line(&mut self, mut node: Node<R>, mut value: i16) -> Result<Vec<Choice>, SolveError> {
        let cyclic = self.shared.traits.cyclic;
        let depth = if cyclic { 2 } else { u32::MAX };
        let mut line = Vec::new();
        'moves: while !cyclic || line.len() < MAX_DEPTH as usize {
            let worker = Worker::new(&self.shared);
            let looks: Vec<(Choice, Look<R>)> = self
                .shared
                .kernel
                .choices(node.board)
                .map(|choice| (choice, worker.look(&node, choice)))
                .collect();
            let mut open: Vec<Candidate<R>> = Vec::new();
            for (choice, look) in looks {
                match look {
                    Look::Over(margin) if margin >= value => {
                        line.push(choice);
                        break 'moves;
                    }
                    Look::Over(_) => {}
                    Look::On(candidate) => open.push(candidate),
                }
            }
            // Moves known to keep the value come first.
            open.sort_by_key(|candidate| {
                let known = candidate.result(worker.known(&candidate.node).0);
                (-known.lower.min(value), -candidate.order_score)
            });
            let mut kept = None;
            for candidate in open {
                let known = Worker::new(&self.shared).known(&candidate.node).0;
                let mut result = candidate.result(known);
                if !result.decide(value) {
                    let target = candidate.target(value);
                    let answer = self.ask(&candidate.node, target, depth, known)?;
                    result = candidate.result(answer);
                }
                if result.lower >= value {
                    kept = Some(candidate);
                    break;
                }
            }
            let Some(candidate) = kept else { break };
            line.push(candidate.choice);
            value = candidate.question(Bounds::exactly(value)).lower;
            node = candidate.node;
        }
        Ok(line)
    }
}
