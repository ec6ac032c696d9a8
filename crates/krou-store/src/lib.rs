//! Players, games and ratings that last.
//!
//! [`Store`] is the one trait; [`SqliteStore`] keeps everything in a file in the user's data
//! directory, and [`Blocking`] is that for programs that do not wait asynchronously. Every move is
//! stored before it is shown, and what is loaded is played again by its rules.
//!
//! ```
//! use std::sync::Arc;
//! use krou_rules::{BySide, Game, Rules};
//! use krou_store::{Blocking, Filter, Name, NewGame, Seat, Store};
//!
//! # let dir = tempfile::tempdir()?;
//! let store = Blocking::open(dir.path())?;
//! let name: Name = "Ama".parse()?;
//! let ama = store.wait(|s| s.create_player(&name))?;
//!
//! // A game against the engine, stored from the first move on.
//! let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
//! let seats = BySide::new(Seat::Player(ama), Seat::Engine(3));
//! let new = NewGame::new(seats, true, game.clone());
//! let mut saved = store.wait(|s| s.start_game(&new))?;
//! for m in ["C", "F", "b"] {
//!     game.play(m.parse()?)?;
//!     saved = store.wait(|s| s.save_game(saved, &game))?;
//! }
//! drop(store);
//!
//! // The next start finds it.
//! let store = Blocking::open(dir.path())?;
//! let filter = Filter { finished: Some(false), limit: Some(1), ..Filter::default() };
//! let open = store.wait(|s| s.games(&filter))?;
//! let found = store.wait(|s| s.game(open[0].saved.id))?;
//! assert_eq!(found.game.line().to_string(), "CF b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod blocking;
mod clock;
mod error;
mod game;
mod import;
mod player;
mod reserved;
mod sqlite;
mod standing;
mod store;
mod web;

pub use account::{
    Account, AccountName, Accounts, Ended, GamesOf, Leader, NewSession, Secret, Session, Token,
};
pub use blocking::Blocking;
pub use clock::{BadControl, Clocks, Control};
pub use error::{Error, Trouble};
pub use game::{
    BadGameId, Filter, GameId, GameInfo, Help, NewGame, Outcome, Saved, Seat, StoredGame,
};
pub use import::{BadGame, ImportError, Imported, read_game_file, read_games};
pub use jiff::Timestamp;
pub use player::{Name, NameError, Player, PlayerId};
pub use sqlite::{CheckReport, ServerLock, SqliteStore};
pub use standing::{Rating, Standing, Tally};
pub use store::Store;
pub use web::{Table, Visitor, VisitorId, Web};

/// The directory of Krou's data, if none is named: `$XDG_DATA_HOME/krou`, usually
/// `~/.local/share/krou`. Nothing if the user has no home.
pub fn default_dir() -> Option<std::path::PathBuf> {
    use etcetera::BaseStrategy as _;
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("krou"))
}
