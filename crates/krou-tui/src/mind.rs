//! The engine, as the game sees it: it plays, it judges, it explains, it looks back.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use krou_engine::{Analysis, Engine, EngineOptions, Level, Limits, StopFlag};
use krou_rules::{Game, Lang, Move, Rules};
use krou_tables::Library;

use crate::text::text;

/// Something that can think about a game. Everything it does may take long and ends soon after the
/// flag is raised, with what it has.
pub trait Mind: Send {
    /// Chooses a move as a player of this level, from 1 to 10, telling what it thinks so far.
    fn choose(
        &mut self,
        game: &Game,
        level: u8,
        stop: &StopFlag,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Option<Move>;

    /// Values every move, telling what it knows so far from time to time.
    fn analyse(
        &mut self,
        game: &Game,
        stop: &StopFlag,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Analysis;

    /// Values every move at a glance, for one of many positions.
    fn glance(&mut self, game: &Game, stop: &StopFlag) -> Analysis;

    /// Says what a move does and whether it is good, to a game in which it has not been played.
    fn explain(&mut self, game: &Game, m: Move, lang: Lang, stop: &StopFlag) -> Vec<String>;
}

/// Makes a mind for a game's rules.
pub type MakeMind = Arc<dyn Fn(Arc<Rules>) -> Box<dyn Mind> + Send + Sync>;

/// How the engine is to think.
#[derive(Clone, Debug)]
pub struct Manner {
    /// How far to think about a move to play.
    pub play: Limits,
    /// How far to think about the value of every move.
    pub judge: Limits,
    /// How far to think about each position of a game that is looked back on.
    pub glance: Limits,
    /// Threads to think with.
    pub threads: usize,
    /// The chance in what weak levels overlook; a different one for each mind if none is given.
    pub seed: Option<u64>,
    /// Where endgame tables are looked for.
    pub library: Library,
}

impl Manner {
    /// With all the machine has, for some seconds: for somebody who watches.
    pub fn live(library: Library) -> Manner {
        Manner {
            play: Limits::time(Duration::from_secs(3)),
            judge: Limits::time(Duration::from_secs(6)),
            glance: Limits::time(Duration::from_millis(400)),
            threads: available_parallelism().map_or(1, Into::into),
            seed: None,
            library,
        }
    }

    /// The same on every machine and every time: for scripts.
    pub fn steady(seed: Option<u64>) -> Manner {
        Manner {
            play: Limits::nodes(1_000_000),
            judge: Limits::nodes(400_000),
            glance: Limits::nodes(100_000),
            threads: 1,
            seed,
            library: Library::default(),
        }
    }
}

/// Krou's own engine.
pub struct KrouMind {
    engine: Engine,
    /// The same for the whole game.
    seed: u64,
    manner: Manner,
}

impl KrouMind {
    /// The engine for these rules.
    pub fn new(rules: Arc<Rules>, manner: Manner) -> KrouMind {
        let options = EngineOptions {
            threads: manner.threads,
            tables: manner.library.clone(),
            ..EngineOptions::default()
        };
        KrouMind {
            engine: Engine::new(rules, options),
            seed: manner.seed.unwrap_or_else(crate::chance),
            manner,
        }
    }

    /// Makes minds that think in this manner.
    pub fn maker(manner: Manner) -> MakeMind {
        Arc::new(move |rules| Box::new(KrouMind::new(rules, manner.clone())))
    }
}

impl Mind for KrouMind {
    fn choose(
        &mut self,
        game: &Game,
        level: u8,
        stop: &StopFlag,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Option<Move> {
        let level = Level::new(level).unwrap_or(Level::STRONGEST);
        let limits = &self.manner.play;
        self.engine
            .choose_with_progress(game, level, limits, stop, self.seed, heard)
    }

    fn analyse(
        &mut self,
        game: &Game,
        stop: &StopFlag,
        heard: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.engine.analyse(game, &self.manner.judge, stop, heard)
    }

    fn glance(&mut self, game: &Game, stop: &StopFlag) -> Analysis {
        self.engine
            .analyse(game, &self.manner.glance, stop, &mut |_| {})
    }

    fn explain(&mut self, game: &Game, m: Move, lang: Lang, stop: &StopFlag) -> Vec<String> {
        let analysis = self.analyse(game, stop, &mut |_| {});
        let t = text(lang);
        let mut lines = krou_engine::explain(game, m, &analysis, lang);
        if let Some(known) = analysis.of(m) {
            lines.push(format!("{m}{} {}.", t.colon, t.value(known.value)));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use krou_tables::{BuildOptions, Folder, Packing};

    #[test]
    fn a_table_in_its_folder_is_looked_up() {
        let rules = Arc::new(Rules::builtin("kalah").unwrap());
        let setup = "1,2,1,2,1,0/0,2,1,1,2,1/17,17/S".parse().unwrap();
        let position = rules.position(&setup).unwrap();
        let game = Game::from_position(Arc::clone(&rules), position);
        let seeds = position.board::<u64>().seeds_in_pits();
        let dir = tempfile::tempdir().unwrap();
        let proved = || {
            let manner = Manner {
                judge: Limits::nodes(40),
                ..Manner::live(Library::at(dir.path()))
            };
            let mut mind = KrouMind::new(Arc::clone(&rules), manner);
            let analysis = mind.analyse(&game, &StopFlag::new(), &mut |_| {});
            analysis.value.is_proved()
        };
        assert!(!proved(), "forty positions tell little");
        let options = BuildOptions {
            seeds,
            threads: Some(1),
            packing: Packing::Plain,
        };
        let folder = Folder::new(dir.path(), &rules).unwrap();
        folder
            .build(&rules, &options, &|_| {}, &mut |_| {})
            .unwrap();
        assert!(proved(), "the table tells");
    }
}
