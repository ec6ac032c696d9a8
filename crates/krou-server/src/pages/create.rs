//! Setting a table and sitting down at it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Redirect, Response};
use krou_rules::{
    BySide, First, Game, Lang, Nonsense, Ruleset, Section, Side, Switches, explain, switch_words,
};
use krou_store::{BadControl, Control, NewGame, Seat, Store, Table, Visitor, VisitorId, Web};
use serde::{Deserialize, Serialize};

use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::api::play::withdraw;
use crate::error::Error;
use crate::lang::Speaks;
use crate::live::host_of;
use crate::notice::Kind;
use crate::player;
use crate::question::{DEFAULT_RULES, Question};
use crate::refusal;
use crate::visitor::{Asking, random_word, welcome, with_cookie};

/// What a new game is to be, as a form or a program says it.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Wish {
    /// A game's name.
    rules: String,
    /// The game whose switches the form shows; those of another game do not count.
    base: String,
    /// Changed switches, as in addresses.
    set: String,
    /// The start position, if not the usual one.
    position: String,
    /// Moves made from there, as an analysis has them; the game begins after them.
    moves: String,
    /// `engine`, `friend` or `anyone`.
    against: String,
    /// Whom to invite: the name of an account. Nobody else can take the seat then.
    invite: String,
    /// The engine's level, 1 to 10.
    #[serde(deserialize_with = "word")]
    level: String,
    /// `first`, `second`, or by lot.
    side: String,
    /// `none`, `minutes` or `days`.
    time: String,
    /// For the whole game, 0 to 180.
    #[serde(deserialize_with = "word")]
    minutes: String,
    /// Seconds more after each turn, 0 to 180.
    #[serde(deserialize_with = "word")]
    increment: String,
    /// For each turn, 1 to 14.
    #[serde(deserialize_with = "word")]
    days: String,
    /// Whether the game is to count for ratings: `rated` or `true`.
    #[serde(deserialize_with = "word")]
    rated: String,
    /// Changed switches by their names.
    #[serde(flatten)]
    switches: BTreeMap<String, Given>,
}

/// A value: a form sends a word, a program also a number or a truth value.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
enum Given {
    Word(String),
    Number(i64),
    Truth(bool),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Word(word) => word.fmt(f),
            Given::Number(number) => number.fmt(f),
            Given::Truth(truth) => truth.fmt(f),
        }
    }
}

fn word<'de, D: serde::Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    Given::deserialize(value).map(|given| given.to_string())
}

/// What is wrong with a wish, and with which field of it.
#[derive(Debug)]
struct Fault {
    field: &'static str,
    error: Error,
}

fn fault(field: &'static str, why: impl Fn(Lang) -> String) -> Fault {
    let error = Error::told(why);
    Fault { field, error }
}

/// A wish that can be fulfilled.
#[derive(Debug)]
struct Wanted {
    question: Question,
    game: Game,
    level: Option<u8>,
    clock: Option<Control>,
    rated: bool,
}

impl Wish {
    fn name(&self) -> &str {
        match self.rules.as_str() {
            "" => DEFAULT_RULES,
            name => name,
        }
    }

    /// The game with its switches, whether they make sense together or not.
    fn ruleset(&self) -> Result<Ruleset, Fault> {
        let asked = Question {
            rules: self.rules.clone(),
            set: self.set.clone(),
            ..Question::default()
        };
        let field = if Ruleset::builtin(self.name()).is_some() {
            "switches"
        } else {
            "rules"
        };
        let mut ruleset = asked.ruleset().map_err(|error| Fault { field, error })?;
        if self.base.is_empty() || self.base == self.name() {
            for key in Switches::KEYS {
                if let Some(value) = self.switches.get(*key) {
                    let set = ruleset.set(key, &value.to_string());
                    set.map_err(|error| fault(key, |lang| error.text(lang)))?;
                }
            }
        }
        Ok(ruleset)
    }

