//! Why a move is good or bad, in sentences a beginner understands.
//!
//! Nothing is said that was not looked at: what a move does is read from its trace; a threat is a
//! capture that was played out on the board; how much worse a move is, and what refutes it, comes
//! from the analysis.

mod words;

use krou_rules::{
    BySide, Event, Game, Lang, Laps, Move, Origin, Pit, Place, Position, Rules, Side, Trace,
};

use crate::{Analysis, Value};
use words::Words;

/// A capture is worth a word from this many seeds on.
const WORTH_SAYING: u16 = 2;

/// A move is called worse from this many seeds on.
const WORSE: f32 = 0.75;

/// Why `m`, played now, is good or bad, given the analysis of the position before it.
///
/// ```
/// use std::sync::Arc;
/// use krou_engine::{Engine, EngineOptions, Limits, StopFlag, explain};
/// use krou_rules::{Game, Lang, Rules};
/// let rules = Arc::new(Rules::builtin("kalah").unwrap());
/// let game = Game::new(Arc::clone(&rules));
/// let mut engine = Engine::new(rules, EngineOptions::default());
/// let analysis = engine.analyse(&game, &Limits::depth(4), &StopFlag::new(), &mut |_| {});
/// let why = explain(&game, "C".parse()?, &analysis, Lang::En);
/// assert_eq!(why[0], "The last seed falls in the store: South moves again.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(game: &Game, m: Move, analysis: &Analysis, lang: Lang) -> Vec<String> {
    let words = Words { lang };
    let mut after = game.clone();
    let Ok((_, trace)) = game.rules().play_traced(game.position(), m) else {
        return Vec::new();
    };
    if after.play(m).is_err() {
        return Vec::new();
    }
    let scene = Scene {
        game,
        after: &after,
        m,
        trace: &trace,
        analysis,
        words,
    };
    let mut said = Vec::new();
    scene.what_it_does(&mut said);
    if let Some(result) = after.result() {
        said.push(words.ends_game(result));
    } else {
        scene.chain(&mut said);
        scene.threats(&mut said);
        scene.krou(&mut said);
    }
    scene.verdict(&mut said);
    said
}

/// A move and all that is known of it.
struct Scene<'a> {
    game: &'a Game,
    after: &'a Game,
    m: Move,
    trace: &'a Trace,
    analysis: &'a Analysis,
    words: Words,
}

/// Seeds a move takes, and from where.
fn captured(trace: &Trace) -> (u16, Vec<char>) {
    let mut seeds = 0;
    let mut pits = Vec::new();
    for event in trace {
        let (Event::Capture {
            from: place,
            seeds: taken,
            ..
        }
        | Event::Tuzdyk {
            at: place,
            seeds: taken,
            ..
        }) = *event
        else {
            continue;
        };
        seeds += u16::from(taken);
        if let Place::Pit(side, pit) = place {
            pits.push(pit.letter(side));
        }
    }
    (seeds, pits)
}

