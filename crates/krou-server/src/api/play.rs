//! Playing, for programs: tables, moves, and streams of one JSON object a line.

use std::collections::HashSet;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use krou_rules::Side;
use krou_store::{Accounts, Seat, Store, Table, Visitor, Web};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::Sent;
use crate::App;
use crate::answer::Shown;
use crate::error::{Complaint, Error};
use crate::limits::Holding;
use crate::live::Room;
use crate::notice::Kind;
use crate::question::Question;
use crate::refusal;
use crate::revocation::Access;
use crate::seating::{set_table, sit, withdraw};
use crate::visitor::{Asking, with_cookie};
use crate::wish::Wish;

/// How often a stream says that it is still there, with an empty line.
const PULSE: Duration = Duration::from_secs(10);
/// How many lines may wait for a slow listener.
const BEHIND: usize = 64;

/// A table that was set or joined.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct At {
    /// Its address: `/g/ID`.
    id: String,
}

fn at(status: StatusCode, slug: &str, cookie: Option<axum::http::HeaderValue>) -> Response {
    let id = slug.to_string();
    let mut response = (status, Json(At { id })).into_response();
    with_cookie(response.headers_mut(), cookie);
    response
}

/// Sets a table: against the engine, for a friend with the link, or for one who is invited.
#[utoipa::path(post, path = "/api/games", request_body = Wish, security((), ("token" = [])),
    responses((status = 201, body = At), (status = 400, body = Complaint), (status = 403, body = Complaint)))]
pub async fn create(
    State(app): State<App>,
    Asking(asking): Asking,
    Sent(wish): Sent<Wish>,
) -> Result<Response, Error> {
    let (slug, cookie) = set_table(&app, asking, wish).await?;
    Ok(at(StatusCode::CREATED, &slug, cookie))
}

/// Takes the empty seat at a table.
#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path)), security((), ("token" = [])),
    responses((status = 200, body = At), (status = 403, body = Complaint), (status = 404, body = Complaint)))]
pub async fn join(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
) -> Result<Response, Error> {
    let cookie = sit(&app, &slug, asking).await?;
    Ok(at(StatusCode::OK, &slug, cookie))
}

/// Declines a challenge, or withdraws the own.
#[utoipa::path(post, path = "/api/games/{id}/decline", params(("id" = String, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, body = Complaint), (status = 404, body = Complaint), (status = 409, body = Complaint)))]
pub async fn decline(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
) -> Result<StatusCode, Error> {
    withdraw(&app, &slug, asking.as_ref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The room of a game and the side of the one who asks.
async fn seated(
    app: &App,
    slug: &str,
    asking: Option<Visitor>,
) -> Result<(std::sync::Arc<Room>, Side), Error> {
    let room = app.rooms.enter(app, slug).await?;
    let side = room.side_of(asking.map(|asking| asking.id));
    let side = side.ok_or(Error::Refused(refusal::NOT_PLAYING))?;
    Ok((room, side))
}

/// A move.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Moved {
    /// The move, as in `legal`.
    #[serde(rename = "move")]
    written: String,
    /// The version it is played on; then the same move sent twice is played once.
    v: Option<i64>,
}

/// A game as it stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Stands {
    /// Its version.
    v: i64,
    /// The position, what may be played, and how the game ended.
    #[serde(flatten)]
    shown: Shown,
}

/// Plays a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = Moved,
    security((), ("token" = [])), responses((status = 200, body = Stands), (status = 400, body = Complaint),
    (status = 403, body = Complaint), (status = 409, body = Complaint), (status = 429, body = Complaint)))]
pub async fn play(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
    Sent(moved): Sent<Moved>,
) -> Result<Json<Stands>, Error> {
    let (room, side) = seated(&app, &slug, asking).await?;
    room.move_on(&app, side, moved.written, moved.v).await?;
    Ok(Json(stands(&room).await))
}

