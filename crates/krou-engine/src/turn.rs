//! The best chain of one turn: the moves that leave the most seeds in the mover's own store when
//! the turn ends, whatever the opponent can do afterwards.

use krou_rules::kernel::{Choice, Kernel, Stop, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Ending, Move, Position, Rules, Visitor};
use rustc_hash::FxHashMap;

use crate::StopFlag;

/// A whole turn, and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// What the mover's store holds after them, as the ruleset leaves it: where the chain ends
    /// the game and each player takes their own side, with those seeds.
    pub store: u8,
    /// The position after them.
    pub position: Position,
    /// Positions worked out.
    pub nodes: u64,
}

impl Chain {
    /// Why the game is over after the chain, if it is.
    pub fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }
}

/// The chain that ends this turn with the most seeds in the mover's own store; of several the
/// shortest, and of those the one that begins furthest left. Nothing where the game is over, or if
/// it was stopped before all was worked out.
///
/// Exact, with no limit on depth: every position of the turn is worked out once, as long as they
/// fit into about `memory` bytes. Beyond that some are worked out again.
///
/// ```
/// use krou_engine::{StopFlag, best_chain};
/// use krou_rules::{Line, Rules};
/// let avalanche = Rules::builtin("avalanche").unwrap();
/// let chain = best_chain(&avalanche, &avalanche.start(), 1 << 30, &StopFlag::new()).unwrap();
/// assert_eq!(chain.store, 43);
/// ```
pub fn best_chain(
    rules: &Rules,
    position: &Position,
    memory: usize,
    stop: &StopFlag,
) -> Option<Chain> {
    if position.is_over() {
        return None;
    }
    let (choices, nodes) = rules.visit(Search {
        rules,
        position,
        memory,
        stop,
    })?;
    let mover = position.turn();
    let mut moves = Vec::with_capacity(choices.len());
    let mut after = *position;
    for choice in choices {
        let m = rules.move_of(&after, choice);
        after = rules.play(&after, m).expect("the search plays legal moves");
        moves.push(m);
    }
    Some(Chain {
        moves,
        store: after.store(mover),
        position: after,
        nodes,
    })
}

struct Search<'a> {
    rules: &'a Rules,
    position: &'a Position,
    memory: usize,
    stop: &'a StopFlag,
}

impl Visitor for Search<'_> {
    type Out = Option<(Vec<Choice>, u64)>;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out {
        let switches = self.rules.switches();
        let mut turn = Turn {
            kernel,
            majority: switches.majority,
            stores_matter: switches.majority || switches.burn,
            known: FxHashMap::default(),
            // A full map doubles: for a moment it takes three times its entries.
            most_known: self.memory / (3 * size_of::<(Board<R>, Best)>()),
            nodes: 0,
            stop: self.stop,
        };
        let mut board = self.position.board();
        let mut choices = Vec::new();
        loop {
            let best = turn.best(board)?;
            choices.push(best.choice);
            match turn.play(board, best.choice) {
                Step::Again(next) => board = next,
                Step::Done(_) => return Some((choices, turn.nodes)),
            }
        }
    }
}

/// What a position of the turn comes to.
#[derive(Clone, Copy)]
struct Best {
    /// Seeds the store still gains; burning may cost more than it brings.
    gain: i16,
    moves: u8,
    choice: Choice,
}

enum Step<R> {
    /// The same player moves again on this board.
    Again(Board<R>),
    /// The turn is over, with so many seeds in the store.
    Done(u8),
}

struct Turn<'a, R, S> {
    kernel: &'a Kernel<R, S>,
    majority: bool,
    /// Whether what may be played, or when the game ends, depends on the stores.
    stores_matter: bool,
    known: FxHashMap<Board<R>, Best>,
    most_known: usize,
    nodes: u64,
    stop: &'a StopFlag,
}

impl<R: Row, S: Style> Turn<'_, R, S> {
    fn play(&self, board: Board<R>, choice: Choice) -> Step<R> {
        let played = self.kernel.play(board, choice);
        let by_mover = if played.again {
            played.board
        } else {
            played.board.swapped()
        };
        let (store, others) = (by_mover.own.byte(R::STORE), by_mover.other.byte(R::STORE));
        if self.majority && !played.over {
            let total = u16::from(store) + u16::from(others) + u16::from(by_mover.seeds_in_pits());
            if 2 * u16::from(store.max(others)) > total {
                let swept = self.kernel.sweep(by_mover, Stop::SideEmpty);
                return Step::Done(swept.own.byte(R::STORE));
            }
        }
        if played.over || !played.again {
            return Step::Done(store);
        }
        Step::Again(by_mover)
    }

    /// The best that can come of a position of the turn; nothing if it was stopped.
    fn best(&mut self, board: Board<R>) -> Option<Best> {
        let key = if self.stores_matter {
            board
        } else {
            board.without_stores()
        };
        if let Some(&best) = self.known.get(&key) {
            return Some(best);
        }
        if self.stop.is_stopped() {
            return None;
        }
        self.nodes += 1;
        let before = i16::from(board.own.byte(R::STORE));
        let mut best: Option<Best> = None;
        for choice in self.kernel.choices(board) {
            let (store, moves) = match self.play(board, choice) {
                Step::Done(store) => (i16::from(store), 1),
                Step::Again(next) => {
                    let rest = self.best(next)?;
                    (
                        i16::from(next.own.byte(R::STORE)) + rest.gain,
                        rest.moves + 1,
                    )
                }
            };
            let gain = store - before;
            if best.is_none_or(|b| (gain, b.moves) > (b.gain, moves)) {
                best = Some(Best {
                    gain,
                    moves,
                    choice,
                });
            }
        }
        let best = best.expect("a game that is not over has a move");
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        self.known.insert(key, best);
        Some(best)
    }
}
