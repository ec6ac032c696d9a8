//! The lobby for programs.

use axum::Json;
use axum::extract::State;
use krou_store::{GameInfo, Table};
use serde::Serialize;

use crate::App;
use crate::error::Error;
use crate::live::Seek;

/// Somebody who looks for an opponent. `POST /g/TABLE/join` takes the offer up.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Offer {
    /// The table.
    pub table: String,
    /// Who it is.
    pub name: String,
    /// Rules, switches and start position, as in addresses.
    pub question: String,
    /// The clock: `5+3`, `3d`, or none.
    pub clock: Option<String>,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// The side of whoever takes it up, `S` or `N`.
    pub side: char,
}

/// A game that is being played.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Going {
    /// The table.
    pub table: String,
    /// The game's name.
    pub rules: String,
    /// South's and North's names.
    pub players: [String; 2],
    /// The clock: `5+3`, `3d`, or none.
    pub clock: Option<String>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How many moves were made.
    pub moves: usize,
}

/// What is in the lobby.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct InLobby {
    /// Who looks for an opponent, the first to come first.
    pub seeks: Vec<Offer>,
    /// What is being played, the last moved first.
    pub games: Vec<Going>,
}

impl From<Seek> for Offer {
    fn from(Seek { table, name }: Seek) -> Offer {
        Offer {
            name,
            question: table.question,
            clock: table.clock.map(|clock| clock.to_string()),
            rated: table.rated,
            side: (!table.host_side).letter(),
            table: table.slug,
        }
    }
}

impl From<(Table, GameInfo)> for Going {
    fn from((table, info): (Table, GameInfo)) -> Going {
        Going {
            table: table.slug,
            rules: info.rules,
            players: [info.seats.south.to_string(), info.seats.north.to_string()],
            clock: table.clock.map(|clock| clock.to_string()),
            rated: info.saved.rated,
            moves: info.plies,
        }
    }
}

/// Who looks for an opponent, and what is being played.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = InLobby)))]
pub async fn lobby(State(app): State<App>) -> Result<Json<InLobby>, Error> {
    let shown = app.lobby.look(&app).await?;
    Ok(Json(InLobby {
        seeks: shown.seeks.into_iter().map(Offer::from).collect(),
        games: shown.games.into_iter().map(Going::from).collect(),
    }))
}
