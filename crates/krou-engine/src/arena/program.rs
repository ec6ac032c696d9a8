//! Another program as a player, spoken to in our UCI dialect.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use krou_rules::{Game, Move, Rules, Ruleset};

use super::process::Process;
use super::{Foul, Player};
use crate::{Limits, StopFlag};

/// How long a program may take to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often in a row a program that does not get ready is started anew; after that it loses its
/// games at once.
const MAX_FAILED_STARTS: u32 = 2;

/// How much longer than its time a program may be silent before it is taken to hang.
const SILENCE: Duration = Duration::from_secs(5);

pub(super) struct Program {
    command: Vec<String>,
    limits: Limits,
    rules: Arc<Rules>,
    running: Option<Process>,
    /// Whether it is ready for the current game, or what it did wrong.
    ready: Result<(), Foul>,
    failed_starts: u32,
}

impl Program {
    pub fn new(command: Vec<String>, limits: Limits, rules: &Arc<Rules>) -> Program {
        Program {
            command,
            limits,
            rules: Arc::clone(rules),
            running: None,
            ready: Err(Foul::Crash),
            failed_starts: 0,
        }
    }

    /// Starts the program if it is not running, and waits until it is ready for a new game: that is
    /// nobody's thinking time.
    fn get_ready(&mut self, stop: &StopFlag, slow: &mut dyn FnMut()) -> Result<(), Foul> {
        if self.running.is_none() {
            let running = Process::start(&self.command)?;
            running.say("uci".into())?;
            running.hear("uciok", PATIENCE, stop, slow)?;
            let rules = named(self.rules.ruleset());
            running.say(format!("setoption name Rules value {rules}"))?;
            self.running = Some(running);
        }
        let running = self.running.as_ref().ok_or(Foul::Crash)?;
        running.say("ucinewgame".into())?;
        running.say("isready".into())?;
        running.hear("readyok", PATIENCE, stop, slow)?;
        Ok(())
    }

    fn ask(&self, game: &Game, stop: &StopFlag) -> Result<Move, Foul> {
        let Limits { time, depth, nodes } = self.limits;
        let mut go = "go".to_string();
        for (word, number) in [
            ("movetime", time.map(|time| time.as_millis() as u64)),
            ("depth", depth.map(u64::from)),
            ("nodes", nodes),
        ] {
            if let Some(number) = number {
                let _ = write!(go, " {word} {number}");
            }
        }
        let start = game.positions()[0];
        let from = if start == game.rules().start() {
            "startpos".to_string()
        } else {
            format!("fen {start}")
        };
        let moves: String = game.moves().iter().map(Move::to_string).collect();
        self.ready?;
        let running = self.running.as_ref().ok_or(Foul::Crash)?;
        if moves.is_empty() {
            running.say(format!("position {from}"))?;
        } else {
            running.say(format!("position {from} moves {moves}"))?;
        }
        running.say(go)?;
        let patience = time.unwrap_or(PATIENCE) + SILENCE;
        let answer = running.hear("bestmove", patience, stop, &mut || {})?;
        let word = answer.split_whitespace().nth(1).ok_or(Foul::Illegal)?;
        word.parse().map_err(|_| Foul::Illegal)
    }
}

/// The rules as `setoption name Rules` takes them: a built-in game, and the switches set otherwise.
fn named(ruleset: &Ruleset) -> String {
    let known = Ruleset::builtin(&ruleset.name).or_else(|| Ruleset::builtin("kalah"));
    let Some(known) = known else {
        return ruleset.name.clone();
    };
    let sets = ruleset.switches.differing(&known.switches);
    sets.into_iter().fold(known.name, |said, (switch, value)| {
        format!("{said} {switch}={value}")
    })
}

impl Player for Program {
    fn new_game(&mut self, _seed: u64, stop: &StopFlag, slow: &mut dyn FnMut()) {
        if self.failed_starts >= MAX_FAILED_STARTS {
            return;
        }
        self.ready = self.get_ready(stop, slow);
        if self.ready.is_ok() {
            self.failed_starts = 0;
        } else {
            self.running = None;
            self.failed_starts += 1;
        }
    }

    fn choose(&mut self, game: &Game, stop: &StopFlag) -> Result<Move, Foul> {
        let answer = self.ask(game, stop);
        if matches!(answer, Err(Foul::Crash | Foul::Hang | Foul::Flood)) {
            // The next game gets a new start.
            self.running = None;
        }
        answer
    }

    fn time(&self) -> Option<Duration> {
        self.limits.time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_named_with_every_switch_set_otherwise() {
        let mut ruleset = Ruleset::builtin("oware").unwrap();
        assert_eq!(named(&ruleset), "oware");
        ruleset.set("seeds", "3").unwrap();
        ruleset.set("majority", "false").unwrap();
        assert_eq!(named(&ruleset), "oware seeds=3 majority=false");
        ruleset.name = "mine".into();
        let said = named(&ruleset);
        assert!(said.starts_with("kalah seeds=3 ") && said.contains(" capture=count"));
    }
}
