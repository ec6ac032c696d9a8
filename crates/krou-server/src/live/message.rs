//! What goes over the wire, one enum a direction.

use krou_rules::{Game, Side};
use serde::{Deserialize, Serialize};

use super::clock::ClockView;
use crate::answer::{Now, Shown};
use crate::board::MoveView;

/// What two players can agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// To end the game now.
    End,
    /// To take back the last turn of the one who asks.
    Back,
    /// To take back only the last move of the one who asks.
    BackOne,
    /// To play once more.
    Rematch,
}

/// Something friendly to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Greeting {
    /// At the start.
    Hello,
    /// At the start.
    GoodLuck,
    /// At the end.
    WellPlayed,
    /// At the end.
    Thanks,
}

/// From a browser.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Said {
    /// Plays a move on the game as of version `v`.
    Move {
        /// The move.
        #[serde(rename = "move")]
        written: String,
        /// The version it is played on.
        v: i64,
    },
    /// Gives up.
    Resign,
    /// Calls off a game that does not count yet.
    Abort,
    /// Offers a deal, or takes up the other's.
    Offer {
        /// Which.
        deal: Deal,
    },
    /// Declines the other's offer, or withdraws the own.
    Decline {
        /// Which.
        deal: Deal,
    },
    /// Says something friendly.
    Say {
        /// What.
        what: Greeting,
    },
}

/// To a browser.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Told {
    /// Everything, at the beginning or where the gap is too long.
    State {
        /// The version.
        v: i64,
        /// The game as it stands.
        shown: Box<Shown>,
    },
    /// A move was played.
    Move {
        /// The version after it.
        v: i64,
        /// What it did.
        #[serde(rename = "move")]
        played: Box<MoveView>,
        /// How the game stands now.
        shown: Box<Now>,
    },
    /// Something else changed the game: a turn taken back, an end.
    Change {
        /// The version after it.
        v: i64,
        /// The game as it stands now.
        shown: Box<Shown>,
    },
    /// The clocks as they stand.
    Clocks {
        /// Both.
        #[serde(flatten)]
        clocks: ClockView,
    },
    /// What is offered now, by whom.
    Offers {
        /// Each deal with the side that offers it.
        offers: Vec<(Deal, char)>,
    },
    /// Who is here.
    Presence {
        /// South and North.
        here: [bool; 2],
        /// How many others watch.
        watching: usize,
    },
    /// Somebody said something.
    Said {
        /// Who.
        by: char,
        /// What.
        what: Greeting,
    },
    /// There is a rematch.
    Next {
        /// Its table.
        table: String,
    },
    /// What was asked cannot be done.
    Refused {
        /// Why.
        why: String,
    },
}

impl Told {
    /// The game as it stands.
    pub fn state(v: i64, game: &Game) -> Told {
        Told::State {
            v,
            shown: Box::new(Shown::new(game)),
        }
    }

    /// The last move of a game.
    pub fn played(v: i64, game: &Game) -> Option<Told> {
        let played = Box::new(MoveView::last(game)?);
        let shown = Box::new(Now::after(game, Some(&played)));
        Some(Told::Move { v, played, shown })
    }

    /// The text of it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// South's and North's.
pub fn index(side: Side) -> usize {
    match side {
        Side::South => 0,
        Side::North => 1,
    }
}
