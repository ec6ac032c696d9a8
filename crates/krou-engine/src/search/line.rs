//! Extends principal variations beyond the search where proved entries of the transposition table or an
//! endgame table determine the moves.

use krou_rules::kernel::{Choice, Style};
use krou_rules::row::{Board, Row};

use super::RootMove;
use super::root::SearchContext;
use super::score::{Bound, SEED};
use super::tt::Entry;
use super::worker::{MAX_PLY, TT_MIN_DEPTH};

impl<R: Row, S: Style> SearchContext<'_, R, S> {
    /// Extends the line of a root move to the end of the game, or as far as values are proved; not in
    /// games with repetition, where a proof does not determine the path.
    pub fn finish(&self, mut board: Board<R>, root_move: &mut RootMove) {
        if self.rules.repeats() {
            return;
        }
        let mut value = root_move.score.proved.then_some(root_move.score.value);
        for step in 0..MAX_PLY as usize {
            if let Some(endings) = self.endings
                && let Some(known) = endings.of(board, true)
                && known.low == known.high
            {
                value = Some(known.low);
            }
            let choice = match root_move.line.get(step) {
                Some(&choice) => choice,
                None => match value.and_then(|value| self.keeping(board, value)) {
                    Some(choice) => {
                        root_move.line.push(choice);
                        choice
                    }
                    None => return,
                },
            };
            let played = self.rules.play(board, choice);
            if played.over {
                return;
            }
            board = played.board;
            if !played.again {
                value = value.map(|value| -value);
            }
        }
    }

    /// Returns a move that keeps at least `value` for the mover.
    fn keeping(&self, board: Board<R>, value: i32) -> Option<Choice> {
        let found = self.proved(board);
        let best = found.filter(|f| f.bound != Bound::Upper && f.score.value >= value);
        best.and_then(|found| found.best).or_else(|| {
            // Below the table's minimum depth there are no entries.
            (0..TT_MIN_DEPTH).find_map(|depth| {
                let mut choices = self.rules.kernel.choices(board);
                choices.find(|&choice| self.after(board, choice, depth).0 >= value)
            })
        })
    }

    /// Returns the bounds of a move's value for its mover.
    fn after(&self, board: Board<R>, choice: Choice, depth: u32) -> (i32, i32) {
        let played = self.rules.play(board, choice);
        let (low, high) = if played.over {
            let margin = i32::from(self.rules.kernel.margin(played.board)) * SEED;
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

    /// Returns the bounds of a board for its mover, looking `depth` moves ahead.
    fn known(&self, board: Board<R>, depth: u32) -> (i32, i32) {
        let (mut low, mut high) = self.rules.reach(board);
        if let Some(known) = self.endings.and_then(|endings| endings.of(board, true)) {
            low = low.max(known.low);
            high = high.min(known.high);
        }
        if let Some(Entry { score, bound, .. }) = self.proved(board) {
            if bound != Bound::Upper {
                low = low.max(score.value);
            }
            if bound != Bound::Lower {
                high = high.min(score.value);
            }
        }
        if low < high && depth > 0 {
            let choices = self.rules.kernel.choices(board);
            let best = choices
                .map(|choice| self.after(board, choice, depth - 1))
                .reduce(|best, next| (best.0.max(next.0), best.1.max(next.1)));
            if let Some(best) = best {
                return (low.max(best.0), high.min(best.1));
            }
        }
        (low, high)
    }

    /// Returns the proved table entry of a board, stored seeds included.
    fn proved(&self, board: Board<R>) -> Option<Entry> {
        let place = self.tt.place(self.rules.key(board));
        let mut found = self.tt.probe(place).filter(|f| f.score.proved)?;
        found.score.value += i32::from(board.store_margin()) * SEED;
        Some(found)
    }
}
