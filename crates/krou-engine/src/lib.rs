//! Thinking about the mancala family: what is proved, and what is estimated.
//!
//! Every answer says which of the two it is: see [`Value`].

mod agree;
mod analysis;
pub mod arena;
pub mod eval;
mod explain;
mod level;
mod limits;
mod pages;
pub mod protocol;
mod review;
mod search;
mod solve;
mod stop;
mod turn;
mod value;

pub use agree::agrees;
pub use analysis::{Analysis, Engine, EngineOptions, MoveValue};
pub use explain::explain;
pub use level::{Level, Skill, UnknownLevel, UnknownSkill};
pub use limits::Limits;
pub use review::{Grade, Review, ReviewedMove};
pub use solve::{
    Bounds, CheckpointError, Solution, SolveError, SolveOptions, SolveProgress, solve,
};
pub use stop::StopFlag;
pub use turn::{Chain, best_chain};
pub use value::Value;
