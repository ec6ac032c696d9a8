//! Matches: two players, many games, and what the result says about their strength.
//!
//! - `contender.rs` names a player: a level, limits, or another program;
//! - `monte_carlo.rs` is an opponent to measure by;
//! - `program.rs` plays another program, `process.rs` talks to it in bounded time and memory;
//! - `elo.rs` turns results into a difference in strength.

mod contender;
mod elo;
mod monte_carlo;
mod process;
mod program;

use std::sync::Arc;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use krou_rules::record::tag;
use krou_rules::{BySide, Game, Line, Move, Record, Rules, Side};
use krou_tables::Library;

pub use contender::{Contender, Player, UnknownContender};
pub use elo::{Elo, Sprt, Verdict};

use crate::{Engine, EngineOptions, Limits, StopFlag};

/// What a player may do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// The program ended or closed its output.
    Crash,
    /// It answered with a move that may not be played, or with no move.
    Illegal,
    /// It did not answer in any reasonable time and was ended.
    Hang,
    /// It answered after its time was up.
    Overrun,
    /// It wrote far more than an answer takes, and was ended.
    Flood,
}

impl std::fmt::Display for Foul {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Foul::Crash => "crash",
            Foul::Illegal => "illegal-move",
            Foul::Hang => "hang",
            Foul::Overrun => "time-overrun",
            Foul::Flood => "flood",
        })
    }
}

/// How a match is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// By which rules.
    pub rules: Arc<Rules>,
    /// The two players.
    pub players: [Contender; 2],
    /// Where our own players find endgame tables.
    pub tables: Library,
    /// The lines games begin with; each is played twice, with colours reversed.
    pub openings: Vec<Line>,
    /// The number of games, at most; rounded up to whole pairs.
    pub games: usize,
    /// Games played at the same time.
    pub parallel: usize,
    /// How much later than its time a player may answer.
    pub grace: Duration,
    /// Ends the match as soon as the result is clear.
    pub sprt: Option<Sprt>,
    /// For players that leave something to chance.
    pub seed: u64,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0; even numbers have the first player South.
    pub number: usize,
    /// The game, with the players' names.
    pub record: Record,
    /// What the first player scored: 2 for a win, 1 for a draw.
    pub points: u8,
    /// What was done wrong, and by which player.
    pub foul: Option<(usize, Foul)>,
}

/// What happens in a match.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// This player, the first (0) or the second (1), keeps the match waiting before a game begins.
    Waiting(usize),
    /// A game has ended, and the match stands so.
    Ended(&'a Played, &'a Standing),
}

/// How a match stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games the first player won, drew and lost.
    pub wins: usize,
    /// See `wins`.
    pub draws: usize,
    /// See `wins`.
    pub losses: usize,
    /// What each player did wrong.
    pub fouls: [Vec<Foul>; 2],
}

impl Standing {
    /// Games played.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The difference in strength.
    pub fn elo(&self) -> Elo {
        Elo::of(self.wins, self.draws, self.losses)
    }

    fn add(&mut self, played: &Played) {
        match played.points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        if let Some((player, foul)) = played.foul {
            self.fouls[player].push(foul);
        }
    }
}

