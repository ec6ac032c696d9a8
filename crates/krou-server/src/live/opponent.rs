//! The engine's seat at a table.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use krou_engine::Level;
use krou_rules::{Game, Side};
use krou_store::{Clocks, Seat};

use super::Room;
use super::room::Inner;
use crate::App;
use crate::error::Error;

/// The longest the engine thinks about a move.
const LONGEST: Duration = Duration::from_secs(2);
/// How long it waits where the store or the pool fails, before it tries again.
const PAUSE: Duration = Duration::from_secs(2);

impl Room {
    /// Lets the engine think if it is its turn and somebody waits for it.
    pub async fn wake(room: &Arc<Room>, app: &App) {
        let mut inner = room.inner.lock().await;
        if inner.thinking || room.engine_to_move(&inner).is_none() {
            return;
        }
        inner.thinking = true;
        drop(inner);
        let (room, app) = (Arc::clone(room), app.clone());
        tokio::spawn(async move { room.engine_plays(&app).await });
    }

    /// The engine's level, if it is its turn and somebody waits: a player, or the clock.
    fn engine_to_move(&self, inner: &Inner) -> Option<Level> {
        let awaited = inner.clocks.is_some() || inner.awaited;
        match self.seats[inner.game.position().turn()] {
            Seat::Engine(level) if awaited && !inner.game.is_over() => Level::new(level),
            _ => None,
        }
    }

    /// Plays the engine's moves until it is somebody else's turn, or nobody waits any more.
    async fn engine_plays(&self, app: &App) {
        loop {
            let stirred = self.stirred.notified();
            let (game, v, level, time, from) = {
                let mut inner = self.inner.lock().await;
                let Some(level) = self.engine_to_move(&inner) else {
                    // Under the same lock as the look, so that no move falls between.
                    inner.thinking = false;
                    return;
                };
                let side = inner.game.position().turn();
                let time = thinking_time(inner.clocks.as_ref(), side, self.time.now());
                let v = inner.saved.revision;
                (inner.game.clone(), v, level, time, inner.from)
            };
            let played = tokio::select! {
                played = self.engine_moves(app, from, game, v, (level, time)) => played,
                // Taken back, given up, or left alone: think again about what is now.
                () = stirred => Ok(()),
                () = app.ending() => return,
            };
            match played {
                Ok(()) => {}
                // The game has gone on: think about what it is now.
                Err(error) if error.status() == StatusCode::CONFLICT => {}
                Err(error) => {
                    tracing::warn!(%error, table = self.table.slug, "the engine waits to move");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn engine_moves(
        &self,
        app: &App,
        from: Option<IpAddr>,
        game: Game,
        v: i64,
        (level, time): (Level, Duration),
    ) -> Result<(), Error> {
        let side = game.position().turn();
        // A level's form is the same for the whole game, also after a restart.
        let mut seed = DefaultHasher::new();
        self.table.slug.hash(&mut seed);
        let chosen = app
            .pool
            .choose(from, game, level, time, seed.finish())
            .await?;
        let m = chosen.ok_or_else(|| Error::Inside("the engine found no move".into()))?;
        self.play(app, side, m, v, self.time.now()).await
    }
}

/// A share of what is left, so that the engine does not run out of time.
fn thinking_time(clocks: Option<&Clocks>, side: Side, now: i64) -> Duration {
    let share = clocks.map_or(i64::MAX, |clocks| clocks.left(side, now) / 20);
    LONGEST.min(Duration::from_millis(share.unsigned_abs()))
}
