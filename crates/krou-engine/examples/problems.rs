//! Positions with exact values, and how long the search takes to prove them.
//!
//! `cargo xtask problems [NODES [NAME…]]` searches every problem with one thread and at most so many
//! nodes, and prints a table; a proof of anything but the exact value is a failure.
//! `cargo xtask problems make [NAME…]` writes the problems anew: positions of games between weak
//! players, valued by `krou solve`.

#[path = "../tests/common/problems.rs"]
mod problems;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use krou_engine::arena::random_openings;
use krou_engine::{Engine, EngineOptions, Level, Limits, SolveOptions, StopFlag, Value, solve};
use krou_rules::{Game, Repetition, RepetitionLeftovers, Rules, Ruleset};
use problems::{Problem, file, problems, rules};

/// Problems of each game.
const COUNT: usize = 12;

/// Nodes a search may take.
const NODES: u64 = 5_000_000;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let named = |from: usize| -> Vec<&'static str> {
        let chosen = |name: &str| args.len() <= from || args[from..].iter().any(|a| a == name);
        Ruleset::names().filter(|name| chosen(name)).collect()
    };
    if args.first().is_some_and(|arg| arg == "make") {
        for name in named(1) {
            make(name);
        }
        return ExitCode::SUCCESS;
    }
    let nodes = args.first().and_then(|arg| arg.parse().ok());
    let names = named(usize::from(nodes.is_some()));
    println!("| game | problems | proved | close | nodes to a proof | ms to a proof | most ms |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut wrong = Vec::new();
    for name in names {
        run(name, nodes.unwrap_or(NODES), &mut wrong);
    }
    for complaint in &wrong {
        eprintln!("{complaint}");
    }
    ExitCode::from(u8::from(!wrong.is_empty()))
}

/// Searches the problems of a game and prints its line; what is proved wrongly is told.
fn run(name: &str, nodes: u64, wrong: &mut Vec<String>) {
    let rules = rules(name);
    let all = problems(name);
    let (mut proved, mut close, mut seen) = (0, 0, 0);
    let (mut time, mut most) = (Duration::ZERO, Duration::ZERO);
    for Problem { position, value } in &all {
        let start = rules.position(position).expect("a sound position");
        let game = Game::from_position(Arc::clone(&rules), start);
        let mut engine = Engine::new(Arc::clone(&rules), EngineOptions::default());
        let begin = Instant::now();
        let limits = Limits::nodes(nodes);
        let analysis = engine.think(&game, 1, &limits, &StopFlag::new(), &mut |_| {});
        match analysis.value {
            Value::Proved(found) => {
                proved += 1;
                seen += analysis.nodes;
                time += begin.elapsed();
                most = most.max(begin.elapsed());
                if found != *value {
                    wrong.push(format!("{name} {position}: {found} proved, it is {value}"));
                }
            }
            Value::Estimated(guess) => {
                close += usize::from((guess - f32::from(*value)).abs() < 1.0);
            }
        }
    }
    let each = proved.max(1) as u64;
    println!(
        "| {name} | {} | {proved} | {close} | {} | {:.1} | {:.1} |",
        all.len(),
        seen / each,
        time.as_secs_f64() * 1000.0 / each as f64,
        most.as_secs_f64() * 1000.0,
    );
}

/// Writes the problems of a game.
fn make(name: &str) {
    let rules = rules(name);
    let switches = rules.switches().effective();
    let cyclic = switches.repetition != Repetition::None;
    // Where a repetition is worth what lies on each side, bounds seldom meet.
    let seldom = cyclic && switches.repetition_leftovers == RepetitionLeftovers::Owner;
    let most_tries = if seldom { 40 * COUNT } else { 3 * COUNT };
    // What can be solved in a moment, and is not solved at first sight.
    let seeds = if cyclic { 8..=13 } else { 18..=30 };
    let mut text = format!(
        "# Positions of {name} with the final margin for the player to move.\n\
         # Written by `cargo xtask problems make {name}`.\n"
    );
    let (mut found, mut tried) = (0, 0);
    for opening in random_openings(&rules, 6, 40 * COUNT, 4) {
        let game = game(&rules, &opening.0);
        let fitting: Vec<_> = game
            .positions()
            .iter()
            .filter(|position| !position.is_over())
            .filter(|position| seeds.contains(&position.board::<u128>().seeds_in_pits()))
            .collect();
        let Some(position) = fitting.get(tried % fitting.len().max(1)) else {
            continue;
        };
        tried += 1;
        let options = SolveOptions {
            memory: 64 << 20,
            time: Some(Duration::from_millis(if seldom { 300 } else { 3000 })),
            ..SolveOptions::default()
        };
        let solved = solve(&rules, position, &options, &StopFlag::new(), &mut |_| {});
        if let Some(value) = solved.ok().and_then(|solution| solution.bounds.value()) {
            let _ = writeln!(text, "{position} {value}");
            found += 1;
        }
        if found == COUNT || tried == most_tries {
            break;
        }
    }
    eprintln!("{name}: {found} of {tried}");
    if found == 0 {
        return;
    }
    std::fs::write(file(name), text).expect("the problems can be written");
}

/// A game between weak players after an opening.
fn game(rules: &Arc<Rules>, opening: &[krou_rules::Move]) -> Game {
    let mut game = Game::new(Arc::clone(rules));
    for &m in opening {
        game.play(m).expect("a legal opening");
    }
    let options = EngineOptions {
        memory: 1 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(rules), options);
    let level = Level::new(4).expect("a level");
    while let Some(m) = engine.choose(&game, level, &Limits::default(), &StopFlag::new(), 7) {
        game.play(m).expect("a legal move");
    }
    game
}
