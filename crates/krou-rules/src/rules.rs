//! A ruleset, compiled: what may be played, and what comes of it.

use arrayvec::ArrayVec;

use crate::kernel::{BURN, Choice, General, Kalah, Kernel, Opposite, Oware, Relay, Stop, Style};
use crate::position::{Ending, Position};
use crate::row::{Board, Row};
use crate::setup::{Cell, Setup};
use crate::switches::{
    Capture, Feeding, First, GrandSlam, Laps, Leftovers, MOST_SEEDS, Nonsense, Switches,
};
use crate::trace::{Event, Place, Recorder, Trace};
use crate::{BySide, Fingerprint, IllegalMove, Move, Pit, PositionError, Ruleset, Side};

/// The legal moves of a position, sowings before burns, each from the mover's left.
pub type Moves = ArrayVec<Move, 24>;

/// A ruleset, checked and compiled.
///
/// Compiling is a matter of a millisecond; keep it in an [`Arc`](std::sync::Arc) to share it.
#[derive(Debug)]
pub struct Rules {
    ruleset: Ruleset,
    fingerprint: Fingerprint,
    wide: Kernel<u128, General>,
    fast: Fast,
}

/// The kernel that fits a ruleset best.
#[derive(Debug)]
enum Fast {
    Kalah6(Kernel<u64, Kalah>),
    Opposite6(Kernel<u64, Opposite>),
    Oware6(Kernel<u64, Oware>),
    Relay6(Kernel<u64, Relay>),
    General6(Kernel<u64, General>),
    Opposite12(Kernel<u128, Opposite>),
    Oware12(Kernel<u128, Oware>),
    Relay12(Kernel<u128, Relay>),
    General12(Kernel<u128, General>),
}

/// Work to be done on the fastest kernel for a ruleset; see [`Rules::visit`].
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does the work. It is compiled once for every kind of kernel.
    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> Self::Out;
}

impl Rules {
    /// Checks and compiles a ruleset.
    pub fn new(ruleset: Ruleset) -> Result<Rules, Nonsense> {
        let switches = &ruleset.switches;
        switches.check()?;
        let marks = switches.burn || switches.tuzdyk;
        let narrow = switches.pits as usize <= <u64 as Row>::MOST_PITS;
        let fast = match (marks, switches.laps, switches.capture, narrow) {
            (false, Laps::Relay, _, true) => Fast::Relay6(Kernel::new(switches)),
            (false, Laps::Relay, _, false) => Fast::Relay12(Kernel::new(switches)),
            (false, _, Capture::Opposite, true) if switches.are_kalah() => {
                Fast::Kalah6(Kernel::new(switches))
            }
            (false, _, Capture::Opposite, true) => Fast::Opposite6(Kernel::new(switches)),
            (false, _, Capture::Opposite, false) => Fast::Opposite12(Kernel::new(switches)),
            (false, _, Capture::Count, true) if switches.are_oware() => {
                Fast::Oware6(Kernel::new(switches))
            }
            (false, _, Capture::Count, false) if switches.are_oware() => {
                Fast::Oware12(Kernel::new(switches))
            }
            (_, _, _, true) => Fast::General6(Kernel::new(switches)),
            (_, _, _, false) => Fast::General12(Kernel::new(switches)),
        };
        Ok(Rules {
            fingerprint: ruleset.fingerprint(),
            wide: Kernel::new(switches),
            fast,
            ruleset,
        })
    }

    /// One of the games Krou knows.
    pub fn builtin(name: &str) -> Option<Rules> {
        Ruleset::builtin(name).map(|ruleset| Rules::new(ruleset).expect("built-in rules are sound"))
    }

    /// What was compiled.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The switches of the ruleset.
    pub fn switches(&self) -> &Switches {
        &self.ruleset.switches
    }

    /// What tells these rules from all others.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The start of the game. Where the first player is drawn by lot, South is.
    pub fn start(&self) -> Position {
        self.start_with(match self.switches().first {
            First::North => Side::North,
            First::South | First::Random => Side::South,
        })
    }

