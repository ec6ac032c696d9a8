//! A store for programs that do not wait asynchronously.

use std::future::Future;
use std::path::Path;

use crate::{CheckReport, Error, SqliteStore};

/// A store in a directory, with everything needed to wait for it.
///
/// ```
/// use krou_store::{Blocking, Store};
/// # let dir = tempfile::tempdir().unwrap();
/// let store = Blocking::open(dir.path())?;
/// let ama = store.wait(async |s| s.create_player(&"Ama".parse()?).await)?;
/// assert_eq!(store.wait(async |s| s.players().await)?, [ama]);
/// # Ok::<(), krou_store::Error>(())
/// ```
#[derive(Debug)]
pub struct Blocking {
    store: SqliteStore,
    runtime: tokio::runtime::Runtime,
}

impl Blocking {
    /// Opens the store in a directory, which is made if it is not there.
    pub fn open(dir: &Path) -> Result<Blocking, Error> {
        let runtime = runtime(dir)?;
        let store = runtime.block_on(SqliteStore::open(dir))?;
        Ok(Blocking { store, runtime })
    }

    /// Checks a store's file without changing it; see [`SqliteStore::check`].
    pub fn check(file: &Path) -> Result<CheckReport, Error> {
        runtime(file)?.block_on(SqliteStore::check(file))
    }

    /// Does something with the store and waits for it to be done.
    pub fn wait<'a, F: Future>(&'a self, work: impl FnOnce(&'a SqliteStore) -> F) -> F::Output {
        self.runtime.block_on(work(&self.store))
    }
}

fn runtime(of: &Path) -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| Error::directory(of, &error))
}

impl Drop for Blocking {
    /// Lets the database put its files in order.
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}
