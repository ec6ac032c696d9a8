//! Time: whose clock has run out is decided here, whether anybody looks or not.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use krou_rules::Side;
use krou_store::{Clocks, Web};
use serde::Serialize;
use tokio::sync::Notify;

use super::time::{BEAT, GameTime};
use crate::App;
use crate::error::Error;

/// How often the store is told that the server runs, while a clock does.
const PULSE: Duration = Duration::from_secs(5);
/// How long a clock that has run out waits where the store fails.
const AGAIN: i64 = 5000;

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
    time: GameTime,
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
    /// One who goes by this time.
    #[cfg(test)]
    pub fn new(time: GameTime) -> Timekeeper {
        Timekeeper {
            time,
            ..Timekeeper::default()
        }
    }

    /// The time by which games are charged.
    pub fn time(&self) -> &GameTime {
        &self.time
    }

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

    /// Goes on with the clocks of the store, from the last time it knows.
    ///
    /// # Errors
    ///
    /// If the store cannot be read; then no game may be served.
    pub async fn resume(&self, app: &App) -> Result<(), Error> {
        let (latest, running) = app.store.resume_clocks().await?;
        self.time.go_on(latest);
        for (slug, deadline) in running {
            self.set(&slug, Some(deadline));
        }
        Ok(())
    }

    /// Ends games whose time runs out, for as long as the server runs.
    pub async fn keep(self, app: App) {
        // Side by side: no clock waits for the disk.
        tokio::join!(self.end_games(&app), self.beat(&app), self.pulse(&app));
    }

    async fn end_games(&self, app: &App) {
        loop {
            let first = self.first();
            let left = first.as_ref().map(|(deadline, _)| {
                Duration::from_millis((deadline - self.time.now()).max(0).unsigned_abs())
            });
            tokio::select! {
                () = tokio::time::sleep(left.unwrap_or(PULSE)) => {
                    if let Some((_, slug)) = first {
                        self.run_out(app, &slug).await;
                    }
                }
                () = self.sooner.notified() => {}
            }
        }
    }

    /// Reads the time often enough to notice pauses; after one, browsers are told the clocks anew.
    async fn beat(&self, app: &App) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut pauses = 0;
        loop {
            beat.tick().await;
            if self.time.pauses() > pauses {
                pauses = self.time.pauses();
                tracing::warn!("the server has not run for a while; nobody is charged for that");
                for room in app.rooms.open() {
                    room.tell_time().await;
                }
            }
        }
    }

    async fn pulse(&self, app: &App) {
        let mut pulse = tokio::time::interval(PULSE);
        loop {
            pulse.tick().await;
            if self.first().is_some()
                && let Err(error) = app.store.alive(self.time.now()).await
            {
                tracing::warn!(%error, "the time cannot be noted");
            }
        }
    }

    /// Ends the game at a table, if its time has run out.
    async fn run_out(&self, app: &App, slug: &str) {
        let done = async { app.rooms.enter(app, slug).await?.run_out(app).await };
        if let Err(error) = done.await {
            tracing::warn!(%error, table = slug, "a clock that has run out waits");
            self.set(slug, Some(self.time.now() + AGAIN));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use krou_store::SqliteStore;

    use super::super::hostile::table;
    use super::super::time::tests::{by_hand, pass};
    use super::*;
    use crate::Settings;

    #[tokio::test]
    async fn a_pause_or_a_restart_ends_no_game_and_running_time_does() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await.unwrap();
        let (time, hand) = by_hand();
        let mut app = App::new(store, &Settings::default());
        app.clocks = Timekeeper::new(time.clone());
        // A minute each.
        let (slug, _) = table(&app, "kalah").await;
        let room = app.rooms.enter(&app, &slug).await.unwrap();
        pass(&time, &hand, 40_000);
        app.store.alive(time.now()).await.unwrap();
        hand.fetch_add(3_600_000, Ordering::SeqCst);
        app.clocks.run_out(&app, &slug).await;
        assert!(
            !room.stands().await.1.is_over(),
            "nobody is charged a pause"
        );

        // Another process, much later.
        let (time, hand) = by_hand();
        app.clocks = Timekeeper::new(time.clone());
        app.clocks.resume(&app).await.unwrap();
        assert_eq!(time.now(), 40_000);
        let room = app.rooms.forget(&app, &slug).await;
        pass(&time, &hand, 19_000);
        app.clocks.run_out(&app, &slug).await;
        assert!(!room.stands().await.1.is_over(), "a second is left");
        pass(&time, &hand, 1_000);
        app.clocks.run_out(&app, &slug).await;
        assert!(room.stands().await.1.is_over());
    }
}
