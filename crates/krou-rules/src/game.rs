//! A game: the moves played, what can be taken back, and how it ended.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::position::{Ending, Position, RepetitionKey};
use crate::row::Row;
use crate::switches::{Repetition, RepetitionLeftovers, Resign};
use crate::{BySide, IllegalMove, Line, Move, Moves, Pit, Rules, Side};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// This player's side was empty.
    SideEmpty(Side),
    /// This player could not move.
    NoMove(Side),
    /// This player's store held more than half of all seeds.
    Majority(Side),
    /// A position came back as often as the rules allow.
    Repetition,
    /// This player resigned.
    Resigned(Side),
    /// The players agreed to end the game.
    Agreed,
    /// This player's time ran out.
    OutOfTime(Side),
    /// The game was called off before it counted: nobody has won or lost.
    Aborted,
}

impl Reason {
    /// As game files tell it: the word, and who gave up or had no time left.
    pub fn termination(self) -> String {
        match self {
            Reason::Resigned(side) | Reason::OutOfTime(side) => format!("{self} {}", side.letter()),
            _ => self.to_string(),
        }
    }
}

impl From<Ending> for Reason {
    fn from(ending: Ending) -> Reason {
        match ending {
            Ending::SideEmpty(side) => Reason::SideEmpty(side),
            Ending::NoMove(side) => Reason::NoMove(side),
            Ending::Majority(side) => Reason::Majority(side),
        }
    }
}

/// One word, for programs.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::SideEmpty(_) => "side-empty",
            Reason::NoMove(_) => "no-move",
            Reason::Majority(_) => "majority",
            Reason::Repetition => "repetition",
            Reason::Resigned(_) => "resigned",
            Reason::Agreed => "agreed",
            Reason::OutOfTime(_) => "out-of-time",
            Reason::Aborted => "aborted",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who won; nobody in a draw or in an aborted game. One who resigns or runs out of time has
    /// lost whatever the scores.
    pub winner: Option<Side>,
    /// What each player has.
    pub scores: BySide<u16>,
    /// Why it ended.
    pub reason: Reason,
}

/// A game in progress or finished.
///
/// ```
/// use std::sync::Arc;
/// use krou_rules::{Game, Rules};
/// let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
/// for m in ["C", "F", "b"] {
///     game.play(m.parse().unwrap()).unwrap();
/// }
/// assert_eq!(game.line().to_string(), "CF b");
/// game.undo_turn();
/// game.undo_turn();
/// assert_eq!(*game.position(), game.rules().start());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Rules>,
    /// The start, and the position after each move.
    positions: Vec<Position>,
    /// How often each of them is on the board, by what counts for repetition.
    seen: HashMap<RepetitionKey, usize>,
    moves: Vec<Move>,
    /// What was taken back, the next to redo last.
    undone: Vec<Move>,
    /// An end that is not on the board: the reason and what the board shows then.
    closed: Option<(Reason, Position)>,
}

impl Game {
    /// A game from the start.
    pub fn new(rules: Arc<Rules>) -> Game {
        let start = rules.start();
        Game::from_position(rules, start)
    }

    /// A game from any position of these rules.
    pub fn from_position(rules: Arc<Rules>, start: Position) -> Game {
        Game {
            rules,
            positions: vec![start],
            seen: HashMap::from([(start.repetition_key(), 1)]),
            moves: Vec::new(),
            undone: Vec::new(),
            closed: None,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The board now; after the end, with the seeds left on it handed out.
    pub fn position(&self) -> &Position {
        match &self.closed {
            Some((_, shown)) => shown,
            None => self.positions.last().expect("a game has a start"),
        }
    }

    /// The start, and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves played, as they are written.
    pub fn line(&self) -> Line {
        Line(self.moves.clone())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.closed.is_some() || self.position().is_over()
    }

    /// What may be played now.
    pub fn legal_moves(&self) -> Moves {
        if self.is_over() {
            Moves::new()
        } else {
            self.rules.legal_moves(self.position())
        }
    }

    /// Plays a move. What had been taken back is forgotten.
    pub fn play(&mut self, m: Move) -> Result<&Position, IllegalMove> {
        self.advance(m)?;
        self.undone.clear();
        Ok(self.position())
    }

    fn advance(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::Over);
        }
        let after = self.rules.play(self.position(), m)?;
        self.positions.push(after);
        *self.seen.entry(after.repetition_key()).or_default() += 1;
        self.moves.push(m);
        if let Repetition::Nth(n) = self.rules.switches().repetition
            && !after.is_over()
            && self.occurrences() >= usize::from(n)
        {
            let shown = match self.rules.switches().repetition_leftovers {
                RepetitionLeftovers::Nobody => after,
                RepetitionLeftovers::Owner => after.swept(|side| side),
                RepetitionLeftovers::Split => after.split(),
            };
            self.closed = Some((Reason::Repetition, shown));
        }
        Ok(())
    }

