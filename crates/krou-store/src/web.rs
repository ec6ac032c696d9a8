//! What the web app keeps beside players and games: who comes by, and where they play.

use async_trait::async_trait;
use krou_rules::{Game, Side};

use crate::{Clocks, Control, Error, GameId, GameInfo, Name, Player, PlayerId, Saved, Seat};

/// Which visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VisitorId(pub i64);

/// Somebody who came by, known by a cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// Which visitor; stays when a guest signs up.
    pub id: VisitorId,
    /// What they are called: the player's name, or a made-up one.
    pub name: Name,
    /// Who they are, if they have an account.
    pub player: Option<Player>,
    /// Whether it is a program that plays.
    pub bot: bool,
}

impl Visitor {
    /// Which player they are, if they have an account.
    pub fn account(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    /// How they sit down.
    pub fn seat(&self) -> Seat {
        match &self.player {
            Some(player) => Seat::Player(player.clone()),
            None => Seat::Guest(self.name.clone()),
        }
    }
}

/// Where a game is played: an address, and who sits there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its address.
    pub slug: String,
    /// Rules, switches and start, as in addresses.
    pub question: String,
    /// Who set it.
    pub host: VisitorId,
    /// Which side they play.
    pub host_side: Side,
    /// Who came to play.
    pub guest: Option<VisitorId>,
    /// Or the level of the engine.
    pub level: Option<u8>,
    /// Who alone may come to play, if not anybody with the link.
    pub invited: Option<VisitorId>,
    /// Whether its games are to count for ratings; only players with accounts sit here then.
    pub rated: bool,
    /// The game, once both sides are taken.
    pub game: Option<GameId>,
    /// The table of the rematch.
    pub next: Option<String>,
    /// How much time the players have.
    pub clock: Option<Control>,
    /// Whether the empty seat is offered to anybody.
    pub open: bool,
}

impl Table {
    /// Which side a visitor plays here.
    pub fn side_of(&self, visitor: VisitorId) -> Option<Side> {
        if visitor == self.host {
            Some(self.host_side)
        } else if Some(visitor) == self.guest {
            Some(!self.host_side)
        } else {
            None
        }
    }
}

/// Keeps visitors and tables.
#[async_trait]
pub trait Web: Send + Sync {
    /// Makes a visitor known by the hash of their cookie.
    async fn create_visitor(&self, secret: &[u8; 32], name: &Name) -> Result<Visitor, Error>;

    /// The visitor with that cookie.
    async fn visitor(&self, secret: &[u8; 32]) -> Result<Option<Visitor>, Error>;

    /// The visitor of that number.
    async fn visitor_by_id(&self, id: VisitorId) -> Result<Option<Visitor>, Error>;

    /// Sets a table.
    async fn set_table(&self, table: &Table) -> Result<(), Error>;

    /// The table at an address.
    async fn table(&self, slug: &str) -> Result<Option<Table>, Error>;

    /// Takes the empty seat, and names the game that begins. False if somebody was quicker. Whatever
    /// else the two who play now have offered to anybody is offered no more.
    async fn sit(&self, slug: &str, guest: VisitorId, game: GameId) -> Result<bool, Error>;

    /// Names the table of the rematch, unless there is one; answers with the one that counts.
    async fn set_next(&self, slug: &str, next: &str) -> Result<String, Error>;

    /// What was found looking back on a game, as [`Web::keep_review`] was given it; nothing if the
    /// game has changed since.
    async fn review(&self, game: GameId) -> Result<Option<String>, Error>;

    /// Keeps what was found looking back on a game, unless it has changed meanwhile.
    async fn keep_review(&self, of: Saved, review: &str) -> Result<(), Error>;

    /// Tables where a game goes on (or has ended), the last changed first; only a visitor's own if
    /// one is named.
    async fn tables(
        &self,
        of: Option<VisitorId>,
        finished: bool,
        limit: u32,
    ) -> Result<Vec<(Table, GameInfo)>, Error>;

    /// [`Store::save_game`](crate::Store::save_game), with the clocks in the same step.
    async fn save_timed(
        &self,
        saved: Saved,
        game: &Game,
        clocks: Option<&Clocks>,
    ) -> Result<Saved, Error>;

    /// [`Web::save_timed`] of a game that is what it was as of `saved`, and one move more. Moves of
    /// many games that come at once are written at once.
    async fn save_move(
        &self,
        saved: Saved,
        game: &Game,
        clocks: Option<&Clocks>,
    ) -> Result<Saved, Error>;

    /// Notes how long servers have run by now, for [`Web::resume_clocks`]. See [`Clocks`] for what
    /// the time is.
    async fn alive(&self, at: i64) -> Result<(), Error>;

    /// A server begins to run. Returns the latest time that is stored, from which its own time has
    /// to go on so that nobody is charged for the time without a server; and every table whose clock
    /// runs, with the time at which it runs out.
    async fn resume_clocks(&self) -> Result<(i64, Vec<(String, i64)>), Error>;
}
