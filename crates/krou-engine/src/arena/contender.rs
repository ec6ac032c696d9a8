//! Who plays: one of our levels, our engine within limits, or another program.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use krou_rules::{Game, Move, Rules};
use krou_tables::Library;

use super::Foul;
use super::monte_carlo::MonteCarlo;
use super::process;
use super::program::Program;
use crate::level::Rng;
use crate::{Engine, EngineOptions, Level, Limits, Skill, SolveOptions, StopFlag, solve};

/// One who plays the games of a match one after the other.
pub trait Player: Send {
    /// A new game begins. `slow` is called if getting ready for it takes longer than a second.
    fn new_game(&mut self, seed: u64, stop: &StopFlag, slow: &mut dyn FnMut());
    /// The move to play in a game that is not over. When `stop` is raised it returns soon, and what
    /// it returns means nothing.
    fn choose(&mut self, game: &Game, stop: &StopFlag) -> Result<Move, Foul>;
    /// The time a move may take.
    fn time(&self) -> Option<Duration>;
}

/// A player by name.
///
/// ```
/// use krou_engine::arena::Contender;
/// for name in ["level:3", "depth:6", "nodes:20000", "time:0.1", "sight:2.5", "solve:60", "mcts:1000"] {
///     assert_eq!(name.parse::<Contender>()?.to_string(), name);
/// }
/// assert!("level:11".parse::<Contender>().is_err());
/// # Ok::<(), krou_engine::arena::UnknownContender>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// One of our levels; the strongest thinks for a tenth of a second.
    Level(Level),
    /// Our engine at full strength.
    Limits(Limits),
    /// One who sees only so far, as the levels do.
    Skill(Skill),
    /// One who proves the best move, and thinks as long where that takes longer than this.
    Solver(Duration),
    /// Plain Monte Carlo tree search with so many random playouts a move, to measure by.
    MonteCarlo(u32),
    /// Another program that speaks our UCI dialect, and what `go` it is given.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
        /// How long it may think about a move.
        limits: Limits,
    },
}

/// Text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a player is level:1 to level:10, depth:N, nodes:N, time:SECONDS, sight:MOVES, solve:SECONDS, mcts:PLAYOUTS, or a program, such as ./other-engine"
)]
pub struct UnknownContender;

impl Contender {
    /// How long a program thinks that is given no limits.
    pub const PROGRAM_TIME: Duration = Duration::from_millis(100);

    /// The same player within other limits; levels keep their own.
    #[must_use]
    pub fn within(self, limits: Limits) -> Contender {
        match self {
            Contender::Program { command, .. } => Contender::Program { command, limits },
            other => other,
        }
    }

    /// Whether it can play at all: a program that cannot even be started is a mistake of who named
    /// it, not a player who crashes.
    pub fn check(&self) -> io::Result<()> {
        match self {
            Contender::Program { command, .. } => process::try_to_start(command),
            _ => Ok(()),
        }
    }

    /// The player, for games of these rules; our own look positions up in `tables`.
    pub fn player(&self, rules: &Arc<Rules>, tables: &Library) -> Box<dyn Player> {
        // Who sees only so far remembers little.
        let ours = |strength, memory| {
            let options = EngineOptions {
                threads: 1,
                memory,
                tables: tables.clone(),
            };
            Box::new(Ours {
                engine: Engine::new(Arc::clone(rules), options),
                strength,
                seed: 0,
            })
        };
        match *self {
            Contender::Level(Level::STRONGEST) => ours(
                Strength::Limits(Limits::time(Contender::PROGRAM_TIME)),
                32 << 20,
            ),
            Contender::Level(level) => ours(Strength::Level(level), 2 << 20),
            Contender::Skill(skill) => ours(Strength::Skill(skill), 2 << 20),
            Contender::Limits(limits) => ours(Strength::Limits(limits), 32 << 20),
            Contender::Solver(time) => ours(Strength::Solver(time, tables.clone()), 32 << 20),
            Contender::MonteCarlo(playouts) => Box::new(MonteCarlo {
                playouts,
                rng: Rng(0),
            }),
            Contender::Program {
                ref command,
                limits,
            } => Box::new(Program::new(command.clone(), limits, rules)),
        }
    }
}

