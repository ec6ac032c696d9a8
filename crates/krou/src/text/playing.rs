//! What `krou play` says beside the game.

use krou_rules::Lang;

pub fn no_json(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "a game is no answer, so `krou play` has no use for --json; leave it out",
        Lang::Fr => {
            "une partie n’est pas une réponse\u{a0}: `krou play` n’a que faire de --json, omettez-le"
        }
    }
}

pub fn no_terminal(lang: Lang, why: &str) -> String {
    match lang {
        Lang::En => format!("the terminal cannot be used ({why}); play line by line with --plain"),
        Lang::Fr => format!(
            "le terminal ne peut pas être utilisé ({why})\u{a0}; jouez ligne par ligne avec --plain"
        ),
    }
}

pub fn no_unfinished_game(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "there is no game to go on with; begin one with `krou play`",
        Lang::Fr => "il n’y a pas de partie à continuer\u{a0}; commencez-en une avec `krou play`",
    }
}
