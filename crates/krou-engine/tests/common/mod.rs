//! What several tests need: small games, random positions, and the exact value of a game by trying
//! everything.
#![allow(dead_code)] // every test file uses its own part

use std::collections::HashMap;
use std::sync::Arc;

use krou_engine::EngineOptions;
use krou_rules::{Game, Position, Repetition, Rules, Ruleset};
use krou_tables::Library;

/// Chance that is the same on every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A little memory, and the small endgame tables or none.
pub fn options(threads: usize, tables: bool) -> EngineOptions {
    EngineOptions {
        threads,
        memory: 1 << 20,
        tables: if tables {
            Library::default()
        } else {
            Library::empty()
        },
    }
}

/// A built-in game with some switches set.
pub fn rules(name: &str, switches: &[(&str, &str)]) -> Arc<Rules> {
    let mut ruleset = Ruleset::builtin(name).expect("a built-in game");
    for (key, value) in switches {
        ruleset.set(key, value).expect("a switch and its value");
    }
    Arc::new(Rules::new(ruleset).expect("sound rules"))
}

/// A built-in game on a board of another size.
pub fn sized(name: &str, pits: u8, seeds: u8) -> Arc<Rules> {
    let mut ruleset = Ruleset::builtin(name).expect("a built-in game");
    ruleset.set("pits", &pits.to_string()).unwrap();
    ruleset.set("seeds", &seeds.to_string()).unwrap();
    if ruleset.switches.burn {
        ruleset.set("burn-columns-left", "1").unwrap();
    }
    Arc::new(Rules::new(ruleset).expect("sound rules"))
}

/// A game some random moves old, not over.
pub fn random_game(rules: &Arc<Rules>, moves: usize, dice: &mut Dice) -> Game {
    let mut game = Game::new(Arc::clone(rules));
    for _ in 0..moves {
        let legal = game.legal_moves();
        game.play(legal[dice.below(legal.len())]).unwrap();
        if game.is_over() {
            game.undo_move();
            break;
        }
    }
    game
}

/// The exact value of a game for the player to move, with its history, by trying everything;
/// nothing if that takes more than so many moves.
pub fn exact(game: &Game, budget: usize) -> Option<i16> {
    let mut tree = Tree {
        budget,
        known: HashMap::new(),
        path_matters: game.rules().switches().repetition != Repetition::None,
    };
    tree.value(&mut game.clone())
}

struct Tree {
    budget: usize,
    known: HashMap<Position, i16>,
    path_matters: bool,
}

impl Tree {
    fn value(&mut self, game: &mut Game) -> Option<i16> {
        let turn = game.position().turn();
        if game.is_over() {
            let scores = game.scores();
            return Some(scores[turn] as i16 - scores[!turn] as i16);
        }
        if let Some(&value) = self.known.get(game.position()) {
            return Some(value);
        }
        let mut best = i16::MIN;
        for m in game.legal_moves() {
            self.budget = self.budget.checked_sub(1)?;
            let here = *game.position();
            game.play(m).unwrap();
            let again = game.position().turn() == turn;
            let value = self.value(game);
            game.undo_move();
            debug_assert_eq!(here, *game.position());
            best = best.max(if again { value? } else { -value? });
        }
        if !self.path_matters {
            self.known.insert(*game.position(), best);
        }
        Some(best)
    }
}
