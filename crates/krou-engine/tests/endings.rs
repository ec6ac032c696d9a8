//! What endgame tables are good for: perfect play near the end, and proofs that agree with those
//! found without them.

mod common;

use std::sync::Arc;

use common::{Dice, options, random_game};
use krou_engine::{Analysis, Engine, Level, Limits, StopFlag, Value};
use krou_rules::{Game, Repetition, Rules, Ruleset, Side};
use krou_tables::Table;

fn engine(rules: &Arc<Rules>, threads: usize, tables: bool) -> Engine {
    Engine::new(Arc::clone(rules), options(threads, tables))
}

fn analyse(engine: &mut Engine, game: &Game, nodes: u64) -> Analysis {
    engine.analyse(game, &Limits::nodes(nodes), &StopFlag::new(), &mut |_| {})
}

/// A position of a random game with at most so many seeds in the pits, without its history.
fn late_position(rules: &Arc<Rules>, seeds: u8, dice: &mut Dice) -> Option<Game> {
    let mut game = random_game(rules, 400, dice);
    while game.result().is_some() {
        game.undo_move();
    }
    let position = *game.position();
    let few = position.board::<u128>().seeds_in_pits() <= seeds;
    few.then(|| Game::from_position(Arc::clone(rules), position))
}

/// The margin a finished game came to, for a side.
fn margin(game: &Game, side: Side) -> i16 {
    let scores = game.scores();
    scores[side] as i16 - scores[!side] as i16
}

/// Late positions of a game whose table has one value for each, and that value.
fn known_positions(name: &str, count: usize) -> Vec<(Game, i16)> {
    let rules = Arc::new(Rules::builtin(name).unwrap());
    let table = Table::small(&rules).unwrap();
    let seeds = table.layers() as u8 - 1;
    let mut dice = Dice(0x6b72_6f75);
    let mut found = Vec::new();
    for _ in 0..200 * count {
        if let Some(game) = late_position(&rules, seeds, &mut dice)
            && let Some(answer) = table.probe(&rules, game.position())
            && let Some(value) = answer.margins.value()
        {
            found.push((game, value));
        }
        if found.len() == count {
            break;
        }
    }
    assert_eq!(found.len(), count, "{name}");
    found
}

#[test]
fn a_position_of_a_table_is_proved_at_once_with_its_line_to_the_end() {
    for name in [
        "kalah",
        "kalah-5x2",
        "ayo",
        "avalanche",
        "attic",
        "attic-advanced",
    ] {
        for (game, value) in known_positions(name, 15) {
            let turn = game.position().turn();
            let analysis = analyse(&mut engine(game.rules(), 1, true), &game, 50);
            assert_eq!(analysis.value, Value::Proved(value), "{}", game.position());
            assert_eq!(analysis.moves.len(), game.legal_moves().len());
            let mut played = game.clone();
            for &m in &analysis.line {
                played.play(m).unwrap();
            }
            assert!(played.is_over(), "{name} {}", game.position());
            assert_eq!(margin(&played, turn), value, "{name} {}", game.position());
        }
    }
}

#[test]
fn two_perfect_players_come_to_what_the_table_says() {
    for name in ["kalah", "awari", "awale", "attic"] {
        for (mut game, value) in known_positions(name, 12) {
            let turn = game.position().turn();
            let told = game.position().to_string();
            let mut engine = engine(game.rules(), 1, true);
            while !game.is_over() {
                let limits = Limits::nodes(3000);
                let m = engine.choose(&game, Level::STRONGEST, &limits, &StopFlag::new(), 0);
                game.play(m.unwrap()).unwrap();
            }
            assert_eq!(margin(&game, turn), value, "{name} {told} {}", game.line());
        }
    }
}

/// How many random positions of each ruleset are analysed in four ways; `KROU_POSITIONS` asks for
/// more.
fn positions() -> usize {
    let more = std::env::var("KROU_POSITIONS").ok();
    more.map_or(24, |n| n.parse().expect("a number of positions"))
}

#[test]
fn one_thread_and_two_with_tables_and_without_agree_on_what_is_proved() {
    for name in Ruleset::names() {
        let rules = Arc::new(Rules::builtin(name).unwrap());
        let mut dice = Dice(0x7365_6564);
        let ways = [(1, false), (1, true), (2, false), (2, true)];
        let mut engines = ways.map(|(threads, tables)| engine(&rules, threads, tables));
        let (mut claims, mut agreed) = (0, 0);
        for n in 0..positions() {
            let game = match n % 3 {
                0 => random_game(&rules, dice.below(40), &mut dice),
                _ => match late_position(&rules, 16, &mut dice) {
                    Some(game) => game,
                    None => continue,
                },
            };
            let answers = engines.each_mut().map(|engine| {
                engine.forget();
                analyse(engine, &game, 4000)
            });
            let mut compare = |values: Vec<Value>, of: &str| {
                let proved: Vec<i16> = values
                    .iter()
                    .filter(|value| value.is_proved())
                    .map(|value| value.margin() as i16)
                    .collect();
                claims += proved.len();
                agreed += usize::from(proved.len() > 1);
                assert!(
                    proved.windows(2).all(|pair| pair[0] == pair[1]),
                    "{name} {} after {}: {of} is {values:?} for {ways:?}",
                    game.position(),
                    game.line(),
                );
            };
            compare(answers.each_ref().map(|a| a.value).to_vec(), "the value");
            for m in game.legal_moves() {
                let values = answers.iter().filter_map(|a| Some(a.of(m)?.value));
                compare(values.collect(), &m.to_string());
            }
        }
        let ends = rules.switches().effective().repetition == Repetition::None;
        assert!(
            !ends || agreed > 10,
            "{name}: {claims} claims, {agreed} shared"
        );
    }
}
