//! The `krou` command.

use std::env;
use std::io::{self, BufWriter};
use std::process::ExitCode;

use krou::Surroundings;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout());
    let mut err = io::stderr();
    let here = Surroundings::detect();
    ExitCode::from(krou::run(env::args_os(), &here, &mut out, &mut err))
}
