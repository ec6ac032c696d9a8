//! Time: whose clock has run out is decided here, whether anybody looks or not.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use krou_rules::Side;
use krou_store::{Clocks, Timestamp, Web};
use serde::Serialize;
use tokio::sync::Notify;

use crate::App;

/// How often the store is told that the server runs, while a clock does.
const PULSE: Duration = Duration::from_secs(5);

/// Now, as clocks count.
pub fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The clocks as a browser is told.
#[derive(Clone, Debug, Serialize)]
pub struct ClockView {
    /// The milliseconds South and North have left.
    pub left: [i64; 2],
    /// Whose clock runs.
    pub running: Option<char>,
}

impl ClockView {
    /// The clocks as they stand now.
    pub fn new(clocks: &Clocks, now: i64) -> ClockView {
        ClockView {
            left: [clocks.left(Side::South, now), clocks.left(Side::North, now)],
            running: clocks.running.map(|(side, _)| side.letter()),
        }
    }
}

/// When the clocks of all tables will have run out.
#[derive(Clone, Debug, Default)]
pub struct Timekeeper {
    due: Arc<Mutex<Due>>,
    sooner: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Due {
    first: BTreeSet<(i64, String)>,
    of: HashMap<String, i64>,
}

impl Due {
    fn set(&mut self, slug: &str, deadline: Option<i64>) {
        if let Some(old) = self.of.remove(slug) {
            self.first.remove(&(old, slug.to_string()));
        }
        if let Some(deadline) = deadline {
            self.of.insert(slug.to_string(), deadline);
            self.first.insert((deadline, slug.to_string()));
        }
    }
}

impl Timekeeper {
    fn due(&self) -> std::sync::MutexGuard<'_, Due> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on a table's clock runs out then, or not at all.
    pub fn set(&self, slug: &str, deadline: Option<i64>) {
        self.due().set(slug, deadline);
        self.sooner.notify_one();
    }

    /// The table whose clock runs out first.
    fn first(&self) -> Option<(i64, String)> {
        self.due().first.first().cloned()
    }

    /// Ends games whose time runs out, for as long as the server runs.
    pub async fn keep(self, app: App) {
        loop {
            match app.store.resume_clocks().await {
                Ok(running) => {
                    for (slug, deadline) in running {
                        self.set(&slug, Some(deadline));
                    }
                    break;
                }
                Err(error) => {
                    tracing::error!(%error, "the clocks cannot be read");
                    tokio::time::sleep(PULSE).await;
                }
            }
        }
        let mut pulse = tokio::time::interval(PULSE);
        loop {
            let first = self.first();
            let wait = first.as_ref().map_or(PULSE, |(deadline, _)| {
                Duration::from_millis((deadline - now()).max(0).unsigned_abs())
            });
            tokio::select! {
                () = tokio::time::sleep(wait) => {
                    if let Some((_, slug)) = first {
                        self.run_out(&app, &slug).await;
                    }
                }
                () = self.sooner.notified() => {}
                _ = pulse.tick() => {
                    if first.is_some() && let Err(error) = app.store.alive().await {
                        tracing::warn!(%error, "the time cannot be noted");
                    }
                }
            }
        }
    }

    /// Ends the game at a table, if its time has run out.
    async fn run_out(&self, app: &App, slug: &str) {
        let done = async { app.rooms.enter(app, slug).await?.run_out(app).await };
        if let Err(error) = done.await {
            tracing::warn!(%error, table = slug, "a clock that has run out waits");
            self.set(slug, Some(now() + 5000));
        }
    }
}
