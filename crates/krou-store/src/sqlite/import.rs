//! Games from elsewhere, without those that are here already.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use krou_rules::{Fingerprint, Line};
use sqlx::{Row, SqliteConnection};

use super::SqliteStore;
use super::games::{insert_game, read_info, select_games};
use crate::{Error, GameId, Imported, Name, NewGame, Seat, Timestamp};

/// What two games share that are the same, but for the day: start, moves, end, names.
type Likeness = (String, String, Option<String>, [String; 2]);

/// The games by some rules that are here, each with its day.
type Kept = HashMap<Likeness, Vec<(GameId, String)>>;

fn day(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d").to_string()
}

fn name(seat: &Seat) -> String {
    Name::key_of(&seat.to_string())
}

fn likeness(new: &NewGame) -> Likeness {
    let game = &new.game;
    let line = Line(game.moves().to_vec()).to_string().replace(' ', "");
    let names = [name(&new.seats.south), name(&new.seats.north)];
    let start = game.positions()[0].to_string();
    (
        start,
        line,
        game.result().map(|result| result.reason.termination()),
        names,
    )
}

async fn kept(tx: &mut SqliteConnection, fingerprint: Fingerprint) -> Result<Kept, Error> {
    let rows = sqlx::query(select_games!("WHERE g.fingerprint = ? ORDER BY g.id"))
        .bind(fingerprint.to_string())
        .fetch_all(&mut *tx)
        .await?;
    let lines: Vec<(i64, String)> = sqlx::query_as(
        "SELECT g.id, group_concat(m.move, '' ORDER BY m.ply)
         FROM games g JOIN moves m ON m.game_id = g.id AND m.ply < g.plies
         WHERE g.fingerprint = ? GROUP BY g.id",
    )
    .bind(fingerprint.to_string())
    .fetch_all(tx)
    .await?;
    let mut lines: HashMap<i64, String> = lines.into_iter().collect();
    let mut kept = Kept::new();
    for row in &rows {
        let info = read_info(row)?;
        let id = info.saved.id;
        let line = lines.remove(&id.0).unwrap_or_default();
        let names = [name(&info.seats.south), name(&info.seats.north)];
        let likeness = (
            row.try_get("start")?,
            line,
            row.try_get("termination")?,
            names,
        );
        let same = kept.entry(likeness).or_default();
        same.push((id, day(info.started)));
    }
    Ok(kept)
}

impl SqliteStore {
    pub(super) async fn add_games(&self, games: &[NewGame]) -> Result<Imported, Error> {
        let mut tx = self.begin().await?;
        let mut imported = Imported::default();
        let mut known: HashMap<Fingerprint, Kept> = HashMap::new();
        for new in games {
            let here = match known.entry(new.game.rules().fingerprint()) {
                Entry::Occupied(here) => here.into_mut(),
                Entry::Vacant(none) => {
                    let here = kept(&mut tx, *none.key()).await?;
                    none.insert(here)
                }
            };
            // A game that is here is matched once: two equal games in one file are two games.
            let same = here.get_mut(&likeness(new)).and_then(|same| {
                let wanted = new.started.map(day);
                let fits = |day: &String| wanted.as_ref().is_none_or(|wanted| wanted == day);
                let place = same.iter().position(|(_, day)| fits(day))?;
                Some(same.remove(place).0)
            });
            match same {
                Some(id) => imported.known.push(id),
                None => imported.added.push(insert_game(&mut tx, new).await?.id),
            }
        }
        tx.commit().await?;
        Ok(imported)
    }
}
