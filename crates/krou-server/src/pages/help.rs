//! Help in a game against the engine.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use krou_store::{Help, Store, Web};

use crate::App;
use crate::answer::Analysed;
use crate::error::Error;
use crate::limits::Caller;
use crate::refusal;
use crate::visitor::Asking;

/// How long the engine thinks for the other side.
const THINKING: Duration = Duration::from_secs(1);

/// `POST /g/SLUG/help`: the value of every move, for a player against the engine whose turn it is.
/// From then on the game is unrated. In a game between people there is no help.
pub async fn help(
    State(app): State<App>,
    Caller(from): Caller,
    Path(slug): Path<String>,
    Asking(asking): Asking,
) -> Result<Json<Analysed>, Error> {
    let table = app.store.table(&slug).await?.ok_or(Error::Missing)?;
    let side = asking.and_then(|asking| table.side_of(asking.id));
    let (Some(side), Some(_), Some(id)) = (side, table.level, table.game) else {
        return Err(Error::Refused(refusal::NO_HELP_HERE));
    };
    let game = app.store.game(id).await?.game;
    if game.is_over() || game.position().turn() != side {
        return Err(Error::Refused(refusal::NO_HELP_NOW));
    }
    app.store.note_help(id, Help::Values).await?;
    let analysis = app.pool.analyse(from, game.clone(), THINKING).await?;
    Ok(Json(Analysed::new(&game, &analysis)))
}
