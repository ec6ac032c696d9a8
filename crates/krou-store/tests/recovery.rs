//! What makes writing fail goes away, and the same process writes on.
//!
//! Each test starts this program again as a child that holds a store open and does what it is told
//! on standard input, a line each: `write` creates a player, `list` counts them, `fill` and `free`
//! fill the disk and free it.

use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use krou_store::{Blocking, SqliteStore, Store};
use libtest_mimic::{Arguments, Trial};
use sqlx::{Connection, Executor};

/// The directory of the store, for a child.
const DIR: &str = "KROU_RECOVERY_DIR";

fn main() {
    if let Some(dir) = std::env::var_os(DIR) {
        return child(&PathBuf::from(dir));
    }
    let trial = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let tests = vec![
        trial(
            "a_file_that_cannot_grow_is_written_again_once_it_can",
            a_file_that_cannot_grow_is_written_again_once_it_can,
        ),
        trial(
            "a_full_disk_is_written_again_once_it_has_space",
            a_full_disk_is_written_again_once_it_has_space,
        )
        .with_ignored_flag(!can_mount()),
        trial(
            "a_locked_file_is_written_once_it_is_free",
            a_locked_file_is_written_once_it_is_free,
        ),
        trial(
            "a_protected_file_is_read_and_written_once_it_may_be",
            a_protected_file_is_read_and_written_once_it_may_be,
        ),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit();
}

fn child(dir: &Path) {
    let ballast = dir.join("ballast");
    let store = match Blocking::open(dir) {
        Ok(store) => store,
        Err(error) => return println!("error {error}"),
    };
    let mut written = 0;
    for line in std::io::stdin().lines() {
        match line.unwrap().as_str() {
            "write" => {
                written += 1;
                // Long names, so that pages fill up.
                let name = format!("Player {written} {}", "x".repeat(25))
                    .parse()
                    .unwrap();
                match store.wait(|s| s.create_player(&name)) {
                    Ok(_) => println!("ok"),
                    Err(error) => println!("error {error}"),
                }
            }
            "list" => match store.wait(Store::players) {
                Ok(players) => println!("{}", players.len()),
                Err(error) => println!("error {error}"),
            },
            "fill" => {
                let mut file = File::create(&ballast).unwrap();
                while file.write_all(&[1; 512]).is_ok() {}
                println!("ok");
            }
            "free" => {
                fs::remove_file(&ballast).unwrap();
                println!("ok");
            }
            other => panic!("{other}"),
        }
    }
}

/// A child at work.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(mut command: Command, dir: &Path) -> Worker {
        command.env(DIR, dir);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        Worker {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn tell(&mut self, what: &str) -> String {
        writeln!(self.input, "{what}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer.trim_end().to_string()
    }

    /// Writes until that fails, and returns how often it worked and what the failure was.
    fn write_until_it_fails(&mut self) -> (usize, String) {
        for written in 0..100_000 {
            let answer = self.tell("write");
            if answer != "ok" {
                return (written, answer);
            }
        }
        panic!("it never failed");
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

fn this_program() -> PathBuf {
    std::env::current_exe().unwrap()
}

/// This program, after a shell has run `before`.
fn after(before: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{before}; exec \"$0\""));
    command.arg(this_program());
    command
}

/// Writing beyond a limit on the size of files is an input or output error to SQLite.
fn a_file_that_cannot_grow_is_written_again_once_it_can() {
    let dir = tempfile::tempdir().unwrap();
    drop(Blocking::open(dir.path()).unwrap());
    // Without the trap the first write beyond the limit would end the program.
    let mut worker = Worker::start(after("trap '' XFSZ; ulimit -S -f 600"), dir.path());
    let (written, error) = worker.write_until_it_fails();
    assert!(written > 0, "{error}");
    assert!(error.contains("the disk is full"), "{error}");
    assert_eq!(worker.tell("list"), written.to_string());
    let pid = worker.child.id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &pid, "--fsize=unlimited:"])
        .status()
        .unwrap();
    assert!(lifted.success());
    assert_eq!(worker.tell("write"), "ok");
    assert_eq!(worker.tell("list"), (written + 1).to_string());
    worker.end();
}

