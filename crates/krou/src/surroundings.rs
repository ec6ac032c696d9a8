//! What the command learns from where it runs.

use std::env;
use std::io::IsTerminal;
use std::path::PathBuf;

use krou_engine::StopFlag;
use krou_rules::Lang;

use crate::args::Common;

/// The language, the width and the directory to use where the call does not say.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The system's language.
    pub lang: Lang,
    /// Characters on a line.
    pub width: usize,
    /// Whether somebody watches: progress is shown on stderr then.
    pub watched: bool,
    /// Whether somebody sits at a terminal that can show a whole screen.
    pub terminal: bool,
    /// Where players, games and tables are kept.
    pub data: Option<PathBuf>,
}

impl Default for Surroundings {
    /// English, 80 columns, nobody watching, no terminal and no directory.
    fn default() -> Self {
        Surroundings {
            lang: Lang::En,
            width: 80,
            watched: false,
            terminal: false,
            data: None,
        }
    }
}

impl Surroundings {
    /// Reads the environment and asks the terminal.
    pub fn detect() -> Self {
        let lang = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|key| env::var(key).ok())
            .find(|value| !value.is_empty());
        let width = terminal_size::terminal_size_of(std::io::stdout());
        Surroundings {
            lang: lang.map_or(Lang::En, |locale| lang_of(&locale)),
            width: width.map_or(80, |(width, _)| width.0.into()),
            watched: std::io::stderr().is_terminal(),
            terminal: std::io::stdin().is_terminal()
                && std::io::stdout().is_terminal()
                && env::var_os("TERM").is_none_or(|term| term != "dumb"),
            data: krou_store::default_dir(),
        }
    }

    /// The same with what the call says.
    pub(crate) fn view(&self, common: &Common) -> View {
        View {
            lang: common.lang.unwrap_or(self.lang),
            width: common.width.map_or(self.width, usize::from),
            json: common.json,
            watched: self.watched,
        }
    }
}

/// A flag that Ctrl-C raises, for work that ends with what it has by then; a second Ctrl-C does not
/// wait for that.
pub(crate) fn interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let asked = stop.clone();
    // Where it cannot be caught, Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(move || {
        if asked.is_stopped() {
            std::process::exit(130);
        }
        asked.stop();
    });
    stop
}

/// `fr_CH.UTF-8` is French.
fn lang_of(locale: &str) -> Lang {
    let code = locale.split(['_', '.', '@']).next();
    code.and_then(|code| code.parse().ok()).unwrap_or_default()
}

/// How an answer is to look.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub lang: Lang,
    pub width: usize,
    pub json: bool,
    pub watched: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_language() {
        for french in ["fr", "fr_FR", "fr_CH.UTF-8", "fr.utf8", "fr@euro"] {
            assert_eq!(lang_of(french), Lang::Fr);
        }
        for other in ["", "C", "C.UTF-8", "en_GB.UTF-8", "frr_DE", "de_DE"] {
            assert_eq!(lang_of(other), Lang::En);
        }
    }
}
