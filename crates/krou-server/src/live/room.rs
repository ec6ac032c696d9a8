//! One game being played: who may do what, and what everyone hears.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use krou_rules::{BySide, Game, Move, Side};
use krou_store::{Clocks, Saved, Seat, Store, StoredGame, Table, VisitorId, Web};
use tokio::sync::{Mutex, Notify, broadcast};

use super::clock::ClockView;
use super::message::{Deal, Greeting, Said, Told, index};
use super::time::GameTime;
use crate::App;
use crate::answer::Shown;
use crate::error::Error;
use crate::measure;
use crate::refusal;

/// How many moves a reconnect can catch up on; beyond, it gets the whole state.
const CAUGHT_UP: i64 = 64;
/// How many messages a slow listener may be behind.
const BEHIND: usize = 16;

/// One game being played.
#[derive(Debug)]
pub struct Room {
    pub(super) table: Table,
    pub(super) seats: BySide<Seat>,
    pub(super) inner: Mutex<Inner>,
    pub(super) time: GameTime,
    /// Wakes the engine from its thoughts when the game is no longer what it thinks about.
    pub(super) stirred: Notify,
    news: broadcast::Sender<Utf8Bytes>,
}

/// What changes in a room.
#[derive(Debug)]
pub(super) struct Inner {
    pub game: Game,
    pub saved: Saved,
    pub clocks: Option<Clocks>,
    /// The version since which nothing but moves has happened, as far as is known here.
    only_moves_since: i64,
    pub offers: Vec<(Deal, Side)>,
    /// Open connections of South, of North, of others.
    pub here: [usize; 3],
    /// Whether somebody waits for the engine: who came or spoke and has not left.
    pub awaited: bool,
    pub thinking: bool,
    /// Where the last who came or moved did so from; the engine thinks on their account.
    pub from: Option<IpAddr>,
    pub next: Option<String>,
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
    pub fn new(app: &App, table: Table, stored: StoredGame) -> Room {
        let deadline = stored.clocks.as_ref().and_then(Clocks::deadline);
        app.clocks.set(&table.slug, deadline);
        Room {
            seats: stored.info.seats,
            inner: Mutex::new(Inner {
                game: stored.game,
                saved: stored.info.saved,
                clocks: stored.clocks,
                only_moves_since: stored.info.saved.revision,
                offers: Vec::new(),
                here: [0; 3],
                awaited: false,
                thinking: false,
                from: None,
                next: table.next.clone(),
            }),
            time: app.clocks.time().clone(),
            stirred: Notify::new(),
            news: broadcast::channel(BEHIND).0,
            table,
        }
    }

    /// Which side a visitor plays here.
    pub fn side_of(&self, visitor: Option<VisitorId>) -> Option<Side> {
        visitor.and_then(|visitor| self.table.side_of(visitor))
    }

    /// Somebody comes in who has seen everything up to version `since`.
    pub async fn come(
        &self,
        side: Option<Side>,
        since: Option<i64>,
        from: Option<IpAddr>,
    ) -> Entered {
        let mut inner = self.inner.lock().await;
        let news = self.news.subscribe();
        let mut first = inner.gap(since);
        first.extend(inner.time(self.time.now()));
        inner.here[side.map_or(2, index)] += 1;
        inner.awaited = true;
        inner.from = from.or(inner.from);
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
        let inner = self.inner.lock().await;
        let mut whole = inner.gap(None);
        whole.extend(inner.time(self.time.now()));
        whole
    }

    /// Somebody leaves.
    pub async fn leave(&self, side: Option<Side>) {
        let mut inner = self.inner.lock().await;
        let here = &mut inner.here[side.map_or(2, index)];
        *here = here.saturating_sub(1);
        self.tell(&inner.presence());
        if inner.here == [0; 3] {
            inner.awaited = false;
            self.stirred.notify_waiters();
        }
    }

    pub(super) fn tell(&self, told: &Told) {
        // Nobody listening is fine.
        let _ = self.news.send(told.text().into());
    }

