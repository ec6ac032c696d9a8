//! What concerns one visitor and was not asked for: a game begins, a challenge came.

use krou_store::VisitorId;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Somebody invites them to a game.
    Challenge,
    /// A game of theirs begins.
    Start,
}

/// That it happened, where, and to whom.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Whom it concerns.
    pub to: VisitorId,
    /// What happened.
    pub kind: Kind,
    /// The table.
    pub slug: String,
}
