//! Opponents of every strength.
//!
//! Weak levels err as people do. They are short-sighted: they look only a few moves ahead, the
//! weakest not even at the opponent's answer. And they overlook: a capture or another move that
//! takes many seeds to count out is easily missed, one from the next pit hardly ever. They never
//! play a move for no reason.

use krou_rules::{Event, Game, Move};

use crate::analysis::Quest;
use crate::{Analysis, Engine, Limits, MoveValue, StopFlag};

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

/// What a level cannot do.
struct Weakness {
    /// Moves looked ahead.
    depth: u32,
    /// Captures and chains followed beyond that.
    quiet: u32,
    /// In percent, how likely a capture or a bonus that takes ten seeds to count out is missed.
    overlooks: u64,
    /// Moves seem equally good if they differ by less, in seeds.
    careless: f32,
}

const WEAKNESSES: [Weakness; 9] = [
    Weakness::new(1, 0, 90, 1.5),
    Weakness::new(1, 0, 50, 1.0),
    Weakness::new(2, 0, 50, 0.8),
    Weakness::new(2, 1, 25, 0.6),
    Weakness::new(3, 1, 20, 0.5),
    Weakness::new(4, 2, 12, 0.4),
    Weakness::new(5, 2, 6, 0.3),
    Weakness::new(7, 4, 3, 0.2),
    Weakness::new(9, 8, 0, 0.1),
];

impl Weakness {
    const fn new(depth: u32, quiet: u32, overlooks: u64, careless: f32) -> Weakness {
        Weakness {
            depth,
            quiet,
            overlooks,
            careless,
        }
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

    fn weakness(self) -> Option<&'static Weakness> {
        WEAKNESSES.get(usize::from(self.0) - 1)
    }
}

impl Engine {
    /// The move a player of this level plays; nothing if the game is over.
    ///
    /// Level 10 uses all of the limits, the others hardly any time. The same seed gives the same
    /// move, but for limits in time.
    pub fn choose(
        &mut self,
        game: &Game,
        level: Level,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
    ) -> Option<Move> {
        self.choose_aloud(game, level, limits, stop, seed, &mut |_| {})
    }

    /// The same, telling from time to time what the player thinks so far: of the best moves by
    /// the level's own short sight, not of what it overlooks in the end.
    pub fn choose_aloud(
        &mut self,
        game: &Game,
        level: Level,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Option<Move> {
        let Some(weakness) = level.weakness() else {
            return self.think(game, 1, limits, stop, heard).best;
        };
        let quest = Quest {
            multi: usize::MAX,
            quiet: weakness.quiet,
            tables: false,
            limits: Limits {
                depth: Some(
                    limits
                        .depth
                        .map_or(weakness.depth, |d| d.min(weakness.depth)),
                ),
                ..*limits
            },
        };
        let analysis = self.pursue(game, &quest, stop, heard);
        let mut luck = Luck::new(seed, game);
        let seen: Vec<(Move, f32)> = analysis
            .moves
            .iter()
            .map(|value| (value.m, seeming(game, value, weakness, &mut luck)))
            .collect();
        let best = seen
            .iter()
            .map(|&(_, value)| value)
            .fold(f32::MIN, f32::max);
        let good: Vec<Move> = seen
            .into_iter()
            .filter(|&(_, value)| value >= best - weakness.careless)
            .map(|(m, _)| m)
            .collect();
        let index = luck.below(good.len() as u64) as usize;
        good.get(index).copied()
    }
}

/// What a move seems to be worth to one who may overlook what is special about it.
fn seeming(game: &Game, value: &MoveValue, weakness: &Weakness, luck: &mut Luck) -> f32 {
    let draw = luck.below(1000);
    let Ok((after, trace)) = game.rules().play_traced(game.position(), value.m) else {
        return value.value.margin();
    };
    let counted = trace
        .iter()
        .filter(|event| matches!(event, Event::Drop { .. }))
        .count() as u64;
    let missed = draw < (weakness.overlooks * counted).min(950);
    if !missed {
        return value.value.margin();
    }
    let mover = game.position().turn();
    let captured: f32 = trace
        .iter()
        .map(|event| match *event {
            Event::Capture { seeds, .. } | Event::Tuzdyk { seeds, .. } => f32::from(seeds),
            _ => 0.0,
        })
        .sum();
    let bonus = if after.turn() == mover && !after.is_over() {
        2.0
    } else {
        0.0
    };
    value.value.margin() - captured - bonus
}

/// Chance that is the same for the same seed and game.
pub(crate) struct Luck(pub u64);

impl Luck {
    fn new(seed: u64, game: &Game) -> Luck {
        let mut luck = Luck(seed ^ 0x6b72_6f75);
        for m in game.moves() {
            luck.0 ^= (m.pit.index() as u64) << 8 | m.side as u64;
            luck.next();
        }
        luck
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
