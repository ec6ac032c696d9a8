//! Which language and look a visitor wants: chosen before (a cookie), or as the browser prefers.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use krou_rules::Lang;
use krou_store::Web as _;

use crate::App;
use crate::visitor::session;

/// The themes of the pages.
pub const THEMES: [&str; 5] = ["auto", "light", "dark", "contrast", "shore"];

/// What a visitor has chosen or their browser prefers, and who they are on every page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaks {
    /// The language of the pages.
    pub lang: Lang,
    /// The theme of the pages.
    pub theme: &'static str,
    /// The name they signed in with.
    pub signed_in: Option<String>,
}

impl FromRequestParts<App> for Speaks {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let mut speaks = Speaks::read(&parts.headers);
        // A page can be read also while the store has trouble.
        if let Some(session) = session(app, &parts.headers)
            && let Ok(Some(visitor)) = app.store.visitor(&session).await
        {
            speaks.signed_in = visitor.player.map(|player| player.name.to_string());
        }
        Ok(speaks)
    }
}

impl Speaks {
    /// What a request says, before anybody is looked up.
    pub fn read(headers: &HeaderMap) -> Speaks {
        let chosen = cookie(headers, "lang").and_then(|code| code.parse().ok());
        let preferred = headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|value| value.to_str().ok())
            .and_then(preferred);
        let theme = cookie(headers, "theme").unwrap_or_default();
        Speaks {
            lang: chosen.or(preferred).unwrap_or_default(),
            theme: theme_named(theme).unwrap_or(THEMES[0]),
            signed_in: None,
        }
    }
}

/// The theme of that name, if there is one.
pub fn theme_named(name: &str) -> Option<&'static str> {
    THEMES.into_iter().find(|theme| *theme == name)
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// The first of the languages we speak in an `Accept-Language`, by the weight given to each.
fn preferred(accepted: &str) -> Option<Lang> {
    let weighted = |item: &str| {
        let (tag, weight) = item.split_once(';').unwrap_or((item, "q=1"));
        let code = tag.trim().split('-').next()?.to_ascii_lowercase();
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        Some((code.parse().ok()?, weight))
    };
    let mut known: Vec<(Lang, f32)> = accepted.split(',').filter_map(weighted).collect();
    known.retain(|(_, weight)| *weight > 0.0);
    known.sort_by(|a, b| b.1.total_cmp(&a.1));
    known.first().map(|(lang, _)| *lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browsers_preference_is_heard() {
        let cases = [
            ("fr-CH, fr;q=0.9, en;q=0.8", Some(Lang::Fr)),
            ("de, en;q=0.4, fr;q=0.5", Some(Lang::Fr)),
            ("en-GB,fr", Some(Lang::En)),
            ("fr;q=0, en;q=0.1", Some(Lang::En)),
            ("de", None),
            ("", None),
            (";;;q=,", None),
        ];
        for (accepted, lang) in cases {
            assert_eq!(preferred(accepted), lang, "{accepted}");
        }
    }

    #[test]
    fn a_choice_goes_before_the_preference() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, "en".parse().unwrap());
        headers.insert(header::COOKIE, "a=b; lang=fr; theme=dark".parse().unwrap());
        let speaks = Speaks::read(&headers);
        assert_eq!((speaks.lang, speaks.theme), (Lang::Fr, "dark"));
    }
}
