//! What is wrong, in French.

use super::{French, Words};
use crate::ruleset::LONGEST_NAME;
use crate::words::errors::{Errors, listed};
use crate::{
    Allowed, IllegalMove, MOST_SEEDS, MoveError, MoveFault, Near, Nonsense, Pit, PositionError,
    RecordError, RecordFault, ReplayError, RulesetFault, SetupError, SetupFault, SwitchError,
    Switches,
};

const SHAPE: &str = "une position s’écrit SUD/NORD/GRENIERS/TOUR, par exemple 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S (S ou N\u{a0}: à qui de jouer)";

/// "1 case", "6 cases".
fn counted(n: impl Into<u64>, thing: &str) -> String {
    let n = n.into();
    let plural = if n > 1 { "s" } else { "" };
    format!("{n} {thing}{plural}")
}

fn score((south, north): (u16, u16)) -> String {
    format!("{south}-{north}")
}

fn allowed(allowed: &Allowed) -> String {
    let words = listed(allowed.words);
    match allowed.numbers {
        None => words,
        Some((low, high)) if words.is_empty() => format!("un nombre de {low} à {high}"),
        Some((low, high)) => format!("{words}, ou un nombre de {low} à {high}"),
    }
}

/// The help for an unknown word: the one that may have been meant, or all `things` there are.
fn near(near: &Near, things: &str) -> String {
    match near {
        Near::One(word) => format!("vouliez-vous dire `{word}`\u{a0}?"),
        Near::All(all) => format!("{things}\u{a0}: {}", listed(all)),
    }
}

impl Errors for French {
    fn illegal_move(&self, why: &IllegalMove) -> String {
        match *why {
            IllegalMove::Over => "la partie est finie".into(),
            IllegalMove::NotYours { turn, pit } => {
                let turn = self.side(turn);
                format!("c’est à {turn} de jouer, et la case {pit} n’est pas à {turn}")
            }
            IllegalMove::NoSuchPit { pit, pits } => {
                let pits = counted(pits, "case");
                format!("il n’y a pas de case {pit} sur un plateau de {pits} par côté")
            }
            IllegalMove::Empty { pit } => format!("la case {pit} est vide"),
            IllegalMove::Burned { pit } => format!("la case {pit} est brûlée"),
            IllegalMove::Tuzdyk { pit } => {
                format!("la case {pit} est un tuzdyk et ne contient pas de graines")
            }
            IllegalMove::GrandSlam { pit } => {
                format!("jouer {pit} prendrait toutes les graines de l’adversaire")
            }
            IllegalMove::Starves { pit } => {
                format!("jouer {pit} laisserait l’adversaire sans graine\u{a0}; il faut le nourrir")
            }
            IllegalMove::NeverRests { pit } => {
                format!("les graines de la case {pit} tourneraient sans fin")
            }
            IllegalMove::NoBurning => "aucune colonne ne brûle dans ce jeu".into(),
            IllegalMove::TooPoor { cost, store } => {
                let cost = counted(cost, "graine");
                format!("brûler une colonne coûte {cost}, et le grenier en contient {store}")
            }
            IllegalMove::TooFewColumns { left } => {
                let left = counted(left, "colonne");
                format!("il doit rester {left}, et il n’y en a pas plus")
            }
        }
    }

    fn position(&self, why: &PositionError) -> String {
        match *why {
            PositionError::Pits {
                side,
                found,
                wanted,
            } => {
                let (side, found) = (self.side(side), counted(found as u64, "case"));
                format!("la rangée de {side} a {found}\u{a0}; ce jeu en a {wanted} par côté")
            }
            PositionError::Seeds { found } => format!(
                "la position contient {found} graines\u{a0}; une partie en a au plus {MOST_SEEDS}"
            ),
            PositionError::NoBurning => {
                "une case est brûlée (x), mais aucune colonne ne brûle dans ce jeu".into()
            }
            PositionError::HalfBurned { pit } => format!(
                "la case {pit} est brûlée (x) mais pas celle d’en face\u{a0}; une colonne brûle tout entière"
            ),
            PositionError::TooManyBurned { found, left } => {
                let found = counted(found, "colonne");
                format!("le feu a pris {found}\u{a0}; il doit en rester au moins {left}")
            }
            PositionError::NoTuzdyk => "une case est un tuzdyk (t), mais ce jeu n’en a pas".into(),
            PositionError::TwoTuzdyks { side } => format!(
                "la rangée de {} a deux tuzdyks (t)\u{a0}; un joueur ne peut en avoir qu’un",
                self.side(side)
            ),
            PositionError::LastTuzdyk { pit } => format!(
                "la case {pit} est un tuzdyk (t)\u{a0}; la dernière case d’une rangée n’en devient jamais un"
            ),
            PositionError::SameTuzdyk { south, north } => format!(
                "les cases {south} et {north} sont toutes deux des tuzdyks (t)\u{a0}; elles ne peuvent porter le même numéro"
            ),
        }
    }

