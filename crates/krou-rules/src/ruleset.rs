//! A ruleset: one game as data, built in or from a user's file.

mod error;
mod file;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::{BiText, Fingerprint, Lang, SwitchError, Switches};

pub use error::{Near, RulesetError, RulesetFault};
pub(crate) use error::{nearest, shortened};
pub(crate) use file::LONGEST_NAME;

/// The older pit numbers in which a game's boards and moves may be given.
///
/// This says how to read input and changes nothing in the play, so it is no switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// From 0: South's pits, South's store, North's pits, North's store.
    #[default]
    Flat,
    /// 0 is North's store, then South's pits from 1, South's store, and North's pits.
    Attic,
    /// The order of an older Avalanche solver: 0 is the mover's store, then the opponent's pits,
    /// then the mover's, the last of which is beside the mover's store.
    Solver,
}

impl Numbering {
    /// Every numbering.
    pub const ALL: [Numbering; 3] = [Numbering::Flat, Numbering::Attic, Numbering::Solver];
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Numbering::Flat => "flat",
            Numbering::Attic => "attic",
            Numbering::Solver => "solver",
        })
    }
}

/// A numbering that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no numbering `{0}`; the numberings are flat, attic, solver")]
pub struct UnknownNumbering(pub String);

impl FromStr for Numbering {
    type Err = UnknownNumbering;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Numbering::ALL
            .into_iter()
            .find(|numbering| numbering.to_string() == word)
            .ok_or_else(|| UnknownNumbering(word.to_string()))
    }
}

/// One game as data: what it is called, where it comes from, and its switches.
///
/// ```
/// use krou_rules::Ruleset;
///
/// let kalah = Ruleset::builtin("kalah").unwrap();
/// let mine = Ruleset::parse("mine", "base = \"kalah\"\n[switches]\nseeds = 6\n")?;
/// assert_eq!(mine.switches.differing(&kalah.switches), [("seeds", "6".to_string())]);
///
/// let error = Ruleset::parse("mine", "[switches]\nseedz = 6\n").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 1));
/// assert_eq!(error.to_string(), "2:1: there is no switch `seedz`; did you mean `seeds`?");
/// # Ok::<(), krou_rules::RulesetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The name it goes by in commands, links and saved games.
    pub name: String,
    /// The name players read.
    pub title: BiText,
    /// Where the rules are taken from.
    pub sources: Vec<String>,
    /// The older pit numbers accepted on input.
    pub numbering: Numbering,
    /// The rules.
    pub switches: Switches,
    /// What the file says about its game.
    about: About,
}

/// The prose of a ruleset file, true of the file's own switches only.
#[derive(Clone, Debug, PartialEq, Eq)]
struct About {
    description: BiText,
    /// The description once the switches are changed.
    variant: BiText,
    tips: Vec<BiText>,
    switches: Switches,
}

macro_rules! built_in {
    ($($name:literal),+ $(,)?) => {
        /// The built-in games in the order in which they are listed. A game comes after the one it
        /// builds on, so that no chain of bases can be a circle.
        const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../rulesets/", $name, ".toml")))),+];
    };
}

built_in![
    "kalah",
    "kalah-5x2",
    "kalah-empty-capture",
    "ayo",
    "avalanche",
    "awale",
    "oware",
    "awari",
    "attic",
    "attic-advanced",
    "attic-fire",
    "togyzkumalak",
    "bestemshe",
];

/// Readings that built-in games had in earlier versions, as `--set` takes them, oldest first: game
/// files of that time name only the game and carry the fingerprint it had.
const EARLIER: &[(&str, &[(&str, &str)])] = &[("oware", &[("feeding", "when-possible")])];

static BUILT_IN: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let mut games = Vec::with_capacity(FILES.len());
    for (name, text) in FILES {
        match file::read(name, text, &games) {
            Ok(game) => games.push(game),
            Err(error) => panic!("rulesets/{name}.toml:{error}"),
        }
    }
    games
});

impl Ruleset {
    /// The built-in game of that name.
    pub fn builtin(name: &str) -> Option<Ruleset> {
        BUILT_IN.iter().find(|game| game.name == name).cloned()
    }

    /// The built-in game of that name as earlier versions of Krou had it, oldest first; none if its
    /// rules never changed.
    pub fn earlier(name: &str) -> impl Iterator<Item = Ruleset> {
        EARLIER
            .iter()
            .filter(move |(known, _)| *known == name)
            .filter_map(|(known, readings)| {
                let mut ruleset = Ruleset::builtin(known)?;
                for (key, value) in *readings {
                    ruleset.set(key, value).ok()?;
                }
                Some(ruleset)
            })
    }

    /// The names of the built-in games, in the order in which they are listed.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// Every built-in game, in the order in which they are listed.
    pub fn all() -> Vec<Ruleset> {
        BUILT_IN.clone()
    }

    /// Reads a ruleset file and checks that its switches make sense together.
    ///
    /// A file that does not name itself goes by `name_hint`, usually its file name without the
    /// ending. It builds on the built-in game it names as its `base`, on Kalah if it names none.
    pub fn parse(name_hint: &str, text: &str) -> Result<Ruleset, RulesetError> {
        file::read(name_hint, text, &BUILT_IN)
    }

    /// The text of a built-in game's file, as an example to start one's own from.
    pub fn source_text(name: &str) -> Option<&'static str> {
        FILES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| *text)
    }

    /// Sets one switch, as `--set switch=value` does. Whether the switches still make sense
    /// together is asked afterwards, when all are set: see [`Switches::check`].
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SwitchError> {
        self.switches.set(key, value)
    }

    /// What kind of game it is, in a sentence. If the switches are no longer those of the file, it
    /// is described as a variant of that game.
    pub fn description(&self, lang: Lang) -> String {
        let text = if self.as_written() {
            &self.about.description
        } else {
            &self.about.variant
        };
        text.get(lang).to_string()
    }

    /// Advice for beginners. Returns nothing if the switches are no longer those of the file: what
    /// is good play in one game may be bad in another.
    pub fn tips(&self, lang: Lang) -> Vec<&str> {
        let tips: &[BiText] = if self.as_written() {
            &self.about.tips
        } else {
            &[]
        };
        tips.iter().map(|tip| tip.get(lang)).collect()
    }

    /// Whether the rules in effect are those of the file.
    fn as_written(&self) -> bool {
        self.switches.effective() == self.about.switches.effective()
    }

    /// What tells this exact game from every other, whatever its name.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.switches)
    }
}
