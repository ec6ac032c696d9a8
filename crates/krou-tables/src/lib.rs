//! Endgame tables of the mancala family.
//!
//! A [`Table`] knows what is proved about every position with up to a number of seeds in the
//! pits: the margin of what is still on the board with best play, for the player to move. What is
//! stored already comes on top.

mod build;
mod bytes;
mod index;
mod scheme;
mod table;

pub use index::{Index, MOST_SEEDS, Place};
pub use scheme::{Kind, NoTable, Scheme};
pub use table::{Bounds, Table, TableError};
