//! How far a player sees, and what is missed.
//!
//! Weak players err as people do. They are short-sighted: they look only a few moves ahead, the
//! weakest not even at the opponent's answer. And they overlook: a capture or another move that
//! takes many seeds to count out is easily missed, one from the next pit hardly ever. And they are
//! careless: moves that differ by little seem equally good. Who has hardly played before does more
//! of both. One number says all that, so that levels can be put at even distances.
//!
//! And they have better and worse days: where the way from a beginner to full strength is long, a
//! level plays one game a little like the next level and another like the one below.

use std::fmt;
use std::str::FromStr;

use krou_rules::{Event, Game, Move, Switches};

use super::Rng;
use crate::analysis::SearchParams;
use crate::{Analysis, Engine, Limits, MoveValue, StopFlag, eval};

/// How far a player sees: moves looked ahead, 0 to 20, with fractions: 2.25 is a player who looks
/// three moves ahead at every fourth move and two at the others.
///
/// ```
/// use krou_engine::Skill;
/// assert_eq!("2.25".parse::<Skill>().unwrap().to_string(), "2.25");
/// assert!("-1".parse::<Skill>().is_err() && "21".parse::<Skill>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skill {
    /// In hundredths.
    moves: u16,
}

/// Text that is no skill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no sight; a sight is a number of moves from 0 to 20, such as 2.25")]
pub struct UnknownSkill(String);

impl FromStr for Skill {
    type Err = UnknownSkill;

    fn from_str(text: &str) -> Result<Skill, UnknownSkill> {
        let moves = text.parse::<f64>().ok();
        let moves = moves.filter(|moves| (0.0..=f64::from(Skill::MAX) / 100.0).contains(moves));
        moves
            .map(|moves| Skill::hundredths((100.0 * moves).round() as u16))
            .ok_or_else(|| UnknownSkill(text.to_string()))
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.moves) / 100.0).fmt(f)
    }
}

/// The players of a family of games.
struct Ladder {
    family: &'static str,
    /// How far the levels from 1 to 9 see, in hundredths of a move, at even distances in strength.
    sights: [u16; 9],
    /// How much better or worse than usual a level may play a game, in hundredths of a level.
    form: u16,
}

const fn ladder(family: &'static str, sights: [u16; 9], form: u16) -> Ladder {
    Ladder {
        family,
        sights,
        form,
    }
}

/// As `cargo xtask ladder calibrate` says, but for what was moved by hand after a ladder was played:
/// see docs/results/levels.md.
const LADDERS: [Ladder; 10] = [
    ladder("kalah", [58, 118, 182, 291, 405, 611, 836, 1112, 1472], 0),
    ladder("kalah-5x2", [25, 97, 199, 267, 354, 477, 761, 958, 1256], 0),
    ladder("ayo", [90, 135, 173, 221, 293, 380, 512, 750, 1104], 0),
    ladder("avalanche", [25, 95, 146, 196, 283, 368, 487, 729, 1117], 0),
    ladder(
        "oware",
        [315, 424, 539, 701, 850, 1005, 1187, 1460, 1850],
        150,
    ),
    ladder("attic", [25, 42, 52, 62, 75, 122, 223, 272, 407], 0),
    ladder(
        "attic-advanced",
        [25, 47, 99, 168, 286, 393, 651, 852, 1292],
        0,
    ),
    ladder("attic-fire", [25, 55, 104, 159, 221, 290, 421, 642, 937], 0),
    ladder(
        "togyzkumalak",
        [218, 266, 341, 431, 536, 659, 810, 988, 1200],
        80,
    ),
    ladder(
        "bestemshe",
        [130, 178, 248, 366, 512, 705, 1000, 1280, 1627],
        170,
    ),
];

