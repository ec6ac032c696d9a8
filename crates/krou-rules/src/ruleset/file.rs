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
use super::{About, Numbering, Ruleset, RulesetError, RulesetFault};
use crate::{BiText, Lang, SwitchError, Switches};

/// The keys at the top of a file.
const TOP: [&str; 8] = [
    "name",
    "base",
    "title",
    "description",
    "tips",
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
        let why = error.message().to_string();
        Fault::new(span, RulesetFault::NotToml(why)).locate(text)
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
    let mut tips = Vec::new();
    let mut sources = Vec::new();
    let mut numbering = base.map_or(Numbering::default(), |base| base.numbering);
    let mut switches = base.map_or_else(Switches::default, |base| base.switches.clone());

    for (key, value) in in_order(table) {
        match key.get_ref().as_ref() {
            "base" => {}
            "name" => name = own_name(value)?,
            "title" => title = Some(bilingual("title", value)?),
            "description" => description = Some(bilingual("description", value)?),
            "tips" => tips = list("tips", value, bilingual)?,
            "sources" => sources = list("sources", value, printed)?,
            "numbering" => numbering = named_numbering(value)?,
            "switches" => set_all(&mut switches, value, text)?,
            _ => return Err(unknown_top_key(key)),
        }
    }

    let title = title.unwrap_or_else(|| BiText::same(&name));
    let variant = match base {
        Some(base) if description.is_none() => variant_of(&base.title),
        _ => variant_of(&title),
    };
    Ok(Ruleset {
        title,
        about: About {
            description: description.unwrap_or_else(|| variant.clone()),
            variant,
            tips,
            switches: switches.clone(),
        },
        name,
        sources,
        numbering,
        switches,
    })
}

fn unknown_top_key(key: &Key<'_>) -> Fault {
    let word = key.get_ref().as_ref();
    if Switches::KEYS.contains(&word) {
        return Fault::new(key.span(), RulesetFault::SwitchAtTop(word.to_string()));
    }
    let what = RulesetFault::NoKey(shortened(word), nearest(word, &TOP));
    Fault::new(key.span(), what)
}

fn set_all(switches: &mut Switches, value: &Value<'_>, text: &str) -> Result<(), Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(Fault::new(value.span(), RulesetFault::NoTable));
    };
    for (key, value) in in_order(table) {
        set_one(switches, key, value, text)?;
    }
    // A built-in base makes sense, so what does not is something this file sets.
    switches.check().map_err(|nonsense| {
        let mut keys = nonsense.keys().iter();
        let culprit = keys.find_map(|key| table.get_key_value(*key));
        let span = culprit.map_or(0..0, |(key, value)| key.span().start..value.span().end);
        Fault::new(span, RulesetFault::Nonsense(nonsense))
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
            let meant = match Kind::of(&meant) {
                Kind::Word => format!("\"{meant}\""),
                _ => meant,
            };
            let what = RulesetFault::Quotes {
                key: name.to_string(),
                written: shortened(written),
                meant,
            };
            Err(Fault::new(value.span(), what))
        }
        Err(SwitchError::UnknownKey(_)) if TOP.contains(&name) => {
            let what = RulesetFault::KeyAmongSwitches(name.to_string());
            Err(Fault::new(key.span(), what))
        }
        Err(SwitchError::UnknownKey(_)) => {
            let what = RulesetFault::NoSwitch(shortened(name), nearest(name, Switches::KEYS));
            Err(Fault::new(key.span(), what))
        }
        Err(SwitchError::BadValue { allowed, .. }) => {
            let what = RulesetFault::BadValue {
                key: name.to_string(),
                written: shortened(written),
                allowed,
            };
            Err(Fault::new(value.span(), what))
        }
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
        let what = RulesetFault::NoBase(shortened(word), nearest(word, &names));
        Fault::new(value.span(), what)
    })
}

fn named_numbering(value: &Value<'_>) -> Result<Numbering, Fault> {
    let word = string("numbering", value)?;
    let unknown = |_| Fault::new(value.span(), RulesetFault::NoNumbering(shortened(word)));
    word.parse().map_err(unknown)
}

/// What a name may consist of: it stands in links, file names and tags without quoting.
fn name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// The most characters of a name.
pub(crate) const LONGEST_NAME: usize = 64;

fn own_name(value: &Value<'_>) -> Result<String, Fault> {
    let word = string("name", value)?;
    if (1..=LONGEST_NAME).contains(&word.len()) && word.chars().all(name_char) {
        return Ok(word.to_string());
    }
    let what = RulesetFault::BadName(shortened(word));
    Err(Fault::new(value.span(), what))
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
        Fault::new(value.span(), RulesetFault::NotText(key.to_string(), kind))
    })
}

/// A text that is printed as it is. Characters a terminal obeys instead of showing them, escape
/// sequences and those that turn the direction of writing, are refused; lines may be broken.
fn printed(key: &str, value: &Value<'_>) -> Result<String, Fault> {
    let text = string(key, value)?;
    let control = |c: &char| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    match text.chars().find(control) {
        None => Ok(text.to_string()),
        Some(c) => {
            let what = RulesetFault::ControlCharacter(key.to_string(), c);
            Err(Fault::new(value.span(), what))
        }
    }
}

/// A text for players: in each language, or one for all.
fn bilingual(key: &str, value: &Value<'_>) -> Result<BiText, Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return printed(key, value).map(|text| BiText::same(&text));
    };
    let mut en = None;
    let mut fr = None;
    for (lang, text) in in_order(table) {
        let text_of = |code| printed(&format!("{key}.{code}"), text);
        match lang.get_ref().parse() {
            Ok(Lang::En) => en = Some(text_of("en")?),
            Ok(Lang::Fr) => fr = Some(text_of("fr")?),
            Err(_) => {
                let what = RulesetFault::NoLanguage {
                    key: key.to_string(),
                    lang: shortened(lang.get_ref()),
                };
                return Err(Fault::new(lang.span(), what));
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

fn list<T>(
    key: &str,
    value: &Value<'_>,
    item: impl Fn(&str, &Value<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let DeValue::Array(array) = value.get_ref() else {
        let what = RulesetFault::NotList(key.to_string());
        return Err(Fault::new(value.span(), what));
    };
    array.iter().map(|value| item(key, value)).collect()
}

/// The description of a game that is another one with some switches changed.
fn variant_of(title: &BiText) -> BiText {
    BiText {
        en: format!("A variant of {}.", title.en),
        fr: format!("Une variante de «\u{a0}{}\u{a0}».", title.fr),
    }
}
