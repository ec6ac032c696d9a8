//! Reading ruleset files, with errors that point at the place.
//!
//! A file says what the game is called at its top and sets switches in a `[switches]` table of
//! their own, the shape they also have in answers, so that a switch added later can never collide
//! with a name used for something else:
//!
//! ```toml
//! base = "kalah"
//! title.en = "Our kalah"
//!
//! [switches]
//! seeds = 6
//! ```

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::{Fault, nearest, shortened};
use super::{Numbering, Ruleset, RulesetError};
use crate::{BiText, Lang, SwitchError, Switches};

/// The keys at the top of a file.
const TOP: [&str; 7] = [
    "name",
    "base",
    "title",
    "description",
    "sources",
    "numbering",
    "switches",
];

/// The game a file builds on if it names none.
const DEFAULT_BASE: &str = "kalah";

type Key<'i> = Spanned<DeString<'i>>;
type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a file that may build on any of `bases`.
pub(super) fn read(
    name_hint: &str,
    text: &str,
    bases: &[Ruleset],
) -> Result<Ruleset, RulesetError> {
    let parsed = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let message = format!("this is not TOML: {}", error.message());
        let fault = Fault {
            span,
            message,
            help: None,
        };
        fault.locate(text)
    })?;
    ruleset(name_hint, parsed.get_ref(), text, bases).map_err(|fault| fault.locate(text))
}

/// The entries of a table as the file orders them, so that the first fault is the one reported.
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Value<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn ruleset(
    name_hint: &str,
    table: &DeTable<'_>,
    text: &str,
    bases: &[Ruleset],
) -> Result<Ruleset, Fault> {
    let base = match table.get("base") {
        Some(value) => Some(named_base(value, bases)?),
        None => bases.iter().find(|game| game.name == DEFAULT_BASE),
    };
    let mut name = plain_name(name_hint);
    let mut title = None;
    let mut description = None;
    let mut sources = Vec::new();
    let mut numbering = base.map_or(Numbering::default(), |base| base.numbering);
    let mut switches = base.map_or_else(Switches::default, |base| base.switches.clone());

    for (key, value) in in_order(table) {
        match key.get_ref().as_ref() {
            "base" => {}
            "name" => name = own_name(value)?,
            "title" => title = Some(bilingual("title", value)?),
            "description" => description = Some(bilingual("description", value)?),
            "sources" => sources = list("sources", value)?,
            "numbering" => numbering = named_numbering(value)?,
            "switches" => set_all(&mut switches, value, text)?,
            _ => return Err(unknown_top_key(key)),
        }
    }

    Ok(Ruleset {
        title: title.unwrap_or_else(|| BiText::same(&name)),
        description: description.unwrap_or_else(|| variant_of(base)),
        name,
        sources,
        numbering,
        switches,
    })
}

fn unknown_top_key(key: &Key<'_>) -> Fault {
    let word = key.get_ref().as_ref();
    if Switches::KEYS.contains(&word) {
        return Fault::new(
            key.span(),
            format!("`{word}` is a switch, and switches stand in a table of their own"),
            "put it under a line `[switches]`",
        );
    }
    Fault::new(
        key.span(),
        format!("there is no key `{}` here", shortened(word)),
        nearest(word, &TOP, "the keys are"),
    )
}

fn set_all(switches: &mut Switches, value: &Value<'_>, text: &str) -> Result<(), Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(Fault::new(
            value.span(),
            "`switches` is not a table",
            "write a line `[switches]` and one line `switch = value` for each",
        ));
    };
    for (key, value) in in_order(table) {
        set_one(switches, key, value, text)?;
    }
    // A built-in base makes sense, so what does not is something this file sets.
    switches.check().map_err(|nonsense| {
        let culprit = nonsense
            .keys
            .iter()
            .find_map(|key| table.get_key_value(*key));
        let span = culprit.map_or(0..0, |(key, value)| key.span().start..value.span().end);
        Fault {
            span,
            message: nonsense.why,
            help: None,
        }
    })
}

fn set_one(
    switches: &mut Switches,
    key: &Key<'_>,
    value: &Value<'_>,
    text: &str,
) -> Result<(), Fault> {
    let name = key.get_ref().as_ref();
    let written = text.get(value.span()).unwrap_or_default();
    let (word, kind) = match value.get_ref() {
        DeValue::String(word) => (word.to_string(), Kind::Word),
        DeValue::Integer(number) if number.radix() == 10 => {
            (number.as_str().to_string(), Kind::Number)
        }
        DeValue::Boolean(flag) => (flag.to_string(), Kind::Flag),
        _ => (written.to_string(), Kind::Other),
    };
    let before = switches.clone();
    match switches.set(name, &word) {
        Ok(()) => {
            let meant = switches.get(name).unwrap_or_default();
            if kind == Kind::of(&meant) {
                return Ok(());
            }
            *switches = before;
            let quotes = match Kind::of(&meant) {
                Kind::Word => format!("\"{meant}\" in quotes"),
                _ => format!("{meant} without quotes"),
            };
            Err(Fault::new(
                value.span(),
                format!("`{}` is not a value of `{name}`", shortened(written)),
                format!("write {quotes}"),
            ))
        }
        Err(SwitchError::UnknownKey(_)) if TOP.contains(&name) => Err(Fault::new(
            key.span(),
            format!("`{name}` is not a switch"),
            "put it at the top of the file, above `[switches]`",
        )),
        Err(SwitchError::UnknownKey(_)) => Err(Fault::new(
            key.span(),
            format!("there is no switch `{}`", shortened(name)),
            nearest(name, Switches::KEYS, "the switches are"),
        )),
        Err(SwitchError::BadValue { allowed, .. }) => Err(Fault::new(
            value.span(),
            format!("`{}` is not a value of `{name}`", shortened(written)),
            format!("allowed: {allowed}"),
        )),
    }
}

