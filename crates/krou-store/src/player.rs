//! Players and their names.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::{Seat, reserved};

/// Which player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

/// Somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Which player; stays when the name changes.
    pub id: PlayerId,
    /// What they are called.
    pub name: Name,
    /// Since when they are known.
    pub created: Timestamp,
}

/// A name for a player or a guest: one line of text that can be told apart from others.
///
/// ```
/// use krou_store::Name;
/// let ama: Name = "  Ama   Serwaa ".parse()?;
/// assert_eq!(ama.as_str(), "Ama Serwaa");
/// assert_eq!(ama.key(), "AMA SERWAA".parse::<Name>()?.key());
/// assert!("".parse::<Name>().is_err());
/// # Ok::<(), krou_store::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

/// Text that cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing to be seen.
    #[error("a name needs at least one character")]
    Empty,
    /// Longer than [`Name::LONGEST`].
    #[error("a name has at most {} characters", Name::LONGEST)]
    TooLong,
    /// A line break or another character that is not text.
    #[error("a name is one line of plain text, without control characters")]
    Control,
    /// The name of an engine level.
    #[error("this is how the engine is called; choose another name")]
    Engine,
    /// An account's name that is too short or too long.
    #[error("an account’s name has 2 to 20 characters")]
    AccountLength,
    /// An account's name with something else than letters.
    #[error("an account’s name begins with a letter and has letters, digits, `-` and `_` only")]
    AccountLetters,
    /// An account's name in several scripts.
    #[error("an account’s name is written in one script, not in several at once")]
    AccountScripts,
    /// A player's name that means something else where a player is named.
    #[error("this means something else where a player is named; choose another name")]
    Reserved,
}

impl Name {
    /// The most characters a name has.
    pub const LONGEST: usize = 40;

    /// The name as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is compared: upper and lower case, and the ways Unicode has to write one
    /// character, make no difference.
    pub fn key(&self) -> String {
        Name::key_of(&self.0)
    }

    /// The name as it is put in order among others: a letter with an accent stands beside the same
    /// letter without one.
    pub fn sort_key(&self) -> (String, String) {
        let key = self.key();
        let plain = key.nfd().filter(|c| !is_combining_mark(*c)).collect();
        (plain, key)
    }

    /// Refuses a name no player can have, because it means something else where a player is named.
    /// Guests and players in game files may be called anything.
    ///
    /// # Errors
    ///
    /// [`NameError::Reserved`] for digits and signs alone, a leading `-`, and reserved words such
    /// as `guest` and `level:3`.
    pub fn check_player(&self) -> Result<(), NameError> {
        if reserved::is_reserved(&self.0) {
            return Err(NameError::Reserved);
        }
        Ok(())
    }

    /// A name that was checked when it was stored.
    pub(crate) fn kept(text: String) -> Name {
        Name(text)
    }

    /// How a text is compared with names; a text that is no name is like none.
    pub fn key_of(text: &str) -> String {
        let folded: String = text.nfkc().flat_map(char::to_lowercase).nfkc().collect();
        folded.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let invisible = |c: char| {
            c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        };
        if text.contains(invisible) {
            return Err(NameError::Control);
        }
        let text: String = text.nfc().collect();
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            0 => Err(NameError::Empty),
            n if n > Name::LONGEST => Err(NameError::TooLong),
            _ if Seat::level_named(&name).is_some() => Err(NameError::Engine),
            _ => Ok(Name(name)),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_compared_regardless_of_case_and_composition() {
        let key = |text: &str| text.parse::<Name>().unwrap().key();
        assert_eq!(key("Élodie"), key("ÉLODIE"));
        assert_eq!(key("E\u{301}lodie"), key("élodie"));
        assert_ne!(key("Elodie"), key("Élodie"));
    }

    #[test]
    fn a_letter_with_an_accent_is_put_beside_the_same_letter_without() {
        let mut names =
            ["Wanda", "Élodie", "Elodie", "Zoé", "eric", "Ébo"].map(|n| n.parse::<Name>().unwrap());
        names.sort_by_cached_key(Name::sort_key);
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        assert_eq!(names, ["Ébo", "Elodie", "Élodie", "eric", "Wanda", "Zoé"]);
    }

    #[test]
    fn a_name_that_could_not_be_told_or_typed_is_refused() {
        let refused = |text: &str| text.parse::<Name>().unwrap_err();
        assert_eq!(refused(" \u{a0} "), NameError::Empty);
        assert_eq!(refused("a\nb"), NameError::Control);
        assert_eq!(refused("Ama\u{200b}"), NameError::Control);
        assert_eq!(refused(&"x".repeat(41)), NameError::TooLong);
        assert_eq!(refused("KROU level 10"), NameError::Engine);
        assert!("é".repeat(40).parse::<Name>().is_ok());
    }
}