impl Ladder {
    /// How far a player sees who stands at this height, in hundredths of a level: 250 is half way
    /// from level 2 to level 3.
    fn skill(&self, height: i32) -> Skill {
        let rung = (height / 100 - 1).clamp(0, self.sights.len() as i32 - 2);
        let [low, high] = [0, 1].map(|i| i32::from(self.sights[rung as usize + i]));
        let moves = low + (high - low) * (height - 100 * (rung + 1)) / 100;
        Skill::hundredths(moves.clamp(0, Skill::MAX.into()) as u16)
    }
}

/// Seeds of a side on a small board of Kalah, at most: few moves decide there.
const SMALL: u8 = 12;

/// The family of a game, by what moves are worth in it.
fn family(switches: &Switches) -> &'static str {
    match eval::weights_of(switches).game {
        _ if switches.burn => "attic-fire",
        "kalah" if switches.pits.saturating_mul(switches.seeds) <= SMALL => "kalah-5x2",
        game => game,
    }
}

/// How far a level sees in a game of these rules, as its form is that day.
pub(super) fn of(level: u8, switches: &Switches, rng: &mut Rng) -> Option<Skill> {
    let family = family(switches);
    let ladder = LADDERS.iter().find(|ladder| ladder.family == family)?;
    if usize::from(level) > ladder.sights.len() {
        return None;
    }
    let form = rng.below(2 * u64::from(ladder.form) + 1) as i32 - i32::from(ladder.form);
    Some(ladder.skill(100 * i32::from(level) + form))
}

impl Skill {
    /// As far as anybody sees who has a skill, in hundredths of a move.
    const MAX: u16 = 2000;

    /// The families of games in which levels see differently far, each by the name of a game.
    pub fn families() -> impl Iterator<Item = &'static str> {
        LADDERS.iter().map(|ladder| ladder.family)
    }

    const fn hundredths(moves: u16) -> Skill {
        Skill { moves }
    }

    /// Moves looked ahead this time.
    fn depth(self, rng: &mut Rng) -> u32 {
        let further = rng.below(100) < u64::from(self.moves % 100);
        (u32::from(self.moves / 100) + u32::from(further)).max(1)
    }

    /// How much of everything is missed: 1 by who sees nothing, less and less with farther skill.
    fn blur(self, moves: f32) -> f32 {
        (-f32::from(self.moves) / (100.0 * moves)).exp()
    }

    /// How new the game is to a player: 1 to who sees nothing, 0 to who looks a move ahead.
    fn newness(self) -> f32 {
        let short = 100_u16.saturating_sub(self.moves);
        (f32::from(short) / 100.0).powi(2)
    }

    /// In thousandths for each seed to count out, how likely a capture or a bonus is missed.
    fn overlooks(self) -> u64 {
        (150.0 * self.blur(2.0) + 250.0 * self.newness()) as u64
    }

    /// Moves seem equally good if they differ by less, in seeds.
    fn careless(self) -> f32 {
        1.6 * self.blur(3.0) + 3.0 * self.newness()
    }
}

