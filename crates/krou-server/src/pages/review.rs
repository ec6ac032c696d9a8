//! A finished game looked back on.

mod graph;

use std::convert::Infallible;
use std::net::IpAddr;

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};
use krou_rules::{Lang, Line, Reason, reason_words};
use krou_store::{Store, StoredGame, Table, Web};
use tokio_stream::wrappers::WatchStream;

use super::play::seat;
use super::{Page, Shell, or_page, render};
use crate::App;
use crate::answer::{MoveReview, Reviewed, Shown, Valued};
use crate::board::on_the_board;
use crate::error::{Complaint, Error};
use crate::lang::Speaks;
use crate::limits::{Caller, Holding};
use crate::question::Question;
use crate::refusal;
use crate::review::{Found, Progress};
use crate::text::Words;
use graph::{graph, sign};

/// A player's row in the table of how well each played.
struct Row {
    name: String,
    accuracy: String,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// A move in the list.
struct Item {
    number: usize,
    written: String,
    /// What it left South with.
    value: String,
    proved: bool,
    /// Whether the turn passed before it.
    new_turn: bool,
    /// The question of the position after it.
    after: String,
    slip: Option<Slip>,
}

/// A move that lost something, and what was better.
struct Slip {
    grade: String,
    word: &'static str,
    sign: &'static str,
    better: String,
    value: String,
    /// The better line, its moves separated.
    line: String,
    shown: String,
    /// The question of the position after the better move.
    after: String,
}

#[derive(Template)]
#[template(path = "review.html")]
struct ReviewPage<'a> {
    shell: &'a Shell,
    slug: &'a str,
    title: &'a str,
    names: [String; 2],
    outcome: String,
    rows: Vec<Row>,
    graph: String,
    items: Vec<Item>,
    question: String,
    shown: String,
    diagram: String,
}

#[derive(Template)]
#[template(path = "reviewing.html")]
struct Waiting<'a> {
    shell: &'a Shell,
    slug: &'a str,
    names: [String; 2],
    progress: Progress,
}

/// The finished game at a table.
async fn finished(app: &App, slug: &str) -> Result<(Table, StoredGame), Error> {
    let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
    let stored = app.store.game(table.game.ok_or(Error::Missing)?).await?;
    if !stored.game.is_over() {
        return Err(Error::Refused(refusal::NO_REVIEW_YET));
    }
    Ok((table, stored))
}

/// `/g/SLUG/review`
pub async fn review(
    State(app): State<App>,
    Path(slug): Path<String>,
    Caller(from): Caller,
    speaks: Speaks,
) -> Page {
    let shell = Shell::new(&speaks, format!("/g/{slug}/review"));
    or_page(look_back(&app, from, &slug, &shell).await, &speaks)
}

async fn look_back(
    app: &App,
    from: Option<IpAddr>,
    slug: &str,
    shell: &Shell,
) -> Result<Response, Error> {
    let (_, stored) = finished(app, slug).await?;
    let seats = &stored.info.seats;
    let names = [seat(&seats.south, shell), seat(&seats.north, shell)];
    match app.reviews.find(app, from, &stored).await? {
        Found::Running(told) => {
            let progress = *told.borrow();
            let page = Waiting {
                shell,
                slug,
                names,
                progress,
            };
            Ok(([(header::CACHE_CONTROL, "no-store")], render(&page)).into_response())
        }
        Found::Kept(reviewed) => Ok(page(slug, shell, &stored, names, &reviewed)),
    }
}

fn page(
    slug: &str,
    shell: &Shell,
    stored: &StoredGame,
    names: [String; 2],
    reviewed: &Reviewed,
) -> Response {
    let game = &stored.game;
    let ruleset = game.rules().ruleset();
    let rows = [0, 1].map(|side| row(&names, reviewed, side, shell.lang));
    let question = Question::of(game);
    let start = Question {
        moves: String::new(),
        ..question.clone()
    };
    render(&ReviewPage {
        slug,
        title: ruleset.title.get(shell.lang),
        outcome: outcome(stored, &names, shell),
        graph: graph(&reviewed.moves, &alternative(reviewed, &names, shell)),
        rows: rows.into(),
        items: items(&start, reviewed, shell),
        question: start.query(),
        shown: serde_json::to_string(&Shown::new(game)).unwrap_or_default(),
        diagram: on_the_board(game).setup().diagram().to_string(),
        names,
        shell,
    })
}

/// Who won, with how many seeds, and why the game ended.
fn outcome(stored: &StoredGame, names: &[String; 2], shell: &Shell) -> String {
    let Some(result) = stored.game.result() else {
        return String::new();
    };
    let why = reason_words(result.reason, shell.lang);
    if result.reason == Reason::Aborted {
        return shell.t.aborted.to_string();
    }
    let who = match result.winner {
        Some(krou_rules::Side::South) => format!("{} {}", names[0], shell.t.won),
        Some(krou_rules::Side::North) => format!("{} {}", names[1], shell.t.won),
        None => shell.t.draw.to_string(),
    };
    let [south, north] = [result.scores.south, result.scores.north];
    format!("{who}, {south} – {north} ({why})")
}

