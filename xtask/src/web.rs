//! The tests of the pages: types, the parts that need no browser, and whole games in Chromium.
//!
//! They need Node.js and Chromium. On a Debian machine, as root, what is missing is installed;
//! elsewhere one sentence says what to install.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

const CHROMIUMS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

/// Runs them all; the reason if they cannot be run or fail.
pub fn test() -> Result<(), String> {
    let mut missing = Vec::new();
    if found("node").is_none() {
        missing.push("nodejs");
    }
    if found("npm").is_none() {
        missing.push("npm");
    }
    if chromium().is_none() {
        missing.push("chromium");
    }
    if !missing.is_empty() {
        install(&missing)?;
    }
    let chromium = chromium().ok_or_else(|| wanted(&["chromium"]))?;
    let npm = |args: &[&str]| {
        run(Command::new("npm")
            .args(args)
            .current_dir("web")
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
            .env("CHROMIUM", &chromium))
    };
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "--silent", "check"])?;
    npm(&["run", "--silent", "test"])
}

fn wanted(what: &[&str]) -> String {
    format!(
        "the tests of the pages need {}: install them (on Debian: apt-get install {})",
        what.join(" and "),
        what.join(" ")
    )
}

fn chromium() -> Option<PathBuf> {
    env::var_os("CHROMIUM")
        .map(PathBuf::from)
        .or_else(|| CHROMIUMS.iter().find_map(found))
}

/// Where a program is, looked up as a shell does.
fn found(program: impl AsRef<OsStr>) -> Option<PathBuf> {
    let program = program.as_ref();
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

/// Installs Debian packages; without the right to do so, says what to install.
fn install(packages: &[&str]) -> Result<(), String> {
    let apt = |args: &[&str]| run(Command::new("apt-get").args(args));
    let all = [&["install", "-y", "--no-install-recommends"], packages].concat();
    // Only root may; apt-get says so by failing, and then the sentence does.
    apt(&["update", "-q"])
        .and_then(|()| apt(&all))
        .map_err(|_| wanted(packages))
}

fn run(command: &mut Command) -> Result<(), String> {
    let line = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{line} failed")),
        Err(error) => Err(format!("cannot run {line}: {error}")),
    }
}
