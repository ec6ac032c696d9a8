//! Other programs, killed programs and full disks: what was acknowledged is there, whatever happens.
//!
//! The tests start this very test program again as a child that plays and says what was
//! acknowledged, one line each; see [`child`].

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use krou_rules::{BySide, Game, Rules, Side};
use krou_store::{Blocking, Error, Filter, NewGame, Saved, Seat, Store};

/// What a child does, if this is one: `KROU_CHILD` names the task, `KROU_DIR` the directory.
#[test]
fn child() {
    let Ok(task) = std::env::var("KROU_CHILD") else {
        return;
    };
    let dir = std::env::var("KROU_DIR").unwrap();
    let store = match Blocking::open(Path::new(&dir)) {
        Ok(store) => store,
        Err(error) => return say(&format!("error {error}")),
    };
    match task.as_str() {
        "play" => play_for_ever(&store),
        "share" => play_together(&store),
        "name" => match store.wait(async |s| s.create_player(&"Ama".parse()?).await) {
            Ok(_) => say("created"),
            Err(Error::NameTaken(_)) => say("taken"),
            Err(error) => say(&format!("error {error}")),
        },
        _ => panic!("no task {task}"),
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\nchild: {line}").unwrap();
    out.flush().unwrap();
}

fn start(task: &str, dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["child", "--exact", "--nocapture", "--test-threads=1"]);
    command.env("KROU_CHILD", task).env("KROU_DIR", dir);
    command.stdout(Stdio::piped()).stderr(Stdio::inherit());
    command
}

/// What a child says until it has said so many things, or ends.
fn first_lines(child: &mut Child, count: usize) -> String {
    let mut text = Vec::new();
    let mut lines = 0;
    let out = child.stdout.as_mut().unwrap();
    let mut byte = [0];
    // Byte by byte, so that nothing is taken from what is heard later.
    while lines < count && out.read(&mut byte).unwrap() == 1 {
        text.push(byte[0]);
        lines += usize::from(byte[0] == b'\n' && text.ends_with(b"goes on\n"));
    }
    String::from_utf8(text).unwrap()
}

/// All that a child has said, `early` and until its end.
fn said(early: &str, child: &mut Child) -> Vec<String> {
    let mut text = Vec::from(early);
    child.stdout.take().unwrap().read_to_end(&mut text).unwrap();
    child.wait().unwrap();
    // What was cut off in the middle of a line was not said.
    let text = String::from_utf8_lossy(&text);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole
        .lines()
        .filter_map(|line| line.strip_prefix("child: "));
    lines.map(str::to_string).collect()
}

fn heard(child: &mut Child) -> Vec<String> {
    said("", child)
}

fn kalah() -> Game {
    Game::new(Arc::new(Rules::builtin("kalah").unwrap()))
}

fn seats() -> BySide<Seat> {
    BySide::new(Seat::Guest("Kofi".parse().unwrap()), Seat::Engine(1))
}

/// Goes on with the last unfinished game or begins one.
fn go_on(store: &Blocking) -> Result<(Saved, Game), Error> {
    let unfinished = Filter {
        finished: Some(false),
        limit: Some(1),
        ..Filter::default()
    };
    if let [last] = &store.wait(|s| s.games(&unfinished))?[..] {
        let kept = store.wait(|s| s.game(last.saved.id))?;
        return Ok((kept.info.saved, kept.game));
    }
    let game = kalah();
    let new = NewGame::new(seats(), false, game.clone());
    Ok((store.wait(|s| s.start_game(&new))?, game))
}

/// Something a player may do: mostly a move, now and then taking back, redoing, resigning.
fn change(game: &mut Game) {
    let done = match fastrand::u8(0..20) {
        0 | 1 => game.undo_move(),
        2 => game.undo_turn(),
        3 | 4 => game.redo_move(),
        5 if fastrand::u8(0..4) == 0 => game.resign(Side::South),
        _ => false,
    };
    if !done {
        let moves = game.legal_moves();
        let m = fastrand::choice(moves.iter()).expect("the game goes on");
        game.play(*m).expect("a legal move");
    }
}

fn state(game: &Game) -> String {
    let end = game
        .result()
        .map_or("goes on".to_string(), |r| r.reason.to_string());
    format!("{} {end}", game.line())
}

