//! The first page, and the one for programs.

use askama::Template;
use axum::extract::State;
use krou_rules::Ruleset;
use krou_store::{Accounts, Control, GameInfo, Table, Visitor, Web};

use super::play::seat;
use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::error::Error;
use crate::lang::Speaks;
use crate::live::{Seek, Shown, host_of};
use crate::question::Question;
use crate::visitor::Asking;

/// How many games a list shows.
const SHOWN: u32 = 12;

/// Somebody in the lobby who looks for an opponent.
struct Sought {
    slug: String,
    name: String,
    /// What is played, in a few words.
    what: Vec<String>,
}

impl Sought {
    fn new(seek: &Seek, shell: &Shell) -> Sought {
        let table = &seek.table;
        let question: Question =
            serde_urlencoded::from_str(table.question.trim_start_matches('?')).unwrap_or_default();
        let title = match question.ruleset() {
            Ok(ruleset) => ruleset.title.get(shell.lang).to_string(),
            Err(_) => question.rules,
        };
        let rated = if table.rated {
            shell.t.rated
        } else {
            shell.t.casual
        };
        let mut what = vec![title, question.set, clock_words(table.clock, shell)];
        what.push(rated.to_lowercase());
        what.retain(|word| !word.is_empty());
        Sought {
            slug: table.slug.clone(),
            name: seek.name.clone(),
            what,
        }
    }
}

/// How much time players have, in a few words.
pub fn clock_words(clock: Option<Control>, shell: &Shell) -> String {
    match clock {
        None => shell.t.no_clock.to_lowercase(),
        Some(Control::Days(days)) => format!("{days} {}", shell.t.days_a_turn),
        Some(minutes) => minutes.to_string(),
    }
}

/// The lists of the lobby.
#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyLists<'a> {
    shell: &'a Shell,
    seeks: Vec<Sought>,
    live: Vec<Going>,
}

impl<'a> LobbyLists<'a> {
    fn new(shown: &Shown, shell: &'a Shell) -> LobbyLists<'a> {
        let games = shown.games.iter().cloned();
        LobbyLists {
            seeks: shown
                .seeks
                .iter()
                .map(|seek| Sought::new(seek, shell))
                .collect(),
            live: games.map(|game| Going::new(game, shell)).collect(),
            shell,
        }
    }
}

/// The lists of the lobby, to be put into the first page.
pub fn lobby(shown: &Shown, speaks: &Speaks) -> String {
    let shell = Shell::new(speaks, "/");
    LobbyLists::new(shown, &shell).render().unwrap_or_default()
}

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
    lobby: LobbyLists<'a>,
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
        Ok((app.lobby.look(&app).await?, yours, finished, challenges))
    };
    let (shown, yours, finished, challenges) = or_page(found.await, &speaks)?;
    Ok(render(&HomePage {
        games: listed(speaks.lang),
        name: asking.map_or_else(String::new, |me| me.name.to_string()),
        lobby: LobbyLists::new(&shown, &shell),
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
