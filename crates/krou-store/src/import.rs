//! Games from game files.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use krou_rules::{BySide, Fingerprint, Lang, Record, RecordError, ReplayError, Rules, record::tag};

use crate::{GameId, Name, NameError, NewGame, Player, Seat, Timestamp};

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The games that are new here.
    pub added: Vec<GameId>,
    /// The games that were here already: same rules, start, moves, end, names and day.
    pub known: Vec<GameId>,
}

impl Imported {
    /// What came of it, in a sentence without its full stop.
    pub fn text(&self, lang: Lang) -> String {
        let (added, known) = (self.added.len(), self.known.len());
        let many = match lang {
            Lang::En => added != 1,
            Lang::Fr => added > 1,
        };
        let s = if many { "s" } else { "" };
        match (lang, known) {
            (Lang::En, 0) => format!("{added} game{s} imported"),
            (Lang::En, _) => format!("{added} game{s} imported, {known} already here"),
            (Lang::Fr, 0) => format!("{added} partie{s} importée{s}"),
            (Lang::Fr, _) => format!("{added} partie{s} importée{s}, {known} déjà là"),
        }
    }
}

/// Why a file with games cannot be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// It cannot be read, as the system tells it.
    Unreadable(String),
    /// It is longer than any file of games.
    TooLong,
    /// It is not text.
    NotText,
    /// It is no game file.
    File(RecordError),
    /// One of its games is none.
    Game {
        /// Which game of the file, from 1.
        number: usize,
        /// The line on which it begins.
        line: usize,
        /// What is wrong with it.
        why: BadGame,
    },
}

/// What is wrong with a game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// It cannot be played by its rules.
    Replay(ReplayError),
    /// A player's name cannot be one: the tag and why.
    Name(&'static str, NameError),
    /// The `Date` tag is not a day.
    Day(String),
}

impl BadGame {
    /// The error in a sentence.
    pub fn text(&self, lang: Lang) -> String {
        match (self, lang) {
            (BadGame::Replay(error), _) => error.text(lang),
            (BadGame::Name(tag, why), Lang::En) => format!("the {tag} tag: {why}"),
            (BadGame::Name(tag, why), Lang::Fr) => {
                format!("la balise {tag}\u{a0}: {}", why.french())
            }
            (BadGame::Day(text), Lang::En) => {
                format!("the Date tag: `{text}` is not a day such as 2026-11-15")
            }
            (BadGame::Day(text), Lang::Fr) => {
                format!("la balise Date\u{a0}: `{text}` n’est pas un jour comme 2026-11-15")
            }
        }
    }
}

impl From<ReplayError> for BadGame {
    fn from(error: ReplayError) -> BadGame {
        BadGame::Replay(error)
    }
}

impl ImportError {
    /// The error in a sentence.
    pub fn text(&self, lang: Lang) -> String {
        match (self, lang) {
            (ImportError::Unreadable(why), Lang::En) => {
                format!("this file cannot be read: {why}")
            }
            (ImportError::Unreadable(why), Lang::Fr) => {
                format!("ce fichier ne peut pas être lu\u{a0}: {why}")
            }
            (ImportError::TooLong, Lang::En) => "this file is longer than 64 MiB; split it".into(),
            (ImportError::TooLong, Lang::Fr) => {
                "ce fichier dépasse 64 Mio\u{a0}; partagez-le".into()
            }
            (ImportError::NotText, Lang::En) => {
                "this file is not UTF-8 text; save it as UTF-8".into()
            }
            (ImportError::NotText, Lang::Fr) => {
                "ce fichier n’est pas du texte UTF-8\u{a0}; enregistrez-le en UTF-8".into()
            }
            (ImportError::File(error), _) => error.text(lang),
            (ImportError::Game { number, line, why }, Lang::En) => {
                let why = why.text(lang);
                format!("game {number}, which begins on line {line}: {why}")
            }
            (ImportError::Game { number, line, why }, Lang::Fr) => {
                let why = why.text(lang);
                format!("partie {number}, qui commence à la ligne {line}\u{a0}: {why}")
            }
        }
    }
}

impl std::error::Error for ImportError {}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

/// Hundreds of thousands of games, and an end for files that have none.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Reads the games in a file, as [`read_games`] does.
pub fn read_game_file(path: &Path, players: &[Player]) -> Result<Vec<NewGame>, ImportError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| ImportError::Unreadable(error.to_string()))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ImportError::TooLong);
    }
    let text = String::from_utf8(bytes).map_err(|_| ImportError::NotText)?;
    read_games(&text, players)
}

/// Reads a text with games and plays each by its rules; one bad game refuses them all. A side that
/// bears the name of one of the `players` is theirs, any other a guest's or the engine's. The
/// games are unrated: a file can say anything.
pub fn read_games(text: &str, players: &[Player]) -> Result<Vec<NewGame>, ImportError> {
    let players: HashMap<String, &Player> = players.iter().map(|p| (p.name.key(), p)).collect();
    let mut compiled: HashMap<(String, Fingerprint), Arc<Rules>> = HashMap::new();
    let records = Record::read_all(text).map_err(ImportError::File)?;
    let games = records.into_iter().enumerate();
    games
        .map(|(i, (line, record))| {
            read_game(record, &players, &mut compiled).map_err(|why| ImportError::Game {
                number: i + 1,
                line,
                why,
            })
        })
        .collect()
}

fn read_game(
    record: Record,
    players: &HashMap<String, &Player>,
    compiled: &mut HashMap<(String, Fingerprint), Arc<Rules>>,
) -> Result<NewGame, BadGame> {
    let ruleset = record.ruleset()?;
    let key = (ruleset.name.clone(), ruleset.fingerprint());
    let rules = if let Some(rules) = compiled.get(&key) {
        Arc::clone(rules)
    } else {
        let rules = Arc::new(Rules::new(ruleset).map_err(ReplayError::Nonsense)?);
        compiled.insert(key, Arc::clone(&rules));
        rules
    };
    let game = record.replay(rules)?;
    let seat = |name: &'static str| -> Result<Seat, BadGame> {
        let found = record.tag(name).filter(|text| !text.trim().is_empty());
        let text = found.unwrap_or("?");
        if let Some(level) = Seat::level_named(text) {
            return Ok(Seat::Engine(level));
        }
        let player = players.get(&Name::key_of(text)).copied().cloned();
        let guest = || text.parse().map(Seat::Guest);
        player
            .map_or_else(guest, |player| Ok(Seat::Player(player)))
            .map_err(|error| BadGame::Name(name, error))
    };
    let seats = BySide::new(seat(tag::SOUTH)?, seat(tag::NORTH)?);
    let started = record.tag(tag::DATE).map(read_day).transpose()?.flatten();
    Ok(NewGame {
        seats,
        rated: false,
        started,
        game,
        notes: Some(record),
        clocks: None,
    })
}

/// The day of a `Date` tag; `?` in it, or nothing, is a day not known.
fn read_day(text: &str) -> Result<Option<Timestamp>, BadGame> {
    if text.trim().is_empty() || text.contains('?') {
        return Ok(None);
    }
    let day: Option<jiff::civil::Date> = text.trim().parse().ok();
    let midnight = day.and_then(|day| day.to_zoned(jiff::tz::TimeZone::UTC).ok());
    let midnight = midnight.ok_or_else(|| BadGame::Day(text.to_string()))?;
    Ok(Some(midnight.timestamp()))
}
