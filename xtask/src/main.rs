//! What contributors run: `cargo xtask test`, `cargo xtask bless`, `cargo xtask bench rules`.
//!
//! Every task is a list of cargo calls, so that this crate needs no dependencies and is built in a
//! moment.

mod reproduce;
mod web;

use std::env;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const HELP: &str = "\
cargo xtask test          everything that must pass: formatting, clippy, tests, documentation, pages
cargo xtask web           only the tests of the pages (needs Node.js and Chromium)
cargo xtask kills [N]     kills a server under load N times, 300 if not said, pauses it and sets its wall clock
cargo xtask bless         writes anew what the examples of the documentation and the tests print
cargo xtask bench rules [NAME…]
                          moves and perft sequences per second for every ruleset, as a table
cargo xtask bench instructions
                          processor instructions per perft sequence, the same on a busy machine
                          (needs valgrind)
cargo xtask bench tui     how quickly the terminal game starts and answers a key
cargo xtask bench tables [NAME SEEDS [THREADS]]
                          positions per second while endgame tables are built, and how long a probe takes
cargo xtask bench engine [SECONDS]
                          nodes per second and depth from the start of every game, with one thread and two
cargo xtask problems [NODES [NAME…]]
                          searches positions with known values: nodes and time to a proof
cargo xtask ladder [GAMES]
                          plays the levels against each other in every game: how far each is above the one
                          below; writes docs/results/levels.md
cargo xtask ladder GAMES NAME…
                          the same for some games, without the page
cargo xtask ladder calibrate [GAMES [NAME…]]
                          measures how strength grows with sight: where the levels belong
cargo xtask tune [GAMES [NAME…]]
                          fits the evaluation's networks and tables to games the engine plays against itself
cargo xtask load [GAMES [SECONDS [RATE…]]]
                          live games over loopback: moves per second, how soon they are seen, memory
cargo xtask reproduce awari [SEEDS]
                          builds the Awari tables, to 14 seeds or more, and writes docs/results/awari.md
cargo xtask reproduce kalah|avalanche|ayo|attic|turn [SECONDS]
                          solves the starting boards of every size, each in 60 seconds or as long as you say,
                          and writes docs/results/kalah.md and so on
cargo xtask reproduce performance [long]
                          times exact solving, (6,5) too if it may be long, and writes docs/results/performance.md
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["test"] => test(),
        ["web"] => pages(),
        ["kills"] => kills("300"),
        ["kills", times] => kills(times),
        ["bless"] => bless(),
        ["bench", "rules", rest @ ..] => bench("krou-rules", "rules", rest),
        ["bench", "instructions"] => instructions(),
        ["bench", "engine", rest @ ..] => bench("krou-engine", "engine", rest),
        ["bench", "tui"] => bench("krou", "tui", &[]),
        ["bench", "tables", rest @ ..] => bench("krou-tables", "tables", rest),
        ["reproduce", "awari"] => reproduce::awari("14"),
        ["reproduce", "awari", seeds] => reproduce::awari(seeds),
        [
            "reproduce",
            family @ ("kalah" | "avalanche" | "ayo" | "attic" | "turn"),
            rest @ ..,
        ] if rest.len() < 2 => reproduce::values(family, rest.first().unwrap_or(&"60")),
        ["reproduce", "performance"] => reproduce::performance(&[]),
        ["reproduce", "performance", "long"] => reproduce::performance(&["long"]),
        ["tune", rest @ ..] => tune(rest),
        ["ladder", games @ ..] if games.len() < 2 && games != ["calibrate"] => {
            reproduce::levels(games)
        }
        ["ladder", rest @ ..] => example("krou-engine", "ladder", rest),
        ["problems", rest @ ..] => example("krou-engine", "problems", rest),
        ["load", rest @ ..] => example("krou-server", "load", rest),
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
    let start = Instant::now();
    eprintln!("== pages");
    if let Err(why) = web::test() {
        eprintln!("FAILED: pages: {why}");
        return ExitCode::FAILURE;
    }
    done.push(format!("pages {:.0} s", start.elapsed().as_secs_f64()));
    println!("ALL PASSED: {}", done.join(", "));
    ExitCode::SUCCESS
}

