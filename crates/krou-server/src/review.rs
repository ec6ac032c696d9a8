//! Games looked back on: one move after the other on the engine's pool, once, and then kept.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use krou_engine::{Limits, Review};
use krou_rules::Game;
use krou_store::{GameId, Saved, StoredGame, Web};
use serde::Serialize;
use tokio::sync::{Mutex, watch};

use crate::App;
use crate::answer::Reviewed;
use crate::error::Error;

/// How many games are looked back on at once; more are asked to come back.
const MOST: usize = 32;

/// How long each move of a kept game is thought about. The count comes first, so that the same
/// game gets the same review; the time is for a busy machine.
const LOOKING_BACK: Limits = Limits {
    time: Some(Duration::from_secs(2)),
    depth: None,
    nodes: Some(400_000),
};

/// How far a review is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Progress {
    /// Moves looked at.
    pub done: usize,
    /// Moves of the game.
    pub of: usize,
}

/// The review of a kept game.
#[derive(Debug)]
pub enum Found {
    /// It is there.
    Kept(Box<Reviewed>),
    /// It is being made; the channel closes when it is done.
    Running(watch::Receiver<Progress>),
}

/// The reviews that are being made.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    running: Arc<Mutex<HashMap<GameId, watch::Receiver<Progress>>>>,
}

impl Reviews {
    /// The review of a game; if there is none, it is begun.
    pub async fn find(
        &self,
        app: &App,
        from: Option<IpAddr>,
        stored: &StoredGame,
    ) -> Result<Found, Error> {
        let saved = stored.info.saved;
        // Held while the store is asked, so that nobody begins what has just been done.
        let mut running = self.running.lock().await;
        if let Some(kept) = app.store.review(saved.id).await? {
            // What an older version wrote in another way is made anew.
            if let Ok(kept) = serde_json::from_str(&kept) {
                return Ok(Found::Kept(Box::new(kept)));
            }
        }
        if let Some(progress) = running.get(&saved.id) {
            return Ok(Found::Running(progress.clone()));
        }
        if running.len() >= MOST {
            return Err(Error::TooMany(30));
        }
        let of = stored.game.moves().len();
        let (tell, told) = watch::channel(Progress { done: 0, of });
        running.insert(saved.id, told.clone());
        drop(running);
        let (reviews, app, game) = (self.clone(), app.clone(), stored.game.clone());
        tokio::spawn(async move {
            let made = tokio::select! {
                made = make(&app, from, saved, &game, &tell) => made,
                () = app.ending() => Ok(()),
            };
            if let Err(error) = made {
                tracing::warn!(%error, game = saved.id.0, "a game could not be reviewed");
            }
            reviews.running.lock().await.remove(&saved.id);
        });
        Ok(Found::Running(told))
    }
}

/// Reviews a kept game and keeps what was found.
async fn make(
    app: &App,
    from: Option<IpAddr>,
    saved: Saved,
    game: &Game,
    tell: &watch::Sender<Progress>,
) -> Result<(), Error> {
    let review = reviewed(app, from, game, &LOOKING_BACK, |done| {
        tell.send_modify(|progress| progress.done = done);
    });
    let review = Reviewed::new(game, &review.await?);
    let text = serde_json::to_string(&review);
    let text = text.map_err(|error| Error::Inside(error.to_string()))?;
    Ok(app.store.keep_review(saved, &text).await?)
}

/// Reviews a game move by move; between two moves others get their turn at the engine.
pub async fn reviewed(
    app: &App,
    from: Option<IpAddr>,
    game: &Game,
    limits: &Limits,
    mut progress: impl FnMut(usize) + Send,
) -> Result<Review, Error> {
    let mut replay = Game::from_position(Arc::clone(game.rules()), game.positions()[0]);
    let mut moves = Vec::with_capacity(game.moves().len());
    for (n, &m) in game.moves().iter().enumerate() {
        progress(n);
        moves.push(app.pool.review(from, replay.clone(), m, *limits).await?);
        let played = replay.play(m);
        played.map_err(|refusal| Error::Inside(format!("move {n} of a game: {refusal}")))?;
    }
    Ok(Review::of(game, moves))
}
