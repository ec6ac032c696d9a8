//! Games with history: repetition, results, taking back and playing again.

mod draw;
mod reference;
mod spec;

use std::sync::Arc;

use krou_rules::{
    BySide, Capture, Game, GameResult, Move, Position, Reason, Record, Repetition, Resign, Side,
    Switches,
};
use proptest::prelude::*;
use reference::bridge::rules;
use reference::{Board, Reference};
use spec::Dice;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Small boards on which the same few seeds go round and round.
fn circling() -> impl Strategy<Value = (Switches, Board)> {
    (draw::switches(), 1..=2_u8, 2..=4_u8, any::<bool>()).prop_flat_map(
        |(mut switches, pits, nth, capture)| {
            switches.pits = pits;
            switches.sow_own_store = false;
            switches.sow_opponent_store = false;
            switches.bonus = krou_rules::Bonus::Never;
            switches.repetition = Repetition::Nth(nth);
            switches.burn = false;
            switches.tuzdyk = false;
            if !capture {
                switches.capture = Capture::None;
            }
            let board = draw::board(&switches);
            (Just(switches), board)
        },
    )
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn a_game_ends_when_and_as_the_reference_says(
        (switches, board) in prop_oneof![circling(), draw::switches_and_board()],
        picks in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let slow = Reference::new(switches.clone());
        let rules = Arc::new(rules(&switches));
        let mut game = Game::from_position(Arc::clone(&rules), board.position(&rules));
        let mut board = board;
        let mut over = slow.settle(&mut board);
        let mut repeated = false;
        let mut history = vec![board.clone()];
        for pick in picks {
            prop_assert_eq!(game.is_over(), over.is_some() || repeated);
            if game.is_over() {
                prop_assert!(game.legal_moves().is_empty());
                break;
            }
            let choices = slow.legal_moves(&board);
            let choice = choices[usize::from(pick) % choices.len()];
            let m = choice.to_move(&board);
            let played = slow.play(&board, choice).expect("a legal move");
            prop_assert!(game.play(m).is_ok());
            over = played.over;
            board = played.board;
            history.push(board.clone());
            repeated = over.is_none() && slow.repeats(&history, &board);
        }
        let mut scores = slow.scores(&board);
        if repeated {
            slow.sweep_after_repetition(&mut board);
            scores = stores(&board);
        }
        prop_assert_eq!(game.position().to_string(), board.notation());
        prop_assert_eq!(game.scores().map(u32::from), scores);
        match game.result() {
            None => prop_assert!(over.is_none() && !repeated),
            Some(result) => {
                prop_assert_eq!(result.reason == Reason::Repetition, repeated);
                prop_assert_eq!(result.scores, game.scores());
                prop_assert_eq!(result.winner, ahead(result.scores));
            }
        }
    }

    #[test]
    fn a_game_can_be_aborted_until_each_side_has_completed_two_turns(
        switches in draw::switches(), dice in any::<u64>()
    ) {
        let mut dice = Dice(dice);
        let mut game = Game::new(Arc::new(rules(&switches)));
        let mut passed = BySide::new(0, 0);
        for _ in 0..40 {
            let mut aborted = game.clone();
            let counts = passed.south >= 2 && passed.north >= 2;
            prop_assert_eq!(game.counts(), counts);
            prop_assert_eq!(aborted.abort(), !counts && !game.is_over());
            prop_assert!(!aborted.abort() && aborted.position() == game.position());
            if !counts && !game.is_over() {
                let result = aborted.result().expect("an end");
                prop_assert_eq!((result.winner, result.reason), (None, Reason::Aborted));
                let kept = Record::from_game(&aborted).replay(Arc::clone(game.rules()));
                prop_assert_eq!(kept.expect("a record").result(), Some(result));
                prop_assert!(aborted.undo_move() && !aborted.is_over());
            }
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[dice.roll(legal.len())];
            game.play(m).expect("a legal move");
            let board = game.positions().last().expect("a position");
            if board.turn() != m.side || board.is_over() {
                passed[m.side] += 1;
            }
        }
    }

    #[test]
    fn whoever_gives_up_or_agrees_shares_out_the_board(
        (switches, board) in draw::switches_and_board(),
        side in prop_oneof![Just(Side::South), Just(Side::North)],
    ) {
        let rules = Arc::new(rules(&switches));
        let start = board.position(&rules);
        let mut resigned = Game::from_position(Arc::clone(&rules), start);
        let mut agreed = resigned.clone();
        if start.is_over() {
            prop_assert!(!resigned.resign(side) && !agreed.agree());
            return Ok(());
        }
        let rows = BySide::new(Side::South, Side::North)
            .map(|side| u16::from(start.row_seeds(side)));
        let own_side = BySide::new(Side::South, Side::North)
            .map(|side| u16::from(start.store(side)) + rows[side]);

        prop_assert!(agreed.agree());
        let result = agreed.result().expect("an end");
        prop_assert_eq!(result.reason, Reason::Agreed);
        prop_assert_eq!(result.scores, own_side);
        prop_assert_eq!(result.winner, ahead(own_side));

        let mut late = agreed.clone();
        prop_assert!(late.undo_move() && late.run_out(side) && !late.run_out(!side));
        prop_assert!(resigned.resign(side));
        let result = resigned.result().expect("an end");
        let mut expected = own_side;
        if switches.resign == Resign::Opponent {
            expected[side] -= rows[side];
            expected[!side] += rows[side];
        }
        prop_assert_eq!(result.reason, Reason::Resigned(side));
        let out = late.result().expect("an end");
        prop_assert_eq!(out.reason, Reason::OutOfTime(side));
        prop_assert_eq!((out.scores, out.winner), (result.scores, result.winner));
        prop_assert_eq!(result.scores, expected);
        prop_assert_eq!(result.winner, Some(!side));
        prop_assert!(resigned.play(Move::sow(start.turn(), krou_rules::Pit::new(0).expect("A"))).is_err());

        prop_assert!(resigned.undo_move());
        prop_assert_eq!(*resigned.position(), start);
        prop_assert!(resigned.result().is_none());
    }

    #[test]
    fn taking_back_and_playing_again_change_nothing(
        (switches, board) in prop_oneof![circling(), draw::switches_and_board()],
        steps in proptest::collection::vec(step(), 0..60),
    ) {
        let rules = Arc::new(rules(&switches));
        let start = board.position(&rules);
        let mut game = Game::from_position(rules, start);
        let mut model = Model { line: vec![(None, Seen::of(&game))], at: 0 };
        for step in steps {
            model.take(&mut game, step);
            let (_, seen) = &model.line[model.at];
            prop_assert_eq!(seen, &Seen::of(&game));
            prop_assert_eq!(game.moves().len(), model.at);
            prop_assert_eq!(game.positions().len(), model.at + 1);
        }
    }
}

