//! The rules of every game, made from its switches, and what differs between two.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::extract::{Path, Query};
use krou_rules::{
    Difference, Lang, Rules, Ruleset, Switches, Topic, differences, explain, switch_words,
};
use serde::Deserialize;

use super::{Listed, Page, Shell, listed, or_page, render};
use crate::error::Error;
use crate::example::{Example, examples};
use crate::lang::Speaks;
use crate::question::Question;

/// A section of the rules, with the examples of it.
struct Told {
    heading: String,
    sentences: Vec<String>,
    examples: Vec<Shown>,
}

/// An example as the page carries it.
struct Shown {
    /// What it shows, where that is not the whole section.
    of: String,
    position: String,
    /// The moves as JSON.
    json: String,
    diagram: String,
    written: String,
    /// Whether it is one move, short enough to be named on a button.
    is_short: bool,
    /// A move that may not be played there, and why.
    refused: Option<(String, String)>,
}

impl Shown {
    fn new(example: &Example, switches: &Switches, lang: Lang) -> Option<Shown> {
        let words = |key| switch_words(key, switches, lang);
        let of = example.switch.and_then(words);
        let refused = example.refused;
        Some(Shown {
            of: of.map_or_else(String::new, |(label, reading)| match lang {
                Lang::En => format!("{label}: {reading}"),
                Lang::Fr => format!("{label} : {reading}"),
            }),
            position: example.position.to_string(),
            json: serde_json::to_string(&example.shown).ok()?,
            diagram: example.position.setup().diagram().to_string(),
            written: example.shown.iter().map(|shown| &*shown.written).collect(),
            is_short: example.shown.len() == 1,
            refused: refused.map(|(m, why)| (m.to_string(), why.text(lang))),
        })
    }
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    shell: &'a Shell,
    ruleset: &'a Ruleset,
    title: &'a str,
    description: String,
    sections: Vec<Told>,
    others: Vec<Listed>,
    fingerprint: String,
}

type Examples = HashMap<Topic, Vec<Example>>;
type Lazily = LazyLock<Examples, Box<dyn FnOnce() -> Examples + Send>>;

/// The examples of a built-in game, found once.
fn examples_of(name: &str) -> Option<&'static Examples> {
    static FOUND: LazyLock<HashMap<&'static str, Lazily>> = LazyLock::new(|| {
        let lazily = |name: &'static str| {
            let find = move || match Rules::builtin(name) {
                Some(rules) => examples(&Arc::new(rules)),
                None => Examples::new(),
            };
            let find: Box<dyn FnOnce() -> Examples + Send> = Box::new(find);
            (name, LazyLock::new(find))
        };
        Ruleset::names().map(lazily).collect()
    });
    FOUND.get(name).map(|found| &**found)
}

/// `/rules/NAME`
pub async fn game_rules(Path(name): Path<String>, speaks: Speaks) -> Page {
    let shell = Shell::new(&speaks, format!("/rules/{name}"));
    let ruleset = or_page(Ruleset::builtin(&name).ok_or(Error::Missing), &speaks)?;
    // The first who asks waits for a search; nobody else is to wait with them.
    let known = ruleset.name.clone();
    let found = tokio::task::spawn_blocking(move || examples_of(&known)).await;
    let found = found.ok().flatten();
    let sections = explain(&ruleset, speaks.lang).into_iter().map(|section| {
        let examples = found.and_then(|found| found.get(&section.topic));
        let shown = |example| Shown::new(example, &ruleset.switches, speaks.lang);
        Told {
            examples: examples.into_iter().flatten().filter_map(shown).collect(),
            heading: section.heading,
            sentences: section.sentences,
        }
    });
    Ok(render(&RulesPage {
        title: ruleset.title.get(speaks.lang),
        description: ruleset.description(speaks.lang),
        sections: sections.collect(),
        others: others(&shell, &name),
        fingerprint: ruleset.fingerprint().to_string(),
        ruleset: &ruleset,
        shell: &shell,
    }))
}

fn others(shell: &Shell, name: &str) -> Vec<Listed> {
    let mut others = listed(shell.lang);
    others.retain(|other| other.name != name);
    others
}

#[derive(Template)]
#[template(path = "games.html")]
struct ListPage<'a> {
    shell: &'a Shell,
    games: Vec<Listed>,
}

/// `/rules`
pub async fn list(speaks: Speaks) -> Page {
    let shell = Shell::new(&speaks, "/rules");
    let games = listed(speaks.lang);
    Ok(render(&ListPage {
        shell: &shell,
        games,
    }))
}

/// Which two games to compare.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Pair {
    a: String,
    b: String,
    /// Switches that differ from the first and the second.
    set_a: String,
    set_b: String,
}

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage<'a> {
    shell: &'a Shell,
    games: Vec<Listed>,
    a: &'a Ruleset,
    b: &'a Ruleset,
    titles: [&'a str; 2],
    differences: Vec<Difference>,
}

/// `/compare?a=…&b=…`
pub async fn compare(Query(pair): Query<Pair>, speaks: Speaks) -> Page {
    let chosen = |name: String, other: &str, set: String| {
        let rules = if name.is_empty() { other.into() } else { name };
        let question = Question {
            rules,
            set,
            ..Question::default()
        };
        or_page(question.ruleset(), &speaks)
    };
    let here = format!("/compare?a={}&b={}", pair.a, pair.b);
    let a = chosen(pair.a, "kalah", pair.set_a)?;
    let b = chosen(pair.b, "awale", pair.set_b)?;
    let shell = Shell::new(&speaks, here);
    Ok(render(&ComparePage {
        games: listed(speaks.lang),
        titles: [a.title.get(speaks.lang), b.title.get(speaks.lang)],
        differences: differences(&a, &b, speaks.lang),
        a: &a,
        b: &b,
        shell: &shell,
    }))
}
