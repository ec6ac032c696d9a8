//! What players read beside the rules themselves, in every language. A new language is one more arm of each `match`.

mod help;
mod kept;
mod playing;
mod serving;
mod solving;
mod tables;
mod thinking;
mod unproved;
mod wrong;

pub use help::*;
pub use kept::*;
pub use playing::*;
pub use serving::*;
pub use solving::*;
pub use tables::*;
pub use thinking::*;
pub use unproved::*;
pub use wrong::*;

use std::iter;

use krou_rules::{
    BySide, GameResult, Lang, Move, Position, Reason, Ruleset, Side, reason_words, side_words,
};

/// `3 games`, `1 game`: the singular in each language, of words that take an s.
fn counted(lang: Lang, n: u64, one: [&str; 2]) -> String {
    match lang {
        Lang::En => format!("{n} {}{}", one[0], if n == 1 { "" } else { "s" }),
        Lang::Fr => format!("{n} {}{}", one[1], if n > 1 { "s" } else { "" }),
    }
}

/// Both players' names.
pub fn sides(lang: Lang) -> BySide<&'static str> {
    BySide::new(side_words(Side::South, lang), side_words(Side::North, lang))
}

/// Which exact rules an answer is about: the game, what is changed in it, its fingerprint.
pub fn heading(lang: Lang, ruleset: &Ruleset) -> String {
    let title = ruleset.title.get(lang);
    let (name, print) = (&ruleset.name, ruleset.fingerprint());
    let known = Ruleset::builtin(name).unwrap_or_else(|| ruleset.clone());
    let changed = ruleset.switches.differing(&known.switches);
    let changed = changed
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"));
    let rules: Vec<String> = iter::once(name.clone()).chain(changed).collect();
    let rules = rules.join(" ");
    match lang {
        Lang::En => format!("{title} ({rules}, fingerprint {print})"),
        Lang::Fr => format!("{title} ({rules}, empreinte {print})"),
    }
}

pub fn score(lang: Lang, scores: BySide<u16>) -> String {
    let BySide { south, north } = scores;
    match lang {
        Lang::En => format!("Score: South {south}, North {north}"),
        Lang::Fr => format!("Score\u{a0}: Sud {south}, Nord {north}"),
    }
}

pub fn to_move(lang: Lang, turn: Side, legal: &[Move]) -> String {
    let name = side_words(turn, lang);
    let moves: Vec<String> = legal.iter().map(Move::to_string).collect();
    let moves = moves.join(" ");
    match lang {
        Lang::En => format!("{name} to move: {moves}"),
        Lang::Fr => format!("{name} doit jouer\u{a0}: {moves}"),
    }
}

/// Who begins where the rules draw the first player and nothing says who it was.
pub fn south_assumed(lang: Lang) -> &'static str {
    match lang {
        Lang::En => {
            "The first player is drawn by lot in this game; here South is assumed to begin."
        }
        Lang::Fr => {
            "Dans ce jeu, on tire au sort qui commence\u{a0}; ici, on suppose que c’est Sud."
        }
    }
}

pub fn result(lang: Lang, result: GameResult) -> String {
    let BySide { south, north } = result.scores;
    let (more, less) = (south.max(north), south.min(north));
    let why = reason_words(result.reason, lang);
    match (lang, result.winner) {
        (Lang::En, None) if result.reason == Reason::Aborted => "The game was aborted".into(),
        (Lang::Fr, None) if result.reason == Reason::Aborted => {
            "La partie a été interrompue".into()
        }
        (Lang::En, Some(winner)) => format!("{winner} wins {more} to {less}: {why}"),
        (Lang::En, None) => format!("A draw, {south} to {north}: {why}"),
        (Lang::Fr, Some(winner)) => {
            format!(
                "{} gagne {more} à {less}\u{a0}: {why}",
                side_words(winner, lang)
            )
        }
        (Lang::Fr, None) => format!("Partie nulle, {south} à {north}\u{a0}: {why}"),
    }
}

/// Which move of a list is meant.
pub fn nth_move(lang: Lang, nth: usize, word: &str) -> String {
    match lang {
        Lang::En => format!("move {nth}, {word}"),
        Lang::Fr => format!("coup {nth}, {word}"),
    }
}

pub fn no_such_number(lang: Lang) -> &'static str {
    match lang {
        Lang::En => {
            "no pit of this game has that number; or write moves as letters, such as C or f"
        }
        Lang::Fr => {
            "aucune case de ce jeu n’a ce numéro\u{a0}; ou écrivez les coups en lettres, comme C ou f"
        }
    }
}

