//! `krou solve`: the proved value of a position.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use krou_engine::{Bounds, Solution, SolveError, SolveOptions, SolveProgress, solve};
use krou_rules::{Game, Line, Move, Repetition};
use serde_json::{Map, Value, json};

use crate::analyse::{moves, show_progress};
use crate::args::{Common, size};
use crate::effort::duration;
use crate::failure::{Failure, Outcome};
use crate::surroundings::{View, interrupt};
use crate::{Surroundings, given, json, layout, text};

/// The value is the final margin with best play, stored seeds included, for the player to move. A
/// majority stop never changes who wins; it is ignored.
#[derive(Args)]
pub struct SolveArgs {
    /// Value every legal move, not only the best
    #[arg(long)]
    pub every_move: bool,
    /// Threads to search with [default: all]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Memory for positions seen, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub memory: usize,
    /// Stop after this time with what is proved by then: 2, 0.5s, 1min, 2h [default: none, or 30s
    /// where positions can come back]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Keep what is proved in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Where endgame tables are [default: those of `krou tables build`]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// How long to look where it may never end.
const CYCLIC_TIME: Duration = Duration::from_secs(30);

pub fn run(args: &SolveArgs, common: &Common, here: &Surroundings, out: &mut dyn Write) -> Outcome {
    let view = here.view(common);
    let game = given::game(common, view.lang)?;
    let cyclic = game.rules().switches().effective().repetition != Repetition::None;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = SolveOptions {
        threads: args.threads.map_or_else(all, usize::from),
        memory: args.memory,
        time: args.time.or(cyclic.then_some(CYCLIC_TIME)),
        every_move: args.every_move,
        checkpoint: args.checkpoint.clone(),
        library: given::library(args.tables.as_deref(), common, here),
    };
    let mut progress = |progress: &SolveProgress| {
        if view.watched {
            show_progress(&text::solving(view.lang, progress), view.width);
        }
    };
    let solution = solve(
        game.rules(),
        game.position(),
        &options,
        &interrupt(),
        &mut progress,
    );
    if view.watched {
        show_progress("", view.width);
    }
    let solution = solution.map_err(|error| {
        let why = text::not_solved(view.lang, &error);
        match error {
            SolveError::Checkpoint(_) => Failure::Call(why),
            SolveError::Memory(_) | SolveError::Table(_) => Failure::No(Some(why)),
        }
    })?;
    if view.json {
        json::write(out, &Value::Object(as_json(&game, &solution)))?;
    } else {
        write(&game, &solution, view, out)?;
    }
    match solution.bounds.value() {
        Some(_) => Ok(()),
        None => Err(Failure::No(None)),
    }
}

fn as_json(game: &Game, solution: &Solution) -> Map<String, Value> {
    let bounds = |bounds: Bounds| json!([bounds.lower, bounds.upper]);
    let of_move = |(m, value): &(Move, Bounds)| {
        json!({
            "move": m.to_string(),
            "value": value.value(),
            "proved": value.value().is_some(),
            "bounds": bounds(*value),
        })
    };
    let mut answer = json::rules(game.rules().ruleset());
    for (key, part) in [
        ("position", json!(game.position().to_string())),
        ("value", json!(solution.bounds.value())),
        ("proved", json!(solution.bounds.value().is_some())),
        ("bounds", bounds(solution.bounds)),
        ("best", json!(solution.best().map(|m| m.to_string()))),
        ("line", moves(&solution.line)),
        ("moves", solution.moves.iter().map(of_move).collect()),
        ("nodes", json!(solution.nodes)),
        ("seconds", json!(solution.seconds)),
    ] {
        answer.insert(key.into(), part);
    }
    answer
}

fn write(game: &Game, solution: &Solution, view: View, out: &mut dyn Write) -> Outcome {
    let View { lang, width, .. } = view;
    let say = |line: &str| layout::wrapped(line, 0, width);
    writeln!(out, "{}", say(&text::heading(lang, game.rules().ruleset())))?;
    writeln!(out, "{}\n", text::position(lang, game.position()))?;
    let turn = game.position().turn();
    writeln!(out, "{}", say(&text::solved(lang, turn, solution.bounds)))?;
    if let Some(best) = solution.best() {
        let line = Line(solution.line.clone()).to_string();
        writeln!(out, "{}", say(&text::best_line(lang, best, &line)))?;
    }
    for (m, bounds) in &solution.moves {
        writeln!(out, "{m:>4}  {}", text::bounds(lang, *bounds))?;
    }
    if game.rules().switches().majority {
        writeln!(out, "{}", say(text::majority_ignored(lang)))?;
    }
    Ok(())
}
