//! How long the engine thinks, as a call says it.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use krou_engine::{Engine, EngineOptions, Limits};
use krou_rules::Rules;
use krou_tables::Library;

use crate::args::{Common, size};
use crate::failure::{Failure, Outcome};
use crate::{Surroundings, given, text};

/// How long the engine thinks.
#[derive(Args, Default)]
#[command(next_help_heading = "The engine")]
pub struct Effort {
    /// Stop after this time: 2, 0.5s, 300ms, 1min [default: a little while, if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Look this many moves ahead, at most
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=240))]
    pub depth: Option<u32>,
    /// Look at this many positions, at most
    #[arg(long, value_name = "COUNT")]
    pub nodes: Option<u64>,
    /// Threads to think with [default: all]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Memory for positions seen, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub memory: usize,
    #[command(flatten)]
    pub tables: TablesArg,
}

/// Where endgame tables are looked for.
#[derive(Args, Default)]
pub struct TablesArg {
    /// Where endgame tables are [default: tables in the directory of --data]
    #[arg(long = "tables", value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl TablesArg {
    /// The tables of a call; a file among them that is of no use to these rules is told.
    pub fn library(&self, rules: &Rules, common: &Common, here: &Surroundings) -> Outcome<Library> {
        if let Some(directory) = &self.directory
            && !directory.is_dir()
        {
            let place = directory.display().to_string();
            let lang = here.view(common).lang;
            return Err(Failure::Call(text::no_such_tables(lang, &place)));
        }
        let library = given::library(self.directory.as_deref(), common, here);
        let opened = library.open(rules);
        opened.map_err(|error| Failure::No(Some(error.to_string())))?;
        Ok(library)
    }
}

/// How long a call that says nothing thinks.
const USUAL_TIME: Duration = Duration::from_secs(3);

/// The longest time that can be asked for.
const LONGEST: f64 = 1e7;

/// Reads a time: a number of seconds, or one with its unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[number.len()..] {
        "" | "s" => Some(1.0),
        "ms" => Some(0.001),
        "min" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    let seconds = number.trim().parse::<f64>().ok().zip(factor);
    let seconds = seconds.map(|(number, factor)| number * factor);
    match seconds {
        Some(seconds) if (0.001..=LONGEST).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("a time is written 2, 0.5s, 300ms, 1min or 2h".into()),
    }
}

impl Effort {
    /// The limits of a question.
    pub fn limits(&self) -> Limits {
        self.given().unwrap_or(Limits::time(USUAL_TIME))
    }

    /// The limits the call gives, if any.
    pub fn given(&self) -> Option<Limits> {
        let limits = Limits {
            time: self.time,
            depth: self.depth,
            nodes: self.nodes,
        };
        (limits != Limits::default()).then_some(limits)
    }

    /// The engine to think with.
    pub fn engine(
        &self,
        rules: Arc<Rules>,
        common: &Common,
        here: &Surroundings,
    ) -> Outcome<Engine> {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        let options = EngineOptions {
            threads: self.threads.map_or_else(all, usize::from),
            memory: self.memory,
            tables: self.tables.library(&rules, common, here)?,
        };
        Ok(Engine::new(rules, options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_with_or_without_its_unit() {
        for (text, millis) in [
            ("2", 2000),
            ("0.5s", 500),
            ("300ms", 300),
            ("1min", 60_000),
            ("2h", 7_200_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1", "0", "1 week", "inf", "NaN", "1e99", "2mm"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
