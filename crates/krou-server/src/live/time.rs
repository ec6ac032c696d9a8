//! Time as games are charged for it: only while the server runs.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the time has to be read so that all of it is charged.
pub const BEAT: Duration = Duration::from_millis(200);
/// A longer time between two readings is a pause: the process was stopped, or the machine was.
const PAUSE: Duration = Duration::from_secs(1);

/// What the time is read from: it never goes back, and no wall clock moves it.
type Source = dyn Fn() -> Duration + Send + Sync;

/// The milliseconds for which servers have run on a store, as [`krou_store::Clocks`] count.
#[derive(Clone)]
pub struct GameTime {
    source: Arc<Source>,
    state: Arc<Mutex<State>>,
}

struct State {
    /// What is charged until the last reading.
    charged: Duration,
    /// The source at the last reading.
    read: Duration,
    /// How many pauses there were.
    pauses: u64,
}

impl Default for GameTime {
    /// The monotonic clock of the system.
    fn default() -> GameTime {
        let start = Instant::now();
        GameTime::of(move || start.elapsed())
    }
}

impl fmt::Debug for GameTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameTime").field(&self.now()).finish()
    }
}

impl GameTime {
    /// The time of another source, for tests.
    pub fn of(source: impl Fn() -> Duration + Send + Sync + 'static) -> GameTime {
        let state = State {
            charged: Duration::ZERO,
            read: source(),
            pauses: 0,
        };
        GameTime {
            source: Arc::new(source),
            state: Arc::new(Mutex::new(state)),
        }
    }

    fn read(&self) -> std::sync::MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let read = (self.source)();
        let passed = read.saturating_sub(state.read);
        if passed > PAUSE {
            state.pauses += 1;
        } else {
            state.charged += passed;
        }
        state.read = state.read.max(read);
        state
    }

    /// Now.
    pub fn now(&self) -> i64 {
        i64::try_from(self.read().charged.as_millis()).unwrap_or(i64::MAX)
    }

    /// Goes on from a time, if it is later.
    pub fn go_on(&self, from: i64) {
        let mut state = self.read();
        let from = Duration::from_millis(u64::try_from(from).unwrap_or(0));
        state.charged = state.charged.max(from);
    }

    /// How many pauses there were until now.
    pub fn pauses(&self) -> u64 {
        self.read().pauses
    }
}

#[cfg(test)]
pub mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// A time that goes on only when a test says so, and the milliseconds to set it by.
    pub fn by_hand() -> (GameTime, Arc<AtomicU64>) {
        let hand = Arc::new(AtomicU64::new(0));
        let source = Arc::clone(&hand);
        let time = GameTime::of(move || Duration::from_millis(source.load(Ordering::SeqCst)));
        (time, hand)
    }

    /// Lets time pass, read as often as a running server does.
    pub fn pass(time: &GameTime, hand: &AtomicU64, milliseconds: u64) {
        for _ in 0..milliseconds / 100 {
            hand.fetch_add(100, Ordering::SeqCst);
            time.now();
        }
    }

    #[test]
    fn time_is_charged_while_the_server_runs_and_a_pause_is_not() {
        let (time, hand) = by_hand();
        time.go_on(60_000);
        assert_eq!(time.now(), 60_000);
        pass(&time, &hand, 5_000);
        assert_eq!((time.now(), time.pauses()), (65_000, 0));
        hand.fetch_add(3_600_000, Ordering::SeqCst);
        assert_eq!((time.now(), time.pauses()), (65_000, 1));
        pass(&time, &hand, 1_000);
        assert_eq!((time.now(), time.pauses()), (66_000, 1));
        time.go_on(10_000);
        assert_eq!(time.now(), 66_000, "it never goes back");
    }
}
