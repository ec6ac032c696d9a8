//! Exact solving: the final margin with best play, proved.
//!
//! Null-window searches ask "is the value at least this?" until the bounds meet; see
//! `worker.rs`. All threads share one transposition table of proved bounds; positions with
//! few seeds are looked up in an endgame table that is built first.
//!
//! Where positions can repeat, the search deepens iteratively; its
//! bounds hold at every depth. A repetition that leaves the rest to nobody, or splits it, is worth
//! 0; where each takes their own side the bounds allow for any history.

mod active_nodes;
mod bounds;
mod checkpoint;
mod indexer;
mod proof;
mod tt;
mod worker;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use krou_rules::{
    Game, Leftovers, Move, Position, Repetition, RepetitionLeftovers, Rules, Switches,
};
use krou_tables::{BuildError, Library, Table};

use crate::{Engine, EngineOptions, Limits, StopFlag};

pub use bounds::Bounds;
pub use checkpoint::CheckpointError;
use proof::Prove;
use worker::GameTraits;

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Threads to search with.
    pub threads: usize,
    /// The most bytes for remembering positions; an endgame table built in memory takes at most
    /// half as many more.
    pub memory: usize,
    /// When to give up with the bounds proved by then.
    pub time: Option<Duration>,
    /// Whether to value every move, not only the best.
    pub every_move: bool,
    /// A file to go on from, if there is one, and to keep what is proved in.
    pub checkpoint: Option<PathBuf>,
    /// Where to look for an endgame table larger than one that is built in memory.
    pub library: Library,
}

impl Default for SolveOptions {
    /// One thread, 256 MiB, no limit of time, only the best move, no files.
    fn default() -> Self {
        SolveOptions {
            threads: 1,
            memory: 256 << 20,
            time: None,
            every_move: false,
            checkpoint: None,
            library: Library::default(),
        }
    }
}

