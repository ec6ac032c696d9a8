//! The rules of one game, compiled: legal moves and moves on packed boards.
//!
//! Everything here sees the board as the player to move does. A kernel knows nothing of names,
//! notation or history: repetition and the majority stop belong to games, not to moves.

mod effect;
mod lively;
mod make;
mod neighbours;

use std::marker::PhantomData;

use crate::row::{Board, Row};
use crate::sowing::{Cell, Paths};
use crate::switches::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, GrandSlam, Laps, Leftovers, Switches,
};

pub use effect::{Effect, Taking};

/// What of a ruleset is known when the program is compiled. `None` is looked up at run time.
///
/// Any ruleset may run under [`General`]; the others leave out what cannot happen in them.
pub trait Style: Copy + Send + Sync + 'static {
    /// The kind of capture.
    const CAPTURE: Option<Capture>;
    /// Whether sowing goes on from a pit that holds seeds.
    const RELAY: Option<bool>;
    /// Whether columns burn or tuzdyks are made.
    const MARKS: bool;
    /// The family whose rules it has in most things.
    const FAMILY: Option<Family>;
}

/// Games that are alike in most of their switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Kalah in everything but size and empty captures: another move after a last seed in one's own
    /// store, captures on one's own side of both, an end when a side is empty, leftovers to their
    /// owners, and nothing that forbids a move, comes back or ends the game earlier.
    Kalah,
    /// One lap, no seed in a store but by capture; captures by count, pit by pit; an end when the
    /// mover cannot move; leftovers that do not lie where they are.
    Oware,
}

macro_rules! styles {
    ($($(#[$doc:meta])* $name:ident: $capture:expr, $relay:expr, $marks:expr, $family:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Style for $name {
            const CAPTURE: Option<Capture> = $capture;
            const RELAY: Option<bool> = $relay;
            const MARKS: bool = $marks;
            const FAMILY: Option<Family> = $family;
        }
    )+};
}

styles! {
    /// Kalah and what is played like it.
    Kalah: Some(Capture::Opposite), Some(false), false, Some(Family::Kalah);
    /// One lap, opposite capture: the wider Kalah family.
    Opposite: Some(Capture::Opposite), Some(false), false, None;
    /// The Oware family.
    Oware: Some(Capture::Count), Some(false), false, Some(Family::Oware);
    /// Several laps: the Ayo and Avalanche family.
    Relay: None, Some(true), false, None;
    /// Everything else.
    General: None, None, true, None;
}

/// Switches that are known in a family when the program is compiled.
macro_rules! known {
    ($($name:ident: $type:ty, $($family:ident = $value:expr),+;)+) => {$(
        #[inline(always)]
        fn $name(&self) -> $type {
            match S::FAMILY {
                $(Some(Family::$family) => $value,)+
                _ => self.$name,
            }
        }
    )+};
}

/// A move as the mover sees it: a pit, or [`BURN`] plus a column; burned columns are not counted.
pub type Choice = u8;

/// Marks the burning of a column.
pub const BURN: Choice = 16;

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<R> {
    /// The top bit of the byte of each pit that may be sown.
    sow: R,
    /// A bit for each column that may be burned.
    burn: u16,
}

impl<R: Row> Choices<R> {
    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.sow.ones() + self.burn.count_ones()
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.sow.is_zero() && self.burn == 0
    }

    /// Whether `choice` is among them.
    #[inline(always)]
    pub fn contains(&self, choice: Choice) -> bool {
        if choice < BURN {
            let place = R::at(u32::from(choice), 0x80);
            u32::from(choice) < R::STORE && !(self.sow & place).is_zero()
        } else {
            self.burn >> (choice - BURN).min(15) & 1 == 1
        }
    }
}

impl<R: Row> Iterator for Choices<R> {
    type Item = Choice;

    /// Takes the leftmost sowing, then the leftmost burn.
    #[inline(always)]
    fn next(&mut self) -> Option<Choice> {
        if !self.sow.is_zero() {
            let pit = self.sow.trailing_zeros() / 8;
            self.sow = self.sow & self.sow.minus(R::from_byte(1));
            return Some(pit as Choice);
        }
        if self.burn != 0 {
            let column = self.burn.trailing_zeros();
            self.burn &= self.burn - 1;
            return Some(BURN + column as Choice);
        }
        None
    }
}

