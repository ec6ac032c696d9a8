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

#[cfg(test)]
mod tests {
    use super::*;

    /// The most kilobytes of scripts: of the board, and of all pages together.
    const BUDGET: [(&str, usize); 2] = [("board/", 70), ("pages/", 50)];

    #[test]
    fn the_scripts_stay_small_and_the_documentation_tells_their_size() {
        let told = include_str!("../../../docs/web.md");
        for (folder, most) in BUDGET {
            let scripts =
                Web::iter().filter(|path| path.starts_with(folder) && path.ends_with(".js"));
            let sizes = scripts.filter_map(|path| Some(Web::get(&path)?.data.len()));
            let size: usize = sizes.sum();
            assert!(
                size <= 1000 * most,
                "the scripts in web/{folder} have {size} bytes, more than {most} kB"
            );
            let line = format!("`web/{folder}` under {most} kB");
            assert!(told.contains(&line), "docs/web.md must say: {line}");
        }
    }
}
