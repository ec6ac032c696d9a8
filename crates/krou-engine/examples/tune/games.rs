//! Games the engine plays against itself, and what their positions came to.

use std::sync::Arc;
use std::thread;

use krou_engine::{Engine, EngineOptions, Limits, StopFlag};
use krou_rules::row::{Board, Row};
use krou_rules::{Capture, Game, Position, Rules};

/// Positions searched for each move.
const NODES: u64 = 6000;

/// How much the end of a game counts against the value a search found.
const RESULT: f32 = 0.35;

/// One position.
#[derive(Clone)]
pub struct Sample {
    /// The seeds in the mover's pits from the left, those in the opponent's, the mover's flag and
    /// the opponent's.
    pub slots: Vec<u8>,
    /// What it came to beyond its margin, in seeds.
    pub promise: f32,
}

/// Plays so many games and tells of their positions, in no order.
pub fn play(name: &str, games: usize) -> Vec<Sample> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let players: Vec<_> = (0..threads)
            .map(|number| {
                let games = (number..games).step_by(threads);
                scope.spawn(move || Player::new(name, number).play(games.len()))
            })
            .collect();
        let played = players.into_iter().map(thread::ScopedJoinHandle::join);
        played
            .flat_map(|samples| samples.expect("games can be played"))
            .collect()
    })
}

/// One of those who play side by side.
struct Player {
    /// The game with each number of seeds a pit it is played with.
    engines: Vec<(Arc<Rules>, Engine)>,
    dice: Dice,
}

impl Player {
    fn new(name: &str, number: usize) -> Self {
        let ruleset = Rules::builtin(name)
            .expect("a built-in game")
            .ruleset()
            .clone();
        let own = ruleset.switches.seeds;
        let sizes = match ruleset.switches.capture {
            // Played with as many seeds as they have by the rules.
            Capture::Count | Capture::Even => own..=own,
            Capture::None | Capture::Opposite => 3..=6,
        };
        let engines = sizes.map(|seeds| {
            let mut ruleset = ruleset.clone();
            ruleset.switches.seeds = seeds;
            let rules = Arc::new(Rules::new(ruleset).expect("a game with other seeds"));
            let options = EngineOptions {
                threads: 1,
                memory: 4 << 20,
                ..EngineOptions::default()
            };
            (Arc::clone(&rules), Engine::new(rules, options))
        });
        Player {
            engines: engines.collect(),
            dice: Dice(0x2545_f491_4f6c_dd1d ^ (number as u64) << 32),
        }
    }

    fn play(mut self, games: usize) -> Vec<Sample> {
        let mut samples = Vec::new();
        for game in 0..games {
            self.game(game, &mut samples);
        }
        samples
    }

    fn game(&mut self, number: usize, samples: &mut Vec<Sample>) {
        let sizes = self.engines.len();
        let (rules, engine) = &mut self.engines[number % sizes];
        let dice = &mut self.dice;
        let mut think = |game: &Game| {
            let limits = Limits::nodes(NODES);
            engine.think(game, 1, &limits, &StopFlag::new(), &mut |_| {})
        };
        let mut game = Game::new(Arc::clone(rules));
        let opening = 2 + dice.roll(10);
        let mut seen = Vec::new();
        while !game.is_over() && game.moves().len() < 400 {
            let legal = game.legal_moves();
            let any = legal[dice.roll(legal.len())];
            let m = if game.moves().len() < opening || dice.roll(24) == 0 {
                any
            } else {
                let analysis = think(&game);
                let value = analysis.value.margin();
                seen.push((*game.position(), value));
                // A search meets many positions no game would: here is one of them.
                let mut aside = game.clone();
                aside.play(any).expect("a legal move");
                if dice.roll(2) == 0 && !aside.is_over() {
                    let value = think(&aside).value.margin();
                    samples.push(sample(rules, aside.position(), value));
                }
                analysis.best.expect("the game is not over")
            };
            game.play(m).expect("the engine plays legal moves");
        }
        let last = game.scores();
        for (position, value) in seen {
            let turn = position.turn();
            let result = f32::from(last[turn]) - f32::from(last[!turn]);
            let value = RESULT * result + (1.0 - RESULT) * value;
            samples.push(sample(rules, &position, value));
        }
    }
}

fn sample(rules: &Rules, position: &Position, value: f32) -> Sample {
    let turn = position.turn();
    let scores = rules.scores(position);
    let now = f32::from(scores[turn]) - f32::from(scores[!turn]);
    let Board { own, other }: Board<u128> = position.board();
    let pits = u32::from(position.pits());
    let flag = <u128 as Row>::FLAG;
    Sample {
        slots: (0..pits)
            .map(|pit| own.byte(pit))
            .chain((0..pits).map(|pit| other.byte(pit)))
            .chain([own.byte(flag), other.byte(flag)])
            .collect(),
        promise: value - now,
    }
}

/// Chance that is the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
