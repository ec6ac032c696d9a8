//! `krou bench`: the signature of the search.
//!
//! A fixed depth from fixed positions of every built-in game, on one thread: the count of nodes is
//! the same on every run and machine, and changes when the search's behaviour does. Speed is that of
//! the search alone, without building tables.

use std::io::Write;
use std::sync::Arc;

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
    #[arg(long, value_name = "MOVES", default_value_t = 22, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
}

pub fn run(args: &BenchArgs, common: &Common, view: View, out: &mut dyn Write) -> Outcome {
    given::no_rules(common, "bench", view.lang)?;
    given::no_game(common, "bench", view.lang)?;
    let mut all = Searched::default();
    let mut games = serde_json::Map::new();
    for name in Ruleset::names() {
        let searched = search(name, args.depth);
        all.nodes += searched.nodes;
        all.seconds += searched.seconds;
        if view.json {
            games.insert(name.into(), json!(searched.nodes));
        } else {
            let Searched { nodes, seconds } = searched;
            let answer = text::benched(view.lang, nodes, seconds);
            // The counts end in the same column.
            let width = 30usize.saturating_sub(nodes.to_string().len());
            writeln!(out, "{name:<width$} {answer}")?;
        }
    }
    let Searched { nodes, seconds } = all;
    if view.json {
        let answer = json!({
            "depth": args.depth, "nodes": nodes, "games": games, "seconds": seconds,
        });
        return json::write(out, &answer);
    }
    writeln!(out, "{}", text::benched(view.lang, nodes, seconds))?;
    Ok(())
}

/// What was searched, and how long that took.
#[derive(Default)]
struct Searched {
    nodes: u64,
    seconds: f64,
}

fn search(name: &str, depth: u32) -> Searched {
    let rules = Arc::new(Rules::builtin(name).expect("a built-in game"));
    let options = EngineOptions {
        threads: 1,
        memory: 16 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(&rules), options);
    // The first thought builds tables.
    let start = Game::new(Arc::clone(&rules));
    engine.think(&start, 1, &Limits::depth(1), &StopFlag::new(), &mut |_| {});
    let mut searched = Searched::default();
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
        let analysis = engine.think(&game, 1, &limits, &StopFlag::new(), &mut |_| {});
        searched.nodes += analysis.nodes;
        searched.seconds += analysis.seconds;
    }
    searched
}
