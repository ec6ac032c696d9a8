//! Accounts: what signing up, signing in and the rest mean, for the pages and for programs.

mod password;

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode};
use krou_store::{AccountName, Accounts, Name, Token, Visitor, Web};
use serde::Deserialize;

use crate::App;
use crate::error::Error;
use crate::limits::Limit;
use crate::refusal;
use crate::visitor::{Signed, hash, made_up_name, random_word, session_cookie, welcome};

pub use password::Passwords;

/// The most tokens an account has.
const TOKENS: usize = 20;
/// The longest label of a token.
const LABEL: usize = 40;

/// How often one account may be tried to be signed in to.
pub fn tries() -> Limit<String> {
    Limit::new(10, Duration::from_secs(30))
}

/// A name and a password.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Makes an account; a guest takes their games along. Answers with the cookie of the session.
pub async fn sign_up(
    app: &App,
    asking: Option<Visitor>,
    wanted: &Credentials,
) -> Result<(Visitor, HeaderValue), Error> {
    if asking.as_ref().and_then(Visitor::account).is_some() {
        return Err(Error::Refused(refusal::SIGNED_IN_ALREADY));
    }
    let name: AccountName = wanted.name.parse().map_err(krou_store::Error::from)?;
    password::check(&wanted.password, name.name())?;
    let kept = app.passwords.hash(&wanted.password).await?;
    let (guest, _) = welcome(app, asking).await?;
    let secret = random_word(32);
    let visitor = app
        .store
        .sign_up(guest.id, &name, &kept, &hash(&secret))
        .await?;
    tracing::info!(name = %visitor.name, "an account was made");
    Ok((visitor, session_cookie(app, &secret)?))
}

/// Begins a session. Answers with its cookie.
pub async fn sign_in(app: &App, given: &Credentials) -> Result<(Visitor, HeaderValue), Error> {
    let visitor = confirm(app, &given.name, &given.password).await?;
    let secret = random_word(32);
    app.store.begin_session(visitor.id, &hash(&secret)).await?;
    Ok((visitor, session_cookie(app, &secret)?))
}

/// Whose name and password these are. Takes as long if there is no such account.
async fn confirm(app: &App, name: &str, password: &str) -> Result<Visitor, Error> {
    let wrong = || Error::Refused(refusal::WRONG_PASSWORD);
    let tried = name.parse::<Name>().map_err(|_| wrong())?.key();
    app.tries.check(tried.clone())?;
    let account = app.store.account(name).await?;
    let kept = account.as_ref().map(|account| account.password.as_str());
    let right = app.passwords.verify(password, kept).await?;
    match account {
        Some(account) if right => {
            app.tries.forget(&tried);
            Ok(account.visitor)
        }
        _ => Err(wrong()),
    }
}

/// Refuses a token where the owner has to ask.
pub fn not_by_token(signed: Signed) -> Result<Signed, Error> {
    if signed.by_token {
        return Err(Error::Refused(refusal::NOT_BY_TOKEN));
    }
    Ok(signed)
}

/// Changes the password; all other sessions end. Answers with the cookie of the new one.
pub async fn change_password(
    app: &App,
    signed: &Signed,
    old: &str,
    new: &str,
) -> Result<HeaderValue, Error> {
    password::check(new, &signed.visitor.name)?;
    confirm(app, signed.visitor.name.as_str(), old).await?;
    let kept = app.passwords.hash(new).await?;
    let secret = random_word(32);
    let session = hash(&secret);
    app.store
        .set_password(&signed.visitor, &kept, &session)
        .await?;
    session_cookie(app, &secret)
}

/// Deletes the account. Games that go on are aborted or given up, so that nobody waits for ever.
pub async fn delete(app: &App, signed: &Signed, password: &str) -> Result<(), Error> {
    confirm(app, signed.visitor.name.as_str(), password).await?;
    let me = signed.visitor.id;
    for (table, _) in app.store.tables(Some(me), false, u32::MAX).await? {
        let Some(side) = table.side_of(me) else {
            continue;
        };
        let room = app.rooms.enter(app, &table.slug).await?;
        let ended = match room.abort(app, side).await {
            // It counts already.
            Err(error) if error.status() == StatusCode::CONFLICT => room.resign(app, side).await,
            ended => ended,
        };
        match ended {
            // It may have ended just now.
            Err(error) if error.status() != StatusCode::CONFLICT => return Err(error),
            _ => {}
        }
    }
    let anonymous = made_up_name();
    app.store.delete_account(signed.player, &anonymous).await?;
    tracing::info!("an account was deleted");
    Ok(())
}

/// Makes a token; this is the only time it can be read.
pub async fn make_token(app: &App, signed: &Signed, label: &str) -> Result<(Token, String), Error> {
    let label = label.trim();
    let plain = !label.contains(char::is_control);
    if !plain || !(1..=LABEL).contains(&label.chars().count()) {
        return Err(Error::Refused(refusal::TOKEN_LABEL));
    }
    if app.store.tokens(signed.player).await?.len() >= TOKENS {
        return Err(Error::Refused(refusal::TOO_MANY_TOKENS));
    }
    let secret = format!("krou_{}", random_word(40));
    let token = app
        .store
        .add_token(signed.player, &hash(&secret), label)
        .await?;
    Ok((token, secret))
}
