//! Whether the server can do its work, and what is tidied up in the background.

use std::sync::Arc;
use std::time::Duration;

use krou_store::SqliteStore;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::App;

/// How long an answer is good for.
const KEPT: Duration = Duration::from_secs(1);

/// Pause between two rounds of removing what is abandoned.
const TIDY_INTERVAL: Duration = Duration::from_hours(6);

/// Whether the store could be written when it was last asked.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Mutex<Option<(Instant, bool)>>>);

impl Health {
    /// Whether something can be written. Asks the store at most once a second, and once for all who
    /// wait.
    pub async fn is_writable(&self, store: &SqliteStore) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, writable)) = *last
            && at.elapsed() < KEPT
        {
            return writable;
        }
        let checked = store.check_writable().await;
        if let Err(error) = &checked {
            tracing::warn!(%error, "nothing can be written");
        }
        *last = Some((Instant::now(), checked.is_ok()));
        checked.is_ok()
    }
}

/// Removes abandoned guests and tables now and then, until the server ends.
pub async fn tidy(app: App) {
    let mut round = tokio::time::interval(TIDY_INTERVAL);
    loop {
        round.tick().await;
        match app.store.remove_abandoned().await {
            Ok((guests, tables)) => tracing::info!(guests, tables, "removed what was abandoned"),
            Err(error) => tracing::warn!(%error, "could not remove what is abandoned"),
        }
    }
}
