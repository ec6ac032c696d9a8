//! `krou tables`: endgame tables.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use krou_rules::{Lang, Rules};
use krou_tables::{
    Access, BuildOptions, Folder, Kind, MOST_SEEDS, Margins, Packing, Plan, Scheme, Table,
    TableError, verify_layer,
};
use serde_json::{Map, Value, json};

use crate::args::{Common, size};
use crate::failure::{Failure, Outcome};
use crate::surroundings::View;
use crate::{Surroundings, given, json, layout, text};

#[derive(Subcommand)]
pub enum TablesCommand {
    /// Build what is missing of a game's table; a build that was stopped goes on where it was
    Build(BuildArgs),
    /// Hold a table against its checksums and against the rules
    Verify(Place),
    /// Say what a table holds: positions, values and size of each layer
    Info(Place),
    /// Look a position up
    Probe(Place),
}

#[derive(Args)]
pub struct Place {
    /// Where the tables are [default: tables in the directory of --data]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Threads to work with [default: all]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Args)]
pub struct BuildArgs {
    /// The most seeds on a board
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(..=i64::from(MOST_SEEDS)))]
    pub seeds: u8,
    #[command(flatten)]
    pub place: Place,
    /// Memory the build may take, for example 500M or 4G; it does not begin if it needs more
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    pub memory: usize,
    /// Pack the files; they take less room, and longer to open
    #[arg(long)]
    pub compress: bool,
    /// Only say what the build would take
    #[arg(long)]
    pub dry_run: bool,
}

pub fn run(
    command: &TablesCommand,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let call = &Call { common, here };
    let view = here.view(common);
    match command {
        TablesCommand::Build(args) => build(args, call, view, out),
        TablesCommand::Verify(place) => verify(place, call, view, out),
        TablesCommand::Info(place) => info(place, call, view, out),
        TablesCommand::Probe(place) => probe(place, call, view, out),
    }
}

fn no(why: &impl ToString) -> Failure {
    Failure::No(Some(why.to_string()))
}

/// What a call says beside its own arguments.
struct Call<'a> {
    common: &'a Common,
    here: &'a Surroundings,
}

impl Call<'_> {
    fn lang(&self) -> Lang {
        self.here.view(self.common).lang
    }
}

impl Place {
    fn folder(&self, rules: &Rules, call: &Call<'_>) -> Outcome<Folder> {
        let library = given::library(self.dir.as_deref(), call.common, call.here);
        let lang = call.lang();
        let directory = library
            .directory()
            .ok_or_else(|| Failure::Call(text::no_home_for_tables(lang).into()))?;
        Folder::new(directory, rules).map_err(|refusal| no(&text::no_tables(lang, refusal)))
    }

    fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// The rules of a call, and where their table is, if there is one.
    fn found(&self, call: &Call<'_>, command: &str) -> Outcome<(Rules, Folder, u8)> {
        given::no_game(call.common, command, call.lang())?;
        let rules = given::rules(call.common, call.lang())?;
        let folder = self.folder(&rules, call)?;
        let seeds = folder
            .seeds()
            .ok_or_else(|| no(&text::missing_table(call.lang(), &rules, &folder, 12)))?;
        Ok((rules, folder, seeds))
    }
}

