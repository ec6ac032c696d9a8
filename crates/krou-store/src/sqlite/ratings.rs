//! Ratings, and what players have achieved.

use std::collections::HashMap;

use krou_rules::Side;
use sqlx::{Row, SqliteConnection};

use super::games::{read_fingerprint, read_seat};
use super::{SqliteStore, time};
use crate::{Error, GameId, PlayerId, Rating, Standing, Tally};

/// Works out again what the rated games by these rules that finished at `since` or later did to
/// their players. Ratings are thereby always what the kept games, in order, make them, whichever
/// game was finished, reopened or deleted.
pub(super) async fn rerate(
    tx: &mut SqliteConnection,
    fingerprint: &str,
    since: i64,
) -> Result<(), Error> {
    sqlx::query("DELETE FROM ratings WHERE fingerprint = ? AND finished >= ?")
        .bind(fingerprint)
        .bind(since)
        .execute(&mut *tx)
        .await?;
    let games = sqlx::query(
        "SELECT g.id, g.finished, g.winner,
                s.player_id AS s_player, s.level AS s_level, n.player_id AS n_player, n.level AS n_level
         FROM games g JOIN seats s ON s.game_id = g.id AND s.side = 'S'
                      JOIN seats n ON n.game_id = g.id AND n.side = 'N'
         WHERE g.fingerprint = ? AND g.finished >= ? AND g.rated
         ORDER BY g.finished, g.id",
    )
    .bind(fingerprint)
    .bind(since)
    .fetch_all(&mut *tx)
    .await?;
    let mut known: HashMap<i64, Rating> = HashMap::new();
    for row in games {
        let (game, finished): (i64, i64) = (row.try_get("id")?, row.try_get("finished")?);
        let winner: String = row.try_get("winner")?;
        let players: [Option<i64>; 2] = [row.try_get("s_player")?, row.try_get("n_player")?];
        let levels: [Option<u8>; 2] = [row.try_get("s_level")?, row.try_get("n_level")?];
        let mut before = [Rating::default(); 2];
        for i in 0..2 {
            before[i] = match (players[i], levels[i]) {
                (Some(player), _) => match known.get(&player) {
                    Some(rating) => *rating,
                    None => latest(tx, player, fingerprint).await?.unwrap_or_default(),
                },
                (None, Some(level)) => Rating::of_level(level),
                // A player who has been deleted since.
                (None, None) => Rating::default(),
            };
        }
        let winner = winner.chars().next().and_then(Side::from_letter);
        let (south, north) = Rating::after(before[0], before[1], winner);
        for (player, after) in players.into_iter().zip([south, north]) {
            let Some(player) = player else { continue };
            known.insert(player, after);
            sqlx::query("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)")
                .bind(game)
                .bind(player)
                .bind(fingerprint)
                .bind(finished)
                .bind(after.rating)
                .bind(after.deviation)
                .bind(after.volatility)
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(())
}

pub(super) async fn latest(
    tx: &mut SqliteConnection,
    player: i64,
    fingerprint: &str,
) -> Result<Option<Rating>, Error> {
    let row = sqlx::query(
        "SELECT rating, deviation, volatility FROM ratings WHERE player_id = ? AND fingerprint = ?
         ORDER BY finished DESC, game_id DESC LIMIT 1",
    )
    .bind(player)
    .bind(fingerprint)
    .fetch_optional(tx)
    .await?;
    row.map(|row| read_rating(&row)).transpose()
}

pub(super) fn read_rating(row: &sqlx::sqlite::SqliteRow) -> Result<Rating, Error> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

impl SqliteStore {
    pub(super) async fn standings_of(&self, player: PlayerId) -> Result<Vec<Standing>, Error> {
        let mut tx = self.reader().begin().await?;
        // One row for each exact game and opponent; the name is that of the latest game.
        let rows = sqlx::query(
            "SELECT g.fingerprint, max(g.id) AS last, g.rules,
                    o.player_id AS o_player, o.guest AS o_guest, o.level AS o_level,
                    p.name AS o_name, p.created AS o_created,
                    sum(g.winner = own.side) AS wins, sum(g.winner = 'draw') AS draws,
                    sum(g.winner = o.side) AS losses,
                    sum(own.score) AS seeds, sum(o.score) AS seeds_against
             FROM seats own JOIN games g ON g.id = own.game_id
                            JOIN seats o ON o.game_id = g.id AND o.side <> own.side
                            LEFT JOIN players p ON p.id = o.player_id
             WHERE own.player_id = ?1 AND g.finished IS NOT NULL AND g.termination <> 'aborted'
               AND o.player_id IS NOT ?1
             GROUP BY g.fingerprint, o.player_id, o.guest, o.level
             ORDER BY count(*) DESC, last DESC",
        )
        .bind(player.0)
        .fetch_all(&mut *tx)
        .await?;
        let mut standings: Vec<(i64, Standing)> = Vec::new();
        for row in &rows {
            let last: i64 = row.try_get("last")?;
            let fingerprint = read_fingerprint(row, GameId(last))?;
            let number = |name| -> Result<u64, Error> { Ok(row.try_get::<i64, _>(name)? as u64) };
            let tally = Tally {
                wins: number("wins")?,
                draws: number("draws")?,
                losses: number("losses")?,
                seeds: number("seeds")?,
                seeds_against: number("seeds_against")?,
            };
            let place = standings
                .iter()
                .position(|(_, s)| s.fingerprint == fingerprint);
            let place = place.unwrap_or_else(|| {
                let standing = Standing {
                    rules: String::new(),
                    fingerprint,
                    tally: Tally::default(),
                    rating: None,
                    opponents: Vec::new(),
                    history: Vec::new(),
                };
                standings.push((0, standing));
                standings.len() - 1
            });
            let (newest, standing) = &mut standings[place];
            if last > *newest {
                *newest = last;
                standing.rules = row.try_get("rules")?;
            }
            standing.tally.add(&tally);
            standing
                .opponents
                .push((read_seat(row, 'o', GameId(last))?, tally));
        }
        for (_, standing) in &mut standings {
            let rows = sqlx::query(
                "SELECT game_id, finished, rating, deviation, volatility FROM ratings
                 WHERE player_id = ? AND fingerprint = ? ORDER BY finished, game_id",
            )
            .bind(player.0)
            .bind(standing.fingerprint.to_string())
            .fetch_all(&mut *tx)
            .await?;
            for row in &rows {
                let at = (
                    GameId(row.try_get("game_id")?),
                    time(row.try_get("finished")?),
                );
                standing.history.push((at.0, at.1, read_rating(row)?));
            }
            standing.rating = standing.history.last().map(|(_, _, rating)| *rating);
        }
        standings.sort_by_key(|(last, s)| (std::cmp::Reverse(s.tally.games()), -last));
        Ok(standings
            .into_iter()
            .map(|(_, standing)| standing)
            .collect())
    }
}
