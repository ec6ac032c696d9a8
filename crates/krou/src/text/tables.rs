//! What players read of endgame tables.

use std::collections::BTreeMap;

use krou_engine::Value;
use krou_rules::{Lang, Side, side_words};
use krou_tables::{Bounds, Built, Disagreement, Kind, Margins, Plan};

use super::counted;

fn seeds_words(lang: Lang, n: u64) -> String {
    counted(lang, n, ["seed", "graine"])
}

fn positions_words(lang: Lang, n: u64) -> String {
    counted(lang, n, ["position"; 2])
}

/// A number of bytes.
fn bytes(lang: Lang, bytes: u64) -> String {
    let units = match lang {
        Lang::En => ["B", "kB", "MB", "GB", "TB"],
        Lang::Fr => ["o", "ko", "Mo", "Go", "To"],
    };
    let mut number = bytes as f64;
    let mut unit = 0;
    while number >= 999.5 && unit + 1 < units.len() {
        number /= 1000.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && number < 99.5);
    decimal(lang, &format!("{number:.digits$}\u{a0}{}", units[unit]))
}

/// A number as the language writes it.
fn decimal(lang: Lang, number: &str) -> String {
    match lang {
        Lang::En => number.to_string(),
        Lang::Fr => number.replace('.', ","),
    }
}

/// There is no directory to look for tables in.
pub fn no_such_tables(lang: Lang, place: &str) -> String {
    match lang {
        Lang::En => format!(
            "--tables {place}: there is no such directory; krou tables build --dir {place} makes one"
        ),
        Lang::Fr => format!(
            "--tables {place}\u{a0}: ce répertoire n’existe pas\u{a0}; krou tables build --dir {place} le crée"
        ),
    }
}

/// A time, roughly.
fn about(lang: Lang, seconds: f64) -> String {
    match (lang, seconds) {
        (Lang::En, ..1.0) => "less than a second".into(),
        (Lang::Fr, ..1.0) => "moins d’une seconde".into(),
        (Lang::En, ..100.0) => format!("about {seconds:.0} s"),
        (Lang::Fr, ..100.0) => format!("environ {seconds:.0} s"),
        (Lang::En, ..6000.0) => format!("about {:.0} min", seconds / 60.0),
        (Lang::Fr, ..6000.0) => format!("environ {:.0} min", seconds / 60.0),
        (Lang::En, _) => format!("about {:.0} h", seconds / 3600.0),
        (Lang::Fr, _) => format!("environ {:.0} h", seconds / 3600.0),
    }
}

/// What a build will take.
pub fn plan(lang: Lang, seeds: u8, plan: &Plan) -> String {
    let seeds = seeds_words(lang, seeds.into());
    let positions = positions_words(lang, plan.positions);
    let memory = bytes(lang, plan.memory);
    let disk = bytes(lang, plan.disk);
    let time = about(lang, plan.seconds);
    match lang {
        Lang::En if plan.positions == 0 => {
            format!("The table up to {seeds} is there already.")
        }
        Lang::Fr if plan.positions == 0 => {
            format!("La table jusqu’à {seeds} est déjà là.")
        }
        Lang::En => format!(
            "To build up to {seeds}: {positions}, {memory} of memory, {disk} on disk, {time}"
        ),
        Lang::Fr => format!(
            "Pour construire jusqu’à {seeds}\u{a0}: {positions}, {memory} de mémoire, {disk} sur le disque, {time}"
        ),
    }
}

pub fn too_much_memory(lang: Lang, needed: u64, allowed: u64) -> String {
    let (needed, allowed) = (bytes(lang, needed), bytes(lang, allowed));
    match lang {
        Lang::En => format!(
            "the build would need {needed} of memory, more than the {allowed} allowed: ask for fewer seeds or allow more with --memory"
        ),
        Lang::Fr => format!(
            "la construction demanderait {needed} de mémoire, plus que les {allowed} permis\u{a0}: demandez moins de graines, ou permettez plus avec --memory"
        ),
    }
}

/// A layer that was built.
pub fn built(lang: Lang, built: &Built) -> String {
    let Built {
        layer, positions, ..
    } = built;
    let seconds = built.took.as_secs_f64();
    let speed = *positions as f64 / seconds.max(1e-9) / 1e6;
    let positions = positions_words(lang, *positions as u64);
    let s = if *layer == 1 { " " } else { "s" };
    match lang {
        Lang::En => format!(
            "{layer:>3} seed{s}: {positions} in {seconds:.2} s, {speed:.2} million a second"
        ),
        Lang::Fr => decimal(
            lang,
            &format!(
                "{layer:>3} graine{s}\u{a0}: {positions} en {seconds:.2} s, {speed:.2} millions par seconde"
            ),
        ),
    }
}

pub fn table_is_in(lang: Lang, place: &str) -> String {
    match lang {
        Lang::En => format!("The table is in {place}"),
        Lang::Fr => format!("La table est dans {place}"),
    }
}

pub fn disagree(lang: Lang, layer: usize, count: u64, first: &Disagreement) -> String {
    let Disagreement { position, .. } = first;
    let value = |bounds: Bounds| match bounds.value() {
        Some(value) => value.to_string(),
        None => format!("{} … {}", bounds.lower, bounds.upper),
    };
    let (table, rules) = (value(first.table), value(first.rules));
    match lang {
        Lang::En => format!(
            "{layer} seeds: {count} values do not follow from the rules, first that of {position}: {table} instead of {rules}"
        ),
        Lang::Fr => format!(
            "{layer} graines\u{a0}: {count} valeurs ne suivent pas des règles, d’abord celle de {position}\u{a0}: {table} au lieu de {rules}"
        ),
    }
}

