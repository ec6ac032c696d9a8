//! How long to think.

use std::time::Duration;

/// Where to stop thinking: at whichever limit is met first. Without any, when everything is proved
/// or the stop flag is raised.
///
/// ```
/// use std::time::Duration;
/// use krou_engine::Limits;
/// let limits = Limits { depth: Some(12), ..Limits::time(Duration::from_secs(1)) };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Moves to look ahead, at least one.
    pub depth: Option<u32>,
    /// Positions to look at. With one thread the answer is the same on every run and machine.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Stops after this time.
    pub const fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            depth: None,
            nodes: None,
        }
    }

    /// Stops after looking this many moves ahead.
    pub const fn depth(depth: u32) -> Limits {
        Limits {
            time: None,
            depth: Some(depth),
            nodes: None,
        }
    }

    /// Stops after this many positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            time: None,
            depth: None,
            nodes: Some(nodes),
        }
    }
}
