//! A dialect of the Universal Chess Interface.
//!
//! ```text
//! > uci                                          < id name Krou 0.1.0 … uciok
//! > setoption name Rules value oware seeds=3
//! > isready                                      < readyok
//! > position startpos moves FfEa
//! > position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves F
//! > go movetime 100                              < info depth 12 score cp 250 nodes … pv E a
//!                                                < bestmove E ponder a
//! ```
//!
//! Moves are letters, joined or separated. A position is in Krou's notation, or twelve numbers
//! counter-clockwise from South's left, South's store, North's, and the side to move, joined by
//! dashes. Scores are hundredths of a seed for the player to move. A line that makes no sense is
//! answered by an `info string` and changes nothing.

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use krou_rules::{Cell, Game, Line, Move, Position, Rules, Ruleset, Setup, Side};
use krou_tables::Library;

use crate::{Analysis, Engine, EngineOptions, Level, Limits, StopFlag, Value};

/// The most memory that can be asked for, in MiB.
const MOST_HASH: usize = 65_536;

/// The most threads that can be asked for.
const MOST_THREADS: usize = 256;

/// Finds a ruleset by what is given to `setoption name Rules`: a name or file, and switches.
pub type FindRules<'a> = dyn Fn(&str) -> Result<Arc<Rules>, String> + 'a;

/// Answers lines until `quit` or the end of the input.
///
/// `rules` are those to begin with; `find` finds others.
pub fn serve<W: Write + Send>(
    input: impl BufRead,
    output: W,
    rules: Arc<Rules>,
    options: EngineOptions,
    find: &FindRules,
) {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut session = Session {
            scope,
            output: &output,
            find,
            engine: Arc::new(Mutex::new(None)),
            options,
            level: Level::STRONGEST,
            seed: chance(),
            game: Game::new(rules),
            searching: None,
        };
        for line in input.lines() {
            // Bytes that are no text are a line that makes no sense.
            let done = match line {
                Ok(line) => session.line(&line),
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    session.complain("this line is not text");
                    false
                }
                Err(_) => true,
            };
            if done {
                break;
            }
        }
        session.settle();
    });
}

/// A search under way.
struct Searching<'scope> {
    stop: StopFlag,
    /// Ends the thinking in the opponent's time, if that is what is done.
    ponder: Option<StopFlag>,
    infinite: bool,
    thread: thread::ScopedJoinHandle<'scope, ()>,
}

struct Session<'scope, 'env, W> {
    scope: &'scope thread::Scope<'scope, 'env>,
    output: &'scope Mutex<W>,
    find: &'env FindRules<'env>,
    /// Made when first needed, and anew after an option that matters to it.
    engine: Arc<Mutex<Option<Engine>>>,
    options: EngineOptions,
    level: Level,
    /// The chance in what weak levels overlook, the same for a whole game.
    seed: u64,
    game: Game,
    searching: Option<Searching<'scope>>,
}

