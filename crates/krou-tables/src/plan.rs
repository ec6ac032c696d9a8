//! What a build will take.

use std::time::Instant;

use krou_rules::Rules;

use crate::scheme::Method;
use crate::table::{Table, TableError};

/// What a build will take, before it starts.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The positions whose values are to be found.
    pub positions: u64,
    /// The most memory at a time, in bytes.
    pub memory: u64,
    /// The bytes of the new files, before packing.
    pub disk: u64,
    /// About how long, judged by a small table built just now.
    pub seconds: f64,
}

/// As many positions are enough to judge by.
const TRIAL: u64 = 400_000;

/// Large layers do not fit the processor's caches, and take longer a position by about this.
const SLOWER: f64 = 2.0;

impl Plan {
    /// The plan to build up to `seeds` seeds with `layers` layers there already.
    pub fn new(
        rules: &Rules,
        seeds: u8,
        layers: usize,
        threads: Option<usize>,
    ) -> Result<Plan, TableError> {
        let table = Table::empty(rules, seeds)?;
        let size = |layer: usize| table.index.size(layer) as u64;
        let last = usize::from(seeds);
        let width = table.scheme.kind.width() as u64;
        // What each position of a layer takes while it is made.
        let making = match table.scheme.method {
            Method::Waves => width,
            // A cell of two bytes, and the value taken from it.
            Method::Retrograde => 2 + width,
            // The values, a byte that says whether to look again, and one whether it may come back.
            Method::Sweeps => width + 2,
        };
        let mut seen = 0;
        let trial = (0..=last).take_while(|&layer| {
            seen += size(layer);
            seen <= TRIAL
        });
        let trial = trial.last().unwrap_or(0);
        let positions: u64 = (layers..=last).map(size).sum();
        let kept: u64 = (0..last).map(size).sum::<u64>() * width;
        Ok(Plan {
            positions,
            memory: if layers > last {
                kept + size(last) * width
            } else {
                kept + size(last) * making
            },
            disk: positions * width + 128 * (last + 1).saturating_sub(layers) as u64,
            seconds: if positions == 0 {
                0.0
            } else {
                let start = Instant::now();
                Table::build_in_memory(rules, trial as u8, threads)?;
                let tried: u64 = (0..=trial).map(size).sum();
                let seconds = start.elapsed().as_secs_f64() * positions as f64 / tried as f64;
                if positions > tried {
                    seconds * SLOWER
                } else {
                    seconds
                }
            },
        })
    }
}
