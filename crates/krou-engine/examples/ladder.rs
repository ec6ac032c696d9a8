//! Plays the levels against each other and prints how far each is above the one below:
//! `cargo xtask ladder [GAMES [NAME…]]`.
//!
//! A level should win about two games out of three against the one below: 120 Elo.

use std::sync::Arc;
use std::time::Duration;

use krou_engine::arena::{Contender, Match, random_openings};
use krou_engine::{Level, Limits, StopFlag};
use krou_rules::{Rules, Ruleset};
use krou_tables::Library;

/// What level 10 may look at here, so that a ladder takes minutes.
const NODES: u64 = 100_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: usize = args
        .first()
        .map_or(100, |n| n.parse().expect("a number of games"));
    let chosen = |name: &str| args.len() < 2 || args[1..].iter().any(|arg| arg == name);
    let heads: Vec<String> = (2..=10)
        .map(|level| format!(" {} > {} |", level, level - 1))
        .collect();
    println!("| game |{}", heads.concat());
    println!("| --- |{}", " ---: |".repeat(9));
    for name in Ruleset::names().filter(|name| chosen(name)) {
        let rules = Arc::new(Rules::builtin(name).expect("a built-in game"));
        let levels: Vec<Level> = Level::all().collect();
        let gaps: Vec<String> = levels
            .windows(2)
            .map(|pair| format!(" {} |", gap(&rules, pair[1], pair[0], games)))
            .collect();
        println!("| {name} |{}", gaps.concat());
    }
}

fn contender(level: Level) -> Contender {
    if level == Level::STRONGEST {
        Contender::Limits(Limits::nodes(NODES))
    } else {
        Contender::Level(level)
    }
}

fn gap(rules: &Arc<Rules>, upper: Level, lower: Level, games: usize) -> String {
    let fixture = Match {
        rules: Arc::clone(rules),
        players: [contender(upper), contender(lower)],
        tables: Library::default(),
        openings: random_openings(rules, 4, games.div_ceil(2), 11),
        games,
        parallel: std::thread::available_parallelism().map_or(1, usize::from),
        grace: Duration::MAX / 4,
        sprt: None,
        seed: 17,
    };
    let standing = fixture.play(&StopFlag::new(), &mut |_, _| {});
    let elo = standing.elo();
    if elo.error.is_finite() {
        format!("{:+.0} ± {:.0}", elo.difference, elo.error)
    } else {
        format!("{:+.0} ± ∞", elo.difference)
    }
}