pub fn sound(lang: Lang, seeds: u8, positions: usize) -> String {
    let seeds = seeds_words(lang, seeds.into());
    let positions = positions_words(lang, positions as u64);
    match lang {
        Lang::En => {
            format!("Up to {seeds}, {positions}: as they were written and as the rules say")
        }
        Lang::Fr => {
            format!("Jusqu’à {seeds}, {positions}\u{a0}: telles qu’écrites et conformes aux règles")
        }
    }
}

pub fn table_kind(lang: Lang, kind: Kind) -> &'static str {
    match (lang, kind) {
        (Lang::En, Kind::Exact) => {
            "Values: the margin of what is on the board for the player to move, and how many positions have it."
        }
        (Lang::Fr, Kind::Exact) => {
            "Valeurs\u{a0}: l’écart, pour qui doit jouer, sur ce qui reste sur le plateau, et le nombre de positions qui l’ont."
        }
        (Lang::En, Kind::Bounds) => {
            "Bounds that hold whatever was played before: values where they meet, open where they do not."
        }
        (Lang::Fr, Kind::Bounds) => {
            "Bornes valables quels que soient les coups passés\u{a0}: une valeur quand elles se rejoignent, sinon ouvert."
        }
    }
}

/// One layer: its size, and how often each value occurs.
pub fn layer(
    lang: Lang,
    seeds: usize,
    positions: usize,
    size: u64,
    counts: &BTreeMap<i8, usize>,
    open: usize,
) -> String {
    let mut values: Vec<String> = counts
        .iter()
        .map(|(value, count)| format!("{value}:\u{a0}{count}"))
        .collect();
    if open > 0 {
        values.push(match lang {
            Lang::En => format!("open:\u{a0}{open}"),
            Lang::Fr => format!("ouvert:\u{a0}{open}"),
        });
    }
    let (values, size) = (values.join(", "), bytes(lang, size));
    let seeds = seeds_words(lang, seeds as u64);
    let positions = positions_words(lang, positions as u64);
    match lang {
        Lang::En => format!("{seeds}, {positions}, {size}: {values}"),
        Lang::Fr => format!("{seeds}, {positions}, {size}\u{a0}: {values}"),
    }
}

pub fn all_layers(lang: Lang, positions: usize, size: u64) -> String {
    let size = bytes(lang, size);
    let positions = positions_words(lang, positions as u64);
    match lang {
        Lang::En => format!("In all: {positions}, {size}"),
        Lang::Fr => format!("En tout\u{a0}: {positions}, {size}"),
    }
}

pub fn game_is_over(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "the game is over; there is nothing to look up",
        Lang::Fr => "la partie est finie\u{a0}; il n’y a rien à chercher",
    }
}

pub fn too_little_space(lang: Lang, needed: u64, free: u64, place: &str) -> String {
    let (needed, free) = (bytes(lang, needed), bytes(lang, free));
    match lang {
        Lang::En => format!(
            "the build would need {needed} on disk, and {place} has {free} free: ask for fewer seeds, choose another place with --dir, or try --compress"
        ),
        Lang::Fr => format!(
            "la construction demanderait {needed} sur le disque, et {place} n’a que {free} libres\u{a0}: demandez moins de graines, choisissez un autre endroit avec --dir, ou essayez --compress"
        ),
    }
}

/// More seeds than the table knows; `sensible` says whether a table of so many can be built.
pub fn too_many_seeds(lang: Lang, name: &str, found: u8, most: u8, sensible: bool) -> String {
    let seeds = seeds_words(lang, found.into());
    match (lang, sensible) {
        (Lang::En, true) => format!(
            "there are {seeds} on the board, and the table knows up to {most}: krou tables build -r {name} --seeds {found}"
        ),
        (Lang::En, false) => format!(
            "there are {seeds} on the board, and the table knows up to {most}; a table of so many would be too large: krou analyse and krou solve search instead"
        ),
        (Lang::Fr, true) => format!(
            "il y a {seeds} sur le plateau, et la table en connaît jusqu’à {most}\u{a0}: krou tables build -r {name} --seeds {found}"
        ),
        (Lang::Fr, false) => format!(
            "il y a {seeds} sur le plateau, et la table en connaît jusqu’à {most}\u{a0}; une table d’autant de graines serait trop grande\u{a0}: krou analyse et krou solve cherchent autrement"
        ),
    }
}

/// What is proved about a position.
pub fn known(lang: Lang, turn: Side, known: Margins) -> String {
    let (name, known) = (side_words(turn, lang), margins(lang, known));
    match lang {
        Lang::En => format!("For {name}, to move: {known}"),
        Lang::Fr => format!("Pour {name}, au trait\u{a0}: {known}"),
    }
}

/// A value, or between which bounds it is.
pub fn margins(lang: Lang, margins: Margins) -> String {
    let Margins { lower, upper } = margins;
    match (lang, margins.value()) {
        (_, Some(value)) => super::value(lang, Value::Proved(value)),
        (Lang::En, None) => format!("from {lower:+} to {upper:+}, whatever was played before"),
        (Lang::Fr, None) => format!("de {lower:+} à {upper:+}, quels que soient les coups passés"),
    }
}
