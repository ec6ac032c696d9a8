//! The page on which a game is wished for, and the forms that set a table and sit down at it.

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Redirect, Response};
use krou_rules::{Lang, Ruleset, Section, Switches, explain, switch_words};
use krou_store::Seat;

use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::error::Error;
use crate::lang::Speaks;
use crate::question::DEFAULT_RULES;
use crate::seating::{sit, withdraw};
use crate::visitor::{Asking, with_cookie};
use crate::wish::{Fault, Wish};

/// A switch on the page, with its readings in words.
struct SwitchField {
    key: &'static str,
    label: String,
    /// Each value, in words, and whether it is the chosen one.
    options: Vec<(String, String, bool)>,
}

impl SwitchField {
    fn new(key: &'static str, switches: &Switches, lang: Lang) -> Option<SwitchField> {
        let (label, _) = switch_words(key, switches, lang)?;
        let chosen = switches.get(key)?;
        let option = |value: String| {
            let mut with = switches.clone();
            with.set(key, &value).ok()?;
            let (_, words) = switch_words(key, &with, lang)?;
            let is_chosen = value == chosen;
            Some((value, words, is_chosen))
        };
        let options = Switches::values(key).into_iter().filter_map(option);
        Some(SwitchField {
            key,
            label,
            options: options.collect(),
        })
    }
}

#[derive(Template)]
#[template(path = "new.html")]
struct NewPage<'a> {
    shell: &'a Shell,
    wish: &'a Wish,
    games: Vec<Listed>,
    name: &'a str,
    title: &'a str,
    switches: Vec<SwitchField>,
    sections: Vec<Section>,
    levels: Vec<String>,
    fault: Option<(&'static str, String)>,
}

impl NewPage<'_> {
    /// What is wrong with a field, or nothing.
    fn why(&self, field: &str) -> &str {
        match &self.fault {
            Some((at, why)) if *at == field => why,
            _ => "",
        }
    }

    /// What is wrong with a switch, or with all of them together.
    fn is_switch_wrong(&self) -> bool {
        let key = self.fault.as_ref().map(|(at, _)| *at);
        key.is_some_and(|at| at == "switches" || Switches::KEYS.contains(&at))
    }
}

fn page(wish: &Wish, fault: Option<&Fault>, speaks: &Speaks) -> Response {
    let shell = Shell::new(speaks, "/new");
    // What cannot be read is shown as the nearest that can.
    let lang = speaks.lang;
    let ruleset = wish.ruleset().ok();
    let ruleset = ruleset.or_else(|| Ruleset::builtin(wish.name()));
    let ruleset = ruleset.or_else(|| Ruleset::builtin(DEFAULT_RULES));
    let Some(ruleset) = ruleset else {
        return Error::Missing.page(speaks);
    };
    let switch = |key: &&'static str| SwitchField::new(key, &ruleset.switches, lang);
    render(&NewPage {
        wish,
        games: listed(lang),
        name: &ruleset.name,
        title: ruleset.title.get(lang),
        switches: Switches::KEYS.iter().filter_map(switch).collect(),
        sections: explain(&ruleset, lang),
        levels: Seat::LEVELS.map(|level| level.to_string()).collect(),
        fault: fault.map(|fault| (fault.field, fault.error.text(lang))),
        shell: &shell,
    })
}

/// `/new?rules=…`: what to play, with its rules in words beside it.
pub async fn new_game(
    Query(mut wish): Query<Wish>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Response {
    wish.arrive();
    let read = wish.read(asking.as_ref());
    page(&wish, read.err().as_ref(), &speaks)
}

/// `POST /games`: sets a table.
pub async fn create(
    State(app): State<App>,
    Asking(asking): Asking,
    speaks: Speaks,
    Form(wish): Form<Wish>,
) -> Page {
    match wish.fulfil(&app, asking).await {
        Ok((slug, cookie)) => Ok(to_table(&slug, cookie)),
        // What is wrong with no field has a page of its own.
        Err(fault) if fault.field.is_empty() => or_page(Err(fault.error), &speaks),
        Err(fault) => {
            let page = page(&wish, Some(&fault), &speaks);
            Ok(fault.error.answered_with(page))
        }
    }
}

/// Leads to a table.
fn to_table(slug: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = Redirect::to(&format!("/g/{slug}")).into_response();
    with_cookie(response.headers_mut(), cookie);
    response
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