    /// Does what a player asks.
    pub async fn hear(self: &Arc<Self>, app: &App, side: Side, said: Said) -> Result<(), Error> {
        // Taken before anything is waited for.
        let heard = self.time.now();
        match said {
            Said::Move { written, v } => {
                let m: Move = written
                    .parse()
                    .map_err(|error: krou_rules::MoveError| Error::told(|lang| error.text(lang)))?;
                self.play(app, side, m, v, heard).await?;
            }
            Said::Resign => {
                let mut inner = self.inner.lock().await;
                if inner.game.is_abortable() {
                    return Err(Error::Refused(refusal::ABORT_INSTEAD));
                }
                self.change(app, &mut inner, |game| game.resign(side))
                    .await?;
            }
            Said::Abort => {
                let mut inner = self.inner.lock().await;
                if inner.game.counts() && !inner.game.is_over() {
                    return Err(Error::Refused(refusal::RESIGN_INSTEAD));
                }
                self.change(app, &mut inner, Game::abort).await?;
            }
            Said::Offer { deal } => self.offer(app, side, deal).await?,
            Said::Decline { deal } => self.decline(deal).await,
            Said::Say { what } => self.say(side, what),
        }
        self.inner.lock().await.awaited = true;
        Room::wake(self, app).await;
        Ok(())
    }

    /// A player gives up.
    pub async fn resign(self: &Arc<Self>, app: &App, side: Side) -> Result<(), Error> {
        self.hear_all(app, side, Said::Resign).await
    }

    /// A player calls off a game that does not count yet.
    pub async fn abort(self: &Arc<Self>, app: &App, side: Side) -> Result<(), Error> {
        self.hear_all(app, side, Said::Abort).await
    }

