//! Connections to the file: one that writes, a few that read, also where nothing can be written.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::pool::PoolConnectionMetadata;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};

use super::LOCK_TIMEOUT;
use crate::Error;

/// How every connection opens the file.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(LOCK_TIMEOUT)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is overwritten, not only left out.
        .pragma("secure_delete", "ON")
}

/// The write-ahead log of a database.
pub(super) fn log(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// How every pool works. A file does not go away as a server might, so connections are not tested
/// before they are used.
fn pool_options() -> SqlitePoolOptions {
    SqlitePoolOptions::new().test_before_acquire(false)
}

/// The connection that writes.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    pool: SqlitePool,
    readers: Readers,
}

impl Writer {
    pub fn new(options: SqliteConnectOptions, readers: Readers) -> Writer {
        let pool = pool_options().max_connections(1).after_release(is_reusable);
        let pool = pool.connect_lazy_with(options);
        Writer { pool, readers }
    }

    /// Begins a change, which has the database to itself until it is committed.
    pub async fn begin(&self) -> Result<Transaction<'static, Sqlite>, Error> {
        match self.pool.begin_with("BEGIN IMMEDIATE").await {
            Ok(tx) => {
                self.readers.recover().await;
                Ok(tx)
            }
            Err(error) => {
                let error = Error::from(error);
                // SQLite opens a protected file for reading only, and keeps it so.
                if error.is_read_only()
                    && let Some(connection) = self.pool.try_acquire()
                {
                    let _ = connection.close().await;
                }
                Err(error)
            }
        }
    }

    /// Moves the write-ahead log into the file and empties it, as far as readers allow.
    pub async fn checkpoint(&self) -> Result<(), Error> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Whether a connection can be used again. After a failed statement SQLite may have rolled the
/// transaction back on its own while sqlx still counts it as open; such a connection is closed and
/// replaced, so that writing goes on once the disk has room or the lock is gone.
fn is_reusable(
    connection: &mut SqliteConnection,
    _: PoolConnectionMetadata,
) -> Pin<Box<dyn Future<Output = Result<bool, sqlx::Error>> + Send + '_>> {
    Box::pin(async move {
        // Rolling back was only queued; a ping comes after it.
        connection.ping().await?;
        Ok(!connection.is_in_transaction())
    })
}

/// The pool of connections for reading.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    options: SqliteConnectOptions,
    pool: Arc<Mutex<SqlitePool>>,
    /// Whether the pool reads a file that could not be written.
    read_only: Arc<AtomicBool>,
}

impl Readers {
    pub fn new(options: SqliteConnectOptions) -> Readers {
        let pool = connect(options.clone());
        Readers {
            options,
            pool: Arc::new(Mutex::new(pool)),
            read_only: Arc::default(),
        }
    }

    pub fn pool(&self) -> SqlitePool {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, SqlitePool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a file that cannot be written. Returns its schema's version.
    pub async fn fall_back(&self, file: &Path) -> Result<Option<i64>, Error> {
        let read_only = SqliteConnectOptions::new()
            .filename(file)
            .busy_timeout(LOCK_TIMEOUT)
            .read_only(true);
        // Without a write-ahead log beside it the file holds everything. SQLite can read it then
        // without the shared memory it cannot create, as a file that nobody changes.
        let immutable = !log(file).exists();
        let pool = connect(read_only.immutable(immutable));
        let version = match pool.acquire().await {
            Ok(mut connection) => super::version(&mut connection).await,
            Err(error) => Err(error),
        };
        if version.is_err() {
            pool.close().await;
        } else {
            self.replace(pool, true).await;
        }
        Ok(version?)
    }

    /// After something could be written again: reads the file as usual.
    pub async fn recover(&self) {
        if self.read_only.load(Ordering::Acquire) {
            self.replace(connect(self.options.clone()), false).await;
        }
    }

    async fn replace(&self, pool: SqlitePool, read_only: bool) {
        let old = std::mem::replace(&mut *self.lock(), pool);
        self.read_only.store(read_only, Ordering::Release);
        old.close().await;
    }
}

fn connect(options: SqliteConnectOptions) -> SqlitePool {
    pool_options().max_connections(4).connect_lazy_with(options)
}