/// Writes anew what the tests compare with. Read the difference before keeping it.
fn bless() -> ExitCode {
    let games = [
        "test",
        "--quiet",
        "--package",
        "krou-rules",
        "--test",
        "golden",
    ];
    let guide = ["test", "--quiet", "--package", "krou", "--test", "guide"];
    let steps = [
        Step::new("games", &games).with("KROU_BLESS", "1"),
        Step::new("examples", &guide).with("TRYCMD", "overwrite"),
    ];
    if steps.iter().all(|step| step.run().is_some()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Kills a server under load so many times.
fn kills(times: &str) -> ExitCode {
    if times.parse::<u32>().is_err() {
        eprintln!("`{times}` is no number of times; say, for example, cargo xtask kills 100");
        return ExitCode::from(2);
    }
    let test = [
        "test",
        "--package",
        "krou-server",
        "--test",
        "kills",
        "--",
        "--nocapture",
    ];
    let step = Step::new("kills", &test).with("KROU_KILLS", times);
    match step.run() {
        Some(_) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

/// Builds the program and runs the tests of the pages alone.
fn pages() -> ExitCode {
    let build = Step::new("krou", &["build", "--locked", "--bin", "krou"]);
    let tested = match build.run() {
        Some(_) => web::test(),
        None => Err(format!("{} failed", build.line())),
    };
    match tested {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("FAILED: {why}");
            ExitCode::FAILURE
        }
    }
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

/// Counts instructions under valgrind, for one game of each kind the rules are compiled for.
fn instructions() -> ExitCode {
    println!("| ruleset | depth | sequences | instructions a sequence |");
    println!("| --- | ---: | ---: | ---: |");
    let games = [
        ("kalah", "8"),
        ("oware", "8"),
        ("ayo", "7"),
        ("attic-fire", "7"),
        ("togyzkumalak", "6"),
    ];
    for (name, depth) in games {
        let (Some((_, startup)), Some((sequences, all))) =
            (counted(name, "0"), counted(name, depth))
        else {
            eprintln!("FAILED: valgrind did not count {name}");
            return ExitCode::FAILURE;
        };
        let each = all.saturating_sub(startup) as f64 / sequences as f64;
        println!("| `{name}` | {depth} | {sequences} | {each:.1} |");
    }
    ExitCode::SUCCESS
}

/// The sequences and the instructions of one perft.
fn counted(name: &str, depth: &str) -> Option<(u64, u64)> {
    let runner = r#"target."cfg(all())".runner = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]"#;
    let bench = [
        "bench",
        "--quiet",
        "--package",
        "krou-rules",
        "--bench",
        "rules",
    ];
    let output = cargo()
        .args(bench)
        .args(["--config", runner, "--", "--once", name, depth])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said
        .lines()
        .find_map(|line| line.split_once("Collected :"))?;
    let sequences = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .ok()?;
    Some((sequences, collected.1.trim().parse().ok()?))
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Fits the weights of the evaluation, and lays the file out.
fn tune(rest: &[&str]) -> ExitCode {
    if example("krou-engine", "tune", rest) == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    match Step::new("formatting", &["fmt", "--package", "krou-engine"]).run() {
        Some(_) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

/// Runs a program of one of the crates, built for release.
fn example(package: &str, name: &str, rest: &[&str]) -> ExitCode {
    let mut args = vec!["run", "--quiet", "--release", "--package", package];
    args.extend(["--example", name, "--"]);
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
        let status = cargo().args(&self.args).envs(self.env).status();
        match status {
            Ok(status) => status.success().then(|| start.elapsed()),
            Err(error) => {
                eprintln!("cannot run `{}`: {error}", self.line());
                None
            }
        }
    }
}
