//! What was proved, worked out again: each task writes its page in `docs/results`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::SystemTime;

/// The Awari tables, held against the published distribution of values.
pub fn awari(seeds: &str) -> ExitCode {
    let example = ["--package", "krou-tables", "--example", "histograms"];
    let about = "\
What every Awari position with few seeds is worth to the player to move, counted by value, and held against the
published distribution (`crates/krou-tables/tests/awari-values.csv`).

Seconds depend on what else the machine does; the processor time below the table does not.
";
    page(
        "reproduce awari",
        "awari",
        "Awari endgame tables",
        about,
        &example,
        &[seeds],
    )
}

/// What starting boards are worth, family by family, and the best chains of a first turn.
pub fn values(family: &str, seconds: &str) -> ExitCode {
    let example = ["--package", "krou-engine", "--example", "values"];
    let (title, about) = match family {
        "turn" => (
            "The best first turns",
            "\
The most seeds that can be in the beginner's store when the first turn ends, on six pits a side, with a chain that gets
them there; every position of the turn is worked out once.
"
            .to_owned(),
        ),
        _ => (
            match family {
                "kalah" => "Kalah, solved",
                "avalanche" => "Avalanche, solved",
                "ayo" => "Ayo, solved",
                _ => "The attic games, solved",
            },
            format!(
                "\
The final margin with best play, for the player who begins, of the starting boards of every size; two numbers are the
bounds that were proved in {seconds} seconds a board, first moves included. Seconds depend on what else the machine does.
"
            ),
        ),
    };
    let task = format!("reproduce {family}");
    page(&task, family, title, &about, &example, &[family, seconds])
}

/// How fast all that is.
pub fn performance(args: &[&str]) -> ExitCode {
    let example = ["--package", "krou-engine", "--example", "speed"];
    let about = "\
Starting boards solved from a cold start, endgame tables included. For comparison: the strongest open Kalah solver known
to us takes, on a machine like this one, 0.7 s for `kalah` (6,3) and 54 s for (6,4), 14 s of it for its tables, on one
core. How fast Awari tables are built is in [awari.md](awari.md), how fast the engine searches in [engine.md](engine.md).

Processor seconds depend less on what else the machine does than seconds do.
";
    page(
        "reproduce performance",
        "performance",
        "How fast Krou proves",
        about,
        &example,
        args,
    )
}

/// How far the levels are apart in every game.
pub fn levels(games: &[&str]) -> ExitCode {
    let example = ["--package", "krou-engine", "--example", "ladder"];
    let about = "\
How many Elo each level is above the one below, with the error at 95 %: 120 Elo are two games out of three. Each pair plays
so many games from openings of four random moves, the most even of four times as many, each twice with colours reversed.
Levels 1 to 9 are set by how far they see, not by time; level 10, which has no bound, looks at 100,000 positions a move here.

Levels are put at even distances for each family of games, by its first game: `cargo xtask ladder calibrate`. Level 10 is
full strength and level 1 a beginner's, so a step is a ninth of the way between them: about 120 Elo in most games. In the
Oware family and in Togyzkumalak, where seeing further helps most, the way is about 2,000 Elo long; a step there is meant to
be 150 at most, seven games out of ten, and level 1 is more than a beginner: who plays it sees the answer to a move, too.
On small boards and in games that few moves decide seeing further helps less, and steps are shorter.
";
    page(
        "ladder",
        "levels",
        "The levels, measured",
        about,
        &example,
        games,
    )
}

/// Runs an example, built for release, that prints the body of a page in Markdown.
fn page(
    task: &str,
    name: &str,
    title: &str,
    about: &str,
    example: &[&str],
    args: &[&str],
) -> ExitCode {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ran = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--locked"])
        .args(example)
        .arg("--")
        .args(args)
        .stderr(Stdio::inherit())
        .output();
    let (body, fine) = match ran {
        Ok(output) => (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            output.status.success(),
        ),
        Err(error) => {
            eprintln!("cannot run cargo: {error}");
            return ExitCode::FAILURE;
        }
    };
    if body.is_empty() {
        return ExitCode::FAILURE;
    }
    let args = args.strip_prefix(&[name]).unwrap_or(args);
    let call = [&["cargo xtask", task], args].concat().join(" ");
    let text = format!(
        "# {title}\n\n{about}\nWritten by `{call}` on {}, {}.\n\n{body}",
        machine(),
        today()
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/results/{name}.md"));
    let written = fs::create_dir_all(path.parent().unwrap_or(&path))
        .and_then(|()| fs::write(&path, text.trim_end().to_owned() + "\n"));
    if let Err(error) = written {
        eprintln!("cannot write {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    println!("docs/results/{name}.md is written");
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The processor.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(
        || env::consts::ARCH.to_string(),
        |(_, name)| name.trim().to_string(),
    )
}

/// The date, as in 2025-01-31 (days to a date as Howard Hinnant's well-known algorithm does it).
fn today() -> String {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    // Years begin in March, so that the leap day is the last of its year.
    let days = since.as_secs() / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
