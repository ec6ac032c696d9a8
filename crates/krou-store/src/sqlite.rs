//! The store in a SQLite file.
//!
//! A change is written ahead to a log and synced before it is acknowledged, so that neither a
//! killed process nor a power cut loses it. Writers take turns: one connection in this process,
//! the database's lock between processes. Readers are never blocked.

mod accounts;
mod clocks;
mod connections;
mod games;
mod import;
mod journal;
mod maintenance;
mod players;
mod private;
mod ratings;
mod reviews;
mod web;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use jiff::Timestamp;
use krou_rules::Game;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{SqlSafeStr, Sqlite, SqliteConnection, Transaction};

use connections::{Readers, Writer, options};
use games::KnownRules;
use journal::Journal;
pub use maintenance::{CheckReport, ServerLock};

use crate::{
    Error, Filter, GameId, GameInfo, Help, Imported, Name, NewGame, Player, PlayerId, Saved,
    Standing, Store, StoredGame, Trouble,
};

/// How long a program waits for another one that is writing.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// A store in a SQLite file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    file: PathBuf,
    reader: Readers,
    writer: Writer,
    journal: Journal,
    known: Arc<KnownRules>,
}

/// The steps from the first version of the database to this one. A released step never changes.
fn migrations() -> Migrator {
    let steps = [
        (1, "first", include_str!("../migrations/sqlite/1_first.sql")),
        (2, "web", include_str!("../migrations/sqlite/2_web.sql")),
        (
            3,
            "accounts",
            include_str!("../migrations/sqlite/3_accounts.sql"),
        ),
        (
            4,
            "reviews",
            include_str!("../migrations/sqlite/4_reviews.sql"),
        ),
        (
            5,
            "clocks",
            include_str!("../migrations/sqlite/5_clocks.sql"),
        ),
        (
            6,
            "going on",
            include_str!("../migrations/sqlite/6_going_on.sql"),
        ),
        (
            7,
            "installation",
            include_str!("../migrations/sqlite/7_installation.sql"),
        ),
        (
            8,
            "sessions",
            include_str!("../migrations/sqlite/8_sessions.sql"),
        ),
    ];
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.into_iter().map(step).collect())
}

impl SqliteStore {
    /// The name of the file in its directory.
    pub const FILE: &str = "krou.db";

    /// Opens the store in a directory. Directory and file are made if they are not there; an older
    /// file is brought up to date.
    pub async fn open(dir: &Path) -> Result<SqliteStore, Error> {
        private::make_directory(dir).map_err(|error| Error::directory(dir, &error))?;
        let file = dir.join(SqliteStore::FILE);
        private::protect(&file);
        let store = SqliteStore::at(&file, options(&file).create_if_missing(true));
        let end = Instant::now() + LOCK_TIMEOUT;
        loop {
            match store.told(store.migrate()).await {
                Ok(()) => return Ok(store),
                // Of programs that make the file at once only one can; the others are told so
                // without waiting, and find it made a moment later.
                Err(error) if error.is_locked() && Instant::now() < end => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Err(error) => {
                    // What cannot be written can still be read.
                    if error.is_read_only()
                        && store.reader.fall_back(&file).await.ok() == Some(current_version())
                    {
                        return Ok(store);
                    }
                    store.close().await;
                    return Err(error);
                }
            }
        }
    }

    /// The store in a file, not yet opened.
    fn at(file: &Path, options: SqliteConnectOptions) -> SqliteStore {
        let reader = Readers::new(options.clone());
        let writer = Writer::new(options, reader.clone());
        SqliteStore {
            journal: Journal::new(writer.clone()),
            known: Arc::default(),
            writer,
            reader,
            file: file.to_path_buf(),
        }
    }

