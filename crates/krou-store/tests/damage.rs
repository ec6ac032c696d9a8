//! Files that are damaged, tampered with, newer or older: a sentence, never a panic, and nothing
//! is overwritten.

use std::path::Path;
use std::sync::Arc;

use krou_rules::{BySide, Game, Lang, Rules};
use krou_store::{Error, Filter, GameId, NewGame, Seat, SqliteStore, Store, Trouble};
use sqlx::{Connection as _, Executor as _, SqliteConnection};

async fn raw(dir: &Path) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(dir.join(SqliteStore::FILE))
        .create_if_missing(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// A store with some players and games, closed again.
async fn filled(dir: &Path, games: usize) {
    let store = SqliteStore::open(dir).await.unwrap();
    let ama = store.create_player(&"Ama".parse().unwrap()).await.unwrap();
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    for _ in 0..games {
        let mut game = Game::new(Arc::clone(&rules));
        while let Some(m) = game.legal_moves().first() {
            game.play(*m).unwrap();
        }
        let seats = BySide::new(Seat::Player(ama.clone()), Seat::Engine(2));
        store
            .start_game(&NewGame::new(seats, true, game))
            .await
            .unwrap();
    }
    store.close().await;
}

/// Asks for everything there is; the first error.
async fn read_all(dir: &Path) -> Result<(), Error> {
    let store = SqliteStore::open(dir).await?;
    let read = async {
        for player in store.players().await? {
            store.standings(player.id).await?;
        }
        for info in store.games(&Filter::default()).await? {
            store.game(info.saved.id).await?;
        }
        Ok(())
    };
    let done = read.await;
    store.close().await;
    done
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_alone() {
    for content in [&b"Dear diary, today I played kalah."[..], &[0x5a; 8192]] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(SqliteStore::FILE);
        std::fs::write(&file, content).unwrap();
        let error = SqliteStore::open(dir.path()).await.unwrap_err();
        assert!(
            matches!(
                error,
                Error::File {
                    trouble: Trouble::Damaged,
                    ..
                }
            ),
            "{error:?}"
        );
        assert!(
            error
                .to_string()
                .contains("krou.db is damaged or not a Krou database")
        );
        assert!(error.text(Lang::Fr).contains("krou.db est endommagé"));
        assert_eq!(std::fs::read(&file).unwrap(), content);
    }
}

#[tokio::test]
async fn damage_anywhere_is_told_in_a_sentence_and_reading_changes_nothing() {
    let good = tempfile::tempdir().unwrap();
    filled(good.path(), 12).await;
    let content = std::fs::read(good.path().join(SqliteStore::FILE)).unwrap();
    let mut told = 0;
    for round in 0..120 {
        let mut bad = content.clone();
        let at = fastrand::usize(0..bad.len());
        match round % 4 {
            0 => bad.truncate(at),
            1 => bad[at..].iter_mut().take(4096).for_each(|byte| *byte = 0),
            2 => bad[at..]
                .iter_mut()
                .take(64)
                .for_each(|byte| *byte = fastrand::u8(..)),
            _ => bad[at] ^= 1 << fastrand::u8(0..8),
        }
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(SqliteStore::FILE);
        std::fs::write(&file, &bad).unwrap();
        // A file cut to nothing is a new one; all others must stay as they are.
        if let Err(error) = read_all(dir.path()).await {
            assert!(!error.to_string().is_empty() && !error.text(Lang::Fr).is_empty());
            told += 1;
        }
        if !bad.is_empty() {
            assert!(
                std::fs::read(&file).unwrap() == bad,
                "damage at {at} was written over"
            );
        }
    }
    assert!(told > 30, "only {told} of 120 damages were noticed");
}

#[tokio::test]
async fn a_game_that_was_tampered_with_is_not_played() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), 1).await;
    let content = std::fs::read(dir.path().join(SqliteStore::FILE)).unwrap();
    let cases = [
        (
            "UPDATE moves SET move = 'a' WHERE ply = 0",
            "move 1, a: it is South's turn",
        ),
        (
            "UPDATE moves SET move = 'Zz' WHERE ply = 3",
            "move 4 is kept as `Zz`",
        ),
        ("DELETE FROM moves WHERE ply = 5", "moves are there"),
        ("UPDATE games SET plies = 3", "but the moves lead to"),
        (
            "UPDATE games SET start = '4,4/4,4/0,0/S'",
            "South's row has 2 pits",
        ),
        ("UPDATE games SET start = 'x'", "the Position tag"),
        ("UPDATE games SET switches = 'seeds=3'", "other rules"),
        (
            "UPDATE games SET switches = 'pits=99'",
            "`99` is not a value of `pits`",
        ),
        (
            "UPDATE games SET fingerprint = 'zz'",
            "`zz` is not a fingerprint",
        ),
        ("UPDATE games SET winner = 'draw'", "its end is not the one"),
        (
            "UPDATE games SET termination = 'boredom'",
            "`boredom` is not a termination",
        ),
        (
            "UPDATE seats SET score = 99",
            "the result is given as 99-99",
        ),
    ];
    for (change, sentence) in cases {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(SqliteStore::FILE), &content).unwrap();
        let mut db = raw(dir.path()).await;
        db.execute(change).await.unwrap();
        db.close().await.unwrap();
        let store = SqliteStore::open(dir.path()).await.unwrap();
        let error = store.game(GameId(1)).await.unwrap_err();
        assert!(
            matches!(error, Error::Unreadable { .. }),
            "{change}: {error:?}"
        );
        assert!(
            error.to_string().starts_with("game 1 cannot be played"),
            "{error}"
        );
        assert!(error.to_string().contains(sentence), "{change}: {error}");
        store
            .delete_games(&[GameId(1)])
            .await
            .expect("it can be deleted");
        store.close().await;
    }
}

