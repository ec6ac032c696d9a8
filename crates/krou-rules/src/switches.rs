//! The switches a ruleset sets: their names, their readings, and which combinations make sense.

use std::fmt;

/// A switch's value: read from and written as one word, the same in files and on the command line.
trait Reading: Sized {
    fn read(word: &str) -> Option<Self>;
    fn allowed() -> Allowed;
    fn values() -> Vec<String>;
}

macro_rules! readings {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// Every reading of this switch.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
        }

        impl Reading for $name {
            fn read(word: &str) -> Option<Self> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
            fn allowed() -> Allowed {
                Allowed {
                    words: &[$(concat!("\"", $word, "\"")),+],
                    numbers: None,
                }
            }
            fn values() -> Vec<String> {
                [$($word),+].map(str::to_string).to_vec()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }
    )+};
}

readings! {
    /// Who moves first.
    First {
        /// South.
        South = "south",
        /// North.
        North = "north",
        /// Drawn by lot in play; South where a question is answered.
        Random = "random",
    }
    /// What a sowing does when it comes to the pit it was lifted from.
    Origin {
        /// The pit is sown like any other.
        Sown = "sown",
        /// The pit the move started from is skipped on every pass of the whole move.
        Skipped = "skipped",
        /// Every lift of more than one seed drops its first seed back into the lifted pit; later
        /// passes sow it like any other.
        FirstSeed = "first-seed",
    }
    /// What happens when the last seed falls in a pit that holds seeds.
    Laps {
        /// The sowing is over.
        Single = "single",
        /// The pit is lifted and sown on, until a store or an empty pit is reached. A move that
        /// would never come to rest is not legal; see [`MOST_LAPS`].
        Relay = "relay",
    }
    /// When a player moves again.
    Bonus {
        /// Never.
        Never = "never",
        /// After a last seed in their own store.
        OwnStore = "own-store",
        /// After a last seed in either store.
        EitherStore = "either-store",
    }
    /// How seeds are captured.
    Capture {
        /// Not at all.
        None = "none",
        /// A last seed in an empty pit takes the opposite pit.
        Opposite = "opposite",
        /// A last seed that brings an opponent's pit to 2 or 3 takes it.
        Count = "count",
        /// A last seed that makes an opponent's pit even takes it.
        Even = "even",
    }
    /// Where an opposite capture can happen.
    CaptureSide {
        /// Only when the last seed falls on the mover's own side.
        Own = "own",
        /// Wherever the last seed falls.
        Either = "either",
    }
    /// What an opposite capture takes.
    CaptureTakes {
        /// The opposite seeds and the last seed.
        Both = "both",
        /// Only the opposite seeds.
        Opposite = "opposite",
    }
    /// What becomes of a capture that takes the opponent's last seeds.
    GrandSlam {
        /// It is a capture like any other.
        Captures = "captures",
        /// The move stands, but nothing is captured.
        CapturesNothing = "captures-nothing",
        /// The move may not be played.
        Illegal = "illegal",
        /// The move may only be played if every move leaves the opponent without seeds.
        IllegalUnlessOnly = "illegal-unless-only",
    }
    /// The duty to feed an opponent who has no seeds.
    Feeding {
        /// There is none.
        None = "none",
        /// A move that leaves the opponent seeds must be played when there is one.
        WhenPossible = "when-possible",
        /// Only a move that leaves the opponent seeds may be played.
        Always = "always",
    }
    /// When the game ends.
    End {
        /// As soon as either side is empty.
        SideEmpty = "side-empty",
        /// When the player to move has no legal move.
        NoMove = "no-move",
    }
    /// Who gets the seeds left on the board at the end.
    Leftovers {
        /// The player on whose side they lie.
        Owner = "owner",
        /// The opponent of the player who cannot move.
        Opponent = "opponent",
        /// Nobody.
        Nobody = "nobody",
        /// They stay and count: a score is row plus store.
        Stay = "stay",
    }
    /// Who gets the seeds left on the board when a repetition ends the game.
    RepetitionLeftovers {
        /// Nobody.
        Nobody = "nobody",
        /// The player on whose side they lie.
        Owner = "owner",
        /// Half to each; an odd seed to nobody.
        Split = "split",
    }
    /// Who gets the seeds left on the board when a player resigns.
    Resign {
        /// The opponent.
        Opponent = "opponent",
        /// Each takes their own side.
        Owner = "owner",
    }
}

/// Which occurrence of a position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// None does.
    None,
    /// The second, third … up to the ninth.
    Nth(u8),
}

