//! Fits the evaluation to games the engine plays against itself, and writes `src/eval/weights.rs`
//! and `src/eval/networks` anew: `cargo xtask tune [GAMES [GAME…]]`.
//!
//! - `games.rs` plays. Every position says: the margin now, and what the pits hold, came to the
//!   value a search found, and to the final margin.
//! - `linear.rs` finds the tables with the least squared errors of that; neighbouring numbers of
//!   seeds are drawn towards each other, so that rare ones are not left out.
//! - `network.rs` finds the network.

mod games;
mod linear;
mod network;

use krou_engine::eval::network as networks;
use krou_engine::eval::weights;
use krou_rules::Rules;

const EVAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval");

fn main() {
    let mut args = std::env::args().skip(1);
    let count = args.next();
    let count = count.map_or(3000, |n| n.parse().expect("a number of games"));
    let chosen: Vec<String> = args.collect();
    let mut sets: Vec<String> = weights::ALL
        .iter()
        .map(|old| set(old.game, old.tempo, old.own, old.other))
        .collect();
    for &(name, _) in networks::ALL {
        if !chosen.is_empty() && !chosen.iter().any(|chosen| chosen == name) {
            continue;
        }
        eprintln!("{name}");
        let rules = Rules::builtin(name).expect("a built-in game");
        let samples = games::play(name, count);
        if let Some(place) = weights::ALL.iter().position(|old| old.game == name) {
            let pits = usize::from(rules.switches().pits);
            let fitted = linear::fit(&samples, pits);
            sets[place] = set(name, fitted.tempo, &fitted.own, &fitted.other);
            write_weights(&sets);
        }
        let slots = networks::slots(rules.switches());
        let numbers = network::fit(&samples, slots);
        let path = format!("{EVAL}/networks/{name}.net");
        std::fs::write(path, numbers.bytes()).expect("the network can be written");
    }
}

fn write_weights(sets: &[String]) {
    let path = format!("{EVAL}/weights.rs");
    let text = std::fs::read_to_string(&path).expect("the weights");
    let head = text.split("pub static ALL").next().unwrap_or_default();
    let text = format!(
        "{head}pub static ALL: &[Weights] = &[\n{}];\n",
        sets.concat()
    );
    std::fs::write(path, text).expect("the weights can be written");
}

fn set(
    game: &str,
    tempo: i16,
    own: &[[i16; krou_engine::eval::BUCKETS]],
    other: &[[i16; krou_engine::eval::BUCKETS]],
) -> String {
    format!("Weights {{ game: {game:?}, tempo: {tempo}, own: &{own:?}, other: &{other:?}, }},\n")
}