fn build(args: &BuildArgs, call: &Call<'_>, view: View, out: &mut dyn Write) -> Outcome {
    given::no_game(call.common, "tables build", view.lang)?;
    let rules = given::rules(call.common, view.lang)?;
    let folder = args.place.folder(&rules, call)?;
    let layers = folder.seeds().map_or(0, |seeds| usize::from(seeds) + 1);
    let threads = args.place.threads();
    let plan = Plan::new(&rules, args.seeds, layers, threads).map_err(|error| {
        let why = text::wrong_table(view.lang, error);
        match error {
            TableError::NoTable(_) => no(&why),
            TableError::TooLarge { .. } => Failure::Call(why),
        }
    })?;
    let View { lang, json, .. } = view;
    if !json {
        writeln!(out, "{}", text::heading(lang, rules.ruleset()))?;
        writeln!(
            out,
            "{}",
            layout::wrapped(&text::plan(lang, args.seeds, &plan), 0, view.width)
        )?;
        out.flush()?;
    }
    if plan.memory > args.memory as u64 {
        return Err(no(&text::too_much_memory(
            lang,
            plan.memory,
            args.memory as u64,
        )));
    }
    // What packed files will take is not known.
    let free = folder
        .free_space()
        .filter(|_| !args.compress && !args.dry_run);
    if let Some(free) = free.filter(|free| plan.disk > *free) {
        let place = folder.path().display().to_string();
        return Err(no(&text::too_little_space(lang, plan.disk, free, &place)));
    }
    let mut built = Vec::new();
    let mut written = Ok(());
    if !args.dry_run {
        let bar = progress_bar(plan.positions, view.watched);
        let options = BuildOptions {
            seeds: args.seeds,
            threads,
            packing: if args.compress {
                Packing::Zstd
            } else {
                Packing::Plain
            },
        };
        let done = folder.build(&rules, &options, &|more| bar.inc(more), &mut |layer| {
            if !json && written.is_ok() {
                let line = text::built(lang, &layer);
                written = bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
            }
            built.push(layer);
        });
        bar.finish_and_clear();
        done.map_err(|error| no(&text::no_table_built(lang, &error)))?;
    }
    written?;
    if json {
        let mut answer = json::rules(rules.ruleset());
        answer.insert("seeds".into(), json!(args.seeds));
        answer.insert("positions".into(), json!(plan.positions));
        answer.insert("memory".into(), json!(plan.memory));
        answer.insert("disk".into(), json!(plan.disk));
        answer.insert("estimated_seconds".into(), json!(plan.seconds));
        let layers: Vec<Value> = built
            .iter()
            .map(|layer| {
                let seconds = layer.took.as_secs_f64();
                json!({"seeds": layer.layer, "positions": layer.positions, "seconds": seconds})
            })
            .collect();
        answer.insert("built".into(), json!(layers));
        answer.insert("folder".into(), json!(folder.path().display().to_string()));
        return json::write(out, &Value::Object(answer));
    }
    if args.dry_run {
        return Ok(());
    }
    let place = folder.path().display().to_string();
    Ok(writeln!(out, "{}", text::table_is_in(lang, &place))?)
}

fn progress_bar(positions: u64, watched: bool) -> ProgressBar {
    if !watched {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3}% {human_pos}/{human_len} {eta}");
    ProgressBar::new(positions).with_style(style.expect("the template is sound"))
}

fn verify(place: &Place, call: &Call<'_>, view: View, out: &mut dyn Write) -> Outcome {
    let (rules, folder, seeds) = place.found(call, "tables verify")?;
    let lang = view.lang;
    // What is damaged is held against the rules all the same.
    let table = folder
        .table(&rules, seeds, Access::ReadUnchecked)
        .map_err(|error| no(&text::no_table_built(view.lang, &error)))?;
    let total: usize = (0..table.layers())
        .map(|layer| table.index().size(layer))
        .sum();
    let bar = progress_bar(total as u64, view.watched);
    let mut faults = Vec::new();
    for layer in 0..table.layers() {
        if let Err(error) = folder.check(&table, layer) {
            faults.push(text::wrong_table_file(lang, &error));
        }
        let found = verify_layer(&rules, &table, layer, place.threads());
        if let Some(first) = &found.first {
            faults.push(text::disagree(lang, layer, found.count, first));
        }
        bar.inc(table.index().size(layer) as u64);
    }
    bar.finish_and_clear();
    if view.json {
        let mut answer = json::rules(rules.ruleset());
        answer.insert("seeds".into(), json!(seeds));
        answer.insert("positions".into(), json!(total));
        answer.insert("sound".into(), json!(faults.is_empty()));
        answer.insert("faults".into(), json!(faults));
        json::write(out, &Value::Object(answer))?;
    } else {
        writeln!(out, "{}", text::heading(lang, rules.ruleset()))?;
        for fault in &faults {
            writeln!(out, "{}", layout::hanging(fault, view.width))?;
        }
        if faults.is_empty() {
            writeln!(out, "{}", text::sound(lang, seeds, total))?;
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Failure::No(None))
    }
}

/// How often each value is proved in a layer, and for how many positions none is.
fn values(table: &Table, layer: usize) -> (BTreeMap<i8, usize>, usize) {
    let bytes = table.layer(layer).unwrap_or_default();
    let mut counts = BTreeMap::new();
    let mut open = 0;
    for bounds in bytes.chunks_exact(table.kind().width()) {
        if bounds.first() == bounds.last() {
            *counts.entry(bounds[0] as i8).or_insert(0) += 1;
        } else {
            open += 1;
        }
    }
    (counts, open)
}