fn row(names: &[String; 2], reviewed: &Reviewed, side: usize, lang: Lang) -> Row {
    let count = |grade: &str| {
        let own = reviewed.moves.iter();
        own.filter(|m| m.by_south() == (side == 0) && m.grade == grade)
            .count()
    };
    let percent = |accuracy: f64| format!("{} %", decimal(accuracy, lang));
    Row {
        name: names[side].clone(),
        accuracy: reviewed.accuracy[side].map_or("–".into(), percent),
        inaccuracies: count("inaccuracy"),
        mistakes: count("mistake"),
        blunders: count("blunder"),
    }
}

fn items(start: &Question, reviewed: &Reviewed, shell: &Shell) -> Vec<Item> {
    let mut made = String::new();
    let mut by_south = None;
    let mut items = Vec::with_capacity(reviewed.moves.len());
    for (n, m) in reviewed.moves.iter().enumerate() {
        let asked = |moves: String| {
            Question {
                moves,
                ..start.clone()
            }
            .query()
        };
        let slip = m.better.as_ref().filter(|_| m.is_slip());
        let slip = slip.map(|better| {
            slip_of(
                m,
                better,
                &asked(format!("{made}{}", better.written)),
                shell,
            )
        });
        made.push_str(&m.written);
        items.push(Item {
            number: n + 1,
            written: m.written.clone(),
            value: worth(m.for_south(), m.proved, shell.t, shell.lang),
            proved: m.proved,
            new_turn: by_south != Some(m.by_south()),
            after: asked(made.clone()),
            slip,
        });
        by_south = Some(m.by_south());
    }
    items
}

fn slip_of(m: &MoveReview, better: &Valued, after: &str, shell: &Shell) -> Slip {
    let value = if m.by_south() {
        better.value
    } else {
        -better.value
    };
    // As it is read: the moves of a turn joined.
    let line: Line = better.line.join(" ").parse().unwrap_or_default();
    let shown = Line(line.0.into_iter().take(12).collect()).to_string();
    Slip {
        word: match m.grade.as_str() {
            "inaccuracy" => shell.t.inaccuracy,
            "mistake" => shell.t.mistake,
            _ => shell.t.blunder,
        },
        sign: sign(&m.grade),
        grade: m.grade.clone(),
        better: better.written.clone(),
        value: worth(value, better.proved, shell.t, shell.lang),
        line: better.line.join(" "),
        shown,
        after: after.into(),
    }
}

/// A value in words: `+6 proved`, `about −2.5`.
fn worth(value: f64, proved: bool, t: &Words, lang: Lang) -> String {
    let sign = match value {
        v if v > 0.0 => "+",
        v if v < 0.0 => "−",
        _ => "",
    };
    let number = format!("{sign}{}", decimal(value.abs(), lang));
    if proved {
        format!("{number} {}", t.proved)
    } else {
        format!("{} {number}", t.about)
    }
}

/// A number with at most one decimal, as the language writes it.
fn decimal(number: f64, lang: Lang) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").map_or(text.clone(), Into::into);
    match lang {
        Lang::En => text,
        Lang::Fr => text.replace('.', ","),
    }
}

/// What the graph shows, in words, fit to stand in an attribute.
fn alternative(reviewed: &Reviewed, names: &[String; 2], shell: &Shell) -> String {
    let slips = reviewed
        .moves
        .iter()
        .enumerate()
        .filter(|(_, m)| m.is_slip());
    let slips: Vec<String> = slips
        .map(|(n, m)| format!("{} {}{}", n + 1, m.written, sign(&m.grade)))
        .collect();
    let last = reviewed.moves.last();
    let last = last.map(|m| worth(m.for_south(), m.proved, shell.t, shell.lang));
    let said = format!(
        "{}. {}{} {}. {}",
        shell.t.graph,
        names[0],
        shell.t.colon,
        last.unwrap_or_default(),
        slips.join(", ")
    );
    said.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

/// `/g/SLUG/review/progress`: how far it is, and an end when it is done.
pub async fn progress(
    State(app): State<App>,
    Path(slug): Path<String>,
    Caller(from): Caller,
    holding: Holding,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (_, stored) = finished(&app, &slug).await?;
    let told = match app.reviews.find(&app, from, &stored).await? {
        Found::Running(told) => WatchStream::new(told).left_stream(),
        Found::Kept(_) => futures_util::stream::empty().right_stream(),
    };
    let events = told.map(move |progress| {
        let _held = &holding;
        Event::default().json_data(progress).unwrap_or_default()
    });
    let end = futures_util::stream::once(async { Event::default().event("end").data("end") });
    let stop = async move { app.ending().await };
    let events = events.chain(end).take_until(Box::pin(stop)).map(Ok);
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// The review of a finished game. While it is being made: how far it is, with status 202.
#[utoipa::path(get, path = "/api/games/{table}/review", params(("table" = String, Path, description = "The table's name, as in its address")),
    responses((status = 200, body = Reviewed), (status = 202, body = Progress), (status = 404, body = Complaint), (status = 409, body = Complaint)))]
pub async fn as_json(
    State(app): State<App>,
    Path(table): Path<String>,
    Caller(from): Caller,
) -> Result<Response, Error> {
    let (_, stored) = finished(&app, &table).await?;
    Ok(match app.reviews.find(&app, from, &stored).await? {
        Found::Kept(reviewed) => Json(reviewed).into_response(),
        Found::Running(told) => {
            let progress = *told.borrow();
            let head = [(header::RETRY_AFTER, "2")];
            (StatusCode::ACCEPTED, head, Json(progress)).into_response()
        }
    })
}
