//! French. A space before a colon, a semicolon, a question or exclamation mark may not break.

use krou_rules::{Reason, Side};

use super::{Text, of};
use crate::plain::Command;
use crate::story::Story;

fn positions(n: u64) -> String {
    let plural = if n > 1 { "s" } else { "" };
    format!("{} position{plural}", super::large(n, ','))
}

fn seeds(n: impl Into<u64>) -> String {
    match n.into() {
        n @ (0 | 1) => format!("{n} graine"),
        n => format!("{n} graines"),
    }
}

/// « de Kofi », « d’Ekua »; a y before a vowel is none itself: « de Yaa », « d’Yves ».
fn de(name: &str) -> String {
    let vowel = |c: char| "aeiouhâàäéèêëîïôöùûüœæ".contains(c);
    let mut letters = name.chars().flat_map(char::to_lowercase);
    let elides = match (letters.next(), letters.next()) {
        (Some('y'), Some(second)) => !vowel(second),
        (Some(first), _) => vowel(first),
        _ => false,
    };
    if elides {
        format!("d’{name}")
    } else {
        format!("de {name}")
    }
}

fn consequences(story: &Story) -> String {
    let mut parts = Vec::new();
    if story.laps > 0 {
        parts.push(format!(" en {} tours", story.laps + 1));
    }
    if let Some(pit) = story.tuzdyk {
        parts.push(format!(", fait de {pit} un tuzdyk"));
    }
    if story.captured > 0 {
        parts.push(format!(", en prend {}", story.captured));
    }
    parts.concat()
}

fn story(story: &Story, name: &str) -> String {
    let m = story.m;
    let pit = m.pit.letter(m.side);
    let mut text = match story.burned {
        Some(0) => format!("{name} brûle la colonne {pit}"),
        Some(n) => format!("{name} brûle la colonne {pit} et {}", seeds(n)),
        None => format!("{name} sème {} de {pit}", seeds(story.lifted)) + &consequences(story),
    };
    text += if story.again {
        "\u{a0}: encore\u{a0}!"
    } else {
        "."
    };
    text
}

fn would(story: &Story) -> Option<String> {
    let pit = story.m.pit.letter(story.m.side);
    let mut parts = Vec::new();
    if story.laps > 0 {
        parts.push(format!("{} tours", story.laps + 1));
    }
    if let Some(pit) = story.tuzdyk {
        parts.push(format!("{pit} devient un tuzdyk"));
    }
    if story.captured > 0 {
        parts.push(format!("prend {}", seeds(story.captured)));
    }
    if story.again {
        parts.push("rejoue".to_string());
    }
    (!parts.is_empty()).then(|| format!("{pit}\u{a0}: {}", parts.join(", ")))
}

