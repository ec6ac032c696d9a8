//! `krou engine`: the engine for other programs.

use std::io::{BufReader, Write};
use std::sync::Arc;

use clap::Args;
use krou_engine::{EngineOptions, protocol::uci};
use krou_rules::Rules;

use crate::args::{Common, size};
use crate::failure::{Failure, Outcome};
use crate::given;

#[derive(Args)]
pub struct EngineArgs {
    /// Threads to think with
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for positions seen, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    memory: usize,
}

pub fn run(args: &EngineArgs, common: &Common, out: &mut (dyn Write + Send)) -> Outcome {
    given::no_game(common, "engine")?;
    let rules = compiled(common.rules.as_deref(), &common.set)?;
    let options = EngineOptions {
        threads: usize::from(args.threads),
        memory: args.memory,
    };
    let find = |name: &str| {
        compiled(Some(name), &[]).map_err(|failure| match failure {
            Failure::Call(sentence) => sentence,
            other => other.to_string(),
        })
    };
    uci::serve(BufReader::new(std::io::stdin()), out, rules, options, &find);
    Ok(())
}

fn compiled(name: Option<&str>, sets: &[String]) -> Outcome<Arc<Rules>> {
    let common = Common {
        rules: name.map(str::to_string),
        set: sets.to_vec(),
        ..Common::default()
    };
    let ruleset = given::chosen(&common)?;
    let rules = Rules::new(ruleset).map_err(|nonsense| Failure::Call(nonsense.to_string()))?;
    Ok(Arc::new(rules))
}
