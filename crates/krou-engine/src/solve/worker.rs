//! The null-window search: proves on which side of a target the value of a position lies.
//!
//! Values are of what is still on the board: the final margin less that of the stores. Every search
//! asks whether the value is at least `target`, and returns bounds that
//!
//! - hold whatever the target was,
//! - have `lower >= target` (yes) or `upper < target` (no),
//! - unless the search was stopped or reached its depth limit: then they may not decide it.
//!
//! A player may move several times in a row; then the target is not negated.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;
use krou_rules::kernel::{Choice, Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_tables::Table;

use super::active_nodes::ActiveNodes;
use super::bounds::Bounds;
use super::tt::{Place, TranspositionTable};
use crate::StopFlag;

/// Positions with this many seeds more than the endgame table covers are split between threads.
const SHARED_SEEDS: i16 = 6;

/// State shared by all threads.
pub(super) struct Shared<'a, R, S> {
    pub kernel: &'a Kernel<R, S>,
    pub traits: GameTraits,
    /// In each pit so many seeds as would end in the own store; more than any pit has where that
    /// gives no further move.
    pub bonus: R,
    pub tt: TranspositionTable,
    pub table: Option<&'a Table>,
    /// The most seeds the table knows.
    pub table_seeds: i16,
    pub active: Option<ActiveNodes>,
    /// Set when a thread has the answer.
    pub done: StopFlag,
    /// Set when the caller wants no answer any more.
    pub stop: &'a StopFlag,
    pub deadline: Option<Instant>,
    pub nodes: AtomicU64,
}

impl<R, S> Shared<'_, R, S> {
    /// Whether the transposition table should grow before the search goes on.
    pub fn is_full(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) > self.tt.room()
    }

    /// Whether to give up.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.deadline.is_some_and(|time| Instant::now() >= time)
    }
}

/// Properties of a game that the search depends on.
#[derive(Clone, Copy)]
pub(super) struct GameTraits {
    /// Stored seeds can be spent, so they are part of a position.
    pub burn: bool,
    /// Positions can repeat.
    pub cyclic: bool,
    /// Every seed is handed out in the end, so margins are odd or even as the seeds are.
    pub parity: bool,
    /// A move that stores nothing may repeat a position and so end the game, each player taking
    /// their own side.
    pub may_end: bool,
}

/// A node of the search tree.
#[derive(Clone, Copy)]
pub(super) struct Node<R> {
    /// Without the stores, unless they are part of the position.
    pub board: Board<R>,
    pub seeds: i16,
    home: Home,
}

/// Where bounds of a position are looked up.
#[derive(Clone, Copy)]
enum Home {
    /// At this index in the layer of its seeds.
    Table(usize),
    Tt(Place),
    Nowhere,
}

impl<R> Node<R> {
    /// Returns its slot in the transposition table.
    #[inline(always)]
    fn place(&self) -> Option<Place> {
        match self.home {
            Home::Tt(place) => Some(place),
            Home::Table(_) | Home::Nowhere => None,
        }
    }
}

/// A move that may decide the search.
#[derive(Clone, Copy)]
pub(super) struct Candidate<R> {
    pub node: Node<R>,
    pub again: bool,
    /// What the move stores, for its mover.
    pub margin: i16,
    /// What the game is worth, for the mover, if the move ends it by repetition.
    repeated: Option<i16>,
    pub choice: Choice,
    /// Ordering score; higher is tried first.
    pub order_score: i16,
}

