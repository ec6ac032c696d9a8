//! French.

mod errors;
mod readings;

use super::{Topic, Words};
use crate::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, First, GrandSlam, Laps, Leftovers,
    Origin, Reason, Repetition, RepetitionLeftovers, Resign, Side, Switches,
};

pub(super) struct French;

/// Feminine, for what is counted is always cases, graines or colonnes.
const NUMBERS: [&str; 13] = [
    "aucune", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
    "onze", "douze",
];

const ORDINALS: [&str; 13] = [
    "",
    "première",
    "deuxième",
    "troisième",
    "quatrième",
    "cinquième",
    "sixième",
    "septième",
    "huitième",
    "neuvième",
    "dixième",
    "onzième",
    "douzième",
];

fn number(n: u8) -> String {
    NUMBERS
        .get(usize::from(n))
        .map_or_else(|| n.to_string(), ToString::to_string)
}

fn counted(n: u8, thing: &str) -> String {
    let plural = if n > 1 { "s" } else { "" };
    format!("{} {thing}{plural}", number(n))
}

fn ordinal(n: u8) -> &'static str {
    ORDINALS.get(usize::from(n)).copied().unwrap_or_default()
}

fn said(sentences: &[&str]) -> Vec<String> {
    sentences.iter().map(ToString::to_string).collect()
}

impl Words for French {
    fn heading(&self, topic: Topic) -> &'static str {
        match topic {
            Topic::Board => "Le plateau",
            Topic::Sowing => "Le semis",
            Topic::Laps => "La dernière graine",
            Topic::MovingAgain => "Rejouer",
            Topic::Capturing => "Les prises",
            Topic::Tuzdyk => "Le tuzdyk",
            Topic::NoSeeds => "Un adversaire sans graines",
            Topic::Burning => "Brûler une colonne",
            Topic::End => "La fin de la partie",
            Topic::Leftovers => "Les graines restantes",
            Topic::Repetition => "La répétition",
            Topic::Resigning => "L’abandon",
            Topic::Tips => "Conseils aux débutants",
        }
    }

    fn sentences(&self, topic: Topic, s: &Switches) -> Vec<String> {
        match topic {
            Topic::Board => board(s),
            Topic::Sowing => sowing(s),
            Topic::Laps => vec![laps(s)],
            Topic::MovingAgain => said(&[match s.bonus {
                Bonus::Never => "On ne joue qu’un coup par tour ; c’est ensuite à l’adversaire.",
                Bonus::OwnStore => {
                    "Quand votre dernière graine tombe dans votre propre grenier, vous rejouez, aussi souvent que cela se produit."
                }
                Bonus::EitherStore => {
                    "Quand votre dernière graine tombe dans un grenier, le vôtre ou celui de l’adversaire, vous rejouez, aussi souvent que cela se produit."
                }
            }]),
            Topic::Capturing => capturing(s),
            Topic::Tuzdyk if s.tuzdyk => tuzdyk(s),
            Topic::NoSeeds => feeding(s)
                .into_iter()
                .chain(grand_slam(s))
                .map(str::to_string)
                .collect(),
            Topic::Burning if s.burn => burning(s),
            Topic::End => end(s),
            Topic::Leftovers => leftovers(s),
            Topic::Repetition => repetition(s),
            Topic::Resigning => said(&[
                match s.resign {
                    Resign::Opponent => {
                        "Si vous abandonnez, vous avez perdu, et l’adversaire prend toutes les graines restées sur le plateau."
                    }
                    Resign::Owner => {
                        "Si vous abandonnez, vous avez perdu, et chacun prend les graines restées dans son camp."
                    }
                },
                "Si vous convenez ensemble d’arrêter la partie, chacun prend celles de son camp.",
            ]),
            Topic::Tuzdyk | Topic::Burning | Topic::Tips => Vec::new(),
        }
    }

    fn reading(&self, key: &str, s: &Switches) -> Option<(&'static str, String)> {
        Some((readings::label(key)?, readings::reading(key, s)?))
    }

    fn reason(&self, reason: Reason) -> String {
        match reason {
            Reason::SideEmpty(side) => {
                format!("le camp de {} n’a plus de graines", self.side(side))
            }
            Reason::NoMove(side) => format!("{} n’a aucun coup à jouer", self.side(side)),
            Reason::Majority(side) => format!(
                "le grenier de {} contient plus de la moitié des graines",
                self.side(side)
            ),
            Reason::Repetition => "la position s’est répétée trop souvent".to_string(),
            Reason::Resigned(side) => format!("{} a abandonné", self.side(side)),
            Reason::OutOfTime(side) => format!("{} n’a plus de temps", self.side(side)),
            Reason::Agreed => "les joueurs sont convenus d’arrêter la partie".to_string(),
            Reason::Aborted => "la partie a été interrompue".to_string(),
        }
    }

    fn side(&self, side: Side) -> &'static str {
        match side {
            Side::South => "Sud",
            Side::North => "Nord",
        }
    }

    /// The space before a colon, a semicolon and inside quotes may not break.
    fn typeset(&self, text: String) -> String {
        text.replace(" :", "\u{a0}:")
            .replace(" ;", "\u{a0};")
            .replace("« ", "«\u{a0}")
            .replace(" »", "\u{a0}»")
    }
}

