//! The reference alone, held against the counts the specification states.

mod reference;

use krou_rules::Side;
use reference::{Reference, games};

/// Longer sequences are left to the fast rules.
const MOST: u64 = 50_000;

#[test]
fn the_reference_counts_what_the_specification_says() {
    for game in games::known() {
        let rules = Reference::new(game.switches);
        rules.switches.check().expect(game.name);
        let start = rules.start(Side::South);
        for (&count, depth) in game.perft.iter().zip(1..) {
            if count <= MOST {
                assert_eq!(rules.perft(&start, depth), count, "{} {depth}", game.name);
            }
        }
    }
}
