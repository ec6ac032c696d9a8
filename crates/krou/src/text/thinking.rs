//! What players read of the engine's thoughts.

use krou_engine::{Analysis, Value};
use krou_rules::{Lang, Line, Side, side_words};

/// A value: a margin, and how certain it is.
pub fn value(lang: Lang, value: Value) -> String {
    match (lang, value) {
        (Lang::En, value) => value.to_string(),
        (Lang::Fr, Value::Proved(0)) => "0 prouvé".into(),
        (Lang::Fr, Value::Proved(margin)) => format!("{margin:+} prouvé"),
        (Lang::Fr, Value::Estimated(margin)) => format!("environ {margin:+.1}").replace('.', ","),
    }
}

/// What a position is worth to the player to move.
pub fn worth(lang: Lang, turn: Side, worth: Value) -> String {
    let (name, worth) = (side_words(turn, lang), value(lang, worth));
    match lang {
        Lang::En => format!("For {name}, to move: {worth}"),
        Lang::Fr => format!("Pour {name}, au trait\u{a0}: {worth}"),
    }
}

/// How much work an analysis was, with the speed where it took long enough to mean something.
pub fn searched(lang: Lang, analysis: &Analysis) -> String {
    let Analysis { depth, nodes, .. } = analysis;
    let said = match lang {
        Lang::En => format!("Depth {depth}, {nodes} positions"),
        Lang::Fr => format!("Profondeur {depth}, {nodes} positions"),
    };
    if analysis.seconds < 0.1 {
        return said;
    }
    let (seconds, millions) = (analysis.seconds, analysis.speed() / 1e6);
    match lang {
        Lang::En => format!("{said} in {seconds:.2} s, {millions:.1} million a second"),
        Lang::Fr => {
            let speed = format!(" en {seconds:.2} s, {millions:.1} millions par seconde");
            said + &speed.replace('.', ",")
        }
    }
}

/// How far an analysis is.
pub fn progress(lang: Lang, analysis: &Analysis) -> String {
    let worth = value(lang, analysis.value);
    let line = Line(analysis.line.clone());
    format!("{}: {worth}, {line}", searched(lang, analysis))
}

/// The signature of the search, and its speed.
pub fn benched(lang: Lang, nodes: u64, seconds: f64) -> String {
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    match lang {
        Lang::En => format!("{nodes} nodes in {seconds:.2} s, {millions:.1} million a second"),
        Lang::Fr => format!("{nodes} nœuds en {seconds:.2} s, {millions:.1} millions par seconde")
            .replace('.', ","),
    }
}
