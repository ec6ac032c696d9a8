//! Makes moves in a search and detects the end of the game: the kernel, the majority stop and
//! repetition.

use krou_rules::kernel::{Choice, Family, Kernel, Played, Stop, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Repetition, RepetitionLeftovers, Side, Switches};

use super::score::SEED;

#[derive(Clone, Debug)]
pub(super) struct SearchRules<R, S> {
    pub kernel: Kernel<R, S>,
    majority: bool,
    burn: bool,
    /// Which occurrence of a position ends the game, in games in which positions can repeat.
    pub repetition: Option<usize>,
    repetition_leftovers: RepetitionLeftovers,
}

impl<R: Row, S: Style> SearchRules<R, S> {
    pub fn new(kernel: &Kernel<R, S>, switches: &Switches) -> Self {
        SearchRules {
            kernel: kernel.clone(),
            majority: switches.majority,
            burn: switches.burn,
            repetition: match switches.repetition {
                Repetition::Nth(n) if !switches.sow_own_store => Some(usize::from(n)),
                _ => None,
            },
            repetition_leftovers: switches.repetition_leftovers,
        }
    }

    #[inline(always)]
    fn majority(&self) -> bool {
        S::FAMILY != Some(Family::Kalah) && self.majority
    }

    /// Whether positions can repeat.
    #[inline(always)]
    pub fn repeats(&self) -> bool {
        S::FAMILY != Some(Family::Kalah) && self.repetition.is_some()
    }

    /// Makes a legal move.
    #[inline(always)]
    pub fn play(&self, board: Board<R>, choice: Choice) -> Played<R> {
        let mut played = self.kernel.play(board, choice);
        // Only seeds that went to a store, or off the board, decide a game.
        let stored = |board: Board<R>| {
            board
                .own
                .byte(R::STORE)
                .wrapping_add(board.other.byte(R::STORE))
        };
        if self.majority()
            && (S::MARKS || stored(played.board) != stored(board))
            && !played.over
            && Self::is_decided(played.board)
        {
            // Nobody is stuck, so leftovers never go to the opponent of one who is.
            played.board = self.kernel.sweep(played.board, Stop::SideEmpty);
            played.over = true;
        }
        played
    }

    /// Whether a store holds more than half of all seeds.
    #[inline(always)]
    fn is_decided(board: Board<R>) -> bool {
        let own = u16::from(board.own.byte(R::STORE));
        let other = u16::from(board.other.byte(R::STORE));
        let rest = u16::from(board.seeds_in_pits());
        own > other + rest || other > own + rest
    }

    /// Returns the part of a board that determines its future: the key of the transposition table.
    #[inline(always)]
    pub fn key(&self, board: Board<R>) -> Board<R> {
        if self.majority() || S::MARKS && self.burn {
            board
        } else {
            board.without_stores()
        }
    }

    /// Returns the key by which repetitions are counted.
    #[inline(always)]
    pub fn repetition_key(board: Board<R>, side: Side) -> Board<R> {
        let mut key = board.without_stores();
        // No flag is this large.
        key.own = key.own | R::at(R::FLAG, (side as u8) << 7);
        key
    }

    /// Returns the mover's margin if a repetition ends the game.
    pub fn repetition_margin(&self, board: Board<R>) -> i16 {
        let mask = self.kernel.pits_mask();
        let rows = match self.repetition_leftovers {
            RepetitionLeftovers::Nobody | RepetitionLeftovers::Split => 0,
            RepetitionLeftovers::Owner => {
                i16::from((board.own & mask).sum()) - i16::from((board.other & mask).sum())
            }
        };
        board.store_margin() + rows
    }

    /// Returns the lowest and highest score still possible.
    #[inline(always)]
    pub fn reach(&self, board: Board<R>) -> (i32, i32) {
        let margin = i32::from(board.store_margin());
        let rest = i32::from(board.seeds_in_pits());
        let (mut low, mut high) = (margin - rest, margin + rest);
        if S::MARKS && self.burn {
            // What is in the stores may yet be paid.
            low -= i32::from(board.own.byte(R::STORE));
            high += i32::from(board.other.byte(R::STORE));
        }
        (low * SEED, high * SEED)
    }
}
