//! Which positions the threads of a search are working on, so that others look elsewhere first.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::Place;

/// A small table of positions; one may push another out, which costs only work done twice.
pub(super) struct Busy(Box<[AtomicU64]>);

const SIZE: usize = 1 << 14;

impl Busy {
    pub fn new() -> Busy {
        Busy((0..SIZE).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, place: Place) -> &AtomicU64 {
        &self.0[place.mark() as usize % SIZE]
    }

    /// Whether a thread is working on it.
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
