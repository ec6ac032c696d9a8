//! The search: proves on which side of a target the value of a position lies.
//!
//! Values are of what is still on the board: the final margin less that of the stores. The
//! question is always "is it at least `target`?", and the answer are bounds that
//!
//! - hold whatever was asked,
//! - have `lower >= target` (yes) or `upper < target` (no),
//! - unless the search was stopped or came to its depth limit: then they may leave it open.
//!
//! A player may move several times in a row; then the question is passed on, not turned round.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;
use krou_rules::kernel::{Choice, Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_tables::Table;

use super::bounds::Bounds;
use super::busy::Busy;
use super::memory::{Memory, Place};
use crate::StopFlag;

/// Positions with so many seeds more than the table knows are worth dividing between threads.
const SHARED_SEEDS: i16 = 6;

/// What all threads of a search share.
pub(super) struct Shared<'a, R, S> {
    pub kernel: &'a Kernel<R, S>,
    pub nature: Nature,
    /// In each pit so many seeds as would end in the own store; more than any pit has where that
    /// gives no further move.
    pub bonus: R,
    pub memory: Memory,
    pub table: Option<&'a Table>,
    /// The most seeds the table knows.
    pub table_seeds: i16,
    pub busy: Option<Busy>,
    /// Raised when a thread has the answer.
    pub done: StopFlag,
    /// Raised when nobody wants it any more.
    pub stop: &'a StopFlag,
    pub deadline: Option<Instant>,
    pub nodes: AtomicU64,
}

impl<R, S> Shared<'_, R, S> {
    /// Whether the memory should grow before the search goes on.
    pub fn is_full(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) > self.memory.room()
    }

    /// Whether to give up.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.deadline.is_some_and(|time| Instant::now() >= time)
    }
}

/// What the search must know of a game beside its moves.
#[derive(Clone, Copy)]
pub(super) struct Nature {
    /// Stored seeds can be spent, so they are part of a position.
    pub burn: bool,
    /// Positions can come back.
    pub cyclic: bool,
    /// Every seed is handed out in the end, so margins are odd or even as the seeds are.
    pub parity: bool,
    /// A move that stores nothing may repeat a position and so end the game, each player taking
    /// their own side.
    pub may_end: bool,
}

/// A position to be looked at.
#[derive(Clone, Copy)]
pub(super) struct Node<R> {
    /// Without the stores, unless they are part of the position.
    pub board: Board<R>,
    pub seeds: i16,
    home: Home,
}

/// Where something may be known of a position.
#[derive(Clone, Copy)]
enum Home {
    /// At this place in the layer of its seeds.
    Table(usize),
    Memory(Place),
    Nowhere,
}

impl<R> Node<R> {
    /// Where it is remembered.
    #[inline(always)]
    fn place(&self) -> Option<Place> {
        match self.home {
            Home::Memory(place) => Some(place),
            Home::Table(_) | Home::Nowhere => None,
        }
    }
}

/// A move that may decide the question.
#[derive(Clone, Copy)]
pub(super) struct Candidate<R> {
    pub node: Node<R>,
    pub again: bool,
    /// What the move stores, for its mover.
    pub margin: i16,
    /// What the game is worth, for the mover, if the move ends it by repetition.
    repeated: Option<i16>,
    pub choice: Choice,
    /// The higher, the sooner it is tried.
    pub promise: i16,
}

/// The moves of a position, and in which order to try those that may decide the question.
struct Moves<R> {
    moves: ArrayVec<Candidate<R>, 24>,
    order: ArrayVec<(i16, u8), 24>,
}

pub(super) struct Worker<'a, R, S> {
    shared: &'a Shared<'a, R, S>,
    nodes: u64,
    counted: u64,
    stopped: bool,
}

impl<'a, R: Row, S: Style> Worker<'a, R, S> {
    pub fn new(shared: &'a Shared<'a, R, S>) -> Self {
        Worker {
            shared,
            nodes: 0,
            counted: 0,
            stopped: false,
        }
    }

    /// Adds the nodes not yet counted to those of all threads, and looks whether to stop.
    #[cold]
    pub fn report(&mut self) {
        let new = self.nodes - self.counted;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.counted = self.nodes;
        self.stopped =
            self.shared.done.is_stopped() || self.shared.is_full() || self.shared.is_stopped();
    }

