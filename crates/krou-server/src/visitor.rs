//! Who is asking: a visitor known by a cookie, with a made-up name. Only the cookie's hash is kept.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use krou_store::{Name, Visitor, Web};
use rand::RngExt as _;

use crate::App;
use crate::error::Error;
use crate::lang::cookie;

const COOKIE: &str = "visitor";

/// The visitor who asks, if they have been here before.
#[derive(Clone, Debug)]
pub struct Asking(pub Option<Visitor>);

impl FromRequestParts<App> for Asking {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        Ok(Asking(known(app, &parts.headers).await?))
    }
}

async fn known(app: &App, headers: &HeaderMap) -> Result<Option<Visitor>, Error> {
    match cookie(headers, COOKIE) {
        Some(secret) => Ok(app.store.visitor(&hash(secret)).await?),
        None => Ok(None),
    }
}

fn hash(secret: &str) -> [u8; 32] {
    *blake3::hash(secret.as_bytes()).as_bytes()
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
    let visitor = app.store.create_visitor(&hash(&secret), &name()).await?;
    let line = format!("{COOKIE}={secret}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
    let line = HeaderValue::from_str(&line).map_err(|error| Error::Inside(error.to_string()))?;
    Ok((visitor, Some(line)))
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
    let mut luck = rand::rng();
    let letter = |_| char::from(LETTERS[luck.random_range(0..LETTERS.len())]);
    (0..length).map(letter).collect()
}

/// A made-up name: a tree and a number.
fn name() -> Name {
    const TREES: [&str; 16] = [
        "Baobab", "Kola", "Shea", "Mango", "Acacia", "Tamarind", "Cedar", "Olive", "Fig", "Palm",
        "Neem", "Moringa", "Ebony", "Papaya", "Cashew", "Marula",
    ];
    let mut luck = rand::rng();
    let tree = TREES[luck.random_range(0..TREES.len())];
    let number = luck.random_range(100..1000);
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
        assert!(!name().as_str().is_empty());
    }
}
