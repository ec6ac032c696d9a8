//! Games as they are played: rooms with the last events, so that a reconnect gets just the gap.

mod clock;
mod deal;
#[cfg(test)]
mod hostile;
mod lobby;
mod message;
mod opponent;
mod room;
mod socket;
mod time;
mod wait;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use krou_rules::BySide;
use krou_store::{Seat, Store, Table, Visitor, Web};

use crate::App;
use crate::error::Error;

pub use clock::Timekeeper;
pub use lobby::{Lobby, Seek, Shown, stream as lobby};
pub use room::Room;
pub use socket::connect;
pub use wait::wait;

/// The rooms somebody is in. A room is loaded when it is first needed and forgotten with the last
/// one who leaves; everything that counts is in the store.
#[derive(Clone, Debug, Default)]
pub struct Rooms {
    open: Arc<Mutex<HashMap<String, Weak<Room>>>>,
    /// Only one loads at a time, so that a table never has two rooms.
    loading: Arc<tokio::sync::Mutex<()>>,
}

impl Rooms {
    fn find(&self, slug: &str) -> Option<Arc<Room>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(slug).and_then(Weak::upgrade)
    }

    /// How many games somebody plays or watches now.
    pub fn count(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().filter(|room| room.strong_count() > 0).count()
    }

    /// The rooms somebody is in.
    fn open(&self) -> Vec<Arc<Room>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().filter_map(Weak::upgrade).collect()
    }

    fn keep(&self, slug: &str, room: &Arc<Room>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, room| room.strong_count() > 0);
        open.insert(slug.to_string(), Arc::downgrade(room));
    }

    /// Loads a table's room anew, as a restarted server does.
    #[cfg(test)]
    async fn forget(&self, app: &App, slug: &str) -> Arc<Room> {
        let open = self.open.lock();
        open.unwrap_or_else(PoisonError::into_inner).remove(slug);
        self.enter(app, slug).await.expect("a table")
    }

    /// The room of a table whose game has begun.
    pub async fn enter(&self, app: &App, slug: &str) -> Result<Arc<Room>, Error> {
        if let Some(room) = self.find(slug) {
            return Ok(room);
        }
        let _loading = self.loading.lock().await;
        if let Some(room) = self.find(slug) {
            return Ok(room);
        }
        let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
        let game = table.game.ok_or(Error::Missing)?;
        let stored = app.store.game(game).await?;
        let room = Arc::new(Room::new(app, table, stored));
        self.keep(slug, &room);
        Room::wake(&room, app).await;
        Ok(room)
    }
}

/// The name of whoever sits on a side, before or after the game has begun.
pub async fn host_of(app: &App, table: &Table) -> Result<Visitor, Error> {
    let host = app.store.visitor_by_id(table.host).await?;
    host.ok_or(Error::Missing)
}

/// Who sits where at a table, under the names they go by now.
pub async fn seats_of(app: &App, table: &Table) -> Result<BySide<Seat>, Error> {
    let host = host_of(app, table).await?.seat();
    let other = match (table.guest, table.level) {
        (Some(guest), _) => {
            let guest = app.store.visitor_by_id(guest).await?;
            guest.ok_or(Error::Missing)?.seat()
        }
        (None, Some(level)) => Seat::Engine(level),
        (None, None) => return Err(Error::Missing),
    };
    Ok(BySide::from_view(table.host_side, host, other))
}