    /// The start of the game with the first player given.
    pub fn start_with(&self, first: Side) -> Position {
        let Switches { pits, seeds, .. } = *self.switches();
        let row = Pit::first(pits).fold(0, |row, pit| row | u128::at(pit.index() as u32, seeds));
        self.settled(
            Board {
                own: row,
                other: row,
            },
            first,
            0,
        )
        .0
    }

    /// The position a setup describes; if the game is over in it, the board is swept.
    pub fn position(&self, setup: &Setup) -> Result<Position, PositionError> {
        let wanted = self.switches().pits;
        for (side, row) in setup.pits.iter() {
            let found = row.len();
            if found != usize::from(wanted) {
                return Err(PositionError::Pits {
                    side,
                    found,
                    wanted,
                });
            }
        }
        let seeds = |row: &[Cell]| row.iter().map(|cell| u32::from(cell.seeds())).sum::<u32>();
        let found = seeds(&setup.pits.south)
            + seeds(&setup.pits.north)
            + u32::from(setup.stores.south)
            + u32::from(setup.stores.north);
        if found > u32::from(MOST_SEEDS) {
            return Err(PositionError::Seeds { found });
        }
        let burned = self.burned_columns(setup)?;
        let tuzdyks = self.tuzdyks(setup)?;
        let half = |side: Side| {
            let live = setup.pits[side]
                .iter()
                .filter(|&&cell| cell != Cell::Burned);
            let flag = tuzdyks[side].map_or(burned.count_ones() as u8, |pit| pit.index() as u8 + 1);
            live.enumerate().fold(
                u128::at(<u128 as Row>::STORE, setup.stores[side])
                    | u128::at(<u128 as Row>::FLAG, flag),
                |row, (place, cell)| row | u128::at(place as u32, cell.seeds()),
            )
        };
        let board = Board {
            own: half(setup.turn),
            other: half(!setup.turn),
        };
        Ok(self.settled(board, setup.turn, burned).0)
    }

    fn burned_columns(&self, setup: &Setup) -> Result<u16, PositionError> {
        let Switches {
            pits,
            burn,
            burn_columns_left: left,
            ..
        } = *self.switches();
        let mut burned: u16 = 0;
        for south in Pit::first(pits) {
            let north = south.facing(pits);
            let in_south = setup.pits.south[south.index()] == Cell::Burned;
            let in_north = setup.pits.north[north.index()] == Cell::Burned;
            match (in_south, in_north) {
                (false, false) => {}
                _ if !burn => return Err(PositionError::NoBurning),
                (true, true) => burned |= 1 << south.index(),
                (true, false) => {
                    let pit = south.letter(Side::South);
                    return Err(PositionError::HalfBurned { pit });
                }
                (false, true) => {
                    let pit = north.letter(Side::North);
                    return Err(PositionError::HalfBurned { pit });
                }
            }
        }
        let found = burned.count_ones() as u8;
        if burn && found > pits - left {
            return Err(PositionError::TooManyBurned { found, left });
        }
        Ok(burned)
    }

    fn tuzdyks(&self, setup: &Setup) -> Result<BySide<Option<Pit>>, PositionError> {
        let Switches { pits, tuzdyk, .. } = *self.switches();
        let mut found = BySide::new(None, None);
        for (side, row) in setup.pits.iter() {
            for pit in Pit::first(pits).filter(|pit| row[pit.index()] == Cell::Tuzdyk) {
                if !tuzdyk {
                    return Err(PositionError::NoTuzdyk);
                }
                if found[side].is_some() {
                    return Err(PositionError::TwoTuzdyks { side });
                }
                if pit.index() + 1 == usize::from(pits) {
                    let pit = pit.letter(side);
                    return Err(PositionError::LastTuzdyk { pit });
                }
                found[side] = Some(pit);
            }
        }
        if let BySide {
            south: Some(south),
            north: Some(north),
        } = found
            && south == north
        {
            return Err(PositionError::SameTuzdyk {
                south: south.letter(Side::South),
                north: north.letter(Side::North),
            });
        }
        Ok(found)
    }

