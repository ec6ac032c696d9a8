//! What a player has chosen for good: kept as a small TOML file beside the games.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use krou_rules::Lang;

use crate::theme::Look;

/// What a player has chosen for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language; the system's if none is chosen.
    pub lang: Option<Lang>,
    /// The colours.
    pub look: Look,
    /// Box characters and dots, or ASCII; as the system says if nothing is chosen.
    pub unicode: Option<bool>,
    /// How fast seeds travel.
    pub speed: Speed,
    /// Whether 4 and 6 move the selection, as the other digits choose pits.
    pub keypad: bool,
    /// The engine's level in a new game.
    pub level: u8,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lang: None,
            look: Look::Dark,
            unicode: None,
            speed: Speed::Normal,
            keypad: true,
            level: 3,
        }
    }
}

/// How fast seeds travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// They are there at once.
    Off,
    /// Fast.
    Fast,
    /// As usual.
    #[default]
    Normal,
    /// Slow.
    Slow,
}

impl Speed {
    /// Every speed, from none to slow.
    pub const ALL: [Speed; 4] = [Speed::Off, Speed::Fast, Speed::Normal, Speed::Slow];

    /// How long a seed takes; nothing if it does not travel.
    pub const fn a_seed(self) -> Option<Duration> {
        match self {
            Speed::Off => None,
            Speed::Fast => Some(Duration::from_millis(45)),
            Speed::Normal => Some(Duration::from_millis(110)),
            Speed::Slow => Some(Duration::from_millis(260)),
        }
    }

    /// The word for it in the settings file.
    pub const fn word(self) -> &'static str {
        match self {
            Speed::Off => "off",
            Speed::Fast => "fast",
            Speed::Normal => "normal",
            Speed::Slow => "slow",
        }
    }

    /// One step faster.
    #[must_use]
    pub const fn faster(self) -> Speed {
        match self {
            Speed::Slow => Speed::Normal,
            Speed::Normal => Speed::Fast,
            Speed::Fast | Speed::Off => Speed::Off,
        }
    }

    /// One step slower.
    #[must_use]
    pub const fn slower(self) -> Speed {
        match self {
            Speed::Off => Speed::Fast,
            Speed::Fast => Speed::Normal,
            Speed::Normal | Speed::Slow => Speed::Slow,
        }
    }
}

const FILE: &str = "settings.toml";

impl Settings {
    /// Reads the settings kept in a directory. What is missing or not understood is as usual.
    pub fn load(dir: &Path) -> Settings {
        let text = fs::read_to_string(dir.join(FILE)).unwrap_or_default();
        Settings::parse(&text)
    }

    fn parse(text: &str) -> Settings {
        let usual = Settings::default();
        let Ok(table) = text.parse::<toml::Table>() else {
            return usual;
        };
        let word = |key: &str| table.get(key).and_then(toml::Value::as_str);
        let flag = |key: &str| table.get(key).and_then(toml::Value::as_bool);
        let level = table.get("level").and_then(toml::Value::as_integer);
        let found =
            |words: &[&str], key: &str| word(key).and_then(|w| words.iter().position(|x| *x == w));
        Settings {
            lang: word("language").and_then(|code| code.parse().ok()),
            look: found(&Look::ALL.map(Look::word), "look").map_or(usual.look, |i| Look::ALL[i]),
            unicode: flag("unicode"),
            speed: found(&Speed::ALL.map(Speed::word), "speed")
                .map_or(usual.speed, |i| Speed::ALL[i]),
            keypad: flag("keypad").unwrap_or(usual.keypad),
            level: level
                .and_then(|n| u8::try_from(n).ok())
                .filter(|n| (1..=10).contains(n))
                .unwrap_or(usual.level),
        }
    }

    fn to_toml(self) -> String {
        let lang = self.lang.map(|lang| format!("language = \"{lang}\"\n"));
        let unicode = self.unicode.map(|unicode| format!("unicode = {unicode}\n"));
        format!(
            "# Krou's terminal game; changed in its settings.\n\
             {}{}look = \"{}\"\nspeed = \"{}\"\nkeypad = {}\nlevel = {}\n",
            lang.unwrap_or_default(),
            unicode.unwrap_or_default(),
            self.look.word(),
            self.speed.word(),
            self.keypad,
            self.level
        )
    }

    /// Keeps the settings: the file is replaced whole or not at all.
    pub fn save(self, dir: &Path) -> io::Result<()> {
        fs::create_dir_all(dir)?;
        let path = dir.join(FILE);
        let draft = draft_beside(&path);
        let written = fs::File::create(&draft).and_then(|mut file| {
            file.write_all(self.to_toml().as_bytes())?;
            file.sync_all()
        });
        let done = written.and_then(|()| fs::rename(&draft, &path));
        if done.is_err() {
            // The draft is worth nothing; the error that matters is told.
            let _ = fs::remove_file(&draft);
        }
        done
    }
}

fn draft_beside(path: &Path) -> PathBuf {
    path.with_extension(format!("{}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        for look in Look::ALL {
            for speed in Speed::ALL {
                let settings = Settings {
                    lang: Some(Lang::Fr),
                    look,
                    unicode: Some(false),
                    speed,
                    keypad: false,
                    level: 10,
                };
                assert_eq!(Settings::parse(&settings.to_toml()), settings);
            }
        }
        assert_eq!(
            Settings::parse(&Settings::default().to_toml()),
            Settings::default()
        );
    }

    #[test]
    fn what_is_not_understood_is_as_usual() {
        for text in [
            "",
            "look = 3",
            "[[[",
            "level = 99\nspeed = \"warp\"",
            "language = \"tlh\"",
        ] {
            assert_eq!(Settings::parse(text), Settings::default());
        }
    }
}
