//! Moves of many games at once: those that come while the disk is busy are written together, in one
//! transaction, and each is acknowledged after it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use krou_rules::Game;
use sqlx::SqliteConnection;
use tokio::sync::oneshot;

use super::connections::Writer;
use super::{SqliteStore, now};
use crate::{Clocks, Error, GameId, Saved, Trouble};

/// The moves that wait to be written.
#[derive(Clone, Debug)]
pub(super) struct Journal {
    writer: Writer,
    waiting: Arc<Mutex<Vec<Waiting>>>,
}

/// One move that waits, and who waits for it.
#[derive(Debug)]
struct Waiting {
    played: Played,
    answer: oneshot::Sender<Result<bool, Error>>,
}

/// A move that leaves its game going on.
#[derive(Debug)]
struct Played {
    /// The game it was played on.
    on: Saved,
    /// How many moves were played before it.
    ply: usize,
    written: String,
    clocks: Option<Clocks>,
}

impl Played {
    /// For the database: `[game, revision, ply, "move"]`.
    fn json(&self) -> String {
        let Saved { id, revision, .. } = self.on;
        format!("[{},{revision},{},\"{}\"]", id.0, self.ply, self.written)
    }

    /// The clocks after it, for the database: `[game, south, north, "running", since]`.
    fn clocks_json(&self) -> Option<String> {
        let Clocks { left, running, .. } = self.clocks.as_ref()?;
        let (side, since) = running.map_or(("null".into(), "null".into()), |(side, since)| {
            (format!("\"{}\"", side.letter()), since.to_string())
        });
        let (id, south, north) = (self.on.id.0, left.south, left.north);
        Some(format!("[{id},{south},{north},{side},{since}]"))
    }
}

fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

impl Journal {
    pub(super) fn new(writer: Writer) -> Journal {
        let waiting = Arc::default();
        Journal { writer, waiting }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a move; false if its game is not as the move expects it, and nothing was written.
    async fn write(&self, played: Played) -> Result<bool, Error> {
        let (answer, answered) = oneshot::channel();
        let first = {
            let mut waiting = self.waiting();
            waiting.push(Waiting { played, answer });
            waiting.len() == 1
        };
        // The first who waits has all written that wait by the time the database is free. Not by
        // itself: it may be given up on, and the others wait too.
        if first {
            let journal = self.clone();
            tokio::spawn(async move { journal.write_all().await });
        }
        answered.await.unwrap_or_else(|_| {
            let trouble = Trouble::Other("the server is ending".into());
            let path = std::path::PathBuf::new();
            Err(Error::File { path, trouble })
        })
    }

    async fn write_all(&self) {
        let mut taken = Vec::new();
        let written = async {
            let mut tx = self.writer.begin().await?;
            taken = std::mem::take(&mut *self.waiting());
            let written = insert(&mut tx, &taken).await?;
            tx.commit().await?;
            Ok::<_, Error>(written)
        };
        let mut written = written.await;
        if taken.is_empty() {
            taken = std::mem::take(&mut *self.waiting());
        }
        for Waiting { played, answer } in taken {
            // Of two moves on one game only the first can have been written.
            let answered = match &mut written {
                Ok(written) => Ok(written.remove(&played.on.id)),
                Err(error) => Err(error.clone()),
            };
            // Who no longer waits finds the move in the store.
            let _ = answer.send(answered);
        }
    }
}

/// Writes the moves whose games are as they expect them, and says which games those are.
async fn insert(tx: &mut SqliteConnection, waiting: &[Waiting]) -> Result<HashSet<GameId>, Error> {
    let mut games = HashSet::new();
    let all = waiting.iter().map(|waiting| &waiting.played);
    let all: Vec<&Played> = all.filter(|played| games.insert(played.on.id)).collect();
    let now = now();
    // A game with moves that were taken back, or that is over, is left to the careful way.
    let done: Vec<i64> = sqlx::query_scalar(
        "UPDATE games SET revision = games.revision + 1, plies = games.plies + 1, updated = ?2
         FROM (SELECT value ->> 0 AS id, value ->> 1 AS revision, value ->> 2 AS ply
               FROM json_each(?1)) AS new
         WHERE games.id = new.id AND games.revision = new.revision AND games.plies = new.ply
           AND games.finished IS NULL
           AND NOT EXISTS (SELECT 1 FROM moves WHERE game_id = new.id AND moves.ply = new.ply)
         RETURNING games.id",
    )
    .bind(array(all.iter().map(|played| played.json())))
    .bind(now)
    .fetch_all(&mut *tx)
    .await?;
    let done: HashSet<GameId> = done.into_iter().map(GameId).collect();
    let written = || all.iter().filter(|played| done.contains(&played.on.id));
    sqlx::query(
        "INSERT INTO moves (game_id, ply, move, played)
         SELECT value ->> 0, value ->> 2, value ->> 3, ?2 FROM json_each(?1)",
    )
    .bind(array(written().map(|played| played.json())))
    .bind(now)
    .execute(&mut *tx)
    .await?;
    if written().any(|played| played.clocks.is_some()) {
        sqlx::query(
            "UPDATE clocks SET south = new.south, north = new.north, running = new.running,
                               since = new.since
             FROM (SELECT value ->> 0 AS id, value ->> 1 AS south, value ->> 2 AS north,
                          value ->> 3 AS running, value ->> 4 AS since
                   FROM json_each(?1)) AS new
             WHERE clocks.game_id = new.id",
        )
        .bind(array(written().filter_map(|played| played.clocks_json())))
        .execute(&mut *tx)
        .await?;
    }
    Ok(done)
}

impl SqliteStore {
    pub(super) async fn add_move(
        &self,
        saved: Saved,
        game: &Game,
        clocks: Option<&Clocks>,
    ) -> Result<Saved, Error> {
        let moves = game.moves();
        if let (Some(last), false) = (moves.last(), game.is_over()) {
            let played = Played {
                on: saved,
                ply: moves.len() - 1,
                written: last.to_string(),
                clocks: clocks.cloned(),
            };
            if self.journal.write(played).await? {
                let revision = saved.revision + 1;
                return Ok(Saved { revision, ..saved });
            }
        }
        self.update_game(saved, game, clocks).await
    }
}

#[cfg(test)]
mod tests {
    use krou_rules::{BySide, Rules, Side};
    use tempfile::TempDir;

