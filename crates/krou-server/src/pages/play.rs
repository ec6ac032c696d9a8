//! The page of a game, before, during and after it.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use krou_rules::{Section, Side, explain};
use krou_store::{Accounts, GameInfo, Seat, Store, Table, Visitor, Web};

use super::home::clock_words;
use super::profile::profile_of;
use super::{Page, Shell, or_page, render};
use crate::App;
use crate::answer::Shown;
use crate::board::on_the_board;
use crate::error::Error;
use crate::lang::Speaks;
use crate::live::host_of;
use crate::player::{self, Rated};
use crate::question::Question;
use crate::visitor::Asking;

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
    /// Clock, rated or casual.
    terms: String,
    /// Whether anybody in the lobby may come.
    open: bool,
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
            terms: terms(&table, shell),
            open: table.open,
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
        rated: stored.info.saved.rated,
        engine: table.level.is_some(),
        shown: serde_json::to_string(&Shown::new(game)).unwrap_or_default(),
        diagram: on_the_board(game).setup().diagram().to_string(),
        analysis: format!("/analysis{}", Question::of(game).query()),
        over: game.is_over(),
        line: game.line().to_string(),
        shell,
    }))
}

/// The clock, and whether a table's games count.
fn terms(table: &Table, shell: &Shell) -> String {
    let rated = if table.rated {
        shell.t.rated
    } else {
        shell.t.casual
    };
    format!("{rated} · {}", clock_words(table.clock, shell))
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
