//! What the switches are about and what their readings are, in a few French words.

use super::{counted, number, ordinal};
use crate::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, First, GrandSlam, Laps, Leftovers,
    Origin, Repetition, RepetitionLeftovers, Resign, Switches,
};

/// What a switch is about.
pub(super) fn label(key: &str) -> Option<&'static str> {
    Some(match key {
        "pits" => "Cases de chaque côté",
        "seeds" => "Graines par case",
        "first" => "Premier à jouer",
        "sow-own-store" => "Son propre grenier",
        "sow-opponent-store" => "Le grenier de l’adversaire",
        "origin" => "La case d’où part un semis",
        "laps" => "Une dernière graine dans une case garnie",
        "bonus" => "Rejouer",
        "capture" => "Les prises",
        "capture-side" => "Où tombe la graine qui prend",
        "capture-takes" => "Ce qu’emporte une prise",
        "empty-capture" => "Une dernière graine face à une case vide",
        "capture-chain" => "Les cases qui précèdent une case prise",
        "grand-slam" => "Prendre toutes les graines de l’adversaire",
        "feeding" => "Un adversaire sans graines",
        "end" => "La partie s’achève",
        "leftovers" => "Les graines restantes",
        "majority" => "Un grenier qui contient plus de la moitié des graines",
        "repetition" => "Une position qui revient",
        "repetition-leftovers" => "Les graines restantes après une répétition",
        "burn" => "Brûler une colonne",
        "burn-cost" => "Le prix d’une colonne à brûler",
        "burn-columns-left" => "Les colonnes qui doivent rester",
        "tuzdyk" => "Le tuzdyk",
        "resign" => "Les graines restantes après un abandon",
        _ => return None,
    })
}

/// A switch's reading.
pub(super) fn reading(key: &str, s: &Switches) -> Option<String> {
    let words = match key {
        "pits" => return Some(number(s.pits)),
        "seeds" => return Some(number(s.seeds)),
        "first" => match s.first {
            First::South => "Sud",
            First::North => "Nord",
            First::Random => "tiré au sort",
        },
        "sow-own-store" => sown(s.sow_own_store),
        "sow-opponent-store" => sown(s.sow_opponent_store),
        "origin" => match s.origin {
            Origin::Sown => "semée comme les autres",
            Origin::Skipped => "sautée à chaque passage",
            Origin::FirstSeed => "reprend la première graine, sauf s’il n’y en avait qu’une",
        },
        "laps" => match s.laps {
            Laps::Single => "achève le semis",
            Laps::Relay => "fait prendre cette case et semer encore",
        },
        "bonus" => match s.bonus {
            Bonus::Never => "jamais",
            Bonus::OwnStore => "après une dernière graine dans son propre grenier",
            Bonus::EitherStore => "après une dernière graine dans l’un des deux greniers",
        },
        "capture" => return Some(capture(s)),
        "capture-side" => side(s.capture_side),
        "capture-takes" => takes(s.capture_takes),
        "empty-capture" => {
            if s.empty_capture {
                "est prise quand même"
            } else {
                "ne prend rien"
            }
        }
        "capture-chain" => {
            if s.capture_chain {
                "prises aussi, en remontant, tant qu’elles contiennent deux ou trois graines"
            } else {
                "laissées"
            }
        }
        "grand-slam" => match s.grand_slam {
            GrandSlam::Captures if s.capture == Capture::None && !s.tuzdyk => "ne peut arriver",
            GrandSlam::Captures => "une prise comme une autre",
            GrandSlam::CapturesNothing => "permis, mais ne prend rien",
            GrandSlam::Illegal => "interdit",
            GrandSlam::IllegalUnlessOnly => "permis seulement faute d’un autre coup",
        },
        "feeding" => match s.feeding {
            Feeding::None if s.end == End::SideEmpty => "met fin à la partie",
            Feeding::None => "n’a pas à être nourri",
            Feeding::WhenPossible => "doit être nourri si possible",
            Feeding::Always => "doit être nourri, et nul autre coup n’est permis",
        },
        "end" => match s.end {
            End::SideEmpty => "dès qu’un camp est vide",
            End::NoMove => "quand le joueur dont c’est le tour n’a aucun coup à jouer",
        },
        "leftovers" => match s.leftovers {
            Leftovers::Owner => "chacun prend celles de son camp",
            Leftovers::Opponent => "à l’adversaire de celui qui ne peut plus jouer",
            Leftovers::Nobody => "à personne",
            Leftovers::Stay => "demeurent et comptent avec le grenier",
        },
        "majority" => {
            if s.majority {
                "met aussitôt fin à la partie"
            } else {
                "ne met pas fin à la partie"
            }
        }
        "repetition" => match s.repetition {
            Repetition::None => "impossible, car les graines des greniers n’en sortent plus",
            Repetition::Nth(n) => {
                let rest = repetition_leftovers(s.repetition_leftovers);
                return Some(format!(
                    "met fin à la partie la {} fois (graines restantes : {rest})",
                    ordinal(n)
                ));
            }
        },
        "repetition-leftovers" => repetition_leftovers(s.repetition_leftovers),
        "burn" => return Some(burn(s)),
        "burn-cost" => return Some(price(s)),
        "burn-columns-left" => return Some(number(s.burn_columns_left)),
        "tuzdyk" => {
            if s.tuzdyk {
                "une case adverse portée à trois en devient un et récolte des graines"
            } else {
                "aucun"
            }
        }
        "resign" => match s.resign {
            Resign::Opponent => "toutes à l’adversaire",
            Resign::Owner => "chacun prend celles de son camp",
        },
        _ => return None,
    };
    Some(words.to_string())
}

fn sown(sown: bool) -> &'static str {
    if sown {
        "reçoit une graine au passage"
    } else {
        "est sauté"
    }
}

fn side(side: CaptureSide) -> &'static str {
    match side {
        CaptureSide::Own => "dans son propre camp",
        CaptureSide::Either => "d’un côté ou de l’autre",
    }
}

fn takes(takes: CaptureTakes) -> &'static str {
    match takes {
        CaptureTakes::Both => "les graines d’en face et la dernière graine",
        CaptureTakes::Opposite => "les graines d’en face seulement",
    }
}

fn repetition_leftovers(leftovers: RepetitionLeftovers) -> &'static str {
    match leftovers {
        RepetitionLeftovers::Nobody => "à personne",
        RepetitionLeftovers::Owner => "chacun prend celles de son camp",
        RepetitionLeftovers::Split => "partagées à parts égales",
    }
}

fn capture(s: &Switches) -> String {
    match s.capture {
        Capture::None => "aucune".to_string(),
        Capture::Opposite => format!(
            "une dernière graine dans une case vide, {}, prend {}{}",
            side(s.capture_side),
            takes(s.capture_takes),
            if s.empty_capture {
                ", elle-même quand il n’y en a pas"
            } else {
                ""
            },
        ),
        Capture::Count => format!(
            "une dernière graine qui porte une case adverse à deux ou trois graines la prend{}",
            if s.capture_chain {
                ", et en remontant celles qui la précèdent"
            } else {
                ""
            },
        ),
        Capture::Even => "une dernière graine qui rend paire une case adverse la prend".to_string(),
    }
}

fn burn(s: &Switches) -> String {
    if !s.burn {
        return "interdit".to_string();
    }
    format!(
        "permis (prix : {}), s’il reste au moins {}",
        price(s),
        counted(s.burn_columns_left, "colonne"),
    )
}

fn price(s: &Switches) -> String {
    match s.burn_cost {
        0 => "rien".to_string(),
        cost => counted(cost, "graine"),
    }
}
