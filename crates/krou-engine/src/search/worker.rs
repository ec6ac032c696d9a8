//! One thread's search: alpha-beta with principal variations, never assuming that turns alternate.

use arrayvec::ArrayVec;
use krou_rules::Side;
use krou_rules::kernel::{BURN, Choice, Style};
use krou_rules::row::{Board, Row};

use super::endings::Endings;
use super::memory::{Finding, Memory};
use super::path::Path;
use super::referee::Referee;
use super::root::Ground;
use super::score::{Bound, INFINITE, SEED, Score};
use super::watch::Watch;
use crate::eval::Evaluation;

/// The deepest a search goes, in moves.
pub(super) const DEEPEST: u32 = 240;

/// The most choices a position has: every pit, and every column to burn.
const MOST_CHOICES: usize = 24;

/// Choices are below this.
const CHOICES: usize = BURN as usize + 12;

/// What a quiet move or two may change.
const SWING: i32 = 3 * SEED;

/// What quiet moves may change for each move of depth left.
const DRIFT: i32 = SEED + SEED / 2;

/// Up to this depth a position that seems clearly better than it need be is not searched.
const CLEAR: u32 = 6;

/// Up to this depth nothing is remembered: to fetch what is known of a position so near the leaves
/// takes longer than to search it, and what is worth more stays in the memory.
pub(super) const FORGOTTEN: u32 = 4;

/// The most a move is praised in the history of good moves: as much as a seed gained.
const MOST_PRAISE: i32 = 4096;

/// Seeds a pit is told apart by in the history of good moves.
const SEEDS: usize = 32;

/// A move that may be searched, already made.
#[derive(Clone, Copy)]
struct Child<R> {
    board: Board<R>,
    choice: Choice,
    again: bool,
    over: bool,
    /// Seeds the mover gains on the opponent.
    gain: i16,
}

impl<R> Child<R> {
    /// Whether it gives another move, or gains more than a seed sown in passing does.
    #[inline(always)]
    fn stirs(&self) -> bool {
        self.again || self.gain >= 2
    }
}

/// The moves of a position, already made.
type Children<R> = ArrayVec<Child<R>, MOST_CHOICES>;

/// For each child that is not searched yet a number, the higher, the earlier it is searched, and in
/// the low byte its place.
type Waiting = [i32; MOST_CHOICES];

/// A position to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node<R> {
    pub board: Board<R>,
    pub side: Side,
    /// Moves made since the root.
    pub ply: usize,
    /// Where in the path the positions begin that could come back here.
    pub since: usize,
}

/// One thread's search.
pub(super) struct Worker<'a, R, S> {
    referee: &'a Referee<R, S>,
    /// How far captures and chains are followed beyond the depth.
    quiet: u32,
    evaluation: &'a Evaluation,
    endings: Option<&'a Endings>,
    memory: &'a Memory<R>,
    pub watch: Watch<'a>,
    /// The positions before the root that could come back, then those from the root to here.
    path: Path<R>,
    /// Where the root stands in the path.
    root: usize,
    /// Whether a position before the root would end the game by coming back.
    haunted: bool,
    killers: Vec<[Choice; 2]>,
    history: Box<[[i32; SEEDS]; CHOICES]>,
    /// The best line from each ply on.
    lines: Vec<Vec<Choice>>,
}

impl<'a, R: Row, S: Style> Worker<'a, R, S> {
    pub fn new(ground: &Ground<'a, R, S>, watch: Watch<'a>) -> Self {
        let Ground {
            referee,
            evaluation,
            endings,
            memory,
            before,
            quiet,
        } = *ground;
        let root = before.len();
        let haunted = referee.repetition.is_some_and(|n| {
            let count = |key| before.iter().filter(|&&k| k == key).count();
            before.iter().any(|&key| count(key) + 1 >= n)
        });
        Worker {
            referee,
            quiet,
            evaluation,
            endings,
            memory,
            watch,
            path: Path::new(before),
            root,
            haunted,
            killers: vec![[Choice::MAX; 2]; DEEPEST as usize + 2],
            history: Box::new([[0; SEEDS]; CHOICES]),
            lines: vec![Vec::new(); DEEPEST as usize + 2],
        }
    }