    /// The position with this board, swept if the game is over; also the board before sweeping.
    fn settled(&self, board: Board<u128>, turn: Side, burned: u16) -> (Position, Board<u128>) {
        let (swept, ending) = match self.wide.stop(board) {
            Some(stop) => {
                let own_empty = (board.own & self.wide.pits_mask()).is_zero();
                let ending = match stop {
                    Stop::SideEmpty if own_empty => Ending::SideEmpty(turn),
                    Stop::SideEmpty => Ending::SideEmpty(!turn),
                    Stop::NoMove => Ending::NoMove(turn),
                };
                (self.wide.sweep(board, stop), Some(ending))
            }
            None => match self.majority(board, turn) {
                // Nobody is stuck, so leftovers never go to the opponent of one who is.
                Some(side) => (
                    self.wide.sweep(board, Stop::SideEmpty),
                    Some(Ending::Majority(side)),
                ),
                None => (board, None),
            },
        };
        let position = Position {
            board: swept,
            turn,
            pits: self.switches().pits,
            burned,
            tuzdyks: self.switches().tuzdyk,
            ending,
        };
        (position, board)
    }

    fn majority(&self, board: Board<u128>, turn: Side) -> Option<Side> {
        let own = u16::from(board.own.byte(<u128 as Row>::STORE));
        let other = u16::from(board.other.byte(<u128 as Row>::STORE));
        let total = own + other + u16::from(board.seeds_in_pits());
        if !self.switches().majority {
            None
        } else if 2 * own > total {
            Some(turn)
        } else if 2 * other > total {
            Some(!turn)
        } else {
            None
        }
    }

    /// The legal moves: none when the game is over.
    pub fn legal_moves(&self, position: &Position) -> Moves {
        if position.is_over() {
            return Moves::new();
        }
        self.wide
            .choices(position.board)
            .map(|choice| self.move_of(position, choice))
            .collect()
    }

    /// The move that a kernel's legal choice in this position stands for.
    pub fn move_of(&self, position: &Position, choice: Choice) -> Move {
        let side = position.turn;
        Move {
            side,
            pit: position.live(side)[usize::from(choice % BURN)],
            burn: choice >= BURN,
        }
    }

    /// The packed form of a legal move, as kernels take it.
    pub fn choice(&self, position: &Position, m: Move) -> Result<Choice, IllegalMove> {
        let turn = position.turn;
        let pit = m.pit.letter(m.side);
        if position.is_over() {
            return Err(IllegalMove::Over);
        }
        if m.side != turn {
            return Err(IllegalMove::NotYours { turn, pit });
        }
        if m.pit.index() >= usize::from(position.pits) {
            let pits = position.pits;
            return Err(IllegalMove::NoSuchPit { pit, pits });
        }
        let place = position.live(turn).iter().position(|&p| p == m.pit);
        let Some(place) = place else {
            return Err(IllegalMove::Burned { pit });
        };
        let choice = place as Choice + if m.burn { BURN } else { 0 };
        if self.wide.choices(position.board).contains(choice) {
            Ok(choice)
        } else {
            Err(self.why_illegal(position, m, choice))
        }
    }

    fn why_illegal(&self, position: &Position, m: Move, choice: Choice) -> IllegalMove {
        let s = self.switches();
        let pit = m.pit.letter(m.side);
        if m.burn {
            let left = position.pits - position.burned_columns();
            let store = position.store(m.side);
            if !s.burn {
                return IllegalMove::NoBurning;
            }
            if left <= s.burn_columns_left {
                return IllegalMove::TooFewColumns {
                    left: s.burn_columns_left,
                };
            }
            if store < s.burn_cost {
                return IllegalMove::TooPoor {
                    cost: s.burn_cost,
                    store,
                };
            }
            return IllegalMove::Starves { pit };
        }
        match position.cell(m.side, m.pit) {
            Cell::Tuzdyk => IllegalMove::Tuzdyk { pit },
            Cell::Burned => IllegalMove::Burned { pit },
            Cell::Seeds(0) => IllegalMove::Empty { pit },
            Cell::Seeds(_) => match self.wide.slams(position.board, choice) {
                None => IllegalMove::NeverRests { pit },
                Some(true)
                    if matches!(
                        s.grand_slam,
                        GrandSlam::Illegal | GrandSlam::IllegalUnlessOnly
                    ) =>
                {
                    IllegalMove::GrandSlam { pit }
                }
                Some(_) => {
                    debug_assert_ne!(s.feeding, Feeding::None);
                    IllegalMove::Starves { pit }
                }
            },
        }
    }

