//! An example of each rule, found by playing some fixed games.
//!
//! A move shows a rule as a whole if its trace does: a capture, a lap. It shows what a switch says if
//! it would have gone otherwise, or would have been allowed, had the switch another value. So no
//! example can claim what the rules do not do. Repetition takes several moves: a position that chance
//! brings back is brought back until the game ends.

use std::collections::HashMap;
use std::sync::Arc;

use krou_rules::{
    BySide, Cell, Event, Game, IllegalMove, Move, Position, Reason, Repetition, Rules, Side,
    Switches, Topic,
};

use crate::board::MoveView;

/// How many games are played in search of examples, and how long each may be.
const GAMES: u64 = 60;
const LONGEST: usize = 120;

/// How many games are played in search of a position that comes back, how long each may be, and with
/// how few seeds in pits each begins.
const ROUNDS: u64 = 2000;
const LONGEST_ROUND: usize = 24;
const FEW: u8 = 6;

/// A position and the moves that show a rule: one, or a few more where the rule is repetition.
#[derive(Clone, Debug)]
pub struct Example {
    /// The switch it shows, if not the rule as a whole.
    pub switch: Option<&'static str>,
    /// The position.
    pub position: Position,
    /// The moves.
    pub shown: Vec<MoveView>,
    /// What may not be played there, since the switch is against it.
    pub refused: Option<(Move, IllegalMove)>,
}

/// What makes an example the best: with how few of a switch's other values it would go just so, and
/// how long it is.
type Rank = (usize, usize);

