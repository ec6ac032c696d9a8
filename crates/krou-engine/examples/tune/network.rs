//! The network: what the pits promise together, by gradient descent (Adam).

use krou_engine::eval::network::{FULL, MOST, Numbers, SUMS};
use krou_engine::eval::{BUCKETS, bucket};

use crate::games::{Dice, Sample};

/// How often all samples are gone through, and how many of them make a step.
const ROUNDS: usize = 24;
const BATCH: usize = 512;

/// The length of the first steps, and of the last.
const STEPS: [f32; 2] = [0.01, 0.0003];

/// Errors beyond so many seeds count no more than that.
const WILD: f32 = 8.0;

/// One in how many samples is kept to test with.
const TESTS: usize = 20;

/// The numbers of a network with fractions: seeds in the first sum and in the worths, and 1 for a
/// sum that is full.
struct Net {
    slots: usize,
    /// A row of sums for each slot and bucket, then where the sums begin, then their worths.
    rows: Vec<[f32; SUMS]>,
}

pub fn fit(samples: &[Sample], slots: usize) -> Numbers {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (tests, train) = samples.split_at(samples.len() / TESTS);
    let mut train: Vec<&Sample> = train.iter().collect();
    let mut net = Net::new(slots, &mut dice);
    let mut adam = Adam::new(net.rows.len());
    for round in 0..ROUNDS {
        for i in (1..train.len()).rev() {
            train.swap(i, dice.roll(i + 1));
        }
        let [first, last] = STEPS;
        let step = first * (last / first).powf(round as f32 / (ROUNDS - 1) as f32);
        for batch in train.chunks(BATCH) {
            let mut slope = vec![[0.0; SUMS]; net.rows.len()];
            for sample in batch {
                net.learn(sample, 1.0 / batch.len() as f32, &mut slope);
            }
            adam.walk(&mut net.rows, &slope, step);
            net.bound();
        }
    }
    let squares: f32 = tests.iter().map(|sample| net.error(sample).powi(2)).sum();
    let error = (squares / tests.len() as f32).sqrt();
    eprintln!("  error {error:.2} seeds by the network, of positions it has not seen");
    net.numbers()
}

impl Net {
    fn new(slots: usize, dice: &mut Dice) -> Self {
        let mut chance = |most: f32| most * (dice.roll(20001) as f32 / 10000.0 - 1.0);
        let mut row = |first, most| {
            let mut row = std::array::from_fn(|_| chance(most));
            row[0] = first;
            row
        };
        let mut rows: Vec<_> = (0..slots * BUCKETS).map(|_| row(0.0, 0.15)).collect();
        let mut start = [0.5; SUMS];
        start[0] = 0.0;
        rows.push(start);
        rows.push(row(0.0, 0.5));
        Net { slots, rows }
    }

    fn start(&self) -> usize {
        self.slots * BUCKETS
    }

    /// The rows a sample's slots add.
    fn added<'a>(&self, sample: &'a Sample) -> impl Iterator<Item = usize> + use<'a> {
        let slots = sample.slots[..self.slots].iter().enumerate();
        slots.map(|(slot, &seeds)| slot * BUCKETS + bucket(seeds))
    }

    fn sums(&self, sample: &Sample) -> [f32; SUMS] {
        let mut sums = self.rows[self.start()];
        for row in self.added(sample) {
            for (sum, number) in sums.iter_mut().zip(&self.rows[row]) {
                *sum += number;
            }
        }
        sums
    }

    fn promise(&self, sums: &[f32; SUMS]) -> f32 {
        let worth = &self.rows[self.start() + 1];
        let rest = sums.iter().zip(worth).skip(1);
        sums[0]
            + rest
                .map(|(sum, worth)| sum.clamp(0.0, 1.0) * worth)
                .sum::<f32>()
    }

    fn error(&self, sample: &Sample) -> f32 {
        self.promise(&self.sums(sample)) - sample.promise
    }

    /// Adds how the error of a sample changes with every number.
    fn learn(&self, sample: &Sample, share: f32, slope: &mut [[f32; SUMS]]) {
        let sums = self.sums(sample);
        let error = self.promise(&sums) - sample.promise;
        let error = error.clamp(-WILD, WILD) * share;
        let (start, worth) = (self.start(), self.start() + 1);
        let mut change = [0.0; SUMS];
        change[0] = error;
        for sum in 1..SUMS {
            slope[worth][sum] += error * sums[sum].clamp(0.0, 1.0);
            if sums[sum] > 0.0 && sums[sum] < 1.0 {
                change[sum] = error * self.rows[worth][sum];
            }
        }
        for row in self.added(sample).chain([start]) {
            for (slope, change) in slope[row].iter_mut().zip(&change) {
                *slope += change;
            }
        }
    }

    /// Keeps every number within what can be written.
    fn bound(&mut self) {
        for row in &mut self.rows {
            for (sum, number) in row.iter_mut().enumerate() {
                let most = f32::from(MOST) / scale(sum);
                *number = number.clamp(-most, most);
            }
        }
    }

    fn numbers(&self) -> Numbers {
        let whole =
            |row: &[f32; SUMS]| std::array::from_fn(|sum| (row[sum] * scale(sum)).round() as i16);
        let rows: Vec<[i16; SUMS]> = self.rows.iter().map(whole).collect();
        let (slots, _) = rows[..self.start()].as_chunks::<BUCKETS>();
        let worth = &self.rows[self.start() + 1];
        Numbers {
            slots: slots.to_vec(),
            start: rows[self.start()],
            worth: std::array::from_fn(|sum| (100.0 * worth[sum]).round() as i16),
        }
    }
}

/// How many times as large a sum is written: the first is a score in hundredths of a seed.
fn scale(sum: usize) -> f32 {
    if sum == 0 { 100.0 } else { f32::from(FULL) }
}

/// Steps down a slope, longer where it has long been even.
struct Adam {
    steps: i32,
    mean: Vec<[f32; SUMS]>,
    square: Vec<[f32; SUMS]>,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn new(rows: usize) -> Self {
        Adam {
            steps: 0,
            mean: vec![[0.0; SUMS]; rows],
            square: vec![[0.0; SUMS]; rows],
        }
    }

    fn walk(&mut self, rows: &mut [[f32; SUMS]], slope: &[[f32; SUMS]], step: f32) {
        self.steps += 1;
        let mean_known = 1.0 - Self::MEAN.powi(self.steps);
        let square_known = 1.0 - Self::SQUARE.powi(self.steps);
        let kept = self.mean.iter_mut().zip(&mut self.square);
        for ((row, slope), (mean, square)) in rows.iter_mut().zip(slope).zip(kept) {
            for sum in 0..SUMS {
                mean[sum] = Self::MEAN * mean[sum] + (1.0 - Self::MEAN) * slope[sum];
                square[sum] =
                    Self::SQUARE * square[sum] + (1.0 - Self::SQUARE) * slope[sum] * slope[sum];
                let length = (square[sum] / square_known).sqrt() + 1e-8;
                row[sum] -= step * (mean[sum] / mean_known) / length;
            }
        }
    }
}
