//! What is wrong, in English.

use super::English;
use crate::ruleset::LONGEST_NAME;
use crate::words::errors::{Errors, listed};
use crate::{
    Allowed, IllegalMove, MOST_SEEDS, MoveError, MoveFault, Near, Nonsense, Pit, PositionError,
    RecordError, RecordFault, ReplayError, RulesetFault, SetupError, SetupFault, SwitchError,
    Switches,
};

const SHAPE: &str = "a position is SOUTH/NORTH/STORES/TURN, such as 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S";

/// "1 pit", "6 pits".
fn counted(n: impl Into<u64>, thing: &str) -> String {
    let n = n.into();
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {thing}{plural}")
}

fn score((south, north): (u16, u16)) -> String {
    format!("{south}-{north}")
}

fn allowed(allowed: &Allowed) -> String {
    let words = listed(allowed.words);
    match allowed.numbers {
        None => words,
        Some((low, high)) if words.is_empty() => format!("a number from {low} to {high}"),
        Some((low, high)) => format!("{words}, or a number from {low} to {high}"),
    }
}

/// The help for an unknown word: the one that may have been meant, or all `things` there are.
fn near(near: &Near, things: &str) -> String {
    match near {
        Near::One(word) => format!("did you mean `{word}`?"),
        Near::All(all) => format!("the {things} are {}", listed(all)),
    }
}

impl Errors for English {
    fn illegal_move(&self, why: &IllegalMove) -> String {
        match *why {
            IllegalMove::Over => "the game is over".into(),
            IllegalMove::NotYours { turn, pit } => {
                format!("it is {turn}'s turn, and {pit} is not {turn}'s pit")
            }
            IllegalMove::NoSuchPit { pit, pits } => {
                let pits = counted(pits, "pit");
                format!("there is no pit {pit} on a board with {pits} a side")
            }
            IllegalMove::Empty { pit } => format!("pit {pit} is empty"),
            IllegalMove::Burned { pit } => format!("pit {pit} is burned"),
            IllegalMove::Tuzdyk { pit } => format!("pit {pit} is a tuzdyk and holds no seeds"),
            IllegalMove::GrandSlam { pit } => {
                format!("{pit} would take all of the opponent's seeds")
            }
            IllegalMove::Starves { pit } => {
                format!("{pit} would leave the opponent without a seed; the opponent must be fed")
            }
            IllegalMove::NeverRests { pit } => {
                format!("the seeds of {pit} would go round for ever")
            }
            IllegalMove::NoBurning => "no column burns in this game".into(),
            IllegalMove::TooPoor { cost, store } => {
                let cost = counted(cost, "seed");
                format!("burning a column costs {cost}, and the store holds {store}")
            }
            IllegalMove::TooFewColumns { left } => {
                let left = counted(left, "column");
                format!("{left} must be left, and there are no more")
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
                let found = counted(found as u64, "pit");
                format!("{side}'s row has {found}; this game has {wanted} a side")
            }
            PositionError::Seeds { found } => {
                format!("the position has {found} seeds; a game has at most {MOST_SEEDS}")
            }
            PositionError::NoBurning => {
                "a pit is burned (x), but no column burns in this game".into()
            }
            PositionError::HalfBurned { pit } => format!(
                "pit {pit} is burned (x) but the pit facing it is not; a column burns whole"
            ),
            PositionError::TooManyBurned { found, left } => {
                let found = counted(found, "burned column");
                format!("the position has {found}; at least {left} must be left unburned")
            }
            PositionError::NoTuzdyk => "a pit is a tuzdyk (t), but this game has none".into(),
            PositionError::TwoTuzdyks { side } => {
                format!("{side}'s row has two tuzdyks (t); a player can have only one")
            }
            PositionError::LastTuzdyk { pit } => {
                format!("pit {pit} is a tuzdyk (t); the last pit of a row never becomes one")
            }
            PositionError::SameTuzdyk { south, north } => {
                format!("pits {south} and {north} are both tuzdyks (t); they must differ in number")
            }
        }
    }

    fn setup_fault(&self, what: &SetupFault) -> String {
        match what {
            SetupFault::Parts(found) => format!("expected 4 parts, found {found}; {SHAPE}"),
            SetupFault::Pits(found) => {
                format!("{found} pits in a row; a row has at most {}", Pit::MOST)
            }
            SetupFault::Stores(found) => format!("expected 2 stores, found {found}; {SHAPE}"),
            SetupFault::TooMany(word) => {
                format!("{word} is more than the {MOST_SEEDS} seeds a game can have")
            }
            SetupFault::NoNumber(word) => {
                format!("`{}` is not a number of seeds", word.escape_debug())
            }
            SetupFault::NoTurn(word) => {
                format!("`{}` is not a turn; it is S or N", word.escape_debug())
            }
            SetupFault::Cells { found, wanted } => {
                format!("a list of all cells has {wanted} numbers here, found {found}; or {SHAPE}")
            }
        }
    }

