//! Why a position or a move is refused.

use crate::{MOST_SEEDS, Side};

/// A setup that is no position of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A row of the wrong length.
    #[error("{side}'s row has {found} pits; this game has {wanted} a side")]
    Pits {
        /// Whose row.
        side: Side,
        /// Its length.
        found: usize,
        /// The right length.
        wanted: u8,
    },
    /// More seeds than a game can have.
    #[error("the position has {found} seeds; a game has at most {MOST_SEEDS}")]
    Seeds {
        /// How many.
        found: u32,
    },
    /// A burned pit in a game without burning.
    #[error("a pit is burned (x), but no column burns in this game")]
    NoBurning,
    /// Half a burned column.
    #[error("pit {pit} is burned (x) but the pit facing it is not; a column burns whole")]
    HalfBurned {
        /// The burned pit's letter.
        pit: char,
    },
    /// Too many burned columns.
    #[error("{found} columns are burned; at least {left} must be left")]
    TooManyBurned {
        /// How many are burned.
        found: u8,
        /// How many must be left.
        left: u8,
    },
    /// A tuzdyk in a game without them.
    #[error("a pit is a tuzdyk (t), but this game has none")]
    NoTuzdyk,
    /// Two tuzdyks of one player.
    #[error("{side}'s row has two tuzdyks (t); a player can have only one")]
    TwoTuzdyks {
        /// Whose row.
        side: Side,
    },
    /// A tuzdyk in the last pit of a row.
    #[error("pit {pit} is a tuzdyk (t); the last pit of a row never becomes one")]
    LastTuzdyk {
        /// Its letter.
        pit: char,
    },
    /// Two tuzdyks of the same number.
    #[error("pits {south} and {north} are both tuzdyks (t); they must differ in number")]
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
    #[error("the game is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is {turn}'s turn, and {pit} is not {turn}'s pit")]
    NotYours {
        /// Whose turn it is.
        turn: Side,
        /// The pit that was chosen.
        pit: char,
    },
    /// The board has no such pit.
    #[error("there is no pit {pit} on a board with {pits} pits a side")]
    NoSuchPit {
        /// The pit.
        pit: char,
        /// Pits a side.
        pits: u8,
    },
    /// The pit is empty.
    #[error("pit {pit} is empty")]
    Empty {
        /// The pit.
        pit: char,
    },
    /// The pit is burned.
    #[error("pit {pit} is burned")]
    Burned {
        /// The pit.
        pit: char,
    },
    /// The pit is a tuzdyk and never holds seeds.
    #[error("pit {pit} is a tuzdyk and holds no seeds")]
    Tuzdyk {
        /// The pit.
        pit: char,
    },
    /// It would take the opponent's last seeds.
    #[error("{pit} would take all of the opponent's seeds")]
    GrandSlam {
        /// The pit.
        pit: char,
    },
    /// It would leave a hungry opponent hungry.
    #[error("{pit} would leave the opponent without a seed; the opponent must be fed")]
    Starves {
        /// The pit.
        pit: char,
    },
    /// It would go round for ever.
    #[error("the seeds of {pit} would go round for ever")]
    NeverRests {
        /// The pit.
        pit: char,
    },
    /// No column burns in this game.
    #[error("no column burns in this game")]
    NoBurning,
    /// The mover cannot pay.
    #[error("burning a column costs {cost} seeds, and the store holds {store}")]
    TooPoor {
        /// What it costs.
        cost: u8,
        /// What there is.
        store: u8,
    },
    /// Too few columns are left.
    #[error("{left} columns must be left, and there are no more")]
    TooFewColumns {
        /// How many must be left.
        left: u8,
    },
}
