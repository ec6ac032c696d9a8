//! What a player has achieved in one exact game, and ratings.
//!
//! Ratings are Glicko-2, for each player and each exact game (by fingerprint, so that two names of
//! one game share a rating), and every rated game is a rating period of its own. The levels of the
//! engine are opponents of fixed rating: whoever beats level 5 half of the time comes to the same
//! rating on every machine, and the engine's rating cannot drift with the few people it meets.

use jiff::Timestamp;
use krou_rules::{Fingerprint, Side};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::{GameId, Seat};

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating; 1500 at first.
    pub rating: f64,
    /// How uncertain it is: the true strength is within two of these 95 times in 100.
    pub deviation: f64,
    /// How much the strength changes.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Glicko2Rating::new().into()
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(r: Glicko2Rating) -> Rating {
        Rating {
            rating: r.rating,
            deviation: r.deviation,
            volatility: r.volatility,
        }
    }
}

impl Rating {
    /// The fixed rating of an engine level: 850 for level 1, 2200 for level 10.
    pub fn of_level(level: u8) -> Rating {
        Rating {
            rating: 700.0 + 150.0 * f64::from(level),
            deviation: 60.0,
            ..Rating::default()
        }
    }

    /// The deviation above which a rating is mostly a guess.
    pub const PROVISIONAL: f64 = 110.0;

    /// Whether the rating is still mostly a guess.
    pub fn is_provisional(&self) -> bool {
        self.deviation > Rating::PROVISIONAL
    }

    /// The ratings of South and North after a game.
    pub fn after(south: Rating, north: Rating, winner: Option<Side>) -> (Rating, Rating) {
        let outcome = match winner {
            Some(Side::South) => Outcomes::WIN,
            Some(Side::North) => Outcomes::LOSS,
            None => Outcomes::DRAW,
        };
        let glicko = |r: Rating| Glicko2Rating::from((r.rating, r.deviation, r.volatility));
        let (south, north) = glicko2(
            &glicko(south),
            &glicko(north),
            &outcome,
            &Glicko2Config::new(),
        );
        (south.into(), north.into())
    }
}

/// Finished games, counted from one player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Seeds won in all.
    pub seeds: u64,
    /// Seeds the opponents won.
    pub seeds_against: u64,
}

impl Tally {
    /// All finished games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.seeds += other.seeds;
        self.seeds_against += other.seeds_against;
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut all, tally| {
            all.add(&tally);
            all
        })
    }
}

/// What a player has achieved in one exact game. Games against oneself are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The ruleset's name, as last used for this exact game.
    pub rules: String,
    /// The fingerprint of the rules.
    pub fingerprint: Fingerprint,
    /// All finished games.
    pub tally: Tally,
    /// The rating, once there was a rated game.
    pub rating: Option<Rating>,
    /// Against whom, the most frequent first.
    pub opponents: Vec<(Seat, Tally)>,
    /// How the rating came about, oldest first.
    pub history: Vec<(GameId, Timestamp, Rating)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beating_a_stronger_level_gains_more() {
        let gain = |level| {
            let (after, _) = Rating::after(
                Rating::default(),
                Rating::of_level(level),
                Some(Side::South),
            );
            after.rating - 1500.0
        };
        assert!(gain(10) > gain(5) && gain(5) > gain(1) && gain(1) > 0.0);
    }

    #[test]
    fn the_figures_are_glickmans() {
        // The worked example of the Glicko-2 paper has three games in one period; its first game
        // alone, against 1400 with deviation 30, moves 1500 with deviation 200 to 1563.56.
        let own = Rating {
            deviation: 200.0,
            ..Rating::default()
        };
        let other = Rating {
            rating: 1400.0,
            deviation: 30.0,
            ..Rating::default()
        };
        let (after, _) = Rating::after(own, other, Some(Side::South));
        assert!((after.rating - 1563.56).abs() < 0.05, "{after:?}");
    }
}
