//! The values in tables against the slowest way to find them.

use std::collections::{HashMap, HashSet};

use krou_rules::{BySide, Cell, Position, Repetition, Rules, Ruleset, Setup, Side};
use krou_tables::{Bounds, Kind, Table};

fn rules(name: &str, switches: &[(&str, &str)]) -> Rules {
    let mut ruleset = Ruleset::builtin(name).unwrap();
    // Margins do not care for it.
    ruleset.set("majority", "false").unwrap();
    for (key, value) in switches {
        ruleset.set(key, value).unwrap();
    }
    Rules::new(ruleset).unwrap()
}

/// All positions with South to move, nothing stored and so many seeds in the pits.
fn positions(rules: &Rules, seeds: u8) -> Vec<Position> {
    let pits = usize::from(rules.switches().pits);
    let mut laid = vec![vec![]];
    for pit in 0..2 * pits {
        laid = laid
            .into_iter()
            .flat_map(|row: Vec<u8>| {
                let left = seeds - row.iter().sum::<u8>();
                let least = if pit + 1 == 2 * pits { left } else { 0 };
                (least..=left).map(move |here| [&row[..], &[here]].concat())
            })
            .collect();
    }
    let mut found = Vec::new();
    for row in laid {
        let plain: Vec<Cell> = row.iter().map(|&seeds| Cell::Seeds(seeds)).collect();
        let mut boards = vec![plain];
        if rules.switches().tuzdyk {
            // Every empty pit may be a tuzdyk; the rules sort out which may.
            for pit in 0..2 * pits {
                for mut board in boards.clone() {
                    if board[pit] == Cell::Seeds(0) {
                        board[pit] = Cell::Tuzdyk;
                        boards.push(board);
                    }
                }
            }
        }
        for board in boards {
            let (south, north) = board.split_at(pits);
            found.extend(rules.position(&Setup {
                pits: BySide::new(south.to_vec(), north.to_vec()),
                stores: BySide::new(0, 0),
                turn: Side::South,
            }));
        }
    }
    found
}

/// What a position says apart from what is stored: as its mover sees it.
fn key(position: &Position) -> krou_rules::row::Board<u128> {
    position.board::<u128>().without_stores()
}

/// The margin for the mover as it stands.
fn margin(rules: &Rules, position: &Position) -> i16 {
    let scores = rules.scores(position);
    scores[position.turn()] as i16 - scores[!position.turn()] as i16
}

fn seeds(position: &Position) -> u8 {
    position.board::<u128>().seeds_in_pits()
}

/// What a move did: what the mover gained by it, what follows, and whether the mover moves again.
fn moves(rules: &Rules, position: &Position) -> Vec<(i16, Position, bool)> {
    rules
        .legal_moves(position)
        .into_iter()
        .map(|m| {
            let next = rules.play(position, m).unwrap();
            let again = next.turn() == position.turn();
            let mover = position.turn();
            let gain = |side: Side| i16::from(next.store(side)) - i16::from(position.store(side));
            (gain(mover) - gain(!mover), next, again)
        })
        .collect()
}

/// Plain negamax that remembers: games in which nothing comes back.
fn negamax(
    rules: &Rules,
    position: &Position,
    known: &mut HashMap<krou_rules::row::Board<u128>, i16>,
) -> i16 {
    if position.is_over() {
        let stays = rules.switches().leftovers == krou_rules::Leftovers::Stay;
        return if stays {
            margin(rules, position) - stored(position)
        } else {
            0
        };
    }
    if let Some(&value) = known.get(&key(position)) {
        return value;
    }
    let value = moves(rules, position)
        .into_iter()
        .map(|(gain, next, again)| {
            let rest = negamax(rules, &next, known);
            gain + if again { rest } else { -rest }
        })
        .max()
        .unwrap();
    known.insert(key(position), value);
    value
}

fn stored(position: &Position) -> i16 {
    let stores = position.stores();
    i16::from(stores[position.turn()]) - i16::from(stores[!position.turn()])
}

