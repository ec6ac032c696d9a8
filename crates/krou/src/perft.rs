//! `krou perft`: how many sequences of moves there are.

use std::io::Write;
use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::args::{Common, PerftArgs};
use crate::failure::Outcome;
use crate::surroundings::View;
use crate::{given, json, text};

pub fn run(args: &PerftArgs, common: &Common, view: View, out: &mut dyn Write) -> Outcome {
    let game = given::game(common, view.lang)?;
    let (rules, position) = (game.rules(), game.position());
    let start = Instant::now();
    // A game that ended by repetition has no more sequences, though its last position alone does
    // not show it.
    let divided = match game.result() {
        None => rules.perft_divided(position, args.depth),
        Some(_) => Vec::new(),
    };
    let count = match args.depth {
        0 => 1,
        _ => divided.iter().map(|(_, count)| count).sum(),
    };
    let seconds = start.elapsed().as_secs_f64();

    if view.json {
        let mut answer = json::rules(rules.ruleset());
        answer.insert("position".into(), json!(position.to_string()));
        answer.insert("depth".into(), json!(args.depth));
        answer.insert("count".into(), json!(count));
        answer.insert("seconds".into(), json!(seconds));
        if args.divide {
            let divide: Map<_, _> = divided
                .iter()
                .map(|(first, count)| (first.to_string(), json!(count)))
                .collect();
            answer.insert("divide".into(), Value::Object(divide));
        }
        return json::write(out, &Value::Object(answer));
    }
    if args.divide {
        for (first, count) in &divided {
            writeln!(out, "{:>2} {count}", first.to_string())?;
        }
    }
    writeln!(
        out,
        "{}",
        text::sequences(view.lang, count, args.depth, seconds)
    )?;
    Ok(writeln!(
        out,
        "{}",
        text::heading(view.lang, rules.ruleset())
    )?)
}
