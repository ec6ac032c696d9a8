//! The command line: what every command takes, and the commands.

mod kept;
mod play;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use krou_rules::Lang;

use crate::analyse::AnalyseArgs;
use crate::bench::BenchArgs;
use crate::engine::EngineArgs;
use crate::matches::MatchArgs;
use crate::review::ReviewArgs;
use crate::serve::ServeArgs;
use crate::solve::SolveArgs;
use crate::tables::TablesCommand;
pub use kept::{GamesCommand, PlayersCommand, StoreCommand, WhichGames};
pub use play::{PlayArgs, Resume, Who};

/// The home of mancala: plays, explains, analyses and solves the sowing games.
#[derive(Parser)]
#[command(name = "krou", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str =
    "Exit codes: 0 done, 1 the answer is no or the work failed, 2 the call is wrong.";

/// The arguments that mean the same for every command, before or after its name.
#[derive(Args, Default)]
#[command(next_help_heading = "The game")]
pub struct Common {
    /// The game: a built-in name (see `krou rules list`) or a ruleset file [default: kalah]
    #[arg(short, long, global = true, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Change a rule, for example seeds=6; may be given several times
    #[arg(long, global = true, value_name = "SWITCH=VALUE")]
    pub set: Vec<String>,
    /// The position to start from, for example 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S [default: the game's start]
    #[arg(long, global = true, value_name = "POS")]
    pub position: Option<String>,
    /// The moves to make first, for example "CF ba D"
    #[arg(long, global = true, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Where players, games and tables are kept [default: the user's data directory]
    #[arg(long, global = true, value_name = "DIR", help_heading = "The data")]
    pub data: Option<PathBuf>,
    /// Answer with JSON
    #[arg(long, global = true, help_heading = "The answer")]
    pub json: bool,
    /// The language of the answer, en or fr [default: the system's]
    #[arg(long, global = true, value_name = "LANG", help_heading = "The answer")]
    pub lang: Option<Lang>,
    /// How many characters a line may have [default: the terminal's width, or 80]
    #[arg(
        long,
        global = true,
        value_name = "COLUMNS",
        help_heading = "The answer"
    )]
    pub width: Option<u16>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play in the terminal: against the engine, across the table, or watch
    Play(PlayArgs),
    /// The games and their rules
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Show a position: the board, the legal moves, the scores and the result
    Show,
    /// Count the move sequences of a length
    Perft(PerftArgs),
    /// Prove what a position is worth: the final margin with best play
    Solve(SolveArgs),
    /// Find the best chain of this one turn: the most seeds in one's own store when it ends
    Turn(TurnArgs),
    /// What every legal move is worth, and the best line: proved, or estimated by search
    Analyse(AnalyseArgs),
    /// Endgame tables: what is proved of every position with few seeds
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Review a finished game: what each move was worth, and what was better
    Review(ReviewArgs),
    /// Let engines play against each other, and say which is stronger
    Match(MatchArgs),
    /// Speak with other programs on stdin and stdout, in a dialect of UCI
    Engine(EngineArgs),
    /// Search fixed positions and print the count of nodes: the signature of the search
    Bench(BenchArgs),
    /// Who plays here, and how well
    #[command(subcommand)]
    Players(PlayersCommand),
    /// What was played here
    #[command(subcommand)]
    Games(GamesCommand),
    /// The file that holds players and games: back it up, check it
    #[command(subcommand)]
    Store(StoreCommand),
    /// The web app: play, watch and analyse in any browser
    Serve(ServeArgs),
}

#[derive(Subcommand)]
pub enum RulesCommand {
    /// List the built-in games
    List,
    /// Say a game's rules in plain words
    Show {
        /// The game, instead of --rules
        #[arg(value_name = "NAME|FILE", conflicts_with = "rules")]
        game: Option<String>,
    },
    /// Check a ruleset file
    Check {
        /// The file
        file: String,
    },
    /// Say what differs between two games; --set changes the second
    Diff {
        /// The first game
        #[arg(value_name = "NAME|FILE")]
        first: String,
        /// The second game
        #[arg(value_name = "NAME|FILE")]
        second: String,
    },
}

#[derive(Args)]
pub struct PerftArgs {
    /// The number of moves in a sequence, at most 1000
    // Counting goes one call deeper for each move, and the stack has an end.
    #[arg(value_parser = clap::value_parser!(u32).range(..=1000))]
    pub depth: u32,
    /// Also count by first move
    #[arg(long)]
    pub divide: bool,
}

/// The store counts as the rules leave it: where the chain ends the game and each player takes
/// their own side, with those seeds. Of several best chains the shortest is shown.
#[derive(Args)]
pub struct TurnArgs {
    /// The position as numbers, for the player to move: own store, opponent's store, own pits from
    /// the left, opponent's pits from their left
    #[arg(value_name = "NUMBERS", conflicts_with = "position")]
    pub numbers: Vec<String>,
    /// Ask for those numbers one by one
    #[arg(long, conflicts_with_all = ["numbers", "position"])]
    pub prompt: bool,
    /// The memory to use, for example 500M or 4G; with less it takes longer
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    pub memory: usize,
}

/// A number of bytes: 4G, 500M, 64K or plain.
pub fn size(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err("write a size such as 500M or 4G".into()),
    };
    let number: usize = digits
        .parse()
        .map_err(|_| "write a size such as 500M or 4G")?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "that is more than this machine can address".into())
}

/// Every `--set` of a call that was parsed without complaint.
///
/// A value given both before and after the command's name would otherwise be lost: clap keeps only
/// the later group.
pub fn every_set(args: &[OsString]) -> Vec<String> {
    let mut sets = Vec::new();
    let mut rest = args.iter().take_while(|arg| *arg != "--");
    while let Some(arg) = rest.next() {
        if arg == "--set" {
            sets.extend(rest.next().and_then(|value| value.to_str()));
        } else {
            sets.extend(arg.to_str().and_then(|arg| arg.strip_prefix("--set=")));
        }
    }
    sets.into_iter().map(str::to_owned).collect()
}
