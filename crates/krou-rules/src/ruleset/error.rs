//! What is wrong with a ruleset file, where, and what would be right.

use std::fmt;
use std::ops::Range;

/// What is wrong with a ruleset file, and where.
///
/// It displays as `line:column: what is wrong; what would be right`, to be put after a file name
/// and a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The bytes of the file it is about; inside the text, on character borders.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right, if the message does not say it already.
    pub help: Option<String>,
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RulesetError {}

/// A [`RulesetError`] before its line and column are counted.
pub(super) struct Fault {
    pub span: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

impl Fault {
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Fault {
            span,
            message: message.into(),
            help: Some(help.into()),
        }
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
            message: self.message,
            help: self.help,
        }
    }
}

/// A word of the file as an error quotes it: on one line, and never longer than helps.
pub(super) fn shortened(word: &str) -> String {
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

/// "did you mean" the nearest of `known`, or all of them if none is near.
pub(super) fn nearest(word: &str, known: &[&str], all: &str) -> String {
    let near = known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .min()
        .filter(|(steps, candidate)| *steps <= (candidate.len() / 3).max(2));
    match near {
        Some((_, candidate)) => format!("did you mean `{candidate}`?"),
        None => format!("{all} {}", known.join(", ")),
    }
}

/// How many letters must be added, dropped or changed to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