pub fn position(lang: Lang, position: &Position) -> String {
    match lang {
        Lang::En => format!("Position: {position}"),
        Lang::Fr => format!("Position\u{a0}: {position}"),
    }
}

/// A count of move sequences, with the speed where it took long enough to mean something.
pub fn sequences(lang: Lang, count: u64, depth: u32, seconds: f64) -> String {
    let count_words = counted(lang, count, ["sequence", "suite"]);
    let depth = counted(lang, depth.into(), ["move", "coup"]);
    let counted = match lang {
        Lang::En => format!("{count_words} of {depth}"),
        Lang::Fr => format!("{count_words} de {depth}"),
    };
    if seconds < 0.1 {
        return counted;
    }
    let millions = count as f64 / seconds / 1e6;
    match lang {
        Lang::En => format!("{counted} in {seconds:.2} s, {millions:.1} million a second"),
        Lang::Fr => {
            let speed = format!(" en {seconds:.2} s, {millions:.1} millions par seconde");
            counted + &speed.replace('.', ",")
        }
    }
}

pub fn switches(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "Switches, as --set takes them:",
        Lang::Fr => "Réglages, tels que --set les accepte\u{a0}:",
    }
}

pub fn sources(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "Sources:",
        Lang::Fr => "Sources\u{a0}:",
    }
}

pub fn good_file(lang: Lang, path: &str) -> String {
    match lang {
        Lang::En => format!("{path}: a good ruleset"),
        Lang::Fr => format!("{path}\u{a0}: un bon fichier de règles"),
    }
}

pub fn same_rules(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "Nothing: both are the same game.",
        Lang::Fr => "Rien\u{a0}: c’est le même jeu.",
    }
}

/// The best chain of a turn, in letters and in the older solver's numbers.
pub fn chain(lang: Lang, moves: &str, count: usize, numbers: &str) -> [String; 2] {
    let count = counted(lang, count as u64, ["move", "coup"]);
    match lang {
        Lang::En => [
            format!("Best chain: {moves} ({count})"),
            format!("In numbers: {numbers}"),
        ],
        Lang::Fr => [
            format!("Meilleure suite\u{a0}: {moves} ({count})"),
            format!("En chiffres\u{a0}: {numbers}"),
        ],
    }
}

/// What a chain brings.
pub fn gained(lang: Lang, gained: i16, store: u8) -> String {
    match lang {
        Lang::En => format!("Seeds gained: {gained}, in the store: {store}"),
        Lang::Fr => format!("Graines gagnées\u{a0}: {gained}, dans le grenier\u{a0}: {store}"),
    }
}

pub fn turn_passes(lang: Lang, turn: Side) -> String {
    let name = side_words(turn, lang);
    match lang {
        Lang::En => format!("The game goes on; {name} is to move."),
        Lang::Fr => format!("La partie continue\u{a0}; {name} doit jouer."),
    }
}

pub fn chain_ends_game(lang: Lang, result: GameResult) -> String {
    let result = self::result(lang, result);
    match lang {
        Lang::En => format!("The chain ends the game. {result}"),
        Lang::Fr => format!("La suite termine la partie. {result}"),
    }
}

/// Asks for the number of seeds in a store or pit; `cell` is empty for a store.
pub fn ask_seeds(lang: Lang, own: bool, cell: &str) -> String {
    match (lang, own, cell) {
        (Lang::En, true, "") => "Own store: ".into(),
        (Lang::En, false, "") => "Opponent’s store: ".into(),
        (Lang::En, true, _) => format!("Own pit {cell}: "),
        (Lang::En, false, _) => format!("Opponent’s pit {cell}: "),
        (Lang::Fr, true, "") => "Votre grenier\u{a0}: ".into(),
        (Lang::Fr, false, "") => "Grenier adverse\u{a0}: ".into(),
        (Lang::Fr, true, _) => format!("Votre case {cell}\u{a0}: "),
        (Lang::Fr, false, _) => format!("Case adverse {cell}\u{a0}: "),
    }
}

/// Why a typed number of seeds is no good; `most` is what may still be given.
pub fn bad_seeds(lang: Lang, typed: &str, most: u16) -> String {
    match lang {
        Lang::En => format!("“{typed}” will not do: type a whole number from 0 to {most}."),
        Lang::Fr => {
            format!("«\u{a0}{typed}\u{a0}» ne va pas\u{a0}: tapez un nombre entier de 0 à {most}.")
        }
    }
}