impl FromStr for Contender {
    type Err = UnknownContender;

    fn from_str(text: &str) -> Result<Contender, UnknownContender> {
        let unknown = || UnknownContender;
        if let Some((kind, number)) = text.split_once(':') {
            let limits = match kind {
                "level" => {
                    let level = number.parse().map_err(|_| unknown())?;
                    return Ok(Contender::Level(level));
                }
                "sight" => {
                    let skill = number.parse().map_err(|_| unknown())?;
                    return Ok(Contender::Skill(skill));
                }
                "mcts" => {
                    let playouts = number.parse().ok().filter(|n| *n > 0);
                    return playouts.map(Contender::MonteCarlo).ok_or_else(unknown);
                }
                "solve" => {
                    let time = seconds(number).ok_or_else(unknown)?;
                    return Ok(Contender::Solver(time));
                }
                "depth" => number.parse().ok().filter(|n| *n > 0).map(Limits::depth),
                "nodes" => number.parse().ok().filter(|n| *n > 0).map(Limits::nodes),
                "time" => seconds(number).map(Limits::time),
                _ => None,
            };
            if matches!(kind, "depth" | "nodes" | "time") {
                return limits.map(Contender::Limits).ok_or_else(unknown);
            }
        }
        let command: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        if command.is_empty() {
            return Err(unknown());
        }
        Ok(Contender::Program {
            command,
            limits: Limits::time(Contender::PROGRAM_TIME),
        })
    }
}

/// A time from a thousandth of a second to a day.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.001..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Level(level) => write!(f, "level:{level}"),
            Contender::Skill(skill) => write!(f, "sight:{skill}"),
            Contender::Solver(time) => write!(f, "solve:{}", time.as_secs_f64()),
            Contender::MonteCarlo(playouts) => write!(f, "mcts:{playouts}"),
            Contender::Program { command, .. } => f.write_str(&command.join(" ")),
            Contender::Limits(Limits { time, depth, nodes }) => {
                let parts = [
                    depth.map(|depth| format!("depth:{depth}")),
                    nodes.map(|nodes| format!("nodes:{nodes}")),
                    time.map(|time| format!("time:{}", time.as_secs_f64())),
                ];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                f.write_str(&parts.join(" "))
            }
        }
    }
}

/// How well one of ours plays.
enum Strength {
    Level(Level),
    Skill(Skill),
    Limits(Limits),
    Solver(Duration, Library),
}

struct Ours {
    engine: Engine,
    strength: Strength,
    seed: u64,
}

impl Player for Ours {
    fn new_game(&mut self, seed: u64, _stop: &StopFlag, _slow: &mut dyn FnMut()) {
        self.engine.forget();
        self.seed = seed;
    }

    fn choose(&mut self, game: &Game, stop: &StopFlag) -> Result<Move, Foul> {
        let Ours { engine, seed, .. } = self;
        let none = Limits::default();
        let mut best = |limits: Limits| engine.think(game, 1, &limits, stop, &mut |_| {}).best;
        let chosen = match &self.strength {
            Strength::Limits(limits) => best(*limits),
            Strength::Solver(time, library) => {
                proved(game, *time, library, stop).or_else(|| best(Limits::time(*time)))
            }
            Strength::Level(level) => engine.choose(game, *level, &none, stop, *seed),
            Strength::Skill(skill) => {
                engine.choose_limited(game, *skill, &none, stop, *seed, &mut |_| {})
            }
        };
        chosen.ok_or(Foul::Illegal)
    }

    fn time(&self) -> Option<Duration> {
        match self.strength {
            Strength::Limits(limits) => limits.time,
            Strength::Level(_) | Strength::Skill(_) | Strength::Solver(..) => None,
        }
    }
}

/// The best move, if that can be proved in this time.
fn proved(game: &Game, time: Duration, library: &Library, stop: &StopFlag) -> Option<Move> {
    let options = SolveOptions {
        time: Some(time),
        library: library.clone(),
        ..SolveOptions::default()
    };
    let (rules, position) = (game.rules(), game.position());
    let solution = solve(rules, position, &options, stop, &mut |_| {}).ok()?;
    solution.bounds.value()?;
    solution.line.first().copied()
}