    /// The position on a board that is not over.
    #[inline(always)]
    pub fn node(&self, board: Board<R>) -> Node<R> {
        let stores_matter = S::MARKS && self.shared.nature.burn;
        let board = if stores_matter {
            board
        } else {
            board.without_stores()
        };
        let seeds = i16::from(board.seeds_in_pits());
        let home = self.home(board, seeds);
        Node { board, seeds, home }
    }

    /// Where a position may be known, soon to be at hand.
    #[inline(always)]
    fn home(&self, board: Board<R>, seeds: i16) -> Home {
        let Shared { memory, table, .. } = self.shared;
        if seeds <= self.shared.table_seeds
            && let Some((table, place)) = table.and_then(|table| Some((table, table.place(board)?)))
        {
            table.fetch(place);
            Home::Table(place.at)
        } else if let Some(place) = memory.place(board, seeds) {
            memory.fetch(place);
            Home::Memory(place)
        } else {
            Home::Nowhere
        }
    }

    /// What is known of a position without looking at its moves, and which of them to try first.
    #[inline(always)]
    pub fn known(&self, node: &Node<R>) -> (Bounds, Option<Choice>) {
        if let (Home::Table(at), Some(table)) = (node.home, self.shared.table) {
            let layer = node.seeds as usize;
            let bounds = table.at(krou_tables::Place { layer, at });
            let (lower, upper) = (bounds.lower.into(), bounds.upper.into());
            return (Bounds { lower, upper }, None);
        }
        let mut bounds = Bounds::of_seeds(node.seeds);
        if S::MARKS && self.shared.nature.burn {
            bounds.lower -= i16::from(node.board.own.byte(R::STORE));
            bounds.upper += i16::from(node.board.other.byte(R::STORE));
        }
        match node
            .place()
            .and_then(|place| self.shared.memory.find(place))
        {
            None => (bounds, None),
            Some(entry) => (bounds.and(entry.bounds), entry.choice),
        }
    }

    /// Proves whether the value of a position that is not over is at least `target`, looking
    /// `depth` moves ahead.
    pub fn search(&mut self, node: &Node<R>, target: i16, depth: u32) -> Bounds {
        let &Shared { kernel, nature, .. } = self.shared;
        let (known, hint) = self.known(node);
        let target = if nature.parity {
            target + ((target ^ node.seeds) & 1)
        } else {
            target
        };
        if known.decide(target) || depth == 0 || self.stopped {
            return known;
        }
        self.nodes += 1;
        let before = self.nodes;
        if before.is_multiple_of(1 << 12) {
            self.report();
        }

        let mut found = Bounds::LOWEST;
        // All moves are made first, so that what is remembered of them is at hand when asked for.
        let mut moves: ArrayVec<Candidate<R>, 24> = ArrayVec::new();
        for choice in kernel.choices(node.board) {
            match self.look(node, choice) {
                Look::On(candidate) => moves.push(candidate),
                Look::Over(margin) => {
                    found = found.max(Bounds::exactly(margin));
                    if margin >= target {
                        return self.settle(node, known, found, Some(choice), before);
                    }
                }
            }
        }
        // The best come first; the hint before all.
        let mut order: ArrayVec<(i16, u8), 24> = ArrayVec::new();
        for (number, candidate) in (0..).zip(&moves) {
            let result = candidate.result(self.known(&candidate.node).0);
            if result.lower >= target {
                found.lower = result.lower;
                return self.settle(node, known, found, Some(candidate.choice), before);
            }
            if result.upper < target {
                found = found.max(result);
                continue;
            }
            let hinted = hint == Some(candidate.choice);
            let promise = if hinted { i16::MAX } else { candidate.promise };
            order.push((-promise, number));
        }
        order.sort_unstable();
        let moves = Moves { moves, order };
        self.try_each(node, &moves, target, depth, known, found, before)
    }

