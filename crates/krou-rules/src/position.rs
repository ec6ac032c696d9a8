//! A position that cannot be illegal.

use std::fmt;

use arrayvec::ArrayVec;

use crate::row::{Board, Row};
use crate::setup::{Cell, Setup};
use crate::{BySide, Pit, Side};

/// The pits of one side that are not burned, from the owner's left.
pub(crate) type Live = ArrayVec<Pit, 12>;

/// The pits and marks of a position, and whose turn it is.
pub(crate) type RepetitionKey = (Board<u128>, Side, u16);

/// Why the game is over on a board, whatever was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player's side was empty.
    SideEmpty(Side),
    /// This player was to move and had no legal move.
    NoMove(Side),
    /// This player's store held more than half of all seeds.
    Majority(Side),
}

/// A position of some ruleset, legal by construction.
///
/// Made by [`Rules::start`](crate::Rules::start), [`Rules::position`](crate::Rules::position) and
/// [`Rules::play`](crate::Rules::play); written in Krou's notation. A position in which the game
/// is over shows the board after the seeds left on it were swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seen by the player to move; burned columns are left out.
    pub(crate) board: Board<u128>,
    pub(crate) turn: Side,
    pub(crate) pits: u8,
    /// A bit for each burned column, by South's pit.
    pub(crate) burned: u16,
    /// Whether the flags of the rows tell of tuzdyks.
    pub(crate) tuzdyks: bool,
    pub(crate) ending: Option<Ending>,
}

impl Position {
    /// Who is to move, or would be.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Pits a side, burned ones included.
    pub const fn pits(&self) -> u8 {
        self.pits
    }

    /// Why the game is over on this board, if it is.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the game is over on this board.
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    pub(crate) fn row(&self, side: Side) -> u128 {
        if side == self.turn {
            self.board.own
        } else {
            self.board.other
        }
    }

    /// The seeds in a player's store.
    pub fn store(&self, side: Side) -> u8 {
        self.row(side).byte(<u128 as Row>::STORE)
    }

    /// The seeds in both stores.
    pub fn stores(&self) -> BySide<u8> {
        BySide::new(self.store(Side::South), self.store(Side::North))
    }

    /// What a pit shows.
    pub fn cell(&self, side: Side, pit: Pit) -> Cell {
        if self.is_burned(side, pit) {
            Cell::Burned
        } else if self.tuzdyk_on(side) == Some(pit) {
            Cell::Tuzdyk
        } else {
            let place = self.live(side).iter().position(|&p| p == pit);
            Cell::Seeds(place.map_or(0, |place| self.row(side).byte(place as u32)))
        }
    }

    /// The seeds in a pit; none in a burned one.
    pub fn seeds(&self, side: Side, pit: Pit) -> u8 {
        self.cell(side, pit).seeds()
    }

    /// The seeds in all pits of a side.
    pub fn row_seeds(&self, side: Side) -> u8 {
        (self.row(side) & u128::pits_mask(usize::from(Pit::MOST))).sum()
    }

    /// All seeds, on the board and in the stores.
    pub fn total(&self) -> u16 {
        Side::BOTH
            .iter()
            .map(|&side| u16::from(self.row_seeds(side)) + u16::from(self.store(side)))
            .sum()
    }

    /// Whether a pit's column is burned.
    pub fn is_burned(&self, side: Side, pit: Pit) -> bool {
        pit.index() < usize::from(self.pits) && self.burned & self.column(side, pit) != 0
    }

    /// How many columns are burned.
    pub fn burned_columns(&self) -> u8 {
        self.burned.count_ones() as u8
    }

    /// The pit on `side` that is the other player's tuzdyk.
    pub fn tuzdyk_on(&self, side: Side) -> Option<Pit> {
        let flag = self.row(side).byte(<u128 as Row>::FLAG);
        if self.tuzdyks && flag > 0 {
            Pit::new(flag - 1)
        } else {
            None
        }
    }

    /// The bit of a pit's column.
    pub(crate) fn column(&self, side: Side, pit: Pit) -> u16 {
        let south = match side {
            Side::South => pit,
            Side::North => pit.facing(self.pits),
        };
        1 << south.index()
    }

    /// The pits of `side` that are not burned.
    pub(crate) fn live(&self, side: Side) -> Live {
        Pit::first(self.pits)
            .filter(|&pit| !self.is_burned(side, pit))
            .collect()
    }

    /// The pits that differ between positions that follow each other; what counts for repetition.
    pub(crate) fn repetition_key(&self) -> RepetitionKey {
        (self.board.without_stores(), self.turn, self.burned)
    }

    /// The position as it is written.
    pub fn setup(&self) -> Setup {
        let row = |side| {
            Pit::first(self.pits)
                .map(|pit| self.cell(side, pit))
                .collect()
        };
        Setup {
            pits: BySide::new(row(Side::South), row(Side::North)),
            stores: self.stores(),
            turn: self.turn,
        }
    }

    /// The packed board, seen by the player to move, for [`Rules::visit`](crate::Rules::visit):
    /// burned columns are left out.
    pub fn board<R: Row>(&self) -> Board<R> {
        self.board.convert()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
