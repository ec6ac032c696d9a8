//! `krou analyse`: what the moves of a position are worth.

use std::io::Write;

use clap::Args;
use krou_engine::{Analysis, MoveValue, Value, explain};
use krou_rules::{Game, Line, Move};
use serde_json::{Map, json};

use crate::args::Common;
use crate::effort::Effort;
use crate::failure::{Failure, Outcome};
use crate::surroundings::{View, interrupt};
use crate::{Surroundings, given, json, layout, text};

#[derive(Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub effort: Effort,
    /// Value only the best COUNT moves, which looks deeper
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub multi: Option<u16>,
    /// Say why the best move is good
    #[arg(long)]
    pub why: bool,
    /// With --json: an answer after every deeper look, one a line
    #[arg(long, requires = "json")]
    pub live: bool,
}

pub fn run(
    args: &AnalyseArgs,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let view = here.view(common);
    let game = given::game(common, view.lang)?;
    let mut engine = args.effort.engine(game.rules().clone(), common, here)?;
    let multi = args.multi.map_or(usize::MAX, usize::from);
    let mut failed = None;
    let analysis = {
        let stop = interrupt();
        let mut progress = |analysis: &Analysis| {
            if args.live {
                let answer = serde_json::Value::Object(as_json(&game, analysis));
                // A reader that went away is told at the end; nothing more is worked out for it.
                if let Err(failure) = json::write(out, &answer).and_then(|()| Ok(out.flush()?)) {
                    failed.get_or_insert(failure);
                    stop.stop();
                }
            } else if view.watched {
                show_progress(&text::progress(view.lang, analysis), view.width);
            }
        };
        engine.think(&game, multi, &args.effort.limits(), &stop, &mut progress)
    };
    if let Some(failure) = failed {
        return Err(failure);
    }
    if view.watched && !args.live {
        show_progress("", view.width);
    }
    let why = match analysis.best {
        Some(best) if args.why => explain(&game, best, &analysis, view.lang),
        _ => Vec::new(),
    };
    if view.json {
        let mut answer = as_json(&game, &analysis);
        if args.why {
            answer.insert("why".into(), json!(why));
        }
        return json::write(out, &serde_json::Value::Object(answer));
    }
    write(&game, &analysis, view, out)?;
    if !why.is_empty() {
        let why = layout::wrapped(&why.join(" "), 0, view.width);
        writeln!(out, "{why}")?;
    }
    Ok(())
}

/// One line on stderr that the next overwrites, with room for the `^C` of a terminal.
pub fn show_progress(line: &str, width: usize) {
    let mut err = std::io::stderr().lock();
    let line: String = line.chars().take(width.saturating_sub(3)).collect();
    // Progress that cannot be shown is no failure.
    let _ = write!(err, "\r{line}\x1b[K").and_then(|()| err.flush());
}

/// A value as JSON: an integer if proved.
pub fn value(value: Value) -> serde_json::Value {
    match value {
        Value::Proved(margin) => json!(margin),
        Value::Estimated(margin) => json!((f64::from(margin) * 100.0).round() / 100.0),
    }
}

pub fn moves(line: &[Move]) -> serde_json::Value {
    json!(line.iter().map(Move::to_string).collect::<Vec<_>>())
}

fn as_json(game: &Game, analysis: &Analysis) -> Map<String, serde_json::Value> {
    let of_move = |m: &MoveValue| {
        json!({
            "move": m.m.to_string(),
            "value": value(m.value),
            "proved": m.value.is_proved(),
            "line": moves(&m.line),
        })
    };
    let mut answer = json::rules(game.rules().ruleset());
    for (key, part) in [
        ("position", json!(game.position().to_string())),
        ("value", value(analysis.value)),
        ("proved", json!(analysis.value.is_proved())),
        ("best", json!(analysis.best.map(|m| m.to_string()))),
        ("line", moves(&analysis.line)),
        (
            "moves",
            analysis
                .moves
                .iter()
                .map(of_move)
                .collect::<serde_json::Value>(),
        ),
        ("depth", json!(analysis.depth)),
        ("nodes", json!(analysis.nodes)),
        ("seconds", json!(analysis.seconds)),
    ] {
        answer.insert(key.into(), part);
    }
    answer
}

fn write(game: &Game, analysis: &Analysis, view: View, out: &mut dyn Write) -> Result<(), Failure> {
    let lang = view.lang;
    writeln!(out, "{}", text::heading(lang, game.rules().ruleset()))?;
    writeln!(out, "{}\n", text::position(lang, game.position()))?;
    if let Some(result) = game.result() {
        return Ok(writeln!(out, "{}", text::result(lang, result))?);
    }
    let turn = game.position().turn();
    writeln!(out, "{}", text::worth(lang, turn, analysis.value))?;
    let values: Vec<String> = analysis
        .moves
        .iter()
        .map(|m| text::value(lang, m.value))
        .collect();
    let widest = values.iter().map(|v| v.chars().count()).max().unwrap_or(0);
    for (m, value) in analysis.moves.iter().zip(&values) {
        let line = Line(m.line.clone()).to_string();
        let room = view.width.saturating_sub(widest + 8);
        writeln!(
            out,
            "  {:>2}  {value:widest$}  {}",
            m.m.to_string(),
            shortened(&line, room)
        )?;
    }
    Ok(writeln!(out, "\n{}", text::searched(lang, analysis))?)
}

/// A line of moves cut between turns where it is too long.
pub fn shortened(line: &str, room: usize) -> String {
    if line.chars().count() <= room {
        return line.to_string();
    }
    let mut kept = String::new();
    for turn in line.split(' ') {
        if kept.chars().count() + turn.chars().count() + 2 > room.max(8) {
            break;
        }
        kept += turn;
        kept.push(' ');
    }
    kept + "…"
}
