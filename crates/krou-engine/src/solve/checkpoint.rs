//! What is proved so far, kept in a file to go on from.
//!
//! The file is one zstd frame with its checksum. It begins with a few lines of text: the format,
//! the fingerprint of the rules, the position and the shape of the memory; then come the words of
//! the memory. It is written beside its place and then moved there, so it is whole or not there.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use krou_rules::{Position, Rules};

use super::memory::Memory;

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
        "the checkpoint {path} is of {found}, not of {wanted}; name another file, or use the same rules, position and --memory"
    )]
    Foreign {
        /// The file.
        path: String,
        /// What it is of.
        found: String,
        /// What was asked for.
        wanted: String,
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
    /// Fills the memory from the file, if there is one.
    pub fn open(
        path: &'a PathBuf,
        rules: &Rules,
        position: &Position,
        memory: &Memory,
    ) -> Result<Checkpoint<'a>, CheckpointError> {
        let of = format!(
            "krou solve 1, rules {}, position {position}, memory {}",
            rules.fingerprint(),
            memory.shape()
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
        let mut found = String::new();
        reader
            .by_ref()
            .take(1000)
            .read_line(&mut found)
            .map_err(unreadable)?;
        if found.trim_end() != checkpoint.of {
            return Err(CheckpointError::Foreign {
                path: shown,
                found: found.trim_end().escape_debug().to_string(),
                wanted: checkpoint.of,
            });
        }
        memory.read(&mut reader).map_err(unreadable)?;
        Ok(checkpoint)
    }

    /// Writes the memory to the file, whole or not at all.
    pub fn write(&self, memory: &Memory) -> Result<(), CheckpointError> {
        self.try_write(memory)
            .map_err(|error| CheckpointError::Unwritable {
                path: self.path.display().to_string(),
                error,
            })
    }

    fn try_write(&self, memory: &Memory) -> io::Result<()> {
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = tempfile::NamedTempFile::new_in(folder)?;
        let mut writer = zstd::Encoder::new(file, 1)?;
        writer.include_checksum(true)?;
        writeln!(writer, "{}", self.of)?;
        memory.write(&mut writer)?;
        let file = writer.finish()?;
        file.as_file().sync_all()?;
        file.persist(self.path)?;
        Ok(())
    }
}
