//! How fast positions are solved from a cold start: `cargo xtask reproduce performance [long]`.
//!
//! Prints Markdown. Every answer is held against the published value; a wrong one fails.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use krou_engine::{SolveOptions, StopFlag, best_chain, solve};
use krou_rules::{Rules, Ruleset};

/// Game, pits, seeds, value.
const QUESTIONS: [(&str, u8, u8, i16); 4] = [
    ("kalah", 6, 3, 2),
    ("kalah", 6, 4, 8),
    ("kalah-empty-capture", 6, 4, 10),
    ("kalah-empty-capture", 5, 5, 2),
];

/// It takes minutes.
const LONG: (&str, u8, u8, i16) = ("kalah", 6, 5, 10);

fn main() -> ExitCode {
    let long = env::args().nth(1).is_some_and(|word| word == "long");
    let cores = available_parallelism().map_or(1, usize::from);
    println!("| board | cores | seconds | processor seconds | positions searched | value |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let mut fine = true;
    for question in QUESTIONS {
        for threads in [1, cores] {
            fine &= ask(question, threads, 1 << 30);
        }
    }
    if long {
        fine &= ask(LONG, cores, 12 << 30);
    }
    println!("\n| turn | seconds | positions | seeds |");
    println!("| --- | ---: | ---: | ---: |");
    for (seeds, most) in [(3, 10), (4, 43), (5, 54), (6, 69)] {
        let rules = sized("avalanche", 6, seeds);
        let start = Instant::now();
        let chain = best_chain(&rules, &rules.start(), 1 << 30, &StopFlag::new())
            .expect("a start has a move");
        println!(
            "| avalanche, {seeds} seeds a pit | {:.4} | {} | {} |",
            start.elapsed().as_secs_f64(),
            chain.nodes,
            chain.store
        );
        fine &= chain.store == most;
    }
    if fine {
        ExitCode::SUCCESS
    } else {
        eprintln!("a value is not the published one");
        ExitCode::FAILURE
    }
}

fn sized(name: &str, pits: u8, seeds: u8) -> Arc<Rules> {
    let mut ruleset = Ruleset::builtin(name).expect("a built-in game");
    ruleset.switches.pits = pits;
    ruleset.switches.seeds = seeds;
    Arc::new(Rules::new(ruleset).expect("sound rules"))
}

/// Solves a starting board, tables included, and tells whether the value is the published one.
fn ask((name, pits, seeds, value): (&str, u8, u8, i16), threads: usize, memory: usize) -> bool {
    let rules = sized(name, pits, seeds);
    let options = SolveOptions {
        threads,
        memory,
        ..SolveOptions::default()
    };
    let before = processor_seconds();
    let solution = solve(
        &rules,
        &rules.start(),
        &options,
        &StopFlag::new(),
        &mut |_| {},
    );
    let solution = solution.expect("memory enough");
    println!(
        "| {name} ({pits},{seeds}) | {threads} | {:.2} | {:.2} | {} | {} |",
        solution.seconds,
        processor_seconds() - before,
        solution.nodes,
        solution.bounds.lower
    );
    solution.bounds.value() == Some(value)
}

/// What this program used of all cores so far.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let mut fields = after_name.split_whitespace();
    // User and system time, in hundredths on every Linux.
    let user: f64 = fields.nth(11).and_then(|t| t.parse().ok()).unwrap_or(0.0);
    let system: f64 = fields.next().and_then(|t| t.parse().ok()).unwrap_or(0.0);
    (user + system) / 100.0
}