impl Match {
    /// Plays it and reports what happens. Games that are not over when `stop` is raised are not
    /// counted.
    pub fn play(&self, stop: &StopFlag, report: &mut (dyn FnMut(Event<'_>) + Send)) -> Standing {
        let pairs = self.games.div_ceil(2);
        let shared = Mutex::new((0usize, Standing::default(), report));
        let done = StopFlag::new();
        let slow = |player| {
            let (_, _, report) = &mut *shared.lock().expect("no game panics");
            report(Event::Waiting(player));
        };
        thread::scope(|scope| {
            for _ in 0..self.parallel.clamp(1, pairs.max(1)) {
                scope.spawn(|| {
                    let mut players = self
                        .players
                        .each_ref()
                        .map(|p| p.player(&self.rules, &self.tables));
                    loop {
                        let pair = {
                            let mut shared = shared.lock().expect("no game panics");
                            let pair = shared.0;
                            shared.0 += 1;
                            pair
                        };
                        if pair >= pairs || stop.is_stopped() || done.is_stopped() {
                            break;
                        }
                        for number in [2 * pair, 2 * pair + 1] {
                            let Some(played) = self.play_game(number, &mut players, stop, &slow)
                            else {
                                break;
                            };
                            let mut shared = shared.lock().expect("no game panics");
                            let (_, standing, report) = &mut *shared;
                            standing.add(&played);
                            report(Event::Ended(&played, standing));
                            let verdict = self.sprt.as_ref().map(|sprt| sprt.verdict(standing));
                            if !matches!(verdict, None | Some(Verdict::Open)) {
                                done.stop();
                            }
                        }
                    }
                });
            }
        });
        shared.into_inner().expect("no game panics").1
    }

    /// Plays a game to its end; nothing if it is to stop before.
    fn play_game(
        &self,
        number: usize,
        players: &mut [Box<dyn Player>; 2],
        stop: &StopFlag,
        slow: &dyn Fn(usize),
    ) -> Option<Played> {
        // The first player is South in even games.
        let seat = |side: Side| usize::from((side == Side::North) != (number % 2 == 1));
        let mut game = Game::new(Arc::clone(&self.rules));
        if let Some(opening) = self.openings.get(number / 2 % self.openings.len().max(1)) {
            for &m in &opening.0 {
                if game.play(m).is_err() {
                    break;
                }
            }
        }
        for (index, player) in players.iter_mut().enumerate() {
            let seed = self.seed.wrapping_add(number as u64);
            player.new_game(seed, stop, &mut || slow(index));
        }
        let mut foul = None;
        while !game.is_over() {
            let player = seat(game.position().turn());
            let moved = self.play_move(&mut game, players[player].as_mut(), stop);
            if stop.is_stopped() {
                return None;
            }
            if let Err(what) = moved {
                foul = Some((player, what));
                game.resign(game.position().turn());
            }
        }
        let winner = game.result().and_then(|result| result.winner);
        let points = match winner {
            None => 1,
            Some(side) if seat(side) == 0 => 2,
            Some(_) => 0,
        };
        let mut record = Record::from_game(&game);
        for side in Side::BOTH {
            let name = match side {
                Side::South => tag::SOUTH,
                Side::North => tag::NORTH,
            };
            record.set_tag(name, self.players[seat(side)].to_string());
        }
        if let Some((_, foul)) = foul {
            record.set_tag("Foul", foul.to_string());
        }
        Some(Played {
            number,
            record,
            points,
            foul,
        })
    }

    fn play_move(
        &self,
        game: &mut Game,
        player: &mut dyn Player,
        stop: &StopFlag,
    ) -> Result<(), Foul> {
        let start = Instant::now();
        let m: Move = player.choose(game, stop)?;
        let late = player
            .time()
            .is_some_and(|time| start.elapsed() > time + self.grace);
        if late {
            return Err(Foul::Overrun);
        }
        game.play(m).map(|_| ()).map_err(|_| Foul::Illegal)
    }
}

/// Different lines of so many moves from the start, none of which ends the game, drawn by lot.
pub fn random_openings(rules: &Arc<Rules>, moves: usize, count: usize, seed: u64) -> Vec<Line> {
    let mut rng = crate::level::Rng(seed);
    let mut lines = Vec::new();
    for _ in 0..8 * count {
        let mut game = Game::new(Arc::clone(rules));
        while game.moves().len() < moves && !game.is_over() {
            let legal = game.legal_moves();
            let m = legal[rng.below(legal.len() as u64) as usize];
            if game.play(m).is_err() {
                break;
            }
        }
        let line = game.line();
        if !game.is_over() && !lines.contains(&line) {
            lines.push(line);
        }
        if lines.len() == count {
            break;
        }
    }
    lines
}

/// The most even quarter of many such lines, by a look at each within limits: in a game that is
/// decided before the players begin, they show little of their strength. A small game has fewer
/// than asked for.
pub fn even_openings(
    rules: &Arc<Rules>,
    moves: usize,
    count: usize,
    seed: u64,
    limits: &Limits,
) -> Vec<Line> {
    let options = EngineOptions {
        memory: 2 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(rules), options);
    let mut lines: Vec<(f32, Line)> = random_openings(rules, moves, 4 * count, seed)
        .into_iter()
        .map(|line| {
            let mut game = Game::new(Arc::clone(rules));
            for &m in &line.0 {
                // It was drawn from legal moves.
                let _ = game.play(m);
            }
            let analysis = engine.think(&game, 1, limits, &StopFlag::new(), &mut |_| {});
            (analysis.value.margin().abs(), line)
        })
        .collect();
    lines.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    lines.truncate(lines.len().div_ceil(4));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// What each side of a finished game has, for those who list games.
pub fn scores(record: &Record) -> Option<BySide<u16>> {
    record
        .result
        .map(|(south, north)| BySide::new(south, north))
}
