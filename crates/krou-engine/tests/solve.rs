//! Exact solving, against published values and against trying everything.

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::{Dice, random_game, rules, sized};
use krou_engine::{Bounds, Solution, SolveError, SolveOptions, StopFlag, solve};
use krou_rules::{Position, Rules};
use krou_tables::{BuildOptions, Folder, Library, Packing};

fn solved(rules: &Arc<Rules>, position: &Position, options: &SolveOptions) -> Solution {
    solve(rules, position, options, &StopFlag::new(), &mut |_| {}).expect("a solution")
}

fn small() -> SolveOptions {
    SolveOptions {
        memory: 1 << 22,
        ..SolveOptions::default()
    }
}

/// The value for the player to move by trying everything, remembering every position.
fn plain(rules: &Rules, position: &Position, known: &mut HashMap<Position, i16>) -> i16 {
    let turn = position.turn();
    if position.is_over() {
        let scores = rules.scores(position);
        return scores[turn] as i16 - scores[!turn] as i16;
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values = rules.legal_moves(position).into_iter().map(|m| {
        let next = rules.play(position, m).unwrap();
        let value = plain(rules, &next, known);
        if next.turn() == turn { value } else { -value }
    });
    let best = values.max().expect("a game not over has a move");
    known.insert(*position, best);
    best
}

#[test]
fn the_published_values_of_kalah_with_empty_captures_come_out() {
    let published: [&[i16]; 6] = [
        &[0, -2, 6, -2, 2, 0],
        &[2, -2, -2, -12, 6, 8],
        &[0, 4, 2, 2, 6, -10],
        &[2, 6, 8, 2, 2],
        &[0, 0, 8],
        &[2, 10],
    ];
    for (pits, row) in (1..).zip(published) {
        for (seeds, &value) in (1..).zip(row) {
            let rules = sized("kalah-empty-capture", pits, seeds);
            let solution = solved(&rules, &rules.start(), &SolveOptions::default());
            assert_eq!(solution.bounds.value(), Some(value), "({pits},{seeds})");
        }
    }
}

#[test]
fn the_published_values_of_kalah_come_out() {
    for (pits, seeds, value) in [(2, 4, -10), (3, 6, -8), (4, 3, 6), (5, 2, 2), (6, 2, 6)] {
        let rules = sized("kalah", pits, seeds);
        let solution = solved(&rules, &rules.start(), &SolveOptions::default());
        assert_eq!(solution.bounds.value(), Some(value), "({pits},{seeds})");
    }
}

#[test]
fn the_published_opening_values_of_kalah_with_three_seeds_come_out() {
    let rules = sized("kalah", 6, 3);
    let options = SolveOptions {
        every_move: true,
        threads: 2,
        ..SolveOptions::default()
    };
    let solution = solved(&rules, &rules.start(), &options);
    let values: Vec<_> = solution.moves.iter().map(|(_, b)| b.value()).collect();
    assert_eq!(values, [-14, -16, -10, -2, 2, 0].map(Some));
    assert_eq!(solution.bounds, Bounds::exactly(2));
}

#[test]
fn table_files_are_looked_up_and_damaged_ones_are_told() {
    let rules = sized("kalah", 4, 2);
    let without = solved(&rules, &rules.start(), &small());
    assert!(without.nodes > 0);

    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::new(dir.path(), &rules).unwrap();
    let build = BuildOptions {
        seeds: 16,
        threads: Some(1),
        packing: Packing::Plain,
    };
    folder.build(&rules, &build, &|_| {}, &mut |_| {}).unwrap();
    let options = SolveOptions {
        library: Library::at(dir.path()),
        ..small()
    };
    let with = solved(&rules, &rules.start(), &options);
    assert_eq!(with.bounds, without.bounds);
    assert_eq!(with.nodes, 0, "all is in the table");
    follow(&rules, &rules.start(), &with, with.bounds.lower);

    std::fs::write(folder.file(9), "no table").unwrap();
    let stop = StopFlag::new();
    let told = solve(&rules, &rules.start(), &options, &stop, &mut |_| {});
    assert!(matches!(told, Err(SolveError::Table(_))), "{told:?}");
}

/// Games in which nothing comes back, small enough to try everything.
fn small_games() -> Vec<Arc<Rules>> {
    let three = [("pits", "3"), ("seeds", "2")];
    let with = |name, switches: &[(&str, &str)]| rules(name, &[&three[..], switches].concat());
    vec![
        sized("kalah", 3, 2),
        sized("kalah", 7, 1),
        sized("kalah-empty-capture", 3, 2),
        sized("ayo", 3, 2),
        sized("avalanche", 3, 2),
        with("avalanche", &[("leftovers", "owner")]),
        sized("attic", 3, 2),
        sized("attic-advanced", 3, 2),
        with(
            "attic-fire",
            &[("burn-columns-left", "2"), ("burn-cost", "1")],
        ),
        with("kalah", &[("laps", "relay")]),
        with("kalah", &[("leftovers", "opponent"), ("end", "no-move")]),
    ]
}

#[test]
fn solving_agrees_with_trying_everything() {
    let mut dice = Dice(7);
    for rules in &small_games() {
        let mut known = HashMap::new();
        for round in 0..60 {
            let moves = 6 + dice.below(12);
            let position = *random_game(rules, moves, &mut dice).position();
            let value = plain(rules, &position, &mut known);
            let options = SolveOptions {
                threads: 1 + round % 2,
                every_move: round % 10 == 0,
                ..small()
            };
            let solution = solved(rules, &position, &options);
            assert_eq!(solution.bounds.value(), Some(value), "{position}");
            follow(rules, &position, &solution, value);
            if options.every_move {
                let best = solution.moves.iter().map(|(_, b)| b.value().unwrap()).max();
                assert_eq!(best, Some(value), "{position}");
                for (m, bounds) in &solution.moves {
                    let next = rules.play(&position, *m).unwrap();
                    let after = plain(rules, &next, &mut known);
                    let again = next.turn() == position.turn();
                    let after = if again { after } else { -after };
                    assert_eq!(bounds.value(), Some(after), "{position} {m}");
                }
            }
        }
    }
}

/// The line leads to the end of the game, and to the value.
fn follow(rules: &Rules, position: &Position, solution: &Solution, value: i16) {
    let end = solution.line.iter().fold(*position, |position, &m| {
        rules.play(&position, m).expect("a line can be played")
    });
    assert!(end.is_over(), "{position}: the line stops at {end}");
    let scores = rules.scores(&end);
    let turn = position.turn();
    assert_eq!(
        scores[turn] as i16 - scores[!turn] as i16,
        value,
        "{position}"
    );
}

#[test]
fn a_cyclic_game_is_exact_where_its_table_reaches() {
    let rules = rules("awari", &[]);
    let position = "0,0,1,0,0,2/1,0,2,0,0,0/21,21/S".parse().unwrap();
    let position = rules.position(&position).unwrap();
    let options = SolveOptions {
        every_move: true,
        ..small()
    };
    let table = krou_tables::Table::build_in_memory(&rules, 6, Some(1)).unwrap();
    let value = table.value(position.board::<u64>()).map(i16::from);
    let solution = solved(&rules, &position, &options);
    assert_eq!(solution.bounds.value(), value);
    let best = solution.moves.iter().map(|(_, b)| b.value()).max();
    assert_eq!(best, Some(value));
}

#[test]
fn bounds_hold_where_a_repetition_depends_on_the_history() {
    let rules = sized("oware", 2, 2);
    let options = SolveOptions {
        time: Some(std::time::Duration::from_millis(300)),
        ..small()
    };
    let mut dice = Dice(3);
    for _ in 0..5 {
        let game = random_game(&rules, 3, &mut dice);
        let Some(exact) = common::exact(&game, 200_000) else {
            continue;
        };
        let Bounds { lower, upper } = solved(&rules, game.position(), &options).bounds;
        assert!((lower..=upper).contains(&exact), "{}", game.position());
    }
}

#[test]
fn a_solver_told_to_stop_gives_bounds_that_hold() {
    let rules = sized("kalah", 6, 4);
    let stop = StopFlag::new();
    stop.stop();
    let solution = solve(&rules, &rules.start(), &small(), &stop, &mut |_| {}).unwrap();
    let Bounds { lower, upper } = solution.bounds;
    assert!(lower <= 8 && upper >= 8 && lower < upper);
    assert!(solution.line.is_empty());
}

#[test]
fn a_checkpoint_is_gone_on_from_and_a_foreign_or_damaged_one_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proofs");
    let rules = sized("kalah", 5, 3);
    let options = SolveOptions {
        checkpoint: Some(path.clone()),
        ..small()
    };
    let uninterrupted = solved(&rules, &rules.start(), &small());

    // Stopped after a moment, again and again, until it is done.
    let mut rounds = 0;
    let finished = loop {
        rounds += 1;
        assert!(rounds < 1000);
        let options = SolveOptions {
            time: Some(std::time::Duration::from_millis(30 * rounds)),
            ..options.clone()
        };
        let solution = solved(&rules, &rules.start(), &options);
        if solution.bounds.value().is_some() && !solution.line.is_empty() {
            break solution;
        }
    };
    assert_eq!(finished.bounds, uninterrupted.bounds);
    // All of it is in the file: going on takes next to nothing.
    let again = solved(&rules, &rules.start(), &options);
    assert_eq!(again.bounds, uninterrupted.bounds);
    assert!(again.nodes * 10 < uninterrupted.nodes);

    let refused = |rules: &Arc<Rules>| {
        let result = solve(
            rules,
            &rules.start(),
            &options,
            &StopFlag::new(),
            &mut |_| {},
        );
        matches!(result, Err(SolveError::Checkpoint(_)))
    };
    assert!(refused(&sized("kalah", 5, 4)));
    assert!(refused(&sized("kalah-empty-capture", 5, 3)));
    let whole = std::fs::read(&path).unwrap();
    for at in [0, 30, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        std::fs::write(&path, damaged).unwrap();
        assert!(refused(&rules), "byte {at}");
    }
    std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    assert!(refused(&rules));
    std::fs::write(&path, &whole).unwrap();
    assert!(!refused(&rules));
}