/// A move made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<R> {
    /// The board, seen by the player who moves next, or would.
    pub board: Board<R>,
    /// Whether that is the player who just moved.
    pub again: bool,
    /// Whether the game is over; the board is swept then.
    pub over: bool,
}

/// Why no move can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A side is empty.
    SideEmpty,
    /// The player to move has no legal move.
    NoMove,
}

/// A sowing or burn before it is known whether it may be played and what follows.
#[derive(Clone, Copy, Debug)]
struct Made<R> {
    board: Board<R>,
    again: bool,
    slam: bool,
}

/// Is told the steps of a move as it is made.
pub trait Observer {
    /// Whether anybody listens; if not, nothing is worked out for telling.
    const LISTENS: bool = true;
    /// `seeds` are lifted from `from` and sown, passing over `skip`.
    fn sow(&mut self, _from: Cell, _seeds: u8, _skip: Option<Cell>) {}
    /// `seeds` go from a pit to the mover's store.
    fn capture(&mut self, _from: Cell, _seeds: u8) {}
    /// A pit becomes the mover's tuzdyk, and its seeds go to the mover's store.
    fn tuzdyk(&mut self, _pit: Cell, _seeds: u8) {}
}

/// Nobody watches.
impl Observer for () {
    const LISTENS: bool = false;
}

/// The compiled rules of one game.
#[derive(Clone, Debug)]
pub struct Kernel<R, S> {
    pits: usize,
    pits_mask: R,
    reach: lively::Reach<R>,
    /// By number of burned columns.
    paths: Vec<Paths<R>>,
    relay: bool,
    /// Whether a relay might never come to rest.
    may_circle: bool,
    skip_origin: bool,
    bonus: Bonus,
    capture: Capture,
    capture_either: bool,
    capture_both: bool,
    empty_capture: bool,
    capture_chain: bool,
    grand_slam: GrandSlam,
    feeding: Feeding,
    /// Whether a non-empty pit may still be an illegal choice.
    restricted: bool,
    side_empty_ends: bool,
    leftovers: Leftovers,
    /// Whether seeds in pits are in the score.
    rows_count: bool,
    burn: bool,
    burn_cost: u8,
    burn_columns_left: usize,
    tuzdyk: bool,
    style: PhantomData<S>,
}

impl<R: Row, S: Style> Kernel<R, S> {
    /// Compiles switches that passed their check; `S` must fit them.
    pub(crate) fn new(switches: &Switches) -> Self {
        let pits = switches.pits as usize;
        let relay = switches.laps == Laps::Relay;
        let may_circle = relay && !switches.sow_own_store && !switches.sow_opponent_store;
        let burnable = if switches.burn {
            pits - switches.burn_columns_left as usize
        } else {
            0
        };
        let slam_matters = matches!(
            switches.grand_slam,
            GrandSlam::Illegal | GrandSlam::IllegalUnlessOnly
        ) && (switches.capture != Capture::None || switches.tuzdyk);
        Kernel {
            pits,
            pits_mask: R::pits_mask(pits),
            reach: lively::Reach::new(switches),
            paths: (0..=burnable)
                .map(|burned| Paths::new(switches, pits - burned))
                .collect(),
            relay,
            may_circle,
            skip_origin: switches.origin == crate::Origin::Skipped,
            bonus: switches.bonus,
            capture: switches.capture,
            capture_either: switches.capture_side == CaptureSide::Either,
            capture_both: switches.capture_takes == CaptureTakes::Both,
            empty_capture: switches.empty_capture,
            capture_chain: switches.capture_chain,
            grand_slam: switches.grand_slam,
            feeding: switches.feeding,
            restricted: slam_matters || switches.feeding != Feeding::None || may_circle,
            side_empty_ends: switches.end == End::SideEmpty,
            leftovers: switches.leftovers,
            rows_count: switches.leftovers == Leftovers::Stay,
            burn: switches.burn,
            burn_cost: switches.burn_cost,
            burn_columns_left: switches.burn_columns_left as usize,
            tuzdyk: switches.tuzdyk,
            style: PhantomData,
        }
    }