impl Reading for Repetition {
    fn read(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Repetition::None),
            _ => number(word, 2, 9).map(Repetition::Nth),
        }
    }
    fn allowed() -> Allowed {
        Allowed {
            words: &["\"none\""],
            numbers: Some((2, 9)),
        }
    }
    fn values() -> Vec<String> {
        let counts = (2..=9).map(|n: u8| n.to_string());
        std::iter::once("none".to_string()).chain(counts).collect()
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repetition::None => f.write_str("none"),
            Repetition::Nth(n) => write!(f, "{n}"),
        }
    }
}

impl Reading for bool {
    fn read(word: &str) -> Option<Self> {
        match word {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            _ => None,
        }
    }
    fn allowed() -> Allowed {
        Allowed {
            words: &["true", "false"],
            numbers: None,
        }
    }
    fn values() -> Vec<String> {
        ["false", "true"].map(str::to_string).to_vec()
    }
}

fn number(word: &str, low: u8, high: u8) -> Option<u8> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let n = word.parse().ok().filter(|_| plain)?;
    (low..=high).contains(&n).then_some(n)
}

/// Why a switch could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// There is no switch of that name.
    UnknownKey(String),
    /// The switch has no such reading.
    BadValue {
        /// The switch.
        key: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        allowed: Allowed,
    },
}

/// The values a switch can have, as a file writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Words, those that need them in quotes.
    pub words: &'static [&'static str],
    /// The smallest and the largest number.
    pub numbers: Option<(u8, u8)>,
}

macro_rules! read_field {
    ($key:literal, $value:ident, $type:ty) => {
        <$type as Reading>::read($value).ok_or_else(|| SwitchError::BadValue {
            key: $key,
            value: $value.to_string(),
            allowed: <$type as Reading>::allowed(),
        })
    };
    ($key:literal, $value:ident, $type:ty, $low:literal, $high:literal) => {
        number($value, $low, $high).ok_or_else(|| SwitchError::BadValue {
            key: $key,
            value: $value.to_string(),
            allowed: Allowed {
                words: &[],
                numbers: Some(($low, $high)),
            },
        })
    };
}

macro_rules! field_values {
    ($type:ty) => {
        <$type as Reading>::values()
    };
    ($type:ty, $low:literal, $high:literal) => {
        ($low..=$high).map(|n: $type| n.to_string()).collect()
    };
}

macro_rules! switches {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $key:literal $(in $low:literal ..= $high:literal)?, default $default:expr;)+) => {
        /// A value for every switch: one exact game.
        ///
        /// Any combination can be written down here; [`Switches::check`] says whether it makes sense.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct Switches { $($(#[$doc])* pub $field: $type),+ }

        impl Switches {
            /// The names of all switches, in the order in which they are always listed.
            pub const KEYS: &'static [&'static str] = &[$($key),+];

            /// Sets one switch from its name and value as written in files and on the command line.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), SwitchError> {
                match key {
                    $($key => self.$field = read_field!($key, value, $type $(, $low, $high)?)?,)+
                    _ => return Err(SwitchError::UnknownKey(key.to_string())),
                }
                Ok(())
            }

            /// Every value a switch can have, in a good order to offer them; none if there is no
            /// such switch.
            pub fn values(key: &str) -> Vec<String> {
                match key {
                    $($key => field_values!($type $(, $low, $high)?),)+
                    _ => Vec::new(),
                }
            }

            /// One switch's value as written in files and on the command line.
            pub fn get(&self, key: &str) -> Option<String> {
                match key {
                    $($key => Some(self.$field.to_string()),)+
                    _ => None,
                }
            }
        }

        impl Default for Switches {
            /// Kalah, the base of every ruleset that names no other.
            fn default() -> Self {
                Switches { $($field: $default),+ }
            }
        }
    };
}

