//! Waiting at a table for somebody to sit down.

use std::convert::Infallible;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use krou_store::Web;

use super::host_of;
use super::lobby::Seek;
use crate::App;
use crate::error::Error;
use crate::limits::Holding;
use crate::revocation::Access;

/// `/g/SLUG/wait`: one event, when both seats are taken.
pub async fn wait(
    State(app): State<App>,
    Path(slug): Path<String>,
    mut access: Access,
    holding: Holding,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    // Listens before it looks, so that nobody can sit down in between.
    let mut seated = app.seated.subscribe();
    let table = app.store.table(&slug).await?.ok_or(Error::Missing)?;
    let taken = table.game.is_some();
    let visitor = access.visitor.as_ref();
    let is_host = visitor.is_some_and(|visitor| visitor.id == table.host);
    let seek = if table.open && !taken && is_host {
        let name = host_of(&app, &table).await?.name.to_string();
        Some(app.lobby.wait(Seek { table, name }))
    } else {
        None
    };
    let event = futures_util::stream::once(async move {
        // Whoever looks for an opponent is there as long as this is listened to.
        let _seek = (seek, holding);
        let full = async {
            if taken {
                return;
            }
            // One who has fallen behind looks again: the page does so when it is told.
            while seated.recv().await.is_ok_and(|other| other != slug) {}
        };
        tokio::select! { () = full => {}, _ = access.ended() => {} }
        // An event without data would not be heard.
        Ok(Event::default().event("seated").data("now"))
    });
    Ok(Sse::new(event).keep_alive(KeepAlive::default()))
}
