//! A browser's connection to a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use krou_rules::{Lang, Side};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;

use super::Room;
use super::message::{Said, Told};
use super::room::Entered;
use crate::App;
use crate::error::Error;
use crate::lang::Speaks;
use crate::limits::Holding;
use crate::measure;
use crate::origin::is_ours;
use crate::refusal;
use crate::revocation::{Access, Ended};

/// The longest message a browser may send.
const LONGEST: usize = 512;
/// Bytes read at once; the usual 128 KiB for every connection would be most of the server's memory.
const READING: usize = 2 << 10;
/// How soon a connection may send another message, and how many it may send at once.
const PAUSE: Duration = Duration::from_millis(100);
const BURST: u32 = 20;
/// How often a silent connection is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(20);

/// The code with which a socket is closed whose session or token has ended.
const SIGNED_OUT: u16 = 4401;

/// What a browser has seen already.
#[derive(Debug, Deserialize)]
pub struct Since {
    since: Option<i64>,
}

/// `/g/SLUG/live`
#[axum::debug_handler]
pub async fn connect(
    State(app): State<App>,
    Path(slug): Path<String>,
    Query(since): Query<Since>,
    mut access: Access,
    (holding, speaks): (Holding, Speaks),
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    if !is_ours(&app, &headers) {
        return Err(Error::Refused(refusal::FOREIGN));
    }
    let room = app.rooms.enter(&app, &slug).await?;
    let side = room.side_of(access.visitor.as_ref().map(|visitor| visitor.id));
    let upgrade = upgrade
        .read_buffer_size(READING)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let from = holding.from();
        let _connected = (measure::Connected::new(), holding);
        let entered = room.come(side, since.since, from).await;
        Room::wake(&room, &app).await;
        let talk = talk(socket, &app, &room, side, speaks.lang, entered, &mut access);
        talk.await;
        room.leave(side).await;
    }))
}

/// Listens and tells until either side goes away.
async fn talk(
    mut socket: WebSocket,
    app: &App,
    room: &Arc<Room>,
    side: Option<Side>,
    lang: Lang,
    entered: Entered,
    access: &mut Access,
) {
    let Entered { first, mut news } = entered;
    for text in first {
        if socket.send(Message::Text(text)).await.is_err() {
            return;
        }
    }
    let mut pulse = tokio::time::interval(PULSE);
    let mut pace = Pace::new();
    loop {
        let sent = tokio::select! {
            // First: nothing more is told, or heard, once the session has ended.
            biased;
            ended = access.ended() => {
                let why = (ended == Ended::Revoked).then(|| CloseFrame {
                    code: SIGNED_OUT,
                    reason: "signed out".into(),
                });
                let _ = socket.send(Message::Close(why)).await;
                return;
            }
            told = news.recv() => match told {
                Ok(text) => socket.send(Message::Text(text)).await,
                Err(RecvError::Lagged(_)) => {
                    let mut sent = Ok(());
                    for text in room.whole().await {
                        sent = socket.send(Message::Text(text)).await;
                    }
                    sent
                }
                Err(RecvError::Closed) => return,
            },
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => {
                    let heard = if pace.allows() {
                        Box::pin(answer(app, room, side, &text)).await
                    } else {
                        Err(Error::TooMany(1))
                    };
                    match heard {
                        Ok(()) => Ok(()),
                        Err(error) => {
                            let why = error.text(lang);
                            let told = Told::Refused { why };
                            socket.send(Message::Text(told.text().into())).await
                        }
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => Ok(()),
            },
            _ = pulse.tick() => socket.send(Message::Ping(Vec::new().into())).await,
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Keeps a connection from sending too much.
struct Pace {
    /// When the messages so far would have been sent at an even pace.
    due: Instant,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            due: Instant::now(),
        }
    }

    /// Whether one more message is fine now.
    fn allows(&mut self) -> bool {
        let now = Instant::now();
        let due = self.due.max(now) + PAUSE;
        let fine = due.duration_since(now) <= PAUSE * BURST;
        if fine {
            self.due = due;
        }
        fine
    }
}

pub(super) async fn answer(
    app: &App,
    room: &Arc<Room>,
    side: Option<Side>,
    text: &str,
) -> Result<(), Error> {
    let side = side.ok_or(Error::Refused(refusal::WATCHING))?;
    let said: Said = serde_json::from_str(text).map_err(|error| {
        Error::wrong(
            format!("this is no message: {error}"),
            format!("ce message est incompréhensible : {error}"),
        )
    })?;
    room.hear(app, side, said).await
}
