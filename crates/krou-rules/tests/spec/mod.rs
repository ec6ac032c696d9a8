//! Rules by name in tests: `kalah pits=5 seeds=2` is a built-in game with switches set on top.

// Each test file compiles its own copy of this module and uses a part of it.
#![allow(dead_code)]

use krou_rules::{IllegalMove, Line, Position, Rules, Ruleset};

pub fn rules(spec: &str) -> Rules {
    let mut words = spec.split_whitespace();
    let name = words.next().expect("a ruleset's name");
    let mut ruleset = Ruleset::builtin(name).unwrap_or_else(|| panic!("no ruleset {name}"));
    for word in words {
        let (key, value) = word.split_once('=').expect("switch=value");
        ruleset.set(key, value).unwrap_or_else(|e| panic!("{e}"));
    }
    Rules::new(ruleset).unwrap_or_else(|e| panic!("{spec}: {e}"))
}

pub fn position(rules: &Rules, text: &str) -> Position {
    let setup = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    rules
        .position(&setup)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The position some moves lead to.
pub fn after(rules: &Rules, from: &str, moves: &str) -> Position {
    let line: Line = moves.parse().unwrap_or_else(|e| panic!("{e}"));
    let mut position = position(rules, from);
    for m in line.0 {
        position = rules
            .play(&position, m)
            .unwrap_or_else(|e| panic!("{m} on {position}: {e}"));
    }
    position
}

/// The position some moves lead to, by the rules of that name, as it is written.
pub fn played(spec: &str, from: &str, moves: &str) -> String {
    after(&rules(spec), from, moves).to_string()
}

/// The legal moves by the rules of that name, separated by spaces.
pub fn legal(spec: &str, text: &str) -> String {
    let rules = rules(spec);
    let position = position(&rules, text);
    let moves: Vec<String> = rules
        .legal_moves(&position)
        .iter()
        .map(ToString::to_string)
        .collect();
    moves.join(" ")
}

/// Why a move may not be played by the rules of that name.
pub fn refused(spec: &str, from: &str, m: &str) -> IllegalMove {
    let rules = rules(spec);
    let m = m.parse().unwrap_or_else(|e| panic!("{e}"));
    rules
        .play(&position(&rules, from), m)
        .expect_err("an illegal move")
}

/// A small, fixed source of random numbers (splitmix64), so that games can be played again.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
}
