//! Krou in the browser: pages, live games, and the HTTP interface.

pub mod board;