    /// How often the position now has been on the board in this game.
    pub fn occurrences(&self) -> usize {
        let now = &self.positions[self.moves.len()];
        self.seen.get(&now.repetition_key()).copied().unwrap_or(0)
    }

    /// Whether it ended without a move that ended it.
    fn is_closed_by_players(&self) -> bool {
        let reason = self.closed.map(|(reason, _)| reason);
        matches!(
            reason,
            Some(Reason::Resigned(_) | Reason::Agreed | Reason::OutOfTime(_) | Reason::Aborted)
        )
    }

    /// Takes back the last move, or an end that was no move; false if there is none.
    pub fn undo_move(&mut self) -> bool {
        if self.is_closed_by_players() {
            self.closed = None;
            return true;
        }
        let Some(m) = self.moves.pop() else {
            return false;
        };
        self.closed = None;
        if let Some(undone) = self.positions.pop()
            && let Some(times) = self.seen.get_mut(&undone.repetition_key())
        {
            *times -= 1;
        }
        self.undone.push(m);
        true
    }

    /// Takes back all moves of the last turn, or an end that was no move.
    pub fn undo_turn(&mut self) -> bool {
        let reopened = self.is_closed_by_players();
        if !self.undo_move() {
            return false;
        }
        while !reopened && self.moves.last().map(|m| m.side) == self.undone.last().map(|m| m.side) {
            self.undo_move();
        }
        true
    }

    /// Plays the move last taken back; false if there is none.
    pub fn redo_move(&mut self) -> bool {
        let Some(&m) = self.undone.last() else {
            return false;
        };
        let redone = self.advance(m).is_ok();
        if redone {
            self.undone.pop();
        }
        redone
    }

    /// Plays all moves of the turn last taken back.
    pub fn redo_turn(&mut self) -> bool {
        if !self.redo_move() {
            return false;
        }
        while self.undone.last().map(|m| m.side) == self.moves.last().map(|m| m.side) {
            self.redo_move();
        }
        true
    }

    /// Ends the game: `side` gives up. False if it is over already.
    pub fn resign(&mut self, side: Side) -> bool {
        self.lose(Reason::Resigned(side), side)
    }

    /// Ends the game: `side` has no time left, which counts as resigning. False if it is over
    /// already.
    pub fn run_out(&mut self, side: Side) -> bool {
        self.lose(Reason::OutOfTime(side), side)
    }

    fn lose(&mut self, reason: Reason, side: Side) -> bool {
        let resign = self.rules.switches().resign;
        self.close(reason, |owner| match resign {
            Resign::Opponent => !side,
            Resign::Owner => owner,
        })
    }

    /// Ends the game by agreement: each takes their own side. False if it is over already.
    pub fn agree(&mut self) -> bool {
        self.close(Reason::Agreed, |owner| owner)
    }

    /// How many turns a side has completed: those after which it was the opponent's turn, or the
    /// game was over on the board.
    fn completed_turns(&self, side: Side) -> usize {
        let turns = self.moves.chunk_by(|a, b| a.side == b.side);
        let own = turns.filter(|turn| turn[0].side == side).count();
        let board = self.positions.last().expect("a game has a start");
        let goes_on = self.moves.last().is_some_and(|m| m.side == side)
            && board.turn() == side
            && !board.is_over();
        own - usize::from(goes_on)
    }

