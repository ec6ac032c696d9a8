//! Games as they are kept.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use krou_rules::{BySide, Fingerprint, Game, Lang, Reason, Record, Side, record::tag};

use crate::{Clocks, Name, Player, PlayerId};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Text that is not a game's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game is named by its number, such as 12")]
pub struct BadGameId;

impl FromStr for GameId {
    type Err = BadGameId;

    fn from_str(text: &str) -> Result<GameId, BadGameId> {
        text.parse().map(GameId).map_err(|_| BadGameId)
    }
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A player who is known here.
    Player(Player),
    /// Somebody of that name.
    Guest(Name),
    /// The engine at a level from 1 to 10.
    Engine(u8),
}

impl Seat {
    /// The levels of the engine.
    pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

    /// The level that goes by this name in game files: `Krou level 3`.
    pub fn level_named(text: &str) -> Option<u8> {
        let text = text.to_ascii_lowercase();
        let level = text.strip_prefix("krou level ")?.parse().ok()?;
        Seat::LEVELS.contains(&level).then_some(level)
    }

    /// What players read.
    pub fn text(&self, lang: Lang) -> String {
        match (self, lang) {
            (Seat::Engine(level), Lang::Fr) => format!("Krou niveau {level}"),
            _ => self.to_string(),
        }
    }

    /// Whether games between these count for ratings: two different players, or a player and the
    /// engine.
    pub fn can_be_rated(seats: &BySide<Seat>) -> bool {
        match (&seats.south, &seats.north) {
            (Seat::Guest(_), _) | (_, Seat::Guest(_)) | (Seat::Engine(_), Seat::Engine(_)) => false,
            (south, north) => south.player() != north.player(),
        }
    }

    /// The player's id, if this is a player.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Seat::Player(player) => Some(player.id),
            _ => None,
        }
    }
}

/// As in game files.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Player(player) => f.pad(player.name.as_str()),
            Seat::Guest(name) => f.pad(name.as_str()),
            Seat::Engine(level) => f.pad(&format!("Krou level {level}")),
        }
    }
}

/// A game to be kept from now on.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Who plays.
    pub seats: BySide<Seat>,
    /// Whether it is to count for ratings. It does only if it is played here from the usual start,
    /// between two different players or a player and the engine.
    pub rated: bool,
    /// When it began, if not now.
    pub started: Option<Timestamp>,
    /// What has been played so far.
    pub game: Game,
    /// The game file it comes from, if that has comments or tags of its own to be kept.
    pub notes: Option<Record>,
    /// The clocks, if it is played with time.
    pub clocks: Option<Clocks>,
}

impl NewGame {
    /// A game that begins now.
    pub fn new(seats: BySide<Seat>, rated: bool, game: Game) -> NewGame {
        NewGame {
            seats,
            rated,
            started: None,
            game,
            notes: None,
            clocks: None,
        }
    }

    /// Whether it will count for ratings, once each side has completed two turns.
    pub fn is_rated(&self) -> bool {
        let rules = self.game.rules();
        let start = &self.game.positions()[0];
        // Moves that are there already were played nobody knows where.
        let usual = *start == rules.start_with(start.turn()) && self.game.moves().is_empty();
        self.rated && usual && Seat::can_be_rated(&self.seats)
    }
}

/// What makes a rated game unrated while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Help {
    /// The engine named a good move.
    Hint,
    /// The engine valued the moves.
    Values,
    /// The engine explained and judged the last move.
    Why,
    /// A move was taken back.
    TakeBack,
}

impl Help {
    /// Whether a game between these players no longer counts. Two people may agree to take back.
    pub fn unrates(self, seats: &BySide<Seat>) -> bool {
        let engine = |seat: &Seat| matches!(seat, Seat::Engine(_));
        self != Help::TakeBack || engine(&seats.south) || engine(&seats.north)
    }
}

/// A kept game, as of when it was last seen: what the next change starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Saved {
    /// Which game.
    pub id: GameId,
    /// Grows with every change.
    pub revision: i64,
    /// Whether it counts for ratings.
    pub rated: bool,
}

/// What lists show of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameInfo {
    /// Which game, and as of when.
    pub saved: Saved,
    /// The ruleset's name.
    pub rules: String,
    /// The fingerprint of the rules in effect.
    pub fingerprint: Fingerprint,
    /// Who plays.
    pub seats: BySide<Seat>,
    /// How many moves were played.
    pub plies: usize,
    /// When it began.
    pub started: Timestamp,
    /// When it was last changed.
    pub updated: Timestamp,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// How a kept game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// What each player had.
    pub scores: BySide<u16>,
    /// Why it ended, as in game files: `side-empty`, `resigned S`.
    pub termination: String,
    /// When.
    pub finished: Timestamp,
}

impl Outcome {
    /// Whether the game was called off and counts for nobody.
    pub fn is_aborted(&self) -> bool {
        self.termination == Reason::Aborted.termination()
    }
}

/// A kept game, played again move by move.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// What lists show of it.
    pub info: GameInfo,
    /// The game itself. What was taken back can be redone.
    pub game: Game,
    /// Comments and further tags, where it came from a game file.
    pub notes: Option<Record>,
    /// The clocks, if it is played with time.
    pub clocks: Option<Clocks>,
}

/// The tags that Krou writes itself; all others of a game file are notes.
const OWN_TAGS: [&str; 9] = [
    tag::RULES,
    tag::FINGERPRINT,
    tag::SWITCHES,
    tag::SOUTH,
    tag::NORTH,
    tag::DATE,
    tag::RESULT,
    tag::TERMINATION,
    tag::POSITION,
];

pub(crate) fn has_notes(record: &Record) -> bool {
    let own = |name: &str| OWN_TAGS.contains(&name);
    !record.comments.is_empty() || record.tags.iter().any(|(name, _)| !own(name))
}

impl StoredGame {
    /// The game as a game file.
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        let GameInfo { seats, started, .. } = &self.info;
        let day = started.strftime("%Y-%m-%d").to_string();
        let at = record.tags.iter().position(|(name, _)| name == tag::RESULT);
        let who = [
            (tag::SOUTH, seats.south.to_string()),
            (tag::NORTH, seats.north.to_string()),
            (tag::DATE, day),
        ];
        let who = who.map(|(name, value)| (name.to_string(), value));
        let at = at.unwrap_or(record.tags.len());
        record.tags.splice(at..at, who);
        if let Some(notes) = &self.notes {
            let others = notes.tags.iter();
            let others = others.filter(|(name, _)| !OWN_TAGS.contains(&name.as_str()));
            record.tags.extend(others.cloned());
            let stands = |at: usize| record.moves.get(..at) == notes.moves.get(..at);
            let comments = notes.comments.iter().filter(|(at, _)| stands(*at));
            record.comments = comments.cloned().collect();
        }
        record
    }
}

/// Which games to list. The default is all, the last changed first.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only those of this player.
    pub player: Option<PlayerId>,
    /// Only those by the ruleset of this name.
    pub rules: Option<String>,
    /// Only those that go on (`false`) or have ended (`true`).
    pub finished: Option<bool>,
    /// At most so many.
    pub limit: Option<u32>,
}
