//! Keeping a store in good order: the server's lock, backups, checks, and removing what is abandoned.

use std::fs::{File, TryLockError};
use std::path::Path;

use sqlx::{Row, SqlSafeStr};

use super::{SqliteStore, connections, current_version, now, private};
use crate::{Error, Filter, GameId, Store, Trouble};

/// How long a guest without a game, and a table nobody joined, are kept: 30 days.
const ABANDONED: i64 = 30 * 24 * 60 * 60 * 1000;

/// The right to serve a store; ends with the value, or with the process.
#[derive(Debug)]
pub struct ServerLock(#[expect(dead_code, reason = "held, never read")] File);

/// What a check of a store found.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// How many games the store has.
    pub games: usize,
    /// What SQLite says is wrong with the file.
    pub damage: Vec<String>,
    /// Games that cannot be replayed, with the reason.
    pub unreadable: Vec<(GameId, Error)>,
    /// Whether the file was copied from a running server without its write-ahead log.
    pub without_log: bool,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.damage.is_empty() && self.unreadable.is_empty() && !self.without_log
    }
}

impl SqliteStore {
    /// Takes the lock that only one server holds. Other programs may use the store meanwhile.
    ///
    /// # Errors
    /// [`Trouble::Served`] if another server holds it.
    pub fn lock_for_server(&self) -> Result<ServerLock, Error> {
        let path = self.file.with_extension("lock");
        let failed = |error: &std::io::Error| Error::file(&path, error);
        let file = match private::create(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => File::open(&path),
            file => file,
        };
        let file = file.map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(ServerLock(file)),
            Err(TryLockError::WouldBlock) => Err(Error::File {
                path: self.file.clone(),
                trouble: Trouble::Served,
            }),
            Err(TryLockError::Error(error)) => Err(failed(&error)),
        }
    }

    /// Writes into the file itself that a server is at work. Returns whether that was so already
    /// although no write-ahead log is there: then the file is a copy without its log.
    pub async fn begin_serving(&self) -> Result<bool, Error> {
        let log = connections::log(&self.file);
        // An emptied log is as good as none.
        let empty = std::fs::metadata(log).map_or(true, |log| log.len() == 0);
        self.told(async {
            let marked = self.is_marked().await?;
            self.mark(true).await?;
            Ok(marked && empty)
        })
        .await
    }

    /// Takes back what [`begin_serving`](Self::begin_serving) wrote.
    pub async fn end_serving(&self) -> Result<(), Error> {
        self.told(self.mark(false)).await
    }

    async fn is_marked(&self) -> Result<bool, Error> {
        let version: i64 = sqlx::query_scalar("PRAGMA user_version")
            .fetch_one(&self.reader())
            .await?;
        Ok(version != 0)
    }

    async fn mark(&self, serving: bool) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let mark = if serving {
            "PRAGMA user_version = 1"
        } else {
            "PRAGMA user_version = 0"
        };
        sqlx::query(mark).execute(&mut *tx).await?;
        tx.commit().await?;
        self.writer.checkpoint().await
    }

    /// Writes a consistent copy of the whole store to a new file, also while others write.
    ///
    /// # Errors
    /// If the file exists already, or cannot be written; then it is not there afterwards.
    pub async fn backup(&self, to: &Path) -> Result<(), Error> {
        drop(private::create(to).map_err(|error| Error::file(to, &error))?);
        let copied = async {
            let name = to.to_str().ok_or_else(|| Error::File {
                path: to.to_path_buf(),
                trouble: Trouble::Other("its name is not UTF-8".into()),
            })?;
            sqlx::query("VACUUM INTO ?")
                .bind(name)
                .execute(&self.reader())
                .await?;
            // The copy is complete, not that of a running server.
            let copy = SqliteStore::at(to, connections::options(to));
            let marked = copy.mark(false).await;
            copy.close().await;
            marked?;
            File::open(to)
                .and_then(|file| file.sync_all())
                .map_err(|error| Error::file(to, &error))
        };
        let copied: Result<(), Error> = copied.await;
        if copied.is_err() {
            let _ = std::fs::remove_file(to);
        }
        copied.map_err(|error| error.of(to))
    }

    /// Checks a store's file without changing it: the database, and every game by its rules.
    ///
    /// # Errors
    /// If the file cannot be read at all, or is of another version.
    pub async fn check(file: &Path) -> Result<CheckReport, Error> {
        if let Err(error) = File::open(file) {
            return Err(Error::file(file, &error));
        }
        let store = SqliteStore::at(file, connections::options(file));
        let result = store.told(store.examine()).await;
        store.close().await;
        result
    }

    async fn examine(&self) -> Result<CheckReport, Error> {
        let version = self.reader.fall_back(&self.file).await?;
        if version != current_version() {
            let trouble = if version > current_version() {
                Trouble::Newer
            } else {
                Trouble::Older
            };
            let path = self.file.clone();
            return Err(Error::File { path, trouble });
        }
        let mut report = CheckReport::default();
        let log = std::fs::metadata(connections::log(&self.file));
        report.without_log = self.is_marked().await? && log.map_or(true, |log| log.len() == 0);
        for check in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
            let rows = sqlx::query(check.into_sql_str())
                .fetch_all(&self.reader())
                .await?;
            for row in rows {
                let found: String = row.try_get(0)?;
                if found != "ok" {
                    report.damage.push(found);
                }
            }
        }
        for info in self.games(&Filter::default()).await? {
            report.games += 1;
            if let Err(error) = self.game(info.saved.id).await {
                report.unreadable.push((info.saved.id, error));
            }
        }
        Ok(report)
    }

    /// Removes guests who have no game and tables without a game, if they are older than 30 days.
    /// Returns how many guests and tables are gone.
    pub async fn remove_abandoned(&self) -> Result<(u64, u64), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let before = now() - ABANDONED;
            let tables = sqlx::query("DELETE FROM tables WHERE game_id IS NULL AND created < ?")
                .bind(before)
                .execute(&mut *tx)
                .await?;
            let guests = sqlx::query(
                "DELETE FROM visitors WHERE player_id IS NULL AND created < ?1
                   AND NOT EXISTS (SELECT 1 FROM tables WHERE visitors.id IN (host, guest, invited))",
            )
            .bind(before)
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok((guests.rows_affected(), tables.rows_affected()))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::{Accounts, Name, NewGame, NewSession, Player, Seat, Web};
    use krou_rules::{BySide, Rules};
    use std::sync::Arc;

    async fn store() -> (TempDir, SqliteStore) {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await.unwrap();
        (dir, store)
    }

    async fn ama(store: &SqliteStore) -> Player {
        store.create_player(&"Ama".parse().unwrap()).await.unwrap()
    }

    async fn a_game(store: &SqliteStore) {
        let rules = Arc::new(Rules::builtin("kalah").unwrap());
        let mut game = krou_rules::Game::new(rules);
        game.play("C".parse().unwrap()).unwrap();
        let name: Name = "Kofi".parse().unwrap();
        let seats = BySide {
            south: Seat::Guest(name),
            north: Seat::Engine(3),
        };
        let new = NewGame::new(seats, false, game);
        store.start_game(&new).await.unwrap();
    }

    #[tokio::test]
    async fn a_backup_of_a_store_at_work_is_whole_and_overwrites_nothing() {
        let (dir, store) = store().await;
        ama(&store).await;
        a_game(&store).await;
        store.begin_serving().await.unwrap();
        let copy = dir.path().join("copy.db");
        store.backup(&copy).await.unwrap();
        let report = SqliteStore::check(&copy).await.unwrap();
        assert!(report.is_sound(), "{report:?}");
        assert_eq!(report.games, 1);
        let before = std::fs::read(&copy).unwrap();
        let error = store.backup(&copy).await.unwrap_err();
        assert!(error.to_string().contains("is not overwritten"), "{error}");
        assert_eq!(std::fs::read(&copy).unwrap(), before);

        let restored = tempfile::tempdir().unwrap();
        std::fs::copy(&copy, restored.path().join(SqliteStore::FILE)).unwrap();
        let restored = SqliteStore::open(restored.path()).await.unwrap();
        assert_eq!(restored.players().await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_copy_of_a_served_file_without_its_log_is_noticed() {
        let (dir, store) = store().await;
        assert!(!store.begin_serving().await.unwrap());
        ama(&store).await;
        let other = tempfile::tempdir().unwrap();
        let copy = other.path().join(SqliteStore::FILE);
        std::fs::copy(dir.path().join(SqliteStore::FILE), &copy).unwrap();
        let report = SqliteStore::check(&copy).await.unwrap();
        assert!(report.without_log && report.damage.is_empty(), "{report:?}");
        let copied = SqliteStore::open(other.path()).await.unwrap();
        assert!(copied.begin_serving().await.unwrap());

        // A server that ends, or is killed, leaves nothing to notice.
        store.end_serving().await.unwrap();
        store.close().await;
        let again = SqliteStore::open(dir.path()).await.unwrap();
        assert!(!again.begin_serving().await.unwrap());
        ama_is_there(&again).await;
        drop(again);
        let third = SqliteStore::open(dir.path()).await.unwrap();
        assert_eq!(third.players().await.unwrap().len(), 1);
    }

    async fn ama_is_there(store: &SqliteStore) {
        assert_eq!(store.players().await.unwrap()[0].name.as_str(), "Ama");
    }

    #[tokio::test]
    async fn damage_is_found_by_a_check() {
        let (dir, store) = store().await;
        a_game(&store).await;
        sqlx::query("UPDATE moves SET move = 'Z'")
            .execute(&store.reader())
            .await
            .unwrap();
        store.close().await;
        let report = SqliteStore::check(&dir.path().join(SqliteStore::FILE)).await;
        let report = report.unwrap();
        assert_eq!(report.unreadable.len(), 1);
        assert!(!report.is_sound());
        let missing = SqliteStore::check(&dir.path().join("none.db")).await;
        let error = missing.unwrap_err();
        assert!(error.to_string().starts_with("there is no "), "{error}");
    }

    #[tokio::test]
    async fn a_second_server_is_refused_until_the_first_has_ended() {
        let (_dir, store) = store().await;
        let lock = store.lock_for_server().unwrap();
        let error = store.lock_for_server().unwrap_err();
        assert!(error.to_string().contains("another server"), "{error}");
        drop(lock);
        assert!(store.lock_for_server().is_ok());
    }

    #[tokio::test]
    async fn a_deleted_account_is_gone_from_the_files_too() {
        let (dir, store) = store().await;
        let guest = "Kola 512".parse().unwrap();
        let visitor = store.create_visitor(&[1; 32], &guest).await.unwrap();
        let name = "Abenaa77".parse().unwrap();
        let hash = "$argon2id$very-special-hash";
        let account = store
            .sign_up(visitor.id, &name, hash, &NewSession::new([2; 32]))
            .await
            .unwrap();
        let found = || {
            let files = std::fs::read_dir(dir.path()).unwrap();
            let all = files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap());
            let all = String::from_utf8_lossy(&all.collect::<Vec<u8>>()).into_owned();
            (all.contains("Abenaa77"), all.contains("very-special-hash"))
        };
        assert_eq!(found(), (true, true));
        let player = account.player.as_ref().unwrap().id;
        store.delete_account(player, &guest).await.unwrap();
        assert_eq!(found(), (false, false));
        let again = store
            .sign_up(visitor.id, &name, hash, &NewSession::new([3; 32]))
            .await;
        assert!(again.is_err(), "the name stays retired");
    }

    #[tokio::test]
    async fn guests_without_a_game_are_removed_after_a_month() {
        let (_dir, store) = store().await;
        let guest = "Kola 512".parse().unwrap();
        store.create_visitor(&[1; 32], &guest).await.unwrap();
        assert_eq!(store.remove_abandoned().await.unwrap(), (0, 0));
        sqlx::query("UPDATE visitors SET created = created - ?")
            .bind(ABANDONED + 1000)
            .execute(&store.reader())
            .await
            .unwrap();
        assert_eq!(store.remove_abandoned().await.unwrap(), (1, 0));
        assert!(store.visitor(&[1; 32]).await.unwrap().is_none());
    }
}
