//! `krou serve`: the web app.

use std::io::Write;
use std::net::IpAddr;

use clap::Args;
use krou_server::{App, Settings};
use krou_store::SqliteStore;
use tokio::net::TcpListener;

use crate::args::Common;
use crate::failure::{Failure, Outcome};
use crate::{Surroundings, text};

/// How to serve.
#[derive(Args)]
pub struct ServeArgs {
    /// The address to listen on
    #[arg(
        long,
        env = "KROU_HOST",
        value_name = "ADDRESS",
        default_value = "127.0.0.1"
    )]
    pub host: IpAddr,
    /// The port to listen on; 0 for any that is free
    #[arg(long, env = "KROU_PORT", value_name = "PORT", default_value_t = 8080)]
    pub port: u16,
    /// How many searches of the engine run at once [default: all processors but one]
    #[arg(long, env = "KROU_SEARCHES", value_name = "N")]
    pub searches: Option<usize>,
}

pub fn run(args: &ServeArgs, common: &Common, here: &Surroundings, out: &mut dyn Write) -> Outcome {
    let lang = here.view(common).lang;
    let dir = common.data.as_ref().or(here.data.as_ref());
    let dir = dir.ok_or_else(|| Failure::Call(text::no_data_dir(lang).into()))?;
    let failed = |error: std::io::Error| Failure::No(Some(error.to_string()));
    log();
    let mut settings = Settings::default();
    if let Some(searches) = args.searches {
        settings.searches = searches.max(1);
    }
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    runtime.block_on(async {
        let store = SqliteStore::open(dir).await;
        let store = store.map_err(|error| Failure::No(Some(error.text(lang))))?;
        let listener = TcpListener::bind((args.host, args.port)).await;
        let listener = listener.map_err(|error| {
            let place = format!("{}:{}", args.host, args.port);
            Failure::No(Some(text::no_listening(lang, &place, &error)))
        })?;
        let address = listener.local_addr().map_err(failed)?;
        writeln!(out, "{}", text::serving(lang, &format!("http://{address}")))?;
        out.flush()?;
        let app = App::new(store.clone(), &settings);
        let served = krou_server::serve(listener, app, stopped()).await;
        store.close().await;
        served.map_err(failed)
    })
}

/// Writes what happens to stderr; `KROU_LOG` says how much.
fn log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("KROU_LOG");
    let filter = filter.unwrap_or_else(|_| "warn,sqlx=error".into());
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // Where a log is set up already, it stays.
    let _ = lines.try_init();
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
