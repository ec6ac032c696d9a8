//! The rules of a game in plain words, made from its switches and nothing else, so that the text
//! can never disagree with the play, and the tips of its file; and what is said when something is wrong.
//!
//! A language is one folder beside this file that implements [`Words`] and [`Errors`], one line in
//! [`words`] and one variant of [`Lang`]; the tests here then demand that it tells every switch's
//! readings apart.

mod en;
mod errors;
mod fr;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::{Lang, Reason, Ruleset, Side, Switches};
use errors::Errors;

/// What a section of the rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The board, the start, who begins.
    Board,
    /// How a move sows.
    Sowing,
    /// What follows when the last seed falls.
    Laps,
    /// When a player moves again.
    MovingAgain,
    /// What is captured.
    Capturing,
    /// Tuzdyks, where the game has them.
    Tuzdyk,
    /// Grand slams and feeding.
    NoSeeds,
    /// Burning columns, where the game allows it.
    Burning,
    /// When the game ends and who wins.
    End,
    /// Who gets the seeds left on the board.
    Leftovers,
    /// Repeated positions, where there can be any.
    Repetition,
    /// Giving up.
    Resigning,
    /// Advice for beginners, where the ruleset's file gives any.
    Tips,
}

impl Topic {
    /// Every topic in the order in which the rules are told.
    pub const ALL: [Topic; 13] = [
        Topic::Board,
        Topic::Sowing,
        Topic::Laps,
        Topic::MovingAgain,
        Topic::Capturing,
        Topic::Tuzdyk,
        Topic::NoSeeds,
        Topic::Burning,
        Topic::End,
        Topic::Leftovers,
        Topic::Repetition,
        Topic::Resigning,
        Topic::Tips,
    ];
}

/// One section of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub topic: Topic,
    /// Its heading.
    pub heading: String,
    /// Its sentences; at least one.
    pub sentences: Vec<String>,
}

/// Something in which two games differ.
///
/// It displays as one line, `what: one game: …; other game: …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The switch.
    pub key: &'static str,
    /// What the switch is about.
    pub label: String,
    /// What the two games say, in the order in which they were given.
    pub readings: [String; 2],
    line: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// What every language must be able to say. It is given [effective](Switches::effective) switches.
trait Words: Errors + Sync {
    /// A topic's heading.
    fn heading(&self, topic: Topic) -> &'static str;

    /// All there is to say on a topic; nothing if the game has none of it.
    fn sentences(&self, topic: Topic, s: &Switches) -> Vec<String>;

    /// What a switch is about, and its reading in a few words. A reading on which other switches
    /// depend, such as a way of capturing, tells theirs too.
    fn reading(&self, key: &str, s: &Switches) -> Option<(&'static str, String)>;

    /// Why a game ended, to follow the result.
    fn reason(&self, reason: Reason) -> String;

    /// A player's name.
    fn side(&self, side: Side) -> &'static str;

    /// The last touch on every text: the language's spaces and quotes.
    fn typeset(&self, text: String) -> String {
        text
    }
}

fn words(lang: Lang) -> &'static dyn Words {
    match lang {
        Lang::En => &en::English,
        Lang::Fr => &fr::French,
    }
}

/// The rules of a game in words, section by section.
///
/// ```
/// use krou_rules::{Lang, Ruleset, Topic, explain};
///
/// let kalah = Ruleset::builtin("kalah").unwrap();
/// let rules = explain(&kalah, Lang::En);
/// let again = rules.iter().find(|section| section.topic == Topic::MovingAgain).unwrap();
/// assert_eq!(
///     again.sentences,
///     ["When your last seed falls in your own store, you move again, as often as this happens."]
/// );
/// ```
pub fn explain(ruleset: &Ruleset, lang: Lang) -> Vec<Section> {
    let words = words(lang);
    let switches = ruleset.switches.effective();
    let said = |topic| match topic {
        Topic::Tips => ruleset.tips(lang).into_iter().map(str::to_string).collect(),
        _ => words.sentences(topic, &switches),
    };
    let section = |topic| Section {
        topic,
        heading: words.heading(topic).to_string(),
        sentences: said(topic)
            .into_iter()
            .map(|sentence| words.typeset(sentence))
            .collect(),
    };
    Topic::ALL
        .into_iter()
        .map(section)
        .filter(|section| !section.sentences.is_empty())
        .collect()
}

