//! Krou in the browser: pages, live games, and the HTTP interface.
//!
//! [`serve`] runs it all until it is told to stop; [`router`] is the same without the network, for
//! tests.

mod account;
pub mod answer;
mod api;
mod assets;
pub mod board;
mod error;
mod example;
mod graph;
mod health;
mod lang;
mod limits;
mod live;
mod measure;
mod notice;
mod origin;
mod pages;
mod picture;
mod player;
pub mod pool;
pub mod question;
mod refusal;
mod review;
mod revocation;
mod seating;
mod text;
mod visitor;
mod wish;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::routing::{delete, get, post};
use krou_store::{SqliteStore, VisitorId};
use krou_tables::Library;
use tokio::net::TcpListener;
use tokio::sync::{broadcast, watch};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use account::{Passwords, Tries};
pub use error::Error;
use health::Health;
use lang::Speaks;
use limits::{Held, Limit};
use live::{Lobby, Rooms, Timekeeper};
use notice::{Kind, Notice};
use pool::Pool;
use review::Reviews;
use revocation::Revocations;

/// The most bytes a request may carry.
const BODY: usize = 64 << 10;
/// The longest a request may take; an analysis and its wait fit in.
const PATIENCE: Duration = Duration::from_secs(30);

/// Nothing from elsewhere, no inline scripts or styles, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many searches of the engine run at once.
    pub searches: usize,
    /// Where endgame tables are looked up.
    pub tables: Library,
    /// Whether every request comes through a proxy that names the visitor in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Where everybody finds it, if not where it listens: `https://krou.example`. With `https`
    /// cookies are sent over nothing else.
    pub public_address: Option<String>,
}

impl Default for Settings {
    /// All processors but one, at least one.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            searches: cores.saturating_sub(1).max(1),
            tables: Library::default(),
            behind_proxy: false,
            public_address: None,
        }
    }
}

/// What every request can use.
#[derive(Clone, Debug)]
pub struct App {
    store: Arc<SqliteStore>,
    health: Health,
    pool: Pool,
    rooms: Rooms,
    passwords: Passwords,
    /// Attempts to sign in.
    tries: Tries,
    revocations: Revocations,
    /// What concerns one visitor and was not asked for.
    notices: broadcast::Sender<Notice>,
    reviews: Reviews,
    behind_proxy: bool,
    /// Without a slash at its end; empty if it is not known.
    public_address: Arc<str>,
    held: Held,
    clocks: Timekeeper,
    lobby: Lobby,
    /// Tables at which the second player has sat down.
    seated: broadcast::Sender<String>,
    /// Becomes true when the server is to end.
    ending: watch::Sender<bool>,
}

impl App {
    /// A server's own things.
    pub fn new(store: SqliteStore, settings: &Settings) -> App {
        App {
            store: Arc::new(store),
            health: Health::default(),
            pool: Pool::new(settings.searches, settings.tables.clone()),
            rooms: Rooms::default(),
            passwords: Passwords::new(),
            tries: Tries::default(),
            revocations: Revocations::default(),
            notices: broadcast::channel(256).0,
            reviews: Reviews::default(),
            behind_proxy: settings.behind_proxy,
            public_address: match &settings.public_address {
                // As browsers write an origin.
                Some(address) => {
                    let address = address.trim_end_matches('/').to_ascii_lowercase();
                    let usual = if address.starts_with("https:") {
                        ":443"
                    } else {
                        ":80"
                    };
                    address.strip_suffix(usual).unwrap_or(&address).into()
                }
                None => "".into(),
            },
            held: Held::default(),
            clocks: Timekeeper::default(),
            lobby: Lobby::default(),
            seated: broadcast::channel(256).0,
            ending: watch::channel(false).0,
        }
    }

    /// A game begins: its clock runs, and whoever waits for it is told.
    async fn begun(&self, slug: &str) -> Result<(), Error> {
        self.rooms.enter(self, slug).await?;
        self.lobby.taken(slug);
        // Nobody waiting is fine.
        let _ = self.seated.send(slug.to_string());
        Ok(())
    }

    /// Whether everybody comes over TLS.
    fn is_secure(&self) -> bool {
        self.public_address.starts_with("https://")
    }

    /// What a cookie is called. Over TLS the prefix keeps other hosts of the same domain, and
    /// whoever can change what goes over plain HTTP, from setting it.
    fn cookie_name(&self, name: &str) -> String {
        let prefix = if self.is_secure() { "__Host-" } else { "" };
        format!("{prefix}{name}")
    }

