//! Games: kept move by move, listed, played again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use krou_rules::{
    BiText, BySide, Fingerprint, Game, Lang, Move, Record, ReplayError, Rules, Ruleset, Side,
    Switches, record::tag,
};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::clocks::{insert_clocks, read_clocks, update_clocks};
use super::ratings::rerate;
use super::{SqliteStore, now, time};
use crate::game::has_notes;
use crate::{
    Clocks, Error, Filter, GameId, GameInfo, Help, Name, NewGame, Outcome, Player, PlayerId, Saved,
    Seat, StoredGame,
};

/// A game with its seats; what follows says which games.
macro_rules! select_games {
    ($which:literal) => {
        concat!(
            "SELECT g.*, s.player_id AS s_player, s.guest AS s_guest, s.level AS s_level,
                    s.score AS s_score, sp.name AS s_name, sp.created AS s_created,
                    n.player_id AS n_player, n.guest AS n_guest, n.level AS n_level,
                    n.score AS n_score, np.name AS n_name, np.created AS n_created
             FROM games g JOIN seats s ON s.game_id = g.id AND s.side = 'S'
                          JOIN seats n ON n.game_id = g.id AND n.side = 'N'
                          LEFT JOIN players sp ON sp.id = s.player_id
                          LEFT JOIN players np ON np.id = n.player_id ",
            $which
        )
    };
}

pub(super) use select_games;

pub(super) fn read_fingerprint(row: &SqliteRow, game: GameId) -> Result<Fingerprint, Error> {
    let text: String = row.try_get("fingerprint")?;
    text.parse().map_err(|_| {
        let (en, fr) = ("is not a fingerprint", "n’est pas une empreinte");
        unreadable(game, format!("`{text}` {en}"), format!("`{text}` {fr}"))
    })
}

fn unreadable(game: GameId, en: impl Into<String>, fr: impl Into<String>) -> Error {
    let (en, fr) = (en.into(), fr.into());
    let why = BiText { en, fr };
    Error::Unreadable { game, why }
}

fn not_replayed(game: GameId, error: &ReplayError) -> Error {
    unreadable(game, error.text(Lang::En), error.text(Lang::Fr))
}

pub(super) fn read_seat(row: &SqliteRow, side: char, game: GameId) -> Result<Seat, Error> {
    let column = |name: &str| format!("{side}_{name}");
    let player: Option<i64> = row.try_get(column("player").as_str())?;
    let guest: Option<String> = row.try_get(column("guest").as_str())?;
    let level: Option<u8> = row.try_get(column("level").as_str())?;
    match (player, guest, level) {
        (Some(id), None, None) => Ok(Seat::Player(Player {
            id: PlayerId(id),
            name: Name::kept(row.try_get(column("name").as_str())?),
            created: time(row.try_get(column("created").as_str())?),
        })),
        (None, Some(guest), None) => Ok(Seat::Guest(Name::kept(guest))),
        (None, None, Some(level)) => Ok(Seat::Engine(level)),
        _ => Err(unreadable(
            game,
            "nobody, or several, play a side",
            "personne, ou plusieurs, jouent un camp",
        )),
    }
}

pub(super) fn read_info(row: &SqliteRow) -> Result<GameInfo, Error> {
    let id = GameId(row.try_get("id")?);
    let finished: Option<i64> = row.try_get("finished")?;
    let outcome = match finished {
        None => None,
        Some(finished) => {
            let winner: String = row.try_get("winner")?;
            Some(Outcome {
                winner: winner.chars().next().and_then(Side::from_letter),
                scores: BySide::new(row.try_get("s_score")?, row.try_get("n_score")?),
                termination: row.try_get("termination")?,
                finished: time(finished),
            })
        }
    };
    Ok(GameInfo {
        saved: Saved {
            id,
            revision: row.try_get("revision")?,
            rated: row.try_get("rated")?,
        },
        rules: row.try_get("rules")?,
        fingerprint: read_fingerprint(row, id)?,
        seats: BySide::new(read_seat(row, 's', id)?, read_seat(row, 'n', id)?),
        plies: row.try_get::<u32, _>("plies")? as usize,
        started: time(row.try_get("started")?),
        updated: time(row.try_get("updated")?),
        outcome,
    })
}

