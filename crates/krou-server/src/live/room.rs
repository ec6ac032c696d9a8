//! One game being played: who may do what, and what everyone hears.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use krou_engine::Level;
use krou_rules::{BySide, Game, Move, Side, refusal_words};
use krou_store::{NewGame, Saved, Seat, Store, StoredGame, Table, VisitorId, Web};
use tokio::sync::{Mutex, broadcast};

use super::message::{Deal, Greeting, Said, Told, index};
use super::seats_of;
use crate::App;
use crate::answer::Shown;
use crate::board::MoveView;
use crate::error::Error;
use crate::measure;
use crate::notice::Kind;
use crate::refusal;
use crate::visitor::random_word;

/// How many events a reconnect can catch up on; beyond, it gets the whole state.
const KEPT: usize = 64;
/// How many messages a slow listener may be behind.
const BEHIND: usize = 64;
/// The longest the engine thinks about a move.
const THINKING: Duration = Duration::from_secs(2);

/// One game being played.
#[derive(Debug)]
pub struct Room {
    table: Table,
    seats: BySide<Seat>,
    inner: Mutex<Inner>,
    news: broadcast::Sender<Utf8Bytes>,
}

#[derive(Debug)]
struct Inner {
    game: Game,
    saved: Saved,
    /// The last events that changed the game, each with its version.
    events: VecDeque<(i64, Utf8Bytes)>,
    offers: Vec<(Deal, Side)>,
    /// Open connections of South, of North, of others.
    here: [usize; 3],
    thinking: bool,
    next: Option<String>,
}

/// What a connection begins with.
pub struct Entered {
    /// What there is to catch up on.
    pub first: Vec<Utf8Bytes>,
    /// What follows.
    pub news: broadcast::Receiver<Utf8Bytes>,
}

impl Room {
    /// The room of a stored game.
    pub fn new(_: &App, table: Table, stored: StoredGame) -> Room {
        Room {
            seats: stored.info.seats,
            inner: Mutex::new(Inner {
                game: stored.game,
                saved: stored.info.saved,
                events: VecDeque::new(),
                offers: Vec::new(),
                here: [0; 3],
                thinking: false,
                next: table.next.clone(),
            }),
            news: broadcast::channel(BEHIND).0,
            table,
        }
    }

    /// Which side a visitor plays here.
    pub fn side_of(&self, visitor: Option<VisitorId>) -> Option<Side> {
        visitor.and_then(|visitor| self.table.side_of(visitor))
    }

    /// Somebody comes in who has seen everything up to version `since`.
    pub async fn come(&self, side: Option<Side>, since: Option<i64>) -> Entered {
        let mut inner = self.inner.lock().await;
        let news = self.news.subscribe();
        let mut first = inner.gap(since);
        inner.here[side.map_or(2, index)] += 1;
        self.tell(&inner.presence());
        first.push(inner.presence().text().into());
        first.push(inner.offered().text().into());
        if let Some(table) = inner.next.clone() {
            first.push(Told::Next { table }.text().into());
        }
        Entered { first, news }
    }

    /// Everything as it stands, for one who has fallen behind.
    pub async fn whole(&self) -> Vec<Utf8Bytes> {
        self.inner.lock().await.gap(None)
    }

    /// Somebody leaves.
    pub async fn leave(&self, side: Option<Side>) {
        let mut inner = self.inner.lock().await;
        let here = &mut inner.here[side.map_or(2, index)];
        *here = here.saturating_sub(1);
        self.tell(&inner.presence());
    }

    fn tell(&self, told: &Told) {
        // Nobody listening is fine.
        let _ = self.news.send(told.text().into());
    }

    /// Does what a player asks.
    pub async fn hear(self: &Arc<Self>, app: &App, side: Side, said: Said) -> Result<(), Error> {
        match said {
            Said::Move { written, v } => {
                let m: Move = written
                    .parse()
                    .map_err(|error: krou_rules::MoveError| Error::told(|lang| error.text(lang)))?;
                self.play(app, side, m, v).await?;
            }
            Said::Resign => {
                self.change(app, |game| game.resign(side)).await?;
            }
            Said::Offer { deal } => self.offer(app, side, deal).await?,
            Said::Decline { deal } => {
                let mut inner = self.inner.lock().await;
                inner.offers.retain(|(offered, _)| *offered != deal);
                self.tell(&inner.offered());
            }
            Said::Say { what } => self.say(side, what),
        }
        Room::wake(self, app).await;
        Ok(())
    }

