//! `krou rules`: the games, their rules in words, a user's own file, and what differs.

use std::io::Write;

use krou_rules::{Ruleset, Topic, differences, explain};
use serde_json::{Value, json};

use crate::args::{Common, RulesCommand};
use crate::failure::{Failure, Outcome};
use crate::file::{self, FileError};
use crate::surroundings::View;
use crate::{given, json, layout, text};

pub fn run(command: &RulesCommand, common: &Common, view: View, out: &mut dyn Write) -> Outcome {
    match command {
        RulesCommand::List => {
            given::no_rules(common, "rules list", view.lang)?;
            given::no_game(common, "rules list", view.lang)?;
            list(view, out)
        }
        RulesCommand::Show { game } => {
            given::no_game(common, "rules show", view.lang)?;
            let ruleset = match game {
                Some(name) => {
                    given::with_sets(given::ruleset(name, view.lang)?, &common.set, view.lang)?
                }
                None => given::chosen(common, view.lang)?,
            };
            show(&ruleset, view, out)
        }
        RulesCommand::Check { file } => {
            given::no_rules(common, "rules check", view.lang)?;
            given::no_game(common, "rules check", view.lang)?;
            check(file, view, out)
        }
        RulesCommand::Diff { first, second } => {
            given::no_game(common, "rules diff", view.lang)?;
            let first = given::ruleset(first, view.lang)?;
            let second =
                given::with_sets(given::ruleset(second, view.lang)?, &common.set, view.lang)?;
            diff(&first, &second, view, out)
        }
    }
}

fn list(view: View, out: &mut dyn Write) -> Outcome {
    let games = Ruleset::all();
    if view.json {
        let games: Vec<Value> = games.iter().map(|game| summary(game, view)).collect();
        return json::write(out, &json!(games));
    }
    for game in &games {
        let (pits, seeds) = (game.switches.pits, game.switches.seeds);
        writeln!(
            out,
            "{:<20} {pits} × {seeds}  {}",
            game.name,
            game.fingerprint()
        )?;
        let description = &game.description(view.lang);
        writeln!(out, "{}", layout::wrapped(description, 4, view.width))?;
    }
    Ok(())
}

fn summary(game: &Ruleset, view: View) -> Value {
    let mut summary = json::rules(game);
    summary.insert("title".into(), json!(game.title.get(view.lang)));
    summary.insert("description".into(), json!(game.description(view.lang)));
    summary.insert("sources".into(), json!(game.sources));
    summary.insert("switches".into(), json::switches(&game.switches));
    Value::Object(summary)
}

fn show(game: &Ruleset, view: View, out: &mut dyn Write) -> Outcome {
    let View { lang, width, .. } = view;
    let sections = explain(game, lang);
    if view.json {
        let words: Vec<Value> = sections
            .iter()
            .map(|section| json!({"heading": section.heading, "sentences": section.sentences}))
            .collect();
        let mut answer = summary(game, view);
        answer["words"] = json!(words);
        return json::write(out, &answer);
    }
    let say = |line: &str, indent| layout::wrapped(line, indent, width);
    writeln!(out, "{}", say(&text::heading(lang, game), 0))?;
    writeln!(out, "{}", say(&game.description(lang), 0))?;
    for section in &sections {
        writeln!(out, "\n{}", section.heading)?;
        match section.topic {
            Topic::Tips => {
                for tip in &section.sentences {
                    writeln!(out, "{}", say(tip, 2))?;
                }
            }
            _ => writeln!(out, "{}", say(&section.sentences.join(" "), 2))?,
        }
    }
    writeln!(out, "\n{}", text::switches(lang))?;
    let switches: Vec<String> = game
        .switches
        .entries()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    writeln!(out, "{}", say(&switches.join(" "), 2))?;
    if !game.sources.is_empty() {
        writeln!(out, "\n{}", text::sources(lang))?;
    }
    for source in &game.sources {
        writeln!(out, "{}", say(source, 2))?;
    }
    Ok(())
}

fn check(path: &str, view: View, out: &mut dyn Write) -> Outcome {
    match file::read(path, view.lang) {
        Ok(game) if view.json => {
            let mut answer = summary(&game, view);
            answer["good"] = json!(true);
            json::write(out, &answer)
        }
        Ok(game) => {
            writeln!(out, "{}", text::good_file(view.lang, path))?;
            Ok(writeln!(out, "{}", text::heading(view.lang, &game))?)
        }
        Err(FileError::Wrong(error, _)) if view.json => {
            let answer = json!({
                "good": false,
                "line": error.line,
                "column": error.column,
                "message": error.message(view.lang),
                "help": error.help(view.lang),
            });
            json::write(out, &answer)?;
            Err(Failure::No(None))
        }
        Err(error @ FileError::Wrong(..)) => {
            Err(Failure::No(Some(error.complaint(path, view.lang))))
        }
        Err(error) => Err(Failure::Call(error.complaint(path, view.lang))),
    }
}

fn diff(first: &Ruleset, second: &Ruleset, view: View, out: &mut dyn Write) -> Outcome {
    let View { lang, width, .. } = view;
    let found = differences(first, second, lang);
    if view.json {
        let found: Vec<Value> = found
            .iter()
            .map(|found| {
                json!({"switch": found.key, "label": found.label, "readings": found.readings})
            })
            .collect();
        let games = [first, second].map(json::rules);
        let answer = json!({
            "games": games,
            "same": first.fingerprint() == second.fingerprint(),
            "differences": found,
        });
        return json::write(out, &answer);
    }
    for game in [first, second] {
        writeln!(
            out,
            "{}",
            layout::wrapped(&text::heading(lang, game), 0, width)
        )?;
    }
    writeln!(out)?;
    if found.is_empty() {
        writeln!(out, "{}", text::same_rules(lang))?;
    }
    for found in &found {
        writeln!(out, "{}", layout::hanging(&found.to_string(), width))?;
    }
    Ok(())
}
