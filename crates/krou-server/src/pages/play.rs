//! Setting a table, sitting down at it, and the page of a game.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use krou_rules::{BySide, Game, Section, Side, explain};
use krou_store::{Accounts, GameInfo, NewGame, Seat, Store, Table, Visitor, Web};
use serde::Deserialize;

use super::profile::profile_of;
use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::answer::Shown;
use crate::api::play::withdraw;
use crate::error::Error;
use crate::lang::Speaks;
use crate::live::host_of;
use crate::notice::Kind;
use crate::player::{self, Rated};
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
    let (game, why) = match question.game() {
        Ok(game) => (game, String::new()),
        Err(error) => {
            let plain = Question::default().game();
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
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Wish {
    /// A game's name.
    rules: String,
    /// Changed switches, as in addresses.
    set: String,
    /// The start position, if not the usual one.
    position: String,
    /// `engine` or `friend`.
    against: String,
    /// Whom to invite: the name of an account. Nobody else can take the seat then.
    invite: String,
    /// The engine's level, 1 to 10.
    level: Option<u8>,
    /// `first`, `second`, or by lot.
    side: String,
    /// Whether the game is to count for ratings.
    #[serde(deserialize_with = "ticked")]
    #[schema(value_type = bool)]
    rated: bool,
}

/// Yes or no: a form sends a word, a program a truth value.
fn ticked<'de, D: serde::Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        Truth(bool),
        Word(String),
    }
    Ok(match Given::deserialize(value)? {
        Given::Truth(truth) => truth,
        Given::Word(word) => !matches!(word.as_str(), "" | "0" | "false" | "no" | "casual"),
    })
}

/// `POST /games`: sets a table.
pub async fn create(
    State(app): State<App>,
    Asking(asking): Asking,
    speaks: Speaks,
    Form(wish): Form<Wish>,
) -> Page {
    let set = set_table(&app, asking, wish).await;
    let (slug, cookie) = or_page(set, &speaks)?;
    Ok(to_table(&slug, cookie))
}

/// Leads to a table.
fn to_table(slug: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = Redirect::to(&format!("/g/{slug}")).into_response();
    with_cookie(response.headers_mut(), cookie);
    response
}

/// Sets a table; answers with its address and the cookie of a new guest.
pub async fn set_table(
    app: &App,
    asking: Option<Visitor>,
    wish: Wish,
) -> Result<(String, Option<HeaderValue>), Error> {
    let question = Question {
        rules: wish.rules,
        set: wish.set,
        position: wish.position,
        moves: String::new(),
    };
    let game = begun(&question)?;
    if game.is_over() {
        return Err(Error::wrong(
            "in this position the game is over",
            "dans cette position la partie est terminée",
        ));
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
        if !standard || (wish.against != "friend" && wish.invite.trim().is_empty()) {
            return Err(Error::Refused(&refusal::RATED_IS_STANDARD));
        }
        if asking.as_ref().and_then(Visitor::account).is_none() {
            return Err(Error::Refused(&refusal::RATED_NEEDS_ACCOUNT));
        }
    }
    let invited = match wish.invite.trim() {
        "" => None,
        name => Some(player::known(app, name).await?.id),
    };
    if invited.is_some() && invited == asking.as_ref().map(|asking| asking.id) {
        return Err(Error::Refused(&refusal::INVITED_SELF));
    }
    let (host, cookie) = welcome(app, asking).await?;
    let mut table = Table {
        slug: random_word(10),
        question: question.query(),
        host: host.id,
        host_side,
        guest: None,
        level: None,
        invited,
        rated: wish.rated,
        game: None,
        next: None,
    };
    if wish.against != "friend" && invited.is_none() {
        let level = wish.level.unwrap_or(3);
        if !Seat::LEVELS.contains(&level) {
            return Err(Error::wrong(
                "a level is a number from 1 to 10",
                "un niveau est un nombre de 1 à 10",
            ));
        }
        let seats = BySide::from_view(host_side, host.seat(), Seat::Engine(level));
        let saved = app
            .store
            .start_game(&NewGame::new(seats, false, game))
            .await?;
        (table.level, table.game) = (Some(level), Some(saved.id));
    }
    app.store.set_table(&table).await?;
    if table.game.is_some() {
        app.notice(Kind::Start, &table.slug, [table.host]);
    }
    app.notice(Kind::Challenge, &table.slug, table.invited);
    Ok((table.slug, cookie))
}