switches! {
    /// Pits on each side.
    pits: u8 = "pits" in 1..=12, default 6;
    /// Seeds in each pit at the start.
    seeds: u8 = "seeds" in 1..=12, default 4;
    /// Who moves first.
    first: First = "first", default First::South;
    /// Whether a sowing drops a seed into the mover's own store.
    sow_own_store: bool = "sow-own-store", default true;
    /// Whether a sowing drops a seed into the opponent's store.
    sow_opponent_store: bool = "sow-opponent-store", default false;
    /// What happens at the pit the seeds were lifted from.
    origin: Origin = "origin", default Origin::Sown;
    /// Whether a sowing goes on from a pit that holds seeds.
    laps: Laps = "laps", default Laps::Single;
    /// When a player moves again.
    bonus: Bonus = "bonus", default Bonus::OwnStore;
    /// How seeds are captured.
    capture: Capture = "capture", default Capture::Opposite;
    /// Opposite capture: on which side the last seed must fall.
    capture_side: CaptureSide = "capture-side", default CaptureSide::Own;
    /// Opposite capture: whether the last seed is taken too.
    capture_takes: CaptureTakes = "capture-takes", default CaptureTakes::Both;
    /// Opposite capture: whether the last seed is taken when the opposite pit is empty.
    empty_capture: bool = "empty-capture", default false;
    /// Count capture: whether it goes on backward along the opponent's row.
    capture_chain: bool = "capture-chain", default true;
    /// What becomes of a capture that takes the opponent's last seeds.
    grand_slam: GrandSlam = "grand-slam", default GrandSlam::Captures;
    /// The duty to feed.
    feeding: Feeding = "feeding", default Feeding::None;
    /// When the game ends.
    end: End = "end", default End::SideEmpty;
    /// Who gets the seeds left on the board.
    leftovers: Leftovers = "leftovers", default Leftovers::Owner;
    /// Whether a store above half of all seeds ends the game at once.
    majority: bool = "majority", default false;
    /// Which occurrence of a position ends the game.
    repetition: Repetition = "repetition", default Repetition::None;
    /// Who gets the seeds left on the board when a repetition ends the game.
    repetition_leftovers: RepetitionLeftovers = "repetition-leftovers", default RepetitionLeftovers::Nobody;
    /// Whether a column may be burned instead of sowing.
    burn: bool = "burn", default false;
    /// What burning a column costs, in seeds out of the mover's store.
    burn_cost: u8 = "burn-cost" in 0..=255, default 3;
    /// How many columns must be left after burning one.
    burn_columns_left: u8 = "burn-columns-left" in 1..=11, default 3;
    /// Whether a pit may become the opponent's tuzdyk.
    tuzdyk: bool = "tuzdyk", default false;
    /// Who gets the seeds left on the board when a player resigns.
    resign: Resign = "resign", default Resign::Owner;
}

/// The most seeds a game may have, on the board and in the stores together.
pub const MOST_SEEDS: u16 = 255;

/// The most laps a relay may take: one that has not come to rest by then counts as never resting,
/// and is no legal move.
///
/// Where a store is sown, every round leaves a seed there, and no relay takes so many laps. Where
/// none is, relays that come to rest were never seen to take more than about 1200, on any board;
/// the circles of those that do not can be longer than anybody could wait for.
pub const MOST_LAPS: u32 = 10_000;

/// A combination of switches that makes no sense together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Nonsense {
    /// More seeds than a game can have.
    TooManySeeds {
        /// Pits a side.
        pits: u8,
        /// Seeds in each.
        seeds: u8,
    },
    /// A bonus for the own store, which is not sown.
    BonusInOwnStore,
    /// A bonus for a store, where none is sown.
    BonusInNoStore,
    /// A capture by count, which a relay never makes.
    RelayCaptures,
    /// A tuzdyk, which a relay never makes.
    RelayTuzdyk,
    /// Tuzdyks and burned columns.
    BurnedTuzdyk,
    /// A tuzdyk on a board with a single pit a side.
    OnlyPitTuzdyk,
    /// An empty capture that has nothing to take.
    EmptyCapture,
    /// A duty to feed where nobody is ever hungry.
    NobodyToFeed,
    /// More columns must be left than there could ever be.
    NothingBurns {
        /// Pits a side.
        pits: u8,
        /// Columns that must be left.
        left: u8,
    },
    /// Seeds that go round for ever.
    ForEver,
}

impl Nonsense {
    /// The switches at odds, the one most likely meant to change first.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Nonsense::TooManySeeds { .. } => &["seeds", "pits"],
            Nonsense::BonusInOwnStore => &["bonus", "sow-own-store"],
            Nonsense::BonusInNoStore => &["bonus", "sow-own-store", "sow-opponent-store"],
            Nonsense::RelayCaptures => &["capture", "laps"],
            Nonsense::RelayTuzdyk => &["tuzdyk", "laps"],
            Nonsense::BurnedTuzdyk => &["tuzdyk", "burn"],
            Nonsense::OnlyPitTuzdyk => &["tuzdyk", "pits"],
            Nonsense::EmptyCapture => &["empty-capture", "capture-takes"],
            Nonsense::NobodyToFeed => &["feeding", "end"],
            Nonsense::NothingBurns { .. } => &["burn-columns-left", "pits"],
            Nonsense::ForEver => &["repetition", "sow-own-store"],
        }
    }
}

