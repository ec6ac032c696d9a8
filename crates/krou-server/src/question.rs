//! A link is a complete question: rules, switches, position and moves.

use std::sync::Arc;

use krou_rules::{First, Game, Lang, Line, Rules, Ruleset, Setup, Side};
use krou_store::Table;
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The game of a question that names none.
pub const DEFAULT_RULES: &str = "kalah";

/// What an address asks about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Question {
    /// The game, by its name; Kalah if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// Switches that differ from it, `seeds=6 capture=none`, separated by spaces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub set: String,
    /// The position to start from; the game's own if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// The moves made from there.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub moves: String,
}

impl Question {
    /// What is played at a table.
    pub fn of_table(table: &Table) -> Result<Question, Error> {
        let query = table.question.trim_start_matches('?');
        serde_urlencoded::from_str(query)
            .map_err(|error| Error::Inside(format!("table {}: {error}", table.slug)))
    }

    /// The exact game that is asked about.
    pub fn ruleset(&self) -> Result<Ruleset, Error> {
        let name = match self.rules.as_str() {
            "" => DEFAULT_RULES,
            name => name,
        };
        let mut ruleset = Ruleset::builtin(name).ok_or_else(|| {
            let names: Vec<&str> = Ruleset::names().collect();
            let name: String = name.chars().take(40).collect();
            let names = names.join(", ");
            Error::wrong(
                format!("there is no game `{name}`; the games are {names}"),
                format!("il n’y a pas de jeu « {name} » ; les jeux sont {names}"),
            )
        })?;
        for set in self.set.split_whitespace() {
            let (key, value) = set.split_once('=').ok_or_else(|| {
                Error::wrong(
                    "write a switch, `=` and its value, such as seeds=6",
                    "écrivez un réglage, `=` et sa valeur, par exemple seeds=6",
                )
            })?;
            ruleset
                .set(key, value)
                .map_err(|error| Error::told(|lang| error.text(lang)))?;
        }
        Ok(ruleset)
    }

    /// Its rules, compiled.
    pub fn compiled(&self) -> Result<Arc<Rules>, Error> {
        let rules = Rules::new(self.ruleset()?);
        Ok(Arc::new(rules.map_err(|nonsense| {
            Error::told(|lang| nonsense.text(lang))
        })?))
    }

    /// The game, begun: where the first player is drawn by lot, the lot is drawn now.
    pub fn begun(&self) -> Result<Game, Error> {
        let game = self.game()?;
        let rules = game.rules();
        let lot = rules.switches().first == First::Random && self.position.is_empty();
        if lot && rand::random() {
            let start = rules.start_with(Side::North);
            return Ok(Game::from_position(Arc::clone(rules), start));
        }
        Ok(game)
    }

    /// The game with its moves made.
    pub fn game(&self) -> Result<Game, Error> {
        let rules = self.compiled()?;
        let start = match self.position.as_str() {
            "" => rules.start(),
            text => {
                let Ruleset {
                    numbering,
                    switches,
                    ..
                } = rules.ruleset();
                let setup = Setup::read(text, *numbering, switches.pits)
                    .map_err(|error| Error::told(|lang| error.text(lang)))?;
                rules
                    .position(&setup)
                    .map_err(|error| Error::told(|lang| error.text(lang)))?
            }
        };
        let mut game = Game::from_position(rules, start);
        let line: Line = self
            .moves
            .parse()
            .map_err(|error: krou_rules::MoveError| Error::told(|lang| error.text(lang)))?;
        for (at, next) in line.0.into_iter().enumerate() {
            game.play(next).map_err(|refusal| {
                Error::told(|lang| {
                    let why = refusal.text(lang);
                    match lang {
                        Lang::En => format!("move {} ({next}): {why}", at + 1),
                        Lang::Fr => format!("coup {} ({next})\u{a0}: {why}", at + 1),
                    }
                })
            })?;
        }
        Ok(game)
    }

    /// The question as the end of an address, `?rules=…`, or nothing.
    pub fn query(&self) -> String {
        match serde_urlencoded::to_string(self).unwrap_or_default() {
            empty if empty.is_empty() => empty,
            query => format!("?{query}"),
        }
    }

    /// The question a game answers to.
    pub fn of(game: &Game) -> Question {
        let rules = game.rules();
        let start = game.positions()[0];
        let ruleset = rules.ruleset();
        let base = Ruleset::builtin(&ruleset.name);
        let differing = base.map(|base| ruleset.switches.differing(&base.switches));
        let set = differing.unwrap_or_default().into_iter();
        let set: Vec<String> = set.map(|(key, value)| format!("{key}={value}")).collect();
        Question {
            rules: ruleset.name.clone(),
            set: set.join(" "),
            position: if start == rules.start() {
                String::new()
            } else {
                start.to_string()
            },
            moves: game.line().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> Question {
        serde_urlencoded::from_str(query).unwrap()
    }

    #[test]
    fn a_game_and_its_question_are_the_same() {
        let question = asked("rules=awale&set=pits%3D5+seeds%3D3&moves=C+e");
        let game = question.game().unwrap();
        assert_eq!(game.moves().len(), 2);
        assert_eq!(Question::of(&game), question);
        assert_eq!(asked(&question.query()[1..]), question);
        assert_eq!(Question::default().query(), "");
    }

    #[test]
    fn a_wrong_question_is_refused_with_what_would_be_right() {
        for (query, part) in [
            ("rules=chess", "the games are kalah"),
            ("set=seeds", "such as seeds=6"),
            ("set=seeds%3D99", "99"),
            ("set=sow-own-store%3Dfalse", "`bonus`"),
            ("position=4,4", "a position is"),
            ("position=4/4/0,0/S", "6 a side"),
            ("moves=Z", "Z"),
            ("moves=C+c", "South"),
        ] {
            let error = asked(query).game().unwrap_err().to_string();
            assert!(error.contains(part), "{query}: {error}");
        }
    }
}
