//! The arguments of `krou play`.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use krou_store::{GameId, Seat};
use krou_tui::theme::Look;

/// On a terminal the game fills the screen and begins with its menu, unless the call says what to
/// play; `--plain`, a pipe or a file make it a game line by line.
#[derive(Args)]
pub struct PlayArgs {
    /// Play line by line: for scripts and screen readers
    #[arg(long)]
    pub plain: bool,
    /// Who plays South: a player's name, `guest`, or a level of the engine from 1 to 10
    #[arg(long, value_name = "WHO")]
    pub south: Option<Who>,
    /// Who plays North [default: guest; on the whole screen against a guest, level 3]
    #[arg(long, value_name = "WHO")]
    pub north: Option<Who>,
    /// Go on with a kept game: its number, or the last one that is not over
    #[arg(
        long,
        value_name = "GAME",
        num_args = 0..=1,
        default_missing_value = "last",
        conflicts_with_all = ["south", "north", "rules", "set", "position", "moves"]
    )]
    pub resume: Option<Resume>,
    /// The game does not count for ratings
    #[arg(long)]
    pub unrated: bool,
    /// Keep nothing of the game
    #[arg(long, conflicts_with = "resume")]
    pub no_save: bool,
    /// What weak levels overlook, and the lot, as this number has it: the same every time
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Draw with ASCII only
    #[arg(long)]
    pub ascii: bool,
    /// The colours of the whole screen
    #[arg(long)]
    pub look: Option<Colours>,
}

impl PlayArgs {
    /// A call that says nothing.
    pub const NONE: PlayArgs = PlayArgs {
        plain: false,
        south: None,
        north: None,
        resume: None,
        unrated: false,
        no_save: false,
        seed: None,
        ascii: false,
        look: None,
    };
}

/// The colours to choose from.
#[derive(Clone, Copy, ValueEnum)]
pub enum Colours {
    Dark,
    Light,
    Contrast,
}

impl From<Colours> for Look {
    fn from(colours: Colours) -> Look {
        match colours {
            Colours::Dark => Look::Dark,
            Colours::Light => Look::Light,
            Colours::Contrast => Look::Contrast,
        }
    }
}

/// A kept game to go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The last one that is not over.
    Last,
    /// The one of this number.
    Game(GameId),
}

impl FromStr for Resume {
    type Err = String;

    fn from_str(text: &str) -> Result<Resume, String> {
        match text {
            "last" => Ok(Resume::Last),
            number => number.parse().map(Resume::Game).map_err(|_| {
                "give the game's number, from `krou games list`, or nothing for the last one".into()
            }),
        }
    }
}

/// Somebody to sit down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever is there.
    Guest,
    /// The engine at this level.
    Engine(u8),
    /// The player of this name.
    Player(String),
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        match text.parse::<u8>() {
            Ok(level) if Seat::LEVELS.contains(&level) => Ok(Who::Engine(level)),
            Ok(_) => Err("the levels of the engine are 1 (weakest) to 10 (strongest)".into()),
            Err(_) if text.eq_ignore_ascii_case("guest") => Ok(Who::Guest),
            Err(_) => Ok(Who::Player(text.into())),
        }
    }
}
