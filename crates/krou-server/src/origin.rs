//! Requests must be meant for this server, and those that change something come from our own pages.

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::App;
use crate::error::Error;
use crate::refusal;

/// Whether a browser says the request comes from a page of this server. Programs that are no
/// browsers send no origin.
pub fn is_ours(app: &App, headers: &HeaderMap) -> bool {
    // What browsers say of themselves and no page can change.
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let origin = origin.to_str().ok();
    if app.is_secure() {
        // A page that came over plain HTTP may be anybody's.
        return origin.is_some_and(|origin| origin.eq_ignore_ascii_case(&app.public_address));
    }
    let place = origin.and_then(|origin| Some(origin.split_once("://")?.1));
    let host = headers.get(header::HOST);
    place.is_some() && place == host.and_then(|host| host.to_str().ok())
}

/// Refuses changes asked for by pages of other sites.
pub async fn refuse_foreign(State(app): State<App>, request: Request, next: Next) -> Response {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if safe || is_ours(&app, request.headers()) {
        next.run(request).await
    } else {
        Error::Refused(refusal::FOREIGN).as_asked(request.headers())
    }
}

/// Refuses requests meant for another host, where ours is known for certain. Only whether the server
/// is well can be asked by any name: watchers ask from within.
pub async fn refuse_misdirected(State(app): State<App>, request: Request, next: Next) -> Response {
    let named = request.headers().get(header::HOST);
    let named = named.and_then(|host| host.to_str().ok());
    let named = named.or_else(|| request.uri().authority().map(Authority::as_str));
    let named = named.map(|host| host.strip_suffix(":443").unwrap_or(host));
    let ours = match app.public_address.strip_prefix("https://") {
        Some(host) => named.is_some_and(|named| named.eq_ignore_ascii_case(host)),
        None => true,
    };
    if ours || request.uri().path() == "/healthz" {
        next.run(request).await
    } else {
        Error::Refused(refusal::MISDIRECTED).as_asked(request.headers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use krou_store::SqliteStore;

    async fn app(public_address: Option<&str>) -> (App, tempfile::TempDir) {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await.unwrap();
        let settings = Settings {
            public_address: public_address.map(str::to_string),
            ..Settings::default()
        };
        (App::new(store, &settings), dir)
    }

    fn headers(origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "krou.example:8080".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[tokio::test]
    async fn only_our_own_pages_are_ours() {
        let (app, _dir) = app(None).await;
        assert!(is_ours(&app, &headers(None)));
        assert!(is_ours(&app, &headers(Some("http://krou.example:8080"))));
        for foreign in ["http://evil.example", "null", "http://krou.example", ""] {
            assert!(!is_ours(&app, &headers(Some(foreign))), "{foreign}");
        }
        for (site, ours) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
        ] {
            let mut headers = headers(None);
            headers.insert("sec-fetch-site", site.parse().unwrap());
            assert_eq!(is_ours(&app, &headers), ours, "{site}");
        }
    }

    #[tokio::test]
    async fn with_an_https_address_only_its_own_pages_are_ours() {
        let (app, _dir) = app(Some("https://Krou.example:443/")).await;
        assert!(is_ours(&app, &headers(Some("https://krou.example"))));
        for foreign in [
            "http://krou.example",
            "https://krou.example:8080",
            "http://krou.example:8080",
            "https://evil.example",
            "null",
        ] {
            assert!(!is_ours(&app, &headers(Some(foreign))), "{foreign}");
        }
    }
}
