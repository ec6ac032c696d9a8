//! Players, and what they have achieved.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::accounts::rename_account;
use super::{SqliteStore, now, time};
use crate::{Error, Name, Player, PlayerId};

pub(super) fn read_player(row: &SqliteRow) -> Result<Player, Error> {
    Ok(Player {
        id: PlayerId(row.try_get("id")?),
        name: Name::kept(row.try_get("name")?),
        created: time(row.try_get("created")?),
    })
}

/// Refuses a name that no player can have, or that another player has.
async fn check_free(
    tx: &mut SqliteConnection,
    name: &Name,
    own: Option<PlayerId>,
) -> Result<(), Error> {
    name.check_player()?;
    let taken: Option<i64> = sqlx::query_scalar("SELECT id FROM players WHERE name_key = ?")
        .bind(name.key())
        .fetch_optional(tx)
        .await?;
    match taken {
        Some(id) if Some(PlayerId(id)) != own => Err(Error::NameTaken(name.clone())),
        _ => Ok(()),
    }
}

pub(super) async fn insert_player(tx: &mut SqliteConnection, name: &Name) -> Result<Player, Error> {
    check_free(tx, name, None).await?;
    let row =
        sqlx::query("INSERT INTO players (name, name_key, created) VALUES (?, ?, ?) RETURNING *")
            .bind(name.as_str())
            .bind(name.key())
            .bind(now())
            .fetch_one(tx)
            .await?;
    read_player(&row)
}

impl SqliteStore {
    pub(super) async fn add_player(&self, name: &Name) -> Result<Player, Error> {
        let mut tx = self.begin().await?;
        let player = insert_player(&mut tx, name).await?;
        tx.commit().await?;
        Ok(player)
    }

    pub(super) async fn find_player(&self, name: &str) -> Result<Player, Error> {
        let row = sqlx::query("SELECT * FROM players WHERE name_key = ?")
            .bind(Name::key_of(name))
            .fetch_optional(&self.reader())
            .await?;
        read_player(&row.ok_or_else(|| Error::NoPlayer(name.to_string()))?)
    }

    pub(super) async fn all_players(&self) -> Result<Vec<Player>, Error> {
        let rows = sqlx::query("SELECT * FROM players ORDER BY name_key")
            .fetch_all(&self.reader())
            .await?;
        let players: Result<Vec<Player>, Error> = rows.iter().map(read_player).collect();
        let mut players = players?;
        players.sort_by_cached_key(|player| player.name.sort_key());
        Ok(players)
    }

    pub(super) async fn name_player(&self, id: PlayerId, name: &Name) -> Result<Player, Error> {
        let mut tx = self.begin().await?;
        check_free(&mut tx, name, Some(id)).await?;
        rename_account(&mut tx, id, name).await?;
        let row = sqlx::query("UPDATE players SET name = ?, name_key = ? WHERE id = ? RETURNING *")
            .bind(name.as_str())
            .bind(name.key())
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
        let player = read_player(&row.ok_or_else(|| Error::NoPlayer(id.to_string()))?)?;
        tx.commit().await?;
        Ok(player)
    }

    pub(super) async fn forget_player(&self, id: PlayerId) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "UPDATE seats SET player_id = NULL, guest = (SELECT name FROM players WHERE id = ?1)
             WHERE player_id = ?1",
        )
        .bind(id.0)
        .execute(&mut *tx)
        .await?;
        let gone = sqlx::query("DELETE FROM players WHERE id = ?")
            .bind(id.0)
            .execute(&mut *tx)
            .await?;
        if gone.rows_affected() == 0 {
            return Err(Error::NoPlayer(id.to_string()));
        }
        tx.commit().await?;
        Ok(())
    }
}