/// Plays game after game until killed, and says what was acknowledged.
fn play_for_ever(store: &Blocking) {
    let play = || -> Result<(), Error> {
        loop {
            let (mut saved, mut game) = go_on(store)?;
            while !game.is_over() {
                change(&mut game);
                saved = store.wait(|s| s.save_game(saved, &game))?;
                say(&format!("{} {} {}", saved.id, saved.revision, state(&game)));
            }
        }
    };
    if let Err(error) = play() {
        say(&format!("error {error}"));
    }
}

/// The last that was acknowledged of each game: revision and state.
fn acknowledged(said: &[String]) -> BTreeMap<i64, (i64, String)> {
    let mut last = BTreeMap::new();
    for line in said.iter().filter(|line| !line.starts_with("error")) {
        let mut words = line.splitn(3, ' ');
        let mut number = || words.next().unwrap().parse::<i64>().unwrap();
        let (id, revision) = (number(), number());
        last.insert(id, (revision, words.next().unwrap().to_string()));
    }
    last
}

fn check_acknowledged(store: &Blocking, last: &BTreeMap<i64, (i64, String)>) {
    for (&id, (revision, said)) in last {
        let kept = store.wait(|s| s.game(krou_store::GameId(id))).unwrap();
        let found = kept.info.saved.revision;
        // One change may have been stored without there having been time to say so.
        assert!(found == *revision || found == *revision + 1, "game {id}");
        if found == *revision {
            assert_eq!(state(&kept.game), *said, "game {id}");
        }
    }
}

/// The database's own check of every page.
fn check_file(dir: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(async {
        use sqlx::Connection as _;
        let file = dir.join(krou_store::SqliteStore::FILE);
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        let mut db = sqlx::SqliteConnection::connect_with(&options)
            .await
            .unwrap();
        let found: String = sqlx::query_scalar("PRAGMA integrity_check")
            .fetch_one(&mut db)
            .await
            .unwrap();
        assert_eq!(found, "ok");
        let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut db);
        assert!(orphans.await.unwrap().is_empty());
        db.close().await.unwrap();
    });
}

#[test]
fn nothing_acknowledged_is_lost_to_a_kill() {
    const KILLS: usize = 300;
    let dir = tempfile::tempdir().unwrap();
    let mut acknowledgements = 0;
    for kill in 0..KILLS {
        let mut child = start("play", dir.path()).spawn().unwrap();
        let mut early = String::new();
        if kill % 4 == 0 {
            // Anywhere while it starts and opens the file.
            std::thread::sleep(Duration::from_micros(fastrand::u64(0..40_000)));
        } else {
            // Somewhere in the middle of the next change, after a few.
            early = first_lines(&mut child, fastrand::usize(1..20));
            std::thread::sleep(Duration::from_micros(fastrand::u64(0..3_000)));
        }
        child.kill().unwrap();
        let said = said(&early, &mut child);
        assert!(
            !said.iter().any(|line| line.starts_with("error")),
            "{said:?}"
        );
        acknowledgements += said.len();
        let store = Blocking::open(dir.path()).unwrap();
        check_acknowledged(&store, &acknowledged(&said));
        drop(store);
        if kill % 50 == 0 {
            check_file(dir.path());
        }
    }
    println!("{acknowledgements} changes were acknowledged");
    assert!(acknowledgements > KILLS, "the children hardly came to play");
    // Every game, also those of long ago, can still be played again.
    let store = Blocking::open(dir.path()).unwrap();
    for info in store
        .wait(async |s| s.games(&Filter::default()).await)
        .unwrap()
    {
        store.wait(|s| s.game(info.saved.id)).unwrap();
    }
    check_file(dir.path());
}

/// Makes 25 changes to the last game, which others change too, and says each one that went through.
fn play_together(store: &Blocking) {
    let mut changes = 0;
    while changes < 25 {
        let (saved, mut game) = go_on(store).unwrap();
        if game.is_over() {
            continue; // another has just ended it
        }
        change(&mut game);
        match store.wait(|s| s.save_game(saved, &game)) {
            Ok(after) => {
                changes += 1;
                say(&format!("{} {} {}", after.id, after.revision, state(&game)));
            }
            // The other was quicker, or has ended the game.
            Err(Error::Changed(_) | Error::Finished(_)) => {}
            Err(error) => return say(&format!("error {error}")),
        }
    }
}