fn info(place: &Place, call: &Call<'_>, view: View, out: &mut dyn Write) -> Outcome {
    let (rules, folder, seeds) = place.found(call, "tables info")?;
    let table = folder
        .table(&rules, seeds, Access::Read)
        .map_err(|error| no(&text::no_table_built(view.lang, &error)))?;
    let lang = view.lang;
    let mut layers = Vec::new();
    let (mut positions, mut total) = (0, 0);
    if !view.json {
        writeln!(out, "{}", text::heading(lang, rules.ruleset()))?;
        writeln!(
            out,
            "{}\n",
            layout::wrapped(text::table_kind(lang, table.kind()), 0, view.width)
        )?;
    }
    for layer in 0..table.layers() {
        let size = table.index().size(layer);
        let bytes = std::fs::metadata(folder.file(layer)).map_or(0, |file| file.len());
        let (counts, open) = values(&table, layer);
        positions += size;
        total += bytes;
        if view.json {
            let counts: Map<_, _> = counts
                .iter()
                .map(|(value, count)| (value.to_string(), json!(count)))
                .collect();
            layers.push(json!({
                "seeds": layer, "positions": size, "bytes": bytes, "values": counts, "open": open
            }));
        } else {
            let line = text::layer(lang, layer, size, bytes, &counts, open);
            writeln!(out, "{}", layout::hanging(&line, view.width))?;
        }
    }
    if view.json {
        let mut answer = json::rules(rules.ruleset());
        let key = Scheme::of(&rules)
            .map_err(|refusal| no(&text::no_tables(lang, refusal)))?
            .key;
        answer.insert("key".into(), json!(key.to_string()));
        let kind = match table.kind() {
            Kind::Exact => "values",
            Kind::Bounds => "bounds",
        };
        answer.insert("kind".into(), json!(kind));
        answer.insert("positions".into(), json!(positions));
        answer.insert("bytes".into(), json!(total));
        answer.insert("layers".into(), json!(layers));
        return json::write(out, &Value::Object(answer));
    }
    Ok(writeln!(
        out,
        "\n{}",
        text::all_layers(lang, positions, total)
    )?)
}

fn probe(place: &Place, call: &Call<'_>, view: View, out: &mut dyn Write) -> Outcome {
    let game = given::game(call.common, view.lang)?;
    let (rules, position) = (game.rules(), game.position());
    if game.result().is_some() {
        return Err(no(&text::game_is_over(view.lang)));
    }
    let folder = place.folder(rules, call)?;
    let on_board = position.board::<u128>().seeds_in_pits();
    let seeds = folder.seeds().ok_or_else(|| {
        let sensible = sensible_seeds(rules, on_board, 0);
        no(&text::missing_table(view.lang, rules, &folder, sensible))
    })?;
    let table = folder
        .table(rules, seeds, Access::Map)
        .map_err(|error| no(&text::no_table_built(view.lang, &error)))?;
    let answer = table.probe(rules, position).ok_or_else(|| {
        no(&text::too_many_seeds(
            view.lang,
            &rules.ruleset().name,
            on_board,
            seeds,
            sensible_seeds(rules, on_board, usize::from(seeds) + 1) == on_board,
        ))
    })?;
    if view.json {
        let mut object = json::rules(rules.ruleset());
        object.insert("position".into(), json!(position.to_string()));
        margins_into(&mut object, answer.margins);
        let moves: Vec<Value> = answer
            .moves
            .iter()
            .map(|(m, margins)| {
                let mut object = Map::new();
                object.insert("move".into(), json!(m.to_string()));
                margins_into(&mut object, *margins);
                Value::Object(object)
            })
            .collect();
        object.insert("moves".into(), json!(moves));
        return json::write(out, &Value::Object(object));
    }
    write_probe(&game, &answer, view.lang, out)
}

/// The most bytes of a table that somebody is advised to build.
const ADVISED_BYTES: u64 = 10_000_000_000;

/// As many seeds, up to those wanted, as a table can have that is not unreasonably large.
fn sensible_seeds(rules: &Rules, wanted: u8, layers: usize) -> u8 {
    let fits = |seeds: &u8| {
        Plan::new(rules, *seeds, layers, None).is_ok_and(|plan| plan.disk <= ADVISED_BYTES)
    };
    (0..=wanted).rev().find(fits).unwrap_or(0)
}

/// The value, if it is proved, and the bounds.
fn margins_into(object: &mut Map<String, Value>, margins: Margins) {
    object.insert("value".into(), json!(margins.value()));
    object.insert("proved".into(), json!(margins.value().is_some()));
    object.insert("lower".into(), json!(margins.lower));
    object.insert("upper".into(), json!(margins.upper));
}

fn write_probe(
    game: &krou_rules::Game,
    answer: &krou_tables::Answer,
    lang: Lang,
    out: &mut dyn Write,
) -> Outcome {
    writeln!(out, "{}", text::heading(lang, game.rules().ruleset()))?;
    writeln!(out, "{}\n", text::position(lang, game.position()))?;
    let turn = game.position().turn();
    writeln!(out, "{}", text::known(lang, turn, answer.margins))?;
    for (m, margins) in &answer.moves {
        writeln!(
            out,
            "  {:>2}  {}",
            m.to_string(),
            text::margins(lang, *margins)
        )?;
    }
    Ok(())
}
