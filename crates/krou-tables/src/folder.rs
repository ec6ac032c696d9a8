//! The tables of a game in a folder, a file for each layer.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use krou_rules::Rules;

use crate::build;
use crate::file::{Access, Facts, FileError, Packing, Problem};
use crate::scheme::{NoTable, Scheme};
use crate::table::{Table, TableError};

/// Where the layers of one game are kept.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Why a build came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is no such table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file is of no use.
    #[error(transparent)]
    File(#[from] FileError),
}

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// The seeds of the largest layer.
    pub seeds: u8,
    /// How many threads; one for each core if it is not said.
    pub threads: Option<usize>,
    /// How files are kept.
    pub packing: Packing,
}

/// A layer that was just written.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    /// Its seeds.
    pub layer: usize,
    /// Its positions.
    pub positions: usize,
    /// How long it took to find their values and write them.
    pub took: Duration,
}

impl Folder {
    /// The folder of a game's tables among those of all games. Nothing is created yet.
    pub fn new(tables: &Path, rules: &Rules) -> Result<Folder, NoTable> {
        let key = Scheme::of(rules)?.key.to_string();
        Ok(Folder {
            path: tables.join(key),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a layer.
    pub fn file(&self, layer: usize) -> PathBuf {
        self.path.join(format!("{layer:03}.krou"))
    }

    /// The seeds of the largest layer up to which all are there; nothing if there is none.
    pub fn seeds(&self) -> Option<u8> {
        (0..=crate::MOST_SEEDS)
            .take_while(|&layer| self.file(layer.into()).exists())
            .last()
    }

    /// The table in the folder, up to `most` seeds; it has no layers if there is none.
    pub fn table(&self, rules: &Rules, most: u8, access: Access) -> Result<Table, BuildError> {
        let seeds = self.seeds().map_or(0, |seeds| seeds.min(most));
        let mut table = Table::empty(rules, seeds)?;
        self.load(&mut table, access)?;
        Ok(table)
    }

    /// Adds the layers that are there to a table without any.
    fn load(&self, table: &mut Table, access: Access) -> Result<(), FileError> {
        for layer in 0..=table.index.seeds() {
            let file = self.file(layer);
            match facts(table, layer).read(&file, access) {
                Ok(bytes) => table.layers.push(bytes),
                Err(FileError {
                    problem: Problem::Io(error),
                    ..
                }) if error.kind() == ErrorKind::NotFound => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether the file of a layer of this table is what was written.
    pub fn check(&self, table: &Table, layer: usize) -> Result<(), FileError> {
        let checked = facts(table, layer).read(&self.file(layer), Access::Read);
        checked.map(|_| ())
    }

    /// Builds what is missing up to a number of seeds, layer after layer; a build that was killed
    /// goes on with the layer it was at. `progress` is told how many more positions are done,
    /// `built` of each layer when its file is written.
    pub fn build(
        &self,
        rules: &Rules,
        options: &BuildOptions,
        progress: &(dyn Fn(u64) + Sync),
        built: &mut dyn FnMut(Built),
    ) -> Result<Table, BuildError> {
        let mut table = Table::empty(rules, options.seeds)?;
        let _lock = self.lock()?;
        self.remove_parts();
        self.load(&mut table, Access::Read)?;
        let name = &rules.ruleset().name;
        let pool = build::pool(options.threads);
        while table.layers.len() <= usize::from(options.seeds) {
            let start = Instant::now();
            let values = pool.install(|| build::next_layer(rules, &table, progress));
            let facts = facts(&table, table.layers.len());
            let file = self.file(facts.layer);
            pool.install(|| facts.write(&file, &values, options.packing, name))
                .map_err(|error| Problem::Io(error).at(&file))?;
            built(Built {
                layer: facts.layer,
                positions: facts.positions,
                took: start.elapsed(),
            });
            table.layers.push(values.into());
        }
        Ok(table)
    }

    /// Removes what killed builds left of files they did not finish.
    fn remove_parts(&self) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|name| name == "part") {
                // What cannot be removed is overwritten, or in nobody's way.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Free bytes where the files are, or will be; `None` where the system does not say.
    pub fn free_space(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let there = self.path.ancestors().find(|path| path.exists());
            let there = there.unwrap_or(Path::new("."));
            let found = rustix::fs::statvfs(there).ok()?;
            Some(found.f_bavail.saturating_mul(found.f_frsize))
        }
        #[cfg(not(unix))]
        None
    }

    /// Keeps other builds out until it is dropped.
    fn lock(&self) -> Result<File, FileError> {
        let path = self.path.join("lock");
        let lock = || {
            fs::create_dir_all(&self.path)?;
            let file = File::options()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)?;
            match file.try_lock() {
                Ok(()) => Ok(file),
                Err(fs::TryLockError::WouldBlock) => Err(Problem::Locked),
                Err(fs::TryLockError::Error(error)) => Err(Problem::Io(error)),
            }
        };
        lock().map_err(|problem| problem.at(&path))
    }
}

/// What the file of a layer must state.
fn facts(table: &Table, layer: usize) -> Facts<'_> {
    Facts {
        scheme: &table.scheme,
        layer,
        positions: table.index.size(layer),
    }
}
