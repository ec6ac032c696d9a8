//! The first page, and the one for programs.

use askama::Template;
use axum::extract::State;
use krou_rules::Ruleset;
use krou_store::{Accounts, GameInfo, Table, Visitor, Web};

use super::play::seat;
use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::error::Error;
use crate::lang::Speaks;
use crate::live::host_of;
use crate::question::Question;
use crate::visitor::Asking;

/// How many games a list shows.
const SHOWN: u32 = 12;

/// A game in a list.
struct Going {
    slug: String,
    players: String,
    title: String,
    score: String,
}

impl Going {
    fn new((table, info): (Table, GameInfo), shell: &Shell) -> Going {
        let ruleset = Ruleset::builtin(&info.rules);
        let title = ruleset.map(|ruleset| ruleset.title.get(shell.lang).to_string());
        let outcome = info.outcome.as_ref();
        Going {
            slug: table.slug,
            players: format!(
                "{} – {}",
                seat(&info.seats.south, shell),
                seat(&info.seats.north, shell)
            ),
            title: title.unwrap_or(info.rules),
            score: outcome.map_or_else(String::new, |outcome| {
                format!("{} – {}", outcome.scores.south, outcome.scores.north)
            }),
        }
    }
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    shell: &'a Shell,
    games: Vec<Listed>,
    name: String,
    live: Vec<Going>,
    yours: Vec<Going>,
    finished: Vec<Going>,
    /// Who invites the reader, and to what.
    challenges: Vec<Going>,
}

/// Tables that wait for the reader alone.
async fn challenges(app: &App, me: &Visitor, shell: &Shell) -> Result<Vec<Going>, Error> {
    if me.player.is_none() {
        return Ok(Vec::new());
    }
    let mut challenges = Vec::new();
    for table in app.store.challenges(me.id).await? {
        let ruleset = Question::of_table(&table)?.ruleset()?;
        challenges.push(Going {
            players: host_of(app, &table).await?.name.to_string(),
            title: ruleset.title.get(shell.lang).to_string(),
            score: String::new(),
            slug: table.slug,
        });
    }
    Ok(challenges)
}

/// `/`
pub async fn home(State(app): State<App>, Asking(asking): Asking, speaks: Speaks) -> Page {
    let shell = Shell::new(&speaks, "/");
    let list = async |of, finished| {
        let tables = app.store.tables(of, finished, SHOWN).await?;
        let going = tables.into_iter().map(|game| Going::new(game, &shell));
        Ok::<_, Error>(going.collect::<Vec<Going>>())
    };
    let found = async {
        let (yours, finished, challenges) = match &asking {
            Some(me) => (
                list(Some(me.id), false).await?,
                list(Some(me.id), true).await?,
                challenges(&app, me, &shell).await?,
            ),
            None => (Vec::new(), Vec::new(), Vec::new()),
        };
        Ok((list(None, false).await?, yours, finished, challenges))
    };
    let (live, yours, finished, challenges) = or_page(found.await, &speaks)?;
    Ok(render(&HomePage {
        games: listed(speaks.lang),
        name: asking.map_or_else(String::new, |me| me.name.to_string()),
        live,
        yours,
        finished,
        challenges,
        shell: &shell,
    }))
}

#[derive(Template)]
#[template(path = "api.html")]
struct ProgramsPage<'a> {
    shell: &'a Shell,
}

/// `/api`
pub async fn programs(speaks: Speaks) -> Page {
    let shell = Shell::new(&speaks, "/api");
    Ok(render(&ProgramsPage { shell: &shell }))
}
