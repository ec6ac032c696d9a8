//! Opponents of every strength.
//!
//! - `skill.rs` is how the weak ones err, and how far each level sees in each family of games.

mod skill;

use krou_rules::{Game, Move, Side, Switches};

use crate::{Analysis, Engine, Limits, StopFlag};
pub use skill::{Skill, UnknownSkill};

/// How strong an opponent is: 1, the weakest, to 10, all the engine can do.
///
/// ```
/// use krou_engine::Level;
/// assert_eq!("7".parse::<Level>().ok(), Level::new(7));
/// assert!(Level::new(0).is_none() && Level::new(11).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Text that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level; levels are 1 (weakest) to 10 (strongest)")]
pub struct UnknownLevel(String);

impl std::str::FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| UnknownLevel(text.to_string()))
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// Full strength.
    pub const STRONGEST: Level = Level(10);

    /// The level with this number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=10 => Some(Level(number)),
            _ => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// How far it sees in the game with this seed, playing this side; the strongest has no such
    /// bound.
    fn skill(self, switches: &Switches, side: Side, seed: u64) -> Option<Skill> {
        // High up: the seeds of the games of a match differ in their low bits.
        let mut rng = Rng(seed ^ u64::from(self.0) << 48 ^ (side as u64) << 56);
        skill::of(self.0, switches, &mut rng)
    }
}

impl Engine {
    /// The move a player of this level plays; nothing if the game is over.
    ///
    /// Level 10 uses all of the limits, the others hardly any time. The same seed gives the same
    /// move, but for limits in time. It should be the same for a whole game: a level's form is of
    /// one day.
    pub fn choose(
        &mut self,
        game: &Game,
        level: Level,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
    ) -> Option<Move> {
        self.choose_with_progress(game, level, limits, stop, seed, &mut |_| {})
    }

    /// The same, telling from time to time what the player thinks so far: of the best moves by
    /// the level's own short horizon, not of what it overlooks in the end.
    pub fn choose_with_progress(
        &mut self,
        game: &Game,
        level: Level,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Option<Move> {
        match level.skill(game.rules().switches(), game.position().turn(), seed) {
            Some(skill) => self.choose_limited(game, skill, limits, stop, seed, heard),
            None => self.think(game, 1, limits, stop, heard).best,
        }
    }
}

/// Chance that is the same for the same seed and game.
pub(crate) struct Rng(pub u64);

impl Rng {
    fn new(seed: u64, game: &Game) -> Rng {
        let mut rng = Rng(seed ^ 0x6b72_6f75);
        for m in game.moves() {
            rng.0 ^= (m.pit.index() as u64) << 8 | m.side as u64;
            rng.next();
        }
        rng
    }

    /// `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }
}
