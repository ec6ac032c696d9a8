//! The clocks of games.

use krou_rules::{BySide, Side};
use sqlx::{Row, SqliteConnection};

use super::{SqliteStore, damaged, now};
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

async fn write_alive(tx: &mut SqliteConnection, now: i64) -> Result<(), Error> {
    sqlx::query("INSERT INTO alive VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at")
        .bind(now)
        .execute(tx)
        .await?;
    Ok(())
}

impl SqliteStore {
    pub(super) async fn note_alive(&self) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        write_alive(&mut tx, now()).await?;
        Ok(tx.commit().await?)
    }

    pub(super) async fn go_on_with_clocks(&self) -> Result<Vec<(String, i64)>, Error> {
        let mut tx = self.begin().await?;
        let now = now();
        let alive: Option<i64> = sqlx::query_scalar("SELECT at FROM alive")
            .fetch_optional(&mut *tx)
            .await?;
        // Nobody is charged from the last sign of life, or from a move after it, until now.
        sqlx::query(
            "UPDATE clocks SET since = since + max(0, ?1 - max(since, ?2)) WHERE since IS NOT NULL",
        )
        .bind(now)
        .bind(alive.unwrap_or(0))
        .execute(&mut *tx)
        .await?;
        let rows = sqlx::query(
            "SELECT t.slug, c.since + iif(c.running = 'S', c.south, c.north) AS deadline
             FROM clocks c JOIN tables t ON t.game_id = c.game_id WHERE c.since IS NOT NULL",
        )
        .fetch_all(&mut *tx)
        .await?;
        write_alive(&mut tx, now).await?;
        tx.commit().await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            Ok::<_, Error>((row.try_get("slug")?, row.try_get("deadline")?))
        };
        rows.iter().map(read).collect()
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
        const HOUR: i64 = 3_600_000;
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await?;
        let ama = store.create_visitor(&[1; 32], &"Ama".parse()?).await?;
        let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
        let seats = BySide::new(Seat::Guest(ama.name.clone()), Seat::Engine(1));
        let mut new = NewGame::new(seats, false, game.clone());
        new.clock = Some(Control::minutes(60, 5).unwrap());
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
            clock: new.clock,
            open: false,
        };
        store.set_table(&table).await?;

        let mut clocks = store.game(saved.id).await?.clocks.unwrap();
        game.play("A".parse().unwrap()).unwrap();
        clocks.played(Some(Side::North), now());
        let saved = store.save_timed(saved, &game, Some(&clocks)).await?;
        assert_eq!(store.game(saved.id).await?.clocks.as_ref(), Some(&clocks));

        // The server was last seen ten minutes into the turn, ten hours ago.
        let past = now() - 10 * HOUR;
        for sql in [
            format!("UPDATE clocks SET since = {}", past - HOUR / 6),
            format!("INSERT INTO alive VALUES (1, {past})"),
        ] {
            let sql = sqlx::AssertSqlSafe(sql);
            sqlx::query(sql).execute(&store.reader()).await?;
        }
        let running = store.resume_clocks().await?;
        let kept = store.game(saved.id).await?.clocks.unwrap();
        let left = kept.left(Side::North, now());
        assert!((HOUR * 4 / 6..=HOUR * 5 / 6).contains(&left), "{left}");
        assert_eq!(running, [("abc".to_string(), kept.deadline().unwrap())]);

        assert!(game.run_out(Side::North));
        clocks.played(None, now());
        let saved = store.save_timed(saved, &game, Some(&clocks)).await?;
        let ended = store.game(saved.id).await?;
        assert_eq!(ended.info.outcome.unwrap().termination, "out-of-time N");
        assert_eq!(store.resume_clocks().await?, []);
        Ok(())
    }
}
