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
            format!("cannot listen on {place}: {error}; choose another --port or --host")
        }
        Lang::Fr => {
            format!(
                "impossible d’écouter sur {place} : {error} ; choisissez un autre --port ou --host"
            )
        }
    }
}
