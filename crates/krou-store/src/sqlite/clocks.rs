//! The clocks of games.

use krou_rules::{BySide, Side};
use sqlx::{Row, SqliteConnection};

use super::{SqliteStore, damaged};
use crate::{Clocks, Error, GameId};

pub(super) async fn insert_clocks(
    tx: &mut SqliteConnection,
    game: GameId,
    clocks: &Clocks,
) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO clocks (game_id, control, south, north, running, since)
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(game.0)
    .bind(clocks.control.to_string())
    .bind(clocks.left.south)
    .bind(clocks.left.north)
    .bind(clocks.running.map(|(side, _)| side.letter().to_string()))
    .bind(clocks.running.map(|(_, since)| since))
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn update_clocks(
    tx: &mut SqliteConnection,
    game: GameId,
    clocks: Option<&Clocks>,
) -> Result<(), Error> {
    let Some(clocks) = clocks else {
        return Ok(());
    };
    sqlx::query("UPDATE clocks SET south = ?, north = ?, running = ?, since = ? WHERE game_id = ?")
        .bind(clocks.left.south)
        .bind(clocks.left.north)
        .bind(clocks.running.map(|(side, _)| side.letter().to_string()))
        .bind(clocks.running.map(|(_, since)| since))
        .bind(game.0)
        .execute(tx)
        .await?;
    Ok(())
}

pub(super) async fn read_clocks(
    tx: &mut SqliteConnection,
    game: GameId,
) -> Result<Option<Clocks>, Error> {
    let row = sqlx::query("SELECT * FROM clocks WHERE game_id = ?")
        .bind(game.0)
        .fetch_optional(tx)
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let control: String = row.try_get("control")?;
    let running: Option<String> = row.try_get("running")?;
    let side = running
        .and_then(|text| text.chars().next())
        .and_then(Side::from_letter);
    let since: Option<i64> = row.try_get("since")?;
    Ok(Some(Clocks {
        control: control.parse().map_err(|_| damaged())?,
        left: BySide::new(row.try_get("south")?, row.try_get("north")?),
        running: side.zip(since),
    }))
}

impl SqliteStore {
    pub(super) async fn note_alive(&self, at: i64) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        sqlx::query("INSERT INTO alive VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at")
            .bind(at)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    pub(super) async fn running_clocks(&self) -> Result<(i64, Vec<(String, i64)>), Error> {
        let mut tx = self.reader().begin().await?;
        // The last sign of life, or a move after it.
        let latest = sqlx::query_scalar(
            "SELECT max(coalesce((SELECT at FROM alive), 0),
                        coalesce((SELECT max(since) FROM clocks), 0))",
        )
        .fetch_one(&mut *tx)
        .await?;
        let rows = sqlx::query(
            "SELECT t.slug, c.since + iif(c.running = 'S', c.south, c.north) AS deadline
             FROM clocks c JOIN tables t ON t.game_id = c.game_id WHERE c.since IS NOT NULL",
        )
        .fetch_all(&mut *tx)
        .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            Ok::<_, Error>((row.try_get("slug")?, row.try_get("deadline")?))
        };
        let running = rows.iter().map(read).collect::<Result<_, _>>()?;
        Ok((latest, running))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use krou_rules::{Game, Rules};

    use super::*;
    use crate::{Control, NewGame, Seat, Store, Table, Web};

    #[tokio::test]
    async fn clocks_are_kept_with_the_game_and_time_without_a_server_is_nobodys()
    -> Result<(), Error> {
        const MINUTE: i64 = 60_000;
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await?;
        assert_eq!(store.resume_clocks().await?, (0, Vec::new()));
        let ama = store.create_visitor(&[1; 32], &"Ama".parse()?).await?;
        let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
        let seats = BySide::new(Seat::Guest(ama.name.clone()), Seat::Engine(1));
        let mut new = NewGame::new(seats, false, game.clone());
        let control = Control::minutes(60, 5).unwrap();
        new.clocks = Some(Clocks::start(control, Side::South, MINUTE));
        let saved = store.start_game(&new).await?;
        let table = Table {
            slug: "abc".into(),
            question: String::new(),
            host: ama.id,
            host_side: Side::South,
            guest: None,
            level: Some(1),
            invited: None,
            rated: false,
            game: Some(saved.id),
            next: None,
            clock: Some(control),
            open: false,
        };
        store.set_table(&table).await?;

        let mut clocks = store.game(saved.id).await?.clocks.unwrap();
        game.play("A".parse().unwrap()).unwrap();
        clocks.played(Some(Side::North), 2 * MINUTE);
        let saved = store.save_timed(saved, &game, Some(&clocks)).await?;
        assert_eq!(store.game(saved.id).await?.clocks.as_ref(), Some(&clocks));
        let running = vec![("abc".to_string(), 62 * MINUTE)];
        // A server that begins now goes on from the move, or from a later sign of life.
        assert_eq!(store.resume_clocks().await?, (2 * MINUTE, running.clone()));
        store.alive(12 * MINUTE).await?;
        assert_eq!(store.resume_clocks().await?, (12 * MINUTE, running));

        assert!(game.run_out(Side::North));
        clocks.played(None, 62 * MINUTE);
        let saved = store.save_timed(saved, &game, Some(&clocks)).await?;
        let ended = store.game(saved.id).await?;
        assert_eq!(ended.info.outcome.unwrap().termination, "out-of-time N");
        assert_eq!(store.resume_clocks().await?, (12 * MINUTE, Vec::new()));
        Ok(())
    }
}