    /// Tells programs what concerns them.
    fn notice(&self, kind: Kind, slug: &str, to: impl IntoIterator<Item = VisitorId>) {
        for to in to {
            let slug = slug.to_string();
            // Nobody listening is fine.
            let _ = self.notices.send(Notice { to, kind, slug });
        }
    }

    /// Done when the server is to end.
    async fn ending(&self) {
        // The sender lives as long as the app.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }
}

/// Everything the server answers.
pub fn router(app: App) -> Router {
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let timeout = TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE);
    // Browsers that have been here over TLS come back over nothing else, for a year.
    let hsts = HeaderValue::from_static("max-age=31536000");
    let hsts = app.is_secure().then_some(hsts);
    // So many at once from one address, and one more after so many milliseconds.
    let limited = |burst, pause| {
        let limit = Limit::new(burst, Duration::from_millis(pause));
        middleware::from_fn_with_state(limit, limits::keep)
    };
    // Lines that are sent as they come must not wait for more to be compressed with.
    let streams = DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"));
    Router::new()
        .route("/", get(pages::home))
        .route("/lobby", get(live::lobby))
        .route("/rules", get(pages::list))
        .route("/rules/{name}", get(pages::game_rules))
        .route("/compare", get(pages::compare))
        .route("/analysis", get(pages::analysis))
        .route("/settings", get(pages::settings).post(pages::choose))
        .route("/new", get(pages::new_game))
        .route("/games", post(pages::create).layer(limited(60, 2000)))
        .route("/g/{slug}", get(pages::table))
        .route("/g/{slug}/join", post(pages::join).layer(limited(60, 2000)))
        .route("/g/{slug}/game.txt", get(pages::record))
        .route("/g/{slug}/help", post(pages::help).layer(limited(40, 1000)))
        .route(
            "/g/{slug}/review",
            get(pages::review).layer(limited(60, 1000)),
        )
        .route("/g/{slug}/review/progress", get(pages::progress))
        .route("/g/{slug}/wait", get(live::wait))
        .route("/g/{slug}/live", get(live::connect))
        .route("/api", get(pages::programs))
        .route("/api/openapi.json", get(api::description))
        .route("/api/show", get(api::show))
        .route("/api/rules", get(api::rules))
        .route("/api/analyse", get(api::analyse).layer(limited(40, 500)))
        .route(
            "/api/analyse/stream",
            get(api::deepen).layer(limited(40, 500)),
        )
        .route(
            "/api/solve",
            get(api::study::solve).layer(limited(20, 2000)),
        )
        .route("/api/turn", get(api::study::turn).layer(limited(40, 500)))
        .route(
            "/api/explain",
            get(api::study::explain).layer(limited(40, 500)),
        )
        .route(
            "/api/review",
            get(api::study::review).layer(limited(10, 10_000)),
        )
        .route(
            "/api/games/{table}/review",
            get(pages::as_json).layer(limited(60, 1000)),
        )
        .route("/board.svg", get(picture::svg))
        .route("/board.png", get(picture::png).layer(limited(60, 250)))
        .route("/api/games/known", get(api::known))
        .merge(players())
        .route("/api/lobby", get(api::lobby))
        .route("/assets/{*path}", get(assets::get))
        .route("/healthz", get(health))
        .fallback(missing)
        .layer(middleware::from_fn_with_state(
            app.clone(),
            origin::refuse_foreign,
        ))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            origin::refuse_misdirected,
        ))
        .layer(middleware::from_fn(error::in_their_language))
        .layer(middleware::from_fn_with_state(
            app.behind_proxy,
            limits::name_visitor,
        ))
        .layer(middleware::from_fn(measure::track))
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(timeout)
        .layer(CompressionLayer::new().compress_when(streams))
        .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "same-origin"))
        .layer(set(
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::STRICT_TRANSPORT_SECURITY,
            hsts,
        ))
        .with_state(app)
}