impl Engine {
    /// The move a player who sees only so far plays.
    pub(crate) fn choose_limited(
        &mut self,
        game: &Game,
        skill: Skill,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Option<Move> {
        let mut rng = Rng::new(seed, game);
        let depth = skill.depth(&mut rng);
        let params = SearchParams {
            // Those who see far overlook little: a few moves to choose from are enough.
            multi: if depth < 5 { usize::MAX } else { 3 },
            quiescence_depth: depth / 2,
            tables: false,
            limits: Limits {
                depth: Some(limits.depth.map_or(depth, |most| most.min(depth))),
                ..*limits
            },
        };
        let analysis = self.run(game, &params, stop, heard);
        let seen: Vec<(Move, f32)> = analysis
            .moves
            .iter()
            .map(|value| (value.m, seeming(game, value, skill, &mut rng)))
            .collect();
        let best = seen
            .iter()
            .map(|&(_, value)| value)
            .fold(f32::MIN, f32::max);
        let good: Vec<Move> = seen
            .into_iter()
            .filter(|&(_, value)| value >= best - skill.careless())
            .map(|(m, _)| m)
            .collect();
        let index = rng.below(good.len() as u64) as usize;
        good.get(index).copied()
    }
}

/// What a move seems to be worth to one who may overlook what is special about it.
fn seeming(game: &Game, value: &MoveValue, skill: Skill, rng: &mut Rng) -> f32 {
    let draw = rng.below(1000);
    let Ok((after, trace)) = game.rules().play_traced(game.position(), value.m) else {
        return value.value.margin();
    };
    let counted = trace
        .iter()
        .filter(|event| matches!(event, Event::Drop { .. }))
        .count() as u64;
    let missed = draw < (skill.overlooks() * counted).min(950);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use krou_rules::{Rules, Side};

    use super::*;
    use crate::{EngineOptions, Level};

    fn skill(game: &str, level: u8, side: Side, seed: u64) -> u16 {
        let rules = Rules::builtin(game).unwrap();
        let level = Level::new(level).unwrap();
        level.skill(rules.switches(), side, seed).unwrap().moves
    }

    #[test]
    fn a_higher_level_sees_farther() {
        for ladder in &LADDERS {
            assert!(
                ladder.sights.is_sorted_by(|a, b| a < b),
                "{}",
                ladder.family
            );
            for (height, skill) in (100..).step_by(100).zip(ladder.sights) {
                assert_eq!(ladder.skill(height).moves, skill);
            }
        }
    }

    #[test]
    fn form_goes_up_and_down_from_game_to_game_and_no_further_than_it_may() {
        for ladder in &LADDERS {
            let form = i32::from(ladder.form);
            let [worst, best] = [500 - form, 500 + form].map(|height| ladder.skill(height).moves);
            let sights = (0..400).map(|seed| skill(ladder.family, 5, Side::South, seed));
            let (least, most) = sights.fold((u16::MAX, 0), |(least, most), skill| {
                (least.min(skill), most.max(skill))
            });
            assert!(worst <= least && most <= best, "{}", ladder.family);
            // Nearly all of it is seen in so many games.
            assert!(
                20 * (most - least) >= 19 * (best - worst),
                "{}",
                ladder.family
            );
        }
    }

    #[test]
    fn two_players_of_one_game_are_not_in_the_same_form() {
        let differ = |seed: &u64| {
            skill("oware", 5, Side::South, *seed) != skill("oware", 5, Side::North, *seed)
        };
        assert!((0..100).filter(differ).count() > 90);
    }

    /// ```text
    ///        f e d c b a                       f e d c b a
    ///        6 1 1 1 1 1                       1 1 6 1 1 1
    ///       13 1 1 1 1 0                       0 1 0 1 1 0
    ///        A B C D E F                       A B C D E F
    ///   A goes round and takes 6 and more     B takes 6 from the pit beside it
    /// ```
    #[test]
    fn who_sees_little_misses_a_far_capture_more_often_than_a_near_one() {
        let rules = Arc::new(Rules::builtin("kalah").unwrap());
        let mut engine = Engine::new(Arc::clone(&rules), EngineOptions::default());
        let mut taken = |position: &str, capture: &str, sight: u16| {
            let position = rules.position(&position.parse().unwrap()).unwrap();
            let game = Game::from_position(Arc::clone(&rules), position);
            let played = |seed: &u64| {
                let (limits, stop) = (Limits::default(), StopFlag::new());
                let skill = Skill::hundredths(sight);
                let m = engine.choose_limited(&game, skill, &limits, &stop, *seed, &mut |_| {});
                m.is_some_and(|m| m.to_string() == capture)
            };
            (0..200).filter(played).count()
        };
        let mut far = |skill| taken("13,1,1,1,1,0/1,1,1,1,1,6/5,5/S", "A", skill);
        let (far_weak, far_strong) = (far(50), far(900));
        let mut near = |skill| taken("0,1,0,1,1,0/1,1,1,6,1,1/5,5/S", "B", skill);
        let (near_weak, near_strong) = (near(50), near(900));
        assert!(100 < far_weak && far_weak + 30 < near_weak && near_weak < 195);
        assert!(far_strong > 195 && near_strong > 195);
    }
}
