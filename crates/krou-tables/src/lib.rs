//! Endgame tables of the mancala family.
//!
//! A [`Table`] knows what is proved about every position with up to a number of seeds in the
//! pits: the margin of what is still on the board with best play, for the player to move. What is
//! stored already comes on top.

mod build;
mod bytes;
mod file;
mod folder;
mod index;
mod library;
mod plan;
mod probe;
mod scheme;
mod table;
mod verify;

pub use file::{Access, FileError, Packing, Problem};
pub use folder::{BuildError, BuildOptions, Built, Folder};
pub use index::{Index, MOST_SEEDS, Place};
pub use library::Library;
pub use plan::Plan;
pub use probe::{Answer, Margins};
pub use scheme::{Kind, NoTable, Scheme};
pub use table::{Bounds, Table, TableError};
pub use verify::{Disagreement, Disagreements, verify_layer};
