//! Counts nodes and says when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::StopFlag;

/// How many nodes pass between looks at the clock.
const INTERVAL: u64 = 1024;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    stop: &'a StopFlag,
    deadline: Option<Instant>,
    most_nodes: u64,
    /// Nodes of all threads, a little behind.
    nodes: AtomicU64,
    /// Raised when the first thread is done.
    done: AtomicBool,
}

impl<'a> Shared<'a> {
    pub fn new(stop: &'a StopFlag, deadline: Option<Instant>, most_nodes: Option<u64>) -> Self {
        Shared {
            stop,
            deadline,
            most_nodes: most_nodes.unwrap_or(u64::MAX),
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

/// One thread's count.
pub(super) struct Watch<'a> {
    shared: &'a Shared<'a>,
    pub nodes: u64,
    /// Nodes told to the others.
    told: u64,
    next_look: u64,
    pub stopped: bool,
}

impl<'a> Watch<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        Watch {
            shared,
            nodes: 0,
            told: 0,
            next_look: INTERVAL.min(shared.most_nodes),
            stopped: false,
        }
    }

    /// Counts a node; true if the search must end now.
    #[inline(always)]
    pub fn is_over(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    /// The nodes of all threads so far.
    pub fn all_nodes(&self) -> u64 {
        self.shared.nodes() + (self.nodes - self.told)
    }

    /// Looks whether the search must end, and tells the others how far this thread is.
    #[cold]
    pub fn look(&mut self) {
        let new = self.nodes - self.told;
        let total = self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.told = self.nodes;
        let left = self.shared.most_nodes.saturating_sub(total);
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
