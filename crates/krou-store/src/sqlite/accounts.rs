//! Accounts, sessions and tokens.

use async_trait::async_trait;
use krou_rules::Fingerprint;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::games::{read_info, select_games};
use super::players::{insert_player, read_player};
use super::ratings::{latest, read_rating};
use super::web::{SESSION, read_table, read_visitor, select_visitor};
use super::{SqliteStore, damaged, now, time};
use crate::account::{
    Account, AccountName, Accounts, Ended, GamesOf, Leader, NewSession, Secret, Session, Token,
};
use crate::{Error, GameInfo, Name, PlayerId, Rating, Table, Visitor, VisitorId};

/// A day, in milliseconds.
const DAY: i64 = 24 * 3_600_000;
/// The most browsers in which an account is known; the one longest not signed in with goes first.
const DEVICES: i64 = 50;

/// The hash under which the look of a retired name is kept, with this installation's key.
async fn retired(tx: &mut SqliteConnection, look: &str) -> Result<Vec<u8>, Error> {
    let key = installation_key(tx).await?;
    Ok(keyed(&key, blake3::hash(look.as_bytes()).as_bytes()))
}

fn keyed(key: &[u8; 32], hash: &[u8]) -> Vec<u8> {
    blake3::keyed_hash(key, hash).as_bytes().to_vec()
}

async fn installation_key(tx: &mut SqliteConnection) -> Result<[u8; 32], Error> {
    let key: Vec<u8> = sqlx::query_scalar("SELECT key FROM installation")
        .fetch_one(tx)
        .await?;
    key.try_into().map_err(|_| damaged())
}

/// Hashes once more, with the installation's key, what was kept before there was one.
pub(super) async fn key_retired_names(tx: &mut SqliteConnection) -> Result<(), Error> {
    let key = installation_key(tx).await?;
    let plain: Vec<Vec<u8>> = sqlx::query_scalar("SELECT look FROM retired_names")
        .fetch_all(&mut *tx)
        .await?;
    for hash in plain {
        sqlx::query("UPDATE retired_names SET look = ? WHERE look = ?")
            .bind(keyed(&key, &hash))
            .bind(&hash)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

fn read_token(row: &SqliteRow) -> Result<Token, Error> {
    Ok(Token {
        id: row.try_get("id")?,
        label: row.try_get("label")?,
        created: time(row.try_get("created")?),
        used: row.try_get::<Option<i64>, _>("used")?.map(time),
    })
}

fn read_session(row: &SqliteRow) -> Result<Session, Error> {
    let created: i64 = row.try_get("created")?;
    let used: Option<i64> = row.try_get("used")?;
    Ok(Session {
        secret: read_secret(row)?,
        created: time(created),
        used: time(used.unwrap_or(created)),
        client: row.try_get("client")?,
    })
}

fn read_secret(row: &SqliteRow) -> Result<Secret, Error> {
    let secret: Vec<u8> = row.try_get("secret")?;
    secret.try_into().map_err(|_| damaged())
}

async fn insert_session(
    tx: &mut SqliteConnection,
    visitor: &Visitor,
    session: &NewSession,
) -> Result<(), Error> {
    let now = now();
    sqlx::query("INSERT INTO sessions (secret, visitor, created, client) VALUES (?, ?, ?, ?)")
        .bind(&session.secret[..])
        .bind(visitor.id.0)
        .bind(now)
        .bind(&session.client)
        .execute(&mut *tx)
        .await?;
    let (Some(device), Some(player)) = (session.device, visitor.account()) else {
        return Ok(());
    };
    sqlx::query("INSERT OR REPLACE INTO devices (secret, player_id, created) VALUES (?, ?, ?)")
        .bind(&device[..])
        .bind(player.0)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "DELETE FROM devices WHERE player_id = ?1 AND secret NOT IN (
             SELECT secret FROM devices WHERE player_id = ?1 ORDER BY created DESC LIMIT ?2)",
    )
    .bind(player.0)
    .bind(DEVICES)
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends all sessions of a visitor and begins this one.
async fn only_session(
    tx: &mut SqliteConnection,
    visitor: &Visitor,
    session: &NewSession,
) -> Result<(), Error> {
    delete_sessions(tx, visitor.id).await?;
    insert_session(tx, visitor, session).await
}

async fn delete_sessions(tx: &mut SqliteConnection, visitor: VisitorId) -> Result<(), Error> {
    sqlx::query("DELETE FROM sessions WHERE visitor = ?")
        .bind(visitor.0)
        .execute(tx)
        .await?;
    Ok(())
}

/// Refuses a name that looks like one that is or was somebody else's.
async fn check_look(
    tx: &mut SqliteConnection,
    name: &AccountName,
    own: Option<PlayerId>,
) -> Result<(), Error> {
    let retired = retired(tx, name.look()).await?;
    let taken: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM accounts WHERE look = ? AND player_id IS NOT ?)
             OR EXISTS (SELECT 1 FROM retired_names WHERE look = ?)",
    )
    .bind(name.look())
    .bind(own.map(|own| own.0))
    .bind(retired)
    .fetch_one(&mut *tx)
    .await?;
    // Players of the terminal game were never asked how their names look.
    let others: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM players WHERE id NOT IN (SELECT player_id FROM accounts)",
    )
    .fetch_all(tx)
    .await?;
    let alike = |other: &String| AccountName::look_of(other) == name.look();
    if taken || others.iter().any(alike) {
        return Err(Error::NameTaken(name.name().clone()));
    }
    Ok(())
}