/// Writes lines; where nobody reads any more there is nobody to tell.
fn say<W: Write>(output: &Mutex<W>, lines: &str) {
    if let Ok(mut output) = output.lock() {
        let _ = writeln!(output, "{lines}").and_then(|()| output.flush());
    }
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn say(&self, lines: &str) {
        say(self.output, lines);
    }

    fn complain(&self, what: &str) {
        let what = what.replace(char::is_control, " ");
        self.say(&format!("info string {what}"));
    }

    /// Answers a line; true for `quit`.
    fn line(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let command = words.next();
        let words: Vec<&str> = words.collect();
        let done = match command {
            // There is no more to tell to whoever debugs than what is told anyway.
            None | Some("debug") => Ok(()),
            Some("quit") => {
                self.halt();
                return true;
            }
            Some("uci") => {
                self.introduce();
                Ok(())
            }
            Some("isready") => {
                self.get_ready();
                self.say("readyok");
                Ok(())
            }
            Some("stop") => {
                self.halt();
                Ok(())
            }
            Some("ucinewgame") => {
                self.settle();
                if let Some(engine) = self.engine.lock().expect("no search panics").as_mut() {
                    engine.forget();
                }
                self.game = Game::new(Arc::clone(self.game.rules()));
                self.seed = chance();
                Ok(())
            }
            Some("ponderhit") => self.ponder_hit(),
            Some("setoption") => self.set_option(&words),
            Some("position") => self.set_position(&words),
            Some("go") => self.go(&words),
            Some(other) => Err(format!(
                "`{other}` is not understood; I know uci, isready, ucinewgame, setoption, position, go, ponderhit, stop and quit"
            )),
        };
        if let Err(what) = done {
            self.complain(&what);
        }
        false
    }

    /// Makes the engine, which takes a moment, unless it is there or at work.
    fn get_ready(&self) {
        if let Ok(mut engine) = self.engine.try_lock() {
            let new = || Engine::new(Arc::clone(self.game.rules()), self.options.clone());
            engine.get_or_insert_with(new);
        }
    }

    fn introduce(&self) {
        let names: Vec<&str> = Ruleset::names().collect();
        let names = names.join(" var ");
        let EngineOptions {
            threads, memory, ..
        } = self.options;
        let (rules, level) = (&self.game.rules().ruleset().name, self.level);
        self.say(&format!(
            "id name Krou {version}\n\
             id author the Krou contributors\n\
             option name Rules type combo default {rules} var {names}\n\
             option name Hash type spin default {hash} min 1 max {MOST_HASH}\n\
             option name Threads type spin default {threads} min 1 max {MOST_THREADS}\n\
             option name Ponder type check default false\n\
             option name Level type spin default {level} min 1 max 10\n\
             option name Tables type string default <empty>\n\
             uciok",
            version = env!("CARGO_PKG_VERSION"),
            hash = memory >> 20,
        ));
    }

    /// `name NAME value VALUE`
    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value @ ..] = words else {
            return Err("write setoption name NAME value VALUE".into());
        };
        let value = value.join(" ");
        let number = |most: usize| {
            let number = value.parse().ok().filter(|n| (1..=most).contains(n));
            number.ok_or(format!(
                "`{value}` is no {name}; it is a number from 1 to {most}"
            ))
        };
        match name.to_ascii_lowercase().as_str() {
            "rules" => {
                let rules = (self.find)(&value)?;
                self.settle();
                self.game = Game::new(rules);
            }
            "hash" => {
                let memory = number(MOST_HASH)? << 20;
                self.settle();
                self.options.memory = memory;
            }
            "threads" => {
                let threads = number(MOST_THREADS)?;
                self.settle();
                self.options.threads = threads;
            }
            "ponder" => {
                // Whoever wants it says so with `go ponder`.
                return match value.as_str() {
                    "true" | "false" => Ok(()),
                    _ => Err(format!("`{value}` is no {name}; it is true or false")),
                };
            }
            "level" => {
                self.level = value
                    .parse()
                    .map_err(|e: crate::UnknownLevel| e.to_string())?;
                return Ok(());
            }
            "tables" => {
                let tables = match value.as_str() {
                    "" | "<empty>" => Library::default(),
                    directory => Library::at(directory),
                };
                self.look_for_tables(&tables)?;
                self.settle();
                self.options.tables = tables;
            }
            _ => {
                return Err(format!(
                    "there is no option `{name}`; the options are Rules, Hash, Threads, Ponder, Level and Tables"
                ));
            }
        }
        *self.engine.lock().expect("no search panics") = None;
        Ok(())
    }

    /// Says what there is for the game at hand; complains of a directory or file of no use.
    fn look_for_tables(&self, tables: &Library) -> Result<(), String> {
        let Some(directory) = tables.directory() else {
            return Ok(());
        };
        let place = directory.display();
        if !directory.is_dir() {
            return Err(format!("there is no directory `{place}`"));
        }
        let rules = self.game.rules();
        let found = tables.open(rules).map_err(|error| error.to_string())?;
        let name = &rules.ruleset().name;
        self.complain(&match found {
            Some(table) => format!("tables of {name} up to {} seeds", table.layers() - 1),
            None => format!("no tables of {name} in {place}; krou tables build makes them"),
        });
        Ok(())
    }

    /// `startpos|fen POSITION|POSITION [moves MOVES]`
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let (place, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let rules = self.game.rules();
        let start = match place {
            ["startpos"] => rules.start(),
            ["fen", text] | [text] => read_position(rules, text)?,
            _ => return Err("write position startpos or position fen POSITION".into()),
        };
        let mut game = Game::from_position(Arc::clone(rules), start);
        let line: Line = moves.join(" ").parse().map_err(|e| format!("{e}"))?;
        for (n, m) in line.0.into_iter().enumerate() {
            game.play(m)
                .map_err(|why| format!("move {}, {m}: {why}", n + 1))?;
        }
        self.settle();
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let go = Go::read(words, self.game.position().turn())?;
        self.settle();
        let stop = StopFlag::new();
        let (output, engine) = (self.output, Arc::clone(&self.engine));
        let (game, options) = (self.game.clone(), self.options.clone());
        let (level, flag, infinite) = ((self.level, self.seed), stop.clone(), go.infinite);
        let ponder = go.ponder.then(StopFlag::new);
        let ponders = ponder.clone();
        let thread = self.scope.spawn(move || {
            let mut engine = engine.lock().expect("no search panics");
            let engine =
                engine.get_or_insert_with(|| Engine::new(Arc::clone(game.rules()), options));
            let mut line = Vec::new();
            if let Some(ponders) = ponders {
                let limits = Limits::default();
                line = think(engine, &game, level, &limits, &ponders, output);
                until_stopped(&ponders);
            }
            // What was found in the opponent's time is remembered.
            if line.is_empty() || !flag.is_stopped() {
                line = think(engine, &game, level, &go.limits, &flag, output);
            }
            if go.infinite {
                until_stopped(&flag);
            }
            say(output, &best_move(&line));
        });
        self.searching = Some(Searching {
            stop,
            ponder,
            infinite,
            thread,
        });
        Ok(())
    }

    /// The opponent played what was expected: from now on the search is within its limits.
    fn ponder_hit(&mut self) -> Result<(), String> {
        let searching = self.searching.as_mut();
        let pondered = searching.and_then(|searching| searching.ponder.take());
        pondered
            .ok_or("ponderhit comes after go ponder".into())
            .map(|pondered| pondered.stop())
    }

    /// Waits for the search under way, or ends it if it has no end of its own.
    fn settle(&mut self) {
        let endless = |s: &Searching| s.infinite || s.ponder.is_some();
        if self.searching.as_ref().is_some_and(endless) {
            self.halt();
        }
        self.join();
    }

    /// Ends the search under way and waits for its answer.
    fn halt(&mut self) {
        if let Some(searching) = &self.searching {
            searching.stop.stop();
            if let Some(ponder) = &searching.ponder {
                ponder.stop();
            }
        }
        self.join();
    }

    fn join(&mut self) {
        if let Some(searching) = self.searching.take()
            && searching.thread.join().is_err()
        {
            self.complain("the search failed");
        }
    }
}

