//! One layer as a file.
//!
//! ```text
//!     0  magic          "KROUTAB\n"
//!     8  version        u16
//!    10  kind           1 values, 2 bounds
//!    11  packing        0 plain, 1 blocks of zstd
//!    12  pits a side
//!    13  tuzdyk         0 or 1
//!    14  layer          the seeds on each board
//!    16  key            of the rules: see `Scheme`
//!    24  positions      u64
//!    32  length         u64, of what follows the header
//!    40  BLAKE3         of the values, unpacked
//!    72  name           of the ruleset the table was built with, UTF-8, zeros after it
//!   120  check          the first 8 bytes of the BLAKE3 of the 120 before
//!   128  the values     in the order of `Index`: i8, or lower and upper bound
//! ```
//!
//! Numbers are little-endian. Packed values are blocks of a megabyte, each with its packed length
//! before it as a `u32`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use krou_rules::Fingerprint;
use rayon::prelude::*;

use crate::bytes::Bytes;
use crate::scheme::{Kind, Scheme};

const MAGIC: &[u8; 8] = b"KROUTAB\n";
const VERSION: u16 = 1;
const HEADER: usize = 128;
const CHECKED: usize = 120;
const NAME: std::ops::Range<usize> = 72..104;
const BLOCK: usize = 1 << 20;
/// Higher levels take much longer and save little.
const LEVEL: i32 = 6;

/// How the values of a file are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As they are.
    Plain,
    /// In blocks packed with zstd. Such files cannot be mapped, and are unpacked when read.
    Zstd,
}

/// How the values of a file are had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Mapped into memory, and their checksum compared the first time a process maps the file.
    /// Packed files are read.
    Map,
    /// Read into memory, and their checksum compared.
    Read,
    /// Read into memory, whatever their checksum.
    ReadUnchecked,
}

/// Why a file is of no use.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}", path = path.display())]
pub struct FileError {
    /// Which file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub problem: Problem,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is not a table of Krou's; put it elsewhere")]
    NotATable,
    /// It is of another time.
    #[error(
        "this table has format version {0}, and this Krou reads version {VERSION}; build it again"
    )]
    Version(u16),
    /// It is of other rules.
    #[error(
        "this is a table of other rules: of `{name}` with the key {key}, where {wanted} is wanted"
    )]
    OtherRules {
        /// What they were called.
        name: String,
        /// Their key.
        key: Fingerprint,
        /// The key of the rules asked for.
        wanted: Fingerprint,
    },
    /// It is another layer than its name says.
    #[error("this is the layer of {found} seeds, where that of {wanted} is wanted")]
    OtherLayer {
        /// What it is.
        found: usize,
        /// What it should be.
        wanted: usize,
    },
    /// It ends early or late.
    #[error(
        "damaged: {found} bytes long instead of {wanted}; delete the file and build the table again"
    )]
    Length {
        /// How long it is.
        found: u64,
        /// How long it should be.
        wanted: u64,
    },
    /// Its header is not what was written.
    #[error(
        "damaged: the header does not fit its checksum; delete the file and build the table again"
    )]
    Header,
    /// Its values are not what was written.
    #[error(
        "damaged: the values do not fit their checksum; delete the file and build the table again"
    )]
    Values,
    /// Somebody else builds.
    #[error("another build is at work here; wait for it to end")]
    Locked,
}

impl Problem {
    pub(crate) fn at(self, path: &Path) -> FileError {
        FileError {
            path: path.to_owned(),
            problem: self,
        }
    }
}

/// The facts of a layer that its file states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    pub scheme: &'a Scheme,
    pub layer: usize,
    pub positions: usize,
}

