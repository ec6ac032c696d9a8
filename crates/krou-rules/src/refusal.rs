//! Why a position or a move is refused.

use crate::Side;

/// A setup that is no position of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A row of the wrong length.
    Pits {
        /// Whose row.
        side: Side,
        /// Its length.
        found: usize,
        /// The right length.
        wanted: u8,
    },
    /// More seeds than a game can have.
    Seeds {
        /// How many.
        found: u32,
    },
    /// A burned pit in a game without burning.
    NoBurning,
    /// Half a burned column.
    HalfBurned {
        /// The burned pit's letter.
        pit: char,
    },
    /// Too many burned columns.
    TooManyBurned {
        /// How many are burned.
        found: u8,
        /// How many must be left.
        left: u8,
    },
    /// A tuzdyk in a game without them.
    NoTuzdyk,
    /// Two tuzdyks of one player.
    TwoTuzdyks {
        /// Whose row.
        side: Side,
    },
    /// A tuzdyk in the last pit of a row.
    LastTuzdyk {
        /// Its letter.
        pit: char,
    },
    /// Two tuzdyks of the same number.
    SameTuzdyk {
        /// South's pit.
        south: char,
        /// North's pit.
        north: char,
    },
}

/// Why a move may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Nothing can be played any more.
    Over,
    /// It is the other player's turn.
    NotYours {
        /// Whose turn it is.
        turn: Side,
        /// The pit that was chosen.
        pit: char,
    },
    /// The board has no such pit.
    NoSuchPit {
        /// The pit.
        pit: char,
        /// Pits a side.
        pits: u8,
    },
    /// The pit is empty.
    Empty {
        /// The pit.
        pit: char,
    },
    /// The pit is burned.
    Burned {
        /// The pit.
        pit: char,
    },
    /// The pit is a tuzdyk and never holds seeds.
    Tuzdyk {
        /// The pit.
        pit: char,
    },
    /// It would take the opponent's last seeds.
    GrandSlam {
        /// The pit.
        pit: char,
    },
    /// It would leave a hungry opponent hungry.
    Starves {
        /// The pit.
        pit: char,
    },
    /// It would go round for ever.
    NeverRests {
        /// The pit.
        pit: char,
    },
    /// No column burns in this game.
    NoBurning,
    /// The mover cannot pay.
    TooPoor {
        /// What it costs.
        cost: u8,
        /// What there is.
        store: u8,
    },
    /// Too few columns are left.
    TooFewColumns {
        /// How many must be left.
        left: u8,
    },
}