/// The best example of everything that moves can show, by what the rules tell it under; the rule
/// as a whole comes first.
pub fn examples(rules: &Arc<Rules>) -> HashMap<Topic, Vec<Example>> {
    let others = others(rules);
    let round = 2 * rules.switches().pits;
    let mut found: HashMap<(Topic, Option<usize>), (Rank, Example)> = HashMap::new();
    for number in 0..GAMES {
        let mut rng = Rng::new(number);
        let mut game = Game::new(Arc::clone(rules));
        for _ in 0..LONGEST {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let before = *game.position();
            let seeds = |m: &&Move| before.seeds(m.side, m.pit);
            let chance = rng.of(&legal);
            // In every second game North gathers seeds, so that some sowings go round the board.
            let most = legal.iter().max_by_key(seeds);
            let m = match most.filter(|most| seeds(most) >= round) {
                Some(most) => *most,
                None if number % 2 == 1 && before.turn() == Side::North => {
                    legal.iter().min_by_key(seeds).copied().unwrap_or(chance)
                }
                None => chance,
            };
            let mut offer = |topic, switch: Option<usize>, rank, refused| {
                let best = found.get(&(topic, switch));
                if best.is_none_or(|(best, _)| rank < *best)
                    && let Some(shown) = MoveView::new(rules, &before, m)
                {
                    let example = Example {
                        switch: switch.map(|at| Switches::KEYS[at]),
                        position: before,
                        shown: vec![shown],
                        refused,
                    };
                    found.insert((topic, switch), (rank, example));
                }
            };
            let Ok((after, trace)) = rules.play_traced(&before, m) else {
                break;
            };
            let length = length(&trace);
            if let Some(topic) = shows(&before, &after, &trace) {
                offer(topic, None, (0, length), None);
            }
            for other in &others {
                let (alike, refused) = other.alike(rules, &before, m, &after);
                if alike < other.rules.len() {
                    offer(other.topic, Some(other.switch), (alike, length), refused);
                }
            }
            if game.play(m).is_err() {
                break;
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|((_, switch), _)| *switch);
    let mut by_topic: HashMap<Topic, Vec<Example>> = HashMap::new();
    for ((topic, _), (_, example)) in found {
        let others = by_topic.entry(topic).or_default();
        // One move that shows two things at once is shown once.
        let same =
            |other: &Example| (other.position, &other.shown) == (example.position, &example.shown);
        if !others.iter().any(same) || example.refused.is_some() {
            others.push(example);
        }
    }
    if let Some(example) = repetition(rules) {
        by_topic.insert(Topic::Repetition, vec![example]);
    }
    by_topic
}

/// The shortest way found to bring a position back until that ends the game.
fn repetition(rules: &Arc<Rules>) -> Option<Example> {
    if rules.switches().effective().repetition == Repetition::None {
        return None;
    }
    let rounds = (0..ROUNDS).filter_map(|number| round(rules, &mut Rng::new(number)));
    let (start, round) = rounds.min_by_key(|(_, round)| round.len())?;
    let mut game = Game::from_position(Arc::clone(rules), start);
    let mut shown = Vec::new();
    for m in round.into_iter().cycle() {
        let before = *game.position();
        game.play(m).ok()?;
        let mut view = MoveView::new(rules, &before, m)?;
        if let Some(result) = game.result() {
            view.over = true;
            view.position = game.position().to_string();
            shown.push(view);
            return (result.reason == Reason::Repetition).then_some(Example {
                switch: None,
                position: start,
                shown,
                refused: None,
            });
        }
        shown.push(view);
    }
    None
}

/// A position that comes back in a game played by chance, and the moves that bring it back.
fn round(rules: &Arc<Rules>, rng: &mut Rng) -> Option<(Position, Vec<Move>)> {
    let mut game = Game::from_position(Arc::clone(rules), few_seeds(rules, rng)?);
    for _ in 0..LONGEST_ROUND {
        let ended = game.result().map(|result| result.reason);
        if ended == Some(Reason::Repetition) || ended.is_none() && game.occurrences() > 1 {
            let (last, before) = game.positions().split_last()?;
            let first = before.iter().position(|p| p.setup() == last.setup())?;
            return Some((*last, game.moves()[first..].to_vec()));
        }
        let legal = game.legal_moves();
        if legal.is_empty() {
            return None;
        }
        game.play(rng.of(&legal)).ok()?;
    }
    None
}

/// An even game near its end.
fn few_seeds(rules: &Rules, rng: &mut Rng) -> Option<Position> {
    let mut setup = rules.start().setup();
    let total = u8::try_from(rules.start().total()).ok()?;
    let stored = total.checked_sub(FEW)? / 2;
    setup.stores = BySide {
        south: stored,
        north: stored,
    };
    let mut rows = [
        vec![0; setup.pits.south.len()],
        vec![0; setup.pits.north.len()],
    ];
    for _ in 0..FEW {
        let row = rng.of(&[0, 1]);
        let pits: Vec<usize> = (0..rows[row].len()).collect();
        rows[row][rng.of(&pits)] += 1;
    }
    let [south, north] = rows.map(|row| row.into_iter().map(Cell::Seeds).collect());
    setup.pits = BySide { south, north };
    rules.position(&setup).ok()
}

/// Chance that is the same every time.
struct Rng(u64);

impl Rng {
    fn new(number: u64) -> Rng {
        Rng(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// One of several.
    fn of<T: Copy>(&mut self, several: &[T]) -> T {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        several[(self.0 % several.len() as u64) as usize]
    }
}

/// A short move shows its point best, as long as it sows a few seeds.
fn length(trace: &[Event]) -> usize {
    trace.len() + 10 * 4_usize.saturating_sub(drops(trace))
}

fn drops(trace: &[Event]) -> usize {
    let is_drop = |event: &&Event| matches!(event, Event::Drop { .. });
    trace.iter().filter(is_drop).count()
}

/// What a move is an example of as a whole.
fn shows(before: &Position, after: &Position, trace: &[Event]) -> Option<Topic> {
    let has = |wanted: fn(&Event) -> bool| trace.iter().any(wanted);
    if has(|event| matches!(event, Event::Burn { .. })) {
        return Some(Topic::Burning);
    }
    if drops(trace) == 0 {
        return None;
    }
    Some(if after.is_over() {
        Topic::End
    } else if has(|event| matches!(event, Event::Tuzdyk { .. })) {
        Topic::Tuzdyk
    } else if has(|event| matches!(event, Event::Capture { .. })) {
        Topic::Capturing
    } else if has(|event| matches!(event, Event::Lap { .. })) {
        Topic::Laps
    } else if after.turn() == before.turn() {
        Topic::MovingAgain
    } else {
        Topic::Sowing
    })
}

/// The same rules but for one switch.
struct Other {
    topic: Topic,
    /// Where it is among the keys.
    switch: usize,
    /// With each of its other values.
    rules: Vec<Rules>,
}

impl Other {
    /// With how many of the other values a move does the same, and nothing else could be played;
    /// and what could be, if something could.
    fn alike(
        &self,
        rules: &Rules,
        before: &Position,
        m: Move,
        after: &Position,
    ) -> (usize, Option<(Move, IllegalMove)>) {
        let about_legality = matches!(Switches::KEYS[self.switch], "feeding" | "grand-slam");
        let (mut alike, mut refused) = (0, None);
        for other in &self.rules {
            let Ok(here) = other.position(&before.setup()) else {
                alike += 1;
                continue;
            };
            let could = other.legal_moves(&here);
            let could = could.iter().filter(|_| about_legality);
            let barred = could.filter_map(|m| Some((*m, rules.play(before, *m).err()?)));
            let barred = barred.collect::<Vec<_>>();
            let same = other.play(&here, m).is_ok_and(|there| {
                there.setup() == after.setup() && there.is_over() == after.is_over()
            });
            alike += usize::from(same && barred.is_empty());
            refused = refused.or(barred.first().copied());
        }
        (alike, refused)
    }
}

/// The rules with each switch that a move can show set otherwise.
fn others(rules: &Rules) -> Vec<Other> {
    let own = rules.switches();
    let mut others = Vec::new();
    for (switch, &key) in Switches::KEYS.iter().enumerate() {
        let Some(topic) = topic(key, own) else {
            continue;
        };
        let other = |value: String| {
            let mut ruleset = rules.ruleset().clone();
            ruleset.set(key, &value).ok()?;
            let differs = ruleset.switches.effective() != own.effective();
            Rules::new(ruleset).ok().filter(|_| differs)
        };
        let rules: Vec<Rules> = Switches::values(key)
            .into_iter()
            .filter_map(other)
            .collect();
        if !rules.is_empty() {
            others.push(Other {
                topic,
                switch,
                rules,
            });
        }
    }
    others
}

/// What the rules tell a switch under, if a single move can show it. What a game does without (laps,
/// bonus moves, feeding) needs no example, and what a rule as a whole shows needs no other.
fn topic(key: &str, own: &Switches) -> Option<Topic> {
    let without = |none: &str| own.get(key).as_deref() == Some(none);
    Some(match key {
        "sow-own-store" | "sow-opponent-store" | "origin" => Topic::Sowing,
        "capture-side" | "capture-takes" | "empty-capture" | "capture-chain" => Topic::Capturing,
        "grand-slam" => Topic::NoSeeds,
        "feeding" if !without("none") => Topic::NoSeeds,
        "end" => Topic::End,
        "majority" if !without("false") => Topic::End,
        "leftovers" => Topic::Leftovers,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use krou_rules::Ruleset;

    use super::*;

    fn shown(name: &str) -> Vec<(Topic, Option<&'static str>)> {
        let rules = Arc::new(Rules::builtin(name).unwrap());
        let found = examples(&rules).into_iter();
        let named = |(topic, examples): (Topic, Vec<Example>)| {
            let switches = examples.into_iter().map(|example| example.switch);
            switches
                .map(move |switch| (topic, switch))
                .collect::<Vec<_>>()
        };
        found.flat_map(named).collect()
    }

    #[test]
    fn every_game_has_an_example_of_its_own_rules() {
        for (name, topics) in [
            (
                "kalah",
                vec![
                    (Topic::Sowing, None),
                    (Topic::Sowing, Some("sow-opponent-store")),
                    (Topic::MovingAgain, None),
                    (Topic::Capturing, None),
                    (Topic::Capturing, Some("empty-capture")),
                    (Topic::End, None),
                    (Topic::Leftovers, Some("leftovers")),
                ],
            ),
            ("avalanche", vec![(Topic::Laps, None), (Topic::End, None)]),
            (
                "awale",
                vec![
                    (Topic::Sowing, None),
                    (Topic::Sowing, Some("origin")),
                    (Topic::Capturing, None),
                    (Topic::Capturing, Some("capture-chain")),
                    (Topic::NoSeeds, Some("feeding")),
                ],
            ),
            (
                "attic-fire",
                vec![(Topic::Burning, None), (Topic::Capturing, None)],
            ),
            (
                "togyzkumalak",
                vec![(Topic::Tuzdyk, None), (Topic::Capturing, None)],
            ),
        ] {
            let found = shown(name);
            for topic in topics {
                assert!(found.contains(&topic), "{name} lacks {topic:?}: {found:?}");
            }
        }
    }

    #[test]
    fn an_example_goes_otherwise_without_its_switch() {
        for name in Ruleset::names() {
            let rules = Arc::new(Rules::builtin(name).unwrap());
            let all = others(&rules);
            for example in examples(&rules).into_values().flatten() {
                let Some(switch) = example.switch else {
                    continue;
                };
                let [shown] = &example.shown[..] else {
                    panic!("{name}: one move shows {switch}");
                };
                let m: Move = shown.written.parse().unwrap();
                let after = rules.play(&example.position, m).unwrap();
                let other = all
                    .iter()
                    .find(|o| Switches::KEYS[o.switch] == switch)
                    .unwrap();
                let (alike, _) = other.alike(&rules, &example.position, m, &after);
                assert!(alike < other.rules.len(), "{name}: {switch}");
                if let Some((refused, why)) = example.refused {
                    assert_eq!(rules.play(&example.position, refused), Err(why));
                }
            }
        }
    }

    #[test]
    fn games_in_which_positions_come_back_show_how_that_ends_them() {
        for name in Ruleset::names() {
            let rules = Arc::new(Rules::builtin(name).unwrap());
            let Some(example) = repetition(&rules) else {
                assert_eq!(rules.switches().repetition, Repetition::None, "{name}");
                continue;
            };
            let mut game = Game::from_position(Arc::clone(&rules), example.position);
            for shown in &example.shown {
                assert!(!game.is_over(), "{name}");
                game.play(shown.written.parse().unwrap()).unwrap();
            }
            assert_eq!(game.result().unwrap().reason, Reason::Repetition, "{name}");
            assert!(example.shown.len() <= 40, "{name}: {}", example.shown.len());
        }
    }
}
