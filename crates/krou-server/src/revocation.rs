//! Revocation reaches what is open: a socket or stream ends when the session or token it was opened
//! with does.

use std::future::Future;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use krou_store::{Secret, Visitor, VisitorId};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use crate::App;
use crate::error::Error;
use crate::visitor::{Credential, credential, known};

/// How many revocations a connection may be behind before it looks for itself.
const BEHIND: usize = 256;

/// What is worth nothing any more.
#[derive(Clone, Copy, Debug)]
pub enum Revoked {
    /// One session or token.
    One(Secret),
    /// All sessions of a visitor.
    Sessions(VisitorId),
    /// All sessions and tokens of a visitor.
    All(VisitorId),
}

/// Tells open connections what is revoked.
#[derive(Clone, Debug)]
pub struct Revocations(broadcast::Sender<Revoked>);

impl Default for Revocations {
    fn default() -> Revocations {
        Revocations(broadcast::channel(BEHIND).0)
    }
}

impl Revocations {
    /// Tells that something is revoked. Call it after the store has done so.
    pub fn announce(&self, revoked: Revoked) {
        // Nobody connected is fine.
        let _ = self.0.send(revoked);
    }
}

/// Runs a change that revokes something to its end, also if whoever asked for it hangs up meanwhile:
/// nothing is revoked in the store that stays open here.
pub async fn to_its_end<T: Send + 'static>(
    change: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::spawn(change).await;
    done.map_err(|error| Error::Inside(error.to_string()))?
}

/// Why a connection has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The server ends.
    Server,
    /// The session or token it was opened with has ended.
    Revoked,
}

/// The right to keep a socket or stream open.
#[derive(Debug)]
pub struct Access {
    app: App,
    credential: Option<Credential>,
    /// Who has it, if they have been here before.
    pub visitor: Option<Visitor>,
    revoked: broadcast::Receiver<Revoked>,
    /// Whether revocations were missed.
    missed: bool,
    ending: watch::Receiver<bool>,
}

impl FromRequestParts<App> for Access {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        // Listens before it looks, so that nothing is revoked in between.
        let revoked = app.revocations.0.subscribe();
        let credential = credential(app, &parts.headers)?;
        Ok(Access {
            credential,
            visitor: known(app, credential).await?,
            revoked,
            missed: false,
            ending: app.ending.subscribe(),
            app: app.clone(),
        })
    }
}

impl Access {
    /// Done when the connection has to end. Nothing is lost if this is dropped and called again.
    pub async fn ended(&mut self) -> Ended {
        loop {
            if self.missed {
                let visitor = known(&self.app, self.credential).await;
                if self.visitor.is_some() && !matches!(visitor, Ok(Some(_))) {
                    return Ended::Revoked;
                }
                self.missed = false;
            }
            let revoked = tokio::select! {
                // The sender lives as long as the app.
                _ = self.ending.wait_for(|ending| *ending) => return Ended::Server,
                revoked = self.revoked.recv() => revoked,
            };
            match revoked {
                Ok(revoked) if self.is_meant(revoked) => return Ended::Revoked,
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Ended::Server,
            }
        }
    }

    fn is_meant(&self, revoked: Revoked) -> bool {
        let visitor = self.visitor.as_ref().map(|visitor| visitor.id);
        match (revoked, self.credential) {
            (Revoked::One(one), Some(Credential::Session(own) | Credential::Token(own))) => {
                one == own
            }
            (Revoked::Sessions(of), Some(Credential::Session(_))) | (Revoked::All(of), Some(_)) => {
                visitor == Some(of)
            }
            _ => false,
        }
    }
}
