//! Language, theme and how the board moves: cookies of the visitor's own.

use askama::Template;
use axum::Form;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::{Page, Shell, render};
use crate::lang::{Speaks, cookie, theme_named};

const NUMBERS: [&str; 3] = ["beside", "large", "only"];
const SPEEDS: [&str; 4] = ["220", "110", "55", "off"];
const SOUNDS: [&str; 2] = ["off", "on"];
const LANGS: [&str; 2] = ["en", "fr"];

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    shell: &'a Shell,
    numbers: &'a str,
    speed: &'a str,
    sound: &'a str,
}

/// `/settings`
pub async fn settings(headers: HeaderMap, speaks: Speaks) -> Page {
    let shell = Shell::new(&speaks, "/settings");
    Ok(render(&SettingsPage {
        shell: &shell,
        numbers: cookie(&headers, "numbers").unwrap_or(NUMBERS[0]),
        speed: cookie(&headers, "speed").unwrap_or(SPEEDS[1]),
        sound: cookie(&headers, "sound").unwrap_or(SOUNDS[0]),
    }))
}

/// What can be chosen; what is left out stays as it is.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Choice {
    lang: Option<String>,
    theme: Option<String>,
    numbers: Option<String>,
    speed: Option<String>,
    sound: Option<String>,
    /// Where to go afterwards: an address of ours.
    back: String,
}

/// `POST /settings`: remembers the choice and returns to where it was made.
pub async fn choose(Form(choice): Form<Choice>) -> Response {
    let known = |value: Option<String>, all: &[&'static str]| {
        let value = value?;
        all.iter().copied().find(|known| *known == value)
    };
    let theme = choice.theme.as_deref().and_then(theme_named);
    let pairs = [
        ("lang", known(choice.lang, &LANGS)),
        ("theme", theme),
        ("numbers", known(choice.numbers, &NUMBERS)),
        ("speed", known(choice.speed, &SPEEDS)),
        ("sound", known(choice.sound, &SOUNDS)),
    ];
    let mut response = Redirect::to(ours(&choice.back)).into_response();
    for (name, value) in pairs {
        let Some(value) = value else { continue };
        let line = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax");
        if let Ok(line) = HeaderValue::from_str(&line) {
            response.headers_mut().append(header::SET_COOKIE, line);
        }
    }
    response
}

/// The first parts of the addresses of pages.
const PAGES: [&str; 11] = [
    "account", "analysis", "api", "compare", "g", "new", "players", "rules", "settings", "signin",
    "signup",
];

/// The address of a page of ours, or the start: never somewhere else.
pub fn ours(back: &str) -> &str {
    let path = back.split(['?', '#']).next().unwrap_or_default();
    // Browsers leave out some characters, and read others as a slash.
    let plain = back
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let mut parts = path.split('/');
    let known = parts.next() == Some("") && parts.next().is_some_and(|part| PAGES.contains(&part));
    let straight = parts.all(|part| !matches!(part, "" | "." | ".."));
    if plain && (path == "/" || (known && straight)) {
        back
    } else {
        "/"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_never_leads_elsewhere() {
        for page in [
            "/",
            "/rules/kalah?x=1",
            "/g/abc/review",
            "/analysis?rules=kalah&position=4,4/0,0/S//",
            "/players/%C3%89lodie",
        ] {
            assert_eq!(ours(page), page);
        }
        for elsewhere in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/a\nb",
            "/rules\nb",
            "\t//evil.example",
            "/\t/evil.example",
            "/rules/\tx",
            "/\0/evil.example",
            "/rules\0",
            "/rules\\..\\evil",
            "//",
            "///evil.example",
            "/rules//evil.example",
            "/g/../evil",
            "/./evil.example",
            "/evil.example",
            "/signout",
            "rules",
            "javascript:alert(1)",
            "/players/É",
            "/ /evil.example",
            "/.evil.example",
            "@evil.example",
            "?x",
        ] {
            assert_eq!(ours(elsewhere), "/", "{elsewhere}");
        }
    }
}