    /// Pits on each side at the start.
    #[inline(always)]
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// The bits of all pits of a row.
    #[inline(always)]
    pub fn pits_mask(&self) -> R {
        self.pits_mask
    }

    /// The columns not burned.
    #[inline(always)]
    pub fn columns(&self, board: Board<R>) -> usize {
        if S::MARKS && self.burn {
            self.pits - board.own.byte(R::FLAG) as usize
        } else {
            self.pits
        }
    }

    #[inline(always)]
    pub(crate) fn paths(&self, board: Board<R>) -> &Paths<R> {
        if S::MARKS && self.burn {
            &self.paths[board.own.byte(R::FLAG) as usize]
        } else {
            &self.paths[0]
        }
    }

    #[inline(always)]
    fn capture_kind(&self) -> Capture {
        S::CAPTURE.unwrap_or(self.capture)
    }

    known! {
        restricted: bool, Kalah = false;
        side_empty_ends: bool, Kalah = true, Oware = false;
        leftovers: Leftovers, Kalah = Leftovers::Owner;
        rows_count: bool, Kalah = false, Oware = false;
        bonus: Bonus, Kalah = Bonus::OwnStore, Oware = Bonus::Never;
        capture_either: bool, Kalah = false;
        capture_both: bool, Kalah = true;
        capture_chain: bool, Oware = true;
        grand_slam: GrandSlam, Kalah = GrandSlam::Captures;
        may_circle: bool, Kalah = false, Oware = false;
    }

    /// Whether the mover's row is empty.
    #[inline(always)]
    fn own_empty(&self, board: Board<R>) -> bool {
        (board.own & self.pits_mask).is_zero()
    }

    /// Whether the opponent's row is empty.
    #[inline(always)]
    fn other_empty(&self, board: Board<R>) -> bool {
        (board.other & self.pits_mask).is_zero()
    }

    /// The legal moves of a game that is not over.
    #[inline(always)]
    pub fn choices(&self, board: Board<R>) -> Choices<R> {
        let all = Choices {
            sow: (board.own & self.pits_mask).nonzero_bytes(),
            burn: self.burnable(board),
        };
        if self.restricted() && self.may_be_illegal(board) {
            self.filter(board, all)
        } else {
            all
        }
    }

    #[inline(always)]
    fn burnable(&self, board: Board<R>) -> u16 {
        if !(S::MARKS && self.burn) {
            return 0;
        }
        let columns = self.columns(board);
        if columns > self.burn_columns_left && board.own.byte(R::STORE) >= self.burn_cost {
            (1 << columns) - 1
        } else {
            0
        }
    }

    /// A cheap test that is false for almost every position of a restricted game.
    #[inline(always)]
    fn may_be_illegal(&self, board: Board<R>) -> bool {
        if self.may_circle() {
            return true;
        }
        let other = board.other & self.pits_mask;
        // Sowing empties no pit of the opponent's, so one of four or more stays on the board.
        if S::FAMILY == Some(Family::Oware) && !(other & R::ONES.times(0xfc)).is_zero() {
            return false;
        }
        if self.feeding != Feeding::None && other.is_zero() {
            return true;
        }
        match self.grand_slam() {
            GrandSlam::Captures | GrandSlam::CapturesNothing => false,
            GrandSlam::Illegal | GrandSlam::IllegalUnlessOnly => {
                if S::RELAY.unwrap_or(self.relay) {
                    // Laps may lift any number of the opponent's pits.
                    true
                } else if self.capture_kind() == Capture::Count {
                    // Sowing empties no pit of the opponent's, so a pit of four or more is safe.
                    (other & R::ONES.times(0xfc)).is_zero()
                } else {
                    // All other captures empty one pit of the opponent's.
                    other.nonzero_bytes().ones() <= 1
                }
            }
        }
    }

