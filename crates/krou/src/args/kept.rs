//! The commands on players and games that are kept.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use krou_store::GameId;

#[derive(Subcommand)]
pub enum PlayersCommand {
    /// List the players
    List,
    /// Show what a player has achieved, game by game, and against whom
    Show {
        /// The player's name, in upper or lower case
        name: String,
    },
    /// Make a player known
    Create {
        /// The name
        name: String,
    },
    /// Give a player another name
    Rename {
        /// The name so far
        name: String,
        /// The new name
        new: String,
    },
    /// Forget a player and their ratings; the games stay
    Delete {
        /// The player's name
        name: String,
    },
}

#[derive(Subcommand)]
pub enum StoreCommand {
    /// Write a complete copy of the store to a new file, also while a server works on it
    Backup {
        /// The file to write, which must not be there yet
        file: PathBuf,
    },
    /// Check a store, or a copy of one: the file, and every game by its rules
    Check {
        /// The file [default: the store itself]
        file: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
pub enum GamesCommand {
    /// List games, the last played first; --rules NAME lists only that game's
    List(WhichGames),
    /// Show a game: who played, the moves, the board as it stands
    Show {
        /// The game's number, from the list
        id: GameId,
    },
    /// Write games as a text file, all if none are chosen
    Export {
        /// The games' numbers, from the list
        #[arg(conflicts_with_all = ["player", "finished", "unfinished", "last", "rules"])]
        ids: Vec<GameId>,
        #[command(flatten)]
        which: WhichGames,
        /// The file to write, which must not be there yet [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Take over games from text files, all or none; what is here already is left out
    Import {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Delete games
    Delete {
        /// The games' numbers, from the list
        #[arg(required = true)]
        ids: Vec<GameId>,
    },
}

#[derive(Args)]
pub struct WhichGames {
    /// Only this player's
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only those that have ended
    #[arg(long)]
    pub finished: bool,
    /// Only those that go on
    #[arg(long, conflicts_with = "finished")]
    pub unfinished: bool,
    /// Only the last so many
    #[arg(long, value_name = "COUNT")]
    pub last: Option<u32>,
}
