//! `krou players`: who plays here, and how well.

use std::io::Write;

use krou_store::{Blocking, Player, Standing, Store, Tally};
use serde_json::{Value, json};

use crate::args::{Common, PlayersCommand};
use crate::failure::{Failure, Outcome};
use crate::store::{day, open, say, seat, tally, told};
use crate::surroundings::View;
use crate::{Surroundings, given, json, layout, text};

pub fn run(
    command: &PlayersCommand,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let view = here.view(common);
    given::no_rules(common, "players", view.lang)?;
    given::no_game(common, "players", view.lang)?;
    let told = told(view.lang);
    let store = open(common, here, view.lang)?;
    let name = |text: &str| {
        text.parse()
            .map_err(|error| told(krou_store::Error::BadName(error)))
    };
    let known = |name: &str| store.wait(|s| s.player(name)).map_err(&told);
    match command {
        PlayersCommand::List => list(&store, view, out),
        PlayersCommand::Show { name } => show(&store, &known(name)?, view, out),
        PlayersCommand::Create { name: new } => {
            let new = name(new)?;
            let player = store.wait(|s| s.create_player(&new)).map_err(&told)?;
            say(
                view,
                out,
                &text::created(view.lang, &player),
                &about(&player),
            )
        }
        PlayersCommand::Rename { name: old, new } => {
            let (old, new) = (known(old)?, name(new)?);
            let player = store
                .wait(|s| s.rename_player(old.id, &new))
                .map_err(&told)?;
            let done = text::renamed(view.lang, &old, &player);
            say(view, out, &done, &about(&player))
        }
        PlayersCommand::Delete { name } => {
            let player = known(name)?;
            store.wait(|s| s.delete_player(player.id)).map_err(&told)?;
            let answer = json!({"deleted": player.name.as_str()});
            say(view, out, &text::forgotten(view.lang, &player), &answer)
        }
    }
}

fn about(player: &Player) -> Value {
    json!({"name": player.name.as_str(), "created": player.created.to_string()})
}

fn standings(store: &Blocking, player: &Player, view: View) -> Result<Vec<Standing>, Failure> {
    let found = store.wait(|s| s.standings(player.id));
    found.map_err(told(view.lang))
}

fn list(store: &Blocking, view: View, out: &mut dyn Write) -> Outcome {
    let players = store.wait(Store::players).map_err(told(view.lang))?;
    let mut rows = Vec::new();
    for player in &players {
        let standings = standings(store, player, view)?;
        rows.push((player, standings.iter().map(|s| s.tally).sum::<Tally>()));
    }
    if view.json {
        let row = |(player, all): &(&Player, Tally)| {
            let mut row = about(player);
            row.as_object_mut()
                .expect("an object")
                .append(&mut tally(all));
            row
        };
        return json::write(out, &rows.iter().map(row).collect());
    }
    if rows.is_empty() {
        writeln!(out, "{}", text::no_players(view.lang))?;
    }
    for (player, all) in rows {
        let since = day(player.created);
        let results = text::results(view.lang, &all);
        let name = layout::padded(player.name.as_str(), 24);
        writeln!(out, "{name} {since}  {results}")?;
    }
    Ok(())
}

fn show(store: &Blocking, player: &Player, view: View, out: &mut dyn Write) -> Outcome {
    let standings = standings(store, player, view)?;
    if view.json {
        let mut answer = about(player);
        answer["rules"] = standings.iter().map(standing).collect();
        return json::write(out, &answer);
    }
    let since = day(player.created);
    writeln!(out, "{}", text::since(view.lang, player, &since))?;
    for standing in &standings {
        let Standing {
            rules, fingerprint, ..
        } = standing;
        writeln!(out, "\n{rules} ({fingerprint})")?;
        writeln!(out, "  {}", text::rating(view.lang, standing.rating))?;
        let row = |who: &str, t| format!("  {who:<24} {}", text::achieved(view.lang, t));
        writeln!(out, "{}", row(text::in_all(view.lang), &standing.tally))?;
        for (seat, t) in &standing.opponents {
            writeln!(out, "{}", row(&seat.text(view.lang), t))?;
        }
    }
    Ok(())
}

fn standing(standing: &Standing) -> Value {
    let mut answer = json!({
        "rules": standing.rules,
        "fingerprint": standing.fingerprint.to_string(),
        "rating": standing.rating.map(|r| json!({
            "rating": r.rating.round(),
            "deviation": r.deviation.round(),
        })),
    });
    let fields = answer.as_object_mut().expect("an object");
    fields.append(&mut tally(&standing.tally));
    let opponents = standing.opponents.iter().map(|(who, t)| {
        let mut row = tally(t);
        row.insert("opponent".into(), seat(who));
        Value::Object(row)
    });
    fields.insert("opponents".into(), opponents.collect());
    answer
}