/// What the server answers about players and to programs that play.
fn players() -> Router<App> {
    // Pages and programs share the limits.
    let limit = |burst, pause| Limit::new(burst, Duration::from_millis(pause));
    let (tables, moves) = (limit(60, 2000), limit(200, 50));
    let kept = |limit: &Limit| middleware::from_fn_with_state(limit.clone(), limits::keep);
    Router::new()
        .merge(accounts())
        .route("/players", get(pages::leaders))
        .route("/players/{name}", get(pages::profile))
        .route("/g/{slug}/decline", post(pages::decline))
        .route("/api/players/{name}", get(api::account::profile))
        .route("/api/players/{name}/games", get(api::account::games))
        .route("/api/leaders/{rules}", get(api::account::leaders))
        .route("/api/events", get(api::play::events))
        .route("/api/games", post(api::play::create).layer(kept(&tables)))
        .route("/api/games/{id}", get(api::play::game))
        .route(
            "/api/games/{id}/join",
            post(api::play::join).layer(kept(&tables)),
        )
        .route("/api/games/{id}/decline", post(api::play::decline))
        .route(
            "/api/games/{id}/moves",
            post(api::play::play).layer(kept(&moves)),
        )
        .route("/api/games/{id}/resign", post(api::play::resign))
        .route("/api/games/{id}/abort", post(api::play::abort))
        .route("/api/games/{id}/stream", get(api::play::stream))
}

/// What the server answers to the owner of an account. Nobody keeps a copy of it.
fn accounts() -> Router<App> {
    let up = Limit::new(20, Duration::from_mins(1));
    let up = || middleware::from_fn_with_state(up.clone(), limits::keep);
    let private = HeaderValue::from_static("no-store");
    Router::new()
        .route("/signup", post(pages::sign_up).layer(up()))
        .route("/signup", get(pages::sign_up_form))
        .route("/signin", get(pages::sign_in_form).post(pages::sign_in))
        .route("/signout", post(pages::sign_out))
        .route("/account", get(pages::account))
        .route("/account/password", post(pages::account_password))
        .route("/account/signout", post(pages::account_sign_out))
        .route("/account/bot", post(pages::account_bot))
        .route("/account/tokens", post(pages::account_token))
        .route(
            "/account/tokens/{id}/revoke",
            post(pages::account_token_gone),
        )
        .route("/account/delete", post(pages::account_delete))
        .route("/account/games.krou", get(api::account::export))
        .route("/api/account", post(api::account::sign_up).layer(up()))
        .route("/api/account", get(api::account::me))
        .route(
            "/api/session",
            post(api::account::sign_in).delete(api::account::sign_out),
        )
        .route("/api/account/password", post(api::account::change_password))
        .route(
            "/api/account/sessions",
            get(api::account::sessions).delete(api::account::sign_out_everywhere),
        )
        .route("/api/account/bot", post(api::account::bot))
        .route("/api/account/delete", post(api::account::delete))
        .route(
            "/api/account/tokens",
            get(api::account::tokens).post(api::account::make_token),
        )
        .route(
            "/api/account/tokens/{id}",
            delete(api::account::revoke_token),
        )
        .route("/api/account/games", get(api::account::export))
        .layer(SetResponseHeaderLayer::overriding(
            header::CACHE_CONTROL,
            private,
        ))
}

/// Whether the server works: 503 while nothing can be written. The answer is kept for a second, so
/// that asking costs nothing.
async fn health(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.health.is_writable(&app.store).await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "nothing can be written\n")
    }
}

async fn missing(speaks: Speaks) -> axum::response::Response {
    Error::Missing.page(&speaks)
}

/// Answers until `stop` is done, then lets running requests finish.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let resumed = app.clocks.resume(&app).await;
    resumed.map_err(|error| std::io::Error::other(error.to_string()))?;
    tokio::spawn(app.clocks.clone().keep(app.clone()));
    tokio::spawn(app.lobby.clone().keep(app.clone()));
    tokio::spawn(health::tidy(app.clone()));
    let ending = app.ending.clone();
    let stop = async move {
        stop.await;
        // Live connections would otherwise keep the server from ending.
        ending.send_replace(true);
    };
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(stop)
        .await
}

/// Answers Prometheus at `/metrics` of an address of its own; fails if it is begun twice.
pub fn serve_metrics(
    listener: TcpListener,
    app: App,
) -> Result<
    impl Future<Output = std::io::Result<()>> + Send + 'static,
    metrics_exporter_prometheus::BuildError,
> {
    let counted = measure::count()?;
    let service = measure::router(app.clone(), counted);
    Ok(async move {
        axum::serve(listener, service)
            .with_graceful_shutdown(async move { app.ending().await })
            .await
    })
}
