//! A game being played: who sits where, what was played, and where it is kept.

use std::rc::Rc;

use krou_engine::Analysis;
use krou_rules::{BySide, Game, IllegalMove, Move, Position, Record, Side, Trace, record::tag};
use krou_store::{Blocking, Error, GameId, Help, NewGame, Saved, Seat, Store, StoredGame};

use crate::text::Text;

/// A game with its players. Every change is stored before it is seen.
#[derive(Debug)]
pub struct Session {
    /// The game as it is shown.
    game: Game,
    /// The finished game, while an earlier position of it is shown.
    ended: Option<Game>,
    seats: BySide<Seat>,
    /// Whether it began as a rated game.
    begun_rated: bool,
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
        let begun_rated = new.is_rated();
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
            ended: None,
            seats,
            begun_rated,
            kept,
        })
    }

    /// A kept game that goes on.
    pub fn resume(stored: StoredGame, store: Rc<Blocking>) -> Session {
        Session {
            game: stored.game,
            ended: None,
            seats: stored.info.seats,
            begun_rated: stored.info.saved.rated,
            kept: Some((store, stored.info.saved)),
        }
    }

    /// The game as it is shown: after the end perhaps an earlier position of it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The whole game, whatever is shown of it.
    pub fn whole(&self) -> &Game {
        self.ended.as_ref().unwrap_or(&self.game)
    }

    /// Whether the game is over, whatever is shown of it.
    pub fn is_over(&self) -> bool {
        self.whole().is_over()
    }

    /// Whether an earlier position of a finished game is shown.
    pub fn looks_back(&self) -> bool {
        self.ended.is_some()
    }

    /// Who plays.
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// What the players are called.
    pub fn names(&self, text: &Text) -> BySide<String> {
        BySide::new(text.seat(&self.seats.south), text.seat(&self.seats.north))
    }

    /// Whether it counts for ratings, as the store says: what is not kept counts nowhere.
    pub fn is_rated(&self) -> bool {
        self.kept.as_ref().is_some_and(|(_, saved)| saved.rated)
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
        !self.is_over() && self.level(self.game.position().turn()).is_none()
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
        if self.is_over() {
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

    /// Takes back a move or a turn; against the engine, also the engine's answer. In a kept game
    /// that is over it only looks back: the result stands. Returns false if there is nothing to
    /// take back.
    pub fn undo(&mut self, step: Step) -> Result<bool, Error> {
        let mut next = self.game.clone();
        let back = |game: &mut Game| match step {
            Step::Move => game.undo_move(),
            Step::Turn => game.undo_turn(),
        };
        if self.is_over() && self.kept.is_some() {
            let done = back(&mut next);
            if done {
                let shown = std::mem::replace(&mut self.game, next);
                self.ended.get_or_insert(shown);
            }
            return Ok(done);
        }
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
        if let Some(ended) = self.ended.take() {
            self.game = if forth(&mut next) && !next.is_over() {
                self.ended = Some(ended);
                next
            } else {
                ended
            };
            return Ok(true);
        }
        if !forth(&mut next) {
            return Ok(false);
        }
        if let Some(human) = self.only_human() {
            while next.position().turn() != human && forth(&mut next) {}
        }
        self.become_game(next)?;
        Ok(true)
    }

    /// Ends the game in some way; false if it could not.
    fn end(&mut self, end: impl FnOnce(&mut Game) -> bool) -> Result<bool, Error> {
        let mut next = self.game.clone();
        let ended = !self.is_over() && end(&mut next);
        if ended {
            self.become_game(next)?;
        }
        Ok(ended)
    }

    /// `side` gives up.
    pub fn resign(&mut self, side: Side) -> Result<bool, Error> {
        self.end(|game| game.resign(side))
    }

    /// The players agree to end the game.
    pub fn agree(&mut self) -> Result<bool, Error> {
        self.end(Game::agree)
    }

    /// Calls off the game, which does not count yet.
    pub fn abort(&mut self) -> Result<bool, Error> {
        self.end(Game::abort)
    }

    /// Whether a game between these players may end now, as `analysis` values it: the engine
    /// agrees only where it has proved that playing on gains it nothing.
    pub fn engines_agree(&self, analysis: &Analysis) -> bool {
        let engines = Side::BOTH.into_iter().filter(|s| self.level(*s).is_some());
        let mut willing = engines.map(|side| krou_engine::agrees(&self.game, side, analysis));
        willing.all(|willing| willing)
    }

    /// Whether the engine plays a side.
    pub fn has_engine(&self) -> bool {
        Side::BOTH.iter().any(|side| self.level(*side).is_some())
    }

    /// A player has help from now on. After the end nothing is help any more.
    pub fn helped(&mut self, help: Help) -> Result<(), Error> {
        if !self.is_over()
            && let Some((store, saved)) = &mut self.kept
            && store.wait(|s| s.note_help(saved.id, help))?
        {
            saved.rated = false;
        }
        Ok(())
    }

    /// The same players once more, their sides changed, from the usual start.
    pub fn rematch(&self) -> Result<Session, Error> {
        let BySide { south, north } = self.seats.clone();
        let start = self.game.positions()[0];
        let game = Game::from_position(self.game.rules().clone(), start);
        Session::new(
            game,
            BySide::new(north, south),
            self.begun_rated,
            self.store(),
        )
    }

    /// A new, unrated game of the same players that goes on from what is shown; nothing if that
    /// is the end.
    pub fn play_on(&self) -> Result<Option<Session>, Error> {
        if self.game.is_over() {
            return Ok(None);
        }
        let start = self.game.positions()[0];
        let mut game = Game::from_position(self.game.rules().clone(), start);
        for &m in self.game.moves() {
            if game.play(m).is_err() {
                return Ok(None);
            }
        }
        Session::new(game, self.seats.clone(), false, self.store()).map(Some)
    }

    fn store(&self) -> Option<Rc<Blocking>> {
        self.kept.as_ref().map(|(store, _)| Rc::clone(store))
    }

    /// The game as a game file.
    pub fn record(&self) -> Record {
        if let Some((store, saved)) = &self.kept
            && let Ok(stored) = store.wait(|s| s.game(saved.id))
        {
            return stored.record();
        }
        let mut record = Record::from_game(self.whole());
        record.set_tag(tag::SOUTH, self.seats.south.to_string());
        record.set_tag(tag::NORTH, self.seats.north.to_string());
        record
    }
}
