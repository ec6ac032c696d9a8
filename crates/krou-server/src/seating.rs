//! Setting a table, sitting down at it, and taking it away.

use axum::http::HeaderValue;
use krou_rules::BySide;
use krou_store::{Accounts, Clocks, NewGame, Seat, Store, Table, Visitor, VisitorId, Web};

use crate::App;
use crate::error::Error;
use crate::live::host_of;
use crate::notice::Kind;
use crate::player;
use crate::question::Question;
use crate::refusal;
use crate::visitor::{random_word, welcome};
use crate::wish::{Fault, Wanted, Wish};

/// Sets a table; answers with its address and the cookie of a new guest.
pub async fn set_table(
    app: &App,
    asking: Option<Visitor>,
    wish: Wish,
) -> Result<(String, Option<HeaderValue>), Error> {
    let set = wish.fulfil(app, asking).await;
    set.map_err(|fault| fault.error)
}

impl Wish {
    /// Sets the table; answers with its address and the cookie of a new guest.
    pub async fn fulfil(
        &self,
        app: &App,
        asking: Option<Visitor>,
    ) -> Result<(String, Option<HeaderValue>), Fault> {
        let wanted = self.read(asking.as_ref())?;
        let invited = invited(app, asking.as_ref(), self.invite.trim()).await;
        let invited = invited.map_err(|error| Fault {
            field: "invite",
            error,
        })?;
        let set = set(app, asking, self, wanted, invited).await;
        set.map_err(|error| Fault { field: "", error })
    }
}

/// Who is invited, if anybody.
async fn invited(
    app: &App,
    asking: Option<&Visitor>,
    name: &str,
) -> Result<Option<VisitorId>, Error> {
    if name.is_empty() {
        return Ok(None);
    }
    let invited = player::known(app, name).await?.id;
    if asking.is_some_and(|asking| asking.id == invited) {
        return Err(Error::Refused(refusal::INVITED_SELF));
    }
    Ok(Some(invited))
}

async fn set(
    app: &App,
    asking: Option<Visitor>,
    wish: &Wish,
    wanted: Wanted,
    invited: Option<VisitorId>,
) -> Result<(String, Option<HeaderValue>), Error> {
    let Wanted { level, clock, .. } = wanted;
    let first = wanted.game.position().turn();
    let host_side = match wish.side.as_str() {
        "first" => first,
        "second" => !first,
        _ if rand::random() => first,
        _ => !first,
    };
    let (host, cookie) = welcome(app, asking).await?;
    let mut table = Table {
        slug: random_word(10),
        question: wanted.question.query(),
        host: host.id,
        host_side,
        guest: None,
        level,
        invited,
        rated: wanted.rated,
        game: None,
        next: None,
        clock,
        open: wish.against == "anyone" && invited.is_none(),
    };
    if let Some(level) = level {
        let seats = BySide::from_view(host_side, host.seat(), Seat::Engine(level));
        let mut new = NewGame::new(seats, false, wanted.game);
        new.clocks = clock.map(|clock| Clocks::start(clock, first, app.clocks.time().now()));
        table.game = Some(app.store.start_game(&new).await?.id);
    }
    app.store.set_table(&table).await?;
    if table.game.is_some() {
        app.begun(&table.slug).await?;
        app.notice(Kind::Start, &table.slug, [table.host]);
    }
    app.notice(Kind::Challenge, &table.slug, table.invited);
    Ok((table.slug, cookie))
}

/// Takes the empty seat, if it still is; answers with the cookie of a new guest.
pub async fn sit(
    app: &App,
    slug: &str,
    asking: Option<Visitor>,
) -> Result<Option<HeaderValue>, Error> {
    let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
    let empty =
        table.game.is_none() && asking.as_ref().is_none_or(|asking| asking.id != table.host);
    if !empty {
        return Ok(None);
    }
    if table.rated && asking.as_ref().and_then(Visitor::account).is_none() {
        return Err(Error::Refused(refusal::RATED_NEEDS_ACCOUNT));
    }
    let may = |invited| asking.as_ref().is_some_and(|asking| asking.id == invited);
    if !table.invited.is_none_or(may) {
        return Err(Error::Refused(refusal::NOT_INVITED));
    }
    if table.open && !app.lobby.awaits(slug) {
        return Err(Error::Refused(refusal::SEEK_GONE));
    }
    let (guest, cookie) = welcome(app, asking).await?;
    let host = host_of(app, &table).await?;
    let question = Question::of_table(&table)?;
    let seats = BySide::from_view(table.host_side, host.seat(), guest.seat());
    let mut new = NewGame::new(seats, table.rated, question.begun()?);
    let first = new.game.position().turn();
    let clock = table.clock;
    new.clocks = clock.map(|clock| Clocks::start(clock, first, app.clocks.time().now()));
    let saved = app.store.start_game(&new).await?;
    if app.store.sit(slug, guest.id, saved.id).await? {
        app.begun(slug).await?;
        for other in app.lobby.withdraw([table.host, guest.id]) {
            // Its page looks again, and finds a table for whoever has the link.
            let _ = app.seated.send(other);
        }
        app.notice(Kind::Start, slug, [table.host, guest.id]);
    } else {
        // Somebody was quicker; this game never was.
        app.store.delete_game(saved.id).await?;
    }
    Ok(cookie)
}

/// Takes away a table at which nobody has sat down, for who set it or is invited to it.
pub async fn withdraw(app: &App, slug: &str, asking: Option<&Visitor>) -> Result<(), Error> {
    let table = app.store.table(slug).await?.ok_or(Error::Missing)?;
    let may = |asking: &Visitor| asking.id == table.host || Some(asking.id) == table.invited;
    if !asking.is_some_and(may) {
        return Err(Error::Refused(refusal::NOT_PLAYING));
    }
    if app.store.clear_table(slug).await? {
        Ok(())
    } else {
        Err(Error::Refused(refusal::HAS_BEGUN))
    }
}
