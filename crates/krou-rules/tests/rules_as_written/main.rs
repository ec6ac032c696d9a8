//! Every worked example and every special case of the specification, one test a rule.
//!
//! Boards are drawn as the players see them, North above, stores at the ends, an empty pit as a
//! dot:
//!
//! ```text
//!        f e d c b a
//!      0             0
//!        A B C D E F
//! ```

#[path = "../spec/mod.rs"]
mod spec;

mod attic;
mod avalanche;
mod ayo;
mod endings;
mod kalah;
mod known;
mod notation;
mod oware;
mod switches;
mod togyzkumalak;
