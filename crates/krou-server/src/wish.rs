//! What a new game is to be: read from a form or a program's words, and found possible or not.

use std::collections::BTreeMap;
use std::fmt;

use krou_rules::{Game, Lang, Nonsense, Ruleset, Switches};
use krou_store::{BadControl, Control, Seat, Visitor};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::question::{DEFAULT_RULES, Question};
use crate::refusal;

/// What a new game is to be, as a form or a program says it.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Wish {
    /// A game's name.
    pub rules: String,
    /// The game whose switches the form shows; those of another game do not count.
    pub base: String,
    /// Changed switches, as in addresses.
    pub set: String,
    /// The start position, if not the usual one.
    pub position: String,
    /// Moves made from there, as an analysis has them; the game begins after them.
    pub moves: String,
    /// `engine`, `friend` or `anyone`.
    pub against: String,
    /// Whom to invite: the name of an account. Nobody else can take the seat then.
    pub invite: String,
    /// The engine's level, 1 to 10.
    #[serde(deserialize_with = "word")]
    pub level: String,
    /// `first`, `second`, or by lot.
    pub side: String,
    /// `none`, `minutes` or `days`.
    pub time: String,
    /// For the whole game, 0 to 180.
    #[serde(deserialize_with = "word")]
    pub minutes: String,
    /// Seconds more after each turn, 0 to 180.
    #[serde(deserialize_with = "word")]
    pub increment: String,
    /// For each turn, 1 to 14.
    #[serde(deserialize_with = "word")]
    pub days: String,
    /// Whether the game is to count for ratings: `rated` or `true`.
    #[serde(deserialize_with = "word")]
    pub rated: String,
    /// Changed switches by their names.
    #[serde(flatten)]
    pub switches: BTreeMap<String, Given>,
}

/// A value: a form sends a word, a program also a number or a truth value.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Given {
    Word(String),
    Number(i64),
    Truth(bool),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Word(word) => word.fmt(f),
            Given::Number(number) => number.fmt(f),
            Given::Truth(truth) => truth.fmt(f),
        }
    }
}

fn word<'de, D: serde::Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    Given::deserialize(value).map(|given| given.to_string())
}

/// What is wrong with a wish, and with which field of it.
#[derive(Debug)]
pub struct Fault {
    /// Empty if it is wrong with no field.
    pub field: &'static str,
    /// What is wrong.
    pub error: Error,
}

fn fault(field: &'static str, why: impl Fn(Lang) -> String) -> Fault {
    let error = Error::told(why);
    Fault { field, error }
}

/// A wish that can be fulfilled.
#[derive(Debug)]
pub struct Wanted {
    /// The rules and where the game begins.
    pub question: Question,
    /// The game, begun.
    pub game: Game,
    /// The engine's, if it plays.
    pub level: Option<u8>,
    /// How much time the players have.
    pub clock: Option<Control>,
    /// Whether it counts for ratings.
    pub rated: bool,
}

impl Wish {
    /// The name of the game.
    pub fn name(&self) -> &str {
        match self.rules.as_str() {
            "" => DEFAULT_RULES,
            name => name,
        }
    }

    /// The game with its switches, whether they make sense together or not.
    pub fn ruleset(&self) -> Result<Ruleset, Fault> {
        let asked = Question {
            rules: self.rules.clone(),
            set: self.set.clone(),
            ..Question::default()
        };
        let field = if Ruleset::builtin(self.name()).is_some() {
            "switches"
        } else {
            "rules"
        };
        let mut ruleset = asked.ruleset().map_err(|error| Fault { field, error })?;
        if self.base.is_empty() || self.base == self.name() {
            for key in Switches::KEYS {
                if let Some(value) = self.switches.get(*key) {
                    let set = ruleset.set(key, &value.to_string());
                    set.map_err(|error| fault(key, |lang| error.text(lang)))?;
                }
            }
        }
        Ok(ruleset)
    }

    /// Makes the moves of an analysis, so that the game begins where it has come to.
    pub fn arrive(&mut self) {
        let asked = Question {
            rules: self.rules.clone(),
            set: self.set.clone(),
            position: self.position.clone(),
            moves: std::mem::take(&mut self.moves),
        };
        if !asked.moves.is_empty()
            && let Ok(game) = asked.game()
        {
            self.position = game.position().to_string();
        }
    }

    fn is_with_engine(&self) -> bool {
        let with_people = matches!(self.against.as_str(), "friend" | "anyone");
        !with_people && self.invite.trim().is_empty()
    }

    fn clock(&self) -> Result<Option<Control>, BadControl> {
        let number = |text: &str, usual| match text.trim() {
            "" => Ok(usual),
            text => text.parse::<u8>().map_err(|_| BadControl),
        };
        match self.time.as_str() {
            "minutes" => {
                Control::minutes(number(&self.minutes, 10)?, number(&self.increment, 5)?).map(Some)
            }
            "days" => Control::days(number(&self.days, 3)?).map(Some),
            _ => Ok(None),
        }
    }

    /// What is wanted, or what is wrong with it.
    pub fn read(&self, asking: Option<&Visitor>) -> Result<Wanted, Fault> {
        let ruleset = self.ruleset()?;
        let nonsense = |nonsense: Nonsense| fault(nonsense.keys()[0], |lang| nonsense.text(lang));
        ruleset.switches.check().map_err(nonsense)?;
        let base = Ruleset::builtin(self.name()).map(|base| base.switches);
        let changed = ruleset.switches.differing(&base.unwrap_or_default());
        let changed: Vec<String> = changed.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let question = Question {
            rules: ruleset.name,
            set: changed.join(" "),
            position: self.position.trim().to_string(),
            moves: String::new(),
        };
        let at_position = |error| Fault {
            field: "position",
            error,
        };
        let game = question.begun().map_err(at_position)?;
        if game.is_over() {
            return Err(at_position(Error::Refused(refusal::OVER_AT_START)));
        }
        let level = match self.level.as_str() {
            "" => Ok(3),
            text => text.parse(),
        };
        let level = level.ok().filter(|level| Seat::LEVELS.contains(level));
        let level = level.ok_or(Fault {
            field: "level",
            error: Error::Refused(refusal::NO_LEVEL),
        })?;
        let clock = self.clock().map_err(|_| Fault {
            field: "clock",
            error: Error::Refused(refusal::NO_CLOCK),
        })?;
        let rated = !matches!(self.rated.as_str(), "" | "0" | "false" | "no" | "casual");
        let refused = |refusal| {
            Err(Fault {
                field: "rated",
                error: Error::Refused(refusal),
            })
        };
        let standard = question.set.is_empty() && question.position.is_empty();
        if rated && (!standard || self.is_with_engine()) {
            return refused(refusal::RATED_IS_STANDARD);
        }
        if rated && asking.and_then(Visitor::account).is_none() {
            return refused(refusal::RATED_NEEDS_ACCOUNT);
        }
        Ok(Wanted {
            question,
            game,
            level: self.is_with_engine().then_some(level),
            clock,
            rated,
        })
    }
}
