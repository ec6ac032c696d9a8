//! The tables: what each pit promises for itself, by least squares.

use krou_engine::eval::{BUCKETS, bucket};

use crate::games::Sample;

/// How strongly neighbouring numbers of seeds are drawn together, and all weights towards zero.
const SMOOTH: f64 = 60.0;
const SMALL: f64 = 1.0;

/// The tables of the mover's pits from the end of the row, those of the opponent's, and the tempo.
pub struct Fitted {
    pub own: Vec<[i16; BUCKETS]>,
    pub other: Vec<[i16; BUCKETS]>,
    pub tempo: i16,
}

pub fn fit(samples: &[Sample], pits: usize) -> Fitted {
    let size = 2 * pits * BUCKETS + 1;
    let mut equations = Equations::new(size);
    let mut before = 0.0;
    for sample in samples {
        let target = 100.0 * f64::from(sample.promise);
        before += target * target;
        equations.add(&features(sample, pits), target);
    }
    for table in 0..2 * pits {
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
    let error = |sum: f64| (sum / samples.len() as f64).sqrt() / 100.0;
    eprintln!(
        "  {} positions, error {:.2} seeds by the margin alone, {:.2} by tables",
        samples.len(),
        error(before),
        error(equations.error(&fitted, before))
    );
    let of = |i: usize| fitted[i].clamp(-3000.0, 3000.0).round() as i16;
    let tables = |from: usize| {
        let table = |place| std::array::from_fn(|b| of((from + place) * BUCKETS + b));
        (0..pits).map(table).collect()
    };
    Fitted {
        own: tables(0),
        other: tables(pits),
        tempo: of(2 * pits * BUCKETS),
    }
}

/// What is set: a bucket of each pit, and the tempo.
fn features(sample: &Sample, pits: usize) -> Vec<usize> {
    let slots = sample.slots[..2 * pits].iter().enumerate();
    slots
        .map(|(slot, &seeds)| {
            let (row, pit) = (slot / pits, slot % pits);
            (row * pits + pits - 1 - pit) * BUCKETS + bucket(seeds)
        })
        .chain([2 * pits * BUCKETS])
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

    fn add(&mut self, set: &[usize], target: f64) {
        for &i in set {
            for &j in set {
                self.a[i][j] += 1.0;
            }
            self.b[i] += target;
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
