//! `krou show`: a position, what can be played in it, and how the game stands.

use std::io::Write;

use krou_rules::{First, Move};
use serde_json::{Value, json};

use crate::args::Common;
use crate::failure::Outcome;
use crate::surroundings::View;
use crate::{given, json, layout, text};

pub fn run(common: &Common, view: View, out: &mut dyn Write) -> Outcome {
    let game = given::game(common, view.lang)?;
    let (rules, position) = (game.rules(), game.position());
    let result = game.result();
    let scores = game.scores();
    let legal = game.legal_moves();
    // A drawn first player matters only where the start is not given.
    let drawn = rules.switches().first == First::Random && common.position.is_none();

    if view.json {
        let mut answer = json::rules(rules.ruleset());
        answer.insert("switches".into(), json::switches(rules.switches()));
        answer.insert("position".into(), json!(position.to_string()));
        answer.insert(
            "to_move".into(),
            json!(position.turn().letter().to_string()),
        );
        answer.insert("scores".into(), json::pair(scores));
        let legal: Vec<String> = legal.iter().map(Move::to_string).collect();
        answer.insert("legal".into(), json!(legal));
        answer.insert("over".into(), json!(result.is_some()));
        let result = result.map(|result| {
            json!({
                "winner": result.winner.map(|side| side.letter().to_string()),
                "scores": json::pair(result.scores),
                "reason": result.reason.to_string(),
            })
        });
        answer.insert("result".into(), json!(result));
        if drawn {
            answer.insert("first_assumed".into(), json!("S"));
        }
        return json::write(out, &Value::Object(answer));
    }

    let View { lang, width, .. } = view;
    let say = |line: &str| layout::wrapped(line, 0, width);
    let setup = position.setup();
    let board = setup.diagram().names(text::sides(lang)).width(width);
    let standing = match result {
        Some(result) => text::result(lang, result),
        None => text::to_move(lang, position.turn(), &legal),
    };
    writeln!(out, "{}\n", say(&text::heading(lang, rules.ruleset())))?;
    writeln!(out, "{board}")?;
    writeln!(out, "{}", say(&standing))?;
    writeln!(out, "{}", say(&text::score(lang, scores)))?;
    if drawn {
        writeln!(out, "{}", say(text::south_assumed(lang)))?;
    }
    Ok(writeln!(out, "{}", text::position(lang, position))?)
}