#[test]
fn programs_at_one_game_take_turns() {
    let dir = tempfile::tempdir().unwrap();
    let store = Blocking::open(dir.path()).unwrap();
    go_on(&store).unwrap();
    let children = (0..4).map(|_| start("share", dir.path()).spawn().unwrap());
    let mut children: Vec<_> = children.collect();
    let said: Vec<_> = children.iter_mut().flat_map(heard).collect();
    assert_eq!(said.len(), 4 * 25, "{said:?}");
    let mut changes: BTreeMap<(i64, i64), String> = BTreeMap::new();
    for line in &said {
        let one = acknowledged(std::slice::from_ref(line));
        let (id, (revision, state)) = one.into_iter().next().unwrap();
        let before = changes.insert((id, revision), state.clone());
        // Two may have made the same change; never has one undone the other's unawares.
        assert!(before.is_none_or(|before| before == state));
    }
    for info in store
        .wait(async |s| s.games(&Filter::default()).await)
        .unwrap()
    {
        let id = info.saved.id.0;
        let of_game = changes.range((id, 0)..(id + 1, 0));
        let revisions: Vec<i64> = of_game
            .clone()
            .map(|((_, revision), _)| *revision)
            .collect();
        assert_eq!(revisions, (2..=info.saved.revision).collect::<Vec<_>>());
        if let Some((_, last)) = of_game.last() {
            let kept = store.wait(|s| s.game(info.saved.id)).unwrap();
            assert_eq!(state(&kept.game), *last);
        }
    }
    check_file(dir.path());
}

#[test]
fn programs_that_start_at_once_agree_on_the_first_file() {
    for _ in 0..5 {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("not/yet/there");
        let children = (0..6).map(|_| start("name", &dir).spawn().unwrap());
        let mut children: Vec<_> = children.collect();
        let mut said: Vec<_> = children.iter_mut().flat_map(heard).collect();
        said.sort();
        assert_eq!(
            said,
            ["created", "taken", "taken", "taken", "taken", "taken"]
        );
        check_file(&dir);
    }
}

/// A limit on the size of files does to a program what a full disk does.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    drop(Blocking::open(dir.path()).unwrap());
    let play = start("play", dir.path());
    let mut limited = Command::new("sh");
    // Without the trap the first write beyond the limit would end the program.
    limited.args(["-c", "trap '' XFSZ; ulimit -f 600; exec \"$0\" \"$@\""]);
    limited.arg(play.get_program()).args(play.get_args());
    for (key, value) in play.get_envs() {
        limited.env(key, value.unwrap());
    }
    let mut child = limited.stdout(Stdio::piped()).spawn().unwrap();
    let said = heard(&mut child);
    let error = said.last().unwrap();
    assert!(
        error.starts_with("error") && error.contains("the disk is full"),
        "{error}"
    );
    assert!(error.contains("krou.db"), "{error}");
    let last = acknowledged(&said);
    assert!(
        said.len() > 10,
        "the limit was reached before the first moves"
    );

    let store = Blocking::open(dir.path()).unwrap();
    for (&id, (revision, said)) in &last {
        let kept = store.wait(|s| s.game(krou_store::GameId(id))).unwrap();
        assert_eq!(
            (kept.info.saved.revision, state(&kept.game)),
            (*revision, said.clone())
        );
    }
    let (saved, mut game) = go_on(&store).unwrap();
    change(&mut game);
    store
        .wait(|s| s.save_game(saved, &game))
        .expect("there is space again");
    drop(store);
    check_file(dir.path());
}

/// As somebody whom permissions bind: root's programs may write anywhere.
#[cfg(unix)]
#[test]
fn a_directory_that_cannot_be_written_is_told() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let allow = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let parent = tempfile::tempdir().unwrap();
    allow(parent.path(), 0o755);
    let dir = parent.path().join("data");
    drop(Blocking::open(&dir).unwrap());
    let file = dir.join("krou.db");
    let before = std::fs::read(&file).unwrap();
    allow(&file, 0o444);
    allow(&dir, 0o555);
    let program = parent.path().join("program");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    allow(&program, 0o755);
    for dir in [dir.clone(), dir.join("deeper")] {
        let start = start("name", &dir);
        let mut bound = Command::new(&program);
        bound
            .args(start.get_args())
            .envs(start.get_envs().map(|(k, v)| (k, v.unwrap())));
        bound.current_dir("/").stdout(Stdio::piped());
        if std::fs::metadata(parent.path()).unwrap().uid() == 0 {
            bound.uid(65534).gid(65534);
        }
        let said = heard(&mut bound.spawn().unwrap());
        let [error] = &said[..] else {
            panic!("{said:?}")
        };
        assert!(
            error.starts_with("error") && error.contains("cannot be written"),
            "{error}"
        );
    }
    allow(&dir, 0o755);
    assert_eq!(std::fs::read(&file).unwrap(), before);
}
