//! One thread's search: principal variation search that does not assume alternating turns.

use arrayvec::ArrayVec;
use krou_rules::Side;
use krou_rules::kernel::{BURN, Choice, Style};
use krou_rules::row::{Board, Row};

use super::endings::Endings;
use super::limit_checker::LimitChecker;
use super::path::Path;
use super::root::SearchContext;
use super::rules::SearchRules;
use super::score::{Bound, INFINITE, SEED, Score};
use super::tt::{Entry, TranspositionTable};
use crate::eval::Evaluation;

/// Maximum depth and ply.
pub(super) const MAX_PLY: u32 = 240;

/// Maximum number of moves in a position: every pit, and every column to burn.
const MAX_MOVES: usize = 24;

/// Packed moves are below this.
const CHOICES: usize = BURN as usize + 12;

/// Delta pruning in the quiescence search: what a quiet move or two can change.
const DELTA_MARGIN: i32 = 3 * SEED;

/// Margin of (reverse) futility pruning per remaining ply.
const RFP_MARGIN: i32 = SEED + SEED / 2;

/// Reverse futility pruning applies up to this depth.
const RFP_MAX_DEPTH: u32 = 6;

/// Minimum depth at which the transposition table is used: nearer to the leaves a probe costs more
/// than the search it saves, and deeper entries would be overwritten.
pub(super) const TT_MIN_DEPTH: u32 = 5;

/// Maximum history score: as much as one seed gained.
const HISTORY_MAX: i32 = 4096;

/// Seed counts distinguished by the history table.
const SEEDS: usize = 32;

/// A move and the position after it.
#[derive(Clone, Copy)]
struct Child<R> {
    board: Board<R>,
    choice: Choice,
    again: bool,
    over: bool,
    /// Change of the mover's margin.
    gain: i16,
}

impl<R> Child<R> {
    /// Whether the move gives another move, or gains more than a seed sown in passing does.
    #[inline(always)]
    fn is_tactical(&self) -> bool {
        self.again || self.gain >= 2
    }
}

/// The children of a node.
type Children<R> = ArrayVec<Child<R>, MAX_MOVES>;

/// For each child not yet searched its ordering score, shifted left by eight, and its index in the
/// low byte.
type Waiting = [i32; MAX_MOVES];

/// A node of the search tree.
#[derive(Clone, Copy)]
pub(super) struct Node<R> {
    pub board: Board<R>,
    pub side: Side,
    /// Distance from the root in moves.
    pub ply: usize,
    /// Index in the path of the first position that can occur again from here.
    pub repetition_start: usize,
}

/// One thread of the search.
pub(super) struct Worker<'a, R, S> {
    rules: &'a SearchRules<R, S>,
    /// Maximum depth of the quiescence search.
    quiescence_depth: u32,
    evaluation: &'a Evaluation,
    endings: Option<&'a Endings>,
    tt: &'a TranspositionTable<R>,
    pub limits: LimitChecker<'a>,
    /// The positions before the root that can occur again, then those from the root to here.
    path: Path<R>,
    /// Index of the root in the path.
    root: usize,
    /// Whether a position before the root would end the game by repetition.
    history_can_repeat: bool,
    killers: Vec<[Choice; 2]>,
    history: Box<[[i32; SEEDS]; CHOICES]>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<Choice>>,
}

impl<'a, R: Row, S: Style> Worker<'a, R, S> {
    pub fn new(context: &SearchContext<'a, R, S>, limits: LimitChecker<'a>) -> Self {
        let SearchContext {
            rules,
            evaluation,
            endings,
            tt,
            before,
            quiescence_depth,
        } = *context;
        let root = before.len();
        let history_can_repeat = rules.repetition.is_some_and(|n| {
            let count = |key| before.iter().filter(|&&k| k == key).count();
            before.iter().any(|&key| count(key) + 1 >= n)
        });
        Worker {
            rules,
            quiescence_depth,
            evaluation,
            endings,
            tt,
            limits,
            path: Path::new(before),
            root,
            history_can_repeat,
            killers: vec![[Choice::MAX; 2]; MAX_PLY as usize + 2],
            history: Box::new([[0; SEEDS]; CHOICES]),
            lines: vec![Vec::new(); MAX_PLY as usize + 2],
        }
    }