/// The rules a game was played by, also if the ruleset of that name is another by now: the kept
/// switches are all that differ from Kalah, whatever the name.
fn read_rules(name: &str, switches: &str) -> Result<Rules, ReplayError> {
    let mut record = Record::default();
    record.set_tag(tag::RULES, "kalah");
    record.set_tag(tag::SWITCHES, switches);
    let mut ruleset = record.ruleset()?;
    // A user's own ruleset is called by its name.
    let named = Ruleset::builtin(name).or_else(|| Ruleset::parse(name, "").ok());
    if let Some(named) = named {
        let switches = std::mem::replace(&mut ruleset, named).switches;
        ruleset.switches = switches;
    }
    ruleset.name = name.to_string();
    Ok(Rules::new(ruleset)?)
}

/// The rules that somebody plays by now, by name and switches: compiled rules are large, so that
/// games share them.
#[derive(Debug, Default)]
pub(super) struct KnownRules(Mutex<HashMap<(String, String), Weak<Rules>>>);

impl KnownRules {
    fn get(&self, name: &str, switches: &str) -> Result<Arc<Rules>, ReplayError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name.to_string(), switches.to_string());
        if let Some(rules) = known.get(&key).and_then(Weak::upgrade) {
            return Ok(rules);
        }
        let rules = Arc::new(read_rules(name, switches)?);
        known.retain(|_, rules| rules.strong_count() > 0);
        known.insert(key, Arc::downgrade(&rules));
        Ok(rules)
    }
}

/// A game played again: nothing that is kept is taken for granted.
async fn replay(
    tx: &mut SqliteConnection,
    known: &KnownRules,
    row: &SqliteRow,
) -> Result<StoredGame, Error> {
    let info = read_info(row)?;
    let id = info.saved.id;
    let mut moves = Vec::new();
    for (ply, text) in kept_moves(tx, id).await?.into_iter().enumerate() {
        let m: Result<Move, _> = text.parse();
        moves.push(m.map_err(|_| {
            let number = ply + 1;
            unreadable(
                id,
                format!("move {number} is kept as `{text}`"),
                format!("le coup {number} est conservé comme `{text}`"),
            )
        })?);
    }
    if moves.len() < info.plies {
        let (found, plies) = (moves.len(), info.plies);
        return Err(unreadable(
            id,
            format!("only {found} of {plies} moves are there"),
            format!("il ne reste que {found} coups sur {plies}"),
        ));
    }
    let taken_back = moves.split_off(info.plies);
    let mut record = Record {
        moves,
        ..Record::default()
    };
    record.set_tag(tag::RULES, &info.rules);
    record.set_tag(tag::FINGERPRINT, info.fingerprint.to_string());
    record.set_tag(tag::POSITION, row.try_get::<String, _>("start")?);
    if let Some(outcome) = &info.outcome {
        record.set_tag(tag::TERMINATION, &outcome.termination);
        record.result = Some((outcome.scores.south, outcome.scores.north));
    }
    let switches: String = row.try_get("switches")?;
    let rules = known.get(&info.rules, &switches);
    let rules = rules.map_err(|error| not_replayed(id, &error))?;
    let mut game = record
        .replay(rules)
        .map_err(|error| not_replayed(id, &error))?;
    match (game.result(), &info.outcome) {
        (None, None) => {}
        (Some(found), Some(kept))
            if found.winner == kept.winner && found.reason.termination() == kept.termination => {}
        _ => {
            return Err(unreadable(
                id,
                "its end is not the one its moves lead to",
                "sa fin n’est pas celle où mènent ses coups",
            ));
        }
    }
    let redone = taken_back.iter().take_while(|m| game.play(**m).is_ok());
    for _ in 0..redone.count() {
        game.undo_move();
    }
    let notes: Option<String> = row.try_get("notes")?;
    let notes = notes.and_then(|text| text.parse().ok());
    Ok(StoredGame {
        clocks: read_clocks(tx, id).await?,
        info,
        game,
        notes,
    })
}

/// All moves kept of a game, those taken back last.
async fn kept_moves(tx: &mut SqliteConnection, game: GameId) -> Result<Vec<String>, Error> {
    let moves = sqlx::query_scalar("SELECT move FROM moves WHERE game_id = ? ORDER BY ply")
        .bind(game.0)
        .fetch_all(tx)
        .await?;
    Ok(moves)
}

