//! Moves and lines of moves, as they are written.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::Side;

/// A pit, counted from its owner's left: `A` and `a` are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit(u8);

impl Pit {
    /// The most pits a side can have.
    pub const MOST: u8 = 12;

    /// The pit with this index, if a board can have it.
    pub const fn new(index: u8) -> Option<Pit> {
        if index < Pit::MOST {
            Some(Pit(index))
        } else {
            None
        }
    }

    /// The first `pits` pits of a row.
    pub fn first(pits: u8) -> impl DoubleEndedIterator<Item = Pit> {
        (0..pits.min(Pit::MOST)).map(Pit)
    }

    /// Its place in the row, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pit that faces it across a board with `pits` pits a side.
    #[must_use]
    pub const fn facing(self, pits: u8) -> Pit {
        Pit(pits - 1 - self.0)
    }

    /// Its letter: upper case on South's side, lower case on North's.
    pub const fn letter(self, side: Side) -> char {
        match side {
            Side::South => (b'A' + self.0) as char,
            Side::North => (b'a' + self.0) as char,
        }
    }
}

/// One choice: to sow a pit, or to burn its column.
///
/// ```
/// use krou_rules::{Move, Side};
/// let burn: Move = "!C".parse().unwrap();
/// assert!(burn.burn && burn.side == Side::South && burn.pit.index() == 2);
/// assert_eq!(burn.to_string(), "!C");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Who moves.
    pub side: Side,
    /// The pit, on the mover's own side.
    pub pit: Pit,
    /// Whether the pit's column is burned instead of sown.
    pub burn: bool,
}

impl Move {
    /// Sowing `pit`.
    pub const fn sow(side: Side, pit: Pit) -> Move {
        Move {
            side,
            pit,
            burn: false,
        }
    }

    /// Burning the column of `pit`.
    pub const fn burn(side: Side, pit: Pit) -> Move {
        Move {
            side,
            pit,
            burn: true,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.burn {
            f.write_char('!')?;
        }
        f.write_char(self.pit.letter(self.side))
    }
}

/// Text that is not a move or a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct MoveError {
    /// Which character, counted from 1.
    pub at: usize,
    /// What is wrong.
    pub what: MoveFault,
}

/// What is wrong with a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// Not exactly one move, where one is asked for.
    NotOne(String),
    /// A `!` that no pit follows.
    NothingToBurn,
    /// A sign that is no pit's letter.
    NoPit(char),
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let line: Line = text.parse()?;
        match line.0[..] {
            [single] if !text.contains(char::is_whitespace) => Ok(single),
            _ => Err(MoveError {
                at: 1,
                what: MoveFault::NotOne(text.to_string()),
            }),
        }
    }
}

/// Moves one after the other, of one turn or of a whole game.
///
/// Reads moves joined or separated; writes the moves of a turn joined and turns separated, as far
/// as that can be seen from who moves. (Where a player moves twice in a row but in two turns,
/// because the other could not move, no ruleset goes on.)
///
/// ```
/// use krou_rules::Line;
/// let line: Line = "C F b D,A".parse().unwrap();
/// assert_eq!(line.to_string(), "CF b DA");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line(pub Vec<Move>);

impl Line {
    /// The moves grouped by turn.
    pub fn turns(&self) -> impl Iterator<Item = &[Move]> {
        self.0.chunk_by(|a, b| a.side == b.side)
    }
}

impl FromStr for Line {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Line, MoveError> {
        let mut moves = Vec::new();
        let mut burn = None;
        for (i, c) in text.chars().enumerate() {
            let at = i + 1;
            let error = |what| Err(MoveError { at, what });
            if c.is_whitespace() || c == ',' {
                if burn.is_some() {
                    return error(MoveFault::NothingToBurn);
                }
                continue;
            }
            if c == '!' {
                if burn.is_some() {
                    return error(MoveFault::NothingToBurn);
                }
                burn = Some(at);
                continue;
            }
            let (side, first) = if c.is_ascii_uppercase() {
                (Side::South, b'A')
            } else {
                (Side::North, b'a')
            };
            let pit = u8::try_from(c)
                .ok()
                .filter(u8::is_ascii_alphabetic)
                .and_then(|letter| Pit::new(letter - first));
            let Some(pit) = pit else {
                return error(MoveFault::NoPit(c));
            };
            moves.push(Move {
                side,
                pit,
                burn: burn.take().is_some(),
            });
        }
        if let Some(at) = burn {
            return Err(MoveError {
                at,
                what: MoveFault::NothingToBurn,
            });
        }
        Ok(Line(moves))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, turn) in self.turns().enumerate() {
            if i > 0 {
                f.write_char(' ')?;
            }
            for m in turn {
                write!(f, "{m}")?;
            }
        }
        Ok(())
    }
}
