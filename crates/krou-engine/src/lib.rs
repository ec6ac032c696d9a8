//! Thinking about the mancala family: what is proved, and what is estimated.
//!
//! Every answer says which of the two it is: see [`Value`].

mod analysis;
pub mod eval;
mod level;
mod limits;
mod search;
mod stop;
mod turn;
mod value;

pub use analysis::{Analysis, Engine, EngineOptions, MoveValue};
pub use level::{Level, UnknownLevel};
pub use limits::Limits;
pub use stop::StopFlag;
pub use turn::{Chain, best_chain};
pub use value::Value;
