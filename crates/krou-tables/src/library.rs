//! Where programs find the table of a game: in files, or built in memory.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use krou_rules::{Fingerprint, Rules};

use crate::file::Access;
use crate::folder::{BuildError, Folder};
use crate::index::{Index, MOST_SEEDS};
use crate::scheme::{Kind, Scheme};
use crate::table::Table;

/// The tables of all games: those in a directory, if there is one, and small ones in memory.
///
/// ```
/// use krou_rules::Rules;
/// use krou_tables::Library;
/// let awari = Rules::builtin("awari").unwrap();
/// let library = Library::default();
/// assert!(library.open(&awari)?.is_none());
/// assert_eq!(library.best(&awari).unwrap().layers(), 9);
/// # Ok::<(), krou_tables::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    directory: Option<PathBuf>,
    /// Whether nothing is built in memory.
    bare: bool,
}

/// A small table has at most so many positions: building it takes no time anybody notices.
/// Bounds take longer to find than values.
const fn small(kind: Kind) -> usize {
    match kind {
        Kind::Exact => 130_000,
        Kind::Bounds => 20_000,
    }
}

/// How many small tables are kept; a program that plays more games than this builds them again.
const KEPT: usize = 32;

type Shelf = HashMap<Fingerprint, Arc<OnceLock<Arc<Table>>>>;

static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

impl Library {
    /// The library that `krou tables build` fills in this directory. It need not be there.
    pub fn at(directory: impl Into<PathBuf>) -> Library {
        Library {
            directory: Some(directory.into()),
            bare: false,
        }
    }

    /// A library without any table, for those who want to know what tables are good for.
    pub const fn empty() -> Library {
        Library {
            directory: None,
            bare: true,
        }
    }

    /// Where its files are.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// The table of a game in files, mapped; nothing if there is none.
    pub fn open(&self, rules: &Rules) -> Result<Option<Arc<Table>>, BuildError> {
        let folder = self.directory().map(|dir| Folder::new(dir, rules));
        let Some(Ok(folder)) = folder else {
            return Ok(None);
        };
        let Some(seeds) = folder.seeds() else {
            return Ok(None);
        };
        let table = folder.table(rules, seeds, Access::Map)?;
        Ok(Some(Arc::new(table)))
    }

    /// The table that knows most: in files, leaving aside any of no use, or the small one of
    /// [`Table::small`]. Nothing for rules that allow none.
    pub fn best(&self, rules: &Rules) -> Option<Arc<Table>> {
        let small = (!self.bare).then(|| Table::small(rules)).flatten();
        let found = self.open(rules).ok().flatten();
        // Of two that know as much, the one in memory is quicker.
        match (small, found) {
            (Some(small), Some(found)) if found.layers() <= small.layers() => Some(small),
            (small, found) => found.or(small),
        }
    }
}

impl Table {
    /// A table of few seeds, built in memory at once and kept for whoever asks next; nothing for
    /// rules that allow none.
    pub fn small(rules: &Rules) -> Option<Arc<Table>> {
        let scheme = Scheme::of(rules).ok()?;
        let place = {
            let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
            if shelf.len() >= KEPT && !shelf.contains_key(&scheme.key) {
                shelf.clear();
            }
            Arc::clone(shelf.entry(scheme.key).or_default())
        };
        if let Some(table) = place.get() {
            return Some(Arc::clone(table));
        }
        // Who asks meanwhile waits, and does not build it too.
        Some(Arc::clone(place.get_or_init(|| {
            let built = Table::build_in_memory(rules, small_seeds(&scheme), Some(1));
            let built = built.or_else(|_| Table::empty(rules, 0));
            Arc::new(built.expect("the rules allow a table"))
        })))
    }
}

/// The seeds of the largest layer of a small table.
fn small_seeds(scheme: &Scheme) -> u8 {
    let fits = |&seeds: &u8| {
        let index = Index::new(scheme.pits, scheme.tuzdyk, seeds);
        index.is_some_and(|index| {
            let positions: usize = (0..=index.seeds()).map(|layer| index.size(layer)).sum();
            positions <= small(scheme.kind)
        })
    };
    (1..=MOST_SEEDS).take_while(fits).last().unwrap_or(0)
}