/// The moves of a position, and the order of those that may decide the search.
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

    /// Adds this thread's nodes to the shared count and checks the limits.
    #[cold]
    pub fn report(&mut self) {
        let new = self.nodes - self.counted;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.counted = self.nodes;
        self.stopped =
            self.shared.done.is_stopped() || self.shared.is_full() || self.shared.is_stopped();
    }

    /// Returns the node of a board that is not over.
    #[inline(always)]
    pub fn node(&self, board: Board<R>) -> Node<R> {
        let stores_matter = S::MARKS && self.shared.traits.burn;
        let board = if stores_matter {
            board
        } else {
            board.without_stores()
        };
        let seeds = i16::from(board.seeds_in_pits());
        let home = self.home(board, seeds);
        Node { board, seeds, home }
    }

    /// Returns where a position is looked up, and prefetches it.
    #[inline(always)]
    fn home(&self, board: Board<R>, seeds: i16) -> Home {
        let Shared { tt, table, .. } = self.shared;
        if seeds <= self.shared.table_seeds
            && let Some((table, place)) = table.and_then(|table| Some((table, table.place(board)?)))
        {
            table.prefetch(place);
            Home::Table(place.at)
        } else if let Some(place) = tt.place(board, seeds) {
            tt.prefetch(place);
            Home::Tt(place)
        } else {
            Home::Nowhere
        }
    }

    /// Returns the bounds known without a search, and the hash move.
    #[inline(always)]
    pub fn known(&self, node: &Node<R>) -> (Bounds, Option<Choice>) {
        if let (Home::Table(at), Some(table)) = (node.home, self.shared.table) {
            let layer = node.seeds as usize;
            let bounds = table.at(krou_tables::Place { layer, at });
            let (lower, upper) = (bounds.lower.into(), bounds.upper.into());
            return (Bounds { lower, upper }, None);
        }
        let mut bounds = Bounds::of_seeds(node.seeds);
        if S::MARKS && self.shared.traits.burn {
            bounds.lower -= i16::from(node.board.own.byte(R::STORE));
            bounds.upper += i16::from(node.board.other.byte(R::STORE));
        }
        match node.place().and_then(|place| self.shared.tt.probe(place)) {
            None => (bounds, None),
            Some(entry) => (bounds.and(entry.bounds), entry.choice),
        }
    }

    /// Proves whether the value of a position that is not over is at least `target`, searching to
    /// `depth`.
    pub fn search(&mut self, node: &Node<R>, target: i16, depth: u32) -> Bounds {
        let &Shared { kernel, traits, .. } = self.shared;
        let (known, hint) = self.known(node);
        let target = if traits.parity {
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
        // All moves are made first, so that their table entries are prefetched.
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
        // The hash move comes first.
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
            let order_score = if hinted {
                i16::MAX
            } else {
                candidate.order_score
            };
            order.push((-order_score, number));
        }
        order.sort_unstable();
        let moves = Moves { moves, order };
        self.try_each(node, &moves, target, depth, known, found, before)
    }

    /// Searches the moves that may decide the search; those another thread is searching come last
    /// (ABDADA).
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
            let active = shared.active.as_ref().zip(candidate.node.place());
            let active = active.filter(|_| worth_sharing(&candidate.node));
            if let Some((active, place)) = active {
                if tried > 1 && tried <= order.len() && active.contains(place) {
                    later.push((0, number));
                    continue;
                }
                active.begin(place);
            }
            let after = self.search(&candidate.node, candidate.target(target), depth - 1);
            if let Some((active, place)) = active {
                active.end(place);
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

    /// Makes a move.
    #[inline(always)]
    pub fn look(&self, node: &Node<R>, choice: Choice) -> Look<R> {
        let Shared { kernel, traits, .. } = self.shared;
        let played = kernel.play(node.board, choice);
        let stored = if S::MARKS && traits.burn {
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
        let repeated = (traits.may_end && after.seeds == node.seeds).then(|| {
            let own = i16::from((after.board.own & kernel.pits_mask()).sum());
            mover(2 * own - after.seeds) + margin
        });
        Look::On(Candidate {
            node: after,
            again: played.again,
            margin,
            repeated,
            choice,
            order_score: self.order_score(margin, choice, played.again, after.board),
        })
    }

    /// Which moves are tried first: those that give another move, then those that store most,
    /// less half a seed for every further move they give the opponent, and three eighths more for
    /// every own pit that has seeds; of two alike the one nearer the store. Each of the two takes a
    /// tenth of the positions off Kalah (6,4), a history of good moves takes six times as many.
    #[inline(always)]
    fn order_score(&self, margin: i16, choice: Choice, again: bool, after: Board<R>) -> i16 {
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

    /// Stores the result in the transposition table.
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
            // Moves not searched may be better still.
            found.upper = i16::MAX;
        }
        let bounds = known.and(found);
        if let Home::Tt(place) = node.home {
            let nodes = self.nodes - before;
            self.shared.tt.store(place, bounds, best, nodes);
        }
        bounds
    }
}

/// The result of making a move.
pub(super) enum Look<R> {
    /// The end of the game, with this margin for the mover of what was on the board.
    Over(i16),
    On(Candidate<R>),
}

impl<R> Candidate<R> {
    /// Converts bounds of the position after the move into bounds of the move.
    #[inline(always)]
    pub fn result(&self, after: Bounds) -> Bounds {
        let bounds = if self.again { after } else { -after }.plus(self.margin);
        match self.repeated {
            None => bounds,
            Some(margin) => bounds.or(Bounds::exactly(margin)),
        }
    }

    /// Converts bounds of the move into bounds of the position after it, if no repetition ends the game.
    pub fn question(&self, result: Bounds) -> Bounds {
        let bounds = result.plus(-self.margin);
        if self.again { bounds } else { -bounds }
    }

    /// Returns the target for the position after the move that decides whether the move reaches `target`.
    #[inline(always)]
    pub fn target(&self, target: i16) -> i16 {
        if self.again {
            target - self.margin
        } else {
            self.margin - target + 1
        }
    }
}
