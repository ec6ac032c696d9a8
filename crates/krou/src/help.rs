//! The command line in the language of whoever calls.

use std::error::Error as _;
use std::ffi::OsString;

use clap::builder::{PossibleValue, Str};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use krou_rules::Lang;

use crate::args::Cli;
use crate::text::{self, french};

/// The command line, its help in this language.
pub fn command(lang: Lang) -> Command {
    let mut command = Cli::command();
    if lang == Lang::Fr {
        // Only now every command has its help and what it shares with the others.
        command.build();
        command = in_french(command);
    }
    command
}

/// The language a call asks for, if it can be told before the call is understood.
pub fn lang(args: &[OsString]) -> Option<Lang> {
    let mut rest = args.iter().take_while(|arg| *arg != "--");
    while let Some(arg) = rest.next().and_then(|arg| arg.to_str()) {
        let code = match arg.strip_prefix("--lang") {
            Some("") => rest.next()?.to_str()?,
            Some(value) => value.strip_prefix('=').unwrap_or(""),
            None => continue,
        };
        return code.parse().ok();
    }
    None
}

/// A text that has no French stays as it is; a test sees to it that there is none.
fn translated(text: &impl ToString) -> String {
    let english = text.to_string();
    french(&english).map_or(english, str::to_owned)
}

fn in_french(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(translated) {
        command = command.about(about);
    }
    if let Some(after) = command.get_after_help().map(translated) {
        command = command.after_help(after);
    }
    command
        .subcommand_help_heading("Commandes")
        .subcommand_value_name("COMMANDE")
        .mut_args(arg_in_french)
        .mut_subcommands(in_french)
}

fn arg_in_french(mut arg: Arg) -> Arg {
    let values = arg.get_num_args().is_none_or(|count| count.takes_values());
    let mut help = arg.get_help().map(translated).unwrap_or_default();
    if let (true, Some(names)) = (values, arg.get_value_names()) {
        let names: Vec<Str> = names.iter().map(value_name).collect();
        arg = arg.value_names(names);
    }
    let listed = |values: Vec<String>| values.join(", ");
    if values && !arg.get_default_values().is_empty() && !arg.is_hide_default_value_set() {
        let values = arg.get_default_values().iter();
        let values = listed(values.map(|v| v.to_string_lossy().into_owned()).collect());
        help = format!("{help} [par défaut\u{a0}: {values}]");
        arg = arg.hide_default_value(true);
    }
    let possible: Vec<PossibleValue> = arg.get_possible_values();
    if values && !possible.is_empty() && !arg.is_hide_possible_values_set() {
        let values = possible.iter().map(|value| match value.get_help() {
            None => value.get_name().to_owned(),
            Some(help) => format!("{} ({})", value.get_name(), translated(help)),
        });
        help = format!("{help} [au choix\u{a0}: {}]", listed(values.collect()));
        arg = arg.hide_possible_values(true);
    }
    if let Some(heading) = arg.get_help_heading().and_then(french) {
        arg = arg.help_heading(heading);
    }
    if let Some(long) = arg.get_long_help().map(translated) {
        arg = arg.long_help(long);
    }
    arg.help(help)
}

fn value_name(english: &Str) -> Str {
    french(&format!("<{english}>")).map_or_else(|| english.clone(), Str::from)
}

