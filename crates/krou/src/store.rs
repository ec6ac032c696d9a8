//! The store a call works on, and its answers in JSON.

use std::io::Write;

use krou_rules::Lang;
use krou_store::{Blocking, Error, Seat, Tally, Timestamp};
use serde_json::{Map, Value, json};

use crate::args::Common;
use crate::failure::{Failure, Outcome};
use crate::surroundings::View;
use crate::{Surroundings, json, text};

/// Opens the store the call names, or the user's own.
pub fn open(common: &Common, here: &Surroundings, lang: Lang) -> Outcome<Blocking> {
    let dir = common.data.as_ref().or(here.data.as_ref());
    let dir = dir.ok_or_else(|| Failure::Call(text::no_data_dir(lang).into()))?;
    Blocking::open(dir).map_err(told(lang))
}

/// What a failure of the store makes of the call.
pub fn told(lang: Lang) -> impl Fn(Error) -> Failure {
    move |error| match error {
        Error::BadName(_) => Failure::Call(error.text(lang)),
        _ => Failure::No(Some(error.text(lang))),
    }
}

/// Answers with a sentence, or as JSON.
pub fn say(view: View, out: &mut dyn Write, sentence: &str, answer: &Value) -> Outcome {
    if view.json {
        return json::write(out, answer);
    }
    Ok(writeln!(out, "{sentence}")?)
}

/// A day, as lists show it.
pub fn day(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d").to_string()
}

pub fn seat(seat: &Seat) -> Value {
    match seat {
        Seat::Player(player) => json!({"player": player.name.as_str()}),
        Seat::Guest(name) => json!({"guest": name.as_str()}),
        Seat::Engine(level) => json!({"engine": level}),
    }
}

pub fn tally(tally: &Tally) -> Map<String, Value> {
    let counts = [
        ("games", tally.games()),
        ("wins", tally.wins),
        ("draws", tally.draws),
        ("losses", tally.losses),
        ("seeds", tally.seeds),
        ("seeds_against", tally.seeds_against),
    ];
    let counts = counts.into_iter();
    counts.map(|(key, n)| (key.into(), json!(n))).collect()
}
