//! The languages Krou speaks to its players.

use std::fmt;
use std::str::FromStr;

/// A language of the texts for players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// Every language there is.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The two letters that name the language on the command line, in files and in pages.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A language Krou does not speak.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no language `{0}`; the languages are en, fr")]
pub struct UnknownLang(pub String);

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code() == code)
            .ok_or_else(|| UnknownLang(code.to_string()))
    }
}

/// One text in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BiText {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl BiText {
    /// A text in English and French.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        BiText {
            en: en.into(),
            fr: fr.into(),
        }
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }

    /// A text that is the same in every language, such as a name.
    pub fn same(text: &str) -> Self {
        BiText {
            en: text.to_string(),
            fr: text.to_string(),
        }
    }
}

/// In English, as whatever is written for programs and logs.
impl fmt::Display for BiText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_read_as_it_is_written() {
        for lang in Lang::ALL {
            assert_eq!(lang.to_string().parse(), Ok(lang));
        }
        assert!("de".parse::<Lang>().is_err());
    }
}
