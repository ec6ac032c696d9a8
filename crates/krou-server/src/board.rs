//! A position as the board element takes it: with every legal move and its trace.

use krou_rules::{Event, Game, Move, Pit, Place, Position, Rules, Side};
use serde::Serialize;

/// A place by its letter: a pit's, or `S` and `N` for the stores (pits go no further than `L`).
fn place(place: Place) -> char {
    match place {
        Place::Pit(side, pit) => pit.letter(side),
        Place::Store(side) => side.letter(),
    }
}

/// What lies on the board when a game stands: at its end, what its last move left. A game that was
/// given up, agreed to be over or lost on time keeps its board; what was still in the pits counts in
/// its result.
pub fn on_the_board(game: &Game) -> &Position {
    game.positions().last().unwrap_or(game.position())
}

/// One event of a move, as the board element reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum EventView {
    /// All seeds of a pit are taken up.
    Lift {
        /// The pit.
        lift: char,
        /// How many.
        seeds: u8,
    },
    /// A seed falls.
    Drop {
        /// Where.
        drop: char,
        /// The store it goes to at once, if it fell into a tuzdyk.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<char>,
    },
    /// Another lap begins.
    Lap {
        /// From this pit.
        lap: char,
    },
    /// Seeds are captured.
    Capture {
        /// The pit they lay in.
        capture: char,
        /// How many.
        seeds: u8,
        /// Whose store they go to.
        to: char,
    },
    /// A pit becomes a tuzdyk.
    Tuzdyk {
        /// The pit.
        tuzdyk: char,
        /// The seeds taken from it.
        seeds: u8,
        /// Whose it is.
        to: char,
    },
    /// A column burns.
    Burn {
        /// South's and North's pit.
        burn: [char; 2],
        /// The seeds in them.
        seeds: [u8; 2],
        /// What the mover paid.
        cost: u8,
        /// The mover.
        by: char,
    },
    /// Seeds left on the board go to a store.
    Sweep {
        /// The pit they lay in.
        sweep: char,
        /// How many.
        seeds: u8,
        /// Whose store they go to.
        to: char,
    },
}

impl From<Event> for EventView {
    fn from(event: Event) -> EventView {
        let letter = |side: Side, pit: Pit| pit.letter(side);
        match event {
            Event::Lift { at, seeds } => EventView::Lift {
                lift: place(at),
                seeds,
            },
            Event::Drop { at, tuzdyk_of } => EventView::Drop {
                drop: place(at),
                to: tuzdyk_of.map(Side::letter),
            },
            Event::Lap { at } => EventView::Lap { lap: place(at) },
            Event::Capture { from, seeds, by } => EventView::Capture {
                capture: place(from),
                seeds,
                to: by.letter(),
            },
            Event::Tuzdyk { at, seeds, by } => EventView::Tuzdyk {
                tuzdyk: place(at),
                seeds,
                to: by.letter(),
            },
            Event::Burn {
                pits,
                seeds,
                cost,
                by,
            } => EventView::Burn {
                burn: [
                    letter(Side::South, pits.south),
                    letter(Side::North, pits.north),
                ],
                seeds: [seeds.south, seeds.north],
                cost,
                by: by.letter(),
            },
            Event::Sweep { from, seeds, to } => EventView::Sweep {
                sweep: place(from),
                seeds,
                to: to.letter(),
            },
        }
    }
}

/// A move, what it does, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct MoveView {
    /// As it is written.
    #[serde(rename = "move")]
    pub written: String,
    /// Its events in order.
    pub trace: Vec<EventView>,
    /// The position after it.
    pub position: String,
    /// Whether the same player moves again.
    pub again: bool,
    /// Whether it ends the game.
    pub over: bool,
}

impl MoveView {
    /// What a legal move does; nothing if it is not legal.
    pub fn new(rules: &Rules, before: &Position, m: Move) -> Option<MoveView> {
        let (after, trace) = rules.play_traced(before, m).ok()?;
        Some(MoveView {
            written: m.to_string(),
            trace: trace.into_iter().map(EventView::from).collect(),
            position: after.to_string(),
            again: !after.is_over() && after.turn() == before.turn(),
            over: after.is_over(),
        })
    }

    /// Every move that may be played now.
    pub fn all(game: &Game) -> Vec<MoveView> {
        let view = |&m| MoveView::new(game.rules(), game.position(), m);
        game.legal_moves().iter().filter_map(view).collect()
    }

    /// The last move of a game.
    pub fn last(game: &Game) -> Option<MoveView> {
        let (&m, before) = (game.moves().last()?, game.positions().iter().nth_back(1)?);
        MoveView::new(game.rules(), before, m)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_move_is_told_as_the_board_element_reads_it() {
        let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
        let told = serde_json::to_value(MoveView::all(&game)).unwrap();
        assert_eq!(
            told[2],
            serde_json::json!({
                "move": "C",
                "trace": [
                    {"lift": "C", "seeds": 4}, {"drop": "D"}, {"drop": "E"}, {"drop": "F"}, {"drop": "S"},
                ],
                "position": "4,4,0,5,5,5/4,4,4,4,4,4/1,0/S",
                "again": true,
                "over": false,
            })
        );
        assert_eq!(MoveView::last(&game), None);
        game.play("C".parse().unwrap()).unwrap();
        assert_eq!(MoveView::last(&game).unwrap().written, "C");
    }

    #[test]
    fn a_game_that_was_given_up_keeps_its_board() {
        let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
        game.play("A".parse().unwrap()).unwrap();
        let board = game.position().to_string();
        assert!(game.resign(Side::North));
        assert_ne!(
            game.position().to_string(),
            board,
            "its seeds are shared out"
        );
        assert_eq!(on_the_board(&game).to_string(), board);
    }
}
