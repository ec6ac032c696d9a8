//! The one trait behind which players, games and ratings are kept.

use async_trait::async_trait;
use krou_rules::Game;

use crate::{
    Error, Filter, GameId, GameInfo, Help, Imported, Name, NewGame, Player, PlayerId, Saved,
    Standing, StoredGame,
};

/// Keeps players, games and ratings.
///
/// What a method has returned is there for good: it survives the end of the process and of the
/// machine. What fails changes nothing. Any number of programs may use one store at once.
#[async_trait]
pub trait Store: Send + Sync {
    /// Makes a player known. Names are unique regardless of case.
    async fn create_player(&self, name: &Name) -> Result<Player, Error>;

    /// The player of that name, in any case.
    async fn player(&self, name: &str) -> Result<Player, Error>;

    /// Everyone, by name.
    async fn players(&self) -> Result<Vec<Player>, Error>;

    /// Gives a player another name.
    async fn rename_player(&self, player: PlayerId, name: &Name) -> Result<Player, Error>;

    /// Forgets a player and their ratings. Their games stay, since they are the opponents' too: in
    /// them the player becomes a guest of the same name.
    async fn delete_player(&self, player: PlayerId) -> Result<(), Error>;

    /// What a player has achieved, a row for each exact game, the most played first.
    async fn standings(&self, player: PlayerId) -> Result<Vec<Standing>, Error>;

    /// Keeps a game from now on.
    async fn start_game(&self, new: &NewGame) -> Result<Saved, Error>;

    /// Makes the kept game the same as `game`, in one step: moves played, taken back or redone,
    /// the end. Call it after every change and before showing it.
    ///
    /// Refused with [`Error::Finished`] if the kept game is over: a result stands. Refused with
    /// [`Error::Changed`] if somebody else has changed the game since `saved`. Saying the same
    /// twice is harmless. A move taken back is [`Help::TakeBack`], and a game that ends before
    /// [`Game::counts`] is unrated.
    async fn save_game(&self, saved: Saved, game: &Game) -> Result<Saved, Error>;

    /// Notes that a player had help. Returns whether the game was rated until now and no longer
    /// is. A finished game stays as it is.
    async fn note_help(&self, game: GameId, help: Help) -> Result<bool, Error>;

    /// A game, played again by its rules.
    async fn game(&self, game: GameId) -> Result<StoredGame, Error>;

    /// Games, the last changed first.
    async fn games(&self, filter: &Filter) -> Result<Vec<GameInfo>, Error>;

    /// Deletes games and what they did to ratings, all or none.
    async fn delete_games(&self, games: &[GameId]) -> Result<(), Error>;

    /// Deletes one game.
    async fn delete_game(&self, game: GameId) -> Result<(), Error> {
        self.delete_games(&[game]).await
    }

    /// Adds games from elsewhere, all or none. A game that is here already is not added again.
    async fn import(&self, games: &[NewGame]) -> Result<Imported, Error>;
}
