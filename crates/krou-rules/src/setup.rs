//! A position as it is written, legal or not.

use std::fmt;
use std::str::FromStr;

use crate::{BySide, Numbering, Pit, Side};

/// What a pit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// So many seeds.
    Seeds(u8),
    /// Its column is burned: `x`.
    Burned,
    /// It is the other player's tuzdyk: `t`.
    Tuzdyk,
}

impl Cell {
    /// The seeds in it.
    pub const fn seeds(self) -> u8 {
        match self {
            Cell::Seeds(n) => n,
            Cell::Burned | Cell::Tuzdyk => 0,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Seeds(n) => write!(f, "{n}"),
            Cell::Burned => f.write_str("x"),
            Cell::Tuzdyk => f.write_str("t"),
        }
    }
}

/// A position as it is written: `SOUTH/NORTH/STORES/TURN`.
///
/// ```
/// use krou_rules::{Rules, Setup};
/// let rules = Rules::builtin("kalah").unwrap();
/// let setup: Setup = "4,4,4,4,4,4/4,4,4,4,4,4/0,0/S".parse().unwrap();
/// assert_eq!(rules.position(&setup).unwrap(), rules.start());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Each player's pits from their own left.
    pub pits: BySide<Vec<Cell>>,
    /// The stores.
    pub stores: BySide<u8>,
    /// Who is to move.
    pub turn: Side,
}

/// Text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SetupError {
    /// Which character, counted from 1.
    pub at: usize,
    /// What is wrong.
    pub what: SetupFault,
}

/// What is wrong with a position as it is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// So many parts between slashes, not four.
    Parts(usize),
    /// So many pits in a row, more than a row can have.
    Pits(usize),
    /// So many stores, not two.
    Stores(usize),
    /// More seeds than a game can have.
    TooMany(String),
    /// No number of seeds.
    NoNumber(String),
    /// Neither `S` nor `N`.
    NoTurn(String),
    /// A list of all cells of the wrong length.
    Cells {
        /// Its length.
        found: usize,
        /// The right length.
        wanted: usize,
    },
}

fn error<T>(at: usize, what: SetupFault) -> Result<T, SetupError> {
    Err(SetupError { at, what })
}

/// The parts of `text` between `separator`s, each with the place of its first character.
fn parts(text: &str, start: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut at = start;
    text.split(separator).map(move |part| {
        let here = at;
        at += part.chars().count() + 1;
        (here, part)
    })
}

fn number(at: usize, word: &str) -> Result<u8, SetupError> {
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    match word.parse::<u8>() {
        Ok(n) if digits => Ok(n),
        _ if digits => error(at, SetupFault::TooMany(word.to_string())),
        _ => error(at, SetupFault::NoNumber(word.to_string())),
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let fields: Vec<_> = parts(text, 1, '/').collect();
        let [south, north, stores, turn] = fields[..] else {
            let at = match fields.get(4) {
                Some((at, _)) => *at,
                None => text.chars().count() + 1,
            };
            return error(at, SetupFault::Parts(fields.len()));
        };
        let row = |(at, field): (usize, &str)| {
            let cells = parts(field, at, ',')
                .map(|(at, word)| match word {
                    "x" => Ok(Cell::Burned),
                    "t" => Ok(Cell::Tuzdyk),
                    _ => number(at, word).map(Cell::Seeds),
                })
                .collect::<Result<Vec<_>, _>>()?;
            if cells.len() > usize::from(Pit::MOST) {
                return error(at, SetupFault::Pits(cells.len()));
            }
            Ok(cells)
        };
        let pits = BySide::new(row(south)?, row(north)?);
        let counts = parts(stores.1, stores.0, ',')
            .map(|(at, word)| number(at, word))
            .collect::<Result<Vec<_>, _>>()?;
        let [south_store, north_store] = counts[..] else {
            return error(stores.0, SetupFault::Stores(counts.len()));
        };
        let turn = match turn.1 {
            "S" => Side::South,
            "N" => Side::North,
            other => return error(turn.0, SetupFault::NoTurn(other.to_string())),
        };
        Ok(Setup {
            pits,
            stores: BySide::new(south_store, north_store),
            turn,
        })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in [&self.pits.south, &self.pits.north] {
            for (i, cell) in row.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                write!(f, "{comma}{cell}")?;
            }
            f.write_str("/")?;
        }
        let BySide { south, north } = self.stores;
        write!(f, "{south},{north}/{}", self.turn.letter())
    }
}

impl Setup {
    /// Reads a position in Krou's notation, or as the list of numbers of a ruleset's older
    /// [`Numbering`]; `pits` is the number of pits a side. After a list `/S` or `/N` may say whose
    /// turn it is; else it is South's.
    pub fn read(text: &str, numbering: Numbering, pits: u8) -> Result<Setup, SetupError> {
        if text.matches('/').count() > 1 {
            return text.parse();
        }
        let (list, turn) = match text.split_once('/') {
            None => (text, Side::South),
            Some((list, "S")) => (list, Side::South),
            Some((list, "N")) => (list, Side::North),
            Some(_) => return text.parse(),
        };
        if list.contains(['x', 't']) || !list.contains(',') {
            return text.parse();
        }
        let numbers = parts(list, 1, ',')
            .map(|(at, word)| number(at, word.trim()))
            .collect::<Result<Vec<_>, _>>()?;
        let wanted = 2 * usize::from(pits) + 2;
        if numbers.len() != wanted {
            let found = numbers.len();
            return error(1, SetupFault::Cells { found, wanted });
        }
        Ok(Setup::from_numbers(numbering, &numbers, turn))
    }

    /// The position given as a list of all cells, two more than there are pits.
    fn from_numbers(numbering: Numbering, numbers: &[u8], turn: Side) -> Setup {
        let pits = numbers.len() / 2 - 1;
        let row = |start: usize| {
            numbers[start..start + pits]
                .iter()
                .copied()
                .map(Cell::Seeds)
                .collect()
        };
        match numbering {
            Numbering::Flat => Setup {
                pits: BySide::new(row(0), row(pits + 1)),
                stores: BySide::new(numbers[pits], numbers[2 * pits + 1]),
                turn,
            },
            Numbering::Attic => Setup {
                pits: BySide::new(row(1), row(pits + 2)),
                stores: BySide::new(numbers[pits + 1], numbers[0]),
                turn,
            },
            // The older solver writes the mover first; here the mover is whoever's turn it is.
            Numbering::Solver => Setup {
                pits: BySide::from_view(turn, row(2), row(pits + 2)),
                stores: BySide::from_view(turn, numbers[0], numbers[1]),
                turn,
            },
        }
    }
}
