//! Accounts: what signing up, signing in and the rest mean, for the pages and for programs.

mod client;
mod common;
mod password;
mod tries;

use std::sync::Arc;

use axum::http::StatusCode;
use krou_store::{AccountName, Accounts, Name, Secret, Token, Visitor, Web};
use serde::Deserialize;

use crate::App;
use crate::error::Error;
use crate::refusal;
use crate::revocation::{Revoked, to_its_end};
use crate::visitor::{Credential, Signed, hash, made_up_name, random_word, welcome};

pub use client::{Client, Cookies};
pub use password::Passwords;
pub use tries::{Guess, Tries};

/// The most tokens an account has.
const TOKENS: usize = 20;
/// The longest label of a token.
const LABEL: usize = 40;

/// A name and a password.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Makes an account; a guest takes their games along. Answers with the cookies of the session.
pub async fn sign_up(
    app: &App,
    client: &Client,
    asking: Option<Visitor>,
    wanted: &Credentials,
) -> Result<(Visitor, Cookies), Error> {
    if asking.as_ref().and_then(Visitor::account).is_some() {
        return Err(Error::Refused(refusal::SIGNED_IN_ALREADY));
    }
    let name: AccountName = wanted.name.parse().map_err(krou_store::Error::from)?;
    password::check(&wanted.password, name.name())?;
    let kept = app.passwords.hash(&wanted.password).await?;
    let (guest, _) = welcome(app, asking).await?;
    let (session, cookies) = client.new_session(app)?;
    let (store, revocations) = (Arc::clone(&app.store), app.revocations.clone());
    let visitor = to_its_end(async move {
        let visitor = store.sign_up(guest.id, &name, &kept, &session).await?;
        revocations.announce(Revoked::All(guest.id));
        Ok(visitor)
    });
    let visitor = visitor.await?;
    tracing::info!(name = %visitor.name, "an account was made");
    Ok((visitor, cookies))
}

/// Begins a session. Answers with its cookies.
pub async fn sign_in(
    app: &App,
    client: &Client,
    given: &Credentials,
) -> Result<(Visitor, Cookies), Error> {
    let device = match &client.device {
        Some(device) => {
            let device = hash(device);
            let known = app.store.knows_device(&given.name, &device).await?;
            known.then_some(device)
        }
        None => None,
    };
    let guess = Guess {
        name: Name::key_of(&given.name),
        address: client.address,
        device,
    };
    let visitor = confirm(app, &guess, &given.password).await?;
    let (session, cookies) = client.new_session(app)?;
    app.store.begin_session(&visitor, &session).await?;
    Ok((visitor, cookies))
}

/// Whose name and password these are. Takes as long if there is no such account.
async fn confirm(app: &App, guess: &Guess, password: &str) -> Result<Visitor, Error> {
    app.tries.check(guess)?;
    let account = app.store.account(&guess.name).await?;
    let kept = account.as_ref().map(|account| account.password.as_str());
    let right = app.passwords.verify(password, kept).await?;
    match account {
        Some(account) if right => {
            app.tries.forget(guess);
            Ok(account.visitor)
        }
        _ => {
            let address = guess.address.map(tracing::field::display);
            // With quotation marks and escapes: nothing in it can pretend to be a line of the log.
            let name: String = guess.name.chars().take(Name::LONGEST).collect();
            tracing::warn!(address, name = ?name, "a sign-in failed");
            Err(Error::Refused(refusal::WRONG_PASSWORD))
        }
    }
}

/// Checks the password of somebody who is signed in.
async fn confirm_owner(
    app: &App,
    client: &Client,
    signed: &Signed,
    password: &str,
) -> Result<(), Error> {
    let Credential::Session(session) = signed.credential else {
        return Err(Error::Refused(refusal::NOT_BY_TOKEN));
    };
    let guess = Guess {
        name: signed.visitor.name.key(),
        address: client.address,
        device: Some(session),
    };
    confirm(app, &guess, password).await.map(drop)
}

/// Refuses a token where the owner has to ask.
pub fn not_by_token(signed: Signed) -> Result<Signed, Error> {
    if matches!(signed.credential, Credential::Token(_)) {
        return Err(Error::Refused(refusal::NOT_BY_TOKEN));
    }
    Ok(signed)
}

/// Changes the password; all sessions and tokens end, with what is open by them. Answers with the
/// cookies of a new session.
pub async fn change_password(
    app: &App,
    client: &Client,
    signed: &Signed,
    old: &str,
    new: &str,
) -> Result<Cookies, Error> {
    password::check(new, &signed.visitor.name)?;
    confirm_owner(app, client, signed, old).await?;
    let kept = app.passwords.hash(new).await?;
    let (session, cookies) = client.new_session(app)?;
    let (app, visitor) = (app.clone(), signed.visitor.clone());
    to_its_end(async move {
        app.store.set_password(&visitor, &kept, &session).await?;
        app.revocations.announce(Revoked::All(visitor.id));
        Ok(cookies)
    })
    .await
}

/// Ends a session, with what is open by it.
pub async fn sign_out(app: &App, session: Secret) -> Result<(), Error> {
    let app = app.clone();
    to_its_end(async move {
        app.store.end_session(&session).await?;
        app.revocations.announce(Revoked::One(session));
        Ok(())
    })
    .await
}

/// Ends all sessions, with what is open by them. Tokens stay.
pub async fn sign_out_everywhere(app: &App, signed: &Signed) -> Result<(), Error> {
    let (app, visitor) = (app.clone(), signed.visitor.id);
    to_its_end(async move {
        app.store.end_sessions(visitor).await?;
        app.revocations.announce(Revoked::Sessions(visitor));
        Ok(())
    })
    .await
}

/// Revokes a token, with what is open by it. Returns false if there is no such token.
pub async fn revoke_token(app: &App, signed: &Signed, token: i64) -> Result<bool, Error> {
    let (app, player) = (app.clone(), signed.player);
    to_its_end(async move {
        let revoked = app.store.revoke_token(player, token).await?;
        if let Some(secret) = revoked {
            app.revocations.announce(Revoked::One(secret));
        }
        Ok(revoked.is_some())
    })
    .await
}

/// Deletes the account. Games that go on are aborted or given up, so that nobody waits for ever.
pub async fn delete(
    app: &App,
    client: &Client,
    signed: &Signed,
    password: &str,
) -> Result<(), Error> {
    confirm_owner(app, client, signed, password).await?;
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
    let (app, player) = (app.clone(), signed.player);
    to_its_end(async move {
        app.store.delete_account(player, &anonymous).await?;
        app.revocations.announce(Revoked::All(me));
        tracing::info!("an account was deleted");
        Ok(())
    })
    .await
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
