//! What players read beside the rules themselves, in every language. A new language is one more arm of each `match`.

use std::iter;

use krou_rules::{
    BySide, GameResult, Lang, Move, Position, Ruleset, Side, reason_words, side_words,
};

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

pub fn result(lang: Lang, result: GameResult) -> String {
    let BySide { south, north } = result.scores;
    let (more, less) = (south.max(north), south.min(north));
    let why = reason_words(result.reason, lang);
    match (lang, result.winner) {
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
    let many = |n: u64| match lang {
        Lang::En if n != 1 => "s",
        Lang::Fr if n > 1 => "s",
        _ => "",
    };
    let (s, s2) = (many(count), many(depth.into()));
    let counted = match lang {
        Lang::En => format!("{count} sequence{s} of {depth} move{s2}"),
        Lang::Fr => format!("{count} suite{s} de {depth} coup{s2}"),
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