/// The game of a question; where the first player is drawn by lot, the lot is drawn now.
fn begun(question: &Question) -> Result<Game, Error> {
    let game = question.game()?;
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
    let sat = sit(&app, &slug, asking).await;
    Ok(to_table(&slug, or_page(sat, &speaks)?))
}

/// Takes the empty seat, if it still is; answers with the cookie of a new guest.
pub async fn sit(
    app: &App,
    slug: &str,
    asking: Option<Visitor>,
) -> Result<Option<HeaderValue>, Error> {
    let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
    let empty =
        table.game.is_none() && asking.as_ref().is_none_or(|asking| asking.id != table.host);
    if !empty {
        return Ok(None);
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
    let question = Question::of_table(&table)?;
    let seats = BySide::from_view(table.host_side, host.seat(), guest.seat());
    let new = NewGame::new(seats, table.rated, begun(&question)?);
    let saved = app.store.start_game(&new).await?;
    if app.store.sit(slug, guest.id, saved.id).await? {
        app.seated(slug);
        app.notice(Kind::Start, slug, [table.host, guest.id]);
    } else {
        // Somebody was quicker; this game never was.
        app.store.delete_game(saved.id).await?;
    }
    Ok(cookie)
}

/// `POST /g/SLUG/decline`: takes the table away before anybody has sat down.
pub async fn decline(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Page {
    or_page(withdraw(&app, &slug, asking.as_ref()).await, &speaks)?;
    Ok(Redirect::to("/").into_response())
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
    players: Vec<Mention>,
    rated: bool,
    /// Whether the other side is the engine.
    engine: bool,
    shown: String,
    diagram: String,
    analysis: String,
    over: bool,
    line: String,
}

/// A player as a page mentions them.
struct Mention {
    name: String,
    /// The address of their page, if they have one.
    page: Option<String>,
    bot: bool,
    rating: Option<Rated>,
}

impl Mention {
    async fn new(app: &App, seat: &Seat, info: &GameInfo, shell: &Shell) -> Result<Mention, Error> {
        let name = self::seat(seat, shell);
        let account = match seat {
            Seat::Player(player) => app.store.account(player.name.as_str()).await?,
            _ => None,
        };
        Ok(Mention {
            page: account.as_ref().map(|_| profile_of(&name)),
            bot: account.is_some_and(|account| account.visitor.bot),
            rating: player::rating(app, seat, info).await?,
            name,
        })
    }
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
    /// Whether somebody else is invited.
    closed: bool,
    /// Who is invited.
    invited: String,
    rated: bool,
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
        let question = Question::of_table(&table)?;
        let ruleset = question.ruleset()?;
        let host = host_of(app, &table).await?;
        return Ok(render(&WaitingPage {
            slug,
            title: ruleset.title.get(shell.lang),
            host: host.name.as_str(),
            mine: asking.is_some_and(|asking| asking.id == table.host),
            closed: table
                .invited
                .is_some_and(|invited| asking.is_none_or(|asking| asking.id != invited)),
            invited: match table.invited {
                Some(invited) => app.store.visitor_by_id(invited).await?,
                None => None,
            }
            .map_or_else(String::new, |invited| invited.name.to_string()),
            rated: table.rated,
            sections: explain(&ruleset, shell.lang),
            shell,
        }));
    };
    let stored = app.store.game(id).await?;
    let game = &stored.game;
    let ruleset = game.rules().ruleset();
    let you = asking.and_then(|asking| table.side_of(asking.id));
    let mut players = Vec::new();
    for (_, seat) in stored.info.seats.iter() {
        players.push(Mention::new(app, seat, &stored.info, shell).await?);
    }
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
        players,
        rated: stored.info.rated,
        engine: table.level.is_some(),
        shown: serde_json::to_string(&Shown::new(game)).unwrap_or_default(),
        diagram: game.position().setup().diagram().to_string(),
        analysis: format!("/analysis{}", Question::of(game).query()),
        over: game.is_over(),
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
