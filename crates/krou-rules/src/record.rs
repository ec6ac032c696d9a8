//! A game as a text file: tag pairs, then the moves, with comments kept.
//!
//! ```text
//! [Rules "kalah"]
//! [Fingerprint "94f5d2c1b0a39e87"]
//! [South "Ama"]
//! [North "Kofi"]
//! [Date "2026-11-15"]
//! [Result "26-22"]
//!
//! CF b DA {a long chain} e … 26-22
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use crate::ruleset::{nearest, shortened};
use crate::{
    Fingerprint, Game, IllegalMove, Line, Move, MoveFault, Near, Nonsense, PositionError, Rules,
    Ruleset, SetupError, Side, SwitchError, Switches,
};

/// A game as it stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values, in order. Krou's own are listed in [`tag`]; others are kept as they are.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Comments, each with the number of moves that stand before it.
    pub comments: Vec<(usize, String)>,
    /// What stands after the last move: the scores of a finished game.
    pub result: Option<(u16, u16)>,
}

/// The names of the tags Krou writes and understands.
pub mod tag {
    /// The ruleset's name.
    pub const RULES: &str = "Rules";
    /// The fingerprint of the effective rules.
    pub const FINGERPRINT: &str = "Fingerprint";
    /// Switches that differ from the named ruleset, `pits=5 seeds=2`.
    pub const SWITCHES: &str = "Switches";
    /// Who plays South.
    pub const SOUTH: &str = "South";
    /// Who plays North.
    pub const NORTH: &str = "North";
    /// The day, `2026-11-15`.
    pub const DATE: &str = "Date";
    /// The scores, South's first; `*` for a game not finished.
    pub const RESULT: &str = "Result";
    /// Why the game ended; `resigned S` and `out-of-time S` name who lost by it.
    pub const TERMINATION: &str = "Termination";
    /// The start position, where it is not the usual one.
    pub const POSITION: &str = "Position";
}

/// Text that is not a game file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: RecordFault,
}

/// What is wrong with a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// More than one game, where one is asked for.
    SecondGame,
    /// Something after the result that is no comment.
    AfterResult,
    /// A comment without its `}`.
    OpenComment,
    /// A tag that is not a name and a value in quotes.
    NoTag,
    /// A value without its second quote.
    OpenValue,
    /// A tag without its `]`.
    OpenTag,
    /// Something that is no move.
    Move(MoveFault),
}