/// A mount of its own for a child: a disk of one megabyte.
const SMALL_DISK: [&str; 3] = ["--map-root-user", "--mount", "--fork"];

fn can_mount() -> bool {
    let mount = "mount -t tmpfs -o size=1m krou /mnt";
    let tried = Command::new("unshare")
        .args(SMALL_DISK)
        .args(["sh", "-c", mount])
        .stderr(Stdio::null())
        .status();
    tried.is_ok_and(|status| status.success())
}

fn a_full_disk_is_written_again_once_it_has_space() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new("unshare");
    command.args(SMALL_DISK).args(["sh", "-c"]);
    command.arg(format!(
        "mount -t tmpfs -o size=1m krou \"${DIR}\" && exec \"$0\""
    ));
    command.arg(this_program());
    let mut worker = Worker::start(command, dir.path());
    assert_eq!(worker.tell("write"), "ok");
    assert_eq!(worker.tell("fill"), "ok");
    let (_, error) = worker.write_until_it_fails();
    assert!(error.contains("the disk is full"), "{error}");
    let before: usize = worker.tell("list").parse().unwrap();
    assert_eq!(worker.tell("free"), "ok");
    assert_eq!(worker.tell("write"), "ok");
    assert_eq!(worker.tell("list"), (before + 1).to_string());
    worker.end();
}

fn a_locked_file_is_written_once_it_is_free() {
    let dir = tempfile::tempdir().unwrap();
    let mut worker = Worker::start(Command::new(this_program()), dir.path());
    assert_eq!(worker.tell("write"), "ok");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let file = dir.path().join(SqliteStore::FILE);
    let url = format!("sqlite://{}", file.display());
    let mut other = runtime
        .block_on(sqlx::SqliteConnection::connect(&url))
        .unwrap();
    runtime.block_on(other.execute("BEGIN IMMEDIATE")).unwrap();
    let error = worker.tell("write");
    assert!(error.contains("in use by another program"), "{error}");
    assert_eq!(worker.tell("list"), "1");
    runtime.block_on(other.execute("ROLLBACK")).unwrap();
    assert_eq!(worker.tell("write"), "ok");
    assert_eq!(worker.tell("list"), "2");
    worker.end();
}

/// As somebody whom permissions bind: root's programs may write anywhere.
fn a_protected_file_is_read_and_written_once_it_may_be() {
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    let parent = tempfile::tempdir().unwrap();
    allow(parent.path(), 0o755);
    let program = parent.path().join("program");
    fs::copy(this_program(), &program).unwrap();
    allow(&program, 0o755);
    let dir = parent.path().join("data");
    fs::create_dir(&dir).unwrap();
    let bound = || {
        let mut command = Command::new(&program);
        if fs::metadata(parent.path()).unwrap().uid() == 0 {
            std::os::unix::fs::chown(&dir, Some(65534), Some(65534)).unwrap();
            command.uid(65534).gid(65534);
        }
        command.current_dir("/");
        command
    };
    let mut worker = Worker::start(bound(), &dir);
    assert_eq!(worker.tell("write"), "ok");
    worker.end();
    let file = dir.join(SqliteStore::FILE);
    assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
    allow(&file, 0o400);
    allow(&dir, 0o500);
    let mut worker = Worker::start(bound(), &dir);
    assert_eq!(worker.tell("list"), "1");
    let error = worker.tell("write");
    assert!(error.contains("cannot be written"), "{error}");
    allow(&dir, 0o700);
    allow(&file, 0o600);
    assert_eq!(worker.tell("write"), "ok");
    assert_eq!(worker.tell("list"), "2");
    worker.end();
}
