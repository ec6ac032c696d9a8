//! What is said when a position, a move, a game or a ruleset is wrong.

use std::fmt;

use super::words;
use crate::{
    IllegalMove, Lang, MoveError, MoveFault, Nonsense, PositionError, RecordError, ReplayError,
    RulesetError, RulesetFault, SetupError, SetupFault, SwitchError,
};

/// What every language must be able to say when something is wrong: what, and what would be right,
/// in words that can follow a colon, without a capital or a full stop.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "all errors are told alike, small or not"
)]
pub(super) trait Errors {
    /// Why a move may not be played.
    fn illegal_move(&self, why: &IllegalMove) -> String;

    /// Why a setup is no position of a game.
    fn position(&self, why: &PositionError) -> String;

    /// What is wrong with a position as it is written.
    fn setup_fault(&self, what: &SetupFault) -> String;

    /// The same, and where.
    fn setup(&self, error: &SetupError) -> String;

    /// What is wrong with moves as they are written.
    fn move_fault(&self, what: &MoveFault) -> String;

    /// The same, and where.
    fn moves(&self, error: &MoveError) -> String;

    /// What is wrong with a game file, and where.
    fn record(&self, error: &RecordError) -> String;

    /// Why a game file does not tell a game by its own rules.
    fn replay(&self, why: &ReplayError) -> String;

    /// Why a switch could not be set.
    fn switch(&self, why: &SwitchError) -> String;

    /// Why switches make no sense together.
    fn nonsense(&self, why: &Nonsense) -> String;

    /// What is wrong with a ruleset file; and what would be right, if that does not say it already.
    fn ruleset_fault(&self, what: &RulesetFault) -> (String, Option<String>);

    /// What stands between what is wrong and what would be right.
    fn semicolon(&self) -> &'static str {
        "; "
    }

    /// The same as one sentence, and where.
    fn ruleset(&self, error: &RulesetError) -> String {
        let RulesetError { line, column, .. } = error;
        let (message, help) = self.ruleset_fault(&error.what);
        let help = help.map_or_else(String::new, |help| self.semicolon().to_string() + &help);
        format!("{line}:{column}: {message}{help}")
    }
}

macro_rules! said_by {
    ($($method:ident: $error:ty),+ $(,)?) => {$(
        impl $error {
            /// The error in words that can follow a colon, without a capital or a full stop.
            pub fn text(&self, lang: Lang) -> String {
                words(lang).$method(self)
            }
        }

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.text(Lang::En))
            }
        }
    )+};
}

said_by! {
    illegal_move: IllegalMove,
    position: PositionError,
    setup_fault: SetupFault,
    setup: SetupError,
    move_fault: MoveFault,
    moves: MoveError,
    record: RecordError,
    replay: ReplayError,
    switch: SwitchError,
    nonsense: Nonsense,
    ruleset: RulesetError,
}

impl RulesetError {
    /// What is wrong, without the place.
    pub fn message(&self, lang: Lang) -> String {
        words(lang).ruleset_fault(&self.what).0
    }

    /// What would be right, if the message does not say it already.
    pub fn help(&self, lang: Lang) -> Option<String> {
        words(lang).ruleset_fault(&self.what).1
    }
}

/// The quoted words of a list.
pub(super) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    words.join(", ")
}