async fn insert_moves(
    tx: &mut SqliteConnection,
    id: GameId,
    moves: &[Move],
    from: usize,
    played: Option<i64>,
) -> Result<(), Error> {
    let words: Vec<String> = moves[from..].iter().map(|m| format!("\"{m}\"")).collect();
    sqlx::query(
        "INSERT INTO moves (game_id, ply, move, played)
         SELECT ?1, ?2 + key, value, ?3 FROM json_each(?4)",
    )
    .bind(id.0)
    .bind(from as i64)
    .bind(played)
    .bind(format!("[{}]", words.join(",")))
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes how a game stands: what its row says of it, and the scores if it is over.
async fn write_state(
    tx: &mut SqliteConnection,
    id: GameId,
    game: &Game,
    rated: bool,
    updated: i64,
    finished: Option<i64>,
) -> Result<Saved, Error> {
    let result = game.result();
    let winner = result.map(|r| {
        r.winner
            .map_or("draw".to_string(), |w| w.letter().to_string())
    });
    let revision = sqlx::query_scalar(
        "UPDATE games SET revision = revision + 1, plies = ?, rated = ?, updated = ?,
                          finished = ?, winner = ?, termination = ?
         WHERE id = ? RETURNING revision",
    )
    .bind(game.moves().len() as i64)
    .bind(rated)
    .bind(updated)
    .bind(finished)
    .bind(winner)
    .bind(result.map(|result| result.reason.termination()))
    .bind(id.0)
    .fetch_one(&mut *tx)
    .await?;
    for side in Side::BOTH {
        sqlx::query("UPDATE seats SET score = ? WHERE game_id = ? AND side = ?")
            .bind(result.map(|r| r.scores[side]))
            .bind(id.0)
            .bind(side.letter().to_string())
            .execute(&mut *tx)
            .await?;
    }
    Ok(Saved {
        id,
        revision,
        rated,
    })
}

pub(super) async fn insert_game(tx: &mut SqliteConnection, new: &NewGame) -> Result<Saved, Error> {
    let (game, now) = (&new.game, now());
    let switches = game.rules().switches().differing(&Switches::default());
    let switches: Vec<String> = switches.iter().map(|(k, v)| format!("{k}={v}")).collect();
    let started = new.started.map_or(now, jiff::Timestamp::as_millisecond);
    let notes = new.notes.as_ref().filter(|record| has_notes(record));
    let id = sqlx::query_scalar(
        "INSERT INTO games (revision, rules, fingerprint, switches, start, plies, rated, started,
                            updated, notes)
         VALUES (0, ?, ?, ?, ?, 0, ?, ?, ?, ?) RETURNING id",
    )
    .bind(&game.rules().ruleset().name)
    .bind(game.rules().fingerprint().to_string())
    .bind(switches.join(" "))
    .bind(game.positions()[0].to_string())
    .bind(new.is_rated())
    .bind(started)
    .bind(started)
    .bind(notes.map(ToString::to_string))
    .fetch_one(&mut *tx)
    .await?;
    let id = GameId(id);
    for (side, seat) in new.seats.iter() {
        let guest = match seat {
            Seat::Guest(name) => Some(name.as_str()),
            _ => None,
        };
        let level = match seat {
            Seat::Engine(level) => Some(*level),
            _ => None,
        };
        sqlx::query(
            "INSERT INTO seats (game_id, side, player_id, guest, level) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(id.0)
        .bind(side.letter().to_string())
        .bind(seat.player().map(|player| player.0))
        .bind(guest)
        .bind(level)
        .execute(&mut *tx)
        .await?;
    }
    if let Some(clocks) = new.clocks.as_ref().filter(|_| !game.is_over()) {
        insert_clocks(tx, id, clocks).await?;
    }
    let played = new.started.is_none().then_some(now);
    insert_moves(tx, id, game.moves(), 0, played).await?;
    let finished = game.is_over().then_some(started);
    write_state(tx, id, game, new.is_rated(), started, finished).await
}

impl SqliteStore {
    pub(super) async fn add_game(&self, new: &NewGame) -> Result<Saved, Error> {
        let mut tx = self.begin().await?;
        let saved = insert_game(&mut tx, new).await?;
        tx.commit().await?;
        Ok(saved)
    }

    pub(super) async fn update_game(
        &self,
        saved: Saved,
        game: &Game,
        clocks: Option<&Clocks>,
    ) -> Result<Saved, Error> {
        let id = saved.id;
        let mut tx = self.begin().await?;
        let row = sqlx::query(select_games!("WHERE g.id = ?"))
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(Error::NoGame(id))?;
        let info = read_info(&row)?;
        let fingerprint: String = row.try_get("fingerprint")?;
        let start: String = row.try_get("start")?;
        if fingerprint != game.rules().fingerprint().to_string()
            || start != game.positions()[0].to_string()
        {
            return Err(Error::Changed(id));
        }
        let (plies, rated) = (info.plies, info.saved.rated);
        let was_over = info.outcome.map(|outcome| outcome.termination);

        let kept = kept_moves(&mut tx, id).await?;
        let moves = game.moves();
        let pairs = kept.iter().zip(moves);
        let common = pairs.take_while(|(k, m)| **k == m.to_string()).count();
        let over = game.result().map(|result| result.reason.termination());
        if common == plies && plies == moves.len() && over == was_over {
            return Ok(info.saved);
        }
        if was_over.is_some() {
            return Err(Error::Finished(id));
        }
        if info.saved.revision != saved.revision {
            return Err(Error::Changed(id));
        }
        // What was taken back stays to be redone, until something else is played.
        if common < moves.len() || over.is_some() {
            sqlx::query("DELETE FROM moves WHERE game_id = ? AND ply >= ?")
                .bind(id.0)
                .bind(common as i64)
                .execute(&mut *tx)
                .await?;
        }
        let now = now();
        insert_moves(&mut tx, id, moves, common, Some(now)).await?;
        let taken_back = common < plies;
        let helped = taken_back && Help::TakeBack.unrates(&info.seats);
        let still_rated = rated && !helped && (over.is_none() || game.counts());
        let finished = over.is_some().then_some(now);
        let saved = write_state(&mut tx, id, game, still_rated, now, finished).await?;
        update_clocks(&mut tx, id, clocks).await?;
        if let Some(finished) = finished.filter(|_| still_rated) {
            rerate(&mut tx, &fingerprint, finished).await?;
        }
        tx.commit().await?;
        Ok(saved)
    }

    pub(super) async fn unrate_helped(&self, id: GameId, help: Help) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let row = sqlx::query(select_games!("WHERE g.id = ?"))
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
        let info = read_info(&row.ok_or(Error::NoGame(id))?)?;
        if !info.saved.rated || info.outcome.is_some() || !help.unrates(&info.seats) {
            return Ok(false);
        }
        sqlx::query("UPDATE games SET rated = 0 WHERE id = ?")
            .bind(id.0)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(true)
    }

    pub(super) async fn load_game(&self, id: GameId) -> Result<StoredGame, Error> {
        let mut tx = self.reader().begin().await?;
        let row = sqlx::query(select_games!("WHERE g.id = ?"))
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(Error::NoGame(id))?;
        replay(&mut tx, &self.known, &row).await
    }

    pub(super) async fn list_games(&self, filter: &Filter) -> Result<Vec<GameInfo>, Error> {
        let rows = sqlx::query(select_games!(
            "WHERE (?1 IS NULL OR g.id IN (SELECT game_id FROM seats WHERE player_id = ?1))
               AND (?2 IS NULL OR ?2 = g.rules)
               AND (?3 IS NULL OR ?3 = (g.finished IS NOT NULL))
             ORDER BY g.updated DESC, g.id DESC LIMIT ?4"
        ))
        .bind(filter.player.map(|player| player.0))
        .bind(filter.rules.as_deref())
        .bind(filter.finished)
        .bind(filter.limit.map_or(-1, i64::from))
        .fetch_all(&self.reader())
        .await?;
        rows.iter().map(read_info).collect()
    }

    pub(super) async fn game_info(&self, id: GameId) -> Result<GameInfo, Error> {
        let row = sqlx::query(select_games!("WHERE g.id = ?"))
            .bind(id.0)
            .fetch_optional(&self.reader())
            .await?;
        read_info(&row.ok_or(Error::NoGame(id))?)
    }

    pub(super) async fn remove_games(&self, games: &[GameId]) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        for &id in games {
            let row = sqlx::query(
                "DELETE FROM games WHERE id = ? RETURNING fingerprint, finished, rated",
            )
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(Error::NoGame(id))?;
            if let (Some(finished), true) = (row.try_get("finished")?, row.try_get("rated")?) {
                rerate(&mut tx, row.try_get("fingerprint")?, finished).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }
}