    /// Searches one root move to `depth` and writes its principal variation to `line`.
    pub fn search_choice(
        &mut self,
        board: Board<R>,
        side: Side,
        choice: Choice,
        depth: u32,
        (alpha, beta): (i32, i32),
        line: &mut Vec<Choice>,
    ) -> Score {
        let root = Node {
            board,
            side,
            ply: 0,
            repetition_start: 0,
        };
        self.path.truncate(self.root);
        if self.rules.repeats() {
            self.path
                .push(SearchRules::<R, S>::repetition_key(board, side));
        }
        let child = self.child(board, choice);
        let score = self.search_child::<true>(root, &child, depth - 1, alpha, beta);
        line.clear();
        line.push(choice);
        line.extend_from_slice(&self.lines[1]);
        score
    }

    /// Returns the root moves ordered by what they gain at once.
    pub fn first_guesses(&self, board: Board<R>) -> Vec<(Choice, i32)> {
        let choices = self.rules.kernel.choices(board);
        let mut guesses: Vec<(Choice, i32)> = choices
            .map(|choice| (choice, i32::from(self.child(board, choice).gain) * SEED))
            .collect();
        guesses.sort_by_key(|&(_, guess)| -guess);
        guesses
    }

    #[inline(always)]
    fn child(&self, board: Board<R>, choice: Choice) -> Child<R> {
        let played = self.rules.play(board, choice);
        let after = self.rules.kernel.margin(played.board);
        let after = if played.again { after } else { -after };
        Child {
            board: played.board,
            choice,
            again: played.again,
            over: played.over,
            gain: after - self.rules.kernel.margin(board),
        }
    }

    /// Makes a move whose child is searched soon, and prefetches its table entry.
    #[inline(always)]
    fn expect(&self, board: Board<R>, choice: Choice, depth: u32) -> Child<R> {
        let child = self.child(board, choice);
        if depth >= TT_MIN_DEPTH {
            self.tt.prefetch(self.rules.key(child.board));
        }
        child
    }

