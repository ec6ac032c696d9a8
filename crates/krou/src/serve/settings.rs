//! How to serve: by flag, else by environment, else by file.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use krou_rules::Lang;
use serde::Deserialize;

use crate::failure::{Failure, Outcome};
use crate::text;

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// Every setting, each by its name in a file too: `behind-proxy = true`.
#[derive(Args, Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServeArgs {
    /// A file with settings, each written as its flag: port = 8080
    #[arg(long, env = "KROU_SETTINGS", value_name = "FILE")]
    #[serde(skip)]
    pub settings: Option<PathBuf>,
    /// The address to listen on [default: 127.0.0.1]
    #[arg(long, env = "KROU_HOST", value_name = "ADDRESS")]
    pub host: Option<IpAddr>,
    /// The port to listen on; 0 for any that is free [default: 8080]
    #[arg(long, env = "KROU_PORT", value_name = "PORT")]
    pub port: Option<u16>,
    /// How many searches of the engine run at once [default: all processors but one]
    #[arg(long, env = "KROU_SEARCHES", value_name = "N")]
    pub searches: Option<usize>,
    /// Where to answer Prometheus, for example 127.0.0.1:9090 [default: nowhere]
    #[arg(long, env = "KROU_METRICS", value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// Whether every request comes through a proxy that names the visitor in X-Forwarded-For
    #[arg(
        long,
        env = "KROU_BEHIND_PROXY",
        value_name = "BOOL",
        num_args = 0..=1,
        default_missing_value = "true"
    )]
    pub behind_proxy: Option<bool>,
    /// Where everybody finds it, with its scheme; if that is https, cookies go over nothing else
    #[arg(long, env = "KROU_PUBLIC_ADDRESS", value_name = "ADDRESS", value_parser = address)]
    #[serde(deserialize_with = "read_address")]
    pub public_address: Option<String>,
    /// How much is logged: error, warn, info, debug, or a filter [default: warn]
    #[arg(long, env = "KROU_LOG", value_name = "LEVEL")]
    pub log: Option<String>,
    /// How it is logged [default: text]
    #[arg(long, env = "KROU_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,
}

/// The address of a server: a scheme and a name, perhaps with a port, and nothing else.
fn address(text: &str) -> Result<String, String> {
    let name = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let name = name.map(|name| name.trim_end_matches('/'));
    let fine = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    match name {
        Some(name) if !name.is_empty() && name.chars().all(fine) => Ok(text.to_string()),
        _ => Err("write it as https://krou.example, without a path".into()),
    }
}

fn read_address<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(value)?;
    address(&text).map(Some).map_err(serde::de::Error::custom)
}

impl ServeArgs {
    /// The settings with those of the file, if one is named, where neither flag nor environment
    /// says anything.
    pub fn complete(&self, lang: Lang) -> Outcome<ServeArgs> {
        match &self.settings {
            None => Ok(self.clone()),
            Some(path) => Ok(self.clone().over(read(path, lang)?)),
        }
    }

    fn over(self, file: ServeArgs) -> ServeArgs {
        ServeArgs {
            settings: self.settings,
            host: self.host.or(file.host),
            port: self.port.or(file.port),
            searches: self.searches.or(file.searches),
            metrics: self.metrics.or(file.metrics),
            behind_proxy: self.behind_proxy.or(file.behind_proxy),
            public_address: self.public_address.or(file.public_address),
            log: self.log.or(file.log),
            log_format: self.log_format.or(file.log_format),
        }
    }
}

fn read(path: &Path, lang: Lang) -> Outcome<ServeArgs> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Call(text::no_settings(lang, &name, &error)))?;
    toml::from_str(&text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let line = 1 + before.matches('\n').count();
        Failure::Call(format!(
            "{name}, {}",
            text::bad_settings(lang, line, error.message())
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_goes_before_the_file() {
        let file: ServeArgs = toml::from_str(
            "port = 1\nhost = \"::1\"\nmetrics = \"127.0.0.1:9090\"\nlog-format = \"json\"",
        )
        .unwrap();
        let flags = ServeArgs {
            port: Some(2),
            ..ServeArgs::default()
        };
        let both = flags.over(file);
        assert_eq!(
            (both.port, both.log_format),
            (Some(2), Some(LogFormat::Json))
        );
        assert_eq!(both.host, Some("::1".parse().unwrap()));
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("serve.toml");
        for (text, said) in [
            ("port = 80\nprot = 81\n", "line 2"),
            ("port = \"x\"\n", "line 1"),
            ("port = 99999\n", "line 1"),
            ("port = 1\npublic-address = \"krou.example\"\n", "line 2"),
        ] {
            std::fs::write(&path, text).unwrap();
            let refused = read(&path, Lang::En);
            assert!(
                matches!(&refused, Err(Failure::Call(why)) if why.contains(said)),
                "{refused:?}"
            );
        }
        assert!(read(&dir.path().join("none"), Lang::Fr).is_err());
    }
}
