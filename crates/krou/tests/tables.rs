//! `krou tables`: what is built, killed, damaged and refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use krou::Surroundings;
use serde_json::Value;

/// One call: its exit code, and what it said.
fn krou(args: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["krou", "tables"].into_iter().chain(args.iter().copied());
    let code = krou::run(
        args.map(Into::into),
        &Surroundings::default(),
        &mut out,
        &mut err,
    );
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (code, text(out), text(err))
}

fn answer(args: &[&str]) -> Value {
    let (code, out, err) = krou(&[args, &["--json"]].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&out).unwrap()
}

/// The only folder in a directory.
fn only(dir: &Path) -> PathBuf {
    let mut found: Vec<PathBuf> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

fn layers(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(only(dir))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|name| name == "krou"))
        .map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_build_killed_again_and_again_ends_as_one_that_was_left_alone() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = |dir: &Path| dir.to_str().unwrap().to_owned();
    let build = ["build", "-r", "awari", "--seeds", "9", "--dir"];
    answer(&[&build[..], &[&at(whole.path())]].concat());
    for wait in [2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 90, 130] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_krou"))
            .arg("tables")
            .args(build)
            .arg(killed.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    answer(&[&build[..], &[&at(killed.path())]].concat());
    assert_eq!(layers(whole.path()), layers(killed.path()));
    assert_eq!(layers(whole.path()).len(), 10);
    // Nothing is left to do, and nothing is done.
    let again = answer(&[&build[..], &[&at(killed.path())]].concat());
    assert_eq!(again["positions"], 0);
    assert_eq!(again["built"].as_array().unwrap().len(), 0);
}

#[test]
fn a_flipped_bit_is_found_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path().to_str().unwrap();
    answer(&["build", "-r", "kalah", "--seeds", "4", "--dir", at]);
    assert_eq!(
        answer(&["verify", "-r", "kalah", "--dir", at])["sound"],
        true
    );
    let file = only(dir.path()).join("003.krou");
    let mut bytes = fs::read(&file).unwrap();
    bytes[300] ^= 4;
    fs::write(&file, bytes).unwrap();
    let (code, out, err) = krou(&["verify", "-r", "kalah", "--dir", at, "--width", "500"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(
        out.contains("003.krou: damaged: the values do not fit their checksum"),
        "{out}"
    );
    assert!(out.contains("do not follow from the rules, first that of"));
    for position in [
        "0,0,0,0,0,1/1,0,0,0,0,1/20,25/S",
        "0,0,0,0,0,1/1,0,0,0,0,0/20,26/S",
    ] {
        let probe = ["probe", "-r", "kalah", "--dir", at, "--position", position];
        let (code, out, err) = krou(&probe);
        assert_eq!(
            (code, out.as_str()),
            (1, ""),
            "nothing is proved by a damaged table"
        );
        assert!(err.contains("003.krou: damaged"), "{err}");
    }
    for command in ["info", "build"] {
        let seeds = if command == "build" {
            &["--seeds", "5"][..]
        } else {
            &[]
        };
        let (code, _, err) = krou(&[&[command, "-r", "kalah", "--dir", at], seeds].concat());
        assert_eq!(code, 1);
        assert!(err.contains("delete the file and build the table again"));
    }
}

#[test]
fn a_probe_counts_what_is_stored_and_tells_every_move() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path().to_str().unwrap();
    answer(&[
        "build",
        "-r",
        "awari",
        "--seeds",
        "2",
        "--dir",
        at,
        "--compress",
    ]);
    let probe = ["probe", "-r", "awari", "--dir", at, "--position"];
    let position = "0,0,0,0,0,1/1,0,0,0,0,0/20,26/S";
    let found = answer(&[&probe[..], &[position]].concat());
    assert_eq!(found["value"], -4);
    assert_eq!(found["proved"], true);
    assert_eq!(found["moves"][0]["move"], "F");
    assert_eq!(found["moves"][0]["value"], -4);
    let many = "4,4,4,4,4,4/4,4,4,4,4,4/0,0/S";
    let (code, _, err) = krou(&[&probe[..], &[many]].concat());
    assert_eq!(code, 1);
    assert_eq!(
        err,
        "error: there are 48 seeds on the board, and the table knows up to 2; a table of so many would be too large: krou analyse and krou solve search instead\n"
    );
    let over = "0,0,0,0,0,0/1,0,0,0,0,0/20,27/S";
    let (code, _, err) = krou(&[&probe[..], &[over, "--lang", "fr"]].concat());
    assert_eq!(code, 1);
    assert!(err.contains("la partie est finie"));
}

#[test]
fn what_cannot_be_built_is_refused_with_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path().to_str().unwrap();
    for (args, code, sentence) in [
        (
            &[
                "build", "-r", "awari", "--seeds", "30", "--memory", "1G", "--dir", at,
            ][..],
            1,
            "more than the 1.1\u{a0}GB allowed",
        ),
        (
            &["build", "--set", "pits=12", "--seeds", "100", "--dir", at],
            2,
            "a table of 100 seeds is too large",
        ),
        (
            &["build", "-r", "awari", "--seeds", "200", "--dir", at],
            2,
            "200 is not in 0..=127",
        ),
        (
            &["build", "-r", "awari", "--seeds", "3"],
            2,
            "say where with --dir",
        ),
        (
            &["info", "-r", "awari", "--dir", at],
            1,
            "there is no table of awari in",
        ),
        (
            &["build", "-r", "attic-fire", "--seeds", "3", "--dir", at],
            1,
            "columns burn",
        ),
        (
            &["build", "-r", "awari", "--seeds", "3", "--dir", "/dev/null"],
            1,
            "/dev/null",
        ),
    ] {
        let (found, _, err) = krou(args);
        assert_eq!(found, code, "{args:?}: {err}");
        assert!(err.contains(sentence), "{args:?}: {err}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}
