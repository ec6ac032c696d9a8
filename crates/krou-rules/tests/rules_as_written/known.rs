//! Values that are known, found again by plain search on boards small enough for it.

use std::collections::HashMap;

use crate::spec::rules;
use krou_rules::{Position, Rules, Side};

/// South's margin with best play, counted from the seeds on the board only.
fn value(rules: &Rules, position: &Position, known: &mut HashMap<String, i16>) -> i16 {
    let stored = i16::from(position.store(Side::South)) - i16::from(position.store(Side::North));
    if position.is_over() {
        return stored;
    }
    let mut setup = position.setup();
    setup.stores = krou_rules::BySide::new(0, 0);
    let key = setup.to_string();
    if let Some(margin) = known.get(&key) {
        return stored + margin;
    }
    let values = rules.legal_moves(position).into_iter().map(|m| {
        value(
            rules,
            &rules.play(position, m).expect("a legal move"),
            known,
        )
    });
    let best = match position.turn() {
        Side::South => values.max(),
        Side::North => values.min(),
    };
    let best = best.expect("a move");
    known.insert(key, best - stored);
    best
}

fn first_players_margin(spec: &str) -> i16 {
    let rules = rules(spec);
    value(&rules, &rules.start(), &mut HashMap::new())
}

#[test]
fn kalah_with_empty_captures_has_its_published_values_on_small_boards() {
    for (pits, values) in [
        (1, &[0, -2, 6, -2, 2, 0][..]),
        (2, &[2, -2, -2, -12, 6, 8]),
        (3, &[0, 4, 2]),
        (4, &[2, 6]),
    ] {
        for (seeds, &margin) in (1..).zip(values) {
            let spec = format!("kalah-empty-capture pits={pits} seeds={seeds}");
            assert_eq!(first_players_margin(&spec), margin, "{spec}");
        }
    }
}

#[test]
fn kalah_has_its_published_value_on_two_pits_of_four() {
    assert_eq!(first_players_margin("kalah pits=2 seeds=4"), -10);
}
