//! Plays the levels against each other and prints how far each is above the one below:
//! `cargo xtask ladder [GAMES [NAME…]]`.
//!
//! A level should win about two games out of three against the one below: 120 Elo.
//! `cargo xtask ladder calibrate [GAMES [NAME…]]` measures how strength grows with sight in each
//! family of games, and prints where the levels belong: the lines of `LADDERS` in `level/skill.rs`.

use std::sync::Arc;
use std::time::Duration;

use krou_engine::arena::{Contender, Match, Standing, even_openings};
use krou_engine::{Engine, EngineOptions, Level, Limits, Skill, StopFlag};
use krou_rules::{Game, Line, Rules, Ruleset};
use krou_tables::Library;

/// What level 10 may look at here, so that a ladder takes minutes; openings are even by as much.
const NODES: u64 = 100_000;

/// Elo from level to level: two games out of three.
const STEP: f64 = 120.0;

/// Steps longer than two games out of three make sense where the players' form goes up and down:
/// from here to the longest.
const LONG: (f64, f64) = (130.0, 150.0);

/// The place among the sights of one who has played the game before.
const BEGINNER: usize = 2;

/// The sights that are measured, in hundredths of a move. Who sees less than the first plays
/// almost at random.
const GRID: [u16; 18] = [
    25, 35, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 750, 900, 1100, 1300, 1550, 1800,
];

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let calibrates = args.first().is_some_and(|word| word == "calibrate");
    if calibrates {
        args.remove(0);
    }
    let games: usize = args
        .first()
        .map_or(200, |n| n.parse().expect("a number of games"));
    let chosen = |name: &&str| args.len() < 2 || args[1..].iter().any(|arg| arg == name);
    if calibrates {
        for family in Skill::families().filter(chosen) {
            calibrate(family, games);
        }
        return;
    }
    let heads: Vec<String> = (2..=10)
        .map(|level| format!(" {} > {} |", level, level - 1))
        .collect();
    println!("| game |{}", heads.concat());
    println!("| --- |{}", " ---: |".repeat(9));
    for name in Ruleset::names().filter(chosen) {
        let rules = Arc::new(Rules::builtin(name).expect("a built-in game"));
        let openings = openings(&rules, games);
        let levels: Vec<Level> = Level::all().collect();
        let gaps: Vec<String> = levels
            .windows(2)
            .map(|pair| {
                let gap = gap(&rules, &openings, pair[1], pair[0], games);
                eprintln!("{name} {} > {}: {gap}", pair[1], pair[0]);
                format!(" {gap} |")
            })
            .collect();
        println!("| {name} |{}", gaps.concat());
    }
}

fn contender(level: Level) -> Contender {
    if level == Level::STRONGEST {
        Contender::Limits(Limits::nodes(NODES))
    } else {
        Contender::Level(level)
    }
}

fn openings(rules: &Arc<Rules>, games: usize) -> Vec<Line> {
    even_openings(rules, 4, games.div_ceil(2), 11, &Limits::nodes(NODES))
}

fn play(rules: &Arc<Rules>, openings: &[Line], players: [Contender; 2], games: usize) -> Standing {
    let fixture = Match {
        rules: Arc::clone(rules),
        players,
        tables: Library::default(),
        openings: openings.to_vec(),
        games,
        parallel: std::thread::available_parallelism().map_or(1, usize::from),
        grace: Duration::MAX / 4,
        sprt: None,
        seed: 17,
    };
    fixture.play(&StopFlag::new(), &mut |_| {})
}

fn gap(rules: &Arc<Rules>, openings: &[Line], upper: Level, lower: Level, games: usize) -> String {
    let players = [contender(upper), contender(lower)];
    let elo = play(rules, openings, players, games).elo();
    if elo.error.is_finite() {
        format!("{:+.0} ± {:.0}", elo.difference, elo.error)
    } else {
        format!("{:+.0} ± ∞", elo.difference)
    }
}

