//! The pit numbers of older programs, accepted on input.

use crate::{Move, Numbering, Pit, Side};

impl Numbering {
    /// The number of a pit on a board with `pits` pits a side, as `mover` sees it.
    pub fn number(self, side: Side, pit: Pit, pits: u8, mover: Side) -> u8 {
        let south_first = match self {
            Numbering::Flat => 0,
            Numbering::Attic => 1,
            Numbering::Solver => {
                let first = if side == mover { pits + 1 } else { 1 };
                return first + pit.index() as u8;
            }
        };
        let north_first = south_first + pits + 1;
        pit.index() as u8
            + match side {
                Side::South => south_first,
                Side::North => north_first,
            }
    }

    /// The pit with this number, and whose it is.
    pub fn pit(self, number: u8, pits: u8, mover: Side) -> Option<(Side, Pit)> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| Pit::first(pits).map(move |pit| (side, pit)))
            .find(|&(side, pit)| self.number(side, pit, pits, mover) == number)
    }

    /// Sowing the pit with this number.
    pub fn sowing(self, number: u8, pits: u8, mover: Side) -> Option<Move> {
        self.pit(number, pits, mover)
            .map(|(side, pit)| Move::sow(side, pit))
    }
}
