//! The transposition table in a file, to continue a solve.
//!
//! The file is one zstd frame with its checksum. It begins with a few lines of text: the format,
//! the fingerprint of the rules, the position, and the shape and size of the table; then come
//! its words. It is written to a temporary file and then renamed, so it is complete or absent.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use krou_rules::{Position, Rules};

use super::tt::TranspositionTable;

/// Why a checkpoint could not be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("the checkpoint {path} cannot be read: {error}; it is damaged or no checkpoint")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// It belongs to something else.
    #[error(
        "the checkpoint {path} is of {found}, not of {wanted}; name another file, or use the same rules and position"
    )]
    Foreign {
        /// The file.
        path: String,
        /// What it is of.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// It does not fit.
    #[error("the checkpoint {path} takes {megabytes} MB; use --memory {megabytes}M or more")]
    TooLarge {
        /// The file.
        path: String,
        /// What it takes.
        megabytes: u64,
    },
    /// It cannot be written.
    #[error("the checkpoint {path} cannot be written: {error}")]
    Unwritable {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
}

pub(super) struct Checkpoint<'a> {
    path: &'a PathBuf,
    of: String,
}

impl<'a> Checkpoint<'a> {
    /// Fills the table from the file, if there is one.
    pub fn open(
        path: &'a PathBuf,
        rules: &Rules,
        position: &Position,
        tt: &mut TranspositionTable,
    ) -> Result<Checkpoint<'a>, CheckpointError> {
        let of = format!(
            "krou solve 2, rules {}, position {position}, memory {}",
            rules.fingerprint(),
            tt.shape()
        );
        let checkpoint = Checkpoint { path, of };
        let shown = path.display().to_string();
        let unreadable = |error| CheckpointError::Unreadable {
            path: shown.clone(),
            error,
        };
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(checkpoint),
            opened => opened.map_err(unreadable)?,
        };
        let mut reader = BufReader::new(zstd::Decoder::new(file).map_err(unreadable)?);
        let mut line = || {
            let mut line = String::new();
            reader.by_ref().take(1000).read_line(&mut line)?;
            Ok(line.trim_end().to_owned())
        };
        let found = line().map_err(unreadable)?;
        if found != checkpoint.of {
            return Err(CheckpointError::Foreign {
                path: shown,
                found: found.escape_debug().to_string(),
                wanted: checkpoint.of,
            });
        }
        let size = line().and_then(|size| size.parse().map_err(io::Error::other));
        tt.begin_with(size.map_err(unreadable)?)
            .map_err(|megabytes| CheckpointError::TooLarge {
                path: shown.clone(),
                megabytes,
            })?;
        tt.read(&mut reader).map_err(unreadable)?;
        Ok(checkpoint)
    }

    /// Writes the table to the file, completely or not at all.
    pub fn write(&self, tt: &TranspositionTable) -> Result<(), CheckpointError> {
        self.try_write(tt)
            .map_err(|error| CheckpointError::Unwritable {
                path: self.path.display().to_string(),
                error,
            })
    }

    fn try_write(&self, tt: &TranspositionTable) -> io::Result<()> {
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = tempfile::NamedTempFile::new_in(folder)?;
        let mut writer = zstd::Encoder::new(file, 1)?;
        writer.include_checksum(true)?;
        writeln!(writer, "{}\n{}", self.of, tt.size())?;
        tt.write(&mut writer)?;
        let file = writer.finish()?;
        file.as_file().sync_all()?;
        file.persist(self.path)?;
        Ok(())
    }
}