async fn stands(room: &Room) -> Stands {
    let (v, game) = room.stands().await;
    Stands {
        v,
        shown: Shown::new(&game),
    }
}

/// Gives up, once each player has completed two turns; before, a game is aborted.
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), security((), ("token" = [])),
    responses((status = 200, body = Stands), (status = 403, body = Complaint), (status = 409, body = Complaint)))]
pub async fn resign(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
) -> Result<Json<Stands>, Error> {
    let (room, side) = seated(&app, &slug, asking).await?;
    room.resign(&app, side).await?;
    Ok(Json(stands(&room).await))
}

/// Calls off a game in which not both players have completed two turns: it counts for nobody.
#[utoipa::path(post, path = "/api/games/{id}/abort", params(("id" = String, Path)), security((), ("token" = [])),
    responses((status = 200, body = Stands), (status = 403, body = Complaint), (status = 409, body = Complaint)))]
pub async fn abort(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
) -> Result<Json<Stands>, Error> {
    let (room, side) = seated(&app, &slug, asking).await?;
    room.abort(&app, side).await?;
    Ok(Json(stands(&room).await))
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Stands), (status = 404, body = Complaint)))]
pub async fn game(State(app): State<App>, Path(slug): Path<String>) -> Result<Json<Stands>, Error> {
    let room = app.rooms.enter(&app, &slug).await?;
    Ok(Json(stands(&room).await))
}

/// A response of lines that are sent as they come.
fn lines(from: mpsc::Receiver<Bytes>) -> Response {
    let lines = ReceiverStream::new(from).map(Ok::<Bytes, std::convert::Infallible>);
    let head = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (head, Body::from_stream(lines)).into_response()
}

fn line(text: &str) -> Bytes {
    Bytes::from(format!("{text}\n"))
}

/// A game as it is played: one JSON object a line, as on the WebSocket. It begins with the whole
/// state and ends with the game; an empty line now and then says that the connection lives.
#[utoipa::path(get, path = "/api/games/{id}/stream", params(("id" = String, Path)), security((), ("token" = [])),
    responses((status = 200, content_type = "application/x-ndjson"), (status = 404, body = Complaint)))]
pub async fn stream(
    State(app): State<App>,
    Path(slug): Path<String>,
    mut access: Access,
    holding: Holding,
) -> Result<Response, Error> {
    let room = app.rooms.enter(&app, &slug).await?;
    let side = room.side_of(access.visitor.as_ref().map(|visitor| visitor.id));
    let (tell, told) = mpsc::channel(BEHIND);
    tokio::spawn(async move {
        let from = holding.from();
        let _holding = holding;
        let entered = room.come(side, None, from).await;
        let (first, mut news) = (entered.first, entered.news);
        let mut waiting: Vec<Bytes> = first.iter().map(|text| line(text)).collect();
        let mut pulse = tokio::time::interval(PULSE);
        'told: loop {
            for bytes in waiting.drain(..) {
                // Also one who does not read is cut off when the session or token ends.
                let sent = tokio::select! {
                    biased;
                    _ = access.ended() => break 'told,
                    sent = tell.send(bytes) => sent,
                };
                if sent.is_err() {
                    break 'told;
                }
            }
            if room.stands().await.1.is_over() && news.is_empty() {
                break;
            }
            tokio::select! {
                next = news.recv() => match next {
                    Ok(text) => waiting.push(line(&text)),
                    Err(RecvError::Lagged(_)) => {
                        waiting.extend(room.whole().await.iter().map(|text| line(text)));
                    }
                    Err(RecvError::Closed) => break,
                },
                _ = pulse.tick() => waiting.push(line("")),
                () = tell.closed() => break,
                _ = access.ended() => break,
            }
        }
        room.leave(side).await;
    });
    Ok(lines(told))
}

/// Something that concerns the account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// Somebody invites the account to a game: join or decline.
    Challenge(About),
    /// A game of the account goes on, or begins.
    Start(About),
}