/// What is proved of a position: margins for the player to move, stored seeds included.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The final margin with best play lies between these.
    pub bounds: Bounds,
    /// A best line as far as it is proved, to the end of the game if the value is.
    pub line: Vec<Move>,
    /// Every legal move with what is proved of it, if asked for.
    pub moves: Vec<(Move, Bounds)>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl Solution {
    /// The best move, if it is proved.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// How far a solution is.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// The seeds of the endgame table being built, while one is, and those it is to have.
    pub table: Option<(u8, u8)>,
    /// The move being valued; nothing for the position itself.
    pub of: Option<Move>,
    /// What is proved so far, for the player to move in the position asked about.
    pub bounds: Bounds,
    /// Moves looked ahead, where there is a limit to it.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Why nothing could be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The memory asked for cannot be had.
    #[error("the memory cannot be had: {0}; ask for less")]
    Memory(#[source] io::Error),
    /// An endgame table is there but of no use.
    #[error(transparent)]
    Table(#[from] BuildError),
    /// The checkpoint cannot be used or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// With fewer seeds the search is done before a table is built or a guess is made.
const WORTH_PREPARING: u8 = 24;

/// The logarithm of how many positions a table may have that is to answer by itself, in seconds,
const WHOLE: u32 = 25;
/// and of one that helps a search of positions that come back.
const BELOW: u32 = 21;

/// Solves a position. The majority stop, which changes margins but never who wins, is ignored.
///
/// ```
/// use std::sync::Arc;
/// use krou_engine::{SolveOptions, StopFlag, solve};
/// use krou_rules::Rules;
/// let rules = Arc::new(Rules::builtin("kalah-5x2").unwrap());
/// let options = SolveOptions::default();
/// let solution = solve(&rules, &rules.start(), &options, &StopFlag::new(), &mut |_| {})?;
/// assert_eq!(solution.bounds.value(), Some(2));
/// # Ok::<(), krou_engine::SolveError>(())
/// ```
pub fn solve(
    rules: &Arc<Rules>,
    position: &Position,
    options: &SolveOptions,
    stop: &StopFlag,
    progress: &mut dyn FnMut(&SolveProgress),
) -> Result<Solution, SolveError> {
    let start = Instant::now();
    if position.is_over() {
        let (scores, turn) = (rules.scores(position), position.turn());
        return Ok(Solution {
            bounds: Bounds::exactly(scores[turn] as i16 - scores[!turn] as i16),
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            seconds: start.elapsed().as_secs_f64(),
        });
    }
    let traits = GameTraits::of(rules.switches());
    let seeds = position.board::<u128>().seeds_in_pits();
    let deadline = options.time.and_then(|time| start.checked_add(time));
    let nothing = Bounds::of_seeds(position.total() as i16);
    let mut go_on = |layer: u8, most: u8| {
        progress(&SolveProgress {
            table: Some((layer, most)),
            of: None,
            bounds: nothing,
            depth: None,
            nodes: 0,
            seconds: start.elapsed().as_secs_f64(),
        });
        !stop.is_stopped() && deadline.is_none_or(|time| Instant::now() < time)
    };
    let table = table(rules, traits, seeds, options, &mut go_on)?;
    rules.visit(Prove {
        rules,
        position,
        options,
        traits,
        table,
        guess: if seeds < WORTH_PREPARING {
            position.board::<u128>().store_margin()
        } else {
            guess(rules, position)
        },
        start,
        deadline,
        stop,
        progress,
    })
}

/// The endgame table for a position with `seeds`: that of the library, or one built in memory if it
/// knows more. Nothing where a search is faster without, or the rules allow none.
fn table(
    rules: &Arc<Rules>,
    traits: GameTraits,
    seeds: u8,
    options: &SolveOptions,
    go_on: &mut dyn FnMut(u8, u8) -> bool,
) -> Result<Option<Arc<Table>>, BuildError> {
    let most = table_seeds(rules.switches(), traits, seeds, options.memory / 2);
    let found = options.library.open(rules)?;
    Ok(match most {
        Some(most) if found.as_ref().is_none_or(|t| t.layers() <= most.into()) => {
            // Rules without tables are searched without.
            let mut go_on = |layer| go_on(layer, most);
            let built = Table::build_while(rules, most, Some(options.threads), &mut go_on);
            built.ok().map(Arc::new)
        }
        _ => found,
    })
}

/// The value a shallow look estimates, for the first question.
fn guess(rules: &Arc<Rules>, position: &Position) -> i16 {
    let options = EngineOptions {
        threads: 1,
        memory: 1 << 20,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(Arc::clone(rules), options);
    let game = Game::from_position(Arc::clone(rules), *position);
    let limits = Limits::nodes(20_000);
    let analysis = engine.think(&game, 1, &limits, &StopFlag::new(), &mut |_| {});
    analysis.value.margin().round() as i16
}

/// How many seeds an endgame table should have, for a position with `seeds`: building it must cost
/// less than it saves. Found by measuring Kalah: best for (6,3) is 10 or 11, for (5,4) 15, for (6,4)
/// 18 to 20, for (5,5) 24 seeds; beyond that the search grows faster than the table.
fn table_seeds(switches: &Switches, traits: GameTraits, seeds: u8, bytes: usize) -> Option<u8> {
    if switches.burn || !traits.cyclic && seeds < WORTH_PREPARING {
        return None;
    }
    let seeds = u32::from(seeds);
    let cells = 2 * u64::from(switches.pits);
    let shapes = if switches.tuzdyk { cells * cells } else { 1 };
    let positions = |table: u32| {
        let boards = (1..=cells).try_fold(1u64, |boards, cell| {
            Some(boards.checked_mul(u64::from(table) + cell)? / cell)
        });
        boards.and_then(|boards| boards.checked_mul(shapes))
    };
    let largest = |most: u32, seeds: u32| {
        let fits = |table: &u32| {
            let count = positions(*table).filter(|&count| count + count / 2 <= bytes as u64);
            count.is_some_and(|count| count <= 1 << most)
        };
        (1..=seeds).rev().find(fits)
    };
    let found = if !traits.cyclic {
        largest(
            (1 + seeds * 13 / 24).min(27.max(seeds * 31 / 60)),
            seeds / 2,
        )?
    } else if !traits.may_end && largest(WHOLE, seeds) == Some(seeds) {
        // The table answers, where a search might never.
        seeds
    } else {
        largest(BELOW, seeds)?
    };
    u8::try_from(found).ok()
}

impl GameTraits {
    fn of(switches: &Switches) -> GameTraits {
        let switches = switches.effective();
        let cyclic = switches.repetition != Repetition::None;
        GameTraits {
            burn: switches.burn,
            cyclic,
            parity: !cyclic && !switches.burn && switches.leftovers != Leftovers::Nobody,
            may_end: cyclic && switches.repetition_leftovers == RepetitionLeftovers::Owner,
        }
    }
}