/// A game file that does not tell a game by its own rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No `Rules` tag.
    NoRules,
    /// A name in the `Rules` tag that no game has, without a fingerprint to hold the switches
    /// against, and the names that may have been meant.
    UnknownRules(String, Near),
    /// A word of the `Switches` tag that is not `switch=value`.
    SwitchForm(String),
    /// A switch of the `Switches` tag, or its value, that does not exist.
    Switch(#[from] SwitchError),
    /// The switches contradict each other.
    Nonsense(#[from] Nonsense),
    /// The fingerprint is of other rules.
    OtherRules {
        /// In the file.
        found: String,
        /// Of the rules at hand.
        expected: Fingerprint,
        /// The name of the rules at hand.
        name: String,
    },
    /// The `Position` tag cannot be read.
    Setup(#[from] SetupError),
    /// The `Position` tag is no position of these rules.
    Position(#[from] PositionError),
    /// A move that may not be played.
    Move {
        /// Which move, from 1.
        number: usize,
        /// The move.
        m: Move,
        /// Why.
        why: IllegalMove,
    },
    /// The result is not the one the moves lead to.
    Result {
        /// In the file, South's score first.
        found: (u16, u16),
        /// By the rules; none for a game not finished.
        expected: Option<(u16, u16)>,
    },
    /// The `Termination` tag is not understood.
    Termination(String),
}

impl Record {
    /// Reads a file with any number of games, each with the line on which it begins. A game ends
    /// where the tags of the next one begin.
    ///
    /// ```
    /// use krou_rules::Record;
    /// let games = Record::read_all("[Rules \"kalah\"]\nC *\n\n[Rules \"oware\"]\nA b *\n")?;
    /// let found: Vec<_> = games.iter().map(|(line, game)| (*line, game.moves.len())).collect();
    /// assert_eq!(found, [(1, 1), (4, 2)]);
    /// # Ok::<(), krou_rules::RecordError>(())
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<(usize, Record)>, RecordError> {
        let mut reader = Reader::new(text);
        let mut games = Vec::new();
        while reader.skip_space().is_some() {
            games.push((reader.line, reader.game()?));
        }
        Ok(games)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// Sets a tag, in its place or at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_string(), value)),
        }
    }

    /// The record of a game, without names and date.
    pub fn from_game(game: &Game) -> Record {
        let mut record = Record {
            moves: game.moves().to_vec(),
            ..Record::default()
        };
        let rules = game.rules();
        let ruleset = rules.ruleset();
        record.set_tag(tag::RULES, &ruleset.name);
        record.set_tag(tag::FINGERPRINT, rules.fingerprint().to_string());
        let switches: Vec<String> = ruleset
            .switches
            .differing(&named_switches(&ruleset.name))
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        if !switches.is_empty() {
            record.set_tag(tag::SWITCHES, switches.join(" "));
        }
        let start = &game.positions()[0];
        if *start != rules.start() {
            record.set_tag(tag::POSITION, start.to_string());
        }
        match game.result() {
            None => record.set_tag(tag::RESULT, "*"),
            Some(result) => {
                let (south, north) = (result.scores.south, result.scores.north);
                record.result = Some((south, north));
                record.set_tag(tag::RESULT, format!("{south}-{north}"));
                record.set_tag(tag::TERMINATION, result.reason.termination());
            }
        }
        record
    }

    /// The ruleset the game was played by: the named one, with its switches changed as the record
    /// says. An unknown name with a fingerprint is that of a user's ruleset, written out as its
    /// difference from Kalah; without a fingerprint nothing says what its rules are. A fingerprint
    /// of the named game's rules in an earlier version means those.
    pub fn ruleset(&self) -> Result<Ruleset, ReplayError> {
        let name = self.tag(tag::RULES).ok_or(ReplayError::NoRules)?;
        let now = match Ruleset::builtin(name) {
            Some(ruleset) => ruleset,
            None if self.tag(tag::FINGERPRINT).is_none() => {
                let known = nearest(name, &Ruleset::names().collect::<Vec<_>>());
                return Err(ReplayError::UnknownRules(shortened(name), known));
            }
            None => Ruleset::parse(name, "").expect("an empty file is Kalah by another name"),
        };
        let ruleset = self.with_switches(now)?;
        if let Some(print) = self.tag(tag::FINGERPRINT)
            && print != ruleset.fingerprint().to_string()
        {
            for earlier in Ruleset::earlier(name) {
                match self.with_switches(earlier) {
                    Ok(then) if then.fingerprint().to_string() == print => return Ok(then),
                    _ => {}
                }
            }
        }
        Ok(ruleset)
    }

    /// The ruleset with its switches changed as the record says.
    fn with_switches(&self, mut ruleset: Ruleset) -> Result<Ruleset, ReplayError> {
        for word in self.tag(tag::SWITCHES).unwrap_or("").split_whitespace() {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| ReplayError::SwitchForm(shortened(word)))?;
            ruleset.set(key, value)?;
        }
        ruleset.switches.check()?;
        Ok(ruleset)
    }

    /// Plays the game again by `rules`, which must be those it was played by.
    pub fn replay(&self, rules: Arc<Rules>) -> Result<Game, ReplayError> {
        if let Some(found) = self.tag(tag::FINGERPRINT)
            && found != rules.fingerprint().to_string()
        {
            return Err(ReplayError::OtherRules {
                found: found.to_string(),
                expected: rules.fingerprint(),
                name: rules.ruleset().name.clone(),
            });
        }
        let start = match self.tag(tag::POSITION) {
            Some(text) => rules.position(&text.parse()?)?,
            None => rules.start(),
        };
        let mut game = Game::from_position(rules, start);
        for (i, &m) in self.moves.iter().enumerate() {
            let number = i + 1;
            let played = game.play(m).map(|_| ());
            played.map_err(|why| ReplayError::Move { number, m, why })?;
        }
        match self.tag(tag::TERMINATION) {
            None | Some("side-empty" | "no-move" | "majority" | "repetition") => {}
            Some("agreed") => {
                game.agree();
            }
            Some("aborted") => {
                game.abort();
            }
            Some("resigned S") => {
                game.resign(Side::South);
            }
            Some("resigned N") => {
                game.resign(Side::North);
            }
            Some("out-of-time S") => {
                game.run_out(Side::South);
            }
            Some("out-of-time N") => {
                game.run_out(Side::North);
            }
            Some(other) => return Err(ReplayError::Termination(shortened(other))),
        }
        if let Some(found) = self.result {
            let scores = game.result().map(|result| result.scores);
            let expected = scores.map(|scores| (scores.south, scores.north));
            if expected != Some(found) {
                return Err(ReplayError::Result { found, expected });
            }
        }
        Ok(game)
    }
}

fn named_switches(name: &str) -> Switches {
    Ruleset::builtin(name).map_or_else(Switches::default, |ruleset| ruleset.switches)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", escape(value, '"'))?;
        }
        if !self.tags.is_empty() {
            f.write_char('\n')?;
        }
        let mut words = Vec::new();
        let mut comments = self.comments.iter().peekable();
        let mut from = 0;
        loop {
            let here = comments.next_if(|(at, _)| *at <= from || from == self.moves.len());
            if let Some((_, comment)) = here {
                words.push(format!("{{{}}}", escape(comment, '}')));
                continue;
            }
            if from == self.moves.len() {
                break;
            }
            let until = comments
                .peek()
                .map_or(self.moves.len(), |(at, _)| (*at).min(self.moves.len()));
            let line = Line(self.moves[from..until].to_vec()).to_string();
            words.extend(line.split(' ').map(str::to_string));
            from = until;
        }
        words.push(match self.result {
            Some((south, north)) => format!("{south}-{north}"),
            None => "*".into(),
        });
        let mut column = 0;
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > 80 {
                f.write_char('\n')?;
                column = 0;
            } else if column > 0 {
                f.write_char(' ')?;
                column += 1;
            }
            f.write_str(&word)?;
            column += width;
        }
        f.write_char('\n')
    }
}

