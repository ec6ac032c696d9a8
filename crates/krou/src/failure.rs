//! How a call can fail, and what it says and returns then.

use std::fmt;
use std::io;

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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Call(sentence) | Failure::No(Some(sentence)) => {
                writeln!(f, "error: {sentence}")
            }
            Failure::Clap(text) => f.write_str(text),
            Failure::No(None) => Ok(()),
            Failure::Output(error) if is_closed(error) => Ok(()),
            Failure::Output(error) => writeln!(f, "error: the answer cannot be written: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