/// The game an event is about.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct About {
    /// Its address: `/g/ID`.
    id: String,
    /// The ruleset's name.
    rules: String,
    /// Changed switches, as in addresses.
    set: String,
    /// Whether it counts for ratings.
    rated: bool,
    /// The account's side: `S` or `N`.
    side: char,
    /// The opponent.
    opponent: String,
}

/// What an event says of a table to one who sits, or may sit, there.
async fn about(app: &App, table: &Table, me: &Visitor) -> Result<About, Error> {
    let question = Question::of_table(table)?;
    let side = table.side_of(me.id).unwrap_or(!table.host_side);
    let opponent = match (table.game, table.level) {
        (Some(game), _) => app.store.game(game).await?.info.seats[!side].to_string(),
        (None, Some(level)) => Seat::Engine(level).to_string(),
        (None, None) => {
            let host = app.store.visitor_by_id(table.host).await?;
            host.map_or_else(String::new, |host| host.name.to_string())
        }
    };
    Ok(About {
        id: table.slug.clone(),
        rules: question.ruleset()?.name,
        set: question.set,
        rated: table.rated,
        side: side.letter(),
        opponent,
    })
}

/// What concerns the account: one JSON object a line. It begins with the games that go on and the
/// challenges that wait; an empty line now and then says that the connection lives.
#[utoipa::path(get, path = "/api/events", security(("token" = [])),
    responses((status = 200, content_type = "application/x-ndjson", body = Event), (status = 401, body = Complaint)))]
pub async fn events(
    State(app): State<App>,
    mut access: Access,
    holding: Holding,
) -> Result<Response, Error> {
    let me = access.visitor.clone();
    let me = me.filter(|visitor| visitor.account().is_some());
    let me = me.ok_or(Error::Refused(refusal::SIGN_IN_FIRST))?;
    // Listens before it looks, so that nothing happens in between; what it sees and hears of is
    // told once.
    let mut notices = app.notices.subscribe();
    let mut known: Vec<(Kind, Table)> = Vec::new();
    let going = app.store.tables(Some(me.id), false, 100).await?;
    known.extend(going.into_iter().map(|(table, _)| (Kind::Start, table)));
    let challenges = app.store.challenges(me.id).await?;
    known.extend(challenges.into_iter().map(|table| (Kind::Challenge, table)));
    let mut heard: HashSet<(Kind, String)> = HashSet::new();
    heard.extend(
        known
            .iter()
            .map(|(kind, table)| (*kind, table.slug.clone())),
    );
    let (tell, told) = mpsc::channel(BEHIND);
    tokio::spawn(async move {
        let _holding = holding;
        let mut pulse = tokio::time::interval(PULSE);
        let told = async {
            loop {
                for (kind, table) in known.drain(..) {
                    let Ok(about) = about(&app, &table, &me).await else {
                        continue;
                    };
                    let event = match kind {
                        Kind::Challenge => Event::Challenge(about),
                        Kind::Start => Event::Start(about),
                    };
                    let text = serde_json::to_string(&event).unwrap_or_default();
                    if tell.send(line(&text)).await.is_err() {
                        return;
                    }
                }
                tokio::select! {
                    notice = notices.recv() => match notice {
                        Ok(notice) if notice.to == me.id => {
                            if heard.insert((notice.kind, notice.slug.clone()))
                                && let Ok(Some(table)) = app.store.table(&notice.slug).await
                            {
                                known.push((notice.kind, table));
                            }
                        }
                        Ok(_) => {}
                        // The client looks again when it comes back.
                        Err(_) => return,
                    },
                    _ = pulse.tick() => if tell.send(line("")).await.is_err() { return },
                    () = tell.closed() => return,
                }
            }
        };
        tokio::select! { biased; _ = access.ended() => {}, () = told => {} }
    });
    Ok(lines(told))
}