/// The move that captures most of all the player to move can play, and how much.
fn best_capture(rules: &Rules, position: &Position) -> Option<(Move, u16)> {
    rules
        .legal_moves(position)
        .into_iter()
        .filter_map(|m| {
            let (_, trace) = rules.play_traced(position, m).ok()?;
            Some((m, captured(&trace).0))
        })
        .filter(|&(_, seeds)| seeds >= WORTH_SAYING)
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The same board with the other player to move, if the game goes on there.
fn with_turn(rules: &Rules, position: &Position, turn: Side) -> Option<Position> {
    let mut setup = position.setup();
    setup.turn = turn;
    rules
        .position(&setup)
        .ok()
        .filter(|position| !position.is_over())
}

impl Scene<'_> {
    fn mover(&self) -> Side {
        self.game.position().turn()
    }

    /// What can be read off the board when the move is made.
    fn what_it_does(&self, said: &mut Vec<String>) {
        let (words, mover) = (self.words, self.mover());
        let laps = self
            .trace
            .iter()
            .filter(|event| matches!(event, Event::Lap { .. }))
            .count();
        if laps > 0 {
            said.push(words.laps(laps + 1));
        }
        for event in self.trace {
            match *event {
                Event::Tuzdyk {
                    at: Place::Pit(side, pit),
                    ..
                } => said.push(words.tuzdyk(pit.letter(side), mover)),
                Event::Burn {
                    pits, seeds, cost, ..
                } => {
                    let letters = BySide::new(
                        pits.south.letter(Side::South),
                        pits.north.letter(Side::North),
                    );
                    said.push(words.burn(letters, seeds[mover], seeds[!mover], cost));
                }
                _ => {}
            }
        }
        let (seeds, pits) = captured(self.trace);
        if seeds > 0 {
            said.push(words.captures(seeds, &pits));
        }
        let before = self.game.position().row_seeds(!mover);
        if before == 0 && !self.after.is_over() && self.after.position().row_seeds(!mover) > 0 {
            said.push(words.feeds(!mover));
        }
        if before > 0 && !self.after.is_over() && self.after.position().row_seeds(!mover) == 0 {
            said.push(words.starves(!mover));
        }
    }

    /// Bonus moves, and how long the chain gets by the best line.
    fn chain(&self, said: &mut Vec<String>) {
        let mover = self.mover();
        if self.after.position().turn() != mover || self.m.burn {
            return;
        }
        said.push(self.words.again(mover));
        let Some(value) = self.analysis.of(self.m) else {
            return;
        };
        let turn: Vec<Move> = value
            .line
            .iter()
            .take_while(|m| m.side == mover)
            .copied()
            .collect();
        let mut game = self.game.clone();
        let whole = turn.len() > 1 && turn.iter().all(|&m| game.play(m).is_ok());
        // A line that was cut short does not show the whole turn.
        if whole && (game.is_over() || game.position().turn() != mover) {
            let before = i32::from(self.game.scores()[mover]);
            let gained = i32::from(game.scores()[mover]) - before;
            if !game.is_over() && gained > 0 {
                self.said_chain(said, &turn, gained);
            }
        }
    }

    fn said_chain(&self, said: &mut Vec<String>, turn: &[Move], gained: i32) {
        let letters: String = turn.iter().map(Move::to_string).collect();
        said.push(self.words.chain(&letters, turn.len(), gained));
    }

    /// What the opponent could have captured and can no more, or can now; what the mover could
    /// capture next.
    fn threats(&self, said: &mut Vec<String>) {
        let (words, mover, rules) = (self.words, self.mover(), self.game.rules());
        let (before, after) = (self.game.position(), self.after.position());
        let threat_to = |position| {
            let theirs = with_turn(rules, position, !mover)?;
            best_capture(rules, &theirs)
        };
        let (was, is) = (threat_to(before), threat_to(after));
        // After a bonus move nothing is parried or left hanging yet.
        if after.turn() != mover {
            if let Some((m, seeds)) = was
                && is.is_none_or(|(_, left)| left < seeds)
            {
                said.push(words.parries(m, seeds));
            }
            if let Some((m, seeds)) = is {
                said.push(words.allows(m, seeds));
            }
            let ours = |position| {
                let ours = with_turn(rules, position, mover)?;
                best_capture(rules, &ours)
            };
            if let Some((m, seeds)) = ours(after)
                && ours(before).is_none_or(|(_, before)| before < seeds)
            {
                said.push(words.threatens(m, seeds));
            }
        }
    }

    /// A pit with enough seeds to go once round the board.
    fn krou(&self, said: &mut Vec<String>) {
        let switches = self.game.rules().switches();
        if switches.laps == Laps::Relay {
            return;
        }
        let columns = switches.pits - self.after.position().burned_columns();
        let round =
            2 * columns + u8::from(switches.sow_own_store) + u8::from(switches.sow_opponent_store)
                - u8::from(switches.origin == Origin::Skipped);
        let mover = self.mover();
        for pit in Pit::first(switches.pits) {
            let before = self.game.position().seeds(mover, pit);
            let after = self.after.position().seeds(mover, pit);
            if after >= round && before < round {
                said.push(self.words.krou(pit.letter(mover), after));
            }
        }
    }

    /// How the move compares with the best, and what refutes it.
    fn verdict(&self, said: &mut Vec<String>) {
        let Some(value) = self.analysis.of(self.m) else {
            return;
        };
        let Some(best) = self.analysis.moves.first() else {
            return;
        };
        let loss = best.value.margin() - value.value.margin();
        let proved = best.value.is_proved() && value.value.is_proved();
        if loss < WORSE {
            if self.analysis.moves.len() > 1 && (loss <= 0.0 || !proved) {
                let certain = matches!(self.analysis.value, Value::Proved(_)) && proved;
                said.push(self.words.none_better(certain));
            }
            return;
        }
        said.push(self.words.worse(best.m, loss, proved));
        self.refutation(&value.line, said);
    }

    /// The opponent's next turn in the line: its captures and how many moves it has.
    fn refutation(&self, line: &[Move], said: &mut Vec<String>) {
        let mover = self.mover();
        let mut game = self.game.clone();
        let mut answer = Vec::new();
        let (mut seeds, mut pits) = (0, Vec::new());
        for &m in line {
            if m.side == mover && !answer.is_empty() {
                break;
            }
            let Ok((_, trace)) = game.rules().play_traced(game.position(), m) else {
                return;
            };
            if m.side != mover {
                answer.push(m);
                let (taken, from) = captured(&trace);
                seeds += taken;
                pits.extend(from);
            }
            if game.play(m).is_err() {
                return;
            }
        }
        let letters: String = answer.iter().map(Move::to_string).collect();
        if seeds >= WORTH_SAYING {
            said.push(self.words.refuted_by_capture(&letters, seeds));
        } else if answer.len() > 1 {
            said.push(self.words.refuted_by_chain(&letters, answer.len()));
        }
    }
}
