//! Fits the weights of the evaluation to games the engine plays against itself, and writes
//! `src/eval/weights.rs` anew: `cargo xtask tune [GAMES [GAME…]]`.
//!
//! Every position of a game says: the margin now, and what each pit holds, came to the value a
//! search found and to the final margin, half each. The weights are the least squares of that;
//! neighbouring numbers of seeds are drawn towards each other, so that rare ones are not left out.

use std::sync::Arc;

use krou_engine::eval::{BUCKETS, bucket, weights};
use krou_engine::{Engine, EngineOptions, Limits, StopFlag};
use krou_rules::row::{Board, Row};
use krou_rules::{Game, Rules};

/// Positions searched for each move.
const NODES: u64 = 6000;

/// How strongly neighbouring numbers of seeds are drawn together, and all weights towards zero.
const SMOOTH: f64 = 60.0;
const SMALL: f64 = 1.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: usize = args
        .first()
        .map_or(1000, |n| n.parse().expect("a number of games"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights.rs");
    let text = std::fs::read_to_string(path).expect("the weights");
    let head = text.split("pub static ALL").next().unwrap_or_default();
    let mut sets: Vec<String> = weights::ALL
        .iter()
        .map(|old| set(old.game, old.tempo, old.own, old.other))
        .collect();
    for (old, new) in weights::ALL.iter().zip(0..) {
        if args.len() > 1 && !args[1..].iter().any(|name| name == old.game) {
            continue;
        }
        eprintln!("{}", old.game);
        let places = old.own.len();
        let fitted = fit(old.game, places, games);
        let of = |i: usize| fitted[i].clamp(-3000.0, 3000.0).round() as i16;
        let table = |from: usize| -> Vec<[i16; BUCKETS]> {
            (0..places)
                .map(|p| std::array::from_fn(|b| of(from + p * BUCKETS + b)))
                .collect()
        };
        let half = places * BUCKETS;
        sets[new] = set(old.game, of(2 * half), &table(0), &table(half));
        let text = format!(
            "{head}pub static ALL: &[Weights] = &[\n{}];\n",
            sets.concat()
        );
        std::fs::write(path, text).expect("the weights can be written");
    }
}

fn set(game: &str, tempo: i16, own: &[[i16; BUCKETS]], other: &[[i16; BUCKETS]]) -> String {
    format!("Weights {{ game: {game:?}, tempo: {tempo}, own: &{own:?}, other: &{other:?}, }},\n")
}

/// One position: the features that are set, and what it came to beyond its margin, in hundredths.
struct Sample {
    set: Vec<usize>,
    target: f64,
}

fn fit(name: &str, places: usize, games: usize) -> Vec<f64> {
    let rules = Arc::new(Rules::builtin(name).expect("a built-in game"));
    let options = EngineOptions {
        threads: 1,
        memory: 4 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(&rules), options);
    let size = 2 * places * BUCKETS + 1;
    let mut equations = Equations::new(size);
    let mut dice = 0x2545_f491_4f6c_dd1d_u64;
    let (mut before, mut positions) = (0.0, 0u32);
    for _ in 0..games {
        for sample in play(&rules, &mut engine, places, &mut dice) {
            before += sample.target * sample.target;
            positions += 1;
            equations.add(&sample);
        }
    }
    for table in 0..2 * places {
        for bucket in 1..BUCKETS {
            equations.tie(
                table * BUCKETS + bucket - 1,
                table * BUCKETS + bucket,
                SMOOTH,
            );
        }
    }
    for i in 0..size {
        equations.a[i][i] += SMALL;
    }
    let fitted = equations.clone().solve();
    let error = |sum: f64| (sum / f64::from(positions)).sqrt() / 100.0;
    eprintln!(
        "  {positions} positions, error {:.2} seeds by the margin alone, {:.2} fitted",
        error(before),
        error(equations.error(&fitted, before))
    );
    fitted
}

/// Plays a game and tells of its positions.
fn play(rules: &Arc<Rules>, engine: &mut Engine, places: usize, dice: &mut u64) -> Vec<Sample> {
    let mut roll = |bound: usize| {
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        (*dice >> 11) as usize % bound
    };
    let mut game = Game::new(Arc::clone(rules));
    let opening = 2 + roll(10);
    let mut seen = Vec::new();
    while !game.is_over() && game.moves().len() < 400 {
        let legal = game.legal_moves();
        let stray = game.moves().len() < opening || roll(24) == 0;
        let m = if stray {
            legal[roll(legal.len())]
        } else {
            let limits = Limits::nodes(NODES);
            let analysis = engine.think(&game, 1, &limits, &StopFlag::new(), &mut |_| {});
            seen.push((*game.position(), analysis.value.margin()));
            analysis.best.expect("the game is not over")
        };
        game.play(m).expect("the engine plays legal moves");
    }
    let last = game.scores();
    seen.into_iter()
        .map(|(position, value)| {
            let turn = position.turn();
            let result = f64::from(last[turn]) - f64::from(last[!turn]);
            let scores = rules.scores(&position);
            let now = f64::from(scores[turn]) - f64::from(scores[!turn]);
            let board: Board<u128> = position.board();
            let pits = usize::from(position.pits() - position.burned_columns());
            let mut set = vec![2 * places * BUCKETS];
            for pit in 0..pits {
                let place = (pits - 1 - pit).min(places - 1) * BUCKETS;
                set.push(place + bucket(board.own.byte(pit as u32)));
                set.push(places * BUCKETS + place + bucket(board.other.byte(pit as u32)));
            }
            Sample {
                set,
                target: 100.0 * (f64::midpoint(result, f64::from(value)) - now),
            }
        })
        .collect()
}

/// The normal equations of least squares.
#[derive(Clone)]
struct Equations {
    a: Vec<Vec<f64>>,
    b: Vec<f64>,
}

impl Equations {
    fn new(size: usize) -> Self {
        Equations {
            a: vec![vec![0.0; size]; size],
            b: vec![0.0; size],
        }
    }

    fn add(&mut self, sample: &Sample) {
        for &i in &sample.set {
            for &j in &sample.set {
                self.a[i][j] += 1.0;
            }
            self.b[i] += sample.target;
        }
    }

    fn tie(&mut self, i: usize, j: usize, strength: f64) {
        self.a[i][i] += strength;
        self.a[j][j] += strength;
        self.a[i][j] -= strength;
        self.a[j][i] -= strength;
    }

    /// The squares left (and what the ties cost) with these weights.
    fn error(&self, x: &[f64], targets: f64) -> f64 {
        let linear: f64 = x.iter().zip(&self.b).map(|(x, b)| x * b).sum();
        let square: f64 = (self.a.iter().zip(x))
            .map(|(row, xi)| xi * row.iter().zip(x).map(|(a, xj)| a * xj).sum::<f64>())
            .sum();
        targets - 2.0 * linear + square
    }

    /// Gauss; the matrix is positive definite, so no pivots are sought.
    fn solve(mut self) -> Vec<f64> {
        let n = self.b.len();
        for k in 0..n {
            let (done, rest) = self.a.split_at_mut(k + 1);
            let pivot = &done[k];
            let target = self.b[k];
            for (i, row) in rest.iter_mut().enumerate() {
                let factor = row[k] / pivot[k];
                if factor != 0.0 {
                    for j in k..n {
                        row[j] -= factor * pivot[j];
                    }
                    self.b[k + 1 + i] -= factor * target;
                }
            }
        }
        for k in (0..n).rev() {
            let tail: f64 = (k + 1..n).map(|j| self.a[k][j] * self.b[j]).sum();
            self.b[k] = (self.b[k] - tail) / self.a[k][k];
        }
        self.b
    }
}
