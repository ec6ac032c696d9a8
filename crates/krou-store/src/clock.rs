//! How much time players have, and how much of it is left.

use std::fmt;
use std::str::FromStr;

use krou_rules::{BySide, Side};

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

/// How much time players have.
///
/// ```
/// use krou_store::Control;
/// let blitz: Control = "5+3".parse()?;
/// assert_eq!(blitz, Control::Minutes { minutes: 5, increment: 3 });
/// assert_eq!(Control::Days(2).to_string(), "2d");
/// assert!("5".parse::<Control>().is_err());
/// # Ok::<(), krou_store::BadControl>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// So many minutes for the whole game, and so many seconds more after each turn. Without
    /// minutes a game begins with one increment.
    Minutes {
        /// At the start.
        minutes: u8,
        /// Seconds added when the turn passes.
        increment: u8,
    },
    /// So many days for each turn.
    Days(u8),
}

/// Text that says no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a clock is minutes and seconds, each up to 180 and not both 0, such as 5+3, or 1 to 14 days, such as 3d"
)]
pub struct BadControl;

impl Control {
    /// The most minutes, and the most seconds a turn.
    pub const LONGEST: u8 = 180;
    /// The most days.
    pub const MOST_DAYS: u8 = 14;

    /// So many minutes and seconds a turn, if that is a clock.
    pub fn minutes(minutes: u8, increment: u8) -> Result<Control, BadControl> {
        let fine = minutes.max(increment) > 0 && minutes.max(increment) <= Control::LONGEST;
        let control = Control::Minutes { minutes, increment };
        fine.then_some(control).ok_or(BadControl)
    }

    /// So many days a turn, if that is a clock.
    pub fn days(days: u8) -> Result<Control, BadControl> {
        let fine = (1..=Control::MOST_DAYS).contains(&days);
        fine.then_some(Control::Days(days)).ok_or(BadControl)
    }

    /// What each player begins with.
    fn begin(self) -> i64 {
        match self {
            Control::Minutes {
                minutes: 0,
                increment,
            } => i64::from(increment) * SECOND,
            Control::Minutes { minutes, .. } => i64::from(minutes) * 60 * SECOND,
            Control::Days(days) => i64::from(days) * DAY,
        }
    }

    /// What a player has after a turn, with so much left.
    fn after_turn(self, left: i64) -> i64 {
        match self {
            Control::Minutes { increment, .. } => left + i64::from(increment) * SECOND,
            Control::Days(_) => self.begin(),
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Minutes { minutes, increment } => write!(f, "{minutes}+{increment}"),
            Control::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for Control {
    type Err = BadControl;

    fn from_str(text: &str) -> Result<Control, BadControl> {
        let number = |text: &str| text.parse::<u8>().map_err(|_| BadControl);
        match (text.split_once('+'), text.strip_suffix('d')) {
            (Some((minutes, increment)), _) => {
                Control::minutes(number(minutes)?, number(increment)?)
            }
            (_, Some(days)) => Control::days(number(days)?),
            _ => Err(BadControl),
        }
    }
}

/// The clocks of a game.
///
/// Times are the milliseconds for which servers have run on this store: whoever serves the games
/// counts them, so that neither the wall clock nor time without a server is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// How much time players have.
    pub control: Control,
    /// What was left when the running clock was last looked at.
    pub left: BySide<i64>,
    /// Whose clock runs, and since when; none after the end.
    pub running: Option<(Side, i64)>,
}

impl Clocks {
    /// The clocks of a game that begins now.
    pub fn start(control: Control, first: Side, now: i64) -> Clocks {
        let begin = control.begin();
        Clocks {
            control,
            left: BySide::new(begin, begin),
            running: Some((first, now)),
        }
    }

    /// What a player has left now.
    pub fn left(&self, side: Side, now: i64) -> i64 {
        let spent = match self.running {
            // A time before the last sign of life gives nobody time.
            Some((running, since)) if running == side => (now - since).max(0),
            _ => 0,
        };
        (self.left[side] - spent).max(0)
    }

    /// When the running clock will have run out.
    pub fn deadline(&self) -> Option<i64> {
        self.running.map(|(side, since)| since + self.left[side])
    }

    /// Whose time has run out.
    pub fn out(&self, now: i64) -> Option<Side> {
        let (side, _) = self.running?;
        (self.left(side, now) == 0).then_some(side)
    }

    /// A move was played and it is now `next` to move, or nobody after the end. The clock goes on
    /// through all moves of a turn.
    pub fn played(&mut self, next: Option<Side>, now: i64) {
        let Some((mover, _)) = self.running else {
            return;
        };
        let left = self.left(mover, now);
        self.left[mover] = match next {
            Some(next) if next != mover => self.control.after_turn(left),
            _ => left,
        };
        self.running = next.map(|next| (next, now));
    }

    /// Moves were taken back and it is now `next` to move. Time that was spent stays spent; a turn
    /// of days begins anew.
    pub fn taken_back(&mut self, next: Side, now: i64) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
        }
        if let Control::Days(_) = self.control {
            self.left[next] = self.control.begin();
        }
        self.running = Some((next, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{North, South};

    #[test]
    fn the_clock_runs_through_a_chain_and_the_increment_comes_with_the_others_turn() {
        let mut clocks = Clocks::start("5+3".parse().unwrap(), South, 1000);
        clocks.played(Some(South), 11_000);
        assert_eq!(clocks.left, BySide::new(290_000, 300_000));
        clocks.played(Some(North), 21_000);
        assert_eq!(clocks.left, BySide::new(283_000, 300_000));
        assert_eq!(clocks.left(North, 22_000), 299_000);
        assert_eq!(clocks.left(South, 22_000), 283_000);
        clocks.played(None, 31_000);
        assert_eq!(
            (clocks.left, clocks.running),
            (BySide::new(283_000, 290_000), None)
        );
        assert_eq!(clocks.out(i64::MAX), None);
    }

    #[test]
    fn each_turn_has_its_days() {
        let mut clocks = Clocks::start(Control::Days(1), South, 0);
        clocks.played(Some(North), DAY / 2);
        assert_eq!(clocks.left, BySide::new(DAY, DAY));
        assert_eq!(clocks.deadline(), Some(DAY / 2 + DAY));
        assert_eq!(clocks.out(DAY / 2 + DAY - 1), None);
        assert_eq!(clocks.out(DAY / 2 + DAY), Some(North));
    }

    #[test]
    fn what_was_spent_on_a_move_taken_back_stays_spent() {
        let mut clocks = Clocks::start("0+9".parse().unwrap(), South, 0);
        clocks.played(Some(North), 4000);
        clocks.taken_back(South, 5000);
        assert_eq!(clocks.left, BySide::new(14_000, 8000));
        assert_eq!(clocks.running, Some((South, 5000)));
    }

    #[test]
    fn a_time_before_the_last_one_gives_nobody_time() {
        let mut clocks = Clocks::start("1+0".parse().unwrap(), South, 50_000);
        assert_eq!(clocks.left(South, 10_000), 60_000);
        clocks.played(Some(North), 10_000);
        assert_eq!(clocks.left, BySide::new(60_000, 60_000));
    }

    #[test]
    fn a_clock_is_written_as_it_is_read() {
        for text in ["5+3", "0+1", "180+180", "1d", "14d"] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
        for text in [
            "", "5", "0+0", "181+0", "5+-1", "0d", "15d", "d", "+", "5+3d", "1e1+0",
        ] {
            assert_eq!(text.parse::<Control>(), Err(BadControl), "{text}");
        }
    }
}