fn board(s: &Switches) -> Vec<String> {
    let total = 2 * u16::from(s.pits) * u16::from(s.seeds);
    vec![
        format!(
            "Chaque côté du plateau compte {}, et chaque case contient au départ {} : {total} graines en tout.",
            counted(s.pits, "case"),
            counted(s.seeds, "graine"),
        ),
        "La rangée devant vous et le grenier à sa droite sont à vous ; ceux de l’adversaire sont en face."
            .to_string(),
        match s.first {
            First::South => "Sud commence.",
            First::North => "Nord commence.",
            First::Random => "On tire au sort qui commence.",
        }
        .to_string(),
    ]
}

fn sowing(s: &Switches) -> Vec<String> {
    said(&[
        "À votre tour, choisissez une de vos cases qui contient des graines, prenez-les toutes et semez-les une à une, dans le sens inverse des aiguilles d’une montre, dans les cases qui suivent.",
        match (s.sow_own_store, s.sow_opponent_store) {
            (true, false) => {
                "Votre grenier reçoit une graine au passage ; on saute celui de l’adversaire."
            }
            (true, true) => "Les deux greniers reçoivent une graine au passage, comme les cases.",
            (false, true) => {
                "Le grenier de l’adversaire reçoit une graine au passage ; on saute le vôtre."
            }
            (false, false) => "On ne sème rien dans les greniers.",
        },
        match s.origin {
            Origin::Sown => {
                "Un semis qui revient à la case d’où il est parti y dépose une graine comme dans les autres."
            }
            Origin::Skipped => {
                "On saute à chaque passage la case d’où le coup est parti : elle reste donc toujours vide après lui."
            }
            Origin::FirstSeed => {
                "Chaque fois qu’on prend plus d’une graine, la première retourne dans la case d’où elles viennent ; une graine seule passe à la place suivante."
            }
        },
    ])
}

fn laps(s: &Switches) -> String {
    if s.laps == Laps::Single {
        return "Le semis s’achève avec la dernière graine.".to_string();
    }
    let rest = match (s.sow_own_store, s.sow_opponent_store) {
        (true, false) => "jusqu’à finir dans votre grenier ou dans une case vide.",
        (true, true) => "jusqu’à finir dans un grenier ou dans une case vide.",
        (false, true) => "jusqu’à finir dans le grenier de l’adversaire ou dans une case vide.",
        (false, false) => {
            "jusqu’à finir dans une case vide ; un coup qui ne s’arrêterait jamais est interdit."
        }
    };
    format!(
        "Quand la dernière graine tombe dans une case qui en contient déjà, d’un côté ou de l’autre, vous prenez le contenu de cette case et semez encore, de relais en relais, {rest}"
    )
}

