//! What players read about players and games that are kept.

use std::io;
use std::path::Path;

use krou_rules::{BySide, Lang};
use krou_store::{GameInfo, Player, Rating, Seat, Tally};

use super::counted;

fn games(lang: Lang, n: u64) -> String {
    counted(lang, n, ["game", "partie"])
}

pub fn no_data_dir(lang: Lang) -> &'static str {
    match lang {
        Lang::En => {
            "there is no home directory to keep players and games in; name a directory with --data DIR"
        }
        Lang::Fr => {
            "il n’y a pas de dossier personnel pour garder les joueurs et les parties\u{a0}; indiquez un dossier avec --data DIR"
        }
    }
}

pub fn backed_up(lang: Lang, file: &Path) -> String {
    let file = file.display();
    match lang {
        Lang::En => format!("Everything is copied to {file}."),
        Lang::Fr => format!("Tout est copié dans {file}."),
    }
}

pub fn store_sound(lang: Lang, file: &Path, games: usize) -> String {
    let file = file.display();
    let games = counted(lang, games as u64, ["game", "partie"]);
    match lang {
        Lang::En => format!("{file} is sound: {games}."),
        Lang::Fr => format!("{file} est en bon état\u{a0}: {games}."),
    }
}

pub fn without_log(lang: Lang) -> &'static str {
    match lang {
        Lang::En => {
            "it was copied from a running server without its write-ahead log, so the newest changes are missing; copy it with `krou store backup` instead"
        }
        Lang::Fr => {
            "il a été copié d’un serveur en marche sans son journal, donc les derniers changements manquent\u{a0}; copiez-le plutôt avec «\u{a0}krou store backup\u{a0}»"
        }
    }
}

pub fn created(lang: Lang, player: &Player) -> String {
    match lang {
        Lang::En => format!("{} plays here now.", player.name),
        Lang::Fr => format!("{} joue ici désormais.", player.name),
    }
}

pub fn renamed(lang: Lang, old: &Player, new: &Player) -> String {
    match lang {
        Lang::En => format!("{} is now called {}.", old.name, new.name),
        Lang::Fr => format!("{} s’appelle désormais {}.", old.name, new.name),
    }
}

pub fn forgotten(lang: Lang, player: &Player) -> String {
    match lang {
        Lang::En => format!(
            "{} is forgotten; the games stay, with a guest of that name.",
            player.name
        ),
        Lang::Fr => format!(
            "{} est oublié\u{a0}; les parties restent, avec un invité de ce nom.",
            player.name
        ),
    }
}

pub fn no_players(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "Nobody plays here yet: krou players create NAME",
        Lang::Fr => "Personne ne joue encore ici\u{a0}: krou players create NOM",
    }
}

pub fn no_games(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "There are no such games.",
        Lang::Fr => "Il n’y a pas de telles parties.",
    }
}

pub fn since(lang: Lang, player: &Player, day: &str) -> String {
    match lang {
        Lang::En => format!("{}, here since {day}", player.name),
        Lang::Fr => format!("{}, ici depuis le {day}", player.name),
    }
}

pub fn in_all(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "In all",
        Lang::Fr => "En tout",
    }
}

pub fn rating(lang: Lang, rating: Option<Rating>) -> String {
    let Some(rating) = rating else {
        return match lang {
            Lang::En => "No rated game".into(),
            Lang::Fr => "Aucune partie classée".into(),
        };
    };
    // The true strength lies within two deviations 95 times in 100.
    let (r, d) = (rating.rating, 2.0 * rating.deviation);
    match lang {
        Lang::En => format!("Rating {r:.0} ± {d:.0}"),
        Lang::Fr => format!("Classement {r:.0} ± {d:.0}"),
    }
}

/// How many games were won, drawn and lost.
pub fn results(lang: Lang, tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
        ..
    } = tally;
    let games = games(lang, tally.games());
    match lang {
        Lang::En => format!("{games}: {wins} won, {draws} drawn, {losses} lost"),
        Lang::Fr => {
            let all = [(wins, "gagnée"), (draws, "nulle"), (losses, "perdue")];
            let all = all.map(|(n, word)| counted(lang, *n, ["", word]));
            format!("{games}\u{a0}: {}", all.join(", "))
        }
    }
}

/// The same with the seeds.
pub fn achieved(lang: Lang, tally: &Tally) -> String {
    let results = results(lang, tally);
    let seeds = counted(lang, tally.seeds, ["seed", "graine"]);
    let against = tally.seeds_against;
    match lang {
        Lang::En => format!("{results}; {seeds} to {against}"),
        Lang::Fr => format!("{results}\u{a0}; {seeds} à {against}"),
    }
}

/// Who plays whom, South first.
pub fn versus(lang: Lang, seats: &BySide<Seat>) -> String {
    format!("{} – {}", seats.south.text(lang), seats.north.text(lang))
}

/// How a kept game stands: the scores, or how far it has come.
pub fn state(lang: Lang, game: &GameInfo) -> String {
    if let Some(outcome) = &game.outcome {
        if outcome.is_aborted() {
            return match lang {
                Lang::En => "aborted".into(),
                Lang::Fr => "interrompue".into(),
            };
        }
        let BySide { south, north } = outcome.scores;
        return format!("{south}–{north}");
    }
    let moves = counted(lang, game.plies as u64, ["move", "coup"]);
    match lang {
        Lang::En => format!("{moves}, unfinished"),
        Lang::Fr => format!("{moves}, inachevée"),
    }
}

pub fn game_heading(lang: Lang, game: &GameInfo, day: &str) -> String {
    let (id, who) = (game.saved.id, versus(lang, &game.seats));
    let rated = match (lang, game.saved.rated) {
        (Lang::En, true) => ", rated",
        (Lang::Fr, true) => ", classée",
        (_, false) => "",
    };
    match lang {
        Lang::En => format!("Game {id}: {who}, {day}{rated}"),
        Lang::Fr => format!("Partie {id}\u{a0}: {who}, {day}{rated}"),
    }
}

pub fn exported(lang: Lang, path: &Path, n: usize) -> String {
    format!("{}: {}", path.display(), games(lang, n as u64))
}

pub fn not_written(lang: Lang, path: &Path, error: &io::Error) -> String {
    let path = path.display();
    match (error.kind(), lang) {
        (io::ErrorKind::AlreadyExists, Lang::En) => {
            format!("{path} is there already; choose another file")
        }
        (io::ErrorKind::AlreadyExists, Lang::Fr) => {
            format!("{path} existe déjà\u{a0}; choisissez un autre fichier")
        }
        (io::ErrorKind::NotFound, Lang::En) => {
            format!("{path} cannot be written: its directory is not there")
        }
        (io::ErrorKind::NotFound, Lang::Fr) => {
            format!("impossible d’écrire {path}\u{a0}: son dossier n’existe pas")
        }
        (_, Lang::En) => format!("{path} cannot be written: {error}"),
        (_, Lang::Fr) => format!("impossible d’écrire {path}\u{a0}: {error}"),
    }
}

pub fn deleted(lang: Lang, n: usize) -> String {
    match lang {
        Lang::En => format!("{} deleted", games(lang, n as u64)),
        Lang::Fr => format!(
            "{} supprimée{}",
            games(lang, n as u64),
            if n > 1 { "s" } else { "" }
        ),
    }
}