    /// Plays a move.
    ///
    /// ```
    /// use krou_rules::Rules;
    /// let kalah = Rules::builtin("kalah").unwrap();
    /// let after = kalah.play(&kalah.start(), "C".parse().unwrap()).unwrap();
    /// assert_eq!(after.to_string(), "4,4,0,5,5,5/4,4,4,4,4,4/1,0/S");
    /// ```
    pub fn play(&self, position: &Position, m: Move) -> Result<Position, IllegalMove> {
        let choice = self.choice(position, m)?;
        let (board, again) = self.wide.play_watched(position.board, choice, &mut ());
        Ok(self.after(position, m, board, again).0)
    }

    fn after(
        &self,
        position: &Position,
        m: Move,
        board: Board<u128>,
        again: bool,
    ) -> (Position, Board<u128>) {
        let turn = if again { position.turn } else { !position.turn };
        let burned = if m.burn {
            position.burned | position.column(m.side, m.pit)
        } else {
            position.burned
        };
        self.settled(board, turn, burned)
    }

    /// Plays a move and tells its story.
    pub fn play_traced(
        &self,
        position: &Position,
        m: Move,
    ) -> Result<(Position, Trace), IllegalMove> {
        let choice = self.choice(position, m)?;
        let by = position.turn;
        let live = BySide::new(position.live(Side::South), position.live(Side::North));
        let tuzdyks = BySide::new(
            position.tuzdyk_on(Side::South),
            position.tuzdyk_on(Side::North),
        );
        let mut recorder = Recorder::new(&self.wide, position.board, by, live, tuzdyks);
        let (board, again) = self
            .wide
            .play_watched(position.board, choice, &mut recorder);
        let mut trace = recorder.trace;
        if m.burn {
            let facing = m.pit.facing(position.pits);
            trace.push(Event::Burn {
                pits: BySide::from_view(by, m.pit, facing),
                seeds: BySide::from_view(
                    by,
                    position.seeds(by, m.pit),
                    position.seeds(!by, facing),
                ),
                cost: self.switches().burn_cost,
                by,
            });
        }
        let (after, unswept) = self.after(position, m, board, again);
        self.trace_sweep(&after, unswept, &mut trace);
        Ok((after, trace))
    }

    fn trace_sweep(&self, after: &Position, unswept: Board<u128>, trace: &mut Trace) {
        if unswept == after.board {
            return;
        }
        let before = Position {
            board: unswept,
            ..*after
        };
        let loser = match after.ending {
            Some(Ending::NoMove(side)) if self.switches().leftovers == Leftovers::Opponent => {
                Some(side)
            }
            _ => None,
        };
        for side in Side::BOTH {
            for pit in Pit::first(after.pits) {
                let seeds = before.seeds(side, pit);
                if seeds > 0 {
                    let from = Place::Pit(side, pit);
                    let to = loser.map_or(side, |loser| !loser);
                    trace.push(Event::Sweep { from, seeds, to });
                }
            }
        }
    }

    /// What each player has by the ruleset's own count: stores, or row plus store.
    pub fn scores(&self, position: &Position) -> BySide<u16> {
        let rows = self.switches().leftovers == Leftovers::Stay;
        BySide::new(Side::South, Side::North).map(|side| {
            let row = if rows { position.row_seeds(side) } else { 0 };
            u16::from(position.store(side)) + u16::from(row)
        })
    }

    /// Does work on the fastest kernel for these rules, which sees [`Position::board`]s.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Out {
        match &self.fast {
            Fast::Kalah6(kernel) => visitor.visit(kernel),
            Fast::Opposite6(kernel) => visitor.visit(kernel),
            Fast::Oware6(kernel) => visitor.visit(kernel),
            Fast::Relay6(kernel) => visitor.visit(kernel),
            Fast::General6(kernel) => visitor.visit(kernel),
            Fast::Opposite12(kernel) => visitor.visit(kernel),
            Fast::Oware12(kernel) => visitor.visit(kernel),
            Fast::Relay12(kernel) => visitor.visit(kernel),
            Fast::General12(kernel) => visitor.visit(kernel),
        }
    }
}
