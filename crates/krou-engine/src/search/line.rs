//! Goes on with the lines of a search where it was not needed any more: what is proved was
//! remembered, or a table knows it, and a proof says of each position what keeps its value.

use krou_rules::kernel::{Choice, Style};
use krou_rules::row::{Board, Row};

use super::Ranked;
use super::memory::Finding;
use super::root::Ground;
use super::score::{Bound, SEED};
use super::worker::{DEEPEST, FORGOTTEN};

impl<R: Row, S: Style> Ground<'_, R, S> {
    /// Goes on with the line of a move made on this board, to the end of the game or as far as
    /// values are known; not where positions come back, as proofs say nothing about the way.
    pub fn finish(&self, mut board: Board<R>, ranked: &mut Ranked) {
        if self.referee.repeats() {
            return;
        }
        let mut value = ranked.score.proved.then_some(ranked.score.value);
        for step in 0..DEEPEST as usize {
            if let Some(endings) = self.endings
                && let Some(known) = endings.of(board, true)
                && known.low == known.high
            {
                value = Some(known.low);
            }
            let choice = match ranked.line.get(step) {
                Some(&choice) => choice,
                None => match value.and_then(|value| self.keeping(board, value)) {
                    Some(choice) => {
                        ranked.line.push(choice);
                        choice
                    }
                    None => return,
                },
            };
            let played = self.referee.play(board, choice);
            if played.over {
                return;
            }
            board = played.board;
            if !played.again {
                value = value.map(|value| -value);
            }
        }
    }

    /// A move after which the mover of this board is sure of `value`.
    fn keeping(&self, board: Board<R>, value: i32) -> Option<Choice> {
        let found = self.proved(board);
        let best = found.filter(|f| f.bound != Bound::Upper && f.score.value >= value);
        best.and_then(|found| found.best).or_else(|| {
            // So near the leaves nothing is remembered.
            (0..=FORGOTTEN).find_map(|depth| {
                let mut choices = self.referee.kernel.choices(board);
                choices.find(|&choice| self.after(board, choice, depth).0 >= value)
            })
        })
    }

    /// What the mover of this board gets after a move, at least and at most.
    fn after(&self, board: Board<R>, choice: Choice, depth: u32) -> (i32, i32) {
        let played = self.referee.play(board, choice);
        let (low, high) = if played.over {
            let margin = i32::from(self.referee.kernel.margin(played.board)) * SEED;
            (margin, margin)
        } else {
            self.known(played.board, depth)
        };
        if played.again {
            (low, high)
        } else {
            (-high, -low)
        }
    }

    /// What is known of a board a few moves ahead, at least and at most, for its mover.
    fn known(&self, board: Board<R>, depth: u32) -> (i32, i32) {
        let (mut low, mut high) = self.referee.reach(board);
        if let Some(known) = self.endings.and_then(|endings| endings.of(board, true)) {
            low = low.max(known.low);
            high = high.min(known.high);
        }
        if let Some(Finding { score, bound, .. }) = self.proved(board) {
            if bound != Bound::Upper {
                low = low.max(score.value);
            }
            if bound != Bound::Lower {
                high = high.min(score.value);
            }
        }
        if low < high && depth > 0 {
            let choices = self.referee.kernel.choices(board);
            let best = choices
                .map(|choice| self.after(board, choice, depth - 1))
                .reduce(|best, next| (best.0.max(next.0), best.1.max(next.1)));
            if let Some(best) = best {
                return (low.max(best.0), high.min(best.1));
            }
        }
        (low, high)
    }

    /// What is proved and remembered of a board, stored seeds included.
    fn proved(&self, board: Board<R>) -> Option<Finding> {
        let place = self.memory.place(self.referee.key(board));
        let mut found = self.memory.find(place).filter(|f| f.score.proved)?;
        found.score.value += i32::from(board.store_margin()) * SEED;
        Some(found)
    }
}