/// Lets a new name of a player be their account's too, if they have one and it can be.
pub(super) async fn rename_account(
    tx: &mut SqliteConnection,
    player: PlayerId,
    name: &Name,
) -> Result<(), Error> {
    let account: Option<i64> =
        sqlx::query_scalar("SELECT player_id FROM accounts WHERE player_id = ?")
            .bind(player.0)
            .fetch_optional(&mut *tx)
            .await?;
    if account.is_none() {
        return Ok(());
    }
    let name: AccountName = name.as_str().parse()?;
    check_look(tx, &name, Some(player)).await?;
    sqlx::query("UPDATE accounts SET look = ? WHERE player_id = ?")
        .bind(name.look())
        .bind(player.0)
        .execute(tx)
        .await?;
    Ok(())
}

/// Makes the seats a guest took on the web a player's.
async fn adopt_games(
    tx: &mut SqliteConnection,
    guest: VisitorId,
    player: PlayerId,
) -> Result<(), Error> {
    sqlx::query(
        "UPDATE seats SET player_id = ?1, guest = NULL
         WHERE guest IS NOT NULL AND (game_id, side) IN (
             SELECT game_id, host_side FROM tables WHERE host = ?2 AND game_id IS NOT NULL
             UNION ALL
             SELECT game_id, CASE host_side WHEN 'S' THEN 'N' ELSE 'S' END
             FROM tables WHERE guest = ?2 AND game_id IS NOT NULL)",
    )
    .bind(player.0)
    .bind(guest.0)
    .execute(tx)
    .await?;
    Ok(())
}

impl SqliteStore {
    /// Notes that a session or a token was used. What is asked for does not depend on it, so a
    /// store that cannot be written is no reason to refuse.
    pub(super) async fn note_use(&self, update: &'static str, secret: &Secret) {
        let noted = async {
            let mut tx = self.begin().await?;
            let query = sqlx::query(update).bind(now()).bind(&secret[..]);
            query.execute(&mut *tx).await?;
            Ok::<(), Error>(tx.commit().await?)
        };
        let _ = noted.await;
    }
}