pub(super) static FRENCH: Text = Text {
    language_name: "français",
    decimal_point: ',',
    yes: "oy",
    yes_word: "oui",
    no: "non",
    key_names: ["Espace", "Entrée", "Échap", "PgSuiv", "PgPréc", "Suppr"],

    motto: "la maison du mancala",
    go_on_game: "Continuer",
    new_game: "Nouvelle partie",
    load: "Parties",
    analyse: "Analyser une position",
    players: "Joueurs",
    settings: "Réglages",
    rules: "Règles",
    leave: "Quitter Krou",

    keys: "touches",
    choose: "choisir",
    choose_pit: "une case (maj BHL)",
    open: "ouvrir",
    back: "retour",
    change: "changer",
    read_on: "lire la suite",
    read_back: "remonter",
    do_it: "valider",
    close: "fermer",
    delete: "supprimer",
    import: "importer un fichier",
    create: "nouveau joueur",
    rename: "renommer",
    sow: "semer",
    burn: "brûler la colonne",
    burn_other: "brûler, par lettre",
    hint: "conseil",
    undo: "annuler",
    undo_turn: "annuler le tour",
    redo: "refaire",
    redo_turn: "refaire le tour",
    values: "valeurs",
    why: "pourquoi ce coup\u{a0}?",
    abort: "interrompre",
    resign: "abandonner",
    agree: "arrêter à l’amiable",
    flip: "tourner le plateau",
    copy_position: "copier la position",
    copy_game: "copier la partie",
    menu: "menu",
    colon: "\u{a0}:",
    skip: "passer",
    move_now: "jouer tout de suite",
    pause: "pause",
    go_on: "continuer",
    rematch: "rejouer en changeant de côté",
    review: "revoir",
    look_back: "reculer",
    look_on: "avancer",
    play_on: "continuer d’ici",
    step_back: "un coup en arrière",
    step_on: "un coup en avant",
    next_mistake: "erreur suivante",

    your_move: "à vous de jouer",
    again: "rejouez",
    thinks: "réfléchit…",
    paused: "en pause",
    winner: "gagne",
    rated: "classée",
    looking_back: "en arrière",
    no_longer_rated: "La partie ne compte plus pour le classement.",
    move_number: |n| match n {
        0 => "début".to_string(),
        1 => "1 coup".to_string(),
        n => format!("{n} coups"),
    },
    moves: "Coups",
    no_moves_yet: "Aucun coup encore. Choisissez une case et semez.",
    story,
    would,
    result: |result, names| {
        let (south, north) = (result.scores.south, result.scores.north);
        let (more, less) = (south.max(north), south.min(north));
        let who = match result.winner {
            Some(side) if matches!(result.reason, Reason::Resigned(_) | Reason::OutOfTime(_)) => {
                let (own, other) = if side == Side::South { (south, north) } else { (north, south) };
                format!("{} gagne, {own} à {other}", of(names, side))
            }
            Some(side) => format!("{} gagne {more} à {less}", of(names, side)),
            None => format!("Partie nulle, {south} à {north}"),
        };
        let why = match result.reason {
            Reason::SideEmpty(side) => format!("le camp {} est vide", de(of(names, side))),
            Reason::NoMove(side) => format!("{} ne peut plus jouer", of(names, side)),
            Reason::Majority(side) => format!("{} a plus de la moitié des graines", of(names, side)),
            Reason::Repetition => "la position est revenue trop souvent".to_string(),
            Reason::Resigned(side) => format!("{} a abandonné", of(names, side)),
            Reason::OutOfTime(side) => format!("{} n’a plus de temps", of(names, side)),
            Reason::Agreed => "les joueurs sont convenus d’arrêter".to_string(),
            Reason::Aborted => {
                return "La partie a été interrompue et ne compte pour personne.".to_string();
            }
        };
        format!("{who}\u{a0}: {why}.")
    },
    swept: |swept, names| {
        let parts: Vec<String> = swept
            .iter()
            .filter(|(_, n)| **n > 0)
            .map(|(side, n)| format!("{n} à {}", of(names, side)))
            .collect();
        format!("Restaient sur le plateau\u{a0}: {}.", parts.join(", "))
    },
    thought: |analysis, value| {
        let best = analysis.best.map(|m| m.to_string()).unwrap_or_default();
        format!("{best} {value}, profondeur {}, {}", analysis.depth, positions(analysis.nodes))
    },
    hint_is: |m, value| format!("Essayez {m}\u{a0}: {value}."),
    burn_which: "Quelle colonne\u{a0}? Appuyez sur sa lettre.",
    nothing_to_undo: "Il n’y a rien à annuler.",
    nothing_to_redo: "Il n’y a rien à refaire.",
    nothing_to_explain: "Aucun coup n’a encore été joué.",
    proved: |margin| format!("{margin} prouvé"),
    estimated: |margin| format!("environ {margin}"),
    engine: |level| format!("Krou niveau {level}"),
    abort_really: "Interrompre la partie\u{a0}? Elle ne compte pour personne.",
    abort_instead: "Rien ne compte avant que chaque joueur ait achevé deux tours\u{a0}; interrompez plutôt la partie.",
    resign_instead: "La partie compte depuis que chaque joueur a achevé deux tours\u{a0}; abandonnez plutôt.",
    engine_plays_on: "Le moteur refuse\u{a0}: il n’est pas prouvé que continuer ne lui rapporte rien.",
    look_back_first: "C’est la fin\u{a0}; reculez d’abord, puis continuez de là.",
    resign_really: "Abandonner la partie\u{a0}?",
    agree_really: "Arrêter la partie ici\u{a0}? Chacun prend les graines de son camp.",
    position: "Position",
    game: "Partie",
    copy: "En texte",
    position_copied: "La position est dans le presse-papiers.",
    game_copied: "La partie est dans le presse-papiers.",

    judged: |judged, value, best| {
        let m = judged.m;
        if judged.is_mistake() {
            let line = krou_rules::Line(judged.line.clone());
            format!("{m} vaut {value}\u{a0}; {} était mieux\u{a0}: {best} ({line}).", judged.best.0)
        } else if judged.best.0 == m {
            format!("{m} vaut {value}\u{a0}: rien n’est mieux.")
        } else {
            format!("{m} vaut {value}, presque autant que {}\u{a0}: {best}.", judged.best.0)
        }
    },
    reviewing: |done, of| format!("examine le coup {done} sur {of}…"),
    mistakes: |mistakes, names| {
        let one = |side| format!("{} {}", of(names, side), mistakes[side]);
        format!("Erreurs\u{a0}: {}, {}", one(Side::South), one(Side::North))
    },
    graph: |name| format!("Qui est devant\u{a0}: en haut, {name}"),

    begin: "Commencer",
    guest: "un invité",
    first: "Commence",
    by_lot: "tiré au sort",
    start: "Départ",
    usual: "la position habituelle",
    rated_game: "Compte pour le classement",
    never_rated: "Seules comptent les parties conservées, depuis la position habituelle, entre deux joueurs ou un joueur et le moteur.",
    which_game: "Jeu",
    switches: "Règles",
    changed: |n| match n {
        0 => "habituelles".to_string(),
        1 => "1 changée".to_string(),
        n => format!("{n} changées"),
    },
    no_other_reading: "Aucun autre choix ne va avec le reste des règles\u{a0}; changez-en d’abord une autre.",
    type_position: "La position, par exemple 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S\u{a0}; rien pour l’habituelle",
    fingerprint: |name, print| format!("{name}, empreinte {print}"),

    no_players_yet: "Aucun joueur encore. Appuyez sur c pour en créer un.",
    no_games_yet: "Aucune partie encore. Jouez-en une\u{a0}!",
    aborted: "interrompue",
    since: |day| format!("joue ici depuis le {day}"),
    tally: |tally| {
        let many = |n: u64, one: &str| format!("{n} {one}{}", if n > 1 { "s" } else { "" });
        format!(
            "{}, {}, {}\u{a0}; graines {} à {}",
            many(tally.wins, "gagnée"),
            many(tally.draws, "nulle"),
            many(tally.losses, "perdue"),
            tally.seeds,
            tally.seeds_against
        )
    },
    rating: |rating| {
        let guess = if rating.is_provisional() { ", encore incertain" } else { "" };
        format!("Classement {:.0} ± {:.0}{guess}", rating.rating, 2.0 * rating.deviation)
    },
    name_of_new: "Comment s’appelle le nouveau joueur\u{a0}?",
    new_name: "Quel est le nouveau nom\u{a0}?",
    delete_player_really: "Supprimer ce joueur et son classement\u{a0}? Ses parties restent, comme celles d’un invité.",
    import_which: "Quel fichier de parties\u{a0}? Son nom, par exemple parties.txt",
    delete_game_really: "Supprimer cette partie et son effet sur le classement\u{a0}?",
    nothing_kept: "rien n’est conservé\u{a0}: le jeu a été lancé avec --no-save",

    plain_prompt: |who, moves| format!("{who}, à vous de jouer ({moves})\u{a0}: "),
    plain_plays: |who, m| format!("{who} joue {m}."),
    plain_unknown: |entry, _| format!("«\u{a0}{entry}\u{a0}» n’est ni un coup ni une commande. Tapez aide pour voir ce qui existe."),
    plain_empty: "Tapez un coup, ou aide pour voir ce qui existe.",
    plain_no_number: |word| format!("aucune case n’a le numéro {word}"),
    plain_kept: |id| format!("La partie est conservée sous le numéro {id}."),
    plain_not_kept: "La partie n’est pas conservée.",
    plain_saved: |path| format!("La partie a été écrite dans {path}."),
    plain_not_saved: |path, why| format!("La partie n’a pas pu être écrite dans {path}\u{a0}: {why}."),
    plain_help: "\
Coups : la lettre d’une case (A, B … pour Sud, a, b … pour Nord) ou son numéro ; !C brûle la colonne C.
annuler, refaire   reprendre un coup, le rejouer
conseil            un bon coup
valeurs            la valeur de chaque coup
pourquoi           ce que fait le dernier coup et s’il est bon
plateau            le plateau encore une fois
sauver             où la partie est conservée ; sauver FICHIER l’y écrit
interrompre        interrompre la partie, avant que chaque joueur ait achevé deux tours
abandonner         abandonner la partie, après cela
convenir           arrêter la partie, chacun prend son camp
quitter            s’arrêter ; la partie pourra continuer",
    commands: &[
        ("annuler", Command::Undo),
        ("refaire", Command::Redo),
        ("conseil", Command::Hint),
        ("valeurs", Command::Values),
        ("pourquoi", Command::Why),
        ("plateau", Command::Board),
        ("sauver", Command::Save),
        ("interrompre", Command::Abort),
        ("abandonner", Command::Resign),
        ("convenir", Command::Agree),
        ("quitter", Command::Quit),
        ("aide", Command::Help),
    ],

    as_system: "selon le système",
    language: "Langue",
    look: "Couleurs",
    looks: ["sombres", "claires", "très contrastées"],
    letters: "Caractères",
    unicode: "cadres et points",
    speed: "Les graines voyagent",
    speeds: ["d’un coup", "vite", "normalement", "lentement"],
    keypad: "Touches 4 et 6",
    keypad_moves: "déplacent le choix",
    keypad_chooses: "choisissent les cases 4 et 6",
    level: "Niveau du moteur en nouvelle partie",
    settings_not_kept: |why| format!("Les réglages n’ont pas pu être conservés\u{a0}: {why}."),
    too_small: |columns, rows| format!("Krou demande un terminal de {columns}×{rows} caractères."),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn de_is_elided_before_a_vowel() {
        let told = ["Ama", "Élodie", "Hugo", "Yves", "Yaa", "Kofi", "Œdipe"].map(de);
        let right = [
            "d’Ama",
            "d’Élodie",
            "d’Hugo",
            "d’Yves",
            "de Yaa",
            "de Kofi",
            "d’Œdipe",
        ];
        assert_eq!(told, right);
    }

    #[test]
    fn one_position_is_singular() {
        assert_eq!(positions(1), "1 position");
        assert_eq!(positions(2), "2 positions");
    }
}
