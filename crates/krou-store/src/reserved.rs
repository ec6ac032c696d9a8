//! Names no player can have: the one list, for the command, the terminal game and the web app.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::AccountName;

/// Words that mean something else where a player is named, or that speak for this place.
const WORDS: [&str; 24] = [
    "admin",
    "administrateur",
    "administrator",
    "anonyme",
    "anonymous",
    "bot",
    "computer",
    "engine",
    "guest",
    "invite",
    "krou",
    "level",
    "moderateur",
    "moderator",
    "moteur",
    "niveau",
    "nord",
    "north",
    "ordinateur",
    "root",
    "south",
    "sud",
    "support",
    "system",
];

/// Words that stand for the engine once a number follows: `level:3`, `Krou level 3`, `depth:8`.
const BEFORE_A_NUMBER: [&str; 13] = [
    "depth",
    "engine",
    "krou",
    "krou level",
    "krou niveau",
    "level",
    "mcts",
    "moteur",
    "niveau",
    "nodes",
    "sight",
    "solve",
    "time",
];

/// Whether a player of this name could not be named, or would be taken for something else.
pub(crate) fn is_reserved(name: &str) -> bool {
    let sign = |c: char| c.is_numeric() || c.is_whitespace() || c.is_ascii_punctuation();
    // A command reads a leading hyphen as an option, and a number as a level of the engine.
    if name.starts_with('-') || name.nfkc().all(sign) {
        return true;
    }
    let is = |words: &[&str], text: &str| {
        let plain: String = text.nfkd().filter(|c| !is_combining_mark(*c)).collect();
        // As it is written, and in small letters: a capital i looks like an l.
        let looks = [&plain, &plain.to_lowercase()].map(|text| AccountName::look_of(text));
        let looks_like = |word: &&str| looks.contains(&AccountName::look_of(word));
        words.iter().any(looks_like)
    };
    let words = |text: &str| {
        let words = text.split(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join(" ")
    };
    let before = name.trim_end_matches(sign);
    let number = name[before.len()..].contains(char::is_numeric);
    is(&WORDS, &words(name)) || (number && is(&BEFORE_A_NUMBER, &words(before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_means_something_else_is_reserved() {
        for reserved in [
            "3",
            "10",
            "+3",
            "٣",
            "３",
            "1 2",
            "?",
            "--",
            "-x",
            "guest",
            "GUEST",
            "Invité",
            "invité",
            "level",
            "Level 3",
            "level:3",
            "niveau-3",
            "krou",
            "KR0U",
            "Krou level 99",
            "engine",
            "depth:8",
            "time:0.5",
            "South",
            "nord",
            "[guest]",
        ] {
            assert!(is_reserved(reserved), "{reserved}");
        }
        for fine in [
            "Ama", "Ama 3", "3rd", "Kofi-7", "bot 7", "Timea", "Levelle", "Krouba", "阿玛", "🐘",
            "Southey", "Guesty",
        ] {
            assert!(!is_reserved(fine), "{fine}");
        }
    }
}
