//! Wherever the engine says "proved", trying everything comes to the same value.

mod common;

use common::{Dice, exact, options, random_game, sized};
use krou_engine::{Engine, Limits, StopFlag, Value};
use krou_rules::{Repetition, Ruleset};

/// Compares every claim of a proof with the truth; returns how many claims there were.
fn check(name: &str, pits: u8, seeds: u8, (threads, tables): (usize, bool), games: usize) -> usize {
    let rules = sized(name, pits, seeds);
    let mut dice = Dice(0x9e37_79b9 + u64::from(pits) * 31 + u64::from(seeds));
    let mut engine = Engine::new(rules.clone(), options(threads, tables));
    let mut claims = 0;
    for n in 0..games {
        let age = dice.below(4 + n % 12);
        let game = random_game(&rules, age, &mut dice);
        let analysis = engine.analyse(
            &game,
            &Limits {
                depth: Some(30),
                nodes: Some(20_000),
                time: None,
            },
            &StopFlag::new(),
            &mut |_| {},
        );
        let told = format!(
            "{name} {pits}x{seeds} {} after {}",
            game.position(),
            game.line()
        );
        if let Value::Proved(claimed) = analysis.value
            && let Some(truth) = exact(&game, 30_000)
        {
            assert_eq!(claimed, truth, "{told}");
            claims += 1;
        }
        for m in &analysis.moves {
            let mut after = game.clone();
            after.play(m.m).unwrap();
            if let Value::Proved(claimed) = m.value
                && let Some(truth) = exact(&after, 30_000)
            {
                let again = after.position().turn() == game.position().turn();
                let truth = if again { truth } else { -truth };
                assert_eq!(claimed, truth, "{} in {told}", m.m);
                claims += 1;
            }
        }
    }
    claims
}

#[test]
fn proved_values_are_true_in_every_game() {
    for name in Ruleset::names() {
        for (pits, seeds) in [(2, 2), (3, 2), (4, 1), (3, 3)] {
            for how in [(1, false), (1, true), (2, false), (2, true)] {
                let claims = check(name, pits, seeds, how, 8);
                let rules = sized(name, pits, seeds);
                let ends = rules.switches().repetition == Repetition::None;
                assert!(
                    !ends || claims > 8,
                    "{name} {pits}x{seeds}: only {claims} claims"
                );
            }
        }
    }
}

#[test]
fn a_proved_line_goes_on_to_the_end_and_ends_as_it_says() {
    for name in Ruleset::names() {
        let rules = sized(name, 4, 3);
        if rules.switches().repetition != Repetition::None {
            continue;
        }
        let (mut lines, mut whole) = (0, 0);
        for tables in [false, true] {
            let mut dice = Dice(5);
            let mut engine = Engine::new(rules.clone(), options(1, tables));
            for age in 0..20 {
                let game = random_game(&rules, age, &mut dice);
                // What was found before is remembered, and not searched again.
                let limits = Limits::nodes(20_000);
                let analysis = engine.analyse(&game, &limits, &StopFlag::new(), &mut |_| {});
                for m in analysis.moves.iter().filter(|m| m.value.is_proved()) {
                    lines += 1;
                    let mut end = game.clone();
                    for &m in &m.line {
                        end.play(m).unwrap();
                    }
                    if !end.is_over() {
                        continue;
                    }
                    whole += 1;
                    let mover = game.position().turn();
                    let margin = end.scores()[mover] as i16 - end.scores()[!mover] as i16;
                    assert_eq!(m.value, Value::Proved(margin), "{name} {}", game.position());
                }
            }
        }
        assert_eq!(whole, lines, "{name}");
    }
}

#[test]
fn endgames_are_proved_where_play_cannot_circle() {
    let rules = sized("kalah", 6, 4);
    for position in [
        "0,0,0,0,1,2/0,0,0,0,0,3/20,22/S",
        "0,0,0,0,0,1/6,0,0,0,0,0/20,21/S",
        "1,0,2,0,3,0/0,1,0,2,0,1/18,20/N",
    ] {
        let position = rules.position(&position.parse().unwrap()).unwrap();
        let game = krou_rules::Game::from_position(rules.clone(), position);
        let mut engine = Engine::new(rules.clone(), options(1, false));
        let analysis = engine.analyse(&game, &Limits::default(), &StopFlag::new(), &mut |_| {});
        let truth = exact(&game, 1_000_000).unwrap();
        assert_eq!(analysis.value, Value::Proved(truth), "{position}");
    }
}
