//! The scripts and styles of the pages, carried inside the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use crate::error::Error;

#[derive(Embed)]
#[folder = "../../web"]
#[include = "board/*"]
#[include = "pages/*"]
struct Web;

/// A script or a style. Pages elsewhere may use them too.
pub async fn get(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = Web::get(&path) else {
        return Error::Missing.into_response();
    };
    let hash = blake3::hash(&file.data).to_hex();
    let tag = format!("\"{}\"", &hash[..24]);
    let known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let head = [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "public, max-age=0, must-revalidate"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    if known {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        (head, file.data).into_response()
    }
}
