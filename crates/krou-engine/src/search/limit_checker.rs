//! Counts nodes and checks the limits of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::StopFlag;

/// Nodes between two checks of the clock.
const INTERVAL: u64 = 1024;

/// State shared by all threads of a search.
pub(super) struct Shared<'a> {
    stop: &'a StopFlag,
    deadline: Option<Instant>,
    max_nodes: u64,
    /// Nodes of all threads, updated at every check.
    nodes: AtomicU64,
    /// Set when the first thread has finished.
    done: AtomicBool,
}

impl<'a> Shared<'a> {
    pub fn new(stop: &'a StopFlag, deadline: Option<Instant>, max_nodes: Option<u64>) -> Self {
        Shared {
            stop,
            deadline,
            max_nodes: max_nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        }
    }

    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// One thread's node count.
pub(super) struct LimitChecker<'a> {
    shared: &'a Shared<'a>,
    pub nodes: u64,
    /// Nodes already added to the shared count.
    told: u64,
    next_look: u64,
    pub stopped: bool,
}

impl<'a> LimitChecker<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        LimitChecker {
            shared,
            nodes: 0,
            told: 0,
            next_look: INTERVAL.min(shared.max_nodes),
            stopped: false,
        }
    }

    /// Counts a node. Returns true if the search must stop now.
    #[inline(always)]
    pub fn is_over(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    /// Returns the nodes of all threads so far.
    pub fn all_nodes(&self) -> u64 {
        self.shared.nodes() + (self.nodes - self.told)
    }

    /// Checks the limits and adds this thread's nodes to the shared count.
    #[cold]
    pub fn look(&mut self) {
        let new = self.nodes - self.told;
        let total = self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.told = self.nodes;
        let left = self.shared.max_nodes.saturating_sub(total);
        self.next_look = self.nodes + INTERVAL.min(left.max(1));
        self.stopped |= left == 0
            || self.shared.done.load(Ordering::Relaxed)
            || self.shared.stop.is_stopped()
            || self
                .shared
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
    }
}
