//! Thinking about the mancala family: what is proved, and what is estimated.
//!
//! Every answer says which of the two it is: see [`Value`].

mod stop;
mod value;

pub use stop::StopFlag;
pub use value::Value;
