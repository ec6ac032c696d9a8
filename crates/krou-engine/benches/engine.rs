//! How fast and how deep the engine looks from the start of every game, as a table.
//!
//! Run by `cargo xtask bench engine [SECONDS] [GAME…]`. Speed is by the time
//! the first thread had on a core, where the system tells it, and of the fastest of five searches, so
//! that other programs disturb it less.

use std::sync::Arc;
use std::time::Duration;

use krou_engine::{Analysis, Engine, EngineOptions, Limits, StopFlag};
use krou_rules::{Game, Rules, Ruleset};

fn main() {
    let seconds = std::env::args()
        .skip(1)
        .find_map(|arg| arg.parse().ok())
        .unwrap_or(1.0);
    println!("| game | million nodes/s | depth | value | 2 threads: nodes/s | depth |");
    println!("| --- | ---: | ---: | --- | ---: | ---: |");
    let asked: Vec<String> = std::env::args().collect();
    let is_asked = |name: &&str| asked.iter().any(|arg| arg == name);
    let none_asked = !Ruleset::names().any(|name| is_asked(&name));
    for name in Ruleset::names().filter(|name| none_asked || is_asked(name)) {
        let rules = Arc::new(Rules::builtin(name).expect("a built-in game"));
        let (speed, one) = fastest(|| think(&rules, 1, seconds));
        let (both, two) = fastest(|| think(&rules, 2, seconds));
        println!(
            "| {name} | {:.1} | {} | {} | x {:.2} | {} |",
            speed / 1e6,
            one.depth,
            one.value,
            both / speed,
            two.depth,
        );
    }
}

/// The fastest of five searches, and the nodes a second of it: other programs may have held up the
/// others.
fn fastest(think: impl Fn() -> Analysis) -> (f64, Analysis) {
    let timed = || {
        let start = on_core();
        let analysis = think();
        let busy = match (start, on_core()) {
            (Some(start), Some(end)) if end > start => end - start,
            _ => analysis.seconds,
        };
        (analysis.nodes as f64 / busy, analysis)
    };
    let searches = (0..5).map(|_| timed());
    searches
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .expect("five searches")
}

/// How long this thread has had a core, in seconds.
fn on_core() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanos / 1e9)
}

fn think(rules: &Arc<Rules>, threads: usize, seconds: f64) -> Analysis {
    let options = EngineOptions {
        threads,
        memory: 16 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(rules), options);
    let limits = Limits::time(Duration::from_secs_f64(seconds));
    let game = Game::new(Arc::clone(rules));
    engine.think(&game, 1, &limits, &StopFlag::new(), &mut |_| {})
}
