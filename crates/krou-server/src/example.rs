//! An example of each rule, found by playing: the first moves of some fixed games that show it.

use std::collections::HashMap;
use std::sync::Arc;

use krou_rules::{Event, Game, Move, Position, Rules, Topic};

use crate::board::MoveView;

/// How many games are played in search of examples, and how long each may be.
const GAMES: u64 = 60;
const LONGEST: usize = 120;

/// A position and the move that shows a rule.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The move.
    pub shown: MoveView,
}

/// The shortest example of every topic that moves can show.
pub fn examples(rules: &Arc<Rules>) -> HashMap<Topic, Example> {
    let mut found: HashMap<Topic, (usize, Example)> = HashMap::new();
    for number in 0..GAMES {
        let mut luck = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut game = Game::new(Arc::clone(rules));
        for _ in 0..LONGEST {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            luck ^= luck << 13;
            luck ^= luck >> 7;
            luck ^= luck << 17;
            let m = legal[(luck % legal.len() as u64) as usize];
            let before = *game.position();
            for (topic, length) in shows(rules, &before, m) {
                if found.get(&topic).is_none_or(|(best, _)| length < *best)
                    && let Some(shown) = MoveView::new(rules, &before, m)
                {
                    let example = Example {
                        position: before,
                        shown,
                    };
                    found.insert(topic, (length, example));
                }
            }
            if game.play(m).is_err() {
                break;
            }
        }
    }
    let bare = |(topic, (_, example))| (topic, example);
    found.into_iter().map(bare).collect()
}

/// The topics a move is an example of, and how long it is: a short one shows its point best, as
/// long as it sows a few seeds.
fn shows(rules: &Rules, before: &Position, m: Move) -> Vec<(Topic, usize)> {
    let Ok((after, trace)) = rules.play_traced(before, m) else {
        return Vec::new();
    };
    let drops = trace
        .iter()
        .filter(|event| matches!(event, Event::Drop { .. }))
        .count();
    let length = trace.len() + 10 * 4_usize.saturating_sub(drops);
    let has = |wanted: fn(&Event) -> bool| trace.iter().any(wanted);
    let mut topics = Vec::new();
    if has(|event| matches!(event, Event::Burn { .. })) {
        topics.push((Topic::Burning, trace.len()));
    }
    if drops == 0 {
        return topics;
    }
    if after.is_over() {
        topics.push((Topic::End, length));
    } else if has(|event| matches!(event, Event::Tuzdyk { .. })) {
        topics.push((Topic::Tuzdyk, length));
    } else if has(|event| matches!(event, Event::Capture { .. })) {
        topics.push((Topic::Capturing, length));
    } else if has(|event| matches!(event, Event::Lap { .. })) {
        topics.push((Topic::Laps, length));
    } else if after.turn() == before.turn() {
        topics.push((Topic::MovingAgain, length));
    } else {
        topics.push((Topic::Sowing, length));
    }
    topics
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> Vec<Topic> {
        let rules = Arc::new(Rules::builtin(name).unwrap());
        examples(&rules).into_keys().collect()
    }

    #[test]
    fn every_game_has_an_example_of_its_own_rules() {
        for (name, topics) in [
            (
                "kalah",
                vec![Topic::MovingAgain, Topic::Capturing, Topic::End],
            ),
            ("avalanche", vec![Topic::Laps, Topic::End]),
            ("awale", vec![Topic::Sowing, Topic::Capturing]),
            ("attic-fire", vec![Topic::Burning, Topic::Capturing]),
            ("togyzkumalak", vec![Topic::Tuzdyk, Topic::Capturing]),
        ] {
            let found = shown(name);
            for topic in topics {
                assert!(found.contains(&topic), "{name} lacks {topic:?}");
            }
        }
    }
}
