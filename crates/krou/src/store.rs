//! The store a call works on, its answers in JSON, and `krou store`: backups and checks.

use std::io::Write;
use std::path::Path;

use krou_rules::Lang;
use krou_store::{Blocking, Error, Seat, SqliteStore, Tally, Timestamp};
use serde_json::{Map, Value, json};

use crate::args::{Common, StoreCommand};
use crate::failure::{Failure, Outcome};
use crate::surroundings::View;
use crate::{Surroundings, given, json, text};

/// Opens the store the call names, or the user's own.
pub fn open(common: &Common, here: &Surroundings, lang: Lang) -> Outcome<Blocking> {
    let dir = common.data.as_ref().or(here.data.as_ref());
    let dir = dir.ok_or_else(|| Failure::Call(text::no_data_dir(lang).into()))?;
    Blocking::open(dir).map_err(told(lang))
}

/// `krou store`.
pub fn run(
    command: &StoreCommand,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let view = here.view(common);
    given::no_rules(common, "store", view.lang)?;
    given::no_game(common, "store", view.lang)?;
    match command {
        StoreCommand::Backup { file } => {
            let store = open(common, here, view.lang)?;
            store.wait(|s| s.backup(file)).map_err(told(view.lang))?;
            let answer = json!({"file": file});
            say(view, out, &text::backed_up(view.lang, file), &answer)
        }
        StoreCommand::Check { file } => {
            let dir = common.data.as_ref().or(here.data.as_ref());
            let own = dir.map(|dir| dir.join(SqliteStore::FILE));
            let file = file.as_ref().or(own.as_ref());
            let file = file.ok_or_else(|| Failure::Call(text::no_data_dir(view.lang).into()))?;
            check(file, view, out)
        }
    }
}

fn check(file: &Path, view: View, out: &mut dyn Write) -> Outcome {
    let report = Blocking::check(file).map_err(told(view.lang))?;
    let mut faults: Vec<String> = report.damage.clone();
    let unreadable = report.unreadable.iter();
    faults.extend(unreadable.map(|(_, error)| error.text(view.lang)));
    if report.without_log {
        faults.push(text::without_log(view.lang).into());
    }
    if view.json {
        let answer = json!({"file": file, "games": report.games, "faults": faults});
        json::write(out, &answer)?;
    } else if report.is_sound() {
        writeln!(out, "{}", text::store_sound(view.lang, file, report.games))?;
    } else {
        for fault in faults {
            writeln!(out, "{fault}")?;
        }
    }
    if report.is_sound() {
        Ok(())
    } else {
        Err(Failure::No(None))
    }
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
