//! The story of a move: its events in order.

use crate::kernel::{Kernel, Observer, Style};
use crate::position::Live;
use crate::row::Row;
use crate::sowing::{Cell, OTHER, Paths, byte_of};
use crate::{BySide, Pit, Side};

/// A place a seed can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A pit.
    Pit(Side, Pit),
    /// A store.
    Store(Side),
}

/// One event of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// All seeds of a pit are taken up to be sown.
    Lift {
        /// The pit.
        at: Place,
        /// How many.
        seeds: u8,
    },
    /// One seed falls.
    Drop {
        /// Where.
        at: Place,
        /// The player whose tuzdyk it fell into and to whose store it goes at once.
        tuzdyk_of: Option<Side>,
    },
    /// The last seed fell in a pit that holds seeds: another lap begins, with a [`Event::Lift`].
    Lap {
        /// The pit.
        at: Place,
    },
    /// Seeds are captured into the mover's store.
    Capture {
        /// The pit they lay in.
        from: Place,
        /// How many.
        seeds: u8,
        /// The mover.
        by: Side,
    },
    /// A pit becomes the mover's tuzdyk, and its seeds go to the mover's store.
    Tuzdyk {
        /// The pit.
        at: Place,
        /// How many.
        seeds: u8,
        /// The mover.
        by: Side,
    },
    /// A column leaves the board with its seeds, and its cost the mover's store.
    Burn {
        /// South's and North's pit of the column.
        pits: BySide<Pit>,
        /// The seeds that were in them.
        seeds: BySide<u8>,
        /// What the mover paid.
        cost: u8,
        /// The mover.
        by: Side,
    },
    /// The game is over, and the seeds left in a pit go to a store.
    Sweep {
        /// The pit.
        from: Place,
        /// How many.
        seeds: u8,
        /// To whom.
        to: Side,
    },
}

/// The events of one move in order.
pub type Trace = Vec<Event>;

/// Writes down what a kernel does, in the words of the board.
pub(crate) struct Recorder<'a, R> {
    pub mover: Side,
    pub live: BySide<Live>,
    pub paths: &'a Paths<R>,
    /// Tuzdyks before the move, by the side they lie on.
    pub tuzdyks: BySide<Option<Pit>>,
    pub trace: Trace,
}

impl<'a, R: Row> Recorder<'a, R> {
    pub fn new<S: Style>(
        kernel: &'a Kernel<R, S>,
        board: crate::row::Board<R>,
        mover: Side,
        live: BySide<Live>,
        tuzdyks: BySide<Option<Pit>>,
    ) -> Self {
        Recorder {
            mover,
            live,
            paths: kernel.paths(board),
            tuzdyks,
            trace: Trace::new(),
        }
    }

    fn place(&self, cell: Cell) -> Place {
        let side = if cell < OTHER {
            self.mover
        } else {
            !self.mover
        };
        if byte_of(cell) == R::STORE {
            Place::Store(side)
        } else {
            Place::Pit(side, self.live[side][byte_of(cell) as usize])
        }
    }
}

impl<R: Row> Observer for Recorder<'_, R> {
    fn sow(&mut self, from: Cell, seeds: u8, skip: Option<Cell>) {
        let at = self.place(from);
        if !self.trace.is_empty() {
            self.trace.push(Event::Lap { at });
        }
        self.trace.push(Event::Lift { at, seeds });
        for cell in self.paths.walk(from, seeds as usize, skip) {
            let at = self.place(cell);
            let tuzdyk_of = match at {
                Place::Pit(side, pit) if self.tuzdyks[side] == Some(pit) => Some(!side),
                _ => None,
            };
            self.trace.push(Event::Drop { at, tuzdyk_of });
        }
    }

    fn capture(&mut self, from: Cell, seeds: u8) {
        let from = self.place(from);
        let by = self.mover;
        self.trace.push(Event::Capture { from, seeds, by });
    }

    fn tuzdyk(&mut self, pit: Cell, seeds: u8) {
        let at = self.place(pit);
        let by = self.mover;
        self.trace.push(Event::Tuzdyk { at, seeds, by });
    }
}
