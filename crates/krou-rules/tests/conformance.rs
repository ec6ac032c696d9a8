//! What every ruleset must do, by being listed.

mod reference;
mod spec;

use std::sync::Arc;

use krou_rules::{
    Fingerprint, Game, Lang, Line, Position, Reason, Record, Rules, Ruleset, Setup, Side, explain,
};
use reference::Board;
use reference::replay::Replay;
use spec::Dice;

/// Random games a ruleset.
const GAMES: u64 = 40;
/// No random game of a built-in ruleset is nearly as long.
const MOST_MOVES: usize = 20_000;

/// Every listed ruleset, compiled.
fn all() -> impl Iterator<Item = Arc<Rules>> {
    Ruleset::names().map(|name| Arc::new(Rules::builtin(name).expect("a listed name")))
}

/// A finished random game.
fn random_game(rules: &Arc<Rules>, seed: u64) -> Game {
    let mut dice = Dice(seed);
    let first = Side::BOTH[dice.roll(2)];
    let mut game = Game::from_position(Arc::clone(rules), rules.start_with(first));
    for _ in 0..MOST_MOVES {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return game;
        }
        let m = moves[dice.roll(moves.len())];
        game.play(m).expect("a legal move");
    }
    panic!("{}: game {seed} does not end", rules.ruleset().name);
}

/// Runs `check` on random games of every ruleset.
fn every_game(check: impl Fn(&Arc<Rules>, Game)) {
    for rules in all() {
        for seed in 0..GAMES {
            check(&rules, random_game(&rules, seed));
        }
    }
}

#[test]
fn random_games_end_with_a_result_that_adds_up() {
    every_game(|rules, game| {
        let result = game.result().expect("a finished game");
        let start = &game.positions()[0];
        let end = game.position();
        let gone = start.total() - end.total();
        assert!(gone == 0 || rules.switches().burn);
        let shared = result.scores.south + result.scores.north;
        let left: u16 = Side::BOTH
            .map(|side| u16::from(end.row_seeds(side)))
            .iter()
            .sum();
        assert!(shared == end.total() || shared + left == end.total());
        match result.winner {
            Some(winner) => assert!(result.scores[winner] > result.scores[!winner]),
            None => assert_eq!(result.scores.south, result.scores.north),
        }
    });
}

#[test]
fn nothing_can_be_played_after_the_end() {
    every_game(|rules, mut game| {
        assert!(game.is_over() && game.legal_moves().is_empty());
        for side in Side::BOTH {
            for pit in krou_rules::Pit::first(rules.switches().pits) {
                assert!(game.play(krou_rules::Move::sow(side, pit)).is_err());
            }
        }
        assert!(!game.resign(Side::South) && !game.agree());
    });
}

#[test]
fn a_position_is_the_same_read_from_what_is_written() {
    every_game(|rules, game| {
        for position in game.positions() {
            let setup: Setup = position.to_string().parse().expect("a position");
            assert_eq!(setup, position.setup());
            let read = rules.position(&setup).expect("a legal position");
            assert_eq!(read.to_string(), position.to_string());
            assert_eq!(read.is_over(), position.is_over());
            if !position.is_over() {
                assert_eq!(read, *position);
            }
        }
    });
}

#[test]
fn moves_and_lines_are_the_same_read_from_what_is_written() {
    every_game(|_, game| {
        for m in game.moves() {
            assert_eq!(m.to_string().parse(), Ok(*m));
        }
        let line = game.line();
        assert_eq!(line.to_string().parse::<Line>(), Ok(line));
    });
}

#[test]
fn a_record_replays_to_the_same_game() {
    every_game(|rules, game| {
        let record = Record::from_game(&game);
        let text = record.to_string();
        let read: Record = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(read, record);
        let ruleset = read.ruleset().expect("rules");
        assert_eq!(&ruleset, rules.ruleset());
        let again = read
            .replay(Arc::clone(rules))
            .unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(again.positions(), game.positions());
        assert_eq!(again.position(), game.position());
        assert_eq!(again.result(), game.result());
    });
}

#[test]
fn a_game_taken_back_is_at_its_start_and_played_again_at_its_end() {
    every_game(|_, mut game| {
        let (end, result) = (*game.position(), game.result());
        let positions = game.positions().to_vec();
        while game.undo_move() {
            let now = game.moves().len();
            assert_eq!(game.positions(), &positions[..=now]);
            assert_eq!(*game.position(), positions[now]);
        }
        assert_eq!(game.moves(), []);
        while game.redo_turn() {}
        assert_eq!((*game.position(), game.result()), (end, result));
        while game.undo_turn() {}
        assert_eq!(*game.position(), positions[0]);
    });
}

#[test]
fn every_move_told_event_by_event_leads_to_the_same_board() {
    every_game(|rules, game| {
        for (before, &m) in game.positions().iter().zip(game.moves()) {
            let (after, trace) = rules.play_traced(before, m).expect("a legal move");
            let mut replay = Replay::new(Board::of(before));
            for event in trace {
                replay.act(event);
            }
            assert_eq!(replay.board.cells, Board::of(&after).cells);
        }
    });
}

#[test]
fn seeds_are_only_lost_to_fire() {
    every_game(|_, game| {
        for (pair, m) in game.positions().windows(2).zip(game.moves()) {
            assert!(pair[0].total() == pair[1].total() || m.burn);
        }
    });
}

#[test]
fn an_end_on_the_board_is_the_reason_of_the_result() {
    every_game(|_, game| {
        let reason = game.result().expect("a finished game").reason;
        match game.positions().last().and_then(Position::ending) {
            Some(ending) => assert_eq!(reason, Reason::from(ending)),
            None => assert_eq!(reason, Reason::Repetition),
        }
    });
}

#[test]
fn a_fingerprint_is_that_of_the_effective_switches() {
    let mut seen = std::collections::HashSet::new();
    for rules in all() {
        let ruleset = rules.ruleset();
        let print = rules.fingerprint();
        assert_eq!(print, ruleset.fingerprint());
        assert_eq!(print, Fingerprint::of(&ruleset.switches));
        assert_eq!(print, Fingerprint::of(&ruleset.switches.effective()));
        assert_eq!(print.to_string().parse(), Ok(print));
        assert!(seen.insert(print), "{} is another game", ruleset.name);
    }
}

#[test]
fn every_ruleset_is_described_in_both_languages() {
    for ruleset in Ruleset::all() {
        assert!(!ruleset.sources.is_empty(), "{}", ruleset.name);
        for lang in [Lang::En, Lang::Fr] {
            assert!(!ruleset.title.get(lang).is_empty(), "{}", ruleset.name);
            assert!(!ruleset.description(lang).is_empty());
            assert!(!explain(&ruleset, lang).is_empty());
        }
    }
}
