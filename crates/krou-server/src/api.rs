//! The interface for programs: the answers of the command, as JSON.

pub mod account;
mod lobby;
pub mod play;
pub mod study;

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request, State};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt};
use krou_rules::{Lang, Ruleset, explain};
use serde::{Deserialize, Serialize};
use tokio_stream::wrappers::WatchStream;
use utoipa::OpenApi;

use crate::App;
use crate::answer::{Analysed, Shown};
use crate::error::{Complaint, Error};
use crate::lang::Speaks;
use crate::limits::{Caller, Holding};
use crate::question::Question;

pub use lobby::lobby;

/// The longest an analysis may take.
pub const LONGEST: Duration = Duration::from_secs(10);
const USUAL: Duration = Duration::from_secs(1);

/// A question out of the address, refused as JSON.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let query = query.map_err(|error: QueryRejection| Error::told(|_| error.body_text()))?;
        Ok(Asked(query.0))
    }
}

/// What a program sends as JSON, refused as JSON.
pub struct Sent<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let sent = Json::<T>::from_request(request, state).await;
        let sent = sent.map_err(|error: JsonRejection| Error::told(|_| error.body_text()))?;
        Ok(Sent(sent.0))
    }
}

/// How long to think.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Patience {
    /// Seconds, at most 10; 1 if it is left out.
    seconds: Option<f64>,
}

impl Patience {
    fn time(&self) -> Result<Duration, Error> {
        let Some(seconds) = self.seconds else {
            return Ok(USUAL);
        };
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if time <= LONGEST => Ok(time),
            _ => Err(Error::wrong(
                "seconds is a number from 0 to 10",
                "seconds est un nombre de 0 à 10",
            )),
        }
    }
}

/// A position: what may be played, and how the game stands.
#[utoipa::path(get, path = "/api/show", params(Question),
    responses((status = 200, body = Shown), (status = 400, body = Complaint)))]
pub async fn show(Asked(question): Asked<Question>) -> Result<Json<Shown>, Error> {
    Ok(Json(Shown::new(&question.game()?)))
}

/// The value of every move, within the time.
#[utoipa::path(get, path = "/api/analyse", params(Question, Patience),
    responses((status = 200, body = Analysed), (status = 400, body = Complaint), (status = 429, body = Complaint)))]
pub async fn analyse(
    State(app): State<App>,
    Caller(from): Caller,
    Asked(question): Asked<Question>,
    Asked(patience): Asked<Patience>,
) -> Result<Json<Analysed>, Error> {
    let game = question.game()?;
    let analysis = app
        .pool
        .analyse(from, game.clone(), patience.time()?)
        .await?;
    Ok(Json(Analysed::new(&game, &analysis)))
}

/// The value of every move as it deepens: server-sent events, each an analysis.
#[utoipa::path(get, path = "/api/analyse/stream", params(Question, Patience),
    responses((status = 200, content_type = "text/event-stream", body = Analysed), (status = 400, body = Complaint), (status = 429, body = Complaint)))]
pub async fn deepen(
    State(app): State<App>,
    Caller(from): Caller,
    holding: Holding,
    Asked(question): Asked<Question>,
    Asked(patience): Asked<Patience>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let game = question.game()?;
    let time = patience.time()?;
    let told = app.pool.deepen(from, game.clone(), time)?;
    let events = WatchStream::new(told).filter_map(move |analysis| {
        let _held = &holding;
        let event = analysis.map(|analysis| {
            let event = Event::default().json_data(Analysed::new(&game, &analysis));
            Ok(event.unwrap_or_default())
        });
        std::future::ready(event)
    });
    let events = events.take_until(async move { app.ending().await });
    let end = futures_util::stream::once(async { Ok(Event::default().event("end").data("end")) });
    Ok(Sse::new(events.chain(end)).keep_alive(KeepAlive::default()))
}

/// A game and its rules in words.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Told {
    /// Its name.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What it is.
    pub description: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// The rules, section by section.
    pub sections: Vec<ToldSection>,
}

/// A section of the rules.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ToldSection {
    /// Its heading.
    pub heading: String,
    /// Its sentences.
    pub sentences: Vec<String>,
}

/// In which language to answer.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Tongue {
    /// `en` or `fr`; else as the request's `Accept-Language` prefers.
    lang: Option<String>,
}

impl Tongue {
    fn lang(&self, speaks: &Speaks) -> Result<Lang, Error> {
        let Some(lang) = &self.lang else {
            return Ok(speaks.lang);
        };
        lang.parse().map_err(|_| {
            let lang: String = lang.chars().take(20).collect();
            Error::wrong(
                format!("there is no language `{lang}`; the languages are en, fr"),
                format!("il n’y a pas de langue « {lang} » ; les langues sont en, fr"),
            )
        })
    }
}

/// The rules of a game, with its switches, in words.
#[utoipa::path(get, path = "/api/rules", params(Question, Tongue),
    responses((status = 200, body = Told), (status = 400, body = Complaint)))]
pub async fn rules(
    speaks: Speaks,
    Asked(question): Asked<Question>,
    Asked(tongue): Asked<Tongue>,
) -> Result<Json<Told>, Error> {
    let lang = tongue.lang(&speaks)?;
    let ruleset = question.ruleset()?;
    let checked = ruleset.switches.check();
    checked.map_err(|nonsense| Error::told(|lang| nonsense.text(lang)))?;
    let section = |section: krou_rules::Section| ToldSection {
        heading: section.heading,
        sentences: section.sentences,
    };
    Ok(Json(Told {
        title: ruleset.title.get(lang).to_string(),
        description: ruleset.description(lang),
        fingerprint: ruleset.fingerprint().to_string(),
        sections: explain(&ruleset, lang).into_iter().map(section).collect(),
        name: ruleset.name,
    }))
}

/// The names of the games.
#[utoipa::path(get, path = "/api/games/known", responses((status = 200, body = Vec<String>)))]
pub async fn known() -> Json<Vec<&'static str>> {
    Json(Ruleset::names().collect())
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Krou", description = "Mancala: positions, moves, analysis, reviews; players, games, and tokens for bots."),
    paths(
        show, analyse, deepen, rules, known,
        study::solve, study::turn, study::explain, study::review,
        crate::pages::review::as_json,
        account::sign_up, account::sign_in, account::sign_out, account::me,
        account::sessions, account::sign_out_everywhere,
        account::change_password, account::bot, account::delete,
        account::tokens, account::make_token, account::revoke_token, account::export,
        account::profile, account::games, account::leaders,
        play::create, play::game, play::join, play::decline, play::play, play::resign,
        play::abort,
        play::stream, play::events, lobby::lobby,
    ),
    modifiers(&Tokens)
)]
struct Description;

/// How programs sign in.
struct Tokens;

impl utoipa::Modify for Tokens {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// The whole interface, described in `OpenAPI`.
pub async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
