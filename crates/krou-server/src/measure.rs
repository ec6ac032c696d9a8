//! What the server counts and logs of its work.

use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

use crate::App;

/// The seconds by which requests are counted.
const STEPS: [f64; 9] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 10.0];

/// Begins to count, once in a process.
pub fn count() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new()
        .set_buckets(&STEPS)?
        .install_recorder()
}

/// Counts and logs a request, by its route: addresses of games are nobody else's business.
pub async fn track(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("nowhere", MatchedPath::as_str).to_string();
    let method = request.method().to_string();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let seconds = began.elapsed().as_secs_f64();
    tracing::info!(method, route, status, seconds, "request");
    let labels = [
        ("method", method),
        ("route", route.clone()),
        ("status", status.to_string()),
    ];
    counter!("krou_requests_total", &labels).increment(1);
    histogram!("krou_request_seconds", "route" => route).record(seconds);
    response
}

/// Counts a move that was stored.
pub fn moved() {
    counter!("krou_moves_total").increment(1);
}

/// A connection of a browser, counted as long as it is held.
#[derive(Debug)]
pub struct Connected(());

impl Connected {
    /// Counts one more.
    pub fn new() -> Connected {
        gauge!("krou_connections").increment(1.0);
        Connected(())
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        gauge!("krou_connections").decrement(1.0);
    }
}

/// What Prometheus asks for, to be served at an address of its own.
pub fn router(app: App, counted: PrometheusHandle) -> Router {
    Router::new()
        .route("/metrics", get(told))
        .with_state((app, counted))
}

async fn told(State((app, counted)): State<(App, PrometheusHandle)>) -> Response {
    gauge!("krou_games_open").set(app.rooms.count() as f64);
    gauge!("krou_searches_running").set(app.pool.running() as f64);
    gauge!("krou_searches_waiting").set(app.pool.waiting() as f64);
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    counted.run_upkeep();
    (kind, counted.render()).into_response()
}
