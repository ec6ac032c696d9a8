//! `krou engine`: the engine for other programs.

use std::io::{BufReader, Write};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use krou_engine::EngineOptions;
use krou_engine::protocol::kgp::Client;
use krou_engine::protocol::uci;
use krou_rules::{Lang, Rules};

use crate::args::{Common, size};
use crate::effort::{TablesArg, duration};
use crate::failure::{Failure, Outcome};
use crate::{Surroundings, given, kgp};

/// The languages it speaks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// A dialect of UCI, on stdin and stdout
    Uci,
    /// The Kalah Game Protocol, as a client of a server
    Kgp,
}

#[derive(Args)]
pub struct EngineArgs {
    /// The language to speak
    #[arg(long, value_enum, default_value = "uci")]
    protocol: Protocol,
    /// With kgp: the server, HOST:PORT or ws://…
    #[arg(long, value_name = "SERVER", required_if_eq("protocol", "kgp"))]
    connect: Option<String>,
    /// With kgp: the name to be known by
    #[arg(long, default_value = "Krou")]
    name: String,
    /// With kgp: what tells the server who this is
    #[arg(long)]
    token: Option<String>,
    /// With kgp: the longest to think about a move
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    time: Duration,
    /// Threads to think with
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for positions seen, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    memory: usize,
    #[command(flatten)]
    tables: TablesArg,
}

pub fn run(
    args: &EngineArgs,
    common: &Common,
    here: &Surroundings,
    out: &mut (dyn Write + Send),
) -> Outcome {
    let lang = here.view(common).lang;
    given::no_game(common, "engine", lang)?;
    let rules = compiled(common.rules.as_deref(), &common.set, lang)?;
    let options = EngineOptions {
        threads: usize::from(args.threads),
        memory: args.memory,
        tables: args.tables.library(&rules, common, here)?,
    };
    if let (Protocol::Kgp, Some(server)) = (args.protocol, &args.connect) {
        let client = Client {
            ruleset: rules.ruleset().clone(),
            name: Some(args.name.clone()),
            token: args.token.clone(),
            time: args.time,
            options,
        };
        return kgp::play(&client, server);
    }
    uci::serve(
        BufReader::new(std::io::stdin()),
        out,
        rules,
        options,
        &named,
    );
    Ok(())
}

/// The rules another program names, such as `oware seeds=3`: a name or a file, and switches.
fn named(rules: &str) -> Result<Arc<Rules>, String> {
    let mut name = rules;
    let mut sets = Vec::new();
    while let Some((before, set)) = name.rsplit_once(' ')
        && set.contains('=')
    {
        sets.insert(0, set.to_string());
        name = before;
    }
    compiled(Some(name), &sets, Lang::En).map_err(|failure| match failure {
        Failure::Call(sentence) => sentence,
        other => other.text(Lang::En),
    })
}

fn compiled(name: Option<&str>, sets: &[String], lang: Lang) -> Outcome<Arc<Rules>> {
    let common = Common {
        rules: name.map(str::to_string),
        set: sets.to_vec(),
        ..Common::default()
    };
    let ruleset = given::chosen(&common, lang)?;
    let rules = Rules::new(ruleset).map_err(|nonsense| Failure::Call(nonsense.text(lang)))?;
    Ok(Arc::new(rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_named_with_their_switches() {
        let oware = named("oware seeds=3").expect("rules");
        assert_eq!(oware.start().to_string(), "3,3,3,3,3,3/3,3,3,3,3,3/0,0/S");
        let input = "setoption name Rules value oware seeds=many\n\
            setoption name Rules value oware seeds=3\n\
            position startpos moves Fa\ngo depth 2\n";
        let options = EngineOptions {
            memory: 1 << 20,
            ..EngineOptions::default()
        };
        let kalah = named("kalah").expect("a built-in game");
        let mut said = Vec::new();
        uci::serve(input.as_bytes(), &mut said, kalah, options, &named);
        let said = String::from_utf8(said).expect("text");
        let said: Vec<&str> = said.lines().collect();
        assert!(said[0].contains("many"), "{said:?}");
        assert!(said[1].starts_with("info depth 1 "), "{said:?}");
        assert!(said[3].starts_with("bestmove "), "{said:?}");
        assert_eq!(said.len(), 4, "{said:?}");
    }
}