fn escape(text: &str, end: char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' if end == '"' => out.push_str("\\n"),
            c if c == end || c == '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::new(text);
        let record = reader.game()?;
        match reader.skip_space() {
            None => Ok(record),
            Some(_) => reader.error(RecordFault::SecondGame),
        }
    }
}

/// Reads a game file and knows where it is.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    /// A game: it ends where the file does or the tags of another game begin.
    fn game(&mut self) -> Result<Record, RecordError> {
        let mut record = Record::default();
        while self.skip_space() == Some('[') {
            record.tags.push(self.tag()?);
        }
        while let Some(c) = self.skip_space() {
            match c {
                '[' => break,
                '{' => {
                    self.take();
                    let comment = self.quoted('}', RecordFault::OpenComment)?;
                    record.comments.push((record.moves.len(), comment));
                }
                ';' => {
                    let comment = self.take_while(|c| c != '\n');
                    let comment = comment[1..].trim().to_string();
                    record.comments.push((record.moves.len(), comment));
                }
                _ => {
                    if record.result.is_some() {
                        return self.error(RecordFault::AfterResult);
                    }
                    self.word(&mut record)?;
                }
            }
        }
        Ok(record)
    }

    fn error<T>(&self, what: RecordFault) -> Result<T, RecordError> {
        Err(RecordError {
            line: self.line,
            column: self.column,
            what,
        })
    }

    fn take(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let all = self.rest;
        while self.rest.chars().next().is_some_and(&wanted) {
            self.take();
        }
        &all[..all.len() - self.rest.len()]
    }

    /// Passes over white space; the character after it.
    fn skip_space(&mut self) -> Option<char> {
        self.take_while(|c| c.is_whitespace() || c == '\u{feff}');
        self.rest.chars().next()
    }

    /// Text up to `end`, which is taken too; `\` takes the next character as it is.
    fn quoted(&mut self, end: char, what: RecordFault) -> Result<String, RecordError> {
        let (line, column) = (self.line, self.column);
        let mut text = String::new();
        loop {
            match self.take() {
                Some(c) if c == end => return Ok(text),
                Some('\\') => match self.take() {
                    Some('n') if end == '"' => text.push('\n'),
                    Some(c) => text.push(c),
                    None => {}
                },
                Some('\n') if end == '"' => break,
                Some(c) => text.push(c),
                None => break,
            }
        }
        Err(RecordError { line, column, what })
    }

    fn tag(&mut self) -> Result<(String, String), RecordError> {
        self.take();
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if name.is_empty() {
            return self.error(RecordFault::NoTag);
        }
        self.take_while(|c| c == ' ' || c == '\t');
        if self.take() != Some('"') {
            return self.error(RecordFault::NoTag);
        }
        let value = self.quoted('"', RecordFault::OpenValue)?;
        self.take_while(|c| c == ' ' || c == '\t');
        if self.take() != Some(']') {
            return self.error(RecordFault::OpenTag);
        }
        Ok((name.to_string(), value))
    }

    /// Moves, a move number, or the result.
    fn word(&mut self, record: &mut Record) -> Result<(), RecordError> {
        let (line, column) = (self.line, self.column);
        let word = self.take_while(|c| !c.is_whitespace() && c != '{' && c != ';');
        if word == "*" {
            return Ok(());
        }
        let number = word.trim_end_matches('.');
        if number != word && number.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(());
        }
        if let Some((south, north)) = word.split_once('-')
            && let (Ok(south), Ok(north)) = (south.parse(), north.parse())
        {
            record.result = Some((south, north));
            return Ok(());
        }
        match word.parse::<Line>() {
            Ok(Line(moves)) => {
                record.moves.extend(moves);
                Ok(())
            }
            Err(error) => Err(RecordError {
                line,
                column: column + error.at - 1,
                what: RecordFault::Move(error.what),
            }),
        }
    }
}
