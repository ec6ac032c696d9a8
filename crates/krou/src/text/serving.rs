//! What `krou serve` says.

use krou_rules::Lang;

pub fn serving(lang: Lang, address: &str) -> String {
    match lang {
        Lang::En => format!("Krou is at {address} (Ctrl+C ends it)"),
        Lang::Fr => format!("Krou est à l’adresse {address} (Ctrl+C pour arrêter)"),
    }
}

pub fn no_listening(lang: Lang, place: &str, error: &std::io::Error) -> String {
    match lang {
        Lang::En => {
            format!("cannot listen on {place}: {error}; choose another address or port")
        }
        Lang::Fr => {
            format!(
                "impossible d’écouter sur {place} : {error} ; choisissez une autre adresse ou un autre port"
            )
        }
    }
}

pub fn no_settings(lang: Lang, file: &str, error: &std::io::Error) -> String {
    match lang {
        Lang::En => format!("{file}: these settings cannot be read: {error}"),
        Lang::Fr => format!("{file} : ces réglages ne peuvent pas être lus : {error}"),
    }
}

pub fn bad_settings(lang: Lang, line: usize, what: &str) -> String {
    match lang {
        Lang::En => format!("line {line}: {what}"),
        Lang::Fr => format!("ligne {line} : {what}"),
    }
}

pub fn bad_log(lang: Lang, level: &str) -> String {
    match lang {
        Lang::En => format!("--log: “{level}” will not do; say error, warn, info, debug or trace"),
        Lang::Fr => {
            format!("--log : « {level} » ne convient pas ; dites error, warn, info, debug ou trace")
        }
    }
}

pub fn copied_without_log(lang: Lang) -> String {
    match lang {
        Lang::En => format!("Warning about the database: {}.", super::without_log(lang)),
        Lang::Fr => format!(
            "Attention à la base de données\u{a0}: {}.",
            super::without_log(lang)
        ),
    }
}
