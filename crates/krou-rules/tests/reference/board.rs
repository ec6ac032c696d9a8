//! The board: one flat row of cells.
//!
//! ```text
//!                 North
//!      13   12   11   10   9    8    7
//!     store  f    e    d   c    b    a         cell numbers with six pits a side;
//!            A    B    C   D    E    F  store  the opposite of cell c is 12 - c
//!            0    1    2   3    4    5    6
//!                 South
//! ```

use krou_rules::{BySide, Side};

/// What a cell holds. A tuzdyk belongs to the player on whose side it does *not* lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hole {
    Seeds(u32),
    Burned,
    Tuzdyk,
}

/// All cells counter-clockwise from South's first pit, stores included, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub cells: Vec<Hole>,
    pub turn: Side,
}

impl Board {
    /// Pits on each side.
    pub fn pits(&self) -> usize {
        self.cells.len() / 2 - 1
    }

    pub fn seeds(&self, cell: usize) -> u32 {
        match self.cells[cell] {
            Hole::Seeds(n) => n,
            Hole::Burned | Hole::Tuzdyk => 0,
        }
    }

    /// The cell of a player's `pit`th pit, counted from 0.
    pub fn pit(&self, side: Side, pit: usize) -> usize {
        match side {
            Side::South => pit,
            Side::North => self.pits() + 1 + pit,
        }
    }

    pub fn store(&self, side: Side) -> usize {
        self.pit(side, self.pits())
    }

    pub fn is_store(&self, cell: usize) -> bool {
        cell == self.store(Side::South) || cell == self.store(Side::North)
    }

    pub fn owner(&self, cell: usize) -> Side {
        if cell <= self.store(Side::South) {
            Side::South
        } else {
            Side::North
        }
    }

    pub fn opposite(&self, pit: usize) -> usize {
        2 * self.pits() - pit
    }

    pub fn row(&self, side: Side) -> std::ops::Range<usize> {
        self.pit(side, 0)..self.store(side)
    }

    pub fn row_seeds(&self, side: Side) -> u32 {
        self.row(side).map(|cell| self.seeds(cell)).sum()
    }

    pub fn total(&self) -> u32 {
        (0..self.cells.len()).map(|cell| self.seeds(cell)).sum()
    }

    /// The player's tuzdyk, which lies in the opponent's row, as a number of that row.
    pub fn tuzdyk_of(&self, side: Side) -> Option<usize> {
        (0..self.pits()).find(|&i| self.cells[self.pit(!side, i)] == Hole::Tuzdyk)
    }

    pub fn columns_left(&self) -> usize {
        self.row(Side::South)
            .filter(|&cell| self.cells[cell] != Hole::Burned)
            .count()
    }

    /// Lifts all seeds of a cell.
    pub fn take(&mut self, cell: usize) -> u32 {
        let seeds = self.seeds(cell);
        if seeds > 0 {
            self.cells[cell] = Hole::Seeds(0);
        }
        seeds
    }

    pub fn put(&mut self, cell: usize, seeds: u32) {
        match &mut self.cells[cell] {
            Hole::Seeds(n) => *n += seeds,
            Hole::Burned | Hole::Tuzdyk => panic!("no seed lies in cell {cell}"),
        }
    }

    /// The same board seen from the other side of the table.
    pub fn swapped(&self) -> Board {
        let mut cells = self.cells.clone();
        cells.rotate_left(self.pits() + 1);
        Board {
            cells,
            turn: !self.turn,
        }
    }

    /// The position as the specification writes it.
    pub fn notation(&self) -> String {
        let row = |side| {
            let words: Vec<String> = self
                .row(side)
                .map(|cell| match self.cells[cell] {
                    Hole::Seeds(n) => n.to_string(),
                    Hole::Burned => "x".to_string(),
                    Hole::Tuzdyk => "t".to_string(),
                })
                .collect();
            words.join(",")
        };
        format!(
            "{}/{}/{},{}/{}",
            row(Side::South),
            row(Side::North),
            self.seeds(self.store(Side::South)),
            self.seeds(self.store(Side::North)),
            if self.turn == Side::South { 'S' } else { 'N' },
        )
    }

    /// Reads [`Board::notation`]; for tests, so it panics on anything else.
    pub fn parse(text: &str) -> Board {
        let parts: Vec<&str> = text.split('/').collect();
        let numbers = |part: &str| -> Vec<Hole> {
            part.split(',')
                .map(|word| match word {
                    "x" => Hole::Burned,
                    "t" => Hole::Tuzdyk,
                    _ => Hole::Seeds(word.parse().expect("a number of seeds")),
                })
                .collect()
        };
        let stores = numbers(parts[2]);
        let mut cells = numbers(parts[0]);
        cells.push(stores[0]);
        cells.extend(numbers(parts[1]));
        cells.push(stores[1]);
        Board {
            cells,
            turn: if parts[3] == "S" {
                Side::South
            } else {
                Side::North
            },
        }
    }

    /// Moves each row into the store of the player named for it.
    pub fn sweep(&mut self, to: BySide<Side>) {
        for side in Side::BOTH {
            for cell in self.row(side) {
                let seeds = self.take(cell);
                self.put(self.store(to[side]), seeds);
            }
        }
    }
}