    fn setup_fault(&self, what: &SetupFault) -> String {
        match what {
            SetupFault::Parts(found) => {
                format!("il faut 4 parties, il y en a {found}\u{a0}; {SHAPE}")
            }
            SetupFault::Pits(found) => {
                let most = Pit::MOST;
                format!("{found} cases dans une rangée\u{a0}; une rangée en a au plus {most}")
            }
            SetupFault::Stores(found) => {
                format!("il faut 2 greniers, il y en a {found}\u{a0}; {SHAPE}")
            }
            SetupFault::TooMany(word) => {
                format!("{word}, c’est plus que les {MOST_SEEDS} graines d’une partie")
            }
            SetupFault::NoNumber(word) => {
                format!("`{}` n’est pas un nombre de graines", word.escape_debug())
            }
            SetupFault::NoTurn(word) => format!(
                "`{}` ne dit pas à qui de jouer\u{a0}: c’est S (Sud) ou N (Nord)",
                word.escape_debug()
            ),
            SetupFault::Cells { found, wanted } => format!(
                "une liste de toutes les cases a ici {wanted} nombres, il y en a {found}\u{a0}; sinon, {SHAPE}"
            ),
        }
    }

    fn setup(&self, error: &SetupError) -> String {
        let what = self.setup_fault(&error.what);
        format!("caractère {} de la position\u{a0}: {what}", error.at)
    }

    fn move_fault(&self, what: &MoveFault) -> String {
        match what {
            MoveFault::NotOne(text) => format!(
                "`{text}` n’est pas un coup\u{a0}; un coup est la lettre d’une case, comme C, f ou !C"
            ),
            MoveFault::NothingToBurn => "après `!` il faut la lettre d’une case".into(),
            MoveFault::NoPit(c) => format!(
                "`{}` n’est pas une case\u{a0}; celles de Sud sont A, B et ainsi de suite, celles de Nord a, b et ainsi de suite",
                c.escape_debug()
            ),
        }
    }

    fn moves(&self, error: &MoveError) -> String {
        let what = self.move_fault(&error.what);
        format!("caractère {} des coups\u{a0}: {what}", error.at)
    }

    fn record(&self, error: &RecordError) -> String {
        let what = match &error.what {
            RecordFault::SecondGame => {
                "une deuxième partie commence ici\u{a0}; une seule est lue".into()
            }
            RecordFault::AfterResult => {
                "après le résultat il ne peut y avoir que des commentaires".into()
            }
            RecordFault::OpenComment => "un commentaire finit par }, qui manque".into(),
            RecordFault::NoTag => {
                "une balise est un nom et une valeur entre guillemets, comme [South \"Ama\"]".into()
            }
            RecordFault::OpenValue => "une valeur finit par un guillemet, qui manque".into(),
            RecordFault::OpenTag => "une balise finit par ], qui manque".into(),
            RecordFault::Move(what) => self.move_fault(what),
        };
        format!(
            "ligne {}, colonne {}\u{a0}: {what}",
            error.line, error.column
        )
    }

