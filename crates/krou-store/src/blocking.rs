//! A store for programs that do not wait asynchronously.

use std::future::Future;
use std::path::Path;

use crate::{Error, SqliteStore};

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
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| Error::directory(dir, &error))?;
        let store = runtime.block_on(SqliteStore::open(dir))?;
        Ok(Blocking { store, runtime })
    }

    /// Does something with the store and waits for it to be done.
    pub fn wait<'a, F: Future>(&'a self, work: impl FnOnce(&'a SqliteStore) -> F) -> F::Output {
        self.runtime.block_on(work(&self.store))
    }
}

impl Drop for Blocking {
    /// Lets the database put its files in order.
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}
