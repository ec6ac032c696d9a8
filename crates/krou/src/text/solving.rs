//! What is said of proofs.

use krou_engine::{Bounds, SolveProgress};
use krou_rules::{Lang, Move, Side, side_words};

fn signed(margin: i16) -> String {
    match margin {
        0 => "0".into(),
        _ => format!("{margin:+}"),
    }
}

/// A margin, or between which two it lies.
pub fn bounds(lang: Lang, bounds: Bounds) -> String {
    let (lower, upper) = (signed(bounds.lower), signed(bounds.upper));
    match (lang, bounds.value()) {
        (_, Some(margin)) => signed(margin),
        (Lang::En, None) => format!("between {lower} and {upper}"),
        (Lang::Fr, None) => format!("entre {lower} et {upper}"),
    }
}

/// What is proved of a position.
pub fn solved(lang: Lang, turn: Side, found: Bounds) -> String {
    let (name, margin) = (side_words(turn, lang), bounds(lang, found));
    match (lang, found.value()) {
        (Lang::En, Some(_)) => {
            format!("Value: {margin} proved ({name}’s final margin with best play)")
        }
        (Lang::En, None) => {
            format!("Not solved. Proved: {name}’s final margin with best play is {margin}.")
        }
        (Lang::Fr, Some(_)) => {
            format!("Valeur\u{a0}: {margin} prouvé (écart final de {name} si chacun joue au mieux)")
        }
        (Lang::Fr, None) => format!(
            "Non résolu. Prouvé\u{a0}: l’écart final de {name}, si chacun joue au mieux, est {margin}."
        ),
    }
}

pub fn best_line(lang: Lang, best: Move, line: &str) -> String {
    match lang {
        Lang::En => format!("Best move: {best}, best line: {line}"),
        Lang::Fr => format!("Meilleur coup\u{a0}: {best}, meilleure suite\u{a0}: {line}"),
    }
}

pub fn majority_ignored(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "The stop at a majority is ignored: it changes the margin, never who wins.",
        Lang::Fr => {
            "L’arrêt à la majorité n’est pas pris en compte\u{a0}: il change l’écart, jamais le gagnant."
        }
    }
}

/// How far a proof is.
pub fn solving(lang: Lang, progress: &SolveProgress) -> String {
    let SolveProgress {
        table,
        of,
        bounds: found,
        depth,
        nodes,
        seconds,
    } = *progress;
    match (lang, table) {
        (_, None) => {}
        (Lang::En, Some((layer, most))) => {
            return format!("endgame table: {layer} of {most} seeds, {seconds:.0} s");
        }
        (Lang::Fr, Some((layer, most))) => {
            return format!("table de finales\u{a0}: {layer} graines sur {most}, {seconds:.0} s");
        }
    }
    let of = of.map_or(String::new(), |m| format!("{m}: "));
    let depth = match (lang, depth) {
        (_, None) => String::new(),
        (Lang::En, Some(depth)) => format!(", depth {depth}"),
        (Lang::Fr, Some(depth)) => format!(", profondeur {depth}"),
    };
    let millions = nodes as f64 / 1e6;
    let speed = millions / seconds.max(1e-3);
    let found = bounds(lang, found);
    match lang {
        Lang::En => {
            format!("{of}{found}{depth}, {millions:.1} M positions, {speed:.1} M/s, {seconds:.0} s")
        }
        Lang::Fr => {
            format!("{of}{found}{depth}, {millions:.1} M positions, {speed:.1} M/s, {seconds:.0} s")
                .replace('.', ",")
        }
    }
}