/// What differs between two games, switch by switch; nothing if they are the same game.
///
/// ```
/// use krou_rules::{Lang, Ruleset, differences};
///
/// let kalah = Ruleset::builtin("kalah").unwrap();
/// let small = Ruleset::builtin("kalah-5x2").unwrap();
/// let lines: Vec<String> =
///     differences(&kalah, &small, Lang::En).iter().map(ToString::to_string).collect();
/// assert_eq!(
///     lines,
///     [
///         "Pits on each side: Kalah: six; Little Kalah: five",
///         "Seeds in each pit: Kalah: four; Little Kalah: two",
///     ]
/// );
/// ```
pub fn differences(a: &Ruleset, b: &Ruleset, lang: Lang) -> Vec<Difference> {
    let words = words(lang);
    let switches = [a.switches.effective(), b.switches.effective()];
    let names = apart(a, b, lang);
    let differ = |key: &str| switches[0].get(key) != switches[1].get(key);
    Switches::KEYS
        .iter()
        .filter(|key| differ(key))
        .filter(|key| !hangs_on(key).is_some_and(differ))
        .filter_map(|key| {
            let (label, left) = words.reading(key, &switches[0])?;
            let (_, right) = words.reading(key, &switches[1])?;
            let line = format!("{label} : {} : {left} ; {} : {right}", names[0], names[1]);
            Some(Difference {
                key,
                label: label.to_string(),
                line: words.typeset(line),
                readings: [words.typeset(left), words.typeset(right)],
            })
        })
        .collect()
}

/// Why a game ended, in words that can follow the result.
///
/// ```
/// use krou_rules::{Lang, Reason, Side, reason_words};
///
/// let reason = Reason::NoMove(Side::North);
/// assert_eq!(reason_words(reason, Lang::En), "North has no move to play");
/// assert_eq!(reason_words(reason, Lang::Fr), "Nord n’a aucun coup à jouer");
/// ```
pub fn reason_words(reason: Reason, lang: Lang) -> String {
    words(lang).reason(reason)
}

/// What a switch is about, and the reading it has; nothing if there is no such switch.
///
/// ```
/// use krou_rules::{Lang, Switches, switch_words};
///
/// let (label, reading) = switch_words("pits", &Switches::default(), Lang::En).unwrap();
/// assert_eq!((label.as_str(), reading.as_str()), ("Pits on each side", "six"));
/// ```
pub fn switch_words(key: &str, switches: &Switches, lang: Lang) -> Option<(String, String)> {
    let words = words(lang);
    let (label, reading) = words.reading(key, switches)?;
    Some((words.typeset(label.to_string()), words.typeset(reading)))
}

/// A player's name.
pub fn side_words(side: Side, lang: Lang) -> &'static str {
    words(lang).side(side)
}

/// The switch that decides whether `key` has a say at all; its reading tells that of `key` too.
fn hangs_on(key: &str) -> Option<&'static str> {
    match key {
        "capture-side" | "capture-takes" | "empty-capture" | "capture-chain" => Some("capture"),
        "burn-cost" | "burn-columns-left" => Some("burn"),
        "repetition-leftovers" => Some("repetition"),
        _ => None,
    }
}

/// Names that tell two games apart, for a game and a changed copy of it often share their title.
fn apart(a: &Ruleset, b: &Ruleset, lang: Lang) -> [String; 2] {
    let title = |game: &Ruleset| game.title.get(lang).to_string();
    if title(a) != title(b) {
        return [a, b].map(title);
    }
    if a.name != b.name {
        return [a, b].map(|game| format!("{} ({})", title(game), game.name));
    }
    [a, b].map(|game| format!("{} ({})", title(game), game.fingerprint()))
}
