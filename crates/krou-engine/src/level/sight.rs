//! How far a player sees, and what is missed.
//!
//! Weak players err as people do. They are short-sighted: they look only a few moves ahead, the
//! weakest not even at the opponent's answer. And they overlook: a capture or another move that
//! takes many seeds to count out is easily missed, one from the next pit hardly ever. They never
//! play a move for no reason. One number says all that, so that levels can be put at even distances.

use std::fmt;
use std::str::FromStr;

use krou_rules::{Event, Game, Move, Switches};

use super::Luck;
use crate::analysis::Quest;
use crate::{Analysis, Engine, Limits, MoveValue, StopFlag, eval};

/// How far a player sees: moves looked ahead, 0 to 18, with fractions: 2.25 is a player who looks
/// three moves ahead at every fourth move and two at the others.
///
/// ```
/// use krou_engine::Sight;
/// assert_eq!("2.25".parse::<Sight>().unwrap().to_string(), "2.25");
/// assert!("-1".parse::<Sight>().is_err() && "19".parse::<Sight>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sight {
    /// In hundredths.
    moves: u16,
}

/// Text that is no sight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no sight; a sight is a number of moves from 0 to 18, such as 2.25")]
pub struct UnknownSight(String);

impl FromStr for Sight {
    type Err = UnknownSight;

    fn from_str(text: &str) -> Result<Sight, UnknownSight> {
        let moves = text.parse::<f64>().ok();
        let moves = moves.filter(|moves| (0.0..=18.0).contains(moves));
        moves
            .map(|moves| Sight::hundredths((100.0 * moves).round() as u16))
            .ok_or_else(|| UnknownSight(text.to_string()))
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.moves) / 100.0).fmt(f)
    }
}

/// How far the levels from 1 to 9 see in each family of games, in hundredths of a move; put at even
/// distances by `cargo xtask ladder calibrate`; `togyzkumalak` once more by `cargo xtask ladder`.
const SIGHTS: [(&str, [u16; 9]); 9] = [
    ("kalah", [50, 134, 183, 248, 368, 492, 771, 1027, 1424]),
    ("kalah-5x2", [50, 159, 219, 295, 364, 454, 646, 832, 1095]),
    ("ayo", [50, 138, 178, 234, 304, 397, 643, 812, 1173]),
    ("avalanche", [50, 141, 190, 261, 352, 403, 641, 832, 1220]),
    ("oware", [339, 424, 539, 701, 850, 1005, 1187, 1442, 1720]),
    ("attic", [50, 123, 181, 220, 250, 282, 333, 443, 688]),
    (
        "attic-advanced",
        [50, 156, 196, 299, 368, 454, 674, 838, 1208],
    ),
    (
        "togyzkumalak",
        [218, 266, 341, 431, 536, 659, 810, 988, 1200],
    ),
    ("bestemshe", [130, 173, 231, 330, 466, 689, 945, 1226, 1554]),
];

/// Seeds of a side on a small board of Kalah, at most: few moves decide there.
const SMALL: u8 = 12;

/// The family of a game, by what moves are worth in it.
fn family(switches: &Switches) -> &'static str {
    match eval::weights_of(switches).game {
        "kalah" if switches.pits.saturating_mul(switches.seeds) <= SMALL => "kalah-5x2",
        game => game,
    }
}

/// How far a level sees in games of these rules.
pub(super) fn of(level: u8, switches: &Switches) -> Option<Sight> {
    let family = family(switches);
    let (_, sights) = SIGHTS.iter().find(|(name, _)| *name == family)?;
    let sight = sights.get(usize::from(level) - 1)?;
    Some(Sight::hundredths(*sight))
}

impl Sight {
    /// The families of games in which levels see differently far, each by the name of a game.
    pub fn families() -> impl Iterator<Item = &'static str> {
        SIGHTS.iter().map(|&(family, _)| family)
    }

    const fn hundredths(moves: u16) -> Sight {
        Sight { moves }
    }

    /// Moves looked ahead this time.
    fn depth(self, luck: &mut Luck) -> u32 {
        let further = luck.below(100) < u64::from(self.moves % 100);
        (u32::from(self.moves / 100) + u32::from(further)).max(1)
    }

    /// How much of everything is missed: 1 by who sees nothing, less and less with farther sight.
    fn blur(self, moves: f32) -> f32 {
        (-f32::from(self.moves) / (100.0 * moves)).exp()
    }

    /// In thousandths for each seed to count out, how likely a capture or a bonus is missed.
    fn overlooks(self) -> u64 {
        (150.0 * self.blur(2.0)) as u64
    }

    /// Moves seem equally good if they differ by less, in seeds.
    fn careless(self) -> f32 {
        1.6 * self.blur(3.0)
    }
}

impl Engine {
    /// The move a player who sees only so far plays.
    pub(crate) fn glance(
        &mut self,
        game: &Game,
        sight: Sight,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Option<Move> {
        let mut luck = Luck::new(seed, game);
        let depth = sight.depth(&mut luck);
        let quest = Quest {
            // Those who see far overlook little: a few moves to choose from are enough.
            multi: if depth < 5 { usize::MAX } else { 3 },
            quiet: depth / 2,
            tables: false,
            limits: Limits {
                depth: Some(limits.depth.map_or(depth, |most| most.min(depth))),
                ..*limits
            },
        };
        let analysis = self.pursue(game, &quest, stop, heard);
        let seen: Vec<(Move, f32)> = analysis
            .moves
            .iter()
            .map(|value| (value.m, seeming(game, value, sight, &mut luck)))
            .collect();
        let best = seen
            .iter()
            .map(|&(_, value)| value)
            .fold(f32::MIN, f32::max);
        let good: Vec<Move> = seen
            .into_iter()
            .filter(|&(_, value)| value >= best - sight.careless())
            .map(|(m, _)| m)
            .collect();
        let index = luck.below(good.len() as u64) as usize;
        good.get(index).copied()
    }
}

/// What a move seems to be worth to one who may overlook what is special about it.
fn seeming(game: &Game, value: &MoveValue, sight: Sight, luck: &mut Luck) -> f32 {
    let draw = luck.below(1000);
    let Ok((after, trace)) = game.rules().play_traced(game.position(), value.m) else {
        return value.value.margin();
    };
    let counted = trace
        .iter()
        .filter(|event| matches!(event, Event::Drop { .. }))
        .count() as u64;
    let missed = draw < (sight.overlooks() * counted).min(950);
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
