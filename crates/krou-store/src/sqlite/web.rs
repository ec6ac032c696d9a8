//! Visitors and tables.

use async_trait::async_trait;
use krou_rules::{Game, Side};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{SqliteStore, damaged, now, time};
use crate::{
    Clocks, Error, GameId, GameInfo, Name, Player, PlayerId, Saved, Table, Visitor, VisitorId, Web,
};

/// How long a session lasts, in milliseconds: as long as its cookie.
pub(super) const SESSION: i64 = 365 * 24 * 3_600_000;

/// How exactly the last use of a session is known, in milliseconds.
const HOUR: i64 = 3_600_000;

/// A visitor, as a player if they are one; what follows says which.
macro_rules! select_visitor {
    ($which:literal) => {
        concat!(
            "SELECT v.id, v.name, p.id AS p_id, p.name AS p_name, p.created AS p_created,
                    a.bot, a.password
             FROM visitors v LEFT JOIN players p ON p.id = v.player_id
                             LEFT JOIN accounts a ON a.player_id = v.player_id ",
            $which
        )
    };
}

pub(super) use select_visitor;

pub(super) fn read_visitor(row: &SqliteRow) -> Result<Visitor, Error> {
    let player = match row.try_get::<Option<i64>, _>("p_id")? {
        Some(id) => Some(Player {
            id: PlayerId(id),
            name: Name::kept(row.try_get("p_name")?),
            created: time(row.try_get("p_created")?),
        }),
        None => None,
    };
    Ok(Visitor {
        id: VisitorId(row.try_get("id")?),
        name: match &player {
            Some(player) => player.name.clone(),
            None => Name::kept(row.try_get("name")?),
        },
        bot: row.try_get::<Option<bool>, _>("bot")?.unwrap_or_default(),
        player,
    })
}

pub(super) fn read_table(row: &SqliteRow) -> Result<Table, Error> {
    let side: String = row.try_get("host_side")?;
    let side = side.chars().next().and_then(Side::from_letter);
    let guest: Option<i64> = row.try_get("guest")?;
    let invited: Option<i64> = row.try_get("invited")?;
    let game: Option<i64> = row.try_get("game_id")?;
    let clock: Option<String> = row.try_get("clock")?;
    let clock = clock.map(|text| text.parse()).transpose();
    Ok(Table {
        slug: row.try_get("slug")?,
        question: row.try_get("question")?,
        host: VisitorId(row.try_get("host")?),
        host_side: side.ok_or_else(damaged)?,
        guest: guest.map(VisitorId),
        level: row.try_get("level")?,
        invited: invited.map(VisitorId),
        rated: row.try_get("rated")?,
        game: game.map(GameId),
        next: row.try_get("next")?,
        clock: clock.map_err(|_| damaged())?,
        open: row.try_get("open")?,
    })
}

/// The tables of everybody: from the game changed last, backwards.
const TABLES_OF_ALL: &str = "SELECT t.* FROM games g CROSS JOIN tables t ON t.game_id = g.id
     WHERE ?1 IS NULL AND (g.finished IS NOT NULL) = ?2
     ORDER BY g.updated DESC, g.id DESC LIMIT ?3";

/// The tables of one visitor: from theirs to the games at them, so that nobody else's are read.
const TABLES_OF_ONE: &str = "SELECT t.* FROM (SELECT * FROM tables WHERE host = ?1 UNION
                      SELECT * FROM tables WHERE guest = ?1) t
     CROSS JOIN games g ON g.id = t.game_id
     WHERE ?2 = (g.finished IS NOT NULL)
     ORDER BY g.updated DESC, g.id DESC LIMIT ?3";

impl SqliteStore {
    fn one_visitor(
        &self,
        row: Result<Option<SqliteRow>, sqlx::Error>,
    ) -> Result<Option<Visitor>, Error> {
        let row = row.map_err(|error| Error::from(error).of(&self.file))?;
        row.as_ref().map(read_visitor).transpose()
    }
}

