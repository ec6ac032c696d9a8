//! What is known of a browser or program that signs in: its address, whether somebody has signed in
//! with it before, and what kind it is.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use krou_store::NewSession;

use crate::App;
use crate::error::Error;
use crate::lang::cookie;
use crate::limits::network;
use crate::visitor::{hash, kept_cookie, random_word, session_cookie};

/// The cookie by which a browser is known after signing out.
const COOKIE: &str = "device";
/// How long it is kept, in seconds: as long as browsers keep any.
const AGE: u32 = 400 * 24 * 3600;
/// How many letters it has.
const LETTERS: usize = 32;

/// A browser or program that signs in.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// Its address, or network, as it is counted.
    pub address: Option<IpAddr>,
    /// The cookie by which it is known, if it has one.
    pub device: Option<String>,
    /// What kind it is, in a few words.
    pub kind: Option<String>,
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let device = cookie(&parts.headers, &app.cookie_name(COOKIE));
        let agent = parts.headers.get(header::USER_AGENT);
        Ok(Client {
            address: address.map(|ConnectInfo(address)| network(address.ip())),
            device: device
                .filter(|device| device.len() == LETTERS)
                .map(str::to_string),
            kind: agent.and_then(|agent| kind(agent.to_str().ok()?)),
        })
    }
}

/// The cookies of a session that begins: its own, and the browser's.
pub struct Cookies([HeaderValue; 2]);

impl Cookies {
    /// Adds them to an answer.
    pub fn add_to(self, headers: &mut HeaderMap) {
        for cookie in self.0 {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
}

impl Client {
    /// A session to begin in this browser, and its cookies.
    pub fn new_session(&self, app: &App) -> Result<(NewSession, Cookies), Error> {
        let secret = random_word(LETTERS);
        let device = self.device.clone();
        let device = device.unwrap_or_else(|| random_word(LETTERS));
        let session = NewSession {
            secret: hash(&secret),
            device: Some(hash(&device)),
            client: self.kind.clone(),
        };
        let device = kept_cookie(app, COOKIE, &device, AGE)?;
        Ok((session, Cookies([session_cookie(app, &secret)?, device])))
    }
}

/// The kind of a browser: `Firefox, Linux`. Nothing else of what it says of itself is kept.
fn kind(agent: &str) -> Option<String> {
    // The first that is named counts: most browsers name others too.
    let browsers = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
        ("python", "Python"),
        ("Python", "Python"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let first = |known: &[(&str, &'static str)]| {
        let found = known.iter().find(|(sign, _)| agent.contains(sign));
        found.map(|(_, name)| *name)
    };
    let words: Vec<&str> = [first(&browsers), first(&systems)]
        .into_iter()
        .flatten()
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_told_by_its_kind_alone() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                Some("Firefox, Linux"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                Some("Edge, Windows"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                Some("Safari, iPhone"),
            ),
            ("curl/8.14.1", Some("curl")),
            ("<script>alert(1)</script>", None),
            ("", None),
        ] {
            assert_eq!(kind(agent).as_deref(), expected, "{agent}");
        }
    }
}
