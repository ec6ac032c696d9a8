//! A flag that asks long work to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by whoever works and whoever may want the work to end; every clone is the same flag.
///
/// ```
/// use krou_engine::StopFlag;
/// let stop = StopFlag::new();
/// stop.clone().stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is down.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks the work to end; it does so soon, with what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
