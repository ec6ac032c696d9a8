//! `krou bench`: the signature of the search.
//!
//! A fixed depth from fixed positions of every built-in game, on one thread: the count of nodes is
//! the same on every run and machine, and changes when the search's behaviour does.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use krou_engine::{Engine, EngineOptions, Limits, StopFlag};
use krou_rules::{Game, Rules, Ruleset};
use serde_json::json;

use crate::args::Common;
use crate::failure::Outcome;
use crate::surroundings::View;
use crate::{given, json, text};

/// How many moves are made between two positions of a game, and which of the legal ones: the one
/// whose number this is, modulo how many there are.
const STEPS: [usize; 3] = [2, 5, 11];

#[derive(Args)]
pub struct BenchArgs {
    /// Look this many moves ahead
    #[arg(long, value_name = "MOVES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
}

pub fn run(args: &BenchArgs, common: &Common, view: View, out: &mut dyn Write) -> Outcome {
    given::no_rules(common, "bench", view.lang)?;
    given::no_game(common, "bench", view.lang)?;
    let start = Instant::now();
    let mut all = 0;
    let mut games = serde_json::Map::new();
    for name in Ruleset::names() {
        let nodes = search(name, args.depth);
        all += nodes;
        if view.json {
            games.insert(name.into(), json!(nodes));
        } else {
            writeln!(out, "{name:<20} {nodes:>12}")?;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    if view.json {
        let answer = json!({
            "depth": args.depth, "nodes": all, "games": games, "seconds": seconds,
        });
        return json::write(out, &answer);
    }
    writeln!(out, "{}", text::benched(view.lang, all, seconds))?;
    Ok(())
}

fn search(name: &str, depth: u32) -> u64 {
    let rules = Arc::new(Rules::builtin(name).expect("a built-in game"));
    let options = EngineOptions {
        threads: 1,
        memory: 16 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(&rules), options);
    let mut nodes = 0;
    for step in STEPS {
        let mut game = Game::new(Arc::clone(&rules));
        for n in 0..step {
            let legal = game.legal_moves();
            if !legal.is_empty() {
                // The move is legal.
                let _ = game.play(legal[(n * step) % legal.len()]);
            }
        }
        engine.forget();
        let limits = Limits::depth(depth);
        nodes += engine
            .think(&game, 1, &limits, &StopFlag::new(), &mut |_| {})
            .nodes;
    }
    nodes
}
