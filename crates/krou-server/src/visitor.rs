//! Who is asking: a visitor known by a cookie, a guest with a made-up name or a player with an
//! account, or a program known by an account's token. Only hashes of cookies and tokens are kept.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use krou_store::{Accounts, Name, PlayerId, Secret, Visitor, Web};
use rand::RngExt as _;

use crate::App;
use crate::error::Error;
use crate::lang::cookie;
use crate::refusal;

const COOKIE: &str = "visitor";

/// The visitor who asks, if they have been here before.
#[derive(Clone, Debug)]
pub struct Asking(pub Option<Visitor>);

impl FromRequestParts<App> for Asking {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let credential = credential(app, &parts.headers)?;
        Ok(Asking(known(app, credential).await?))
    }
}

/// What somebody is known by, as its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A session's cookie.
    Session(Secret),
    /// An account's token.
    Token(Secret),
}

/// What a request says it is known by.
pub fn credential(app: &App, headers: &HeaderMap) -> Result<Option<Credential>, Error> {
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        let token = authorization.to_str().ok().and_then(bearer);
        let token = token.ok_or(Error::Refused(refusal::BAD_TOKEN))?;
        return Ok(Some(Credential::Token(hash(token))));
    }
    Ok(session(app, headers).map(Credential::Session))
}

/// Who is known by it.
pub async fn known(app: &App, credential: Option<Credential>) -> Result<Option<Visitor>, Error> {
    match credential {
        Some(Credential::Token(token)) => {
            let visitor = app.store.visitor_by_token(&token).await?;
            visitor.map(Some).ok_or(Error::Refused(refusal::BAD_TOKEN))
        }
        Some(Credential::Session(session)) => Ok(app.store.visitor(&session).await?),
        None => Ok(None),
    }
}

fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

/// A player with an account, signed in by cookie or token.
#[derive(Clone, Debug)]
pub struct Signed {
    /// Who they are.
    pub visitor: Visitor,
    /// Which player.
    pub player: PlayerId,
    /// By what; a token is not for what only the owner may do.
    pub credential: Credential,
}

impl FromRequestParts<App> for Signed {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let credential = credential(app, &parts.headers)?;
        let visitor = known(app, credential).await?;
        let signed = visitor.and_then(|visitor| {
            Some(Signed {
                player: visitor.account()?,
                visitor,
                credential: credential?,
            })
        });
        signed.ok_or(Error::Refused(refusal::SIGN_IN_FIRST))
    }
}

/// The hash of the session's cookie.
pub fn session(app: &App, headers: &HeaderMap) -> Option<Secret> {
    cookie(headers, &app.cookie_name(COOKIE)).map(hash)
}

/// What is kept of a cookie or token.
pub fn hash(secret: &str) -> Secret {
    *blake3::hash(secret.as_bytes()).as_bytes()
}

/// The cookie of a session; an empty one ends it.
pub fn session_cookie(app: &App, secret: &str) -> Result<HeaderValue, Error> {
    let age = if secret.is_empty() { 0 } else { 31_536_000 };
    kept_cookie(app, COOKIE, secret, age)
}

/// A cookie no script can read, for so many seconds.
pub fn kept_cookie(app: &App, name: &str, value: &str, age: u32) -> Result<HeaderValue, Error> {
    let name = app.cookie_name(name);
    let secure = if app.is_secure() { "; Secure" } else { "" };
    let line = format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&line).map_err(|error| Error::Inside(error.to_string()))
}

/// The visitor who asks, made known now if they are new; then with the cookie to send back.
pub async fn welcome(
    app: &App,
    asking: Option<Visitor>,
) -> Result<(Visitor, Option<HeaderValue>), Error> {
    if let Some(visitor) = asking {
        return Ok((visitor, None));
    }
    let secret = random_word(32);
    let name = made_up_name();
    let visitor = app.store.create_visitor(&hash(&secret), &name).await?;
    Ok((visitor, Some(session_cookie(app, &secret)?)))
}

/// Adds the cookie of a new visitor to an answer.
pub fn with_cookie(headers: &mut HeaderMap, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        headers.append(header::SET_COOKIE, cookie);
    }
}

/// Letters and digits nobody can guess; none that look alike.
pub fn random_word(length: usize) -> String {
    const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
    let mut rng = rand::rng();
    let letter = |_| char::from(LETTERS[rng.random_range(0..LETTERS.len())]);
    (0..length).map(letter).collect()
}

/// A made-up name: a tree and a number.
pub fn made_up_name() -> Name {
    const TREES: [&str; 16] = [
        "Baobab", "Kola", "Shea", "Mango", "Acacia", "Tamarind", "Cedar", "Olive", "Fig", "Palm",
        "Neem", "Moringa", "Ebony", "Papaya", "Cashew", "Marula",
    ];
    let mut rng = rand::rng();
    let tree = TREES[rng.random_range(0..TREES.len())];
    let number = rng.random_range(100..1000);
    format!("{tree} {number}")
        .parse()
        .expect("a made-up name is a name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_have_enough_letters() {
        let (one, two) = (random_word(32), random_word(32));
        assert_ne!(one, two);
        assert_eq!(one.len(), 32);
        assert!(!made_up_name().as_str().is_empty());
    }
}