/// A game of `rules` that is over before the first move has been swept: its value is in the stores.
fn swept(rules: &Rules, position: &Position) -> i16 {
    margin(rules, position)
}

/// The board as it was laid, before any sweep.
fn laid(setup: &Setup) -> krou_rules::row::Board<u64> {
    use krou_rules::row::{Board, Row};
    let row = |cells: &[Cell]| {
        cells
            .iter()
            .enumerate()
            .fold(0u64, |row, (pit, cell)| match cell {
                Cell::Tuzdyk => row | u64::at(<u64 as Row>::FLAG, pit as u8 + 1),
                cell => row | u64::at(pit as u32, cell.seeds()),
            })
    };
    Board {
        own: row(&setup.pits.south),
        other: row(&setup.pits.north),
    }
}

#[test]
fn tables_agree_with_plain_negamax_where_nothing_comes_back() {
    for (name, switches, most) in [
        ("kalah", &[][..], 5),
        ("kalah", &[("pits", "1")], 12),
        ("kalah", &[("pits", "3")], 9),
        ("kalah", &[("pits", "7")], 3),
        ("kalah", &[("pits", "3"), ("origin", "first-seed")], 8),
        ("kalah", &[("pits", "3"), ("tuzdyk", "true")], 5),
        ("kalah", &[("pits", "3"), ("end", "no-move")], 8),
        ("kalah", &[("pits", "3"), ("grand-slam", "illegal")], 8),
        ("kalah-empty-capture", &[("pits", "4")], 7),
        ("kalah-5x2", &[], 5),
        ("ayo", &[], 5),
        ("ayo", &[("pits", "3")], 9),
        ("avalanche", &[], 5),
        ("avalanche", &[("pits", "3"), ("leftovers", "owner")], 9),
        ("attic", &[], 5),
        ("attic", &[("pits", "3")], 9),
        ("attic-advanced", &[], 5),
        ("attic-advanced", &[("pits", "3")], 9),
    ] {
        let rules = rules(name, switches);
        let table = Table::build_in_memory(&rules, most, Some(2)).unwrap();
        let mut known = HashMap::new();
        for n in 0..=most {
            let mut count = 0;
            for position in positions(&rules, n) {
                if position.is_over() && seeds(&position) != n {
                    continue; // swept; what was laid is not to be seen
                }
                let value = if position.is_over() {
                    swept(&rules, &position)
                } else {
                    negamax(&rules, &position, &mut known)
                };
                let found = table.value(position.board::<u64>());
                let found = if rules.switches().pits > 6 {
                    table.value(position.board::<u128>())
                } else {
                    found
                };
                assert_eq!(
                    found.map(i16::from),
                    Some(value),
                    "{name} {switches:?} {position}"
                );
                count += 1;
            }
            assert!(n < 2 || count > 0);
        }
    }
}

/// Positions that are over as they are laid are swept by the rules before anybody sees them; a
/// table has them all the same.
#[test]
fn boards_that_are_over_as_they_lie_are_worth_what_the_sweep_gives() {
    for (name, board, value) in [
        ("kalah", "1,0,2,0,0,0/0,0,0,0,0,0/0,0/S", 3),
        ("kalah", "0,0,0,0,0,0/1,0,0,2,0,0/0,0/S", -3),
        ("avalanche", "1,0,2,0,0,0/0,0,0,0,0,0/0,0/S", 0),
        ("attic", "1,0,2,0,0,0/0,0,0,0,0,0/0,0/S", 3),
        ("awari", "0,0,0,0,0,0/1,0,0,2,0,0/0,0/S", -3),
        ("awale", "1,0,2,0,0,0/0,0,0,0,0,0/0,0/S", 3),
    ] {
        let table = Table::build_in_memory(&rules(name, &[]), 3, Some(1)).unwrap();
        let board = laid(&board.parse().unwrap());
        assert_eq!(table.value(board), Some(value), "{name}");
    }
}

/// For every position of a layer: what its taking moves are worth at best, and where its quiet
/// moves lead.
struct Looked {
    taking: i16,
    quiet: Vec<krou_rules::row::Board<u128>>,
}