    /// A player gives up.
    pub async fn resign(self: &Arc<Self>, app: &App, side: Side) -> Result<(), Error> {
        self.hear(app, side, Said::Resign).await
    }

    /// A player moves, on the game as of version `v` or as it is.
    pub async fn move_on(
        self: &Arc<Self>,
        app: &App,
        side: Side,
        written: String,
        v: Option<i64>,
    ) -> Result<(), Error> {
        let now = self.inner.lock().await.saved.revision;
        let v = v.unwrap_or(now);
        self.hear(app, side, Said::Move { written, v }).await
    }

    /// The game as it stands, with its version.
    pub async fn stands(&self) -> (i64, Game) {
        let inner = self.inner.lock().await;
        (inner.saved.revision, inner.game.clone())
    }

    fn say(&self, side: Side, what: Greeting) {
        let by = side.letter();
        self.tell(&Told::Said { by, what });
    }

    /// A move on the game as of version `v`. The same move said twice is played once.
    async fn play(&self, app: &App, side: Side, m: Move, v: i64) -> Result<(), Error> {
        let mut inner = self.inner.lock().await;
        if v != inner.saved.revision {
            let repeated = inner.game.moves().last() == Some(&m) && v == inner.saved.revision - 1;
            return if repeated {
                Ok(())
            } else {
                Err(Error::conflict(
                    "the game has gone on meanwhile",
                    "la partie a continué entre-temps",
                ))
            };
        }
        if m.side != side || inner.game.position().turn() != side {
            return Err(Error::forbidden(
                "it is not your turn",
                "ce n’est pas à vous de jouer",
            ));
        }
        let mut game = inner.game.clone();
        game.play(m)
            .map_err(|refusal| Error::told(|lang| refusal_words(refusal, lang)))?;
        inner.saved = app.store.save_game(inner.saved, &game).await?;
        measure::moved();
        inner.game = game;
        inner.offers.retain(|(deal, _)| *deal == Deal::Rematch);
        let shown = Box::new(Shown::new(&inner.game));
        let v = inner.saved.revision;
        if let Some(played) = MoveView::last(&inner.game) {
            self.happened(&mut inner, v, &Told::Move { v, played, shown });
        }
        self.tell(&inner.offered());
        Ok(())
    }

    /// A change of the game that is no move.
    async fn change(&self, app: &App, change: impl FnOnce(&mut Game) -> bool) -> Result<(), Error> {
        let mut inner = self.inner.lock().await;
        let mut game = inner.game.clone();
        if !change(&mut game) {
            return Err(Error::conflict(
                "the game is over",
                "la partie est terminée",
            ));
        }
        inner.saved = app.store.save_game(inner.saved, &game).await?;
        inner.game = game;
        inner.offers.clear();
        let v = inner.saved.revision;
        let shown = Box::new(Shown::new(&inner.game));
        self.happened(&mut inner, v, &Told::Change { v, shown });
        self.tell(&inner.offered());
        Ok(())
    }

    fn happened(&self, inner: &mut Inner, v: i64, told: &Told) {
        let text: Utf8Bytes = told.text().into();
        if inner.events.len() == KEPT {
            inner.events.pop_front();
        }
        inner.events.push_back((v, text.clone()));
        let _ = self.news.send(text);
    }

    /// Offers a deal; where the other has offered it already, or is the engine, it is done.
    async fn offer(self: &Arc<Self>, app: &App, side: Side, deal: Deal) -> Result<(), Error> {
        if deal == Deal::Back && self.table.rated {
            return Err(Error::Refused(&refusal::RATED_STANDS));
        }
        let engine = matches!(self.seats[!side], Seat::Engine(_));
        {
            let mut inner = self.inner.lock().await;
            let possible = match deal {
                Deal::Rematch => inner.game.is_over() && inner.next.is_none(),
                Deal::End => !inner.game.is_over() && !engine,
                Deal::Back => {
                    !inner.game.is_over() && inner.game.moves().iter().any(|m| m.side == side)
                }
            };
            let asked = inner.offers.contains(&(deal, !side));
            if !possible && !asked {
                return Err(Error::conflict(
                    "that cannot be offered now",
                    "cela ne peut pas se proposer maintenant",
                ));
            }
            if !engine && !asked {
                if !inner.offers.contains(&(deal, side)) {
                    inner.offers.push((deal, side));
                }
                self.tell(&inner.offered());
                return Ok(());
            }
        }
        match deal {
            Deal::End => self.change(app, Game::agree).await,
            // The one who asked first gets their turn back.
            Deal::Back => {
                let asked = if engine { side } else { !side };
                self.change(app, |game| take_back(game, asked)).await
            }
            Deal::Rematch => self.again(app).await,
        }
    }

