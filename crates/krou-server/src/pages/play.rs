//! Setting a table, sitting down at it, and the page of a game.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use krou_rules::{BySide, Game, Lang, Section, Side, explain};
use krou_store::{NewGame, Seat, Store, Table, Visitor, Web};
use serde::Deserialize;

use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::answer::Shown;
use crate::error::Error;
use crate::lang::Speaks;
use crate::live::host_of;
use crate::question::Question;
use crate::refusal;
use crate::visitor::{Asking, random_word, welcome, with_cookie};

#[derive(Template)]
#[template(path = "new.html")]
struct NewPage<'a> {
    shell: &'a Shell,
    games: Vec<Listed>,
    question: &'a Question,
    name: &'a str,
    title: &'a str,
    sections: Vec<Section>,
    /// The most levels of the engine.
    levels: Vec<u8>,
    why: String,
}

/// `/new?rules=…&set=…`: what to play, with its rules in words beside it.
pub async fn new_game(Query(question): Query<Question>, speaks: Speaks) -> Page {
    let shell = Shell::new(&speaks, format!("/new{}", question.query()));
    let (game, why) = match question.game(speaks.lang) {
        Ok(game) => (game, String::new()),
        Err(error) => {
            let plain = Question::default().game(Lang::En);
            (or_page(plain, &speaks)?, error.text(speaks.lang))
        }
    };
    let ruleset = game.rules().ruleset();
    Ok(render(&NewPage {
        games: listed(speaks.lang),
        question: &question,
        name: &ruleset.name,
        title: ruleset.title.get(speaks.lang),
        sections: explain(ruleset, speaks.lang),
        levels: Seat::LEVELS.collect(),
        why,
        shell: &shell,
    }))
}

/// What a new game is to be.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wish {
    rules: String,
    set: String,
    position: String,
    /// `engine` or `friend`.
    against: String,
    level: Option<u8>,
    /// `first`, `second`, or by lot.
    side: String,
    /// Whether the game is to count for ratings.
    #[serde(deserialize_with = "ticked")]
    rated: bool,
}

/// A box of a form: a browser sends it only if it is ticked.
fn ticked<'de, D: serde::Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    let value = String::deserialize(value)?;
    Ok(!matches!(value.as_str(), "" | "0" | "false" | "casual"))
}

/// `POST /games`: sets a table.
pub async fn create(
    State(app): State<App>,
    Asking(asking): Asking,
    speaks: Speaks,
    Form(wish): Form<Wish>,
) -> Page {
    or_page(set_table(&app, asking, wish, speaks.lang).await, &speaks)
}

async fn set_table(
    app: &App,
    asking: Option<Visitor>,
    wish: Wish,
    lang: Lang,
) -> Result<Response, Error> {
    let question = Question {
        rules: wish.rules,
        set: wish.set,
        position: wish.position,
        moves: String::new(),
    };
    let game = begun(&question, lang)?;
    if game.is_over() {
        return Err(Error::Wrong("in this position the game is over".into()));
    }
    let first = game.position().turn();
    let host_side = match wish.side.as_str() {
        "first" => first,
        "second" => !first,
        _ if rand::random() => first,
        _ => !first,
    };
    if wish.rated {
        let standard = question.set.trim().is_empty() && question.position.trim().is_empty();
        if !standard || wish.against != "friend" {
            return Err(Error::Refused(&refusal::RATED_IS_STANDARD));
        }
        if asking.as_ref().and_then(Visitor::account).is_none() {
            return Err(Error::Refused(&refusal::RATED_NEEDS_ACCOUNT));
        }
    }
    let (host, cookie) = welcome(app, asking).await?;
    let mut table = Table {
        slug: random_word(10),
        question: question.query(),
        host: host.id,
        host_side,
        guest: None,
        level: None,
        invited: None,
        rated: wish.rated,
        game: None,
        next: None,
    };
    if wish.against != "friend" {
        let level = wish.level.unwrap_or(3);
        if !Seat::LEVELS.contains(&level) {
            return Err(Error::Wrong("a level is a number from 1 to 10".into()));
        }
        let seats = BySide::from_view(host_side, host.seat(), Seat::Engine(level));
        let saved = app
            .store
            .start_game(&NewGame::new(seats, false, game))
            .await?;
        (table.level, table.game) = (Some(level), Some(saved.id));
    }
    app.store.set_table(&table).await?;
    let mut response = Redirect::to(&format!("/g/{}", table.slug)).into_response();
    with_cookie(response.headers_mut(), cookie);
    Ok(response)
}

/// The game of a question; where the first player is drawn by lot, the lot is drawn now.
fn begun(question: &Question, lang: Lang) -> Result<Game, Error> {
    let game = question.game(lang)?;
    let rules = game.rules();
    let lot = rules.switches().first == krou_rules::First::Random && question.position.is_empty();
    if lot && rand::random() {
        let start = rules.start_with(Side::North);
        return Ok(Game::from_position(Arc::clone(rules), start));
    }
    Ok(game)
}

