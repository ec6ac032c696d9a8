//! The Kalah Game Protocol, as a client speaks it.
//!
//! ```text
//! < kgp 1 0 1                     > set info:name Krou
//!                                 > mode freeplay
//! < 4 state <2,0,0,3,3,3,3>       > @4 move 2        the best so far
//!                                 > @4 move 1        a better one
//! < 4 stop                        > @4 yield
//! < 6 ping hello                  > @6 pong hello
//! ```
//!
//! A state is the size of the board, South's store, North's, South's pits and North's; the client
//! is South, and pits are counted from 1. Several may be open at once. Whatever else the server
//! says is passed over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use krou_rules::{BySide, Cell, Game, Rules, Ruleset, Setup, Side};

use crate::{Analysis, Engine, EngineOptions, Limits, StopFlag};

/// States thought about at the same time; further ones get a quick answer.
const MOST_OPEN: usize = 32;

/// A client, ready to talk to a server.
#[derive(Clone, Debug)]
pub struct Client {
    /// The rules, on boards of any size.
    pub ruleset: Ruleset,
    /// Told to the server.
    pub name: Option<String>,
    /// What tells the server who this is.
    pub token: Option<String>,
    /// The longest to think about a state.
    pub time: Duration,
    /// How each state is thought about.
    pub options: EngineOptions,
}

/// Sends a line; false if nobody hears it any more.
pub type Say<'a> = dyn Fn(&str) -> bool + Sync + 'a;

/// The states that are open: what ends the thinking about each.
type Open = Arc<Mutex<HashMap<String, StopFlag>>>;

impl Client {
    /// Answers the lines of one connection until it ends.
    pub fn serve(&self, lines: impl Iterator<Item = String>, say: &Say) {
        let open = Open::default();
        thread::scope(|scope| {
            for line in lines {
                let (id, rest) = split_id(&line);
                let (command, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                let go_on = match command {
                    "kgp" if rest.split(' ').next() == Some("1") => self.introduce(say),
                    "ping" => say(format!("{}pong {rest}", reference(id)).trim_end()),
                    "state" => {
                        if let Some(id) = id {
                            self.open(scope, id, rest, &open, say);
                        }
                        true
                    }
                    "stop" => {
                        let open = open.lock().expect("no search panics");
                        if let Some(stop) = id.and_then(|id| open.get(id)) {
                            stop.stop();
                        }
                        true
                    }
                    "goodbye" => false,
                    _ => true,
                };
                if !go_on {
                    break;
                }
            }
            for stop in open.lock().expect("no search panics").values() {
                stop.stop();
            }
        });
    }

    fn introduce(&self, say: &Say) -> bool {
        let set = |key: &str, value: &Option<String>| match value {
            Some(value) => say(&format!("set {key} {}", quoted(value))),
            None => true,
        };
        set("info:name", &self.name) && set("auth:token", &self.token) && say("mode freeplay")
    }

    /// Begins to think about a state, unless it makes no sense or is open already.
    fn open<'scope>(
        &'scope self,
        scope: &'scope thread::Scope<'scope, '_>,
        id: &str,
        state: &str,
        open: &Open,
        say: &'scope Say,
    ) {
        let Some(game) = self.read_state(state) else {
            return;
        };
        let stop = StopFlag::new();
        let mut states = open.lock().expect("no search panics");
        if states.contains_key(id) {
            return;
        }
        states.insert(id.to_string(), stop.clone());
        let limits = if states.len() > MOST_OPEN {
            Limits::depth(4)
        } else {
            Limits::time(self.time)
        };
        let (id, open) = (id.to_string(), Arc::clone(open));
        scope.spawn(move || {
            self.think(&game, &id, &limits, &stop, say);
            open.lock().expect("no search panics").remove(&id);
            say(&format!("@{id} yield"));
        });
    }

    fn think(&self, game: &Game, id: &str, limits: &Limits, stop: &StopFlag, say: &Say) {
        let mut engine = Engine::new(Arc::clone(game.rules()), self.options.clone());
        let mut told = None;
        let mut tell = |analysis: &Analysis| {
            if analysis.best != told
                && let Some(best) = analysis.best
            {
                told = analysis.best;
                if !say(&format!("@{id} move {}", best.pit.index() + 1)) {
                    stop.stop();
                }
            }
        };
        let last = engine.think(game, 1, limits, stop, &mut tell);
        tell(&last);
    }

    /// `<N,S,N',s1…sN,n1…nN>`
    fn read_state(&self, text: &str) -> Option<Game> {
        let inner = text.trim().strip_prefix('<')?.strip_suffix('>')?;
        let numbers = inner
            .split(',')
            .map(|number| number.trim().parse::<u8>().ok())
            .collect::<Option<Vec<u8>>>()?;
        let [pits, south, north, rows @ ..] = &numbers[..] else {
            return None;
        };
        let count = usize::from(*pits);
        if rows.len() != 2 * count {
            return None;
        }
        let mut ruleset = self.ruleset.clone();
        ruleset.set("pits", &pits.to_string()).ok()?;
        let rules = Arc::new(Rules::new(ruleset).ok()?);
        let row = |row: &[u8]| row.iter().map(|&n| Cell::Seeds(n)).collect();
        let setup = Setup {
            pits: BySide::new(row(&rows[..count]), row(&rows[count..])),
            stores: BySide::new(*south, *north),
            turn: Side::South,
        };
        let position = rules.position(&setup).ok()?;
        Some(Game::from_position(rules, position))
    }
}

/// The number a line begins with, without what it refers to, and the rest.
fn split_id(line: &str) -> (Option<&str>, &str) {
    let line = line.trim();
    let Some((first, rest)) = line.split_once(' ') else {
        return (None, line);
    };
    let id = first.split('@').next().unwrap_or_default();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if is_number(id) && id.len() <= 20 {
        (Some(id), rest.trim_start())
    } else if first.starts_with('@') {
        (None, rest.trim_start())
    } else {
        (None, line)
    }
}

fn reference(id: Option<&str>) -> String {
    id.map_or_else(String::new, |id| format!("@{id} "))
}

/// A value as the protocol takes it: in quotes, with what quotes and lines would disturb escaped.
fn quoted(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
