//! The languages engines speak. Nothing here knows of sockets or terminals: lines come in, lines
//! go out.

pub mod kgp;
pub mod uci;