/// Without captures the seeds of a large board go round for as long as one likes.
#[test]
fn a_game_of_many_thousand_moves_is_played_recorded_and_replayed_in_a_moment() {
    let rules = Arc::new(spec::rules(
        "oware pits=12 seeds=10 capture=none feeding=none",
    ));
    let mut game = Game::new(Arc::clone(&rules));
    let mut dice = Dice(3);
    for _ in 0..30_000 {
        let moves = game.legal_moves();
        let m = moves[dice.roll(moves.len())];
        game.play(m).expect("a legal move");
    }
    let record: Record = Record::from_game(&game)
        .to_string()
        .parse()
        .expect("a record");
    let again = record.replay(rules).expect("the same game");
    assert_eq!(again.position(), game.position());
    while game.undo_turn() {}
    assert_eq!(game.occurrences(), 1);
}

/// What a player does with a game.
#[derive(Clone, Copy, Debug)]
enum Step {
    Play(u8),
    UndoMove,
    UndoTurn,
    RedoMove,
    RedoTurn,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => any::<u8>().prop_map(Step::Play),
        1 => Just(Step::UndoMove),
        1 => Just(Step::UndoTurn),
        1 => Just(Step::RedoMove),
        1 => Just(Step::RedoTurn),
    ]
}

/// What can be seen of a game.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    position: Position,
    result: Option<GameResult>,
    line: String,
    legal: Vec<Move>,
}

impl Seen {
    fn of(game: &Game) -> Seen {
        Seen {
            position: *game.position(),
            result: game.result(),
            line: game.line().to_string(),
            legal: game.legal_moves().to_vec(),
        }
    }
}

/// The line as it was first seen, each move with what came after it, and how far it is played now.
struct Model {
    line: Vec<(Option<Move>, Seen)>,
    at: usize,
}

impl Model {
    fn side(&self, at: usize) -> Option<Side> {
        self.line.get(at)?.0.map(|m| m.side)
    }

    /// Takes a step in the game and in the model.
    fn take(&mut self, game: &mut Game, step: Step) {
        let last = self.line.len() - 1;
        let expected = match step {
            Step::Play(pick) => {
                let moves = game.legal_moves();
                if let Some(&m) = moves.get(usize::from(pick) % moves.len().max(1)) {
                    game.play(m).expect("a legal move");
                    self.line.truncate(self.at + 1);
                    self.line.push((Some(m), Seen::of(game)));
                    self.at += 1;
                }
                return;
            }
            Step::UndoMove => self.at.saturating_sub(1),
            Step::RedoMove => (self.at + 1).min(last),
            Step::UndoTurn => {
                let mut to = self.at.saturating_sub(1);
                while to > 0 && self.side(to) == self.side(self.at) {
                    to -= 1;
                }
                to
            }
            Step::RedoTurn => {
                let mut to = (self.at + 1).min(last);
                while to < last && self.side(to + 1) == self.side(self.at + 1) {
                    to += 1;
                }
                to
            }
        };
        let done = match step {
            Step::UndoMove => game.undo_move(),
            Step::UndoTurn => game.undo_turn(),
            Step::RedoMove => game.redo_move(),
            Step::RedoTurn => game.redo_turn(),
            Step::Play(_) => unreachable!("played above"),
        };
        assert_eq!(done, expected != self.at, "{step:?}");
        self.at = expected;
    }
}

fn stores(board: &Board) -> BySide<u32> {
    BySide::new(Side::South, Side::North).map(|side| board.seeds(board.store(side)))
}

fn ahead(scores: BySide<u16>) -> Option<Side> {
    match scores.south.cmp(&scores.north) {
        std::cmp::Ordering::Greater => Some(Side::South),
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Equal => None,
    }
}
