//! Signing up, in and out, and the page of one's own account. All forms work without scripts.

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Redirect, Response};
use krou_store::{Accounts, Session, Token};
use serde::Deserialize;

use super::settings::ours;
use super::{Page, Shell, or_page, render};
use crate::App;
use crate::account::{self, Client, Cookies, Credentials, not_by_token};
use crate::error::Error;
use crate::lang::Speaks;
use crate::visitor::{Asking, Credential, Signed, session, session_cookie, with_cookie};

#[derive(Template)]
#[template(path = "sign.html")]
struct SignPage<'a> {
    shell: &'a Shell,
    /// Whether it is for somebody new.
    up: bool,
    name: &'a str,
    back: &'a str,
    why: String,
}

/// Where to go afterwards.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Back {
    back: String,
}

fn sign_page(up: bool, back: &str, name: &str, why: Option<&Error>, speaks: &Speaks) -> Response {
    let here = if up { "/signup" } else { "/signin" };
    let shell = Shell::new(speaks, here);
    let page = render(&SignPage {
        up,
        name,
        back: ours(back),
        why: why.map_or_else(String::new, |error| error.text(speaks.lang)),
        shell: &shell,
    });
    match why {
        Some(error) => error.answered_with(page),
        None => page,
    }
}

/// `/signin`
pub async fn sign_in_form(Query(back): Query<Back>, speaks: Speaks) -> Page {
    Ok(sign_page(false, &back.back, "", None, &speaks))
}

/// `/signup`
pub async fn sign_up_form(Query(back): Query<Back>, speaks: Speaks) -> Page {
    Ok(sign_page(true, &back.back, "", None, &speaks))
}

/// What the forms send.
#[derive(Debug, Deserialize)]
pub struct Filled {
    #[serde(flatten)]
    who: Credentials,
    #[serde(default)]
    back: String,
}

fn begun(cookies: Cookies, back: &str) -> Response {
    let mut response = Redirect::to(ours(back)).into_response();
    cookies.add_to(response.headers_mut());
    response
}

fn signed_out(cookie: HeaderValue) -> Response {
    let mut response = Redirect::to("/").into_response();
    with_cookie(response.headers_mut(), Some(cookie));
    response
}

/// `POST /signup`
pub async fn sign_up(
    State(app): State<App>,
    client: Client,
    Asking(asking): Asking,
    speaks: Speaks,
    Form(filled): Form<Filled>,
) -> Page {
    let signed = account::sign_up(&app, &client, asking, &filled.who);
    Ok(match signed.await {
        Ok((_, cookies)) => begun(cookies, &filled.back),
        Err(why) => sign_page(true, &filled.back, &filled.who.name, Some(&why), &speaks),
    })
}

/// `POST /signin`
pub async fn sign_in(
    State(app): State<App>,
    client: Client,
    speaks: Speaks,
    Form(filled): Form<Filled>,
) -> Page {
    Ok(match account::sign_in(&app, &client, &filled.who).await {
        Ok((_, cookies)) => begun(cookies, &filled.back),
        Err(why) => sign_page(false, &filled.back, &filled.who.name, Some(&why), &speaks),
    })
}

/// `POST /signout`
pub async fn sign_out(State(app): State<App>, headers: HeaderMap, speaks: Speaks) -> Page {
    let done = async {
        if let Some(session) = session(&app, &headers) {
            account::sign_out(&app, session).await?;
        }
        Ok(signed_out(session_cookie(&app, "")?))
    };
    or_page(done.await, &speaks)
}

/// `POST /account/signout`
pub async fn account_sign_out(
    State(app): State<App>,
    speaks: Speaks,
    signed: Result<Signed, Error>,
) -> Page {
    let signed = or_page(signed.and_then(not_by_token), &speaks)?;
    let done = async {
        account::sign_out_everywhere(&app, &signed).await?;
        Ok(signed_out(session_cookie(&app, "")?))
    };
    or_page(done.await, &speaks)
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    shell: &'a Shell,
    name: &'a str,
    bot: bool,
    sessions: Vec<Session>,
    /// The session that asks.
    this: Credential,
    tokens: Vec<Token>,
    /// A token that was just made: this is the only time it can be read.
    made: String,
    why: String,
}