fn capturing(s: &Switches) -> Vec<String> {
    match s.capture {
        Capture::None if s.tuzdyk => said(&["On ne prend de graines qu’en faisant un tuzdyk."]),
        Capture::None => said(&["On ne prend pas de graines."]),
        Capture::Opposite => opposite_capture(s),
        Capture::Count => said(&[
            "Quand votre dernière graine porte une case de l’adversaire à deux ou trois graines, vous les prenez et les mettez dans votre grenier.",
            if s.capture_chain {
                "Si la case précédente est aussi à l’adversaire et contient deux ou trois graines, vous les prenez également, et ainsi de suite en remontant."
            } else {
                "On ne prend que la case de la dernière graine."
            },
        ]),
        Capture::Even => said(&[
            "Quand votre dernière graine rend pair le nombre de graines d’une case de l’adversaire, vous les prenez toutes et les mettez dans votre grenier.",
        ]),
    }
}

fn opposite_capture(s: &Switches) -> Vec<String> {
    let place = match s.capture_side {
        CaptureSide::Own => "dans une case vide de votre camp,",
        CaptureSide::Either => "dans une case vide, d’un côté ou de l’autre du plateau,",
    };
    let prize = match s.capture_takes {
        CaptureTakes::Both => {
            "vous prenez les graines de la case d’en face, avec cette dernière graine, et les mettez dans votre grenier."
        }
        CaptureTakes::Opposite => {
            "vous prenez les graines de la case d’en face et les mettez dans votre grenier ; la dernière graine reste où elle est tombée."
        }
    };
    let mut sentences = vec![
        format!("Quand votre dernière graine tombe {place} {prize}"),
        if s.empty_capture {
            "Si la case d’en face est vide, vous prenez quand même votre dernière graine."
                .to_string()
        } else {
            "Si la case d’en face est vide, on ne prend rien.".to_string()
        },
    ];
    if s.origin == Origin::Sown {
        sentences.push(
            "La case de départ compte aussi comme vide, si le semis fait le tour du plateau et s’y achève."
                .to_string(),
        );
    }
    sentences
}

fn tuzdyk(s: &Switches) -> Vec<String> {
    let mut sentences = vec![
        format!(
            "Quand votre dernière graine porte une case de l’adversaire à trois graines exactement, vous prenez les trois, et la case devient votre tuzdyk ; cela passe avant toute autre prise. On ne peut en avoir qu’un, il ne peut être la dernière case de l’adversaire (la {}) ni porter le même numéro que le tuzdyk de l’adversaire.",
            ordinal(s.pits),
        ),
        "Dès lors, toute graine qui tombe dans un tuzdyk, quel que soit le semeur, va au grenier du joueur à qui il appartient."
            .to_string(),
    ];
    if s.bonus != Bonus::Never {
        sentences
            .push("Une dernière graine tombée dans un tuzdyk ne fait pas rejouer.".to_string());
    }
    sentences
}

fn grand_slam(s: &Switches) -> Option<&'static str> {
    if s.capture == Capture::None && !s.tuzdyk {
        return None;
    }
    Some(match s.grand_slam {
        GrandSlam::Captures => "Une prise peut emporter toutes les graines de l’adversaire.",
        GrandSlam::CapturesNothing if s.tuzdyk => {
            "Un coup qui prendrait toutes les graines de l’adversaire, un grand chelem, est permis mais ne prend rien et ne fait pas de tuzdyk."
        }
        GrandSlam::CapturesNothing => {
            "Un coup qui prendrait toutes les graines de l’adversaire, un grand chelem, est permis mais ne prend rien."
        }
        GrandSlam::Illegal => {
            "Un coup qui prendrait toutes les graines de l’adversaire, un grand chelem, est interdit."
        }
        GrandSlam::IllegalUnlessOnly if s.feeding == Feeding::WhenPossible => {
            "Un coup qui prendrait toutes les graines de l’adversaire, un grand chelem, n’est permis que si chacun de vos coups en est un ou manque à nourrir l’adversaire."
        }
        GrandSlam::IllegalUnlessOnly => {
            "Un coup qui prendrait toutes les graines de l’adversaire, un grand chelem, n’est permis que si vous n’avez pas d’autre coup."
        }
    })
}

