//! Another program as a player, spoken to in our UCI dialect.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use krou_rules::{Game, Move, Rules, Ruleset};

use super::{Foul, Player};
use crate::Limits;

/// How long a program may take to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much longer than its time a program may be silent before it is taken to hang.
const SILENCE: Duration = Duration::from_secs(5);

pub(super) struct Program {
    command: Vec<String>,
    limits: Limits,
    rules: Arc<Rules>,
    running: Option<Running>,
    /// Whether it is ready for the game at hand, or what it did wrong.
    ready: Result<(), Foul>,
}

/// A program that was started.
struct Running {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a program with its arguments.
fn start(command: &[String]) -> io::Result<Child> {
    let mut program = Command::new(&command[0]);
    program
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // Ctrl-C ends the match; it is no crash of the program.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut program, 0);
    program.spawn()
}

/// Whether a program can be started; it is ended at once.
pub(super) fn try_to_start(command: &[String]) -> io::Result<()> {
    let mut child = start(command)?;
    let _ = child.kill();
    child.wait().map(drop)
}

impl Running {
    fn start(command: &[String]) -> Result<Running, Foul> {
        let mut child = start(command).map_err(|_| Foul::Crash)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Foul::Crash);
        };
        let (send, receive) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running {
            child,
            input,
            output: receive,
        })
    }

    fn say(&mut self, line: &str) -> Result<(), Foul> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| Foul::Crash)
    }

    /// The first line that begins with `word`.
    fn hear(&self, word: &str, patience: Duration) -> Result<String, Foul> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Foul::Hang),
                Err(RecvTimeoutError::Disconnected) => return Err(Foul::Crash),
            }
        }
    }
}

impl Program {
    pub fn new(command: Vec<String>, limits: Limits, rules: &Arc<Rules>) -> Program {
        Program {
            command,
            limits,
            rules: Arc::clone(rules),
            running: None,
            ready: Err(Foul::Crash),
        }
    }

    /// Starts the program if it is not running, and waits until it is ready for a new game: that is
    /// nobody's thinking time.
    fn get_ready(&mut self) -> Result<(), Foul> {
        if self.running.is_none() {
            let mut running = Running::start(&self.command)?;
            running.say("uci")?;
            running.hear("uciok", PATIENCE)?;
            let rules = named(self.rules.ruleset());
            running.say(&format!("setoption name Rules value {rules}"))?;
            self.running = Some(running);
        }
        let running = self.running.as_mut().ok_or(Foul::Crash)?;
        running.say("ucinewgame")?;
        running.say("isready")?;
        running.hear("readyok", PATIENCE)?;
        Ok(())
    }

    fn ask(&mut self, game: &Game) -> Result<Move, Foul> {
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
        let running = self.running.as_mut().ok_or(Foul::Crash)?;
        if moves.is_empty() {
            running.say(&format!("position {from}"))?;
        } else {
            running.say(&format!("position {from} moves {moves}"))?;
        }
        running.say(&go)?;
        let patience = time.unwrap_or(PATIENCE) + SILENCE;
        let answer = running.hear("bestmove", patience)?;
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
    fn new_game(&mut self, _seed: u64) {
        self.ready = self.get_ready();
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Foul> {
        let answer = self.ask(game);
        if matches!(answer, Err(Foul::Crash | Foul::Hang)) {
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