    /// Sets the table of the rematch, with sides changed.
    async fn again(&self, app: &App) -> Result<(), Error> {
        let mut inner = self.inner.lock().await;
        if inner.next.is_some() {
            return Ok(());
        }
        let rules = Arc::clone(inner.game.rules());
        let game = Game::from_position(rules, inner.game.positions()[0]);
        let BySide { south, north } = seats_of(app, &self.table).await?;
        let new = NewGame::new(BySide::new(north, south), self.table.rated, game);
        let saved = app.store.start_game(&new).await?;
        let table = Table {
            slug: random_word(10),
            host_side: !self.table.host_side,
            game: Some(saved.id),
            next: None,
            ..self.table.clone()
        };
        app.store.set_table(&table).await?;
        let next = app.store.set_next(&self.table.slug, &table.slug).await?;
        app.notice(
            Kind::Start,
            &next,
            [table.host].into_iter().chain(table.guest),
        );
        inner.next = Some(next.clone());
        inner.offers.clear();
        self.tell(&inner.offered());
        self.tell(&Told::Next { table: next });
        Ok(())
    }

    /// Lets the engine think if it is its turn.
    pub async fn wake(room: &Arc<Room>, app: &App) {
        let mut inner = room.inner.lock().await;
        if inner.thinking || room.engine_to_move(&inner.game).is_none() {
            return;
        }
        inner.thinking = true;
        drop(inner);
        let (room, app) = (Arc::clone(room), app.clone());
        tokio::spawn(async move {
            if let Err(error) = room.engine_plays(&app).await {
                tracing::warn!(%error, table = room.table.slug, "the engine did not move");
            }
            room.inner.lock().await.thinking = false;
        });
    }

    fn engine_to_move(&self, game: &Game) -> Option<Level> {
        match self.seats[game.position().turn()] {
            Seat::Engine(level) if !game.is_over() => Level::new(level),
            _ => None,
        }
    }

    /// Plays the engine's moves until it is somebody else's turn.
    async fn engine_plays(&self, app: &App) -> Result<(), Error> {
        loop {
            let (game, v) = {
                let inner = self.inner.lock().await;
                (inner.game.clone(), inner.saved.revision)
            };
            let Some(level) = self.engine_to_move(&game) else {
                return Ok(());
            };
            let turn = game.position().turn();
            let seed = rand::random();
            let chosen = app.pool.choose(game, level, THINKING, seed).await?;
            let Some(m) = chosen else { return Ok(()) };
            match self.play(app, turn, m, v).await {
                // Taken back or given up while it was thinking: think again about what is now.
                Err(Error::Conflict(_)) => {}
                other => other?,
            }
        }
    }
}

impl Inner {
    /// What one who has seen everything up to `since` has missed.
    fn gap(&self, since: Option<i64>) -> Vec<Utf8Bytes> {
        let now = self.saved.revision;
        let missed = since.filter(|since| *since <= now).and_then(|since| {
            let missed: Vec<&(i64, Utf8Bytes)> =
                self.events.iter().filter(|(v, _)| *v > since).collect();
            (missed.len() as i64 == now - since).then_some(missed)
        });
        match missed {
            Some(missed) => missed.into_iter().map(|(_, text)| text.clone()).collect(),
            None => vec![Told::state(now, &self.game).text().into()],
        }
    }

    fn presence(&self) -> Told {
        Told::Presence {
            here: [self.here[0] > 0, self.here[1] > 0],
            watching: self.here[2],
        }
    }

    fn offered(&self) -> Told {
        let offers = self.offers.iter();
        Told::Offers {
            offers: offers.map(|(deal, side)| (*deal, side.letter())).collect(),
        }
    }
}

/// Takes back turns until the last one of `side` is gone.
fn take_back(game: &mut Game, side: Side) -> bool {
    if !game.moves().iter().any(|m| m.side == side) {
        return false;
    }
    loop {
        let last = game.moves().last().map(|m| m.side);
        if !game.undo_turn() {
            return false;
        }
        if last == Some(side) && game.moves().last().map(|m| m.side) != last {
            return true;
        }
    }
}
