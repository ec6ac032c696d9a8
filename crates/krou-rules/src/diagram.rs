//! A position drawn as plain text.

use std::fmt;

use crate::{BySide, Cell, Pit, Setup, Side};

/// A board drawn in letters and digits: North above, its row from right to left so that opposite
/// pits stand above each other, the stores left and right. Where that is too wide the pits move
/// together, and where it is still too wide the board stands up: turned a quarter clockwise, so
/// that South's row is read downwards.
///
/// A burned pit shows as `x`, a tuzdyk as `t`, as in the notation.
///
/// ```
/// use krou_rules::Setup;
///
/// let setup: Setup = "4,4,0,5,5,5/4,4,4,4,4,4/1,10/N".parse()?;
/// assert_eq!(
///     setup.diagram().to_string(),
///     "           f   e   d   c   b   a
///            4   4   4   4   4   4
/// North 10                           1 South
///            4   4   0   5   5   5
///            A   B   C   D   E   F
/// "
/// );
/// assert_eq!(
///     setup.diagram().width(20).to_string(),
///     "North 10
/// A  4   4 f
/// B  4   4 e
/// C  0   4 d
/// D  5   4 c
/// E  5   4 b
/// F  5   4 a
/// South  1
/// "
/// );
/// # Ok::<(), krou_rules::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    setup: &'a Setup,
    names: BySide<&'a str>,
    width: usize,
}

impl Setup {
    /// The position drawn as text, at most 80 characters wide, with the players' English names.
    pub fn diagram(&self) -> Diagram<'_> {
        Diagram {
            setup: self,
            names: BySide::new(Side::South.name(), Side::North.name()),
            width: 80,
        }
    }
}

impl<'a> Diagram<'a> {
    /// What the players are called.
    #[must_use]
    pub fn names(self, names: BySide<&'a str>) -> Self {
        Diagram { names, ..self }
    }

    /// How many characters there are on a line.
    #[must_use]
    pub fn width(self, width: usize) -> Self {
        Diagram { width, ..self }
    }

    /// The widest count of a pit, at least two digits so that boards of one game look alike.
    fn digits(&self) -> usize {
        let cells = self.setup.pits.south.iter().chain(&self.setup.pits.north);
        let most = cells.map(|cell| cell.seeds()).max().unwrap_or(0);
        if most > 99 { 3 } else { 2 }
    }

    /// A row's cells with their letters, from the left of the drawing.
    fn row(&self, side: Side) -> Vec<(Cell, char)> {
        let cells = self.setup.pits[side].iter().copied();
        let pits = Pit::first(Pit::MOST).map(|pit| pit.letter(side));
        let mut row: Vec<_> = cells.zip(pits).collect();
        if side == Side::North {
            row.reverse();
        }
        row
    }

    /// What stands left and right of the rows: a player's name and store.
    fn ends(&self) -> (String, String) {
        let BySide { south, north } = self.setup.stores;
        (
            format!("{} {north:>2}", self.names.north),
            format!("{south:>2} {}", self.names.south),
        )
    }

    /// Lying on its long side, a pit every `pitch` characters.
    fn lying(&self, pitch: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = self.ends();
        let margin = left.chars().count();
        let line = |f: &mut fmt::Formatter<'_>, words: Vec<String>| {
            write!(f, "{:margin$}", "")?;
            words
                .iter()
                .try_for_each(|word| write!(f, "{word:>pitch$}"))?;
            writeln!(f)
        };
        let letters =
            |row: &[(Cell, char)]| row.iter().map(|(_, letter)| letter.to_string()).collect();
        let cells = |row: &[(Cell, char)]| row.iter().map(|(cell, _)| cell.to_string()).collect();
        let [above, below] = [Side::North, Side::South].map(|side| self.row(side));
        let inner = pitch * above.len().max(below.len());
        line(f, letters(&above))?;
        line(f, cells(&above))?;
        writeln!(f, "{left}{:inner$}  {right}", "")?;
        line(f, cells(&below))?;
        line(f, letters(&below))
    }

    /// Standing on its short side.
    fn standing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits();
        let BySide { south, north } = self.setup.stores;
        writeln!(f, "{} {north:>2}", self.names.north)?;
        let [right, left] = [Side::North, Side::South].map(|side| self.row(side));
        for i in 0..left.len().max(right.len()) {
            match left.get(i) {
                Some((cell, letter)) => write!(f, "{letter} {:>digits$}", cell.to_string())?,
                None => write!(f, "  {:digits$}", "")?,
            }
            if let Some((cell, letter)) = right.get(i) {
                write!(f, "  {:>digits$} {letter}", cell.to_string())?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{} {south:>2}", self.names.south)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = self.ends();
        let ends = left.chars().count() + right.chars().count() + 2;
        let pits = self.row(Side::South).len().max(self.row(Side::North).len());
        let digits = self.digits();
        let pitches = [digits + 2, digits + 1];
        match pitches
            .into_iter()
            .find(|pitch| ends + pitch * pits <= self.width)
        {
            Some(pitch) => self.lying(pitch, f),
            None => self.standing(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(position: &str, width: usize) -> String {
        let setup: Setup = position.parse().expect("a position");
        setup.diagram().width(width).to_string()
    }

    #[test]
    fn burned_pits_and_tuzdyks_are_drawn_as_written() {
        let board = "           d   c   b   a
           3   3   x   t
North  7                   6 South
           3   t   x   3
           A   B   C   D
";
        assert_eq!(drawn("3,t,x,3/t,x,3,3/6,7/S", 80), board);
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        let widest = "12,12,12,12,12,12,12,12,12,12,12,12/0,0,0,0,0,0,0,0,0,0,0,0/99,12/S";
        let heaped = "250,0,0,0,0,0/0,0,0,0,0,1/2,2/N";
        for position in [widest, heaped, "1/1/0,0/S"] {
            for width in 12..90 {
                let board = drawn(position, width);
                assert!(board.lines().all(|line| line.chars().count() <= width));
            }
        }
    }

    #[test]
    fn any_setup_can_be_drawn() {
        for position in ["1/1,2,3/0,0/S", "1,2,3/1/0,0/S", "0/0/255,255/N"] {
            for width in [0, 20, 80] {
                assert!(!drawn(position, width).is_empty());
            }
        }
    }
}
