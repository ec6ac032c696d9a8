//! What results say about strength.

use super::Standing;

/// A difference in strength, and how far off it may be with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// How much stronger the first player is.
    pub difference: f64,
    /// Half the width of the interval; infinite where the results do not bound it.
    pub error: f64,
}

/// The share of points that a difference promises.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference that a share of points speaks for.
fn difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score of a game and its variance.
fn moments(wins: usize, draws: usize, losses: usize) -> (f64, f64) {
    let games = (wins + draws + losses) as f64;
    let mean = (wins as f64 + draws as f64 / 2.0) / games;
    let square = (wins as f64 + draws as f64 / 4.0) / games;
    (mean, square - mean * mean)
}

impl Elo {
    /// What these results of the first player say.
    ///
    /// ```
    /// use krou_engine::arena::Elo;
    /// let elo = Elo::of(60, 20, 20);
    /// assert!((elo.difference - 147.2).abs() < 0.1 && (elo.error - 66.4).abs() < 1.0);
    /// assert_eq!(Elo::of(5, 0, 5).difference, 0.0);
    /// assert!(Elo::of(3, 0, 0).error.is_infinite());
    /// ```
    pub fn of(wins: usize, draws: usize, losses: usize) -> Elo {
        let games = wins + draws + losses;
        if games == 0 {
            return Elo {
                difference: 0.0,
                error: f64::INFINITY,
            };
        }
        let (mean, variance) = moments(wins, draws, losses);
        let deviation = 1.96 * (variance / games as f64).sqrt();
        let (low, high) = (mean - deviation, mean + deviation);
        let error = if low <= 0.0 || high >= 1.0 {
            f64::INFINITY
        } else {
            (difference(high) - difference(low)) / 2.0
        };
        Elo {
            difference: difference(mean.clamp(1e-3, 1.0 - 1e-3)),
            error,
        }
    }
}

/// A sequential probability ratio test: is the first player stronger by `low` or by `high`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the first hypothesis.
    pub low: f64,
    /// The difference of the second.
    pub high: f64,
    /// How likely it may be wrong, either way.
    pub risk: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The difference is the low one.
    Low,
    /// The difference is the high one.
    High,
}

impl Sprt {
    /// The logarithm of how much likelier the results are with the high difference.
    pub fn ratio(&self, standing: &Standing) -> f64 {
        // Half a game of each kind keeps a first streak from deciding by itself.
        let games = standing.games() as f64 + 1.5;
        let with_prior = |n: usize| n as f64 + 0.5;
        let mean = (with_prior(standing.wins) + with_prior(standing.draws) / 2.0) / games;
        let square = (with_prior(standing.wins) + with_prior(standing.draws) / 4.0) / games;
        let variance = square - mean * mean;
        let (low, high) = (expected(self.low), expected(self.high));
        games * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The ratio beyond which the test is decided.
    pub fn bound(&self) -> f64 {
        ((1.0 - self.risk) / self.risk).ln()
    }

    /// What the results so far say.
    pub fn verdict(&self, standing: &Standing) -> Verdict {
        let ratio = self.ratio(standing);
        if ratio >= self.bound() {
            Verdict::High
        } else if ratio <= -self.bound() {
            Verdict::Low
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(wins: usize, draws: usize, losses: usize) -> Standing {
        Standing {
            wins,
            draws,
            losses,
            ..Standing::default()
        }
    }

    #[test]
    fn a_test_is_open_until_the_results_are_clear() {
        let test = Sprt {
            low: 0.0,
            high: 20.0,
            risk: 0.05,
        };
        assert_eq!(test.verdict(&standing(0, 0, 0)), Verdict::Open);
        assert_eq!(test.verdict(&standing(3, 0, 0)), Verdict::Open);
        assert_eq!(test.verdict(&standing(600, 200, 400)), Verdict::High);
        assert_eq!(test.verdict(&standing(400, 200, 600)), Verdict::Low);
    }
}
