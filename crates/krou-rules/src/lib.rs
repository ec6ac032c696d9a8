//! The rules of the mancala family.

mod side;
mod switches;

pub use side::{BySide, Side};
pub use switches::*;
