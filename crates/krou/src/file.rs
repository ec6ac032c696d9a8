//! Reading ruleset files, and showing the place where one is wrong; writing files whole.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;

use krou_rules::{Lang, Ruleset, RulesetError};
use tempfile::NamedTempFile;

use crate::text;

/// Far more than any ruleset needs, and an end for files that have none.
const MOST_BYTES: u64 = 64 * 1024;

/// Why a file is no ruleset.
pub enum FileError {
    /// It cannot be read at all.
    Unreadable(String),
    /// It is wrong at one place: the complaint, and the whole file to show it in.
    Wrong(Box<RulesetError>, String),
}

/// Reads the ruleset in a file.
pub fn read(path: &str, lang: Lang) -> Result<Ruleset, FileError> {
    let unreadable = |why: &str| FileError::Unreadable(text::about(lang, &path, &why));
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(&text::unreadable_file(lang, &error)))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(unreadable(text::long_ruleset(lang)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let (line, column) = after(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let why = text::no_utf_8_byte(lang);
        FileError::Unreadable(format!("{path}:{line}:{column}: {why}"))
    })?;
    let stem = Path::new(path).file_stem().unwrap_or_default();
    Ruleset::parse(&stem.to_string_lossy(), &text)
        .map_err(|error| FileError::Wrong(error.into(), text))
}

/// A new file that will be there whole or not at all; a file that is there already is refused and
/// never overwritten. Begin it before the work of which it is to keep
/// the results: where no file can be written, that is known at once.
pub struct Whole<'a> {
    path: &'a Path,
    draft: NamedTempFile,
}

impl<'a> Whole<'a> {
    pub fn begin(path: &'a Path) -> io::Result<Whole<'a>> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".krou-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(std::fs::Permissions::from_mode(0o666)); // less what the umask says
        }
        let draft = builder.tempfile_in(dir.unwrap_or(Path::new(".")))?;
        Ok(Whole { path, draft })
    }

    /// Puts it in its place, unless there is a file by now.
    pub fn finish(mut self, text: &str) -> io::Result<()> {
        self.draft.write_all(text.as_bytes())?;
        self.draft.as_file().sync_all()?;
        self.draft.persist_noclobber(self.path)?;
        Ok(())
    }
}

/// The line and column after some text, both from 1.
fn after(text: &[u8]) -> (usize, usize) {
    let text = String::from_utf8_lossy(text);
    let line = text.matches('\n').count() + 1;
    let last = text.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}

impl FileError {
    /// The complaint in one sentence, and where there is a place, the line with the place marked.
    pub fn complaint(&self, path: &str, lang: Lang) -> String {
        match self {
            FileError::Unreadable(sentence) => sentence.clone(),
            FileError::Wrong(error, text) => {
                let told = error.text(lang);
                format!("{path}:{told}{}", excerpt(text, &error.span))
            }
        }
    }
}

/// The line in which `span` begins, with its part of that line underlined.
fn excerpt(text: &str, span: &Range<usize>) -> String {
    const WIDEST: usize = 100;
    let (Some(before), Some(rest)) = (text.get(..span.start), text.get(span.start..)) else {
        return String::new();
    };
    let number = before.matches('\n').count() + 1;
    let indent = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let rest = rest.lines().next().unwrap_or_default();
    if indent.chars().count() + rest.chars().count() > WIDEST {
        return String::new();
    }
    let marked = text.get(span.clone()).unwrap_or_default();
    let marked = marked.lines().next().unwrap_or_default().chars().count();
    let shown = |part: &str| part.replace(char::is_control, " ");
    format!(
        "\n{number:>4} | {}{}\n     | {}{}",
        shown(indent),
        shown(rest),
        " ".repeat(indent.chars().count()),
        "^".repeat(marked.max(1)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_underlined() {
        let text = "title = \"x\"\npits = 77\n";
        assert_eq!(
            excerpt(text, &(19..21)),
            "\n   2 | pits = 77\n     |        ^^"
        );
        assert_eq!(excerpt(text, &(0..0)), "\n   1 | title = \"x\"\n     | ^");
        assert_eq!(excerpt("", &(0..0)), "\n   1 | \n     | ^");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(after("a\né".as_bytes()), (2, 2));
        assert_eq!(after(b""), (1, 1));
    }
}