    /// Makes the moves of an analysis, so that the game begins where it has come to.
    fn arrive(&mut self) {
        let asked = Question {
            rules: self.rules.clone(),
            set: self.set.clone(),
            position: self.position.clone(),
            moves: std::mem::take(&mut self.moves),
        };
        if !asked.moves.is_empty()
            && let Ok(game) = asked.game()
        {
            self.position = game.position().to_string();
        }
    }

    fn is_with_engine(&self) -> bool {
        let with_people = matches!(self.against.as_str(), "friend" | "anyone");
        !with_people && self.invite.trim().is_empty()
    }

    fn clock(&self) -> Result<Option<Control>, BadControl> {
        let number = |text: &str, usual| match text.trim() {
            "" => Ok(usual),
            text => text.parse::<u8>().map_err(|_| BadControl),
        };
        match self.time.as_str() {
            "minutes" => {
                Control::minutes(number(&self.minutes, 10)?, number(&self.increment, 5)?).map(Some)
            }
            "days" => Control::days(number(&self.days, 3)?).map(Some),
            _ => Ok(None),
        }
    }

    /// What is wanted, or what is wrong with it.
    fn read(&self, asking: Option<&Visitor>) -> Result<Wanted, Fault> {
        let ruleset = self.ruleset()?;
        let nonsense = |nonsense: Nonsense| fault(nonsense.keys()[0], |lang| nonsense.text(lang));
        ruleset.switches.check().map_err(nonsense)?;
        let base = Ruleset::builtin(self.name()).map(|base| base.switches);
        let changed = ruleset.switches.differing(&base.unwrap_or_default());
        let changed: Vec<String> = changed.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let question = Question {
            rules: ruleset.name,
            set: changed.join(" "),
            position: self.position.trim().to_string(),
            moves: String::new(),
        };
        let at_position = |error| Fault {
            field: "position",
            error,
        };
        let game = begun(&question).map_err(at_position)?;
        if game.is_over() {
            return Err(at_position(Error::Refused(refusal::OVER_AT_START)));
        }
        let level = match self.level.as_str() {
            "" => Ok(3),
            text => text.parse(),
        };
        let level = level.ok().filter(|level| Seat::LEVELS.contains(level));
        let level = level.ok_or(Fault {
            field: "level",
            error: Error::Refused(refusal::NO_LEVEL),
        })?;
        let clock = self.clock().map_err(|_| Fault {
            field: "clock",
            error: Error::Refused(refusal::NO_CLOCK),
        })?;
        let rated = !matches!(self.rated.as_str(), "" | "0" | "false" | "no" | "casual");
        let refused = |refusal| {
            Err(Fault {
                field: "rated",
                error: Error::Refused(refusal),
            })
        };
        let standard = question.set.is_empty() && question.position.is_empty();
        if rated && (!standard || self.is_with_engine()) {
            return refused(refusal::RATED_IS_STANDARD);
        }
        if rated && asking.and_then(Visitor::account).is_none() {
            return refused(refusal::RATED_NEEDS_ACCOUNT);
        }
        Ok(Wanted {
            question,
            game,
            level: self.is_with_engine().then_some(level),
            clock,
            rated,
        })
    }
}

/// A switch on the page, with its readings in words.
struct SwitchField {
    key: &'static str,
    label: String,
    /// Each value, in words, and whether it is the chosen one.
    options: Vec<(String, String, bool)>,
}

impl SwitchField {
    fn new(key: &'static str, switches: &Switches, lang: Lang) -> Option<SwitchField> {
        let (label, _) = switch_words(key, switches, lang)?;
        let chosen = switches.get(key)?;
        let option = |value: String| {
            let mut with = switches.clone();
            with.set(key, &value).ok()?;
            let (_, words) = switch_words(key, &with, lang)?;
            let is_chosen = value == chosen;
            Some((value, words, is_chosen))
        };
        let options = Switches::values(key).into_iter().filter_map(option);
        Some(SwitchField {
            key,
            label,
            options: options.collect(),
        })
    }
}

#[derive(Template)]
#[template(path = "new.html")]
struct NewPage<'a> {
    shell: &'a Shell,
    wish: &'a Wish,
    games: Vec<Listed>,
    name: &'a str,
    title: &'a str,
    switches: Vec<SwitchField>,
    sections: Vec<Section>,
    levels: Vec<String>,
    fault: Option<(&'static str, String)>,
}

