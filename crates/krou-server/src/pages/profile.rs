//! Players as everybody sees them: ratings, statistics and games; and the leaderboards.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use krou_store::{Standing, Store};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::error::Error;
use crate::graph::graph;
use crate::lang::Speaks;
use crate::player::{self, Achieved, Played, Rated, Which};
use crate::visitor::Asking;

/// How many ratings the table beside the graph tells.
const TOLD: usize = 50;

struct Row {
    title: String,
    achieved: Achieved,
    /// Whether the page shows its graph.
    shown: bool,
}

struct Game {
    played: Played,
    title: String,
    day: String,
    result: &'static str,
    /// What each had; nothing for a game that was given up, where it says little.
    scores: Option<[u16; 2]>,
}

#[derive(Template)]
#[template(path = "profile.html")]
struct ProfilePage<'a> {
    shell: &'a Shell,
    name: &'a str,
    since: String,
    bot: bool,
    /// Whether it is the reader's own page.
    own: bool,
    rows: Vec<Row>,
    /// The game the graph is of.
    graph_of: String,
    graph: Option<String>,
    /// What the graph shows, in words.
    graph_words: String,
    /// Game, day and rating, the newest first.
    history: Vec<(i64, String, Rated)>,
    games: Vec<Game>,
    rulesets: Vec<Listed>,
    which: &'a Which,
    /// The address of the next page.
    older: String,
}

/// `/players/NAME`
pub async fn profile(
    State(app): State<App>,
    Path(name): Path<String>,
    Query(which): Query<Which>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Page {
    let shell = Shell::new(&speaks, format!("/players/{name}"));
    let page = async {
        let visitor = player::known(&app, &name).await?;
        let player = visitor.player.as_ref().ok_or(Error::Missing)?;
        let standings = app.store.standings(player.id).await?;
        let games = player::games(&app, player.id, &which).await?;
        let chosen = chosen(&standings, &which.rules);
        let lang = shell.lang;
        let title = |s: &Standing| player::title(&s.rules, s.fingerprint, lang);
        let history = chosen.map_or(&[][..], |s| &s.history);
        let ratings: Vec<_> = history.iter().map(|(_, _, rating)| *rating).collect();
        let newest = history.iter().rev().take(TOLD);
        let full = games.len() >= player::PAGE as usize;
        let last = games.last().map(|game| krou_store::GameId(game.number));
        Ok::<Response, Error>(render(&ProfilePage {
            name: player.name.as_str(),
            since: player.created.strftime("%Y-%m-%d").to_string(),
            bot: visitor.bot,
            own: asking.is_some_and(|asking| asking.id == visitor.id),
            rows: standings
                .iter()
                .map(|s| Row {
                    title: title(s),
                    achieved: s.into(),
                    shown: chosen.is_some_and(|chosen| chosen.fingerprint == s.fingerprint),
                })
                .collect(),
            graph_of: chosen.map_or_else(String::new, title),
            graph: graph(&ratings),
            graph_words: chosen.map_or_else(String::new, |s| in_words(s, &shell)),
            history: newest
                .map(|(game, at, rating)| {
                    let day = at.strftime("%Y-%m-%d").to_string();
                    (game.0, day, (*rating).into())
                })
                .collect(),
            games: games.into_iter().map(|game| shown(game, &shell)).collect(),
            rulesets: listed(lang),
            older: last
                .filter(|_| full)
                .map_or_else(String::new, |last| which.next(last)),
            which: &which,
            shell: &shell,
        }))
    };
    or_page(page.await, &speaks)
}

/// Whose graph to show: of the game that was asked for, else of the one with most rated games.
fn chosen<'a>(standings: &'a [Standing], rules: &str) -> Option<&'a Standing> {
    let rated = || standings.iter().filter(|s| s.rating.is_some());
    let asked = rated().find(|s| s.rules == rules);
    asked.or_else(|| rated().max_by_key(|s| s.history.len()))
}

fn in_words(standing: &Standing, shell: &Shell) -> String {
    let rating = |at: Option<&(_, _, krou_store::Rating)>| {
        at.map_or(0, |(_, _, rating)| rating.rating.round() as i64)
    };
    let ratings = standing.history.iter().map(|(_, _, r)| r.rating);
    let (low, high) = ratings.fold((f64::MAX, f64::MIN), |(low, high), rating| {
        (low.min(rating), high.max(rating))
    });
    format!(
        "{}{} {} → {} ({} – {}), {} {}",
        shell.t.rating_graph,
        shell.t.colon,
        rating(standing.history.first()),
        rating(standing.history.last()),
        low.round() as i64,
        high.round() as i64,
        standing.history.len(),
        shell.t.played.to_lowercase()
    )
}

fn shown(played: Played, shell: &Shell) -> Game {
    let ruleset = krou_rules::Ruleset::builtin(&played.rules);
    let title = ruleset.map(|ruleset| ruleset.title.get(shell.lang).to_string());
    Game {
        title: title.unwrap_or_else(|| played.rules.clone()),
        day: played.started.chars().take(10).collect(),
        result: match played.result {
            "won" => shell.t.result_won,
            "lost" => shell.t.result_lost,
            "drawn" => shell.t.result_drawn,
            "aborted" => shell.t.result_aborted,
            _ => shell.t.result_open,
        },
        scores: played.scores.filter(|_| {
            let end = played.end.as_deref();
            !end.is_some_and(|end| end.starts_with("resigned") || end == "aborted")
        }),
        played,
    }
}

/// Which leaderboard, or whom to find.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Board {
    rules: String,
    name: String,
}

#[derive(Template)]
#[template(path = "leaders.html")]
struct LeadersPage<'a> {
    shell: &'a Shell,
    rulesets: Vec<Listed>,
    rules: &'a str,
    title: &'a str,
    leaders: Vec<(String, Rated, u64)>,
}

/// `/players?rules=…`, or `/players?name=…` to find somebody.
pub async fn leaders(State(app): State<App>, Query(board): Query<Board>, speaks: Speaks) -> Page {
    if !board.name.trim().is_empty() {
        let found = or_page(player::known(&app, board.name.trim()).await, &speaks)?;
        return Ok(Redirect::to(&profile_of(found.name.as_str())).into_response());
    }
    let rules = if board.rules.is_empty() {
        "kalah"
    } else {
        board.rules.as_str()
    };
    let shell = Shell::new(&speaks, format!("/players?rules={rules}"));
    let (ruleset, leaders) = or_page(player::leaders(&app, rules).await, &speaks)?;
    Ok(render(&LeadersPage {
        rulesets: listed(speaks.lang),
        rules: &ruleset.name,
        title: ruleset.title.get(speaks.lang),
        leaders: leaders
            .into_iter()
            .map(|leader| {
                let name = leader.player.name.to_string();
                (name, leader.rating.into(), leader.games)
            })
            .collect(),
        shell: &shell,
    }))
}

/// The address of a player's page.
pub fn profile_of(name: &str) -> String {
    format!("/players/{}", utf8_percent_encode(name, NON_ALPHANUMERIC))
}
