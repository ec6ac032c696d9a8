//! `krou match`: engines against each other.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use krou_engine::Limits;
use krou_engine::arena::{
    Contender, Event, Match, Played, Sprt, Standing, Verdict, random_openings,
};
use krou_rules::{Game, Lang, Line, MoveError, Rules};
use serde_json::json;

use crate::analyse::show_progress;
use crate::args::Common;
use crate::effort::{TablesArg, duration};
use crate::failure::{Failure, Outcome};
use crate::file::Whole;
use crate::surroundings::interrupt;
use crate::{Surroundings, given, json, text};

#[derive(Args)]
pub struct MatchArgs {
    /// The first player: level:1 to level:10; our engine as depth:N, nodes:N or time:SECONDS; one who
    /// sees only sight:MOVES ahead; one who proves the best move if solve:SECONDS are enough; Monte
    /// Carlo search with mcts:PLAYOUTS; or a program that speaks the protocol of `krou engine`
    first: Contender,
    /// The second player, named in the same way
    second: Contender,
    /// Games to play, in pairs with colours reversed
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves each pair of games begins with; 0 to begin at the start
    #[arg(long, value_name = "MOVES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    opening_moves: u32,
    /// Openings to begin with instead: a file with a line of moves for each
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Games played at the same time [default: one for each core]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    parallel: Option<u16>,
    /// How long another program may think about a move
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = duration)]
    time: Duration,
    /// How much later than its time a player may answer
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    grace: Duration,
    /// Stop as soon as it is clear whether the first player is stronger by LOW or by HIGH Elo
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Chooses openings and the whims of levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tables: TablesArg,
    /// Write all games to this new file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',');
    let numbers =
        numbers.and_then(|(low, high)| low.trim().parse().ok().zip(high.trim().parse().ok()));
    match numbers {
        Some((low, high)) if low < high && f64::abs(low).max(f64::abs(high)) <= 1000.0 => {
            Ok(Sprt {
                low,
                high,
                risk: 0.05,
            })
        }
        _ => Err("write two differences in Elo, the lower first, such as 0,20".into()),
    }
}

pub fn run(args: &MatchArgs, common: &Common, here: &Surroundings, out: &mut dyn Write) -> Outcome {
    let view = here.view(common);
    given::no_game(common, "match", view.lang)?;
    let rules = Rules::new(given::chosen(common, view.lang)?);
    let rules = Arc::new(rules.map_err(|nonsense| Failure::Call(nonsense.text(view.lang)))?);
    for player in [&args.first, &args.second] {
        let not_started = |error| Failure::Call(text::no_player(view.lang, player, &error));
        player.check().map_err(not_started)?;
    }
    let limits = Limits::time(args.time);
    let pairs = args.games.div_ceil(2) as usize;
    let openings = match &args.openings {
        Some(path) => openings(&rules, path, view.lang)?,
        None => random_openings(&rules, args.opening_moves as usize, pairs, args.seed),
    };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let fixture = Match {
        rules: Arc::clone(&rules),
        players: [args.first.clone(), args.second.clone()].map(|player| player.within(limits)),
        tables: args.tables.library(&rules, common, here)?,
        openings,
        games: args.games as usize,
        parallel: args.parallel.map_or_else(cores, usize::from),
        grace: args.grace,
        sprt: args.sprt,
        seed: args.seed,
    };
    let save = args.save.as_deref();
    let not_written = |error: io::Error| {
        let path = save.unwrap_or(Path::new(""));
        Failure::No(Some(text::not_written(view.lang, path, &error)))
    };
    let save = save.map(Whole::begin).transpose().map_err(not_written)?;
    let mut games: Vec<Played> = Vec::new();
    let mut reported = [false; 2];
    let standing = fixture.play(&interrupt(), &mut |event| match event {
        Event::Ended(played, standing) => {
            games.push(played.clone());
            if view.watched {
                let line = text::standing(view.lang, &fixture.players, standing);
                show_progress(&line, view.width);
            }
        }
        Event::Waiting(player) if reported[player] => {}
        Event::Waiting(player) => {
            reported[player] = true;
            let line = text::waiting_for(view.lang, &fixture.players[player]);
            let clear = if view.watched { "\r\x1b[K" } else { "" };
            // What cannot be reported is no failure.
            let _ = writeln!(io::stderr(), "{clear}{line}");
        }
    });
    if view.watched {
        show_progress("", view.width);
    }
    if let Some(file) = save {
        games.sort_by_key(|played| played.number);
        let mut records = String::new();
        for played in &games {
            let _ = writeln!(records, "{}", played.record);
        }
        file.finish(&records).map_err(not_written)?;
    }
    if view.json {
        return json::write(out, &as_json(&fixture, &standing));
    }
    writeln!(out, "{}", text::heading(view.lang, rules.ruleset()))?;
    writeln!(
        out,
        "{}",
        text::standing(view.lang, &fixture.players, &standing)
    )?;
    if let Some(sprt) = &fixture.sprt {
        writeln!(out, "{}", text::verdict(view.lang, sprt, &standing))?;
    }
    for (player, fouls) in fixture.players.iter().zip(&standing.fouls) {
        if !fouls.is_empty() {
            writeln!(out, "{}", text::fouls(view.lang, player, fouls))?;
        }
    }
    Ok(())
}