    /// Brings the database up to date. The lock is taken first, so that of two programs that start
    /// at once one does it and the other finds it done.
    async fn migrate(&self) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        // `run` would do, but its future cannot be sent between threads.
        let before = version(&mut tx).await.unwrap_or(None);
        migrations().run_direct(None, &mut *tx, false).await?;
        if before < Some(7) {
            accounts::key_retired_names(&mut tx).await?;
        }
        tx.commit().await?;
        if before != current_version() {
            // A copy of the file alone has at least its tables.
            self.writer.checkpoint().await?;
        }
        Ok(())
    }

    /// Ends all connections; the log is put back into the file.
    pub async fn close(&self) {
        self.reader().close().await;
        self.writer.close().await;
    }

    /// A change, which has the database to itself until it is committed.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, Error> {
        self.writer.begin().await
    }

    /// Connections for reading.
    fn reader(&self) -> SqlitePool {
        self.reader.pool()
    }

    /// Checks that something can be written, by writing it: as many pages as a new game takes.
    ///
    /// # Errors
    /// The reason why nothing can be written now.
    pub async fn check_writable(&self) -> Result<(), Error> {
        let check = async {
            for sql in [
                "UPDATE installation SET scratch = zeroblob(65536)",
                "UPDATE installation SET scratch = NULL",
            ] {
                let mut tx = self.begin().await?;
                sqlx::query(sql).execute(&mut *tx).await?;
                tx.commit().await?;
            }
            Ok(())
        };
        self.told(check).await
    }

    /// Adds to an error of the database which file it is about.
    async fn told<T>(
        &self,
        work: impl Future<Output = Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        work.await.map_err(|error| error.of(&self.file))
    }
}

/// The version of a file's schema.
async fn version(connection: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    let version = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations WHERE success");
    version.fetch_one(connection).await
}

/// The version of the schema that this program writes.
fn current_version() -> Option<i64> {
    migrations().iter().map(|step| step.version).max()
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        let code = code.and_then(|code| code.parse::<u32>().ok());
        // The extended code of an input or output error says which call failed; the low byte says
        // what kind of error it is.
        let trouble = match code.map(|code| (code & 0xff, code)) {
            Some((5 | 6, _)) => Trouble::Locked,
            Some((3 | 8 | 14, _)) => Trouble::ReadOnly,
            Some((13, _) | (10, 778 | 4618 | 4874)) => Trouble::Full,
            Some((11 | 26, _)) => Trouble::Damaged,
            _ => Trouble::Other(error.to_string()),
        };
        let path = PathBuf::new();
        Error::File { path, trouble }
    }
}

impl From<MigrateError> for Error {
    fn from(error: MigrateError) -> Error {
        let trouble = match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                return error.into();
            }
            MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => Trouble::Newer,
            MigrateError::VersionMismatch(_) => Trouble::Damaged,
            other => Trouble::Other(other.to_string()),
        };
        let path = PathBuf::new();
        Error::File { path, trouble }
    }
}

/// Something in the file that Krou did not write.
fn damaged() -> Error {
    Error::File {
        path: PathBuf::new(),
        trouble: Trouble::Damaged,
    }
}

/// A time as the database keeps it.
fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A time the database has kept; one that no clock can show is shown as the nearest.
fn time(millisecond: i64) -> Timestamp {
    let edge = if millisecond < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    Timestamp::from_millisecond(millisecond).unwrap_or(edge)
}

#[async_trait]
impl Store for SqliteStore {
    async fn create_player(&self, name: &Name) -> Result<Player, Error> {
        self.told(self.add_player(name)).await
    }
    async fn player(&self, name: &str) -> Result<Player, Error> {
        self.told(self.find_player(name)).await
    }
    async fn players(&self) -> Result<Vec<Player>, Error> {
        self.told(self.all_players()).await
    }
    async fn rename_player(&self, player: PlayerId, name: &Name) -> Result<Player, Error> {
        self.told(self.name_player(player, name)).await
    }
    async fn delete_player(&self, player: PlayerId) -> Result<(), Error> {
        self.told(self.forget_player(player)).await
    }
    async fn standings(&self, player: PlayerId) -> Result<Vec<Standing>, Error> {
        self.told(self.standings_of(player)).await
    }
    async fn start_game(&self, new: &NewGame) -> Result<Saved, Error> {
        self.told(self.add_game(new)).await
    }
    async fn save_game(&self, saved: Saved, game: &Game) -> Result<Saved, Error> {
        self.told(self.update_game(saved, game, None)).await
    }
    async fn note_help(&self, game: GameId, help: Help) -> Result<bool, Error> {
        self.told(self.unrate_helped(game, help)).await
    }
    async fn game(&self, game: GameId) -> Result<StoredGame, Error> {
        self.told(self.load_game(game)).await
    }
    async fn games(&self, filter: &Filter) -> Result<Vec<GameInfo>, Error> {
        self.told(self.list_games(filter)).await
    }
    async fn delete_games(&self, games: &[GameId]) -> Result<(), Error> {
        self.told(self.remove_games(games)).await
    }
    async fn import(&self, games: &[NewGame]) -> Result<Imported, Error> {
        self.told(self.add_games(games)).await
    }
}