/// The sights not much beyond what level 10 sees here: in games of many moves others take too long.
fn grid(rules: &Arc<Rules>) -> Vec<u16> {
    let mut engine = Engine::new(Arc::clone(rules), EngineOptions::default());
    let (start, limits) = (Game::new(Arc::clone(rules)), Limits::nodes(NODES));
    let seen = engine.think(&start, 1, &limits, &StopFlag::new(), &mut |_| {});
    let near = |sight: &u16| u32::from(*sight) <= 100 * (seen.depth + 3);
    GRID.into_iter().filter(near).collect()
}

/// Measures how strength grows with sight and prints the sights at even distances.
fn calibrate(family: &str, games: usize) {
    let rules = Arc::new(Rules::builtin(family).expect("a built-in game"));
    let grid = grid(&rules);
    let openings = openings(&rules, games);
    // Full strength comes after all sights.
    let player = |index: usize| -> Contender {
        match grid.get(index) {
            Some(sight) => format!("sight:{}", f64::from(*sight) / 100.0)
                .parse()
                .expect("a sight"),
            None => contender(Level::STRONGEST),
        }
    };
    let mut results = Vec::new();
    for upper in 1..=grid.len() {
        for lower in upper.saturating_sub(2)..upper {
            let standing = play(&rules, &openings, [player(upper), player(lower)], games);
            let points = standing.wins as f64 + standing.draws as f64 / 2.0;
            // Half a game each way keeps a clean score finite.
            let share = (points + 0.5) / (standing.games() as f64 + 1.0);
            results.push((upper, lower, share));
        }
    }
    let ratings = ratings(&results, grid.len() + 1);
    for (index, rating) in ratings.iter().enumerate() {
        eprintln!("{family}: {} {rating:+.0}", player(index));
    }
    let full = ratings[grid.len()];
    // Full strength is where it is. Where nine steps from a beginner do not lead there, they are
    // longer and level 1 is stronger; where they lead further, level 1 is weaker.
    let step = match (full - ratings[BEGINNER]) / 9.0 {
        natural if natural > LONG.0 => natural.min(LONG.1),
        _ => STEP.min(full / 9.0),
    };
    let sights: Vec<String> = (1..=9)
        .map(|below| at(&grid, &ratings, full - step * f64::from(below)).to_string())
        .rev()
        .collect();
    println!(
        "    ladder({family:?}, [{}], {}),",
        sights.join(", "),
        form(step)
    );
}

/// How far the form of both players must go up and down, in hundredths of a level, for one to win
/// two games out of three from the other a step of so many Elo below.
///
/// The form of each is anything between -f and f levels, equally likely. By so many Elo the
/// difference of the two then varies that a step seems shorter by the root of 1 + π/8 · variance,
/// the variance in units of the logistic curve.
fn form(step: f64) -> u16 {
    let unit = 400.0 / std::f64::consts::LN_10;
    let variance = ((step / STEP).powi(2) - 1.0).max(0.0) * 8.0 / std::f64::consts::PI;
    let f = (variance * 3.0 / 2.0).sqrt() * unit / step;
    (100.0 * f).round() as u16
}

/// The ratings of the players that fit the results best (Bradley and Terry's model), the first 0.
fn ratings(results: &[(usize, usize, f64)], players: usize) -> Vec<f64> {
    let mut ratings = vec![0.0; players];
    for _ in 0..5_000 {
        for &(upper, lower, share) in results {
            let difference: f64 = ratings[upper] - ratings[lower];
            let surprise = share - 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
            ratings[upper] += 8.0 * surprise;
            ratings[lower] -= 8.0 * surprise;
        }
    }
    ratings.iter().map(|rating| rating - ratings[0]).collect()
}

/// The sight with this rating.
fn at(grid: &[u16], ratings: &[f64], rating: f64) -> u16 {
    let mut sights = ratings.iter().take(grid.len());
    match sights.position(|&r| r >= rating) {
        None => grid[grid.len() - 1],
        Some(0) => grid[0],
        Some(i) => {
            let (low, high) = (ratings[i - 1], ratings[i]);
            let part = (rating - low) / (high - low);
            let width = f64::from(grid[i] - grid[i - 1]);
            grid[i - 1] + (part * width).round() as u16
        }
    }
}