/// `POST /g/SLUG/join`: takes the empty seat.
pub async fn join(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Page {
    or_page(sit(&app, &slug, asking, speaks.lang).await, &speaks)
}

async fn sit(
    app: &App,
    slug: &str,
    asking: Option<Visitor>,
    lang: Lang,
) -> Result<Response, Error> {
    let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
    let mut back = Redirect::to(&format!("/g/{slug}")).into_response();
    let empty =
        table.game.is_none() && asking.as_ref().is_none_or(|asking| asking.id != table.host);
    if !empty {
        return Ok(back);
    }
    if table.rated && asking.as_ref().and_then(Visitor::account).is_none() {
        return Err(Error::Refused(&refusal::RATED_NEEDS_ACCOUNT));
    }
    let may = |invited| asking.as_ref().is_some_and(|asking| asking.id == invited);
    if !table.invited.is_none_or(may) {
        return Err(Error::Refused(&refusal::NOT_INVITED));
    }
    let (guest, cookie) = welcome(app, asking).await?;
    let host = host_of(app, &table).await?;
    let query = table.question.trim_start_matches('?');
    let question: Question = serde_urlencoded::from_str(query)
        .map_err(|error| Error::Inside(format!("table {slug}: {error}")))?;
    let seats = BySide::from_view(table.host_side, host.seat(), guest.seat());
    let new = NewGame::new(seats, table.rated, begun(&question, lang)?);
    let saved = app.store.start_game(&new).await?;
    if app.store.sit(slug, guest.id, saved.id).await? {
        app.seated(slug);
    } else {
        // Somebody was quicker; this game never was.
        app.store.delete_game(saved.id).await?;
    }
    with_cookie(back.headers_mut(), cookie);
    Ok(back)
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage<'a> {
    shell: &'a Shell,
    slug: &'a str,
    title: &'a str,
    rules_name: &'a str,
    /// `S`, `N`, or nothing for one who watches.
    you: &'a str,
    names: [String; 2],
    /// Whether the other side is the engine.
    engine: bool,
    shown: String,
    diagram: String,
    analysis: String,
    line: String,
}

#[derive(Template)]
#[template(path = "waiting.html")]
struct WaitingPage<'a> {
    shell: &'a Shell,
    slug: &'a str,
    title: &'a str,
    host: &'a str,
    /// Whether the one who looks set the table.
    mine: bool,
    sections: Vec<Section>,
}

/// `/g/SLUG`
pub async fn table(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Page {
    let shell = Shell::new(&speaks, format!("/g/{slug}"));
    or_page(show(&app, &slug, asking.as_ref(), &shell).await, &speaks)
}

async fn show(
    app: &App,
    slug: &str,
    asking: Option<&Visitor>,
    shell: &Shell,
) -> Result<Response, Error> {
    let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
    let Some(id) = table.game else {
        let question: Question = serde_urlencoded::from_str(table.question.trim_start_matches('?'))
            .map_err(|error| Error::Inside(format!("table {slug}: {error}")))?;
        let ruleset = question.ruleset()?;
        let host = host_of(app, &table).await?;
        return Ok(render(&WaitingPage {
            slug,
            title: ruleset.title.get(shell.lang),
            host: host.name.as_str(),
            mine: asking.is_some_and(|asking| asking.id == table.host),
            sections: explain(&ruleset, shell.lang),
            shell,
        }));
    };
    let stored = app.store.game(id).await?;
    let game = &stored.game;
    let ruleset = game.rules().ruleset();
    let you = asking.and_then(|asking| table.side_of(asking.id));
    Ok(render(&TablePage {
        slug,
        title: ruleset.title.get(shell.lang),
        rules_name: &ruleset.name,
        you: match you {
            Some(Side::South) => "S",
            Some(Side::North) => "N",
            None => "",
        },
        names: [
            seat(&stored.info.seats.south, shell),
            seat(&stored.info.seats.north, shell),
        ],
        engine: table.level.is_some(),
        shown: serde_json::to_string(&Shown::new(game)).unwrap_or_default(),
        diagram: game.position().setup().diagram().to_string(),
        analysis: format!("/analysis{}", Question::of(game).query()),
        line: game.line().to_string(),
        shell,
    }))
}

/// How a player is called on the page.
pub fn seat(seat: &Seat, shell: &Shell) -> String {
    match seat {
        Seat::Engine(level) => format!("Krou ({} {level})", shell.t.level.to_lowercase()),
        other => other.to_string(),
    }
}

/// `/g/SLUG/game.txt`: the game file.
pub async fn record(State(app): State<App>, Path(slug): Path<String>) -> Result<Response, Error> {
    let table = app.store.table(&slug).await?.ok_or(Error::Missing)?;
    let stored = app.store.game(table.game.ok_or(Error::Missing)?).await?;
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "inline; filename=\"game.krou\"",
        ),
    ];
    Ok((head, stored.record().to_string()).into_response())
}
