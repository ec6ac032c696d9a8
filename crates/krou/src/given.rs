//! The game a call is about: its rules, its position, its moves.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use krou_rules::{Game, Lang, Line, Move, Position, Rules, Ruleset, Setup};
use krou_tables::Library;

use crate::Surroundings;
use crate::args::Common;
use crate::failure::{Failure, Outcome};
use crate::file;
use crate::layout::quoted;
use crate::text;

/// The game of a call that names none.
const DEFAULT_RULES: &str = "kalah";

/// A built-in game by its name, or a user's own by its file.
pub fn ruleset(name: &str, lang: Lang) -> Outcome<Ruleset> {
    if let Some(ruleset) = Ruleset::builtin(name) {
        return Ok(ruleset);
    }
    if !name.contains(['/', '\\', '.']) && !Path::new(name).exists() {
        let names: Vec<&str> = Ruleset::names().collect();
        let told = text::no_such_game(lang, &quoted(name), &names);
        return Err(Failure::Call(told));
    }
    file::read(name, lang).map_err(|error| Failure::Call(error.complaint(name, lang)))
}

/// The ruleset with every `--set` applied, checked to make sense.
pub fn with_sets(mut ruleset: Ruleset, sets: &[String], lang: Lang) -> Outcome<Ruleset> {
    for set in sets {
        let given = format!("--set \"{}\"", quoted(set));
        let Some((key, value)) = set.split_once('=') else {
            return Err(wrong(lang, &given, &text::no_equals_sign(lang)));
        };
        let done = ruleset.set(key.trim(), value.trim());
        done.map_err(|error| wrong(lang, &given, &error.text(lang)))?;
    }
    let checked = ruleset.switches.check();
    checked.map_err(|nonsense| wrong(lang, &ruleset.name, &nonsense.text(lang)))?;
    Ok(ruleset)
}

/// The ruleset a call is about.
pub fn chosen(common: &Common, lang: Lang) -> Outcome<Ruleset> {
    let name = common.rules.as_deref().unwrap_or(DEFAULT_RULES);
    with_sets(ruleset(name, lang)?, &common.set, lang)
}

/// The tables a call looks things up in: in the directory it names, or in `tables` in that of the
/// data.
pub fn library(directory: Option<&Path>, common: &Common, here: &Surroundings) -> Library {
    let data = common.data.as_ref().or(here.data.as_ref());
    let usual = || data.map(|data| data.join("tables"));
    let directory = directory.map(Path::to_path_buf).or_else(usual);
    directory.map_or_else(Library::default, Library::at)
}

/// The game a call is about, its moves made.
pub fn game(common: &Common, lang: Lang) -> Outcome<Game> {
    let rules = rules(common, lang)?;
    let start = match &common.position {
        None => rules.start(),
        Some(text) => position(&rules, text, lang)?,
    };
    game_from(rules, start, common, lang)
}

/// The rules a call is about, compiled.
pub fn rules(common: &Common, lang: Lang) -> Outcome<Rules> {
    let ruleset = chosen(common, lang)?;
    let name = ruleset.name.clone();
    Rules::new(ruleset).map_err(|nonsense| wrong(lang, &name, &nonsense.text(lang)))
}

/// A game from this position, the moves of the call made.
pub fn game_from(rules: Rules, start: Position, common: &Common, lang: Lang) -> Outcome<Game> {
    let mut game = Game::from_position(Arc::new(rules), start);
    if let Some(text) = &common.moves {
        make_moves(&mut game, text, lang)?;
    }
    Ok(game)
}

fn position(rules: &Rules, text: &str, lang: Lang) -> Outcome<Position> {
    let given = format!("--position \"{}\"", quoted(text));
    let Ruleset {
        numbering,
        switches,
        ..
    } = rules.ruleset();
    let setup = Setup::read(text, *numbering, switches.pits)
        .map_err(|error| wrong(lang, &given, &error.text(lang)))?;
    rules
        .position(&setup)
        .map_err(|error| wrong(lang, &given, &error.text(lang)))
}

/// Makes the moves, given as letters or in the ruleset's older numbers.
fn make_moves(game: &mut Game, moves: &str, lang: Lang) -> Outcome {
    let given = format!("--moves \"{}\"", quoted(moves));
    let play = |game: &mut Game, at: usize, word: &str, next: Option<Move>| {
        let given = text::about(lang, &given, &text::nth_move(lang, at + 1, word));
        let Some(next) = next else {
            return Err(wrong(lang, &given, &text::no_such_number(lang)));
        };
        let played = game.play(next).map(|_| ());
        played.map_err(|refusal| wrong(lang, &given, &refusal.text(lang)))
    };
    if !moves.contains(|c: char| c.is_ascii_digit()) {
        let line = moves
            .parse::<Line>()
            .map_err(|error| wrong(lang, &given, &error.text(lang)))?;
        for (at, next) in line.0.into_iter().enumerate() {
            play(game, at, &next.to_string(), Some(next))?;
        }
        return Ok(());
    }
    let words = moves.split([' ', ',']).filter(|word| !word.is_empty());
    for (at, word) in words.enumerate() {
        let Ruleset {
            numbering,
            switches,
            ..
        } = game.rules().ruleset();
        let number = word.parse().ok();
        let turn = game.position().turn();
        let next = number.and_then(|number| numbering.sowing(number, switches.pits, turn));
        play(game, at, &quoted(word), next)?;
    }
    Ok(())
}

pub fn wrong(lang: Lang, given: &str, what: &dyn fmt::Display) -> Failure {
    Failure::Call(text::about(lang, &given, what))
}

/// Refuses a position or moves where a command has no use for them.
pub fn no_game(common: &Common, command: &str, lang: Lang) -> Outcome {
    let given = [
        ("--position", common.position.is_some()),
        ("--moves", common.moves.is_some()),
    ];
    refuse(&given, command, lang)
}

/// Refuses the choice of a game where a command has no use for one.
pub fn no_rules(common: &Common, command: &str, lang: Lang) -> Outcome {
    let given = [
        ("--rules", common.rules.is_some()),
        ("--set", !common.set.is_empty()),
    ];
    refuse(&given, command, lang)
}

/// Refuses changed rules where a command knows games only by their name.
pub fn no_set(common: &Common, command: &str, lang: Lang) -> Outcome {
    refuse(&[("--set", !common.set.is_empty())], command, lang)
}

fn refuse(given: &[(&str, bool)], command: &str, lang: Lang) -> Outcome {
    match given.iter().find(|(_, present)| *present) {
        Some((option, _)) => Err(Failure::Call(text::no_use(lang, command, option))),
        None => Ok(()),
    }
}
