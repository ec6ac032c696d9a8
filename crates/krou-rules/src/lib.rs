//! The rules of the mancala family: rulesets as data, positions, moves and their stories,
//! notation, games and their records. No input or output, nothing asynchronous.
//!
//! A [`Ruleset`] is one exact game as data. [`Rules`] is a ruleset compiled; it makes
//! [`Position`]s out of [`Setup`]s, says which [`Move`]s are legal and plays them. A [`Game`]
//! remembers what was played. Nothing assumes that the players alternate.
//!
//! ```
//! use std::sync::Arc;
//! use krou_rules::{Game, Rules};
//!
//! let kalah = Arc::new(Rules::builtin("kalah").unwrap());
//! let mut game = Game::new(Arc::clone(&kalah));
//!
//! // C ends in South's store: South moves again.
//! game.play("C".parse()?)?;
//! assert_eq!(game.position().to_string(), "4,4,0,5,5,5/4,4,4,4,4,4/1,0/S");
//!
//! // Always the first legal move, to the end.
//! while let Some(&m) = game.legal_moves().first() {
//!     game.play(m)?;
//! }
//! let result = game.result().unwrap();
//! assert_eq!(result.scores.south + result.scores.north, 48);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The story of a move, for drawing and explaining it:
//!
//! ```
//! use krou_rules::{Event, Rules};
//! let awale = Rules::builtin("awale").unwrap();
//! let (_, trace) = awale.play_traced(&awale.start(), "F".parse()?)?;
//! assert!(matches!(trace[0], Event::Lift { seeds: 4, .. }));
//! assert_eq!(trace.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Engines and solvers work on packed [`row::Board`]s with the fastest [`kernel::Kernel`] for the
//! ruleset, through [`Rules::visit`].

mod diagram;
mod fingerprint;
mod game;
pub mod kernel;
mod lang;
mod moves;
mod numbering;
mod perft;
mod position;
pub mod record;
mod refusal;
pub mod row;
mod rules;
mod ruleset;
mod setup;
mod side;
mod sowing;
mod switches;
mod trace;
mod words;

pub use diagram::Diagram;
pub use fingerprint::{BadFingerprint, Fingerprint};
pub use game::{Game, GameResult, Reason};
pub use lang::{BiText, Lang, UnknownLang};
pub use moves::{Line, Move, MoveError, MoveFault, Pit};
pub use position::{Ending, Position};
pub use record::{Record, RecordError, RecordFault, ReplayError};
pub use refusal::{IllegalMove, PositionError};
pub use rules::{Moves, Rules, Visitor};
pub use ruleset::{Near, Numbering, Ruleset, RulesetError, RulesetFault, UnknownNumbering};
pub use setup::{Cell, Setup, SetupError, SetupFault};
pub use side::{BySide, Side};
pub use switches::*;
pub use trace::{Event, Place, Trace};
pub use words::{
    Difference, Section, Topic, differences, explain, reason_words, side_words, switch_words,
};