    fn setup(&self, error: &SetupError) -> String {
        let what = self.setup_fault(&error.what);
        format!("character {} of the position: {what}", error.at)
    }

    fn move_fault(&self, what: &MoveFault) -> String {
        match what {
            MoveFault::NotOne(text) => {
                format!("`{text}` is not one move; a move is a pit's letter such as C, f or !C")
            }
            MoveFault::NothingToBurn => "`!` must be followed by the letter of a pit".into(),
            MoveFault::NoPit(c) => format!(
                "`{}` is not a pit; South’s pits are A, B and so on, North’s a, b and so on",
                c.escape_debug()
            ),
        }
    }

    fn moves(&self, error: &MoveError) -> String {
        let what = self.move_fault(&error.what);
        format!("character {} of the moves: {what}", error.at)
    }

    fn record(&self, error: &RecordError) -> String {
        let what = match &error.what {
            RecordFault::SecondGame => "a second game begins here; only one is read".into(),
            RecordFault::AfterResult => "nothing but comments may stand after the result".into(),
            RecordFault::OpenComment => "a comment ends with }, which is missing".into(),
            RecordFault::NoTag => {
                "a tag is a name and a value in quotes, such as [South \"Ama\"]".into()
            }
            RecordFault::OpenValue => "a value ends with a quote, which is missing".into(),
            RecordFault::OpenTag => "a tag ends with ], which is missing".into(),
            RecordFault::Move(what) => self.move_fault(what),
        };
        format!("line {}, column {}: {what}", error.line, error.column)
    }

    fn replay(&self, why: &ReplayError) -> String {
        match why {
            ReplayError::NoRules => {
                "the game does not say by which rules it was played: a [Rules \"…\"] tag is missing"
                    .into()
            }
            ReplayError::UnknownRules(name, known) => format!(
                "there is no game `{name}`, and the file has no fingerprint that could tell its rules; {}",
                near(known, "games")
            ),
            ReplayError::SwitchForm(word) => {
                format!("the Switches tag: `{word}` is not of the form switch=value")
            }
            ReplayError::Switch(why) => format!("the Switches tag: {}", self.switch(why)),
            ReplayError::Nonsense(why) => format!("the Switches tag: {}", self.nonsense(why)),
            ReplayError::OtherRules {
                found,
                expected,
                name,
            } => format!(
                "the game was played by other rules: its fingerprint is {found}, that of {name} is {expected}"
            ),
            ReplayError::Setup(error) => format!("the Position tag: {}", self.setup(error)),
            ReplayError::Position(why) => format!("the Position tag: {}", self.position(why)),
            ReplayError::Move { number, m, why } => {
                format!("move {number}, {m}: {}", self.illegal_move(why))
            }
            ReplayError::Result { found, expected } => {
                let expected = expected.map_or("a game not finished".into(), score);
                let found = score(*found);
                format!("the result is given as {found}, but the moves lead to {expected}")
            }
            ReplayError::Termination(word) => format!(
                "`{word}` is not a termination; it is a reason such as repetition, `resigned S`, `out-of-time N` or agreed"
            ),
        }
    }

    fn switch(&self, why: &SwitchError) -> String {
        match why {
            SwitchError::UnknownKey(key) => format!(
                "there is no switch `{key}`; the switches are {}",
                listed(Switches::KEYS)
            ),
            SwitchError::BadValue {
                key,
                value,
                allowed: right,
            } => format!(
                "`{value}` is not a value of `{key}`; allowed: {}",
                allowed(right)
            ),
        }
    }