    /// Does what a player asks, also when they do not wait for it: what is stored is announced.
    async fn hear_all(self: &Arc<Self>, app: &App, side: Side, said: Said) -> Result<(), Error> {
        let (room, app) = (Arc::clone(self), app.clone());
        let heard = tokio::spawn(async move { room.hear(&app, side, said).await });
        let failed = |error: tokio::task::JoinError| Error::Inside(error.to_string());
        heard.await.map_err(failed)?
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
        self.hear_all(app, side, Said::Move { written, v }).await
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

    /// A move on the game as of version `v`, heard at a time. The same move said twice is played
    /// once.
    pub(super) async fn play(
        &self,
        app: &App,
        side: Side,
        m: Move,
        v: i64,
        heard: i64,
    ) -> Result<(), Error> {
        let mut inner = self.inner.lock().await;
        if v != inner.saved.revision {
            let repeated = inner.game.moves().last() == Some(&m) && v == inner.saved.revision - 1;
            return if repeated {
                Ok(())
            } else {
                Err(Error::Refused(refusal::GONE_ON))
            };
        }
        if m.side != side || inner.game.position().turn() != side {
            return Err(Error::Refused(refusal::NOT_YOUR_TURN));
        }
        if self.flag(app, &mut inner, heard).await? {
            return Err(Error::Refused(refusal::TIME_IS_OUT));
        }
        let mut game = inner.game.clone();
        game.play(m)
            .map_err(|refusal| Error::told(|lang| refusal.text(lang)))?;
        let mut clocks = inner.clocks.clone();
        if let Some(clocks) = &mut clocks {
            let next = (!game.is_over()).then(|| game.position().turn());
            clocks.played(next, heard);
        }
        let saved = app.store.save_move(inner.saved, &game, clocks.as_ref());
        let saved = saved.await;
        self.keep(app, &mut inner, game, clocks, saved).await?;
        measure::moved();
        if let Some(told) = Told::played(inner.saved.revision, &inner.game) {
            self.happened(&inner, &told);
        }
        if inner.game.is_over() {
            app.lobby.stir();
        }
        if !inner.offers.is_empty() {
            inner.offers.retain(|(deal, _)| *deal == Deal::Rematch);
            self.tell(&inner.offered());
        }
        Ok(())
    }

    /// Ends the game if its time has run out.
    pub async fn run_out(&self, app: &App) -> Result<(), Error> {
        let mut inner = self.inner.lock().await;
        if !self.flag(app, &mut inner, self.time.now()).await? {
            // A move came first; its deadline may have been forgotten with a failed try.
            let deadline = inner.clocks.as_ref().and_then(Clocks::deadline);
            app.clocks.set(&self.table.slug, deadline);
        }
        Ok(())
    }

    /// Whether the time had run out then; if so, that has ended the game.
    async fn flag(&self, app: &App, inner: &mut Inner, now: i64) -> Result<bool, Error> {
        let out = inner.clocks.as_ref().and_then(|clocks| clocks.out(now));
        if let Some(side) = out {
            self.close(app, inner, now, |game| game.run_out(side))
                .await?;
        }
        Ok(out.is_some())
    }

    /// Makes a game the room's, now that it is stored; if it could not be, says why.
    async fn keep(
        &self,
        app: &App,
        inner: &mut Inner,
        game: Game,
        clocks: Option<Clocks>,
        saved: Result<Saved, krou_store::Error>,
    ) -> Result<(), Error> {
        inner.saved = match saved {
            // Another program has changed it, or a save that seemed to fail had not: what is kept
            // is the game.
            Err(krou_store::Error::Changed(_) | krou_store::Error::Finished(_)) => {
                let StoredGame {
                    info, game, clocks, ..
                } = app.store.game(inner.saved.id).await?;
                self.tell(&Told::state(info.saved.revision, &game));
                self.set(app, inner, game, clocks);
                inner.saved = info.saved;
                inner.only_moves_since = info.saved.revision;
                return Err(Error::Refused(refusal::GONE_ON));
            }
            saved => saved?,
        };
        self.set(app, inner, game, clocks);
        Ok(())
    }

    fn set(&self, app: &App, inner: &mut Inner, game: Game, clocks: Option<Clocks>) {
        inner.game = game;
        if clocks.is_some() {
            let deadline = clocks.as_ref().and_then(Clocks::deadline);
            app.clocks.set(&self.table.slug, deadline);
        }
        inner.clocks = clocks;
    }

    /// A change of the game that is no move, if its time has not run out.
    pub(super) async fn change(
        &self,
        app: &App,
        inner: &mut Inner,
        change: impl FnOnce(&mut Game) -> bool,
    ) -> Result<(), Error> {
        let now = self.time.now();
        if self.flag(app, inner, now).await? {
            return Err(Error::Refused(refusal::TIME_IS_OUT));
        }
        self.close(app, inner, now, change).await
    }

    async fn close(
        &self,
        app: &App,
        inner: &mut Inner,
        now: i64,
        change: impl FnOnce(&mut Game) -> bool,
    ) -> Result<(), Error> {
        let mut game = inner.game.clone();
        if !change(&mut game) {
            return Err(Error::Refused(refusal::IS_OVER));
        }
        let mut clocks = inner.clocks.clone();
        if let Some(clocks) = &mut clocks {
            if game.is_over() {
                clocks.played(None, now);
            } else {
                clocks.taken_back(game.position().turn(), now);
            }
        }
        let saved = app.store.save_timed(inner.saved, &game, clocks.as_ref());
        let saved = saved.await;
        self.keep(app, inner, game, clocks, saved).await?;
        self.stirred.notify_waiters();
        inner.offers.clear();
        let v = inner.saved.revision;
        inner.only_moves_since = v;
        let shown = Box::new(Shown::new(&inner.game));
        self.happened(inner, &Told::Change { v, shown });
        app.lobby.stir();
        self.tell(&inner.offered());
        Ok(())
    }

    /// Tells everybody the clocks as they stand now.
    pub(super) async fn tell_time(&self) {
        if let Some(time) = self.inner.lock().await.time(self.time.now()) {
            let _ = self.news.send(time);
        }
    }

    fn happened(&self, inner: &Inner, told: &Told) {
        self.tell(told);
        if let Some(time) = inner.time(self.time.now()) {
            let _ = self.news.send(time);
        }
    }
}

impl Inner {
    /// What one who has seen everything up to `since` has missed.
    fn gap(&self, since: Option<i64>) -> Vec<Utf8Bytes> {
        let now = self.saved.revision;
        let moves = (now - CAUGHT_UP).max(self.only_moves_since)..=now;
        let Some(since) = since.filter(|since| moves.contains(since)) else {
            return vec![Told::state(now, &self.game).text().into()];
        };
        // Told again from the game itself, since few ask and every room would have to keep it.
        let mut game = self.game.clone();
        let mut missed = Vec::new();
        for v in (since + 1..=now).rev() {
            let told = Told::played(v, &game);
            missed.extend(told.map(|told| told.text().into()));
            game.undo_move();
        }
        missed.reverse();
        missed
    }

    /// The clocks as they stand now, if there are any.
    fn time(&self, now: i64) -> Option<Utf8Bytes> {
        let clocks = ClockView::new(self.clocks.as_ref()?, now);
        Some(Told::Clocks { clocks }.text().into())
    }

    fn presence(&self) -> Told {
        Told::Presence {
            here: [self.here[0] > 0, self.here[1] > 0],
            watching: self.here[2],
        }
    }

    pub(super) fn offered(&self) -> Told {
        let offers = self.offers.iter();
        Told::Offers {
            offers: offers.map(|(deal, side)| (*deal, side.letter())).collect(),
        }
    }
}