/// The lines of moves in a file; `#` begins a remark.
fn openings(rules: &Arc<Rules>, path: &str, lang: Lang) -> Outcome<Vec<Line>> {
    let wrong = |what: String| Failure::Call(text::about(lang, &path, &what));
    let content = std::fs::read_to_string(path)
        .map_err(|error| wrong(text::unreadable_file(lang, &error)))?;
    let mut lines = Vec::new();
    for (number, line) in content.lines().enumerate() {
        let moves = line.split('#').next().unwrap_or_default().trim();
        if moves.is_empty() {
            continue;
        }
        let at = |what: &str| wrong(text::about(lang, &text::line(lang, number + 1), &what));
        let line: Line = moves
            .parse()
            .map_err(|error: MoveError| at(&error.text(lang)))?;
        let mut game = Game::new(Arc::clone(rules));
        for &m in &line.0 {
            game.play(m)
                .map_err(|why| at(&text::about(lang, &m, &why.text(lang))))?;
        }
        if game.is_over() {
            return Err(at(text::opening_ends_game(lang)));
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return Err(wrong(text::no_opening(lang).into()));
    }
    Ok(lines)
}

fn as_json(fixture: &Match, standing: &Standing) -> serde_json::Value {
    let elo = standing.elo();
    let finite = |number: f64| number.is_finite().then_some(number);
    let names: Vec<String> = fixture.players.iter().map(ToString::to_string).collect();
    let fouls: Vec<Vec<String>> = standing
        .fouls
        .iter()
        .map(|fouls| fouls.iter().map(ToString::to_string).collect())
        .collect();
    let mut answer = json::rules(fixture.rules.ruleset());
    for (key, part) in [
        ("players", json!(names)),
        ("games", json!(standing.games())),
        ("wins", json!(standing.wins)),
        ("draws", json!(standing.draws)),
        ("losses", json!(standing.losses)),
        ("elo", json!(elo.difference)),
        ("error", json!(finite(elo.error))),
        ("fouls", json!(fouls)),
    ] {
        answer.insert(key.into(), part);
    }
    if let Some(sprt) = &fixture.sprt {
        let verdict = match sprt.verdict(standing) {
            Verdict::Open => None,
            Verdict::Low => Some(sprt.low),
            Verdict::High => Some(sprt.high),
        };
        answer.insert(
            "sprt".into(),
            json!({"ratio": sprt.ratio(standing), "bound": sprt.bound(), "accepted": verdict}),
        );
    }
    serde_json::Value::Object(answer)
}