    use super::*;
    use crate::{Control, NewGame, Seat, Store, Web};

    async fn started(games: usize) -> Result<(TempDir, SqliteStore, Game, Vec<Saved>), Error> {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await?;
        let game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
        let seats = BySide::new(Seat::Guest("Ama".parse()?), Seat::Engine(1));
        let mut new = NewGame::new(seats, false, game.clone());
        let control = Control::minutes(60, 5).unwrap();
        new.clocks = Some(Clocks::start(control, Side::South, 0));
        let mut saved = Vec::new();
        for _ in 0..games {
            saved.push(store.start_game(&new).await?);
        }
        Ok((dir, store, game, saved))
    }

    #[tokio::test]
    async fn moves_that_come_at_once_are_all_there() -> Result<(), Error> {
        let (_dir, store, game, saved) = started(40).await?;
        let mut tasks = Vec::new();
        for (n, saved) in saved.into_iter().enumerate() {
            let (store, mut game) = (store.clone(), game.clone());
            tasks.push(tokio::spawn(async move {
                let mut saved = saved;
                let mut clocks = store.game(saved.id).await?.clocks.unwrap();
                for _ in 0..3 + n % 5 {
                    let legal: Vec<_> = game.legal_moves().iter().copied().collect();
                    game.play(legal[n % legal.len()]).unwrap();
                    clocks.played(Some(game.position().turn()), now());
                    saved = store.save_move(saved, &game, Some(&clocks)).await?;
                    let kept = store.game(saved.id).await?;
                    assert_eq!(kept.info.saved, saved);
                    assert_eq!(kept.game.line(), game.line());
                    assert_eq!(kept.clocks.as_ref(), Some(&clocks));
                }
                Ok::<_, Error>(())
            }));
        }
        for task in tasks {
            task.await.unwrap()?;
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_move_on_a_game_that_has_gone_on_is_refused_and_the_same_move_twice_is_one()
    -> Result<(), Error> {
        let (_dir, store, start, saved) = started(1).await?;
        let before = saved[0];
        let with = |m: &str| {
            let mut game = start.clone();
            game.play(m.parse().unwrap()).unwrap();
            game
        };
        let (a, b) = (with("A"), with("B"));
        // All at once, so that they are written together.
        let (first, again, other) = tokio::join!(
            store.save_move(before, &a, None),
            store.save_move(before, &a, None),
            store.save_move(before, &b, None),
        );
        let saved = first?;
        assert_eq!(saved.revision, before.revision + 1);
        assert_eq!(again?, saved);
        assert!(matches!(other, Err(Error::Changed(_))), "{other:?}");
        assert_eq!(store.game(saved.id).await?.game.line(), a.line());
        Ok(())
    }

    #[tokio::test]
    async fn a_move_after_one_was_taken_back_replaces_it_and_the_last_one_ends_the_game()
    -> Result<(), Error> {
        let (_dir, store, mut game, saved) = started(1).await?;
        game.play("A".parse().unwrap()).unwrap();
        let saved = store.save_move(saved[0], &game, None).await?;
        game.undo_move();
        let saved = store.save_game(saved, &game).await?;
        game.play("B".parse().unwrap()).unwrap();
        let mut saved = store.save_move(saved, &game, None).await?;
        let kept = store.game(saved.id).await?;
        assert_eq!(kept.game.line(), game.line());
        assert_eq!(kept.game.position().turn(), Side::North);
        while !game.is_over() {
            let legal = *game.legal_moves().iter().next().unwrap();
            game.play(legal).unwrap();
            saved = store.save_move(saved, &game, None).await?;
        }
        let kept = store.game(saved.id).await?;
        assert_eq!(kept.game.line(), game.line());
        assert_eq!(kept.info.outcome.unwrap().scores, game.scores());
        Ok(())
    }
}