    fn nonsense(&self, why: &Nonsense) -> String {
        match *why {
            Nonsense::TooManySeeds { pits, seeds } => {
                let total = 2 * u16::from(pits) * u16::from(seeds);
                format!(
                    "{pits} pits a side with {seeds} seeds each are {total} seeds; a game has at most {MOST_SEEDS}"
                )
            }
            Nonsense::BonusInOwnStore => {
                "a last seed cannot fall in the own store if `sow-own-store` is false: set `bonus` to \"never\" or sow the store".into()
            }
            Nonsense::BonusInNoStore => {
                "a last seed cannot fall in a store if no store is sown: set `bonus` to \"never\" or sow a store".into()
            }
            Nonsense::RelayCaptures => {
                "a relay ends only in a store or an empty pit, so a last seed never brings a pit to more than one: set `capture` to \"none\" or \"opposite\", or `laps` to \"single\"".into()
            }
            Nonsense::RelayTuzdyk => {
                "a relay never ends in a pit with three seeds, so no tuzdyk could be made: set `tuzdyk` to false or `laps` to \"single\"".into()
            }
            Nonsense::BurnedTuzdyk => {
                "a tuzdyk lasts to the end of the game, so its column cannot be burned: set `tuzdyk` or `burn` to false".into()
            }
            Nonsense::OnlyPitTuzdyk => {
                "the last pit of a row never becomes a tuzdyk, so a game with tuzdyks needs at least 2 pits a side".into()
            }
            Nonsense::EmptyCapture => {
                "a capture that leaves the last seed where it fell has nothing to take from an empty pit: set `empty-capture` to false or `capture-takes` to \"both\"".into()
            }
            Nonsense::NobodyToFeed => {
                "there is nobody to feed if the game ends as soon as a side is empty: set `feeding` to \"none\" or `end` to \"no-move\"".into()
            }
            Nonsense::NothingBurns { pits, left } => {
                let pits = counted(pits, "pit");
                format!(
                    "with {pits} a side no column could ever be burned while {left} must be left: set `burn-columns-left` below `pits`"
                )
            }
            Nonsense::ForEver => {
                "seeds that are not sown into the mover's store can go round for ever: set `repetition` to the occurrence that ends the game, 2 to 9".into()
            }
        }
    }

    fn ruleset_fault(&self, what: &RulesetFault) -> (String, Option<String>) {
        match what {
            RulesetFault::NotToml(why) => (format!("this is not TOML: {why}"), None),
            RulesetFault::NoKey(word, known) => (
                format!("there is no key `{word}` here"),
                Some(near(known, "keys")),
            ),
            RulesetFault::SwitchAtTop(word) => (
                format!("`{word}` is a switch, and switches stand in a table of their own"),
                Some("put it under a line `[switches]`".into()),
            ),
            RulesetFault::KeyAmongSwitches(word) => (
                format!("`{word}` is not a switch"),
                Some("put it at the top of the file, above `[switches]`".into()),
            ),
            RulesetFault::NoSwitch(word, known) => (
                format!("there is no switch `{word}`"),
                Some(near(known, "switches")),
            ),
            RulesetFault::BadValue {
                key,
                written,
                allowed: right,
            } => (
                format!("`{written}` is not a value of `{key}`"),
                Some(format!("allowed: {}", allowed(right))),
            ),
            RulesetFault::Quotes {
                key,
                written,
                meant,
            } => {
                let quotes = if meant.starts_with('"') {
                    "in"
                } else {
                    "without"
                };
                (
                    format!("`{written}` is not a value of `{key}`"),
                    Some(format!("write {meant} {quotes} quotes")),
                )
            }
            RulesetFault::NoTable => (
                "`switches` is not a table".into(),
                Some("write a line `[switches]` and one line `switch = value` for each".into()),
            ),
            RulesetFault::Nonsense(why) => (self.nonsense(why), None),
            RulesetFault::NoBase(word, known) => (
                format!("there is no built-in game `{word}` to build on"),
                Some(near(known, "games")),
            ),
            RulesetFault::NoNumbering(word) => (
                format!("there is no numbering `{word}`"),
                Some("allowed: \"flat\", \"attic\", \"solver\"".into()),
            ),
            RulesetFault::BadName(word) => (
                format!("`{word}` cannot be a name"),
                Some(format!(
                    "allowed: up to {LONGEST_NAME} letters a-z and A-Z, digits, `-`, `_` and `.`"
                )),
            ),
            RulesetFault::NotText(key, kind) => (
                format!("`{key}` is a text, not a TOML {kind}"),
                Some(format!("write it in quotes: {key} = \"…\"")),
            ),
            RulesetFault::ControlCharacter(key, c) => (
                format!(
                    "`{key}` has the control character U+{:04X}, which is never printed",
                    *c as u32
                ),
                Some("take it out".into()),
            ),
            RulesetFault::NotList(key) => (
                format!("`{key}` is not a list"),
                Some(format!("write {key} = [\"…\", \"…\"]")),
            ),
            RulesetFault::NoLanguage { key, lang } => (
                format!("there is no language `{lang}`"),
                Some(format!("allowed: {key}.en, {key}.fr")),
            ),
        }
    }
}
