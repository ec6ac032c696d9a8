//! The lobby: who looks for anybody to play with, and what is being played, told as it changes.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt};
use krou_store::{Control, GameInfo, Table, Timestamp, VisitorId, Web};
use tokio::sync::{Notify, watch};
use tokio_stream::wrappers::WatchStream;

use crate::App;
use crate::error::Error;
use crate::lang::Speaks;
use crate::limits::Holding;
use crate::pages;

/// How many games a list shows.
pub const SHOWN: u32 = 12;
/// The lobby is told anew at most this often.
const PAUSE: Duration = Duration::from_millis(300);
/// A game without a move for so long is not being played now, unless a turn has days.
const LULL: i64 = 30 * 60 * 1000;

/// Somebody who looks for an opponent.
#[derive(Clone, Debug)]
pub struct Seek {
    /// Where the game will be.
    pub table: Table,
    /// Who it is.
    pub name: String,
}

/// What the lobby shows.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Who looks for an opponent, the first to come first.
    pub seeks: Vec<Seek>,
    /// What is being played, the last moved first.
    pub games: Vec<(Table, GameInfo)>,
}

/// Who waits, with how many pages open, in the order they came.
type Waiting = BTreeMap<String, (u64, usize, Seek)>;

/// Who looks for an opponent. They are there as long as their page is open.
#[derive(Clone, Debug)]
pub struct Lobby {
    waiting: Arc<Mutex<Waiting>>,
    stirred: Arc<Notify>,
    shown: watch::Sender<Arc<Shown>>,
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby {
            waiting: Arc::default(),
            stirred: Arc::default(),
            shown: watch::channel(Arc::default()).0,
        }
    }
}

/// Somebody's page that waits; when it is gone, they are.
#[derive(Debug)]
pub struct Waits {
    lobby: Lobby,
    slug: String,
}

impl Drop for Waits {
    fn drop(&mut self) {
        let mut waiting = self.lobby.waiting();
        if let Some((_, pages, _)) = waiting.get_mut(&self.slug) {
            *pages -= 1;
            if *pages == 0 {
                waiting.remove(&self.slug);
            }
        }
        drop(waiting);
        self.lobby.stir();
    }
}

impl Lobby {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody waits for anybody, for as long as what this returns is kept.
    pub fn wait(&self, seek: Seek) -> Waits {
        let slug = seek.table.slug.clone();
        let mut waiting = self.waiting();
        let last = waiting.values().map(|(number, ..)| *number).max();
        let number = last.map_or(0, |last| last + 1);
        let entry = waiting.entry(slug.clone()).or_insert((number, 0, seek));
        entry.1 += 1;
        drop(waiting);
        self.stir();
        let lobby = self.clone();
        Waits { lobby, slug }
    }

    /// Whether somebody waits at a table.
    pub fn awaits(&self, slug: &str) -> bool {
        self.waiting().contains_key(slug)
    }

    /// A seat was taken.
    pub fn taken(&self, slug: &str) {
        let mut waiting = self.waiting();
        waiting.remove(slug);
        drop(waiting);
        self.stir();
    }

    /// Two begin to play: what else they had offered is withdrawn. Answers with its tables.
    pub fn withdraw(&self, players: [VisitorId; 2]) -> Vec<String> {
        let mut withdrawn = Vec::new();
        self.waiting().retain(|slug, (_, _, seek)| {
            let theirs = players.contains(&seek.table.host);
            if theirs {
                withdrawn.push(slug.clone());
            }
            !theirs
        });
        self.stir();
        withdrawn
    }

    /// Something in the lobby has changed.
    pub fn stir(&self) {
        self.stirred.notify_one();
    }

    /// Who looks for an opponent, the first to come first.
    fn seeks(&self) -> Vec<Seek> {
        let waiting = self.waiting();
        let mut seeks: Vec<_> = waiting.values().map(|(n, _, seek)| (*n, seek)).collect();
        seeks.sort_by_key(|(number, _)| *number);
        let seeks = seeks.into_iter().take(SHOWN as usize);
        seeks.map(|(_, seek)| seek.clone()).collect()
    }

    /// What the lobby shows now.
    pub async fn look(&self, app: &App) -> Result<Shown, Error> {
        let mut games = app.store.tables(None, false, SHOWN).await?;
        let now = Timestamp::now().as_millisecond();
        games.retain(|(table, info)| {
            let slow = matches!(table.clock, Some(Control::Days(_)));
            slow || now - info.updated.as_millisecond() < LULL
        });
        let seeks = self.seeks();
        Ok(Shown { seeks, games })
    }

    /// Tells those who look at the lobby what changes, for as long as the server runs.
    pub async fn keep(self, app: App) {
        loop {
            self.stirred.notified().await;
            tokio::time::sleep(PAUSE).await;
            match self.look(&app).await {
                Ok(shown) => {
                    self.shown.send_replace(Arc::new(shown));
                }
                Err(error) => tracing::warn!(%error, "the lobby cannot be shown"),
            }
        }
    }
}

/// `/lobby`: the lists of the first page, now and each time they change.
pub async fn stream(
    State(app): State<App>,
    holding: Holding,
    speaks: Speaks,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    // Listens before it looks, so that nothing is missed.
    let changes = WatchStream::from_changes(app.lobby.shown.subscribe());
    let now = Arc::new(app.lobby.look(&app).await?);
    let shown = futures_util::stream::once(async { now }).chain(changes);
    let events = shown.map(move |shown| {
        let _held = &holding;
        let html = pages::lobby(&shown, &speaks);
        Ok(Event::default().event("lobby").data(html))
    });
    let events = events.take_until(async move { app.ending().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
