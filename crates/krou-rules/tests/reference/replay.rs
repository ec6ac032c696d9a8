//! A move's story acted out on a plain board.

use super::{Board, Hole};
use krou_rules::{Event, Place};

/// A board on which events are acted out, and the hand that sows.
pub struct Replay {
    pub board: Board,
    pub hand: u32,
}

impl Replay {
    pub fn new(board: Board) -> Replay {
        Replay { board, hand: 0 }
    }

    fn cell(&self, place: Place) -> usize {
        match place {
            Place::Pit(side, pit) => self.board.pit(side, pit.index()),
            Place::Store(side) => self.board.store(side),
        }
    }

    /// Moves all seeds of a place, which must be as many as told, to a store.
    fn carry(&mut self, from: Place, seeds: u8, store: usize) {
        let lifted = self.board.take(self.cell(from));
        assert_eq!(lifted, u32::from(seeds), "seeds in {from:?}");
        self.board.put(store, lifted);
    }

    /// Acts out one event; panics if the board cannot be as the event says.
    pub fn act(&mut self, event: Event) {
        match event {
            Event::Lift { at, seeds } => {
                assert_eq!(self.hand, 0, "the hand is empty before it lifts");
                self.hand = self.board.take(self.cell(at));
                assert_eq!(self.hand, u32::from(seeds), "seeds in {at:?}");
            }
            Event::Drop { at, tuzdyk_of } => {
                assert!(self.hand > 0, "there is a seed to drop in {at:?}");
                self.hand -= 1;
                let cell = self.cell(at);
                match tuzdyk_of {
                    None => self.board.put(cell, 1),
                    Some(owner) => {
                        assert_eq!(self.board.cells[cell], Hole::Tuzdyk);
                        assert_ne!(self.board.owner(cell), owner);
                        self.board.put(self.board.store(owner), 1);
                    }
                }
            }
            Event::Lap { at } => {
                assert_eq!(self.hand, 0, "a lap begins when the hand is empty");
                assert!(self.board.seeds(self.cell(at)) > 1, "{at:?} held seeds");
            }
            Event::Capture { from, seeds, by } => {
                self.carry(from, seeds, self.board.store(by));
            }
            Event::Tuzdyk { at, seeds, by } => {
                self.carry(at, seeds, self.board.store(by));
                let cell = self.cell(at);
                self.board.cells[cell] = Hole::Tuzdyk;
            }
            Event::Burn {
                pits,
                seeds,
                cost,
                by,
            } => {
                for (side, pit) in pits.iter() {
                    let cell = self.board.pit(side, pit.index());
                    assert_eq!(self.board.seeds(cell), u32::from(seeds[side]));
                    self.board.cells[cell] = Hole::Burned;
                }
                let store = self.board.store(by);
                let paid = self.board.seeds(store) - u32::from(cost);
                self.board.cells[store] = Hole::Seeds(paid);
            }
            Event::Sweep { from, seeds, to } => {
                self.carry(from, seeds, self.board.store(to));
            }
        }
    }
}