    /// The value of playing `choice` at the root, to `depth` moves in all, and the line after it.
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
            since: 0,
        };
        self.path.truncate(self.root);
        if self.referee.repeats() {
            self.path.push(Referee::<R, S>::repetition_key(board, side));
        }
        let child = self.child(board, choice);
        let score = self.visit::<true>(root, &child, depth - 1, alpha, beta);
        line.clear();
        line.push(choice);
        line.extend_from_slice(&self.lines[1]);
        score
    }

    /// The root's moves and what each promises at first sight, best first.
    pub fn first_guesses(&self, board: Board<R>) -> Vec<(Choice, i32)> {
        let choices = self.referee.kernel.choices(board);
        let mut guesses: Vec<(Choice, i32)> = choices
            .map(|choice| (choice, i32::from(self.child(board, choice).gain) * SEED))
            .collect();
        guesses.sort_by_key(|&(_, guess)| -guess);
        guesses
    }

    #[inline(always)]
    fn child(&self, board: Board<R>, choice: Choice) -> Child<R> {
        let played = self.referee.play(board, choice);
        let after = self.referee.kernel.margin(played.board);
        let after = if played.again { after } else { -after };
        Child {
            board: played.board,
            choice,
            again: played.again,
            over: played.over,
            gain: after - self.referee.kernel.margin(board),
        }
    }

    /// A child that is searched soon: what is known of it is already sent for.
    #[inline(always)]
    fn expect(&self, board: Board<R>, choice: Choice, depth: u32) -> Child<R> {
        let child = self.child(board, choice);
        if depth > FORGOTTEN {
            self.memory.fetch(self.referee.key(child.board));
        }
        child
    }

    /// The value of a child, seen by the player who moved there.
    #[inline(always)]
    fn visit<const PV: bool>(
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
            self.watch.nodes += 1;
            let margin = self.referee.kernel.margin(child.board);
            return Score::certain(if child.again { margin } else { -margin });
        }
        let mut next = Node {
            board: child.board,
            side: if child.again { node.side } else { !node.side },
            ply: node.ply + 1,
            since: node.since,
        };
        if self.referee.repeats() && child.board.seeds_in_pits() != node.board.seeds_in_pits() {
            next.since = self.path.len();
        }
        let (alpha, beta) = if child.again {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let score = self.look::<PV>(next, depth, alpha, beta);
        if child.again { score } else { -score }
    }

    /// The value of a position; nothing is searched where that is not needed.
    fn look<const PV: bool>(&mut self, node: Node<R>, depth: u32, alpha: i32, beta: i32) -> Score {
        if self.watch.is_over() {
            return Score::guess(0);
        }
        let (low, high) = self.referee.reach(node.board);
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
        if depth == 0 || node.ply > DEEPEST as usize {
            let fresh = node.since != 0;
            return self.quiet(node.board, fresh, alpha, beta, self.quiet);
        }
        if self.referee.repeats()
            && let Some(score) = self.repetition(node)
        {
            return score;
        }
        // Before a capture, what was on the board may come back.
        let fresh = node.since != 0;
        if let Some(endings) = self.endings
            && let Some(known) = endings.of(node.board, fresh)
            && let Some(score) = known.settles(alpha, beta)
        {
            return score;
        }
        // Reckoned while what is remembered is on its way.
        let guess = (!PV && depth <= CLEAR + 1).then(|| {
            let guess = self
                .evaluation
                .of(self.referee.kernel.margin(node.board), node.board);
            guess.clamp(low, high)
        });
        // Where nothing is remembered, nothing else can be known.
        if depth <= FORGOTTEN
            && let Some(score) = clear(guess, depth, beta)
        {
            return score;
        }
        self.search::<PV>(node, depth, alpha, beta, guess)
    }

    /// Searches a position; most need not be, so this is kept out of [`look`](Self::look).
    #[inline(never)]
    fn search<const PV: bool>(
        &mut self,
        node: Node<R>,
        mut depth: u32,
        mut alpha: i32,
        beta: i32,
        guess: Option<i32>,
    ) -> Score {
        let Node { board, ply, .. } = node;
        let repeats = self.referee.repeats();
        let fresh = node.since != 0;
        // A proof found elsewhere may pass through a position of this game that would end it.
        let trust_proofs = fresh || !(repeats && self.haunted);
        let place = (depth > FORGOTTEN).then(|| self.memory.place(self.referee.key(board)));
        let stored = i32::from(board.store_margin()) * SEED;
        let mut best_before = None;
        if let Some(found) = place.and_then(|place| self.memory.find(place)) {
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
            // Without a first move to try, a shallower search finds one for the next time.
            depth -= 1;
        }
        if let Some(score) = clear(guess, depth, beta) {
            return score;
        }
        let mut best = Score::guess(-INFINITE);
        // Near the leaves nothing quiet turns a clear game; what is left out there is no proof.
        let mut futile = false;
        if let Some(guess) = guess
            && depth <= 2
            && guess + DRIFT * depth as i32 <= alpha
        {
            futile = true;
            best = Score::guess(guess + DRIFT * depth as i32);
        }
        if repeats {
            let key = Referee::<R, S>::repetition_key(board, node.side);
            self.path.push(key);
        }
        let asked = alpha;
        let mut best_choice = None;
        let mut all_proved = !futile;
        let mut children = Children::new();
        let mut waiting = [i32::MIN; MOST_CHOICES];
        let known = usize::from(best_before.is_some());
        let next_depth = depth - 1;
        for index in 0.. {
            // A move that was good before is tried before the others are even looked at.
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
                score = self.visit::<PV>(node, child, next_depth, alpha, beta);
            } else {
                let late = index >= 2 && depth >= 3 && !child.stirs();
                let later = late && index >= 3 && depth >= 6;
                let reduced = next_depth - u32::from(late) - u32::from(later);
                score = self.visit::<false>(node, child, reduced, alpha, alpha + 1);
                if late && score.value > alpha && !score.proved {
                    score = self.visit::<false>(node, child, next_depth, alpha, alpha + 1);
                }
                if PV && score.value > alpha && score.value < beta {
                    score = self.visit::<PV>(node, child, next_depth, alpha, beta);
                }
            }
            if self.watch.stopped {
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
                    self.praise(board, child.choice, ply, depth);
                    break;
                }
                alpha = alpha.max(score.value);
            }
        }
        if repeats {
            self.path.pop();
        }
        if self.watch.stopped {
            return Score::guess(0);
        }
        // A refutation needs one proof; everything else needs a proof for every move.
        if best.value < beta {
            best.proved = all_proved;
        }
        if let Some(place) = place {
            self.memory.keep(
                place,
                Finding {
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

    /// The score if this position was on the path before.
    ///
    /// One that was there before the root often enough ends the game; one that comes back within
    /// the search is scored alike, even where the rules ask for more occurrences. Neither is a
    /// proof: on another path it would not have come back.
    #[inline(always)]
    fn repetition(&self, node: Node<R>) -> Option<Score> {
        let key = Referee::<R, S>::repetition_key(node.board, node.side);
        let count = self.path.times(key, node.since);
        if count == 0 {
            return None;
        }
        let within = self.path.times(key, node.since.max(self.root)) > 0;
        let ends = self.referee.repetition.is_some_and(|n| count + 1 >= n);
        (within || ends)
            .then(|| Score::guess(i32::from(self.referee.repetition_margin(node.board)) * SEED))
    }

    /// Makes every move but one; only the lively ones if nothing else can help.
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
        let kernel = &self.referee.kernel;
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
            if child.stirs() {
                order += MOST_PRAISE * (i32::from(child.gain) + 2 * i32::from(child.again));
            }
            let place = children.len();
            waiting[place] = order << 8 | place as i32;
            children.push(child);
        }
    }

    /// Takes the place of the most promising child; one without a child if none is left.
    #[inline(always)]
    fn take_best(waiting: &mut Waiting) -> usize {
        // How many there may be is known here, and which is the best is never foreseen: no branches.
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
            return MOST_CHOICES;
        }
        let place = usize::from(best as u8);
        waiting[place] = i32::MIN;
        place
    }

    /// Remembers that a move refuted a position.
    fn praise(&mut self, board: Board<R>, choice: Choice, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != choice {
            *killers = [choice, killers[0]];
        }
        let seeds = usize::from(board.own.byte(u32::from(choice % BURN))).min(SEEDS - 1);
        let entry = &mut self.history[usize::from(choice)][seeds];
        // The nearer to the most, the slower it rises.
        let praise = (4 * depth * depth).min(MOST_PRAISE as u32) as i32;
        *entry += praise - *entry * praise / MOST_PRAISE;
    }

    fn extend_line(&mut self, ply: usize, choice: Choice) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(choice);
        here.extend_from_slice(&after[0]);
    }

    /// Follows captures and chains until the position is quiet.
    fn quiet(
        &mut self,
        board: Board<R>,
        fresh: bool,
        mut alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Score {
        let (low, high) = self.referee.reach(board);
        let known = self.endings.and_then(|endings| endings.of(board, fresh));
        let guess = match known {
            Some(known) => match known.settles(alpha, beta) {
                Some(score) => return score,
                None => known.guess,
            },
            None => self.evaluation.of(self.referee.kernel.margin(board), board),
        };
        let mut best = Score::guess(guess.clamp(low, high));
        if best.value >= beta || depth == 0 {
            return best;
        }
        alpha = alpha.max(best.value);
        let kernel = &self.referee.kernel;
        for choice in kernel.lively(board, kernel.choices(board)) {
            let child = self.child(board, choice);
            let gain = i32::from(child.gain) * SEED;
            if !child.again && (child.gain < 2 || !child.over && best.value + gain + SWING <= alpha)
            {
                continue;
            }
            let score = if child.over {
                let margin = self.referee.kernel.margin(child.board);
                Score::certain(if child.again { margin } else { -margin })
            } else {
                if self.watch.is_over() {
                    return Score::guess(0);
                }
                let fresh = fresh || child.gain != 0;
                if child.again {
                    self.quiet(child.board, fresh, alpha, beta, depth - 1)
                } else {
                    -self.quiet(child.board, fresh, -beta, -alpha, depth - 1)
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
        // Moves were left out: only a refutation is sure.
        best.proved = false;
        best
    }
}

/// The score of a position near the leaves that is clearly better than it need be.
#[inline(always)]
fn clear(guess: Option<i32>, depth: u32, beta: i32) -> Option<Score> {
    let sure = guess? - DRIFT * depth as i32;
    (depth <= CLEAR && sure >= beta).then_some(Score::guess(sure))
}