    /// Whether the result counts: each side has completed two turns.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use krou_rules::{Game, Line, Rules};
    /// let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
    /// for m in "CF a A".parse::<Line>().unwrap().0 {
    ///     game.play(m).unwrap();
    /// }
    /// assert!(!game.counts(), "North has completed one turn");
    /// game.play("c".parse().unwrap()).unwrap();
    /// assert!(game.counts());
    /// ```
    pub fn counts(&self) -> bool {
        Side::BOTH
            .into_iter()
            .all(|side| self.completed_turns(side) >= 2)
    }

    /// Whether the game can be aborted: it goes on, and its result would not count yet.
    pub fn is_abortable(&self) -> bool {
        !self.is_over() && !self.counts()
    }

    /// Calls off a game that does not count yet; the board stays as it is. Returns false if the
    /// game counts or is over.
    pub fn abort(&mut self) -> bool {
        let abortable = self.is_abortable();
        if abortable {
            self.closed = Some((Reason::Aborted, *self.position()));
            self.undone.clear();
        }
        abortable
    }

    fn close(&mut self, reason: Reason, to: impl Fn(Side) -> Side) -> bool {
        if self.is_over() {
            return false;
        }
        self.closed = Some((reason, self.position().swept(to)));
        self.undone.clear();
        true
    }

    /// What each player has now; after the end, what they end with.
    pub fn scores(&self) -> BySide<u16> {
        match &self.closed {
            Some((_, shown)) => shown.stores().map(u16::from),
            None => self.rules.scores(self.position()),
        }
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<GameResult> {
        let reason = match &self.closed {
            Some((reason, _)) => *reason,
            None => self.position().ending()?.into(),
        };
        let scores = self.scores();
        let winner = match reason {
            Reason::Resigned(side) | Reason::OutOfTime(side) => Some(!side),
            Reason::Aborted => None,
            _ => match scores.south.cmp(&scores.north) {
                std::cmp::Ordering::Greater => Some(Side::South),
                std::cmp::Ordering::Less => Some(Side::North),
                std::cmp::Ordering::Equal => None,
            },
        };
        Some(GameResult {
            winner,
            scores,
            reason,
        })
    }
}

impl Position {
    /// The position with each side's seeds in the store of the player `to` names for it.
    fn swept(self, to: impl Fn(Side) -> Side) -> Position {
        let mut stores = self.stores();
        for side in Side::BOTH {
            stores[to(side)] += self.row_seeds(side);
        }
        self.with_stores(stores, None)
    }

    /// The position with half of the seeds on the board in each store; an odd one stays where the
    /// first seed of the board lies.
    fn split(self) -> Position {
        let rest = self.row_seeds(Side::South) + self.row_seeds(Side::North);
        let odd = Side::BOTH
            .into_iter()
            .flat_map(|side| self.live(side).into_iter().map(move |pit| (side, pit)))
            .find(|&(side, pit)| self.seeds(side, pit) > 0)
            .filter(|_| rest % 2 == 1);
        self.with_stores(self.stores().map(|store| store + rest / 2), odd)
    }

    /// The position with these stores and no seeds on the board but one where `left` says.
    fn with_stores(mut self, stores: BySide<u8>, left: Option<(Side, Pit)>) -> Position {
        let row = |side: Side| {
            let marks = self.row(side) & u128::at(<u128 as Row>::FLAG, 0xff);
            let seed = left
                .filter(|&(owner, _)| owner == side)
                .and_then(|(_, pit)| self.live(side).iter().position(|&p| p == pit))
                .map_or(0, |place| u128::at(place as u32, 1));
            marks | seed | u128::at(<u128 as Row>::STORE, stores[side])
        };
        let (own, other) = (row(self.turn), row(!self.turn));
        self.board.own = own;
        self.board.other = other;
        self
    }
}
