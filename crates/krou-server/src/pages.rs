//! The pages, rendered here and readable without scripts.

mod account;
mod analysis;
mod create;
mod help;
mod home;
mod play;
mod profile;
pub mod review;
mod rules;
mod settings;

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use krou_rules::{Lang, Ruleset};

use crate::error::Error;
use crate::lang::Speaks;
use crate::text::{Words, words};

pub use account::{
    account, account_bot, account_delete, account_password, account_sign_out, account_token,
    account_token_gone, sign_in, sign_in_form, sign_out, sign_up, sign_up_form,
};
pub use analysis::analysis;
pub use create::{create, decline, join, new_game};
pub use help::help;
pub use home::{home, lobby, programs};
pub use play::{record, table};
pub use profile::{leaders, profile};
pub use review::{as_json, progress, review};
pub use rules::{compare, game_rules, list};
pub use settings::{choose, settings};

/// What every page has around its content.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The words of its language.
    pub t: &'static Words,
    /// Its language.
    pub lang: Lang,
    /// Its theme.
    pub theme: &'static str,
    /// Where the reader is, to come back to after a change of language.
    pub here: String,
    /// The name the reader has signed in with.
    pub signed_in: Option<String>,
}

impl Shell {
    /// The surroundings of the page at an address.
    pub fn new(speaks: &Speaks, here: impl Into<String>) -> Shell {
        Shell {
            t: words(speaks.lang),
            lang: speaks.lang,
            theme: speaks.theme,
            here: here.into(),
            signed_in: speaks.signed_in.clone(),
        }
    }
}

/// A page, or what went wrong.
pub type Page = Result<Response, Sorry>;

/// What went wrong, to be said on a page in the reader's language.
#[derive(Debug)]
pub struct Sorry(Error, Speaks);

impl IntoResponse for Sorry {
    fn into_response(self) -> Response {
        self.0.page(&self.1)
    }
}

/// Renders a template.
pub fn render(page: &impl Template) -> Response {
    match page.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => Error::Inside(error.to_string()).into_response(),
    }
}

/// Says an error on a page in the reader's language.
pub fn or_page<T>(result: Result<T, Error>, speaks: &Speaks) -> Result<T, Sorry> {
    result.map_err(|error| Sorry(error, speaks.clone()))
}

#[derive(Template)]
#[template(path = "error.html")]
struct Wrong<'a> {
    shell: &'a Shell,
    why: &'a str,
}

/// The page that says what went wrong.
pub fn wrong(shell: &Shell, why: &str) -> Response {
    render(&Wrong { shell, why })
}

/// A game in a list.
#[derive(Debug)]
pub struct Listed {
    /// Its name in addresses.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or two.
    pub description: String,
    /// Its size: `6 × 4`.
    pub size: String,
}

/// Every built-in game.
pub fn listed(lang: Lang) -> Vec<Listed> {
    let each = |ruleset: Ruleset| Listed {
        title: ruleset.title.get(lang).to_string(),
        description: ruleset.description(lang),
        size: format!("{} × {}", ruleset.switches.pits, ruleset.switches.seeds),
        name: ruleset.name,
    };
    Ruleset::all().into_iter().map(each).collect()
}
