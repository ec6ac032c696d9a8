//! What a table of a ruleset can hold, and which rulesets share one.

use crate::table::Bounds;
use krou_rules::{Fingerprint, Repetition, RepetitionLeftovers, Rules, Switches};

/// What a table holds of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Its value, in one byte.
    Exact,
    /// A lower and an upper bound that hold whatever was played before, in two bytes: where a
    /// repetition is worth what lies on each side at that moment, the value depends on the
    /// history.
    Bounds,
}

impl Kind {
    /// Bytes a position.
    pub const fn width(self) -> usize {
        match self {
            Kind::Exact => 1,
            Kind::Bounds => 2,
        }
    }

    /// What a layer says of a position.
    #[inline(always)]
    pub(crate) fn read(self, layer: &[u8], at: usize) -> Bounds {
        match self {
            Kind::Exact => Bounds::exactly(layer[at] as i8),
            Kind::Bounds => Bounds {
                lower: layer[2 * at] as i8,
                upper: layer[2 * at + 1] as i8,
            },
        }
    }
}

/// Rules for which no table can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTable {
    /// Columns can be burned.
    #[error(
        "there are no tables for games in which columns burn: burning costs stored seeds, so the stores are part of the position"
    )]
    Burning,
}

/// How the values of a layer are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Nothing ever comes back: seeds that leave a row pass a store.
    Waves,
    /// Positions come back; a repetition is worth nothing to both. Goes back from what is known.
    Retrograde,
    /// Positions come back. Goes over the layer until nothing changes.
    Sweeps,
}

/// What the rules say about their tables.
#[derive(Clone, Copy, Debug)]
pub struct Scheme {
    /// What tells the tables of these rules from all others.
    pub key: Fingerprint,
    /// What a table holds.
    pub kind: Kind,
    pub(crate) method: Method,
    pub(crate) pits: u8,
    pub(crate) tuzdyk: bool,
}

impl Scheme {
    /// The scheme for a game.
    ///
    /// The fingerprint is taken of what decides the worth of a board: not of how many seeds the
    /// game starts with, who begins, whether a majority stops it, what resigning costs and how
    /// often a position must come back. So Kalah with three seeds and with six share a table.
    ///
    /// ```
    /// use krou_rules::{Rules, Ruleset};
    /// use krou_tables::Scheme;
    /// let key = |seeds: &str| {
    ///     let mut kalah = Ruleset::builtin("kalah").unwrap();
    ///     kalah.set("seeds", seeds).unwrap();
    ///     Scheme::of(&Rules::new(kalah).unwrap()).unwrap().key
    /// };
    /// assert_eq!(key("3"), key("6"));
    /// ```
    pub fn of(rules: &Rules) -> Result<Scheme, NoTable> {
        let switches = rules.switches();
        if switches.burn {
            return Err(NoTable::Burning);
        }
        let default = Switches::default();
        let mut same = switches.effective();
        same.seeds = default.seeds.min((255 / (2 * u16::from(same.pits))) as u8);
        same.first = default.first;
        same.majority = default.majority;
        same.resign = default.resign;
        let mut kind = Kind::Exact;
        if same.repetition != Repetition::None {
            same.repetition = Repetition::Nth(2);
            match same.repetition_leftovers {
                RepetitionLeftovers::Owner => kind = Kind::Bounds,
                // What nobody gets and what is split are both worth nothing.
                RepetitionLeftovers::Nobody | RepetitionLeftovers::Split => {
                    same.repetition_leftovers = RepetitionLeftovers::Nobody;
                }
            }
        }
        let relay = switches.laps == krou_rules::Laps::Relay;
        Ok(Scheme {
            key: Fingerprint::of(&same),
            kind,
            method: match kind {
                _ if switches.sow_own_store => Method::Waves,
                Kind::Exact if !relay => Method::Retrograde,
                _ => Method::Sweeps,
            },
            pits: switches.pits,
            tuzdyk: switches.tuzdyk,
        })
    }
}