impl AccountPage<'_> {
    /// Whether it is the session that asks.
    fn is_this(&self, session: &Session) -> bool {
        self.this == Credential::Session(session.secret)
    }
}

async fn page(
    app: &App,
    signed: &Signed,
    speaks: &Speaks,
    made: String,
    why: Option<Error>,
) -> Page {
    let shell = Shell::new(speaks, "/account");
    let tokens = app.store.tokens(signed.player).await;
    let tokens = or_page(tokens.map_err(Error::from), speaks)?;
    let sessions = app.store.sessions(signed.visitor.id).await;
    let sessions = or_page(sessions.map_err(Error::from), speaks)?;
    let response = render(&AccountPage {
        name: signed.visitor.name.as_str(),
        bot: signed.visitor.bot,
        sessions,
        this: signed.credential,
        tokens,
        made,
        why: why
            .as_ref()
            .map_or_else(String::new, |error| error.text(speaks.lang)),
        shell: &shell,
    });
    Ok(match why {
        Some(error) => error.answered_with(response),
        None => response,
    })
}

/// `/account`
pub async fn account(
    State(app): State<App>,
    signed: Result<Signed, Error>,
    speaks: Speaks,
) -> Page {
    match signed {
        Ok(signed) => page(&app, &signed, &speaks, String::new(), None).await,
        Err(_) => Ok(Redirect::to("/signin?back=/account").into_response()),
    }
}

/// A change of the password.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NewPassword {
    old: String,
    new: String,
}

/// `POST /account/password`
pub async fn account_password(
    State(app): State<App>,
    client: Client,
    speaks: Speaks,
    signed: Result<Signed, Error>,
    Form(change): Form<NewPassword>,
) -> Page {
    let signed = or_page(signed.and_then(not_by_token), &speaks)?;
    let NewPassword { old, new } = &change;
    let changed = account::change_password(&app, &client, &signed, old, new);
    match changed.await {
        Ok(cookies) => Ok(begun(cookies, "/account")),
        Err(why) => page(&app, &signed, &speaks, String::new(), Some(why)).await,
    }
}

/// Whether a program plays.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BotChoice {
    bot: String,
}

/// `POST /account/bot`
pub async fn account_bot(
    State(app): State<App>,
    speaks: Speaks,
    signed: Result<Signed, Error>,
    Form(choice): Form<BotChoice>,
) -> Page {
    let signed = or_page(signed.and_then(not_by_token), &speaks)?;
    let set = app.store.set_bot(signed.player, choice.bot == "yes").await;
    or_page(set.map_err(Error::from), &speaks)?;
    Ok(Redirect::to("/account").into_response())
}

/// What a token is for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TokenWish {
    label: String,
}

/// `POST /account/tokens`
pub async fn account_token(
    State(app): State<App>,
    speaks: Speaks,
    signed: Result<Signed, Error>,
    Form(wish): Form<TokenWish>,
) -> Page {
    let signed = or_page(signed.and_then(not_by_token), &speaks)?;
    match account::make_token(&app, &signed, &wish.label).await {
        Ok((_, secret)) => page(&app, &signed, &speaks, secret, None).await,
        Err(why) => page(&app, &signed, &speaks, String::new(), Some(why)).await,
    }
}

/// `POST /account/tokens/ID/revoke`
pub async fn account_token_gone(
    State(app): State<App>,
    Path(id): Path<i64>,
    speaks: Speaks,
    signed: Result<Signed, Error>,
) -> Page {
    let signed = or_page(signed.and_then(not_by_token), &speaks)?;
    let gone = account::revoke_token(&app, &signed, id).await;
    or_page(gone, &speaks)?;
    Ok(Redirect::to("/account").into_response())
}

/// `POST /account/delete`
pub async fn account_delete(
    State(app): State<App>,
    client: Client,
    speaks: Speaks,
    signed: Result<Signed, Error>,
    Form(who): Form<Credentials>,
) -> Page {
    let signed = or_page(signed.and_then(not_by_token), &speaks)?;
    let gone = account::delete(&app, &client, &signed, &who.password).await;
    match gone.and_then(|()| session_cookie(&app, "")) {
        Ok(cookie) => Ok(signed_out(cookie)),
        Err(why) => page(&app, &signed, &speaks, String::new(), Some(why)).await,
    }
}