    fn replay(&self, why: &ReplayError) -> String {
        match why {
            ReplayError::NoRules => {
                "la partie ne dit pas selon quelles règles elle a été jouée\u{a0}: il manque une balise [Rules \"…\"]".into()
            }
            ReplayError::UnknownRules(name, known) => format!(
                "il n’y a pas de jeu `{name}`, et le fichier n’a pas d’empreinte qui dirait ses règles\u{a0}; {}",
                near(known, "les jeux")
            ),
            ReplayError::SwitchForm(word) => format!(
                "la balise Switches\u{a0}: `{word}` n’est pas de la forme réglage=valeur"
            ),
            ReplayError::Switch(why) => format!("la balise Switches\u{a0}: {}", self.switch(why)),
            ReplayError::Nonsense(why) => {
                format!("la balise Switches\u{a0}: {}", self.nonsense(why))
            }
            ReplayError::OtherRules {
                found,
                expected,
                name,
            } => format!(
                "la partie a été jouée selon d’autres règles\u{a0}: son empreinte est {found}, celle de {name} est {expected}"
            ),
            ReplayError::Setup(error) => format!("la balise Position\u{a0}: {}", self.setup(error)),
            ReplayError::Position(why) => {
                format!("la balise Position\u{a0}: {}", self.position(why))
            }
            ReplayError::Move { number, m, why } => {
                format!("coup {number}, {m}\u{a0}: {}", self.illegal_move(why))
            }
            ReplayError::Result { found, expected } => {
                let expected = expected.map_or("une partie inachevée".into(), score);
                let found = score(*found);
                format!("le résultat donné est {found}, mais les coups mènent à {expected}")
            }
            ReplayError::Termination(word) => format!(
                "`{word}` n’est pas une fin de partie\u{a0}; c’est une raison comme repetition, `resigned S`, `out-of-time N` ou agreed"
            ),
        }
    }

    fn switch(&self, why: &SwitchError) -> String {
        match why {
            SwitchError::UnknownKey(key) => format!(
                "il n’y a pas de réglage `{key}`\u{a0}; les réglages\u{a0}: {}",
                listed(Switches::KEYS)
            ),
            SwitchError::BadValue {
                key,
                value,
                allowed: right,
            } => format!(
                "`{value}` n’est pas une valeur de `{key}`\u{a0}; sont permis\u{a0}: {}",
                allowed(right)
            ),
        }
    }

    fn nonsense(&self, why: &Nonsense) -> String {
        match *why {
            Nonsense::TooManySeeds { pits, seeds } => {
                let total = 2 * u16::from(pits) * u16::from(seeds);
                format!(
                    "{pits} cases par côté avec {seeds} graines chacune font {total} graines\u{a0}; une partie en a au plus {MOST_SEEDS}"
                )
            }
            Nonsense::BonusInOwnStore => {
                "une dernière graine ne peut tomber dans le propre grenier si `sow-own-store` est false\u{a0}: mettez `bonus` à \"never\" ou semez le grenier".into()
            }
            Nonsense::BonusInNoStore => {
                "une dernière graine ne peut tomber dans un grenier si l’on n’en sème aucun\u{a0}: mettez `bonus` à \"never\" ou semez un grenier".into()
            }
            Nonsense::RelayCaptures => {
                "un semis à relais ne finit que dans un grenier ou une case vide, si bien que la dernière graine y est toujours seule\u{a0}: mettez `capture` à \"none\" ou \"opposite\", ou `laps` à \"single\"".into()
            }
            Nonsense::RelayTuzdyk => {
                "un semis à relais ne finit jamais dans une case de trois graines, et aucun tuzdyk ne serait possible\u{a0}: mettez `tuzdyk` à false ou `laps` à \"single\"".into()
            }
            Nonsense::BurnedTuzdyk => {
                "un tuzdyk dure jusqu’à la fin de la partie, sa colonne ne peut donc pas brûler\u{a0}: mettez `tuzdyk` ou `burn` à false".into()
            }
            Nonsense::OnlyPitTuzdyk => {
                "la dernière case d’une rangée ne devient jamais un tuzdyk\u{a0}: un jeu à tuzdyks a au moins 2 cases par côté".into()
            }
            Nonsense::EmptyCapture => {
                "une prise qui laisse la dernière graine où elle est tombée n’a rien à prendre dans une case vide\u{a0}: mettez `empty-capture` à false ou `capture-takes` à \"both\"".into()
            }
            Nonsense::NobodyToFeed => {
                "il n’y a personne à nourrir si la partie s’achève dès qu’un camp est vide\u{a0}: mettez `feeding` à \"none\" ou `end` à \"no-move\"".into()
            }
            Nonsense::NothingBurns { pits, left } => {
                let pits = counted(pits, "case");
                format!(
                    "avec {pits} par côté, aucune colonne ne pourrait brûler s’il doit en rester {left}\u{a0}: mettez `burn-columns-left` au-dessous de `pits`"
                )
            }
            Nonsense::ForEver => {
                "des graines qu’on ne sème pas dans le grenier du joueur peuvent tourner sans fin\u{a0}: mettez `repetition` au nombre d’apparitions qui achève la partie, de 2 à 9".into()
            }
        }
    }

