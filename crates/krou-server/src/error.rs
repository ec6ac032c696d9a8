//! What can go wrong with a request: one enum that knows its status and how loudly to log it.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use krou_rules::Lang;
use serde::Serialize;

use crate::lang::Speaks;
use crate::pages::{self, Shell};
use crate::refusal::Refusal;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request makes no sense as it is, or a rule of the place is against it.
    #[error("{0}")]
    Refused(Refusal),
    /// There is nothing at that address.
    #[error("there is nothing here")]
    Missing,
    /// Too much at once.
    #[error("too many requests; come back in {0} seconds")]
    TooMany(u64),
    /// The store failed; nothing was changed.
    #[error(transparent)]
    Store(#[from] krou_store::Error),
    /// A mistake of ours.
    #[error("something went wrong here")]
    Inside(String),
}

impl Error {
    /// A request that makes no sense, in English and French.
    pub fn wrong(en: impl Into<Cow<'static, str>>, fr: impl Into<Cow<'static, str>>) -> Error {
        Error::Refused(Refusal::new(StatusCode::BAD_REQUEST, en, fr))
    }

    /// A request that makes no sense, with what is wrong said in a language.
    pub fn told(why: impl Fn(Lang) -> String) -> Error {
        Error::wrong(why(Lang::En), why(Lang::Fr))
    }

    /// The status it is answered with.
    pub fn status(&self) -> StatusCode {
        use krou_store::Error as Kept;
        match self {
            Error::Store(Kept::BadName(_)) => StatusCode::BAD_REQUEST,
            Error::Missing | Error::Store(Kept::NoGame(_) | Kept::NoPlayer(_)) => {
                StatusCode::NOT_FOUND
            }
            Error::Refused(refusal) => refusal.status,
            Error::Store(Kept::Changed(_) | Kept::NameTaken(_)) => StatusCode::CONFLICT,
            Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Inside(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The sentence for the one who asked.
    pub fn text(&self, lang: Lang) -> String {
        match (self, lang) {
            (Error::Store(error), _) => error.text(lang),
            (Error::Refused(refusal), _) => refusal.text(lang).into(),
            (Error::Missing, Lang::Fr) => "il n’y a rien ici".into(),
            (Error::TooMany(wait), Lang::Fr) => {
                format!("trop de demandes ; revenez dans {wait} secondes")
            }
            (Error::Inside(_), Lang::Fr) => "une erreur s’est produite chez nous".into(),
            _ => self.to_string(),
        }
    }

    fn log(&self) {
        match self {
            Error::Inside(why) => tracing::error!(%why, "request failed"),
            Error::Store(error) if self.status().is_server_error() => {
                tracing::error!(%error, "the store failed");
            }
            _ => tracing::debug!(error = %self, "request refused"),
        }
    }

    /// The headers a status needs beside its body.
    fn headed(&self, mut response: Response) -> Response {
        let wait = match self {
            Error::TooMany(wait) => Some(*wait),
            _ if self.status() == StatusCode::TOO_MANY_REQUESTS => Some(60),
            _ => None,
        };
        if let Some(wait) = wait {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, wait.into());
        }
        if self.status() == StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer");
            let headers = response.headers_mut();
            headers.insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }

    /// A page of ours that says the error, with the status and headers it needs.
    pub fn answered_with(&self, page: Response) -> Response {
        self.log();
        self.headed((self.status(), page).into_response())
    }

    /// As a page for those who ask for one, as JSON for others.
    pub fn as_asked(self, headers: &HeaderMap) -> Response {
        let accept = headers.get(header::ACCEPT);
        let accept = accept.and_then(|accept| accept.to_str().ok());
        if accept.is_some_and(|accept| accept.contains("text/html")) {
            self.page(&Speaks::read(headers))
        } else {
            self.into_response()
        }
    }

    /// The error as a page.
    pub fn page(&self, speaks: &Speaks) -> Response {
        let shell = Shell::new(speaks, "/");
        self.answered_with(pages::wrong(&shell, &self.text(speaks.lang)))
    }
}

/// What a program is told.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Complaint {
    /// What was wrong and what would be right.
    pub error: String,
}

impl Error {
    /// The error as a program reads it.
    fn answer(&self, lang: Lang) -> Response {
        let error = self.text(lang);
        self.headed((self.status(), Json(Complaint { error })).into_response())
    }
}

/// As the HTTP interface answers it: JSON, in English until `in_their_language` has seen it.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let mut response = self.answer(Lang::En);
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// Says errors in the language of whoever asked.
pub async fn in_their_language(request: Request, next: Next) -> Response {
    let speaks = Speaks::read(request.headers());
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Arc<Error>>() {
        Some(error) if speaks.lang != Lang::En => {
            let mut answer = error.answer(speaks.lang);
            if let Some(caching) = response.headers_mut().remove(header::CACHE_CONTROL) {
                answer.headers_mut().insert(header::CACHE_CONTROL, caching);
            }
            answer
        }
        _ => response,
    }
}