#[async_trait]
impl Accounts for SqliteStore {
    async fn sign_up(
        &self,
        guest: VisitorId,
        name: &AccountName,
        password: &str,
        session: &NewSession,
    ) -> Result<Visitor, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            check_look(&mut tx, name, None).await?;
            let player = insert_player(&mut tx, name.name()).await?;
            sqlx::query(
                "INSERT INTO accounts (player_id, look, password, bot) VALUES (?, ?, ?, 0)",
            )
            .bind(player.id.0)
            .bind(name.look())
            .bind(password)
            .execute(&mut *tx)
            .await?;
            let made =
                sqlx::query("UPDATE visitors SET player_id = ? WHERE id = ? AND player_id IS NULL")
                    .bind(player.id.0)
                    .bind(guest.0)
                    .execute(&mut *tx)
                    .await?;
            if made.rows_affected() == 0 {
                return Err(Error::NoPlayer(format!("visitor {}", guest.0)));
            }
            adopt_games(&mut tx, guest, player.id).await?;
            let visitor = Visitor {
                id: guest,
                name: player.name.clone(),
                player: Some(player),
                bot: false,
            };
            only_session(&mut tx, &visitor, session).await?;
            tx.commit().await?;
            Ok(visitor)
        })
        .await
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, Error> {
        self.told(async {
            let row = sqlx::query(select_visitor!(
                "WHERE p.name_key = ? AND a.bot IS NOT NULL"
            ))
            .bind(Name::key_of(name))
            .fetch_optional(&self.reader())
            .await?;
            let Some(row) = row else { return Ok(None) };
            Ok(Some(Account {
                visitor: read_visitor(&row)?,
                password: row.try_get("password")?,
            }))
        })
        .await
    }

    async fn begin_session(&self, visitor: &Visitor, session: &NewSession) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            sqlx::query("DELETE FROM sessions WHERE visitor = ? AND created <= ?")
                .bind(visitor.id.0)
                .bind(now() - SESSION)
                .execute(&mut *tx)
                .await?;
            insert_session(&mut tx, visitor, session).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn end_session(&self, session: &Secret) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            sqlx::query("DELETE FROM sessions WHERE secret = ?")
                .bind(&session[..])
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn end_sessions(&self, visitor: VisitorId) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            delete_sessions(&mut tx, visitor).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn sessions(&self, visitor: VisitorId) -> Result<Vec<Session>, Error> {
        self.told(async {
            let rows = sqlx::query(
                "SELECT * FROM sessions WHERE visitor = ? AND created > ?
                 ORDER BY coalesce(used, created) DESC, created DESC",
            )
            .bind(visitor.0)
            .bind(now() - SESSION)
            .fetch_all(&self.reader())
            .await?;
            rows.iter().map(read_session).collect()
        })
        .await
    }

    async fn knows_device(&self, name: &str, device: &Secret) -> Result<bool, Error> {
        self.told(async {
            let known = sqlx::query_scalar(
                "SELECT EXISTS (SELECT 1 FROM devices d JOIN players p ON p.id = d.player_id
                                WHERE d.secret = ? AND p.name_key = ?)",
            )
            .bind(&device[..])
            .bind(Name::key_of(name))
            .fetch_one(&self.reader())
            .await?;
            Ok(known)
        })
        .await
    }

    async fn set_password(
        &self,
        visitor: &Visitor,
        password: &str,
        session: &NewSession,
    ) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let player = visitor.account().map(|player| player.0);
            sqlx::query("UPDATE accounts SET password = ? WHERE player_id = ?")
                .bind(password)
                .bind(player)
                .execute(&mut *tx)
                .await?;
            for revoke in [
                "DELETE FROM tokens WHERE player_id = ?",
                "DELETE FROM devices WHERE player_id = ?",
            ] {
                sqlx::query(revoke).bind(player).execute(&mut *tx).await?;
            }
            only_session(&mut tx, visitor, session).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn set_bot(&self, player: PlayerId, bot: bool) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            sqlx::query("UPDATE accounts SET bot = ? WHERE player_id = ?")
                .bind(bot)
                .bind(player.0)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn delete_account(&self, player: PlayerId, anonymous: &Name) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let look: Option<String> =
                sqlx::query_scalar("SELECT look FROM accounts WHERE player_id = ?")
                    .bind(player.0)
                    .fetch_optional(&mut *tx)
                    .await?;
            let look = look.ok_or_else(|| Error::NoPlayer(player.to_string()))?;
            let retired = retired(&mut tx, &look).await?;
            sqlx::query("INSERT OR IGNORE INTO retired_names VALUES (?)")
                .bind(retired)
                .execute(&mut *tx)
                .await?;
            for rename in [
                "UPDATE visitors SET name = ?2 WHERE player_id = ?1",
                "UPDATE seats SET player_id = NULL, guest = ?2 WHERE player_id = ?1",
            ] {
                let query = sqlx::query(rename).bind(player.0).bind(anonymous.as_str());
                query.execute(&mut *tx).await?;
            }
            // The visitor is left without a session: nobody can be them any more.
            for forget in [
                "DELETE FROM sessions
                 WHERE visitor = (SELECT id FROM visitors WHERE player_id = ?1)",
                "DELETE FROM tables
                 WHERE game_id IS NULL
                   AND (SELECT id FROM visitors WHERE player_id = ?1) IN (host, invited)",
                "DELETE FROM players WHERE id = ?1",
            ] {
                sqlx::query(forget).bind(player.0).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            // Nothing of them stays in the log either.
            self.writer.checkpoint().await
        })
        .await
    }

    async fn add_token(
        &self,
        player: PlayerId,
        token: &Secret,
        label: &str,
    ) -> Result<Token, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let row = sqlx::query(
                "INSERT INTO tokens (secret, player_id, label, created) VALUES (?, ?, ?, ?)
                 RETURNING *",
            )
            .bind(&token[..])
            .bind(player.0)
            .bind(label)
            .bind(now())
            .fetch_one(&mut *tx)
            .await?;
            tx.commit().await?;
            read_token(&row)
        })
        .await
    }

    async fn tokens(&self, player: PlayerId) -> Result<Vec<Token>, Error> {
        self.told(async {
            let rows = sqlx::query("SELECT * FROM tokens WHERE player_id = ? ORDER BY id")
                .bind(player.0)
                .fetch_all(&self.reader())
                .await?;
            rows.iter().map(read_token).collect()
        })
        .await
    }

    async fn revoke_token(&self, player: PlayerId, token: i64) -> Result<Option<Secret>, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let revoke = "DELETE FROM tokens WHERE player_id = ? AND id = ? RETURNING secret";
            let revoked = sqlx::query(revoke)
                .bind(player.0)
                .bind(token)
                .fetch_optional(&mut *tx)
                .await?;
            tx.commit().await?;
            revoked.as_ref().map(read_secret).transpose()
        })
        .await
    }

    async fn visitor_by_token(&self, token: &Secret) -> Result<Option<Visitor>, Error> {
        self.told(async {
            let row = sqlx::query(select_visitor!(
                "JOIN tokens t ON t.player_id = v.player_id WHERE t.secret = ?"
            ))
            .bind(&token[..])
            .fetch_optional(&self.reader())
            .await?;
            let Some(row) = row else { return Ok(None) };
            // Once a day is enough to tell its owner whether it is still in use.
            let stale = "SELECT 1 FROM tokens WHERE secret = ?2 AND coalesce(used, 0) < ?1 - ?3";
            let stale: Option<i64> = sqlx::query_scalar(stale)
                .bind(now())
                .bind(&token[..])
                .bind(DAY)
                .fetch_optional(&self.reader())
                .await?;
            if stale.is_some() {
                let used = "UPDATE tokens SET used = ? WHERE secret = ?";
                self.note_use(used, token).await;
            }
            Ok(Some(read_visitor(&row)?))
        })
        .await
    }

    async fn leaders(&self, rules: Fingerprint, limit: u32) -> Result<Vec<Leader>, Error> {
        self.told(async {
            let rows = sqlx::query(
                "SELECT p.*, r.rating, r.deviation, r.volatility,
                        (SELECT count(*) FROM ratings WHERE player_id = p.id AND fingerprint = ?1)
                            AS games
                 FROM accounts a JOIN players p ON p.id = a.player_id
                 JOIN ratings r ON r.player_id = p.id AND r.game_id = (
                     SELECT game_id FROM ratings WHERE player_id = p.id AND fingerprint = ?1
                     ORDER BY finished DESC, game_id DESC LIMIT 1)
                 WHERE NOT a.bot AND r.deviation <= ?2
                 ORDER BY r.rating DESC, p.id LIMIT ?3",
            )
            .bind(rules.to_string())
            .bind(Rating::PROVISIONAL)
            .bind(limit)
            .fetch_all(&self.reader())
            .await?;
            let leader = |row: &SqliteRow| {
                Ok(Leader {
                    player: read_player(row)?,
                    rating: read_rating(row)?,
                    games: row.try_get::<i64, _>("games")?.unsigned_abs(),
                })
            };
            rows.iter().map(leader).collect()
        })
        .await
    }

    async fn rating(&self, player: PlayerId, rules: Fingerprint) -> Result<Option<Rating>, Error> {
        self.told(async {
            let mut reader = self.reader().acquire().await?;
            latest(&mut reader, player.0, &rules.to_string()).await
        })
        .await
    }

    async fn games_of(
        &self,
        player: PlayerId,
        which: &GamesOf,
    ) -> Result<Vec<(Option<String>, GameInfo)>, Error> {
        self.told(async {
            // By the index of seats, from the last game backwards: nobody else's games are read.
            let rows = sqlx::query(select_games!(
                "JOIN seats own ON own.game_id = g.id AND own.player_id = ?1
                 WHERE own.game_id < ?2
                   AND (?3 IS NULL OR g.rules = ?3)
                   AND (?4 IS NULL OR g.rated = ?4)
                   AND (?5 IS NULL OR ?5 = CASE
                            WHEN g.winner IS NULL THEN 'open'
                            WHEN g.termination = 'aborted' THEN 'aborted'
                            WHEN g.winner = 'draw' THEN 'drawn'
                            WHEN g.winner = own.side THEN 'won' ELSE 'lost' END)
                   AND (?6 IS NULL OR ?6 = CASE own.side WHEN 'S' THEN n.player_id
                                                          ELSE s.player_id END)
                   AND (own.side = 'S' OR s.player_id IS NOT n.player_id)
                 ORDER BY own.game_id DESC LIMIT ?7"
            ))
            .bind(player.0)
            .bind(which.before.map_or(i64::MAX, |game| game.0))
            .bind(which.rules.as_deref())
            .bind(which.rated)
            .bind(which.ended.map(Ended::word))
            .bind(which.opponent.map(|opponent| opponent.0))
            .bind(which.limit)
            .fetch_all(&self.reader())
            .await?;
            let mut games = Vec::new();
            for row in &rows {
                let info = read_info(row)?;
                let slug = sqlx::query_scalar("SELECT slug FROM tables WHERE game_id = ?")
                    .bind(info.saved.id.0)
                    .fetch_optional(&self.reader())
                    .await?;
                games.push((slug, info));
            }
            Ok(games)
        })
        .await
    }

    async fn challenges(&self, to: VisitorId) -> Result<Vec<Table>, Error> {
        self.told(async {
            let rows = sqlx::query(
                "SELECT * FROM tables WHERE invited = ? AND game_id IS NULL
                 ORDER BY created DESC LIMIT 100",
            )
            .bind(to.0)
            .fetch_all(&self.reader())
            .await?;
            rows.iter().map(read_table).collect()
        })
        .await
    }

    async fn clear_table(&self, slug: &str) -> Result<bool, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let gone = sqlx::query("DELETE FROM tables WHERE slug = ? AND game_id IS NULL")
                .bind(slug)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(gone.rows_affected() == 1)
        })
        .await
    }
}
