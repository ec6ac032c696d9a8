//! What contributors run: `cargo xtask test`, `cargo xtask bench rules`.
//!
//! Every task is a list of cargo calls, so that this crate needs no dependencies and is built in a
//! moment.

use std::env;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const HELP: &str = "\
cargo xtask test          everything that must pass: formatting, clippy, tests, documentation
cargo xtask bench rules   moves and perft sequences per second for every ruleset, as a table
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["test"] => test(),
        ["bench", "rules", rest @ ..] => bench("krou-rules", "rules", rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!(
                "there is no task `{}`; the tasks are\n{HELP}",
                args.join(" ")
            );
            ExitCode::from(2)
        }
    }
}

/// Runs every check, stops at the first that fails, and says how long each took.
///
/// Clippy and the documentation share what is checked, the tests share what is built: every
/// dependency is compiled twice, not once a step.
fn test() -> ExitCode {
    let steps = [
        Step::new("formatting", &["fmt", "--all", "--check"]),
        Step::new(
            "clippy",
            &[
                "clippy",
                "--locked",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
        ),
        Step::new(
            "documentation",
            &[
                "doc",
                "--locked",
                "--workspace",
                "--no-deps",
                "--document-private-items",
            ],
        )
        .with("RUSTDOCFLAGS", "-D warnings"),
        Step::new("tests", &["test", "--locked", "--workspace"]),
    ];
    let mut done = Vec::new();
    for step in &steps {
        eprintln!("== {}", step.name);
        let Some(took) = step.run() else {
            eprintln!("FAILED: {}: {}", step.name, step.line());
            return ExitCode::FAILURE;
        };
        done.push(format!("{} {:.0} s", step.name, took.as_secs_f64()));
    }
    println!("ALL PASSED: {}", done.join(", "));
    ExitCode::SUCCESS
}

/// Runs one benchmark of one crate, built for release.
fn bench(package: &str, name: &str, rest: &[&str]) -> ExitCode {
    let mut args = vec![
        "bench",
        "--quiet",
        "--package",
        package,
        "--bench",
        name,
        "--",
    ];
    args.extend(rest);
    match Step::new(name, &args).run() {
        Some(_) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

/// One call of cargo.
struct Step<'a> {
    name: &'a str,
    args: Vec<&'a str>,
    env: Option<(&'a str, &'a str)>,
}

impl<'a> Step<'a> {
    fn new(name: &'a str, args: &[&'a str]) -> Self {
        Step {
            name,
            args: args.to_vec(),
            env: None,
        }
    }

    fn with(mut self, key: &'a str, value: &'a str) -> Self {
        self.env = Some((key, value));
        self
    }

    fn line(&self) -> String {
        format!("cargo {}", self.args.join(" "))
    }

    /// How long it took, or nothing if it failed.
    fn run(&self) -> Option<Duration> {
        let start = Instant::now();
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo).args(&self.args).envs(self.env).status();
        match status {
            Ok(status) => status.success().then(|| start.elapsed()),
            Err(error) => {
                eprintln!("cannot run `{}`: {error}", self.line());
                None
            }
        }
    }
}
