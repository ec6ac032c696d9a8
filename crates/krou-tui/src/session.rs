//! A game being played: who sits where, what was played, and where it is kept.

use std::rc::Rc;

use krou_rules::{BySide, Game, IllegalMove, Move, Position, Record, Side, Trace, record::tag};
use krou_store::{Blocking, Error, GameId, NewGame, Saved, Seat, Store, StoredGame};

use crate::text::Text;

/// A game with its players. Every change is stored before it is seen.
#[derive(Debug)]
pub struct Session {
    game: Game,
    seats: BySide<Seat>,
    rated: bool,
    kept: Option<(Rc<Blocking>, Saved)>,
}

/// Why a move was not played.
#[derive(Debug)]
pub enum Refused {
    /// The rules do not allow it.
    Illegal(IllegalMove),
    /// It could not be stored.
    Store(Error),
}

/// A move that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub m: Move,
    /// The board before it.
    pub before: Position,
    /// The board after it.
    pub after: Position,
    /// Its story.
    pub trace: Trace,
}

/// How much is taken back or played again at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One move.
    Move,
    /// All moves of a turn.
    Turn,
}

impl Session {
    /// A game that begins, kept in `store` if there is one.
    pub fn new(
        game: Game,
        seats: BySide<Seat>,
        rated: bool,
        store: Option<Rc<Blocking>>,
    ) -> Result<Session, Error> {
        let new = NewGame::new(seats, rated, game);
        let rated = new.is_rated();
        let kept = match store {
            Some(store) => {
                let saved = store.wait(|s| s.start_game(&new))?;
                Some((store, saved))
            }
            None => None,
        };
        let NewGame { game, seats, .. } = new;
        Ok(Session {
            game,
            seats,
            rated,
            kept,
        })
    }

    /// A kept game that goes on.
    pub fn resume(stored: StoredGame, store: Rc<Blocking>) -> Session {
        Session {
            game: stored.game,
            seats: stored.info.seats,
            rated: stored.info.rated,
            kept: Some((store, stored.info.saved)),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who plays.
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// What the players are called.
    pub fn names(&self, text: &Text) -> BySide<String> {
        BySide::new(text.seat(&self.seats.south), text.seat(&self.seats.north))
    }

    /// Whether it counts for ratings.
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// The number under which it is kept.
    pub fn id(&self) -> Option<GameId> {
        self.kept.as_ref().map(|(_, saved)| saved.id)
    }

    /// The engine's level on a side, if the engine plays it.
    pub fn level(&self, side: Side) -> Option<u8> {
        match self.seats[side] {
            Seat::Engine(level) => Some(level),
            _ => None,
        }
    }

    /// Whether the player to move is a person.
    pub fn is_human_turn(&self) -> bool {
        !self.game.is_over() && self.level(self.game.position().turn()).is_none()
    }

    /// The only person at the board, if there is just one.
    pub fn only_human(&self) -> Option<Side> {
        match Side::BOTH.map(|side| self.level(side).is_none()) {
            [true, false] => Some(Side::South),
            [false, true] => Some(Side::North),
            _ => None,
        }
    }

    /// Stores the changed game, then makes it the game.
    fn become_game(&mut self, next: Game) -> Result<(), Error> {
        if let Some((store, saved)) = &mut self.kept {
            *saved = store.wait(|s| s.save_game(*saved, &next))?;
        }
        self.game = next;
        Ok(())
    }

    /// Plays a move.
    pub fn play(&mut self, m: Move) -> Result<Played, Refused> {
        let before = *self.game.position();
        if self.game.is_over() {
            return Err(Refused::Illegal(IllegalMove::Over));
        }
        let told = self.game.rules().play_traced(&before, m);
        let (after, trace) = told.map_err(Refused::Illegal)?;
        let mut next = self.game.clone();
        next.play(m).map_err(Refused::Illegal)?;
        self.become_game(next).map_err(Refused::Store)?;
        Ok(Played {
            m,
            before,
            after,
            trace,
        })
    }

    /// Takes back a move or a turn; against the engine, also the engine's answer. False if there
    /// is nothing to take back.
    pub fn undo(&mut self, step: Step) -> Result<bool, Error> {
        let mut next = self.game.clone();
        let back = |game: &mut Game| match step {
            Step::Move => game.undo_move(),
            Step::Turn => game.undo_turn(),
        };
        let moves = next.moves().len();
        if !back(&mut next) {
            return Ok(false);
        }
        // A resignation taken back takes no move with it.
        if let Some(human) = self.only_human()
            && next.moves().len() < moves
        {
            while next.position().turn() != human {
                if !back(&mut next) {
                    return Ok(false);
                }
            }
        }
        self.become_game(next)?;
        Ok(true)
    }

    /// Plays again what was taken back; against the engine, until the person is to move again.
    pub fn redo(&mut self, step: Step) -> Result<bool, Error> {
        let mut next = self.game.clone();
        let forth = |game: &mut Game| match step {
            Step::Move => game.redo_move(),
            Step::Turn => game.redo_turn(),
        };
        if !forth(&mut next) {
            return Ok(false);
        }
        if let Some(human) = self.only_human() {
            while next.position().turn() != human && forth(&mut next) {}
        }
        self.become_game(next)?;
        Ok(true)
    }

    /// `side` gives up.
    pub fn resign(&mut self, side: Side) -> Result<bool, Error> {
        let mut next = self.game.clone();
        let ended = next.resign(side);
        if ended {
            self.become_game(next)?;
        }
        Ok(ended)
    }

    /// The players agree to end the game.
    pub fn agree(&mut self) -> Result<bool, Error> {
        let mut next = self.game.clone();
        let ended = next.agree();
        if ended {
            self.become_game(next)?;
        }
        Ok(ended)
    }

    /// A player had help: the game no longer counts.
    pub fn helped(&mut self) -> Result<(), Error> {
        if self.rated && !self.game.is_over() {
            if let Some((store, saved)) = &self.kept {
                store.wait(|s| s.unrate_game(saved.id))?;
            }
            self.rated = false;
        }
        Ok(())
    }

    /// The same players once more, their sides changed, from the usual start.
    pub fn rematch(&self) -> Result<Session, Error> {
        let BySide { south, north } = self.seats.clone();
        let start = self.game.positions()[0];
        let game = Game::from_position(self.game.rules().clone(), start);
        let store = self.kept.as_ref().map(|(store, _)| Rc::clone(store));
        Session::new(game, BySide::new(north, south), self.rated, store)
    }

    /// The game as a game file.
    pub fn record(&self) -> Record {
        if let Some((store, saved)) = &self.kept
            && let Ok(stored) = store.wait(|s| s.game(saved.id))
        {
            return stored.record();
        }
        let mut record = Record::from_game(&self.game);
        record.set_tag(tag::SOUTH, self.seats.south.to_string());
        record.set_tag(tag::NORTH, self.seats.north.to_string());
        record
    }
}
