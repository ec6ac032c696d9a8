//! How a call can fail, and what it says and returns then.

use std::io;

use krou_rules::Lang;

use crate::text;

/// What every command returns.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The call is wrong: what, where, and what would be right.
    Call(String),
    /// The call is wrong, and clap has said so in full.
    Clap(String),
    /// The answer is no: why, unless that has been said.
    No(Option<String>),
    /// The answer could not be written.
    Output(io::Error),
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Call(_) | Failure::Clap(_) => 2,
            Failure::No(_) => 1,
            Failure::Output(error) => u8::from(!is_closed(error)),
        }
    }
}

/// Whether the reader went away: `krou rules list | head -1` is no failure.
fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

impl Failure {
    /// What is said of it, on lines of its own.
    pub fn text(&self, lang: Lang) -> String {
        let error = |sentence: &str| format!("{}{sentence}\n", text::error(lang));
        match self {
            Failure::Call(sentence) | Failure::No(Some(sentence)) => error(sentence),
            Failure::Clap(text) => text.clone(),
            Failure::No(None) => String::new(),
            Failure::Output(why) if is_closed(why) => String::new(),
            Failure::Output(why) => error(&text::no_answer_written(lang, why)),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