    /// Searches the moves that may decide the question, one after the other; those that another
    /// thread is at come last.
    #[allow(clippy::too_many_arguments)] // the second half of a search
    fn try_each(
        &mut self,
        node: &Node<R>,
        Moves { moves, order }: &Moves<R>,
        target: i16,
        depth: u32,
        known: Bounds,
        mut found: Bounds,
        before: u64,
    ) -> Bounds {
        let shared = self.shared;
        let worth_sharing = |node: &Node<R>| node.seeds > shared.table_seeds + SHARED_SEEDS;
        let mut later: ArrayVec<(i16, u8), 24> = ArrayVec::new();
        let mut tried = 0;
        while let Some(&(_, number)) = order.get(tried).or_else(|| later.get(tried - order.len())) {
            let candidate = &moves[usize::from(number)];
            tried += 1;
            let busy = shared.busy.as_ref().zip(candidate.node.place());
            let busy = busy.filter(|_| worth_sharing(&candidate.node));
            if let Some((busy, place)) = busy {
                if tried > 1 && tried <= order.len() && busy.contains(place) {
                    later.push((0, number));
                    continue;
                }
                busy.begin(place);
            }
            let after = self.search(&candidate.node, candidate.target(target), depth - 1);
            if let Some((busy, place)) = busy {
                busy.end(place);
            }
            found = found.max(candidate.result(after));
            if found.lower >= target {
                return self.settle(node, known, found, Some(candidate.choice), before);
            }
            if self.stopped {
                return known;
            }
        }
        self.settle(node, known, found, None, before)
    }

    /// Plays a move.
    #[inline(always)]
    pub fn look(&self, node: &Node<R>, choice: Choice) -> Look<R> {
        let Shared { kernel, nature, .. } = self.shared;
        let played = kernel.play(node.board, choice);
        let stored = if S::MARKS && nature.burn {
            node.board.store_margin()
        } else {
            0
        };
        let mover = |margin: i16| if played.again { margin } else { -margin };
        if played.over {
            return Look::Over(mover(kernel.margin(played.board)) - stored);
        }
        let margin = mover(played.board.store_margin()) - stored;
        let after = self.node(played.board);
        let repeated = (nature.may_end && after.seeds == node.seeds).then(|| {
            let own = i16::from((after.board.own & kernel.pits_mask()).sum());
            mover(2 * own - after.seeds) + margin
        });
        Look::On(Candidate {
            node: after,
            again: played.again,
            margin,
            repeated,
            choice,
            promise: self.promise(margin, choice, played.again, after.board),
        })
    }

    /// Which moves are tried first: those that give another move, then those that store most,
    /// less half a seed for every further move they give the opponent, and three eighths more for
    /// every own pit that has seeds; of two alike the one nearer the store. Each of the two takes a
    /// tenth of the positions off Kalah (6,4), a history of good moves takes six times as many.
    #[inline(always)]
    fn promise(&self, margin: i16, choice: Choice, again: bool, after: Board<R>) -> i16 {
        let nearer = i16::from(choice);
        if again {
            return 1000 + nearer;
        }
        let Shared { kernel, bonus, .. } = self.shared;
        let differ = (after.own | *bonus) & !(after.own & *bonus) & kernel.pits_mask();
        let given = kernel.pits() as i16 - differ.nonzero_bytes().ones() as i16;
        let filled = (after.other & kernel.pits_mask()).nonzero_bytes().ones() as i16;
        margin * 8 + nearer - 4 * given + 3 * filled
    }

    /// Remembers what was found.
    #[inline(always)]
    fn settle(
        &self,
        node: &Node<R>,
        known: Bounds,
        mut found: Bounds,
        best: Option<Choice>,
        before: u64,
    ) -> Bounds {
        if best.is_some() {
            // Moves not looked at may be better still.
            found.upper = i16::MAX;
        }
        let bounds = known.and(found);
        if let Home::Memory(place) = node.home {
            let nodes = self.nodes - before;
            self.shared.memory.keep(place, bounds, best, nodes);
        }
        bounds
    }
}

/// What comes of a move.
pub(super) enum Look<R> {
    /// The end of the game, with this margin for the mover of what was on the board.
    Over(i16),
    On(Candidate<R>),
}

impl<R> Candidate<R> {
    /// What bounds of the position after the move say of the move.
    #[inline(always)]
    pub fn result(&self, after: Bounds) -> Bounds {
        let bounds = if self.again { after } else { -after }.plus(self.margin);
        match self.repeated {
            None => bounds,
            Some(margin) => bounds.or(Bounds::exactly(margin)),
        }
    }

    /// What bounds of the move say of the position after it, if no repetition ends the game.
    pub fn question(&self, result: Bounds) -> Bounds {
        let bounds = result.plus(-self.margin);
        if self.again { bounds } else { -bounds }
    }

    /// What to ask of the position after the move to know whether the move is worth `target`.
    #[inline(always)]
    pub fn target(&self, target: i16) -> i16 {
        if self.again {
            target - self.margin
        } else {
            self.margin - target + 1
        }
    }
}