impl Switches {
    /// Refuses combinations that contradict themselves or let a game run for ever.
    pub fn check(&self) -> Result<(), Nonsense> {
        let Switches { pits, seeds, .. } = *self;
        if 2 * u16::from(pits) * u16::from(seeds) > MOST_SEEDS {
            return Err(Nonsense::TooManySeeds { pits, seeds });
        }
        if self.bonus == Bonus::OwnStore && !self.sow_own_store {
            return Err(Nonsense::BonusInOwnStore);
        }
        if self.bonus == Bonus::EitherStore && !self.sow_own_store && !self.sow_opponent_store {
            return Err(Nonsense::BonusInNoStore);
        }
        if self.laps == Laps::Relay && matches!(self.capture, Capture::Count | Capture::Even) {
            return Err(Nonsense::RelayCaptures);
        }
        if self.tuzdyk && self.laps == Laps::Relay {
            return Err(Nonsense::RelayTuzdyk);
        }
        if self.tuzdyk && self.burn {
            return Err(Nonsense::BurnedTuzdyk);
        }
        if self.tuzdyk && pits < 2 {
            return Err(Nonsense::OnlyPitTuzdyk);
        }
        if self.empty_capture
            && self.capture == Capture::Opposite
            && self.capture_takes == CaptureTakes::Opposite
        {
            return Err(Nonsense::EmptyCapture);
        }
        if self.feeding != Feeding::None && self.end == End::SideEmpty {
            return Err(Nonsense::NobodyToFeed);
        }
        let left = self.burn_columns_left;
        if self.burn && left >= pits {
            return Err(Nonsense::NothingBurns { pits, left });
        }
        if !self.sow_own_store && self.repetition == Repetition::None {
            return Err(Nonsense::ForEver);
        }
        Ok(())
    }

    /// The same game with every switch that has no effect in it set to its default, so that two
    /// ways of writing one game are equal.
    #[must_use]
    pub fn effective(&self) -> Switches {
        let default = Switches::default();
        let mut s = self.clone();
        if s.capture != Capture::Opposite {
            s.capture_side = default.capture_side;
            s.capture_takes = default.capture_takes;
            s.empty_capture = default.empty_capture;
        }
        if s.capture != Capture::Count {
            s.capture_chain = default.capture_chain;
        }
        if s.capture == Capture::None && !s.tuzdyk {
            s.grand_slam = default.grand_slam;
        }
        if !s.burn {
            s.burn_cost = default.burn_cost;
            s.burn_columns_left = default.burn_columns_left;
        }
        if s.sow_own_store {
            s.repetition = Repetition::None;
        }
        if s.repetition == Repetition::None {
            s.repetition_leftovers = default.repetition_leftovers;
        }
        s
    }

    /// Whether they are Kalah's in all that a move does, but for the size of the board and captures of
    /// nothing.
    pub(crate) fn are_kalah(&self) -> bool {
        let kalah = Switches {
            pits: self.pits,
            seeds: self.seeds,
            first: self.first,
            empty_capture: self.empty_capture,
            resign: self.resign,
            ..Switches::default()
        };
        self.effective() == kalah
    }

    /// Whether they are those of the Oware family in all that [`Family::Oware`] says.
    ///
    /// [`Family::Oware`]: crate::kernel::Family::Oware
    pub(crate) fn are_oware(&self) -> bool {
        self.laps == Laps::Single
            && !(self.sow_own_store || self.sow_opponent_store)
            && self.bonus == Bonus::Never
            && self.capture == Capture::Count
            && self.capture_chain
            && self.end == End::NoMove
            && self.leftovers != Leftovers::Stay
            && !(self.burn || self.tuzdyk)
    }

    /// Each switch with its value, in the order of [`Switches::KEYS`].
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        Switches::KEYS
            .iter()
            .map(|key| (*key, self.get(key).expect("KEYS lists only switches")))
    }

    /// The switches whose values differ from `other`'s, with this ruleset's value.
    pub fn differing(&self, other: &Switches) -> Vec<(&'static str, String)> {
        self.entries()
            .filter(|(key, value)| other.get(key).as_ref() != Some(value))
            .collect()
    }
}
