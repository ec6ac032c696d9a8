//! What is wrong with a ruleset file, where, and what would be right.

use std::ops::Range;

use crate::{Allowed, Nonsense};

/// What is wrong with a ruleset file, and where.
///
/// It displays as `line:column: what is wrong; what would be right`, to be put after a file name
/// and a colon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RulesetError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The bytes of the file it is about; inside the text, on character borders.
    pub span: Range<usize>,
    /// What is wrong there.
    pub what: RulesetFault,
}

/// What is wrong with a ruleset file. Words of the file are as an error quotes them: on one line
/// and not too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesetFault {
    /// It is not TOML, for the reason the reader gives.
    NotToml(String),
    /// A key that does not exist, and those that may have been meant.
    NoKey(String, Near),
    /// A switch at the top of the file.
    SwitchAtTop(String),
    /// A key of the top of the file among the switches.
    KeyAmongSwitches(String),
    /// A switch that does not exist, and those that may have been meant.
    NoSwitch(String, Near),
    /// A value the switch does not have.
    BadValue {
        /// The switch.
        key: String,
        /// The value as it stands in the file.
        written: String,
        /// What would be right.
        allowed: Allowed,
    },
    /// A value with quotes it should not have, or without those it should.
    Quotes {
        /// The switch.
        key: String,
        /// The value as it stands in the file.
        written: String,
        /// The value as it should stand.
        meant: String,
    },
    /// `switches` is not a table.
    NoTable,
    /// The switches contradict each other.
    Nonsense(Nonsense),
    /// A game to build on that does not exist, and those that may have been meant.
    NoBase(String, Near),
    /// A numbering that does not exist.
    NoNumbering(String),
    /// A name with signs a name cannot have.
    BadName(String),
    /// A key whose value is some other kind of TOML, not a text.
    NotText(String, &'static str),
    /// A text of this key with a character that a terminal would obey instead of showing it.
    ControlCharacter(String, char),
    /// A key whose value is not a list.
    NotList(String),
    /// A text of this key in a language that does not exist.
    NoLanguage {
        /// The key.
        key: String,
        /// The language.
        lang: String,
    },
}

/// What may have been meant by an unknown word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Near {
    /// This one.
    One(String),
    /// None is near: these are all there are.
    All(Vec<String>),
}

/// A [`RulesetError`] before its line and column are counted.
pub(super) struct Fault {
    pub span: Range<usize>,
    pub what: RulesetFault,
}

impl Fault {
    pub fn new(span: Range<usize>, what: RulesetFault) -> Self {
        Fault { span, what }
    }

    pub fn locate(self, text: &str) -> RulesetError {
        let start = text.floor_char_boundary(self.span.start);
        let end = text.ceil_char_boundary(self.span.end).max(start);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        RulesetError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span: start..end,
            what: self.what,
        }
    }
}

/// A word of the file as an error quotes it: on one line, and never longer than helps.
pub(crate) fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    let mut short = String::new();
    for c in word.chars().take(MOST) {
        if c.is_control() {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    if word.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// The nearest of `known`, or all of them if none is near.
pub(crate) fn nearest(word: &str, known: &[&str]) -> Near {
    let word = shortened(word);
    let near = known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), *candidate))
        .min()
        .filter(|(steps, candidate)| *steps <= (candidate.len() / 3).max(2));
    match near {
        Some((_, candidate)) => Near::One(candidate.to_string()),
        None => Near::All(known.iter().map(ToString::to_string).collect()),
    }
}