#[async_trait]
impl Web for SqliteStore {
    async fn create_visitor(&self, secret: &[u8; 32], name: &Name) -> Result<Visitor, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let now = now();
            let id: i64 = sqlx::query_scalar(
                "INSERT INTO visitors (name, created) VALUES (?, ?) RETURNING id",
            )
            .bind(name.as_str())
            .bind(now)
            .fetch_one(&mut *tx)
            .await?;
            sqlx::query("INSERT INTO sessions (secret, visitor, created) VALUES (?, ?, ?)")
                .bind(&secret[..])
                .bind(id)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(Visitor {
                id: VisitorId(id),
                name: name.clone(),
                player: None,
                bot: false,
            })
        })
        .await
    }

    async fn visitor(&self, secret: &[u8; 32]) -> Result<Option<Visitor>, Error> {
        let now = now();
        let query = sqlx::query(select_visitor!(
            "JOIN sessions s ON s.visitor = v.id WHERE s.secret = ? AND s.created > ?"
        ));
        let query = query.bind(&secret[..]).bind(now - SESSION);
        let visitor = self.one_visitor(query.fetch_optional(&self.reader()).await)?;
        // Only the owner of an account is shown when a session was last used.
        if visitor.as_ref().and_then(Visitor::account).is_some() {
            let stale = "SELECT EXISTS (SELECT 1 FROM sessions
                         WHERE secret = ? AND coalesce(used, created) < ?)";
            let stale = sqlx::query_scalar(stale).bind(&secret[..]).bind(now - HOUR);
            if stale.fetch_one(&self.reader()).await.unwrap_or(false) {
                let used = "UPDATE sessions SET used = ? WHERE secret = ?";
                self.note_use(used, secret).await;
            }
        }
        Ok(visitor)
    }

    async fn visitor_by_id(&self, id: VisitorId) -> Result<Option<Visitor>, Error> {
        let query = sqlx::query(select_visitor!("WHERE v.id = ?"));
        self.one_visitor(query.bind(id.0).fetch_optional(&self.reader()).await)
    }

    async fn set_table(&self, table: &Table) -> Result<(), Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            sqlx::query(
                "INSERT INTO tables (slug, question, host, host_side, guest, level, invited, rated,
                                     game_id, next, clock, open, created)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(&table.slug)
            .bind(&table.question)
            .bind(table.host.0)
            .bind(table.host_side.letter().to_string())
            .bind(table.guest.map(|guest| guest.0))
            .bind(table.level)
            .bind(table.invited.map(|invited| invited.0))
            .bind(table.rated)
            .bind(table.game.map(|game| game.0))
            .bind(&table.next)
            .bind(table.clock.map(|clock| clock.to_string()))
            .bind(table.open)
            .bind(now())
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn table(&self, slug: &str) -> Result<Option<Table>, Error> {
        self.told(async {
            let query = sqlx::query("SELECT * FROM tables WHERE slug = ?");
            let row = query.bind(slug).fetch_optional(&self.reader()).await?;
            row.as_ref().map(read_table).transpose()
        })
        .await
    }

    async fn sit(&self, slug: &str, guest: VisitorId, game: GameId) -> Result<bool, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let done = sqlx::query(
                "UPDATE tables SET guest = ?, game_id = ?
                 WHERE slug = ? AND guest IS NULL AND level IS NULL AND game_id IS NULL",
            )
            .bind(guest.0)
            .bind(game.0)
            .bind(slug)
            .execute(&mut *tx)
            .await?;
            let sat = done.rows_affected() == 1;
            if sat {
                sqlx::query(
                    "UPDATE tables SET open = 0
                     WHERE open = 1 AND game_id IS NULL
                       AND host IN (?1, (SELECT host FROM tables WHERE slug = ?2))",
                )
                .bind(guest.0)
                .bind(slug)
                .execute(&mut *tx)
                .await?;
            }
            tx.commit().await?;
            Ok(sat)
        })
        .await
    }

    async fn set_next(&self, slug: &str, next: &str) -> Result<String, Error> {
        self.told(async {
            let mut tx = self.begin().await?;
            let row = sqlx::query(
                "UPDATE tables SET next = coalesce(next, ?) WHERE slug = ? RETURNING next",
            )
            .bind(next)
            .bind(slug)
            .fetch_one(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(row.try_get("next")?)
        })
        .await
    }

    async fn review(&self, game: GameId) -> Result<Option<String>, Error> {
        self.told(self.find_review(game)).await
    }

    async fn keep_review(&self, of: Saved, review: &str) -> Result<(), Error> {
        self.told(self.write_review(of, review)).await
    }

    async fn tables(
        &self,
        of: Option<VisitorId>,
        finished: bool,
        limit: u32,
    ) -> Result<Vec<(Table, GameInfo)>, Error> {
        self.told(async {
            let query = sqlx::query(match of {
                Some(_) => TABLES_OF_ONE,
                None => TABLES_OF_ALL,
            });
            let rows = query
                .bind(of.map(|visitor| visitor.0))
                .bind(finished)
                .bind(limit)
                .fetch_all(&self.reader())
                .await?;
            let mut listed = Vec::new();
            for row in &rows {
                let table = read_table(row)?;
                if let Some(game) = table.game {
                    let info = self.game_info(game).await?;
                    listed.push((table, info));
                }
            }
            Ok(listed)
        })
        .await
    }

    async fn save_timed(
        &self,
        saved: Saved,
        game: &Game,
        clocks: Option<&Clocks>,
    ) -> Result<Saved, Error> {
        self.told(self.update_game(saved, game, clocks)).await
    }

    async fn save_move(
        &self,
        saved: Saved,
        game: &Game,
        clocks: Option<&Clocks>,
    ) -> Result<Saved, Error> {
        self.told(self.add_move(saved, game, clocks)).await
    }

    async fn alive(&self, at: i64) -> Result<(), Error> {
        self.told(self.note_alive(at)).await
    }

    async fn resume_clocks(&self) -> Result<(i64, Vec<(String, i64)>), Error> {
        self.told(self.running_clocks()).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use krou_rules::{BySide, Game, Rules};

    use super::*;
    use crate::{NewGame, Seat, Store};

    #[tokio::test]
    async fn the_empty_seat_is_taken_once() -> Result<(), Error> {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await?;
        let [ama, kofi, esi] = [(1, "Ama"), (2, "Kofi"), (3, "Esi")];
        let visitor =
            async |(n, name): (u8, &str)| store.create_visitor(&[n; 32], &name.parse()?).await;
        let (ama, kofi, esi) = (
            visitor(ama).await?,
            visitor(kofi).await?,
            visitor(esi).await?,
        );
        assert_eq!(store.visitor(&[2; 32]).await?.as_ref(), Some(&kofi));
        assert_eq!(store.visitor(&[9; 32]).await?, None);

        let mut table = Table {
            slug: "abc".into(),
            question: String::new(),
            host: ama.id,
            host_side: Side::North,
            guest: None,
            level: None,
            invited: None,
            rated: true,
            game: None,
            next: None,
            clock: Some("5+3".parse().unwrap()),
            open: true,
        };
        store.set_table(&table).await?;
        // Both look for another opponent too, at tables of their own.
        for (slug, host) in [("def", ama.id), ("ghi", kofi.id), ("jkl", esi.id)] {
            let slug = slug.to_string();
            let other = Table {
                slug,
                host,
                ..table.clone()
            };
            store.set_table(&other).await?;
        }
        let rules = Arc::new(Rules::builtin("kalah").unwrap());
        let seats = BySide::new(
            Seat::Guest(kofi.name.clone()),
            Seat::Guest(ama.name.clone()),
        );
        let game = store
            .start_game(&NewGame::new(seats, false, Game::new(rules)))
            .await?
            .id;
        assert!(store.sit("abc", kofi.id, game).await?);
        assert!(!store.sit("abc", esi.id, game).await?);

        for (slug, open) in [("def", false), ("ghi", false), ("jkl", true)] {
            assert_eq!(store.table(slug).await?.unwrap().open, open, "{slug}");
        }

        (table.guest, table.game) = (Some(kofi.id), Some(game));
        let kept = store.table("abc").await?.unwrap();
        assert_eq!(kept, table);
        assert_eq!(kept.side_of(kofi.id), Some(Side::South));
        assert_eq!(kept.side_of(esi.id), None);
        assert_eq!(store.tables(Some(kofi.id), false, 9).await?.len(), 1);
        assert_eq!(store.tables(Some(esi.id), false, 9).await?.len(), 0);
        assert_eq!(store.tables(None, true, 9).await?.len(), 0);

        assert_eq!(store.set_next("abc", "one").await?, "one");
        assert_eq!(store.set_next("abc", "two").await?, "one");
        Ok(())
    }

    #[tokio::test]
    async fn tables_are_found_by_indexes() -> Result<(), Error> {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await?;
        for (query, walked) in [(TABLES_OF_ONE, "t"), (TABLES_OF_ALL, "none")] {
            let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
            let plan = sqlx::query(explain)
                .bind(1)
                .bind(true)
                .bind(9)
                .fetch_all(&store.reader())
                .await?;
            let steps = plan.iter().map(|row| row.try_get::<String, _>("detail"));
            for step in steps.collect::<Result<Vec<_>, _>>()? {
                let scan = step.strip_prefix("SCAN ");
                assert!(
                    scan.is_none_or(|of| of.starts_with(walked)),
                    "{query}: {step}"
                );
            }
        }
        Ok(())
    }
}