/// The values of a game in which a repetition is worth nothing, by asking for each margin anew
/// who can force it.
fn forced(rules: &Rules, most: u8) -> HashMap<krou_rules::row::Board<u128>, i16> {
    let mut values = HashMap::new();
    for n in 0..=most {
        let mut layer = HashMap::new();
        for position in positions(rules, n).iter().filter(|p| !p.is_over()) {
            let mut looked = Looked {
                taking: i16::MIN,
                quiet: vec![],
            };
            for (gain, next, again) in moves(rules, position) {
                if next.is_over() {
                    looked.taking = looked.taking.max(gain);
                } else if seeds(&next) == n {
                    looked.quiet.push(key(&next));
                } else {
                    let rest: i16 = values[&key(&next)];
                    looked.taking = looked.taking.max(gain + if again { rest } else { -rest });
                }
            }
            layer.insert(key(position), looked);
        }
        let mut found: HashMap<_, i16> = layer.keys().map(|&key| (key, 0)).collect();
        for v in 1..=i16::from(n) {
            let (mut wins, mut losses) = (HashSet::new(), HashSet::new());
            loop {
                let before = wins.len() + losses.len();
                for (&key, looked) in &layer {
                    if looked.taking >= v || looked.quiet.iter().any(|q| losses.contains(q)) {
                        wins.insert(key);
                    } else if looked.taking <= -v && looked.quiet.iter().all(|q| wins.contains(q)) {
                        losses.insert(key);
                    }
                }
                if wins.len() + losses.len() == before {
                    break;
                }
            }
            found.extend(wins.into_iter().map(|key| (key, v)));
            found.extend(losses.into_iter().map(|key| (key, -v)));
        }
        values.extend(found);
    }
    values
}

#[test]
fn tables_agree_with_what_can_be_forced_where_a_repetition_is_worth_nothing() {
    for (name, switches, most) in [
        ("awari", &[][..], 4),
        ("awari", &[("pits", "1")], 7),
        ("awari", &[("pits", "2")], 9),
        ("awari", &[("pits", "3")], 7),
        ("awale", &[], 4),
        ("awale", &[("pits", "3")], 7),
        (
            "oware",
            &[("pits", "3"), ("repetition-leftovers", "split")],
            7,
        ),
        (
            "bestemshe",
            &[("pits", "3"), ("repetition-leftovers", "nobody")],
            7,
        ),
        (
            "togyzkumalak",
            &[("pits", "3"), ("repetition-leftovers", "split")],
            5,
        ),
        // Laps that nobody can trace back.
        (
            "awari",
            &[("pits", "3"), ("capture", "opposite"), ("laps", "relay")],
            6,
        ),
        (
            "awari",
            &[
                ("pits", "3"),
                ("sow-opponent-store", "true"),
                ("bonus", "either-store"),
            ],
            6,
        ),
    ] {
        let rules = rules(name, switches);
        let table = Table::build_in_memory(&rules, most, Some(2)).unwrap();
        assert_eq!(table.kind(), Kind::Exact);
        let forced = forced(&rules, most);
        assert!(forced.len() > 20);
        for (board, value) in forced {
            let found = table.value(board.convert::<u64>());
            assert_eq!(
                found.map(i16::from),
                Some(value),
                "{name} {switches:?} {board:x?}"
            );
        }
    }
}

/// The value of a position with its history, by playing on to every end.
fn with_history(
    rules: &Rules,
    position: &Position,
    history: &mut Vec<krou_rules::row::Board<u128>>,
    budget: &mut u32,
) -> Option<i16> {
    *budget = budget.checked_sub(1)?;
    let Repetition::Nth(ends) = rules.switches().repetition else {
        unreachable!("only games that repeat are asked")
    };
    let mut best = i16::MIN;
    for (gain, next, again) in moves(rules, position) {
        let occurred = history.iter().filter(|&&board| board == key(&next)).count();
        let rest = if next.is_over() {
            0
        } else if occurred + 1 >= usize::from(ends) {
            i16::from(next.row_seeds(next.turn())) - i16::from(next.row_seeds(!next.turn()))
        } else {
            history.push(key(&next));
            let rest = with_history(rules, &next, history, budget);
            history.pop();
            rest?
        };
        best = best.max(gain + if again { rest } else { -rest });
    }
    Some(best)
}

