//! How often an address, or an account, may ask for what costs something.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;

use crate::App;
use crate::error::Error;
use crate::refusal;

/// Addresses remembered before the idle ones are forgotten.
const REMEMBERED: usize = 10_000;

/// So many requests at once, and one more after each pause, for each address or account.
#[derive(Clone, Debug)]
pub struct Limit<Who = IpAddr> {
    burst: u32,
    pause: Duration,
    /// When the requests so far of each would be through at an even pace.
    due: Arc<Mutex<HashMap<Who, Instant>>>,
}

impl<Who: Eq + Hash> Limit<Who> {
    /// A limit of `burst` requests at once and one more after each `pause`.
    pub fn new(burst: u32, pause: Duration) -> Limit<Who> {
        Limit {
            burst,
            pause,
            due: Arc::default(),
        }
    }

    /// Counts a request now, and refuses one too many.
    pub fn check(&self, who: Who) -> Result<(), Error> {
        let counted = self.count(who, Instant::now());
        counted.map_err(|wait| Error::TooMany(wait.as_secs() + 1))
    }

    /// Forgets what was counted.
    pub fn forget(&self, who: &Who) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        due.remove(who);
    }

    /// Counts a request; if it is one too many, how long to wait.
    fn count(&self, who: Who, now: Instant) -> Result<(), Duration> {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if due.len() >= REMEMBERED {
            due.retain(|_, until| *until > now);
        }
        let entry = due.entry(who).or_insert(now);
        let until = (*entry).max(now) + self.pause;
        let ahead = until.duration_since(now);
        let most = self.pause * self.burst;
        match ahead.checked_sub(most) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                *entry = until;
                Ok(())
            }
        }
    }
}

/// An address for counting: of a version 6 address the network, since one subscriber has many.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) if address.to_ipv4_mapped().is_none() => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(network.into())
        }
        other => other.to_canonical(),
    }
}

/// Where a request comes from, as it is counted; in tests without a network from nowhere.
#[derive(Clone, Copy, Debug)]
pub struct Caller(pub Option<IpAddr>);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Caller(
            from.map(|ConnectInfo(address)| network(address.ip())),
        ))
    }
}

/// Takes the visitor's address from the proxy in front, if there is one: the last in the list, since
/// all before it is what the visitor says.
pub async fn name_visitor(
    State(behind_proxy): State<bool>,
    mut request: Request,
    next: Next,
) -> Response {
    let last = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    let last = last.and_then(|list| list.to_str().ok()?.rsplit(',').next());
    if behind_proxy && let Some(address) = last.and_then(|last| last.trim().parse::<IpAddr>().ok())
    {
        let address = SocketAddr::from((address, 0));
        request.extensions_mut().insert(ConnectInfo(address));
    }
    next.run(request).await
}

/// The most streams and sockets that one address holds open at once.
const OPEN: usize = 200;

/// How many streams and sockets each address holds open.
#[derive(Clone, Debug, Default)]
pub struct Held(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of them, counted as long as it is kept.
#[derive(Debug)]
pub struct Holding {
    held: Held,
    by: Option<IpAddr>,
}

impl Held {
    fn held(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hold(&self, by: IpAddr) -> Result<Holding, Error> {
        let mut held = self.held();
        let open = held.entry(by).or_default();
        if *open >= OPEN {
            return Err(Error::Refused(refusal::TOO_MANY_OPEN));
        }
        *open += 1;
        let (held, by) = (self.clone(), Some(by));
        Ok(Holding { held, by })
    }
}

impl Holding {
    /// Where whoever holds it asks from.
    pub fn from(&self) -> Option<IpAddr> {
        self.by
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let Some(by) = self.by else { return };
        let mut held = self.held.held();
        if let Some(open) = held.get_mut(&by) {
            *open -= 1;
            if *open == 0 {
                held.remove(&by);
            }
        }
    }
}

impl FromRequestParts<App> for Holding {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let held = app.held.clone();
        match parts.extensions.get::<ConnectInfo<SocketAddr>>() {
            Some(ConnectInfo(address)) => held.hold(network(address.ip())),
            None => Ok(Holding { held, by: None }),
        }
    }
}

/// Refuses what is too much, and says when to come back.
pub async fn keep(State(limit): State<Limit>, request: Request, next: Next) -> Response {
    let from = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if let Some(ConnectInfo(address)) = from
        && let Err(error) = limit.check(network(address.ip()))
    {
        return error.as_asked(request.headers());
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_fine_and_then_one_after_each_pause() {
        let limit = Limit::new(3, Duration::from_secs(10));
        let [one, other] = [1, 2].map(|n| IpAddr::from([10, 0, 0, n]));
        let now = Instant::now();
        for _ in 0..3 {
            assert_eq!(limit.count(one, now), Ok(()));
        }
        assert_eq!(limit.count(one, now), Err(Duration::from_secs(10)));
        assert_eq!(limit.count(other, now), Ok(()));
        let later = now + Duration::from_secs(10);
        assert_eq!(limit.count(one, later), Ok(()));
        assert!(limit.count(one, later).is_err());
    }

    #[test]
    fn an_address_holds_only_so_many_open_and_may_open_another_after_closing_one() {
        let held = Held::default();
        let [one, other] = [1, 2].map(|n| IpAddr::from([10, 0, 0, n]));
        let mut open: Vec<Holding> = (0..OPEN).map(|_| held.hold(one).unwrap()).collect();
        let refused = held.hold(one).unwrap_err();
        assert_eq!(refused.status(), axum::http::StatusCode::TOO_MANY_REQUESTS);
        assert!(held.hold(other).is_ok());
        open.pop();
        assert!(held.hold(one).is_ok());
        drop(open);
        assert!(held.held().is_empty());
    }

    #[test]
    fn one_subscriber_counts_once() {
        let a: IpAddr = "2001:db8::1".parse().unwrap();
        let b: IpAddr = "2001:db8::ffff:2".parse().unwrap();
        assert_eq!(network(a), network(b));
        let v4: IpAddr = "::ffff:10.0.0.1".parse().unwrap();
        assert_eq!(network(v4), IpAddr::from([10, 0, 0, 1]));
    }
}