    fn semicolon(&self) -> &'static str {
        "\u{a0}; "
    }

    fn ruleset_fault(&self, what: &RulesetFault) -> (String, Option<String>) {
        match what {
            // The reader of TOML speaks English only.
            RulesetFault::NotToml(why) => (format!("ce n’est pas du TOML\u{a0}: {why}"), None),
            RulesetFault::NoKey(word, known) => (
                format!("il n’y a pas de clé `{word}` ici"),
                Some(near(known, "les clés")),
            ),
            RulesetFault::SwitchAtTop(word) => (
                format!("`{word}` est un réglage, et les réglages ont leur propre table"),
                Some("placez-le sous une ligne `[switches]`".into()),
            ),
            RulesetFault::KeyAmongSwitches(word) => (
                format!("`{word}` n’est pas un réglage"),
                Some("placez cette ligne en tête du fichier, au-dessus de `[switches]`".into()),
            ),
            RulesetFault::NoSwitch(word, known) => (
                format!("il n’y a pas de réglage `{word}`"),
                Some(near(known, "les réglages")),
            ),
            RulesetFault::BadValue {
                key,
                written,
                allowed: right,
            } => (
                format!("`{written}` n’est pas une valeur de `{key}`"),
                Some(format!("sont permis\u{a0}: {}", allowed(right))),
            ),
            RulesetFault::Quotes {
                key,
                written,
                meant,
            } => {
                let quotes = if meant.starts_with('"') {
                    "entre guillemets"
                } else {
                    "sans guillemets"
                };
                (
                    format!("`{written}` n’est pas une valeur de `{key}`"),
                    Some(format!("écrivez {meant} {quotes}")),
                )
            }
            RulesetFault::NoTable => (
                "`switches` n’est pas une table".into(),
                Some(
                    "écrivez une ligne `[switches]`, puis une ligne `réglage = valeur` pour chacun"
                        .into(),
                ),
            ),
            RulesetFault::Nonsense(why) => (self.nonsense(why), None),
            RulesetFault::NoBase(word, known) => (
                format!("il n’y a pas de jeu `{word}` fourni avec Krou dont partir"),
                Some(near(known, "les jeux")),
            ),
            RulesetFault::NoNumbering(word) => (
                format!("il n’y a pas de numérotation `{word}`"),
                Some("sont permis\u{a0}: \"flat\", \"attic\", \"solver\"".into()),
            ),
            RulesetFault::BadName(word) => (
                format!("`{word}` ne peut pas être un nom"),
                Some(format!(
                    "sont permis\u{a0}: jusqu’à {LONGEST_NAME} lettres a-z et A-Z, chiffres, `-`, `_` et `.`"
                )),
            ),
            RulesetFault::NotText(key, kind) => (
                format!("`{key}` est un texte, non un élément TOML de type {kind}"),
                Some(format!("écrivez-le entre guillemets\u{a0}: {key} = \"…\"")),
            ),
            RulesetFault::ControlCharacter(key, c) => (
                format!(
                    "`{key}` contient le caractère de commande U+{:04X}, qui n’est jamais affiché",
                    *c as u32
                ),
                Some("retirez-le".into()),
            ),
            RulesetFault::NotList(key) => (
                format!("`{key}` n’est pas une liste"),
                Some(format!("écrivez {key} = [\"…\", \"…\"]")),
            ),
            RulesetFault::NoLanguage { key, lang } => (
                format!("il n’y a pas de langue `{lang}`"),
                Some(format!("sont permis\u{a0}: {key}.en, {key}.fr")),
            ),
        }
    }
}