#[tokio::test]
async fn a_file_of_a_newer_krou_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), 1).await;
    let mut db = raw(dir.path()).await;
    db.execute("INSERT INTO _sqlx_migrations VALUES (999, 'later', '2030-01-01', 1, x'00', 0)")
        .await
        .unwrap();
    db.close().await.unwrap();
    let before = std::fs::read(dir.path().join(SqliteStore::FILE)).unwrap();
    let error = SqliteStore::open(dir.path()).await.unwrap_err();
    assert!(
        error.to_string().contains("was made by a newer Krou"),
        "{error}"
    );
    assert_eq!(
        std::fs::read(dir.path().join(SqliteStore::FILE)).unwrap(),
        before
    );
}

/// `tests/versions` has a dump of a file of every version there has been. A new version adds one
/// and leaves the others as they are.
#[tokio::test]
async fn files_of_every_version_are_brought_up_to_date() {
    let versions: Vec<_> = std::fs::read_dir("tests/versions").unwrap().collect();
    let steps = std::fs::read_dir("migrations/sqlite").unwrap().count();
    assert_eq!(versions.len(), steps, "a dump for every step");
    for version in versions {
        let dump = std::fs::read_to_string(version.unwrap().path()).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let mut db = raw(dir.path()).await;
        db.execute(sqlx::AssertSqlSafe(dump)).await.unwrap();
        db.close().await.unwrap();

        let store = SqliteStore::open(dir.path()).await.unwrap();
        let ama = store.player("ama").await.unwrap();
        let kofi = store.player("kofi").await.unwrap();
        let games = store.games(&Filter::default()).await.unwrap();
        let [undone, resigned, imported] = &games[..] else {
            panic!("{games:?}")
        };
        let mut game = store.game(undone.saved.id).await.unwrap();
        assert_eq!(game.game.line().to_string(), "CF");
        assert!(game.game.redo_move());
        let game = store.game(resigned.saved.id).await.unwrap();
        assert_eq!(game.info.seats.north.player(), Some(kofi.id));
        assert_eq!(game.info.outcome.unwrap().termination, "resigned N");
        let game = store.game(imported.saved.id).await.unwrap();
        assert_eq!(game.record().tag("Event"), Some("Village feast"));
        let standing = &store.standings(ama.id).await.unwrap()[0];
        assert!((standing.rating.unwrap().rating - 1662.31).abs() < 0.01);
        store.close().await;
    }
}

#[tokio::test]
async fn a_guest_of_the_second_version_is_known_by_the_same_cookie() {
    use krou_store::Web as _;
    let dir = tempfile::tempdir().unwrap();
    let mut db = raw(dir.path()).await;
    let dump = std::fs::read_to_string("tests/versions/2.sql").unwrap();
    db.execute(sqlx::AssertSqlSafe(dump)).await.unwrap();
    let guest = "INSERT INTO visitors VALUES (7, zeroblob(32), 'Kola 512', strftime('%s') * 1000);
                 INSERT INTO tables VALUES ('abc', '', 7, 'S', NULL, 3, 1, NULL, 0);";
    db.execute(guest).await.unwrap();
    db.close().await.unwrap();

    let store = SqliteStore::open(dir.path()).await.unwrap();
    let guest = store.visitor(&[0; 32]).await.unwrap().unwrap();
    assert_eq!(guest.name.as_str(), "Kola 512");
    assert_eq!(guest.player, None);
    let table = store.table("abc").await.unwrap().unwrap();
    assert_eq!((table.host, table.rated), (guest.id, false));
    let new = store.create_visitor(&[1; 32], &guest.name).await.unwrap();
    assert!(new.id > guest.id);
    store.close().await;
}
