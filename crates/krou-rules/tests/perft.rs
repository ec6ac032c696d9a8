//! Counts of move sequences, kept as text in `perft/`: one file a ruleset, one count a line.
//!
//! A line is a position, a length and the number of move sequences of exactly that length. The
//! rules are those the file is named after; a line `rules: kalah pits=5` changes them from there
//! on. `#` begins a comment.

mod reference;
mod spec;

use std::fs;
use std::path::Path;

use krou_rules::Rules;
use reference::{Board, Reference};

/// The slow reference counts no further than this.
const MOST_FOR_THE_REFERENCE: u64 = 6_000;

/// One line of a suite.
struct Entry {
    line: String,
    position: String,
    depth: u32,
    count: u64,
}

/// The counts of all suites, each with its rules.
fn suites() -> Vec<(Rules, Vec<Entry>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder of suites")
        .map(|entry| entry.expect("a suite").path())
        .collect();
    paths.sort();
    let mut suites: Vec<(Rules, Vec<Entry>)> = Vec::new();
    for path in paths {
        let name = path.file_stem().expect("a name").to_string_lossy();
        if krou_rules::Ruleset::builtin(&name).is_some() {
            suites.push((spec::rules(&name), Vec::new()));
        }
        let text = fs::read_to_string(&path).expect("a text");
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if let Some(rules) = line.strip_prefix("rules:") {
                suites.push((spec::rules(rules), Vec::new()));
            } else if !line.is_empty() {
                let [position, depth, count] = line.split_whitespace().collect::<Vec<_>>()[..]
                else {
                    panic!(
                        "{name}.txt:{}: not a position, length and count",
                        number + 1
                    );
                };
                let (_, entries) = suites.last_mut().expect("rules before the first count");
                entries.push(Entry {
                    line: format!("{name}.txt:{}: {line}", number + 1),
                    position: position.to_string(),
                    depth: depth.parse().expect("a length"),
                    count: count.parse().expect("a count"),
                });
            }
        }
    }
    suites
}

#[test]
fn the_rules_count_what_the_suites_say() {
    for (rules, entries) in suites() {
        for Entry {
            line,
            position,
            depth,
            count,
        } in entries
        {
            let position = spec::position(&rules, &position);
            assert_eq!(rules.perft(&position, depth), count, "{line}");
            let divided = rules.perft_divided(&position, depth);
            let sum: u64 = divided.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, count, "{line}, by first move");
        }
    }
}

#[test]
fn the_reference_counts_what_the_suites_say() {
    for (rules, entries) in suites() {
        let reference = Reference::new(rules.switches().clone());
        for entry in entries {
            if entry.count <= MOST_FOR_THE_REFERENCE {
                let board = Board::parse(&entry.position);
                assert_eq!(
                    reference.perft(&board, entry.depth),
                    entry.count,
                    "{}",
                    entry.line
                );
            }
        }
    }
}

#[test]
fn every_ruleset_has_a_suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    for name in krou_rules::Ruleset::names() {
        assert!(folder.join(format!("{name}.txt")).exists(), "{name}");
    }
}