fn feeding(s: &Switches) -> Option<&'static str> {
    match s.feeding {
        Feeding::None if s.end == End::SideEmpty => None,
        Feeding::None => Some("Rien n’oblige à nourrir un adversaire qui n’a plus de graines."),
        Feeding::WhenPossible => Some(
            "Si l’adversaire n’a plus de graines, il faut le nourrir : jouez un coup après lequel il en a, si vous en avez un.",
        ),
        Feeding::Always => Some(
            "Si l’adversaire n’a plus de graines, il faut le nourrir : seul est permis un coup après lequel il en a.",
        ),
    }
}

fn burning(s: &Switches) -> Vec<String> {
    let price = match s.burn_cost {
        0 => "Cela ne coûte rien".to_string(),
        cost => format!(
            "Cela coûte {}, à prendre dans votre grenier et à retirer du jeu",
            counted(cost, "graine")
        ),
    };
    let left = s.burn_columns_left;
    let must = if left > 1 {
        "doivent rester"
    } else {
        "doit rester"
    };
    vec![
        "Au lieu de semer, vous pouvez brûler une colonne, c’est-à-dire deux cases qui se font face : elles quittent le plateau pour de bon avec toutes leurs graines, et votre tour est fini."
            .to_string(),
        format!("{price} ; au moins {} {must}.", counted(left, "colonne")),
        "Semis et prises passent par-dessus les colonnes brûlées.".to_string(),
    ]
}

fn end(s: &Switches) -> Vec<String> {
    let stuck = s.grand_slam == GrandSlam::Illegal
        || (s.laps == Laps::Relay && !s.sow_own_store && !s.sow_opponent_store);
    let mut sentences = said(&[match s.end {
        End::SideEmpty if s.bonus != Bonus::Never => {
            "La partie s’achève dès qu’un camp n’a plus de graines, même au milieu d’une suite de coups."
        }
        End::SideEmpty => "La partie s’achève dès qu’un camp n’a plus de graines.",
        End::NoMove => {
            "La partie s’achève quand le joueur dont c’est le tour n’a aucun coup à jouer."
        }
    }]);
    if s.end == End::SideEmpty && stuck {
        sentences.extend(said(&[
            "Elle s’achève aussi quand le joueur dont c’est le tour n’a aucun coup à jouer.",
        ]));
    }
    if s.majority {
        sentences.extend(said(&[
            if s.burn { "Un grenier qui contient plus de la moitié des graines encore en jeu y met fin aussitôt." } else { "Un grenier qui contient plus de la moitié de toutes les graines y met fin aussitôt." },
        ]));
    }
    sentences.extend(said(&[
        "Celui qui a finalement le plus de graines gagne ; à égalité, la partie est nulle.",
    ]));
    sentences
}

fn leftovers(s: &Switches) -> Vec<String> {
    let mut sentences = said(&[match s.leftovers {
        Leftovers::Owner => "Chacun prend les graines restées dans son camp.",
        Leftovers::Opponent if s.end == End::SideEmpty => {
            "L’adversaire du joueur dont le camp est vide prend toutes les graines restantes."
        }
        Leftovers::Opponent => {
            "L’adversaire du joueur qui ne peut plus jouer prend toutes les graines restantes."
        }
        Leftovers::Nobody => {
            "Les graines restantes ne vont à personne : seuls comptent les greniers."
        }
        Leftovers::Stay => {
            "Les graines restantes demeurent en place et comptent : un score est la somme de la rangée et du grenier d’un joueur."
        }
    }]);
    if s.leftovers == Leftovers::Opponent && s.majority {
        sentences.extend(said(&[
            "Après une majorité, chacun prend celles de son camp.",
        ]));
    }
    sentences
}

fn repetition(s: &Switches) -> Vec<String> {
    let Repetition::Nth(n) = s.repetition else {
        return Vec::new();
    };
    let rest = match s.repetition_leftovers {
        RepetitionLeftovers::Nobody => "les graines restées sur le plateau ne vont à personne.",
        RepetitionLeftovers::Owner => "chacun prend les graines restées dans son camp.",
        RepetitionLeftovers::Split => {
            "les graines restées sur le plateau sont partagées en deux parts égales ; la graine impaire, s’il y en a une, ne va à personne."
        }
    };
    vec![format!(
        "Quand une position se présente pour la {} fois au tour du même joueur, la partie s’achève, et {rest}",
        ordinal(n)
    )]
}
