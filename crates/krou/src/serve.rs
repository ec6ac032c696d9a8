//! `krou serve`: the web app.

mod settings;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use krou_rules::Lang;
use krou_server::{App, Settings};
use krou_store::SqliteStore;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::args::Common;
use crate::failure::{Failure, Outcome};
use crate::layout::quoted;
use crate::{Surroundings, given, text};
use settings::LogFormat;
pub use settings::ServeArgs;

/// Where to listen if nobody says.
const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PORT: u16 = 8080;

pub fn run(args: &ServeArgs, common: &Common, here: &Surroundings, out: &mut dyn Write) -> Outcome {
    let lang = here.view(common).lang;
    let dir = common.data.as_ref().or(here.data.as_ref());
    let dir = dir.ok_or_else(|| Failure::Call(text::no_data_dir(lang).into()))?;
    let failed = |error: std::io::Error| Failure::No(Some(error.to_string()));
    let args = args.complete(lang)?;
    log(
        args.log.as_deref(),
        args.log_format.unwrap_or_default(),
        lang,
    )?;
    let mut settings = Settings {
        tables: given::library(None, common, here),
        behind_proxy: args.behind_proxy.unwrap_or(false),
        public_address: args.public_address.clone(),
        ..Settings::default()
    };
    if let Some(searches) = args.searches {
        settings.searches = searches.max(1);
    }
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    runtime.block_on(async {
        let store = SqliteStore::open(dir).await;
        let told = |error: krou_store::Error| Failure::No(Some(error.text(lang)));
        let store = store.map_err(told)?;
        let _lock = store.lock_for_server().map_err(told)?;
        if store.begin_serving().await.map_err(told)? {
            let mut err = std::io::stderr();
            // Nobody may be there to read it.
            let _ = writeln!(err, "{}", text::copied_without_log(lang));
        }
        let bind = async |place: SocketAddr| {
            let listener = TcpListener::bind(place).await;
            listener.map_err(|error| {
                Failure::No(Some(text::no_listening(lang, &place.to_string(), &error)))
            })
        };
        let place = (args.host.unwrap_or(HOST), args.port.unwrap_or(PORT));
        let listener = bind(place.into()).await?;
        let metrics = match args.metrics {
            Some(place) => Some(bind(place).await?),
            None => None,
        };
        let address = listener.local_addr().map_err(failed)?;
        writeln!(out, "{}", text::serving(lang, &format!("http://{address}")))?;
        out.flush()?;
        let app = App::new(store.clone(), &settings);
        if let Some(metrics) = metrics {
            let measured = krou_server::serve_metrics(metrics, app.clone());
            let measured = measured.map_err(|error| Failure::No(Some(error.to_string())))?;
            tokio::spawn(measured);
        }
        let served = krou_server::serve(listener, app, stopped()).await;
        // If it cannot be written any more, the log stays beside the file and says the same.
        let _ = store.end_serving().await;
        store.close().await;
        served.map_err(failed)
    })
}

/// Writes what happens to stderr, as much as `level` says.
fn log(level: Option<&str>, format: LogFormat, lang: Lang) -> Outcome {
    let filter = match level {
        None => EnvFilter::new("warn,sqlx=error"),
        Some(level) => EnvFilter::try_new(level)
            .map_err(|_| Failure::Call(text::bad_log(lang, &quoted(level))))?,
    };
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // Where a log is set up already, it stays.
    let _ = match format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    Ok(())
}

/// Done when the process is asked to end.
async fn stopped() {
    let interrupted = async {
        // Without a handler the process simply ends.
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
