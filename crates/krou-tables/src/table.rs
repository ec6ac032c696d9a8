//! A table to look things up in.

use std::fmt;

use krou_rules::Rules;
use krou_rules::row::{Board, Row};

use crate::build;
use crate::index::{Index, MOST_SEEDS, Place};
use crate::scheme::{Kind, NoTable, Scheme};

/// What is proved about a position: the margin of what is still on the board, for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// It is at least this,
    pub lower: i8,
    /// and at most this.
    pub upper: i8,
}

impl Bounds {
    /// A known value.
    pub const fn exactly(value: i8) -> Self {
        Bounds {
            lower: value,
            upper: value,
        }
    }

    /// The value, where the bounds meet.
    pub fn value(self) -> Option<i8> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// The values of one layer, in the order of the index; two bytes each for bounds, the lower first.
pub(crate) type Layer = crate::bytes::Bytes;

/// Why a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The rules allow none.
    #[error(transparent)]
    NoTable(#[from] NoTable),
    /// Too many seeds.
    #[error(
        "a table of {seeds} seeds is too large: with {pits} pits a side it would have more positions than can be counted, or values that do not fit a byte"
    )]
    TooLarge {
        /// What was asked for.
        seeds: u8,
        /// On this board.
        pits: u8,
    },
}

/// What is proved about every position with up to a number of seeds in the pits.
pub struct Table {
    pub(crate) scheme: Scheme,
    pub(crate) index: Index,
    pub(crate) layers: Vec<Layer>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Table({}, {} layers)",
            self.scheme.key,
            self.layers.len()
        )
    }
}

impl Table {
    /// A table without layers for boards of up to `seeds` seeds.
    pub(crate) fn empty(rules: &Rules, seeds: u8) -> Result<Table, TableError> {
        let scheme = Scheme::of(rules)?;
        let pits = scheme.pits;
        let index = (seeds <= MOST_SEEDS)
            .then(|| Index::new(pits, scheme.tuzdyk, seeds))
            .flatten()
            .ok_or(TableError::TooLarge { seeds, pits })?;
        Ok(Table {
            scheme,
            index,
            layers: Vec::new(),
        })
    }

    /// Builds a table in memory, with `threads` threads or one for each core.
    ///
    /// ```
    /// use krou_rules::Rules;
    /// use krou_tables::Table;
    /// let awari = Rules::builtin("awari").unwrap();
    /// let table = Table::build_in_memory(&awari, 7, None)?;
    /// let position = awari.position(&"0,0,0,0,0,1/1,0,0,0,0,0/23,23/S".parse().unwrap()).unwrap();
    /// assert_eq!(table.value(position.board::<u64>()), Some(2));
    /// # Ok::<(), krou_tables::TableError>(())
    /// ```
    pub fn build_in_memory(
        rules: &Rules,
        seeds: u8,
        threads: Option<usize>,
    ) -> Result<Table, TableError> {
        Table::build_while(rules, seeds, threads, &mut |_| true)
    }

    /// Builds a table in memory, asking before each layer whether to go on; fewer layers are a table
    /// too.
    pub fn build_while(
        rules: &Rules,
        seeds: u8,
        threads: Option<usize>,
        go_on: &mut dyn FnMut(u8) -> bool,
    ) -> Result<Table, TableError> {
        let mut table = Table::empty(rules, seeds)?;
        let pool = build::pool(threads);
        for seeds in 0..=seeds {
            if !go_on(seeds) {
                break;
            }
            let layer = pool.install(|| build::next_layer(rules, &table, &|_| {}));
            table.layers.push(layer.into());
        }
        Ok(table)
    }

    /// What the table holds.
    pub fn kind(&self) -> Kind {
        self.scheme.kind
    }

    /// The scheme of the table's rules.
    pub fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// The order of the table.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How many layers there are: one more than the most seeds on a board the table knows.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The proved value of what is still on a board, for its mover: only from exact tables.
    /// Stored seeds come on top.
    #[inline(always)]
    pub fn value<R: Row>(&self, board: Board<R>) -> Option<i8> {
        let place = self.index.place(board)?;
        let layer = self.layers.get(place.layer)?;
        match self.scheme.kind {
            Kind::Exact => Some(layer[place.at] as i8),
            Kind::Bounds => None,
        }
    }

    /// What is proved about what is still on a board, for its mover, whatever was played before
    /// this position came on the board. Stored seeds come on top.
    ///
    /// In a table of [`Kind::Bounds`] they do not hold for a move *to* this board that may repeat
    /// an earlier position: see [`on_arrival`](Self::on_arrival).
    #[inline(always)]
    pub fn bounds<R: Row>(&self, board: Board<R>) -> Option<Bounds> {
        self.place(board).map(|place| self.at(place))
    }

    /// Where a board stands, if the table knows it; [`prefetch`](Self::prefetch) and [`at`](Self::at)
    /// take it from there.
    #[inline(always)]
    pub fn place<R: Row>(&self, board: Board<R>) -> Option<Place> {
        let place = self.index.place(board)?;
        (place.layer < self.layers.len()).then_some(place)
    }

    /// Asks the processor to have a place at hand soon.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        self.layers[place.layer].prefetch(self.scheme.kind.width() * place.at);
    }

    /// What [`bounds`](Self::bounds) says of the board that stands there.
    #[inline(always)]
    pub fn at(&self, place: Place) -> Bounds {
        self.scheme.kind.read(&self.layers[place.layer], place.at)
    }

    /// The bounds for a move that leads to a board and may thereby repeat a position and end the
    /// game.
    #[inline(always)]
    pub fn on_arrival<R: Row>(&self, board: Board<R>) -> Option<Bounds> {
        let bounds = self.bounds(board)?;
        Some(match self.scheme.kind {
            Kind::Exact => bounds,
            Kind::Bounds => build::may_end(bounds, board),
        })
    }

    /// The bytes of a layer.
    pub fn layer(&self, layer: usize) -> Option<&[u8]> {
        self.layers.get(layer).map(|bytes| &bytes[..])
    }
}
