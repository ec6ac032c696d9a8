//! The rules of the mancala family.

mod fingerprint;
mod lang;
mod ruleset;
mod side;
mod switches;

pub use fingerprint::{BadFingerprint, Fingerprint};
pub use lang::{BiText, Lang, UnknownLang};
pub use ruleset::{Numbering, Ruleset, RulesetError, UnknownNumbering};
pub use side::{BySide, Side};
pub use switches::*;
