//! The `krou` command as a function, so that tests call it in their own process.
//!
//! ```
//! use krou::Surroundings;
//!
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let args = ["krou", "perft", "7"].map(Into::into);
//! let code = krou::run(args, &Surroundings::default(), &mut out, &mut err);
//! assert_eq!(code, 0);
//! assert!(String::from_utf8(out)?.starts_with("114430 "));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

mod analyse;
mod args;
mod bench;
mod effort;
mod engine;
mod failure;
mod file;
mod games;
mod given;
mod help;
mod json;
mod kgp;
mod layout;
mod matches;
mod perft;
mod play;
mod players;
mod review;
mod rules;
mod serve;
mod show;
mod solve;
mod store;
mod surroundings;
mod tables;
mod text;
mod turn;

use std::ffi::OsString;
use std::io::Write;

use clap::FromArgMatches;

use args::{Cli, Command, PlayArgs};
use failure::{Failure, Outcome};

pub use surroundings::Surroundings;

/// Its example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs one call of `krou`, its name the first argument, and returns its exit code: 0 done,
/// 1 the answer is no or the work failed, 2 the call is wrong.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    here: &Surroundings,
    out: &mut (dyn Write + Send),
    err: &mut dyn Write,
) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let lang = help::lang(&args).unwrap_or(here.lang);
    let understood = help::command(lang)
        .try_get_matches_from(&args)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let (lang, done) = match understood {
        Ok(mut cli) => {
            cli.common.set = args::every_set(&args);
            (here.view(&cli.common).lang, answer(cli, here, out))
        }
        Err(error) if error.use_stderr() => (lang, Err(Failure::Clap(help::refusal(lang, &error)))),
        Err(help) => (lang, write!(out, "{help}").map_err(Into::into)),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => 0,
        Err(failure) => {
            // Where complaining fails too there is nobody left to tell.
            let _ = write!(err, "{}", failure.text(lang));
            failure.code()
        }
    }
}

fn answer(cli: Cli, here: &Surroundings, out: &mut (dyn Write + Send)) -> Outcome {
    let common = &cli.common;
    let view = here.view(common);
    match cli.command {
        None if here.terminal => play::run(&PlayArgs::NONE, common, here, out),
        None => Ok(write!(out, "{}", help::command(view.lang).render_help())?),
        Some(Command::Play(command)) => play::run(&command, common, here, out),
        Some(Command::Rules(command)) => rules::run(&command, common, view, out),
        Some(Command::Show) => show::run(common, view, out),
        Some(Command::Serve(command)) => serve::run(&command, common, here, out),
        Some(Command::Perft(command)) => perft::run(&command, common, view, out),
        Some(Command::Players(command)) => players::run(&command, common, here, out),
        Some(Command::Games(command)) => games::run(&command, common, here, out),
        Some(Command::Store(command)) => store::run(&command, common, here, out),
        Some(Command::Solve(command)) => solve::run(&command, common, here, out),
        Some(Command::Turn(command)) => turn::run(&command, common, view, out),
        Some(Command::Analyse(command)) => analyse::run(&command, common, here, out),
        Some(Command::Tables(command)) => tables::run(&command, common, here, out),
        Some(Command::Review(command)) => review::run(&command, common, here, out),
        Some(Command::Match(command)) => matches::run(&command, common, here, out),
        Some(Command::Engine(command)) => engine::run(&command, common, here, out),
        Some(Command::Bench(command)) => bench::run(&command, common, view, out),
    }
}
