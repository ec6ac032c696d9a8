//! Requests that change something must come from our own pages.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::error::Error;
use crate::refusal;

/// Whether a browser says the request comes from a page of this server. Programs that are no
/// browsers send no origin.
pub fn is_ours(headers: &HeaderMap) -> bool {
    // What browsers say of themselves and no page can change.
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| {
        let (_, place) = origin.split_once("://")?;
        Some(place)
    });
    origin.is_some() && origin == host
}

/// Refuses changes asked for by pages of other sites.
pub async fn refuse_foreign(request: Request, next: Next) -> Response {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if safe || is_ours(request.headers()) {
        next.run(request).await
    } else {
        Error::Refused(refusal::FOREIGN).as_asked(request.headers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_are_ours() {
        let headers = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "krou.example:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            headers
        };
        assert!(is_ours(&headers(None)));
        assert!(is_ours(&headers(Some("http://krou.example:8080"))));
        for foreign in ["http://evil.example", "null", "http://krou.example", ""] {
            assert!(!is_ours(&headers(Some(foreign))), "{foreign}");
        }
        for (site, ours) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
        ] {
            let mut headers = headers(None);
            headers.insert("sec-fetch-site", site.parse().unwrap());
            assert_eq!(is_ours(&headers), ours, "{site}");
        }
    }
}