/// Why a call was not understood.
pub fn refusal(lang: Lang, error: &clap::Error) -> String {
    if lang == Lang::En {
        return error.to_string();
    }
    let told = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::Number(number)) => number.to_string(),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::StyledStrs(texts)) => {
            let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
            texts.join(", ")
        }
        _ => String::new(),
    };
    let arg = told(ContextKind::InvalidArg);
    let value = told(ContextKind::InvalidValue);
    let why = error
        .source()
        .map(|why| translated(&why))
        .unwrap_or_default();
    let mut sentence = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("il manque une valeur à «\u{a0}{arg}\u{a0}»")
        }
        ErrorKind::InvalidValue => {
            let valid = told(ContextKind::ValidValue);
            format!(
                "«\u{a0}{value}\u{a0}» n’est pas une valeur de «\u{a0}{arg}\u{a0}»\u{a0}; au choix\u{a0}: {valid}"
            )
        }
        ErrorKind::ValueValidation if why.is_empty() => {
            format!("«\u{a0}{value}\u{a0}» n’est pas une valeur de «\u{a0}{arg}\u{a0}»")
        }
        ErrorKind::ValueValidation => {
            format!(
                "«\u{a0}{value}\u{a0}» n’est pas une valeur de «\u{a0}{arg}\u{a0}»\u{a0}: {}",
                reason(&why)
            )
        }
        ErrorKind::UnknownArgument => {
            format!("«\u{a0}{arg}\u{a0}» n’est rien que cette commande connaisse")
        }
        ErrorKind::InvalidSubcommand => {
            let name = told(ContextKind::InvalidSubcommand);
            format!("il n’y a pas de commande «\u{a0}{name}\u{a0}»")
        }
        ErrorKind::MissingRequiredArgument => format!("il manque\u{a0}: {arg}"),
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::ArgumentConflict => {
            let other = told(ContextKind::PriorArg);
            format!(
                "«\u{a0}{arg}\u{a0}» ne va pas avec «\u{a0}{other}\u{a0}»\u{a0}; omettez l’un des deux"
            )
        }
        ErrorKind::TooManyValues => {
            format!("«\u{a0}{value}\u{a0}» est de trop après «\u{a0}{arg}\u{a0}»")
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("il manque des valeurs à «\u{a0}{arg}\u{a0}»")
        }
        ErrorKind::NoEquals => format!("il manque un signe = après «\u{a0}{arg}\u{a0}»"),
        ErrorKind::InvalidUtf8 => "un argument n’est pas du texte UTF-8".to_owned(),
        _ => return error.to_string(),
    };
    let near = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    if let Some(near) = near.map(told).iter().find(|near| !near.is_empty()) {
        sentence = format!("{sentence}\u{a0}; vouliez-vous dire «\u{a0}{near}\u{a0}»\u{a0}?");
    }
    let usage = told(ContextKind::Usage);
    let usage = usage.trim_start_matches("Usage:").trim();
    let usage = if usage.is_empty() {
        String::new()
    } else {
        format!("\nUsage: {usage}\n")
    };
    format!(
        "{}{sentence}\n{usage}\nPour en savoir plus, essayez '--help'.\n",
        text::error(lang)
    )
}

/// What is said of a number out of its range or of an unknown language, in French; anything else as
/// it is.
fn reason(why: &str) -> String {
    if let Some((number, range)) = why.split_once(" is not in ") {
        return format!("{number} n’est pas dans {range}");
    }
    let languages = why.split_once("the languages are ");
    languages.map_or(why.to_owned(), |(_, all)| format!("les langues sont {all}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text of a command and of those below it.
    fn texts(command: &Command, found: &mut Vec<String>) {
        found.extend(command.get_about().map(ToString::to_string));
        found.extend(command.get_after_help().map(ToString::to_string));
        for arg in command.get_arguments() {
            found.extend(arg.get_help().map(ToString::to_string));
            found.extend(arg.get_long_help().map(ToString::to_string));
            found.extend(arg.get_help_heading().map(ToString::to_string));
            if arg.get_num_args().is_none_or(|count| count.takes_values()) {
                let names = arg.get_value_names().unwrap_or_default();
                found.extend(names.iter().map(|name| format!("<{name}>")));
                let values = arg.get_possible_values();
                let values = values.iter().filter_map(PossibleValue::get_help);
                found.extend(values.map(ToString::to_string));
            }
        }
        for command in command.get_subcommands() {
            texts(command, found);
        }
    }

    #[test]
    fn every_text_of_the_command_line_has_its_french() {
        let mut command = Cli::command();
        command.build();
        let mut found = Vec::new();
        texts(&command, &mut found);
        assert!(found.len() > 300, "{} texts", found.len());
        found.retain(|text| french(text).is_none());
        found.sort_unstable();
        found.dedup();
        assert!(found.is_empty(), "no French in text/help.rs for {found:#?}");
    }

    #[test]
    fn a_call_in_french_is_understood_as_in_english() {
        for args in [
            &[
                "krou",
                "solve",
                "--every-move",
                "-r",
                "oware",
                "--memory",
                "5M",
            ][..],
            &["krou", "tables", "build", "--seeds", "5", "--lang", "fr"],
            &["krou", "help", "play"],
            &["krou", "play", "--south", "11"],
            &["krou", "sovle"],
        ] {
            let kind = |lang| {
                let matches = command(lang).try_get_matches_from(args);
                matches.map(|m| format!("{m:?}")).map_err(|e| e.kind())
            };
            assert_eq!(kind(Lang::En), kind(Lang::Fr), "{args:?}");
        }
    }
}