    /// Searches a child; the score is from the side of the player who moved.
    #[inline(always)]
    fn search_child<const PV: bool>(
        &mut self,
        node: Node<R>,
        child: &Child<R>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Score {
        if PV {
            self.lines[node.ply + 1].clear();
        }
        if child.over {
            self.limits.nodes += 1;
            let margin = self.rules.kernel.margin(child.board);
            return Score::certain(if child.again { margin } else { -margin });
        }
        let mut next = Node {
            board: child.board,
            side: if child.again { node.side } else { !node.side },
            ply: node.ply + 1,
            repetition_start: node.repetition_start,
        };
        if self.rules.repeats() && child.board.seeds_in_pits() != node.board.seeds_in_pits() {
            next.repetition_start = self.path.len();
        }
        let (alpha, beta) = if child.again {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let score = self.search_node::<PV>(next, depth, alpha, beta);
        if child.again { score } else { -score }
    }

    /// Returns the score of a node; cuts off where no search is needed.
    fn search_node<const PV: bool>(
        &mut self,
        node: Node<R>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Score {
        if self.limits.is_over() {
            return Score::guess(0);
        }
        let (low, high) = self.rules.reach(node.board);
        if high <= alpha {
            return Score {
                value: high,
                proved: true,
            };
        }
        if low >= beta {
            return Score {
                value: low,
                proved: true,
            };
        }
        if depth == 0 || node.ply > MAX_PLY as usize {
            let history_free = node.repetition_start != 0;
            return self.quiescence(node.board, history_free, alpha, beta, self.quiescence_depth);
        }
        if self.rules.repeats()
            && let Some(score) = self.repetition(node)
        {
            return score;
        }
        // Without a capture since the root, positions of the game can occur again.
        let history_free = node.repetition_start != 0;
        if let Some(endings) = self.endings
            && let Some(known) = endings.of(node.board, history_free)
            && let Some(score) = known.settles(alpha, beta)
        {
            return score;
        }
        // The static evaluation is computed while the prefetch is under way.
        let guess = (!PV && depth <= RFP_MAX_DEPTH + 1).then(|| {
            let guess = self
                .evaluation
                .of(self.rules.kernel.margin(node.board), node.board);
            guess.clamp(low, high)
        });
        // Below the table's minimum depth no entry can refine the evaluation.
        if depth < TT_MIN_DEPTH
            && let Some(score) = reverse_futility(guess, depth, beta)
        {
            return score;
        }
        self.search_moves::<PV>(node, depth, alpha, beta, guess)
    }

    /// Searches the moves of a node. Most nodes cut off earlier, so this stays out of line.
    #[inline(never)]
    fn search_moves<const PV: bool>(
        &mut self,
        node: Node<R>,
        mut depth: u32,
        mut alpha: i32,
        beta: i32,
        guess: Option<i32>,
    ) -> Score {
        let Node { board, ply, .. } = node;
        let repeats = self.rules.repeats();
        let history_free = node.repetition_start != 0;
        // A proof from elsewhere may pass through a position that ends this game by repetition.
        let trust_proofs = history_free || !(repeats && self.history_can_repeat);
        let place = (depth >= TT_MIN_DEPTH).then(|| self.tt.place(self.rules.key(board)));
        let stored = i32::from(board.store_margin()) * SEED;
        let mut best_before = None;
        if let Some(found) = place.and_then(|place| self.tt.probe(place)) {
            best_before = found.best;
            let proved = found.score.proved && trust_proofs;
            let value = found.score.value + stored;
            if (proved || !PV && u32::from(found.depth) >= depth)
                && found.bound.settles(value, alpha, beta)
            {
                return Score { value, proved };
            }
        }
        if depth >= 5 && best_before.is_none() {
            // Internal iterative reduction: no hash move.
            depth -= 1;
        }
        if let Some(score) = reverse_futility(guess, depth, beta) {
            return score;
        }
        let mut best = Score::guess(-INFINITE);
        // Futility pruning: quiet moves cannot raise alpha. What is pruned leaves no proof.
        let mut futile = false;
        if let Some(guess) = guess
            && depth <= 2
            && guess + RFP_MARGIN * depth as i32 <= alpha
        {
            futile = true;
            best = Score::guess(guess + RFP_MARGIN * depth as i32);
        }
        if repeats {
            let key = SearchRules::<R, S>::repetition_key(board, node.side);
            self.path.push(key);
        }
        let asked = alpha;
        let mut best_choice = None;
        let mut all_proved = !futile;
        let mut children = Children::new();
        let mut waiting = [i32::MIN; MAX_MOVES];
        let known = usize::from(best_before.is_some());
        let next_depth = depth - 1;
        for index in 0.. {
            // The hash move is tried before the others are generated.
            let first;
            let child = match best_before {
                Some(choice) if index == 0 => {
                    first = self.expect(board, choice, next_depth);
                    &first
                }
                _ => {
                    if index == known {
                        let moves = (&mut children, &mut waiting);
                        self.collect(moves, node, best_before, futile, next_depth);
                    }
                    match children.get(Self::take_best(&mut waiting)) {
                        Some(child) => child,
                        None => break,
                    }
                }
            };
            let mut score;
            if index == 0 {
                score = self.search_child::<PV>(node, child, next_depth, alpha, beta);
            } else {
                let late = index >= 2 && depth >= 3 && !child.is_tactical();
                let later = late && index >= 3 && depth >= 6;
                let reduced = next_depth - u32::from(late) - u32::from(later);
                score = self.search_child::<false>(node, child, reduced, alpha, alpha + 1);
                if late && score.value > alpha && !score.proved {
                    score = self.search_child::<false>(node, child, next_depth, alpha, alpha + 1);
                }
                if PV && score.value > alpha && score.value < beta {
                    score = self.search_child::<PV>(node, child, next_depth, alpha, beta);
                }
            }
            if self.limits.stopped {
                break;
            }
            all_proved &= score.proved;
            if score.value > best.value {
                best = score;
                best_choice = Some(child.choice);
                if PV {
                    self.extend_line(ply, child.choice);
                }
                if score.value >= beta {
                    self.update_history(board, child.choice, ply, depth);
                    break;
                }
                alpha = alpha.max(score.value);
            }
        }
        if repeats {
            self.path.pop();
        }
        if self.limits.stopped {
            return Score::guess(0);
        }
        // A fail-high needs one proved move; an exact score or a fail-low needs all of them.
        if best.value < beta {
            best.proved = all_proved;
        }
        if let Some(place) = place {
            self.tt.store(
                place,
                Entry {
                    score: Score {
                        value: best.value - stored,
                        proved: best.proved && trust_proofs,
                    },
                    bound: Bound::of(best.value, asked, beta),
                    depth: depth.min(255) as u8,
                    best: best_choice,
                },
            );
        }
        best
    }

    /// Returns the score if this position is a repetition.
    ///
    /// A position that occurred often enough before the root ends the game; one that recurs within
    /// the search is scored in the same way, even where the rules ask for more occurrences. Neither is a
    /// proof: the score depends on the path.
    #[inline(always)]
    fn repetition(&self, node: Node<R>) -> Option<Score> {
        let key = SearchRules::<R, S>::repetition_key(node.board, node.side);
        let count = self.path.times(key, node.repetition_start);
        if count == 0 {
            return None;
        }
        let within = self.path.times(key, node.repetition_start.max(self.root)) > 0;
        let ends = self.rules.repetition.is_some_and(|n| count + 1 >= n);
        (within || ends)
            .then(|| Score::guess(i32::from(self.rules.repetition_margin(node.board)) * SEED))
    }

    /// Generates the children except the hash move; only tactical ones if the node is futile.
    #[inline(never)]
    fn collect(
        &self,
        (children, waiting): (&mut Children<R>, &mut Waiting),
        node: Node<R>,
        but: Option<Choice>,
        futile: bool,
        next_depth: u32,
    ) {
        let board = node.board;
        let killers = self.killers[node.ply];
        let kernel = &self.rules.kernel;
        let mut choices = kernel.choices(board);
        if futile {
            choices = kernel.lively(board, choices);
        }
        for choice in choices {
            if Some(choice) == but {
                continue;
            }
            let child = self.expect(board, choice, next_depth);
            let pit = usize::from(choice % BURN) as u32;
            let seeds = usize::from(board.own.byte(pit)).min(SEEDS - 1);
            let mut order = self.history[usize::from(choice)][seeds];
            if choice == killers[0] {
                order += 6000;
            } else if choice == killers[1] {
                order += 5000;
            }
            if child.is_tactical() {
                order += HISTORY_MAX * (i32::from(child.gain) + 2 * i32::from(child.again));
            }
            let place = children.len();
            waiting[place] = order << 8 | place as i32;
            children.push(child);
        }
    }

    /// Returns the index of the child with the highest ordering score; `MAX_MOVES` if none is left.
    #[inline(always)]
    fn take_best(waiting: &mut Waiting) -> usize {
        // A fixed number of steps without branches: which child is best cannot be predicted.
        let most = if S::MARKS {
            2 * R::MOST_PITS
        } else {
            R::MOST_PITS
        };
        let mut best = i32::MIN;
        for &one in &waiting[..most] {
            best = best.max(one);
        }
        if best == i32::MIN {
            return MAX_MOVES;
        }
        let place = usize::from(best as u8);
        waiting[place] = i32::MIN;
        place
    }

    /// Updates killers and history after a beta cutoff.
    fn update_history(&mut self, board: Board<R>, choice: Choice, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != choice {
            *killers = [choice, killers[0]];
        }
        let seeds = usize::from(board.own.byte(u32::from(choice % BURN))).min(SEEDS - 1);
        let entry = &mut self.history[usize::from(choice)][seeds];
        // History gravity: the closer to the maximum, the smaller the step.
        let bonus = (4 * depth * depth).min(HISTORY_MAX as u32) as i32;
        *entry += bonus - *entry * bonus / HISTORY_MAX;
    }

    fn extend_line(&mut self, ply: usize, choice: Choice) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(choice);
        here.extend_from_slice(&after[0]);
    }

    /// Quiescence search over tactical moves.
    fn quiescence(
        &mut self,
        board: Board<R>,
        history_free: bool,
        mut alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Score {
        let (low, high) = self.rules.reach(board);
        let known = self
            .endings
            .and_then(|endings| endings.of(board, history_free));
        let guess = match known {
            Some(known) => match known.settles(alpha, beta) {
                Some(score) => return score,
                None => known.guess,
            },
            None => self.evaluation.of(self.rules.kernel.margin(board), board),
        };
        let mut best = Score::guess(guess.clamp(low, high));
        if best.value >= beta || depth == 0 {
            return best;
        }
        alpha = alpha.max(best.value);
        let kernel = &self.rules.kernel;
        for choice in kernel.lively(board, kernel.choices(board)) {
            let child = self.child(board, choice);
            let gain = i32::from(child.gain) * SEED;
            if !child.again
                && (child.gain < 2 || !child.over && best.value + gain + DELTA_MARGIN <= alpha)
            {
                continue;
            }
            let score = if child.over {
                let margin = self.rules.kernel.margin(child.board);
                Score::certain(if child.again { margin } else { -margin })
            } else {
                if self.limits.is_over() {
                    return Score::guess(0);
                }
                let history_free = history_free || child.gain != 0;
                if child.again {
                    self.quiescence(child.board, history_free, alpha, beta, depth - 1)
                } else {
                    -self.quiescence(child.board, history_free, -beta, -alpha, depth - 1)
                }
            };
            if score.value > best.value {
                best = score;
                if score.value >= beta {
                    return best;
                }
                alpha = alpha.max(score.value);
            }
        }
        // Moves were left out: only a fail-high is a proof.
        best.proved = false;
        best
    }
}

/// Reverse futility pruning: returns a score if the evaluation is far enough above beta.
#[inline(always)]
fn reverse_futility(guess: Option<i32>, depth: u32, beta: i32) -> Option<Score> {
    let sure = guess? - RFP_MARGIN * depth as i32;
    (depth <= RFP_MAX_DEPTH && sure >= beta).then_some(Score::guess(sure))
}
