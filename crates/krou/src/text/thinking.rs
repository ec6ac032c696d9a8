//! What players read of the engine's thoughts.

use krou_engine::arena::{Contender, Elo, Foul, Sprt, Standing, Verdict};
use krou_engine::{Analysis, Grade, ReviewedMove, Value};
use krou_rules::{Lang, Line, Side, side_words};

use super::{about, counted};

/// A value: a margin, and how certain it is.
pub fn value(lang: Lang, value: Value) -> String {
    match lang {
        Lang::En => value.to_string(),
        Lang::Fr if value.is_proved() => format!("{} prouvé", value.signed()),
        Lang::Fr => format!("environ {}", value.signed()).replace('.', ","),
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
    let positions = counted(lang, *nodes, ["position"; 2]);
    let said = match lang {
        Lang::En => format!("Depth {depth}, {positions}"),
        Lang::Fr => format!("Profondeur {depth}, {positions}"),
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
    about(lang, &searched(lang, analysis), &format!("{worth}, {line}"))
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

/// How a match stands, and what that says.
pub fn standing(lang: Lang, [first, second]: &[Contender; 2], standing: &Standing) -> String {
    let Standing {
        wins,
        draws,
        losses,
        ..
    } = standing;
    let Elo { difference, error } = standing.elo();
    let games = counted(lang, standing.games() as u64, ["game", "partie"]);
    let error = if error.is_finite() {
        format!("± {error:.0}")
    } else {
        "± ∞".into()
    };
    match lang {
        Lang::En => format!(
            "{first} against {second}, {games}: {wins} won, {draws} drawn, {losses} lost; Elo {difference:+.0} {error}"
        ),
        Lang::Fr => format!(
            "{first} contre {second}, {games}\u{a0}: {wins} gagnées, {draws} nulles, {losses} perdues\u{a0}; Elo {difference:+.0} {error}"
        ),
    }
}

/// What a sequential test says.
pub fn verdict(lang: Lang, sprt: &Sprt, standing: &Standing) -> String {
    let (ratio, bound) = (sprt.ratio(standing), sprt.bound());
    let (low, high) = (sprt.low, sprt.high);
    let verdict = sprt.verdict(standing);
    match lang {
        Lang::En => {
            let said = match verdict {
                Verdict::Open => "not decided".to_string(),
                Verdict::Low => format!("the difference is {low:+.0}, not {high:+.0}"),
                Verdict::High => format!("the difference is {high:+.0}, not {low:+.0}"),
            };
            format!("Sequential test: {said} (log-likelihood ratio {ratio:.2}, bound {bound:.2})")
        }
        Lang::Fr => {
            let said = match verdict {
                Verdict::Open => "pas encore décidé".to_string(),
                Verdict::Low => format!("l’écart est de {low:+.0}, pas de {high:+.0}"),
                Verdict::High => format!("l’écart est de {high:+.0}, pas de {low:+.0}"),
            };
            format!(
                "Test séquentiel\u{a0}: {said} (log du rapport de vraisemblance {ratio:.2}, borne {bound:.2})"
            )
        }
    }
}

/// A player of a match that cannot be started.
pub fn no_player(lang: Lang, player: &Contender, why: &std::io::Error) -> String {
    match lang {
        Lang::En => format!(
            "`{player}` is no player Krou knows, and as a program it does not start: {why}; `krou match --help` lists the players"
        ),
        Lang::Fr => format!(
            "«\u{a0}{player}\u{a0}» n’est pas un joueur que Krou connaît et, comme programme, ne démarre pas\u{a0}: {why}\u{a0}; `krou match --help` donne la liste des joueurs"
        ),
    }
}

/// A player that keeps a match waiting.
pub fn waiting_for(lang: Lang, player: &Contender) -> String {
    match lang {
        Lang::En => format!("Waiting for `{player}`, which has not said yet that it is ready …"),
        Lang::Fr => {
            format!("En attente de «\u{a0}{player}\u{a0}», qui n’a pas encore dit qu’il est prêt …")
        }
    }
}

/// What a player did wrong in a match.
pub fn fouls(lang: Lang, player: &Contender, fouls: &[Foul]) -> String {
    let count = |foul| fouls.iter().filter(|&&f| f == foul).count();
    let (crash, illegal, flood) = (count(Foul::Crash), count(Foul::Illegal), count(Foul::Flood));
    let (hang, late) = (count(Foul::Hang), count(Foul::Overrun));
    let lost = counted(lang, fouls.len() as u64, ["game", "partie"]);
    match lang {
        Lang::En => format!(
            "{player} lost {lost} by fault: crashed {crash}, illegal move {illegal}, no answer {hang}, too late {late}, endless output {flood}",
        ),
        Lang::Fr => format!(
            "{player} a perdu {lost} par faute\u{a0}: plantages {crash}, coups interdits {illegal}, sans réponse {hang}, trop tard {late}, sortie sans fin {flood}",
        ),
    }
}

/// Which game of a file with several is reviewed.
pub fn game_of_file(lang: Lang, number: u32, count: usize) -> String {
    match lang {
        Lang::En => format!("Game {number} of {count} in this file; --game chooses another"),
        Lang::Fr => {
            format!("Partie {number} sur {count} de ce fichier\u{a0}; --game en choisit une autre")
        }
    }
}

/// How far a review is.
pub fn reviewing(lang: Lang, done: usize, all: usize) -> String {
    match lang {
        Lang::En => format!("{done} of {all} moves reviewed"),
        Lang::Fr => format!("{done} coups revus sur {all}"),
    }
}

pub fn grade(lang: Lang, grade: Grade) -> &'static str {
    match (lang, grade) {
        (Lang::En, Grade::Best) => "best",
        (Lang::En, Grade::Good) => "good",
        (Lang::En, Grade::Inaccuracy) => "inaccuracy, better",
        (Lang::En, Grade::Mistake) => "mistake, better",
        (Lang::En, Grade::Blunder) => "blunder, better",
        (Lang::Fr, Grade::Best) => "le meilleur",
        (Lang::Fr, Grade::Good) => "bon",
        (Lang::Fr, Grade::Inaccuracy) => "imprécis, mieux",
        (Lang::Fr, Grade::Mistake) => "erreur, mieux",
        (Lang::Fr, Grade::Blunder) => "gaffe, mieux",
    }
}

pub fn graph_title(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "The value for South after each move:",
        Lang::Fr => "La valeur pour Sud après chaque coup\u{a0}:",
    }
}

/// How well a player played.
pub fn accuracy(lang: Lang, side: Side, accuracy: f32, moves: &[ReviewedMove]) -> String {
    let count = |grade| {
        let own = moves.iter().filter(|m| m.m.side == side);
        own.filter(|m| m.grade == grade).count()
    };
    let (slips, mistakes) = (count(Grade::Inaccuracy), count(Grade::Mistake));
    let (blunders, name) = (count(Grade::Blunder), side_words(side, lang));
    match lang {
        Lang::En => format!(
            "{name}: accuracy {accuracy:.0} %, inaccuracies {slips}, mistakes {mistakes}, blunders {blunders}"
        ),
        Lang::Fr => format!(
            "{name}\u{a0}: précision {accuracy:.0} %, imprécisions {slips}, erreurs {mistakes}, gaffes {blunders}"
        ),
    }
}
