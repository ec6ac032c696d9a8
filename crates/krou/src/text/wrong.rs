//! What is said when a call, or a file it names, is wrong.

use std::fmt;

use krou_rules::Lang;

/// What stands before every complaint.
pub fn error(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "error: ",
        Lang::Fr => "erreur\u{a0}: ",
    }
}

/// A complaint about something: what it is about, and what is wrong with it.
pub fn about(lang: Lang, given: &dyn fmt::Display, what: &dyn fmt::Display) -> String {
    match lang {
        Lang::En => format!("{given}: {what}"),
        Lang::Fr => format!("{given}\u{a0}: {what}"),
    }
}

pub fn no_answer_written(lang: Lang, why: &std::io::Error) -> String {
    match lang {
        Lang::En => format!("the answer cannot be written: {why}"),
        Lang::Fr => format!("la réponse ne peut pas être écrite\u{a0}: {why}"),
    }
}

pub fn no_such_game(lang: Lang, name: &str, games: &[&str]) -> String {
    let games = games.join(", ");
    match lang {
        Lang::En => format!(
            "there is no game `{name}`; the games are {games}, or give a ruleset file, such as ./{name}.toml"
        ),
        Lang::Fr => format!(
            "il n’y a pas de jeu `{name}`\u{a0}; les jeux\u{a0}: {games}, ou donnez un fichier de règles, comme ./{name}.toml"
        ),
    }
}

pub fn no_equals_sign(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "write a switch, `=` and its value, such as seeds=6",
        Lang::Fr => "écrivez un réglage, `=` et sa valeur, comme seeds=6",
    }
}

pub fn no_use(lang: Lang, command: &str, option: &str) -> String {
    match lang {
        Lang::En => format!("`krou {command}` has no use for {option}; leave it out"),
        Lang::Fr => format!("`krou {command}` n’a que faire de {option}\u{a0}; omettez-le"),
    }
}

pub fn unreadable_file(lang: Lang, why: &std::io::Error) -> String {
    match lang {
        Lang::En => format!("this file cannot be read: {why}"),
        Lang::Fr => format!("ce fichier ne peut pas être lu\u{a0}: {why}"),
    }
}

pub fn long_ruleset(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "this file is longer than 64 KiB, too long for a ruleset",
        Lang::Fr => "ce fichier dépasse 64 Kio, c’est trop long pour des règles",
    }
}

pub fn no_utf_8_byte(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "this byte is not UTF-8 text; save the file as UTF-8",
        Lang::Fr => "cet octet n’est pas du texte UTF-8\u{a0}; enregistrez le fichier en UTF-8",
    }
}

/// Which line of a file is meant.
pub fn line(lang: Lang, number: usize) -> String {
    match lang {
        Lang::En => format!("line {number}"),
        Lang::Fr => format!("ligne {number}"),
    }
}

pub fn no_game_in_file(lang: Lang, wanted: u32, found: usize) -> String {
    match lang {
        Lang::En => format!("there is no game {wanted}; the file has {found}"),
        Lang::Fr => format!("il n’y a pas de partie {wanted}\u{a0}; le fichier en a {found}"),
    }
}

pub fn no_turn_to_play(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "the game is over; there is no turn to play",
        Lang::Fr => "la partie est finie\u{a0}; il n’y a plus de tour à jouer",
    }
}

/// Numbers given one by one.
pub fn the_numbers(lang: Lang, numbers: &str) -> String {
    match lang {
        Lang::En => format!("the numbers {numbers}"),
        Lang::Fr => format!("les nombres {numbers}"),
    }
}

pub fn wrong_count(lang: Lang, wanted: usize, found: usize, pits: u8) -> String {
    match lang {
        Lang::En => format!(
            "expected {wanted} of them, found {found}: own store, opponent's store, {pits} own pits, {pits} of the opponent's"
        ),
        Lang::Fr => format!(
            "il en faut {wanted}, il y en a {found}\u{a0}: votre grenier, le grenier adverse, vos {pits} cases, les {pits} cases adverses"
        ),
    }
}

pub fn numbers_ended(lang: Lang, found: usize, wanted: u8) -> String {
    match lang {
        Lang::En => format!("the numbers ended after {found} of {wanted}"),
        Lang::Fr => format!("les nombres s’arrêtent après {found} sur {wanted}"),
    }
}

pub fn opening_ends_game(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "the game is over after these moves",
        Lang::Fr => "la partie est finie après ces coups",
    }
}

pub fn no_opening(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "there is no opening in this file; write a line of moves for each",
        Lang::Fr => {
            "il n’y a pas d’ouverture dans ce fichier\u{a0}; écrivez une ligne de coups pour chacune"
        }
    }
}