/// How a switch's value is written in a file: the command line has only words, TOML has types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Flag,
    Other,
}

impl Kind {
    fn of(word: &str) -> Kind {
        match word {
            "true" | "false" => Kind::Flag,
            _ if word.bytes().all(|b| b.is_ascii_digit()) => Kind::Number,
            _ => Kind::Word,
        }
    }
}

fn named_base<'b>(value: &Value<'_>, bases: &'b [Ruleset]) -> Result<&'b Ruleset, Fault> {
    let word = string("base", value)?;
    bases.iter().find(|game| game.name == word).ok_or_else(|| {
        let names: Vec<&str> = bases.iter().map(|game| game.name.as_str()).collect();
        Fault::new(
            value.span(),
            format!(
                "there is no built-in game `{}` to build on",
                shortened(word)
            ),
            nearest(word, &names, "the games are"),
        )
    })
}

fn named_numbering(value: &Value<'_>) -> Result<Numbering, Fault> {
    let word = string("numbering", value)?;
    word.parse().map_err(|_| {
        Fault::new(
            value.span(),
            format!("there is no numbering `{}`", shortened(word)),
            "allowed: \"flat\", \"attic\", \"solver\"",
        )
    })
}

/// What a name may consist of: it stands in links, file names and tags without quoting.
fn name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// The most characters of a name.
const LONGEST_NAME: usize = 64;

fn own_name(value: &Value<'_>) -> Result<String, Fault> {
    let word = string("name", value)?;
    if (1..=LONGEST_NAME).contains(&word.len()) && word.chars().all(name_char) {
        return Ok(word.to_string());
    }
    Err(Fault::new(
        value.span(),
        format!("`{}` cannot be a name", shortened(word)),
        format!("allowed: up to {LONGEST_NAME} letters a-z and A-Z, digits, `-`, `_` and `.`"),
    ))
}

/// A file name made into a name: nobody should have to rename a file to play its game.
fn plain_name(hint: &str) -> String {
    let name: String = hint
        .chars()
        .take(LONGEST_NAME)
        .map(|c| if name_char(c) { c } else { '-' })
        .collect();
    if name.is_empty() {
        "unnamed".to_string()
    } else {
        name
    }
}

fn string<'v>(key: &str, value: &'v Value<'_>) -> Result<&'v str, Fault> {
    value.get_ref().as_str().ok_or_else(|| {
        let kind = value.get_ref().type_str();
        Fault::new(
            value.span(),
            format!("`{key}` is a text, not a TOML {kind}"),
            format!("write it in quotes: {key} = \"…\""),
        )
    })
}

/// A text for players: in each language, or one for all.
fn bilingual(key: &str, value: &Value<'_>) -> Result<BiText, Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return string(key, value).map(BiText::same);
    };
    let mut en = None;
    let mut fr = None;
    for (lang, text) in in_order(table) {
        let text_of = |code| string(&format!("{key}.{code}"), text).map(str::to_string);
        match lang.get_ref().parse() {
            Ok(Lang::En) => en = Some(text_of("en")?),
            Ok(Lang::Fr) => fr = Some(text_of("fr")?),
            Err(_) => {
                return Err(Fault::new(
                    lang.span(),
                    format!("there is no language `{}`", shortened(lang.get_ref())),
                    format!("allowed: {key}.en, {key}.fr"),
                ));
            }
        }
    }
    // A text in one language only is better read in the wrong language than not at all.
    let known = en.clone().or_else(|| fr.clone()).unwrap_or_default();
    Ok(BiText {
        en: en.unwrap_or_else(|| known.clone()),
        fr: fr.unwrap_or(known),
    })
}

fn list(key: &str, value: &Value<'_>) -> Result<Vec<String>, Fault> {
    let DeValue::Array(array) = value.get_ref() else {
        return Err(Fault::new(
            value.span(),
            format!("`{key}` is not a list"),
            format!("write {key} = [\"…\", \"…\"]"),
        ));
    };
    array
        .iter()
        .map(|item| string(key, item).map(str::to_string))
        .collect()
}

fn variant_of(base: Option<&Ruleset>) -> BiText {
    match base {
        Some(base) => BiText {
            en: format!("A variant of {}.", base.title.en),
            fr: format!("Une variante de «\u{a0}{}\u{a0}».", base.title.fr),
        },
        None => BiText::default(),
    }
}
