//! Requests that change something must come from our own pages.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;

/// Whether a browser says the request comes from a page of this server. Programs that are no
/// browsers send no origin.
pub fn is_ours(headers: &HeaderMap) -> bool {
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
        Error::Forbidden("this page belongs to another site".into()).into_response()
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
    }
}
