//! Positions being searched by some thread, so that other threads defer them (ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

use super::tt::Place;

/// A small lossy table of positions; a collision only costs work done twice.
pub(super) struct ActiveNodes(Box<[AtomicU64]>);

const SIZE: usize = 1 << 14;

impl ActiveNodes {
    pub fn new() -> ActiveNodes {
        ActiveNodes((0..SIZE).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, place: Place) -> &AtomicU64 {
        &self.0[place.mark() as usize % SIZE]
    }

    /// Whether a thread is searching this position.
    pub fn contains(&self, place: Place) -> bool {
        self.slot(place).load(Ordering::Relaxed) == place.mark()
    }

    pub fn begin(&self, place: Place) {
        self.slot(place).store(place.mark(), Ordering::Relaxed);
    }

    pub fn end(&self, place: Place) {
        self.slot(place).store(0, Ordering::Relaxed);
    }
}
