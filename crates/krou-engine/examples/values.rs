//! Works out what is proved of the starting boards of a family of games, size by size:
//! `cargo xtask reproduce kalah|avalanche|ayo|attic|turn [SECONDS]`.
//!
//! Prints Markdown: the value of every board to the player who begins, as far as it is proved in
//! so many seconds a board, then the value of each first move. Fails if a published value is
//! another.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use krou_engine::{Bounds, Solution, SolveOptions, StopFlag, best_chain, solve};
use krou_rules::{Line, Rules, Ruleset};

/// Pits or seeds a pit.
const SIZES: std::ops::RangeInclusive<u8> = 1..=6;

/// Ruleset, pits, seeds, value: from the literature.
const PUBLISHED: &str = "\
kalah-empty-capture 1: 0 -2 6 -2 2 0
kalah-empty-capture 2: 2 -2 -2 -12 6 8
kalah-empty-capture 3: 0 4 2 2 6 -10
kalah-empty-capture 4: 2 6 8 2 2 0
kalah-empty-capture 5: 0 0 8 12 2 2
kalah-empty-capture 6: 2 10 2 10 12 2
kalah 2: ? ? ? -10 ? ?
kalah 3: ? ? ? ? ? -8
kalah 4: ? ? 6 ? ? ?
kalah 5: ? 2 ? ? ? ?
kalah 6: ? 6 2 8 10 ?
";

/// Values of the first moves, from the literature.
const OPENINGS: [(u8, u8, [i16; 6]); 3] = [
    (6, 3, [-14, -16, -10, -2, 2, 0]),
    (6, 4, [-14, -10, 8, -2, -8, 4]),
    (6, 5, [-10, 10, 2, 2, 2, 0]),
];

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let seconds = args.get(1).map_or(Ok(60), |text| text.parse());
    let (Some(family), Ok(seconds @ 1..=1_000_000)) = (args.first(), seconds) else {
        eprintln!("give a family of games and the seconds a board may take");
        return ExitCode::from(2);
    };
    let limit = Duration::from_secs(seconds);
    let names: &[&str] = match family.as_str() {
        "kalah" => &["kalah", "kalah-empty-capture"],
        "avalanche" => &["avalanche"],
        "ayo" => &["ayo"],
        "attic" => &["attic", "attic-advanced", "attic-fire"],
        "turn" => {
            turns();
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("the families are kalah, avalanche, ayo, attic and turn");
            return ExitCode::from(2);
        }
    };
    let fine = names.iter().all(|name| grid(name, limit));
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The rules of a game on another board, if there are such.
fn sized(name: &str, pits: u8, seeds: u8) -> Option<Arc<Rules>> {
    let mut ruleset = Ruleset::builtin(name).expect("a built-in game");
    ruleset.switches.pits = pits;
    ruleset.switches.seeds = seeds;
    // A game that burns columns needs columns that are left.
    ruleset.switches.burn_columns_left = ruleset.switches.burn_columns_left.min(pits);
    Rules::new(ruleset).ok().map(Arc::new)
}

/// Solves the boards of a game; tells whether no published value is another.
fn grid(name: &str, limit: Duration) -> bool {
    println!("## {name}\n");
    println!("| pits a side | 1 seed a pit | 2 | 3 | 4 | 5 | 6 |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut solved: Vec<(u8, u8, Solution)> = Vec::new();
    for pits in SIZES {
        print!("| {pits} |");
        for seeds in SIZES {
            let Some(rules) = sized(name, pits, seeds) else {
                print!(" |");
                continue;
            };
            let solution = value(&rules, limit);
            print!(" {} |", cell(solution.bounds));
            eprintln!("{name} ({pits},{seeds}): {}", cell(solution.bounds));
            solved.push((pits, seeds, solution));
        }
        println!();
    }
    println!("\n| pits, seeds | value | of each first move | positions searched | seconds |");
    println!("| --- | ---: | --- | ---: | ---: |");
    for (pits, seeds, solution) in &solved {
        let moves = solution.moves.iter();
        let moves: Vec<String> = moves
            .map(|(m, bounds)| format!("{m} {}", cell(*bounds)))
            .collect();
        println!(
            "| {pits}, {seeds} | {} | {} | {} | {:.2} |",
            cell(solution.bounds),
            moves.join(", "),
            solution.nodes,
            solution.seconds
        );
    }
    compare(name, &solved)
}

/// The best value and that of each move, within a time.
fn value(rules: &Arc<Rules>, limit: Duration) -> Solution {
    let options = SolveOptions {
        threads: available_parallelism().map_or(1, usize::from),
        memory: 4 << 30,
        time: Some(limit),
        every_move: true,
        ..SolveOptions::default()
    };
    let start = rules.start();
    solve(rules, &start, &options, &StopFlag::new(), &mut |_| {}).expect("memory enough")
}

fn cell(bounds: Bounds) -> String {
    match bounds.value() {
        Some(value) => format!("{value}"),
        None => format!("{} to {}", bounds.lower, bounds.upper),
    }
}

/// Says which published values came out, and which did not.
fn compare(name: &str, solved: &[(u8, u8, Solution)]) -> bool {
    let (mut same, mut other) = (0, Vec::new());
    let mut hold = |what: String, found: Bounds, published: i16| match found.value() {
        Some(value) if value == published => same += 1,
        Some(value) => other.push(format!("{what} is {value}, published {published}")),
        None => {}
    };
    for (pits, seeds, solution) in solved {
        let line = PUBLISHED.lines().find_map(|line| {
            let (of, values) = line.split_once(": ")?;
            (of == format!("{name} {pits}")).then_some(values)
        });
        let published = line.and_then(|line| line.split(' ').nth(usize::from(*seeds) - 1));
        if let Some(published) = published.and_then(|value| value.parse().ok()) {
            hold(format!("({pits},{seeds})"), solution.bounds, published);
        }
        let opening = OPENINGS.iter().find(|o| (o.0, o.1) == (*pits, *seeds));
        if let (Some(opening), "kalah") = (opening, name) {
            for ((m, found), published) in solution.moves.iter().zip(opening.2) {
                hold(format!("({pits},{seeds}) {m}"), *found, published);
            }
        }
    }
    if same > 0 || !other.is_empty() {
        println!("\n{same} values are as published.");
    }
    for different in &other {
        println!("\n**Another value: {different}.**");
    }
    println!();
    other.is_empty()
}

/// The best chains of the first turn.
fn turns() {
    println!("| game | seeds a pit | most seeds | moves | positions | seconds | chain |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | --- |");
    for name in ["avalanche", "kalah", "kalah-empty-capture", "ayo"] {
        for seeds in SIZES {
            let rules = sized(name, 6, seeds).expect("sound rules");
            let start = Instant::now();
            let chain = best_chain(&rules, &rules.start(), 4 << 30, &StopFlag::new())
                .expect("a start has a move");
            println!(
                "| {name} | {seeds} | {} | {} | {} | {:.4} | {} |",
                chain.store,
                chain.moves.len(),
                chain.nodes,
                start.elapsed().as_secs_f64(),
                Line(chain.moves)
            );
        }
    }
}
