//! The terminal game: a full-screen board for every game of the mancala family, and a game line by
//! line for pipes, scripts and screen readers.
//!
//! [`App`] is a stack of [`Screen`](screen::Screen)s, drawn with ratatui. The board is drawn from a
//! position and a [`Geometry`](board::Geometry); a move travels as an
//! [`Animation`](animation::Animation) of its trace. A [`Session`](session::Session) is a game with
//! its players, stored at every step; a [`Thinker`](thinker::Thinker) asks the engine in the
//! background. What is said stands in [`text`](mod@text), a file a language.

pub mod animation;
pub mod app;
pub mod board;
pub mod mind;
pub mod plain;
pub mod review;
pub mod screen;
pub mod session;
pub mod settings;
pub mod story;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod thinker;
pub mod widgets;

pub use app::{App, Context};
pub use terminal::{Options, open};
pub use {crossterm, ratatui};

use std::hash::{BuildHasher as _, RandomState};

use krou_rules::Side;

/// Chance, different on every call.
pub(crate) fn chance() -> u64 {
    RandomState::new().hash_one(0)
}

/// Who begins, by lot.
pub fn lot() -> Side {
    if chance() & 1 == 0 {
        Side::South
    } else {
        Side::North
    }
}
