//! `krou games`: what was played here; export and import.

use std::io::Write;
use std::path::Path;

use krou_store::{
    Blocking, Filter, GameId, GameInfo, ImportError, Store, StoredGame, read_game_file,
};
use serde_json::{Value, json};

use crate::args::{Common, GamesCommand, WhichGames};
use crate::failure::{Failure, Outcome};
use crate::file::Whole;
use crate::store::{day, open, say, seat, told};
use crate::surroundings::View;
use crate::{Surroundings, given, json, layout, text};

pub fn run(
    command: &GamesCommand,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let view = here.view(common);
    given::no_game(common, "games", view.lang)?;
    match command {
        GamesCommand::List(_) | GamesCommand::Export { .. } => {
            given::no_set(common, "games", view.lang)?;
        }
        _ => given::no_rules(common, "games", view.lang)?,
    }
    let store = open(common, here, view.lang)?;
    match command {
        GamesCommand::List(which) => list(&chosen(&store, which, common, view)?, view, out),
        GamesCommand::Show { id } => show(&load(&store, *id, view)?, view, out),
        GamesCommand::Export { ids, which, output } => {
            let ids = match &ids[..] {
                // As they were played, the first one first.
                [] => {
                    let chosen = chosen(&store, which, common, view)?;
                    chosen.iter().rev().map(|game| game.saved.id).collect()
                }
                ids => ids.to_vec(),
            };
            export(&store, &ids, output.as_deref(), view, out)
        }
        GamesCommand::Import { files } => {
            let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
            import(&store, &files, view, out)
        }
        GamesCommand::Delete { ids } => delete(&store, ids, view, out),
    }
}

fn chosen(
    store: &Blocking,
    which: &WhichGames,
    common: &Common,
    view: View,
) -> Outcome<Vec<GameInfo>> {
    let player = match &which.player {
        Some(name) => Some(store.wait(|s| s.player(name)).map_err(told(view.lang))?.id),
        None => None,
    };
    let filter = Filter {
        player,
        rules: common.rules.clone(),
        finished: (which.finished || which.unfinished).then_some(which.finished),
        limit: which.last,
    };
    store.wait(|s| s.games(&filter)).map_err(told(view.lang))
}

fn load(store: &Blocking, id: GameId, view: View) -> Outcome<StoredGame> {
    store.wait(|s| s.game(id)).map_err(told(view.lang))
}

fn summary(game: &GameInfo) -> Value {
    let result = game.outcome.as_ref().map(|outcome| {
        json!({
            "winner": outcome.winner.map(|side| side.letter().to_string()),
            "scores": json::pair(outcome.scores),
            "reason": outcome.termination.split(' ').next(),
        })
    });
    json!({
        "id": game.saved.id.0,
        "rules": game.rules,
        "fingerprint": game.fingerprint.to_string(),
        "south": seat(&game.seats.south),
        "north": seat(&game.seats.north),
        "rated": game.saved.rated,
        "moves": game.plies,
        "started": game.started.to_string(),
        "updated": game.updated.to_string(),
        "over": result.is_some(),
        "result": result,
    })
}

fn list(games: &[GameInfo], view: View, out: &mut dyn Write) -> Outcome {
    if view.json {
        return json::write(out, &games.iter().map(summary).collect());
    }
    if games.is_empty() {
        writeln!(out, "{}", text::no_games(view.lang))?;
    }
    for game in games {
        let (id, day, rules) = (game.saved.id.0, day(game.started), &game.rules);
        let seats = text::versus(view.lang, &game.seats);
        let state = text::state(view.lang, game);
        let line = format!("{id:>5}  {day}  {rules:<20} {seats}, {state}");
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn show(stored: &StoredGame, view: View, out: &mut dyn Write) -> Outcome {
    let View { lang, width, .. } = view;
    let (info, game) = (&stored.info, &stored.game);
    if view.json {
        let mut answer = summary(info);
        answer["position"] = json!(game.position().to_string());
        answer["line"] = json!(game.line().to_string());
        answer["record"] = json!(stored.record().to_string());
        return json::write(out, &answer);
    }
    let say = |line: &str| layout::wrapped(line, 0, width);
    let setup = game.position().setup();
    let board = setup.diagram().names(text::sides(lang)).width(width);
    let standing = match game.result() {
        Some(result) => text::result(lang, result),
        None => text::to_move(lang, game.position().turn(), &game.legal_moves()),
    };
    writeln!(
        out,
        "{}",
        say(&text::game_heading(lang, info, &day(info.started)))
    )?;
    writeln!(
        out,
        "{}\n",
        say(&text::heading(lang, game.rules().ruleset()))
    )?;
    if info.plies > 0 {
        writeln!(out, "{}\n", say(&game.line().to_string()))?;
    }
    writeln!(out, "{board}")?;
    writeln!(out, "{}", say(&standing))?;
    writeln!(out, "{}", say(&text::score(lang, game.scores())))?;
    Ok(writeln!(out, "{}", text::position(lang, game.position()))?)
}

fn export(
    store: &Blocking,
    ids: &[GameId],
    output: Option<&Path>,
    view: View,
    out: &mut dyn Write,
) -> Outcome {
    let records = ids
        .iter()
        .map(|id| Ok(load(store, *id, view)?.record().to_string()));
    let records = records.collect::<Outcome<Vec<String>>>()?;
    let Some(path) = output else {
        if view.json {
            return json::write(out, &json!({"games": records}));
        }
        return Ok(write!(out, "{}", records.join("\n"))?);
    };
    Whole::begin(path)
        .and_then(|file| file.finish(&records.join("\n")))
        .map_err(|error| Failure::No(Some(text::not_written(view.lang, path, &error))))?;
    let answer = json!({"file": path.to_string_lossy(), "games": ids.len()});
    say(
        view,
        out,
        &text::exported(view.lang, path, ids.len()),
        &answer,
    )
}

fn import(store: &Blocking, files: &[&Path], view: View, out: &mut dyn Write) -> Outcome {
    let players = store.wait(Store::players).map_err(told(view.lang))?;
    let mut games = Vec::new();
    for path in files {
        let found = read_game_file(path, &players).map_err(|error| {
            let told = text::about(view.lang, &path.display(), &error.text(view.lang));
            match error {
                ImportError::File(_) | ImportError::Game { .. } => Failure::No(Some(told)),
                _ => Failure::Call(told),
            }
        })?;
        games.extend(found);
    }
    let done = store.wait(|s| s.import(&games)).map_err(told(view.lang))?;
    let answer = json!({"added": numbers(&done.added), "known": numbers(&done.known)});
    say(view, out, &done.text(view.lang), &answer)
}

fn numbers(ids: &[GameId]) -> Vec<i64> {
    ids.iter().map(|id| id.0).collect()
}

fn delete(store: &Blocking, ids: &[GameId], view: View, out: &mut dyn Write) -> Outcome {
    let done = store.wait(|s| s.delete_games(ids));
    done.map_err(told(view.lang))?;
    let answer = json!({"deleted": numbers(ids)});
    say(view, out, &text::deleted(view.lang, ids.len()), &answer)
}
