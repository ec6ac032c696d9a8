//! Builds a table in memory and holds its values against published ones:
//! `cargo xtask reproduce awari [SEEDS]`.
//!
//! Prints Markdown: the speed of each layer, then each value with how many positions have it.
//! Fails if a published count is another.

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use krou_rules::{Rules, Ruleset};
use krou_tables::{BuildOptions, Folder, Packing};

/// Seeds, value, positions.
const PUBLISHED: &str = include_str!("../tests/awari-values.csv");

fn main() -> ExitCode {
    let seeds = env::args().nth(1).map_or(Ok(14), |seeds| seeds.parse());
    let Ok(seeds @ 0..=48) = seeds else {
        eprintln!("give the number of seeds to build up to, at most 48");
        return ExitCode::from(2);
    };
    let rules = Ruleset::builtin("awari").expect("a built-in game");
    let rules = Rules::new(rules).expect("sound rules");
    let place = env::temp_dir().join(format!("krou-awari-{}", std::process::id()));
    let folder = Folder::new(&place, &rules).expect("awari has tables");
    let options = BuildOptions {
        seeds,
        threads: None,
        packing: Packing::Plain,
    };
    let cores = available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    println!("| seeds | positions | seconds | million positions a second |");
    println!("| ---: | ---: | ---: | ---: |");
    let built = folder.build(&rules, &options, &|_| {}, &mut |layer| {
        let seconds = layer.took.as_secs_f64();
        let speed = layer.positions as f64 / seconds / 1e6;
        let (n, positions) = (layer.layer, layer.positions);
        println!("| {n} | {positions} | {seconds:.2} | {speed:.2} |");
    });
    let took = start.elapsed().as_secs_f64();
    let _ = std::fs::remove_dir_all(&place);
    let table = match built {
        Ok(table) => table,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "\nIn all {took:.1} s on {cores} cores, files written and synced.{}\n",
        used()
    );

    let published: BTreeMap<(usize, i8), usize> = PUBLISHED
        .lines()
        .skip(1)
        .map(|line| {
            let numbers: Vec<i64> = line
                .split(',')
                .map(|n| n.parse().expect("a number"))
                .collect();
            ((numbers[0] as usize, numbers[1] as i8), numbers[2] as usize)
        })
        .collect();
    let last_published = published.keys().last().map_or(0, |key| key.0);
    let mut wrong = 0;
    for layer in 0..table.layers() {
        let mut counts: BTreeMap<i8, usize> = BTreeMap::new();
        for &value in table.layer(layer).unwrap_or_default() {
            *counts.entry(value as i8).or_default() += 1;
        }
        let theirs: BTreeMap<i8, usize> = published
            .range((layer, i8::MIN)..=(layer, i8::MAX))
            .map(|(&(_, value), &count)| (value, count))
            .collect();
        let verdict = if layer > last_published {
            "not published there"
        } else if counts == theirs {
            "as published"
        } else {
            wrong += 1;
            "**not as published**"
        };
        println!("**{layer} seeds**, {verdict}:");
        let counts: Vec<String> = counts
            .iter()
            .map(|(value, count)| format!("{value}: {count}"))
            .collect();
        println!("{}\n", counts.join(", "));
    }
    let checked = table.layers().min(last_published + 1);
    println!("{} of {checked} layers are as published.", checked - wrong);
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// What the whole run took of the machine, which other programs may have shared.
fn used() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    // Time in the program, in hundredths of a second, is the 14th field; names may have spaces.
    let stat = read("/proc/self/stat");
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks: Option<f64> = fields
        .split_whitespace()
        .nth(11)
        .and_then(|n| n.parse().ok());
    let status = read("/proc/self/status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|kb| kb.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok());
    match ticks.zip(peak) {
        Some((ticks, kb)) => format!(
            " Processor time {:.1} s, at most {:.0} MB of memory.",
            ticks / 100.0,
            kb * 1024.0 / 1e6
        ),
        None => String::new(),
    }
}