    /// Tries every choice and keeps those that may be played.
    #[cold]
    fn filter(&self, board: Board<R>, all: Choices<R>) -> Choices<R> {
        let none = Choices {
            sow: R::default(),
            burn: 0,
        };
        let (mut good, mut doubtful) = (none.clone(), none);
        let hungry = self.other_empty(board);
        for choice in all {
            let Some(made) = self.make(board, choice, &mut ()) else {
                continue;
            };
            let starves = hungry && self.other_empty(made.board);
            let forbidden = (made.slam && self.grand_slam == GrandSlam::Illegal)
                || (starves && self.feeding == Feeding::Always);
            let last_resort = (made.slam && self.grand_slam == GrandSlam::IllegalUnlessOnly)
                || (starves && self.feeding == Feeding::WhenPossible);
            let kept = match (forbidden, last_resort) {
                (true, _) => continue,
                (false, true) => &mut doubtful,
                (false, false) => &mut good,
            };
            if choice < BURN {
                kept.sow = kept.sow | R::at(u32::from(choice), 0x80);
            } else {
                kept.burn |= 1 << (choice - BURN);
            }
        }
        if good.is_empty() { doubtful } else { good }
    }

    /// Plays a legal choice.
    #[inline(always)]
    pub fn play(&self, board: Board<R>, choice: Choice) -> Played<R> {
        let (board, again) = self.play_unswept(board, choice);
        match self.stop(board) {
            None => Played {
                board,
                again,
                over: false,
            },
            Some(stop) => Played {
                board: self.sweep(board, stop),
                again,
                over: true,
            },
        }
    }

    /// Plays a legal choice without looking whether the game is over: the board as the next
    /// player sees it, and whether that is the same player.
    #[inline(always)]
    pub fn play_unswept(&self, board: Board<R>, choice: Choice) -> (Board<R>, bool) {
        self.play_watched(board, choice, &mut ())
    }

    /// The same, with somebody told of its steps.
    #[inline(always)]
    pub(crate) fn play_watched(
        &self,
        board: Board<R>,
        choice: Choice,
        observer: &mut impl Observer,
    ) -> (Board<R>, bool) {
        let made = self
            .make(board, choice, observer)
            .expect("a legal move comes to rest");
        if made.again {
            (made.board, true)
        } else {
            (made.board.swapped(), false)
        }
    }

    /// Whether a choice takes the opponent's last seeds; `None` if it never comes to rest.
    pub(crate) fn slams(&self, board: Board<R>, choice: Choice) -> Option<bool> {
        self.make(board, choice, &mut ()).map(|made| made.slam)
    }

    /// Whether, and why, no move can follow on this board.
    #[inline(always)]
    pub fn stop(&self, board: Board<R>) -> Option<Stop> {
        if self.side_empty_ends() {
            if self.own_empty(board) || self.other_empty(board) {
                return Some(Stop::SideEmpty);
            }
            if !self.restricted() {
                return None;
            }
        }
        if !(self.own_empty(board) || self.restricted() && self.may_be_illegal(board)) {
            return None;
        }
        self.choices(board).is_empty().then_some(Stop::NoMove)
    }

    /// Hands out the seeds left on the board when no move can follow.
    #[inline(always)]
    pub fn sweep(&self, board: Board<R>, stop: Stop) -> Board<R> {
        let own = board.own & self.pits_mask;
        let other = board.other & self.pits_mask;
        let (to_own, to_other) = match self.leftovers() {
            Leftovers::Nobody | Leftovers::Stay => return board,
            Leftovers::Opponent if stop == Stop::NoMove => (0, own.plus(other).sum()),
            Leftovers::Opponent | Leftovers::Owner => (own.sum(), other.sum()),
        };
        Board {
            own: (board.own & !self.pits_mask).plus(R::at(R::STORE, to_own)),
            other: (board.other & !self.pits_mask).plus(R::at(R::STORE, to_other)),
        }
    }

    /// The mover's margin if the game were scored as the board lies.
    #[inline(always)]
    pub fn margin(&self, board: Board<R>) -> i16 {
        let rows = if self.rows_count() {
            i16::from((board.own & self.pits_mask).sum())
                - i16::from((board.other & self.pits_mask).sum())
        } else {
            0
        };
        board.store_margin() + rows
    }
}