/// Random numbers that are the same every time.
fn dice(state: &mut u64, sides: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % sides
}

#[test]
fn bounds_hold_whatever_was_played_before() {
    let mut state = 7;
    for (name, switches, n) in [
        ("oware", &[("pits", "2")][..], 5),
        ("oware", &[("pits", "3")], 4),
        ("bestemshe", &[("pits", "2"), ("repetition", "2")], 5),
        ("togyzkumalak", &[("pits", "2"), ("repetition", "2")], 5),
    ] {
        let rules = rules(name, switches);
        let table = Table::build_in_memory(&rules, n, Some(2)).unwrap();
        assert_eq!(table.kind(), Kind::Bounds);
        let starts: Vec<_> = positions(&rules, n)
            .into_iter()
            .filter(|p| !p.is_over())
            .collect();
        let (mut judged, mut met) = (0, 0);
        for _ in 0..400 {
            // A game of a few random moves, to have a history.
            let mut position = starts[dice(&mut state, starts.len())];
            let mut history = vec![key(&position)];
            for _ in 0..dice(&mut state, 12) {
                let next = moves(&rules, &position);
                let (_, next, _) = next[dice(&mut state, next.len())];
                if next.is_over() || history.contains(&key(&next)) {
                    break;
                }
                position = next;
                history.push(key(&position));
            }
            let Some(value) = with_history(&rules, &position, &mut history, &mut 20_000) else {
                continue;
            };
            let Bounds { lower, upper } = table.bounds(position.board::<u64>()).unwrap();
            assert!(
                (i16::from(lower)..=i16::from(upper)).contains(&value),
                "{name} {position}: {value} is not in {lower}..={upper}, after {history:x?}"
            );
            judged += 1;
            met += u32::from(lower == upper);
        }
        assert!(
            judged > 300 && met > 30,
            "{name}: {judged} judged, {met} met"
        );
    }
}

/// The published distribution of values: seeds, value, positions.
#[test]
fn awari_values_are_distributed_as_published() {
    let most = 9;
    let table = Table::build_in_memory(&rules("awari", &[]), most, None).unwrap();
    let mut counts: HashMap<(usize, i8), usize> = HashMap::new();
    for n in 0..=usize::from(most) {
        for &value in table.layer(n).unwrap() {
            *counts.entry((n, value as i8)).or_default() += 1;
        }
    }
    let published: HashMap<(usize, i8), usize> = include_str!("awari-values.csv")
        .lines()
        .skip(1)
        .map(|line| {
            let numbers: Vec<i64> = line.split(',').map(|n| n.parse().unwrap()).collect();
            ((numbers[0] as usize, numbers[1] as i8), numbers[2] as usize)
        })
        .filter(|((n, _), _)| *n <= usize::from(most))
        .collect();
    assert_eq!(counts, published);
}

#[test]
fn one_thread_and_many_build_the_same_table() {
    for (name, most) in [
        ("kalah", 8),
        ("ayo", 7),
        ("awari", 8),
        ("oware", 6),
        ("togyzkumalak", 3),
    ] {
        let rules = rules(name, &[]);
        let one = Table::build_in_memory(&rules, most, Some(1)).unwrap();
        let many = Table::build_in_memory(&rules, most, Some(7)).unwrap();
        for n in 0..=usize::from(most) {
            assert_eq!(one.layer(n), many.layer(n), "{name}, {n} seeds");
        }
    }
}

#[test]
fn games_in_which_columns_burn_have_no_table() {
    let refused = Table::build_in_memory(&rules("attic-fire", &[]), 3, None).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("the stores are part of the position")
    );
    assert!(Table::build_in_memory(&rules("kalah", &[]), 200, None).is_err());
}