impl Facts<'_> {
    fn bytes(&self) -> usize {
        self.positions * self.scheme.kind.width()
    }

    /// The header, but for what depends on the values.
    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..10].copy_from_slice(&VERSION.to_le_bytes());
        header[10] = match self.scheme.kind {
            Kind::Exact => 1,
            Kind::Bounds => 2,
        };
        header[12] = self.scheme.pits;
        header[13] = u8::from(self.scheme.tuzdyk);
        header[14] = self.layer as u8;
        header[16..24].copy_from_slice(&self.scheme.key.to_bytes());
        header[24..32].copy_from_slice(&(self.positions as u64).to_le_bytes());
        header
    }

    /// Writes the file of a layer, whole or not at all.
    pub fn write(
        &self,
        path: &Path,
        values: &[u8],
        packing: Packing,
        name: &str,
    ) -> io::Result<()> {
        assert_eq!(values.len(), self.bytes());
        let packed = match packing {
            Packing::Plain => None,
            Packing::Zstd => Some(pack(values)?),
        };
        let body = packed.as_deref().unwrap_or(values);
        let mut header = self.header();
        header[11] = u8::from(packing == Packing::Zstd);
        header[32..40].copy_from_slice(&(body.len() as u64).to_le_bytes());
        header[40..72].copy_from_slice(&hash(values));
        let end = name.floor_char_boundary(NAME.len());
        header[NAME][..end].copy_from_slice(&name.as_bytes()[..end]);
        let check = blake3::hash(&header[..CHECKED]);
        header[CHECKED..].copy_from_slice(&check.as_bytes()[..8]);

        let part = path.with_extension("part");
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(&header)?;
            file.write_all(body)?;
            file.sync_all()?;
            fs::rename(&part, path)
        };
        write().inspect_err(|_| {
            // A full disk is not kept full by what could not be finished.
            let _ = fs::remove_file(&part);
        })?;
        // The new name must last, too.
        match path.parent() {
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }

    /// The values of a file, if it is the one that is wanted and undamaged.
    pub fn read(&self, path: &Path, access: Access) -> Result<Bytes, FileError> {
        self.open(path, access).map_err(|problem| problem.at(path))
    }

    fn open(&self, path: &Path, access: Access) -> Result<Bytes, Problem> {
        let mut file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut header = [0; HEADER];
        let begun = read_up_to(&mut file, &mut header)?;
        if !header.starts_with(MAGIC) {
            return Err(Problem::NotATable);
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        if begun < HEADER {
            let wanted = HEADER as u64;
            return Err(Problem::Length { found, wanted });
        }
        if blake3::hash(&header[..CHECKED]).as_bytes()[..8] != header[CHECKED..] {
            // A later version may check otherwise; this one's number cannot be told from damage.
            return Err(match version {
                VERSION => Problem::Header,
                _ => Problem::Version(version),
            });
        }
        if version != VERSION {
            return Err(Problem::Version(version));
        }
        self.is_wanted(&header)?;
        let number =
            |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        let length = number(32);
        let wanted = length.saturating_add(HEADER as u64);
        let plain = header[11] == 0;
        if found != wanted || (plain && length != self.bytes() as u64) {
            return Err(Problem::Length { found, wanted });
        }
        if plain && access == Access::Map {
            let values = Bytes::map(&file, HEADER)?;
            let seen = (path.to_owned(), header, file.metadata()?.modified().ok());
            let intact = || INTACT.lock().unwrap_or_else(PoisonError::into_inner);
            let known = intact().contains(&seen);
            if !known && hash(&values) != header[40..72] {
                return Err(Problem::Values);
            }
            intact().insert(seen);
            return Ok(values);
        }
        let mut body = Vec::with_capacity(length as usize);
        file.read_to_end(&mut body)?;
        let values = if plain {
            body
        } else {
            unpack(&body, self.bytes()).ok_or(Problem::Values)?
        };
        let right = values.len() == self.bytes() && hash(&values) == header[40..72];
        if access != Access::ReadUnchecked && !right {
            return Err(Problem::Values);
        }
        Ok(values.into())
    }

    /// Refuses a sound header of something else.
    fn is_wanted(&self, header: &[u8; HEADER]) -> Result<(), Problem> {
        let wanted = self.header();
        if header[16..24] != wanted[16..24] {
            let name = String::from_utf8_lossy(&header[NAME]);
            let bytes = header[16..24].try_into().expect("eight bytes");
            return Err(Problem::OtherRules {
                name: name.trim_end_matches('\0').to_owned(),
                key: Fingerprint::from_bytes(bytes),
                wanted: self.scheme.key,
            });
        }
        if header[14] != wanted[14] {
            return Err(Problem::OtherLayer {
                found: header[14].into(),
                wanted: self.layer,
            });
        }
        // The key stands for all the rest.
        let same = header[10] == wanted[10]
            && header[12..16] == wanted[12..16]
            && header[24..32] == wanted[24..32];
        if same && header[11] <= 1 {
            Ok(())
        } else {
            Err(Problem::Header)
        }
    }
}

/// A mapped file: where it is, its header, which has the checksum, and when it was written.
type Seen = (PathBuf, [u8; HEADER], Option<SystemTime>);

/// The mapped files whose checksum this process has compared. Programs open a table anew for every
/// game, and reading gigabytes each time would take longer than the games.
static INTACT: LazyLock<Mutex<HashSet<Seen>>> = LazyLock::new(Mutex::default);

/// The checksum of values, by all threads of the pool.
fn hash(values: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update_rayon(values);
    hasher.finalize().into()
}

fn read_up_to(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match file.read(&mut buffer[read..])? {
            0 => break,
            more => read += more,
        }
    }
    Ok(read)
}

fn pack(values: &[u8]) -> io::Result<Vec<u8>> {
    let blocks: Vec<Vec<u8>> = values
        .par_chunks(BLOCK)
        .map(|block| zstd::bulk::compress(block, LEVEL))
        .collect::<io::Result<_>>()?;
    let mut packed = Vec::new();
    for block in blocks {
        packed.extend((block.len() as u32).to_le_bytes());
        packed.extend(block);
    }
    Ok(packed)
}

/// What was packed; nothing if that cannot be.
fn unpack(mut packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut blocks = Vec::new();
    while !packed.is_empty() {
        let (size, rest) = packed.split_first_chunk::<4>()?;
        let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        blocks.push(block);
        packed = rest;
    }
    if blocks.len() != length.div_ceil(BLOCK) {
        return None;
    }
    let parts: Vec<Vec<u8>> = blocks
        .into_par_iter()
        .map(|block| zstd::bulk::decompress(block, BLOCK).ok())
        .collect::<Option<_>>()?;
    let values = parts.concat();
    (values.len() == length).then_some(values)
}
