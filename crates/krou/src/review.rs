//! `krou review`: a game looked back on.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use krou_engine::{Grade, Limits, Review, ReviewedMove};
use krou_rules::{BySide, Game, Lang, Line, Record, Rules, Side};
use serde_json::json;

use crate::analyse::{moves, shortened, show_progress, value};
use crate::args::Common;
use crate::effort::Effort;
use crate::failure::{Failure, Outcome};
use crate::surroundings::{View, interrupt};
use crate::{Surroundings, given, json, text};

/// How long a move is thought about if the call does not say.
const USUAL_TIME: Duration = Duration::from_millis(500);

/// Far more than any game needs, and an end for files that have none.
const MOST_BYTES: u64 = 1 << 20;

/// How many lines the graph of the value has above and below the middle.
const HALF_GRAPH: i32 = 4;

#[derive(Args)]
pub struct ReviewArgs {
    /// The game file
    file: String,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    #[command(flatten)]
    effort: Effort,
}

pub fn run(
    args: &ReviewArgs,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let view = here.view(common);
    given::no_game(common, "review", view.lang)?;
    let (game, count) = read(args, common, view.lang)?;
    let limits = match args.effort.given() {
        Some(limits) => limits,
        None => Limits::time(USUAL_TIME),
    };
    let mut engine = args.effort.engine(Arc::clone(game.rules()), common, here)?;
    let all = game.moves().len();
    let review = engine.review(&game, &limits, &interrupt(), &mut |done| {
        if view.watched {
            show_progress(&text::reviewing(view.lang, done, all), view.width);
        }
    });
    if view.watched {
        show_progress("", view.width);
    }
    if view.json {
        return json::write(out, &as_json(&game, &review));
    }
    if count > 1 {
        writeln!(out, "{}", text::game_of_file(view.lang, args.game, count))?;
    }
    write(&game, &review, view, out)
}

/// The game to review, and how many the file has. What is wrong in the file is no mistake of the
/// call, as for `krou games import`.
fn read(args: &ReviewArgs, common: &Common, lang: Lang) -> Outcome<(Game, usize)> {
    let path = &args.file;
    let wrong = |what: &str| Failure::Call(text::about(lang, path, &what));
    let bad_content = |what: &str| Failure::No(Some(text::about(lang, path, &what)));
    let mut content = String::new();
    std::fs::File::open(path)
        .and_then(|file| {
            std::io::Read::read_to_string(&mut std::io::Read::take(file, MOST_BYTES), &mut content)
        })
        .map_err(|error| wrong(&text::unreadable_file(lang, &error)))?;
    let games = Record::read_all(&content).map_err(|error| bad_content(&error.text(lang)))?;
    let count = games.len();
    let Some((_, record)) = games.into_iter().nth(args.game as usize - 1) else {
        return Err(wrong(&text::no_game_in_file(lang, args.game, count)));
    };
    let ruleset = if common.rules.is_some() || !common.set.is_empty() {
        given::chosen(common, lang)?
    } else {
        record
            .ruleset()
            .map_err(|error| bad_content(&error.text(lang)))?
    };
    let rules = Rules::new(ruleset).map_err(|nonsense| bad_content(&nonsense.text(lang)))?;
    let game = record.replay(Arc::new(rules));
    let game = game.map_err(|error| bad_content(&error.text(lang)))?;
    Ok((game, count))
}

fn as_json(game: &Game, review: &Review) -> serde_json::Value {
    let of_move = |reviewed: &ReviewedMove| {
        json!({
            "move": reviewed.m.to_string(),
            "position": reviewed.position.to_string(),
            "before": value(reviewed.before),
            "before_proved": reviewed.before.is_proved(),
            "value": value(reviewed.after),
            "proved": reviewed.after.is_proved(),
            "loss": (f64::from(reviewed.loss) * 100.0).round() / 100.0,
            "grade": reviewed.grade.word(),
            "better": reviewed.better.as_ref().map(|better| json!({
                "move": better.m.to_string(),
                "value": value(better.value),
                "proved": better.value.is_proved(),
                "line": moves(&better.line),
            })),
        })
    };
    let mut answer = json::rules(game.rules().ruleset());
    let rounded = |accuracy: Option<f32>| accuracy.map(|a| (f64::from(a) * 10.0).round() / 10.0);
    let BySide { south, north } = review.accuracy;
    answer.insert("accuracy".into(), json!([rounded(south), rounded(north)]));
    answer.insert("moves".into(), review.moves.iter().map(of_move).collect());
    answer.insert("complete".into(), json!(review.complete));
    serde_json::Value::Object(answer)
}

fn write(game: &Game, review: &Review, view: View, out: &mut dyn Write) -> Outcome {
    let lang = view.lang;
    writeln!(out, "{}\n", text::heading(lang, game.rules().ruleset()))?;
    let said: Vec<(String, String)> = review
        .moves
        .iter()
        .map(|m| (text::value(lang, m.before), text::value(lang, m.after)))
        .collect();
    let widest = |pick: fn(&(String, String)) -> &String| {
        said.iter()
            .map(|v| pick(v).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (before, after) = (widest(|v| &v.0), widest(|v| &v.1));
    for (n, (reviewed, said)) in review.moves.iter().zip(&said).enumerate() {
        let mut line = format!(
            "{:>3} {:>2}  {:before$} → {:after$}",
            n + 1,
            reviewed.m.to_string(),
            said.0,
            said.1,
        );
        if reviewed.grade >= Grade::Inaccuracy
            && let Some(better) = &reviewed.better
        {
            let room = view.width.saturating_sub(before + after + 30);
            let instead = shortened(&Line(better.line.clone()).to_string(), room);
            let grade = text::grade(lang, reviewed.grade);
            let _ = write!(line, "  {}", text::about(lang, &grade, &instead));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    if !review.complete {
        let (done, all) = (review.moves.len(), game.moves().len());
        writeln!(out, "{}", text::reviewing(lang, done, all))?;
    }
    writeln!(
        out,
        "\n{}\n{}",
        text::graph_title(lang),
        graph(review, view.width)
    )?;
    for side in Side::BOTH {
        if let Some(accuracy) = review.accuracy[side] {
            writeln!(
                out,
                "{}",
                text::accuracy(lang, side, accuracy, &review.moves)
            )?;
        }
    }
    Ok(())
}

/// The value for South after each move, as columns above and below a middle line.
fn graph(review: &Review, width: usize) -> String {
    let values: Vec<f32> = review
        .moves
        .iter()
        .map(|m| match m.m.side {
            Side::South => m.after.margin(),
            Side::North => -m.after.margin(),
        })
        .collect();
    let most = values.iter().fold(1f32, |most, v| most.max(v.abs()));
    let columns = values.len().min(width.saturating_sub(8).max(10));
    let mut lines = String::new();
    for row in (-HALF_GRAPH..=HALF_GRAPH).rev() {
        let label = match row {
            HALF_GRAPH => format!("{most:>+5.0} "),
            0 => "    0 ".to_string(),
            r if r == -HALF_GRAPH => format!("{:>+5.0} ", -most),
            _ => "      ".to_string(),
        };
        let mut line = label;
        for column in 0..columns {
            let value = values[column * values.len() / columns];
            let height = (value / most * HALF_GRAPH as f32).round() as i32;
            line.push(match row {
                0 => '─',
                r if r > 0 && height >= r || r < 0 && height <= r => '█',
                _ => ' ',
            });
        }
        let _ = writeln!(lines, "{}", line.trim_end());
    }
    lines
}
