//! Problems: positions with exact values, a file a ruleset. `cargo xtask problems` runs them all.

use std::path::PathBuf;
use std::sync::Arc;

use krou_rules::{Rules, Ruleset, Setup};

/// A position and the final margin for the player to move.
pub struct Problem {
    pub position: Setup,
    pub value: i16,
}

/// The rules of a game's problems: a majority stop, which leaves the rest as it lies, is left out.
pub fn rules(name: &str) -> Arc<Rules> {
    let mut ruleset = Ruleset::builtin(name).expect("a built-in game");
    ruleset.set("majority", "false").expect("a switch");
    Arc::new(Rules::new(ruleset).expect("sound rules"))
}

/// Where a game's problems are.
pub fn file(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems");
    PathBuf::from(folder).join(format!("{name}.txt"))
}

/// The problems of a game, if it has any: where bounds hold for every history, they seldom meet.
pub fn problems(name: &str) -> Vec<Problem> {
    let Ok(text) = std::fs::read_to_string(file(name)) else {
        return Vec::new();
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let (position, value) = line.split_once(' ')?;
        Some(Problem {
            position: position.parse().ok()?,
            value: value.parse().ok()?,
        })
    };
    lines
        .map(|line| problem(line).unwrap_or_else(|| panic!("{name}: no problem: {line}")))
        .collect()
}