impl NewPage<'_> {
    /// What is wrong with a field, or nothing.
    fn why(&self, field: &str) -> &str {
        match &self.fault {
            Some((at, why)) if *at == field => why,
            _ => "",
        }
    }

    /// What is wrong with a switch, or with all of them together.
    fn is_switch_wrong(&self) -> bool {
        let key = self.fault.as_ref().map(|(at, _)| *at);
        key.is_some_and(|at| at == "switches" || Switches::KEYS.contains(&at))
    }
}

fn page(wish: &Wish, fault: Option<&Fault>, speaks: &Speaks) -> Response {
    let shell = Shell::new(speaks, "/new");
    // What cannot be read is shown as the nearest that can.
    let lang = speaks.lang;
    let ruleset = wish.ruleset().ok();
    let ruleset = ruleset.or_else(|| Ruleset::builtin(wish.name()));
    let ruleset = ruleset.or_else(|| Ruleset::builtin(DEFAULT_RULES));
    let Some(ruleset) = ruleset else {
        return Error::Missing.page(speaks);
    };
    let switch = |key: &&'static str| SwitchField::new(key, &ruleset.switches, lang);
    render(&NewPage {
        wish,
        games: listed(lang),
        name: &ruleset.name,
        title: ruleset.title.get(lang),
        switches: Switches::KEYS.iter().filter_map(switch).collect(),
        sections: explain(&ruleset, lang),
        levels: Seat::LEVELS.map(|level| level.to_string()).collect(),
        fault: fault.map(|fault| (fault.field, fault.error.text(lang))),
        shell: &shell,
    })
}

/// `/new?rules=…`: what to play, with its rules in words beside it.
pub async fn new_game(
    Query(mut wish): Query<Wish>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Response {
    wish.arrive();
    let read = wish.read(asking.as_ref());
    page(&wish, read.err().as_ref(), &speaks)
}

/// `POST /games`: sets a table.
pub async fn create(
    State(app): State<App>,
    Asking(asking): Asking,
    speaks: Speaks,
    Form(wish): Form<Wish>,
) -> Page {
    match wish.fulfil(&app, asking).await {
        Ok((slug, cookie)) => Ok(to_table(&slug, cookie)),
        // What is wrong with no field has a page of its own.
        Err(fault) if fault.field.is_empty() => or_page(Err(fault.error), &speaks),
        Err(fault) => {
            let page = page(&wish, Some(&fault), &speaks);
            Ok(fault.error.answered_with(page))
        }
    }
}

/// Leads to a table.
fn to_table(slug: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = Redirect::to(&format!("/g/{slug}")).into_response();
    with_cookie(response.headers_mut(), cookie);
    response
}

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
    async fn fulfil(
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
        new.clock = clock;
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

/// The game of a question; where the first player is drawn by lot, the lot is drawn now.
fn begun(question: &Question) -> Result<Game, Error> {
    let game = question.game()?;
    let rules = game.rules();
    let lot = rules.switches().first == First::Random && question.position.is_empty();
    if lot && rand::random() {
        let start = rules.start_with(Side::North);
        return Ok(Game::from_position(Arc::clone(rules), start));
    }
    Ok(game)
}

/// `POST /g/SLUG/join`: takes the empty seat.
pub async fn join(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Page {
    let sat = sit(&app, &slug, asking).await;
    Ok(to_table(&slug, or_page(sat, &speaks)?))
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
    let mut new = NewGame::new(seats, table.rated, begun(&question)?);
    new.clock = table.clock;
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

/// `POST /g/SLUG/decline`: takes the table away before anybody has sat down.
pub async fn decline(
    State(app): State<App>,
    Path(slug): Path<String>,
    Asking(asking): Asking,
    speaks: Speaks,
) -> Page {
    or_page(withdraw(&app, &slug, asking.as_ref()).await, &speaks)?;
    Ok(Redirect::to("/").into_response())
}