/// Another number each time.
fn chance() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64)
}

/// An answer that is there is not given before it is asked for.
fn until_stopped(stop: &StopFlag) {
    while !stop.is_stopped() {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Thinks aloud; the line to play.
fn think<W: Write>(
    engine: &mut Engine,
    game: &Game,
    (level, seed): (Level, u64),
    limits: &Limits,
    stop: &StopFlag,
    output: &Mutex<W>,
) -> Vec<Move> {
    if level != Level::STRONGEST {
        let chosen = engine.choose(game, level, limits, stop, seed);
        return chosen.into_iter().collect();
    }
    let mut tell = |analysis: &Analysis| say(output, &info(analysis));
    engine.think(game, 1, limits, stop, &mut tell).line
}

fn info(analysis: &Analysis) -> String {
    let moves: Vec<String> = analysis.line.iter().map(Move::to_string).collect();
    let proof = match analysis.value {
        Value::Proved(_) => "\ninfo string the score is proved",
        Value::Estimated(_) => "",
    };
    format!(
        "info depth {} score cp {} nodes {} nps {} time {} pv {}{proof}",
        analysis.depth,
        (analysis.value.margin() * 100.0).round(),
        analysis.nodes,
        analysis.speed().round(),
        (analysis.seconds * 1000.0).round(),
        moves.join(" "),
    )
}

fn best_move(line: &[Move]) -> String {
    match line {
        [] => "bestmove 0000".into(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

/// What `go` asks for.
struct Go {
    limits: Limits,
    infinite: bool,
    /// Whether it is the opponent's time until `ponderhit`.
    ponder: bool,
}

impl Go {
    fn read(words: &[&str], turn: Side) -> Result<Go, String> {
        let mut go = Go {
            limits: Limits::default(),
            infinite: false,
            ponder: false,
        };
        // What is left on the mover's clock, what a move adds, and moves to the next control.
        let (mut left, mut added, mut moves) = (None, 0, 30);
        let own = |word: &str| word.starts_with('w') == (turn == Side::South);
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            if word == "ponder" {
                go.ponder = true;
                continue;
            }
            let number = words.next().and_then(|text| text.parse::<i64>().ok());
            // Clocks that ran out say so with a negative number.
            let number = number.map(|n| n.max(0) as u64);
            let Some(number) = number else {
                return Err(format!(
                    "go: `{word}` needs a number, such as go movetime 500"
                ));
            };
            match word {
                "depth" => go.limits.depth = Some(number.clamp(1, 240) as u32),
                "nodes" => go.limits.nodes = Some(number.max(1)),
                "movetime" => go.limits.time = Some(Duration::from_millis(number)),
                "wtime" | "btime" if own(word) => left = Some(number),
                "winc" | "binc" if own(word) => added = number,
                "wtime" | "btime" | "winc" | "binc" => {}
                "movestogo" => moves = number.clamp(1, 60),
                _ => {
                    return Err(format!(
                        "go: `{word}` is not understood; I know depth, movetime, nodes, infinite, ponder, wtime, btime, winc, binc and movestogo"
                    ));
                }
            }
        }
        if let Some(left) = left {
            // Never all of it: a move must still get there.
            let share = left / moves + added * 3 / 4;
            let time = share.min(left.saturating_sub(left / 10 + 20)).max(1);
            let time = Duration::from_millis(time);
            go.limits.time = Some(go.limits.time.map_or(time, |given| given.min(time)));
        }
        if go.limits == Limits::default() {
            go.infinite = true;
        }
        if go.infinite {
            go.limits = Limits::default();
        }
        Ok(go)
    }
}

/// Reads a position in Krou's notation or with dashes.
fn read_position(rules: &Rules, text: &str) -> Result<Position, String> {
    let setup = if text.contains('/') {
        text.parse().map_err(|e| format!("{e}"))?
    } else {
        read_dashes(text, usize::from(rules.switches().pits))?
    };
    rules.position(&setup).map_err(|e| e.to_string())
}

/// Pits counter-clockwise from South's left, South's store, North's, the side to move.
fn read_dashes(text: &str, pits: usize) -> Result<Setup, String> {
    let parts: Vec<&str> = text.split('-').collect();
    let wanted = 2 * pits + 3;
    if parts.len() != wanted {
        return Err(format!(
            "the position has {} parts; this game has {wanted}: {pits} pits of South's and of North's, two stores, and S or N",
            parts.len()
        ));
    }
    let turn = match parts[wanted - 1] {
        "S" => Side::South,
        "N" => Side::North,
        other => return Err(format!("`{other}` is no side to move; it is S or N")),
    };
    let numbers = parts[..wanted - 1]
        .iter()
        .map(|part| part.parse::<u8>())
        .collect::<Result<Vec<u8>, _>>()
        .map_err(|_| {
            "every part of the position but the last is a number from 0 to 255".to_string()
        })?;
    let row = |from: usize| {
        numbers[from..from + pits]
            .iter()
            .map(|&n| Cell::Seeds(n))
            .collect()
    };
    Ok(Setup {
        pits: krou_rules::BySide::new(row(0), row(pits)),
        stores: krou_rules::BySide::new(numbers[2 * pits], numbers[2 * pits + 1]),
        turn,
    })
}
