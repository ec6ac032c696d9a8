//! The rules once more, slow and obvious: one flat row of cells, one seed at a time.
//!
//! Written from the specification alone and sharing nothing with the crate but the names of the
//! switches, so that a mistake in one is not a mistake in both.

// Each test file compiles its own copy of this module and uses a part of it.
#![allow(dead_code)]

mod board;
pub mod bridge;
pub mod replay;
mod sowing;

pub use board::{Board, Hole};

use krou_rules::{
    BySide, End, Feeding, GrandSlam, Leftovers, Repetition, RepetitionLeftovers, Side, Switches,
};

/// A move: the cell a player picks, to sow or to burn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    Sow(usize),
    Burn(usize),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    SideEmpty(Side),
    NoMove(Side),
    Majority(Side),
}

/// What a move led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The board afterwards, swept if the game is over.
    pub board: Board,
    /// Whether the mover is to move again.
    pub again: bool,
    /// Whether and why the game is over.
    pub over: Option<Over>,
    /// What the sweep added to each store.
    pub swept: BySide<u32>,
    /// Seeds that left the game.
    pub burned: u32,
}

/// The rules that some switches make.
#[derive(Clone, Debug)]
pub struct Reference {
    pub switches: Switches,
}

/// What a legal-looking move would do.
struct Trial {
    choice: Choice,
    board: Board,
    again: bool,
    /// It takes the opponent's last seeds.
    slam: bool,
    /// It leaves an opponent who has no seeds without any.
    starve: bool,
}

impl Reference {
    pub fn new(switches: Switches) -> Reference {
        Reference { switches }
    }

    pub fn start(&self, first: Side) -> Board {
        let pits = usize::from(self.switches.pits);
        let mut cells = vec![Hole::Seeds(u32::from(self.switches.seeds)); 2 * pits + 2];
        cells[pits] = Hole::Seeds(0);
        cells[2 * pits + 1] = Hole::Seeds(0);
        Board { cells, turn: first }
    }

    /// The moves of the player to move, pits from left to right, then burns from left to right.
    pub fn legal_moves(&self, board: &Board) -> Vec<Choice> {
        self.legal_trials(board)
            .into_iter()
            .map(|trial| trial.choice)
            .collect()
    }

    fn legal_trials(&self, board: &Board) -> Vec<Trial> {
        let switches = &self.switches;
        let mut trials = self.trials(board);
        trials.retain(|t| {
            let illegal_slam = t.slam && switches.grand_slam == GrandSlam::Illegal;
            let illegal_starve = t.starve && switches.feeding == Feeding::Always;
            !illegal_slam && !illegal_starve
        });
        let avoid = |t: &Trial| {
            (t.slam && switches.grand_slam == GrandSlam::IllegalUnlessOnly)
                || (t.starve && switches.feeding == Feeding::WhenPossible)
        };
        if trials.iter().any(|t| !avoid(t)) {
            trials.retain(|t| !avoid(t));
        }
        trials
    }

    /// Every move that has seeds to sow and comes to rest, or pays for a burn.
    fn trials(&self, board: &Board) -> Vec<Trial> {
        let mut trials = Vec::new();
        for cell in board.row(board.turn) {
            if board.seeds(cell) > 0
                && let Some(sown) = self.sow(board, cell)
            {
                let (after, slam) = self.capture(&sown, board.turn);
                trials.push(Trial {
                    choice: Choice::Sow(cell),
                    again: self.moves_again(&sown, board.turn),
                    slam,
                    starve: board.row_seeds(!board.turn) == 0 && after.row_seeds(!board.turn) == 0,
                    board: after,
                });
            }
        }
        for cell in board.row(board.turn) {
            if let Some(after) = self.burn(board, cell) {
                trials.push(Trial {
                    choice: Choice::Burn(cell),
                    again: false,
                    slam: false,
                    starve: board.row_seeds(!board.turn) == 0 && after.row_seeds(!board.turn) == 0,
                    board: after,
                });
            }
        }
        trials
    }

    /// The board with the column of `cell` burned and paid for, if that may be done.
    fn burn(&self, board: &Board, cell: usize) -> Option<Board> {
        let store = board.store(board.turn);
        let cost = u32::from(self.switches.burn_cost);
        let allowed = self.switches.burn
            && board.cells[cell] != Hole::Burned
            && board.seeds(store) >= cost
            && board.columns_left() > usize::from(self.switches.burn_columns_left);
        allowed.then(|| {
            let mut after = board.clone();
            after.cells[store] = Hole::Seeds(board.seeds(store) - cost);
            after.cells[cell] = Hole::Burned;
            after.cells[board.opposite(cell)] = Hole::Burned;
            after
        })
    }

    /// Plays a move, or gives `None` if it is not legal.
    pub fn play(&self, board: &Board, choice: Choice) -> Option<Played> {
        let trial = self
            .legal_trials(board)
            .into_iter()
            .find(|trial| trial.choice == choice)?;
        let mut after = trial.board;
        after.turn = if trial.again { board.turn } else { !board.turn };
        let burned = board.total() - after.total();
        let before = after.clone();
        let over = self.settle(&mut after);
        let gained = |side| after.seeds(after.store(side)) - before.seeds(before.store(side));
        Some(Played {
            again: trial.again,
            over,
            swept: BySide::new(gained(Side::South), gained(Side::North)),
            burned,
            board: after,
        })
    }

    /// Ends the game if it is over: gives the reason and sweeps the board.
    pub fn settle(&self, board: &mut Board) -> Option<Over> {
        let over = self.over(board)?;
        let stuck = match over {
            Over::SideEmpty(side) | Over::NoMove(side) => Some(side),
            Over::Majority(_) => None,
        };
        match (self.switches.leftovers, stuck) {
            (Leftovers::Opponent, Some(stuck)) => {
                board.sweep(BySide::new(!stuck, !stuck));
            }
            (Leftovers::Owner, _) | (Leftovers::Opponent, None) => {
                board.sweep(BySide::new(Side::South, Side::North));
            }
            (Leftovers::Nobody | Leftovers::Stay, _) => {}
        }
        Some(over)
    }

    fn over(&self, board: &Board) -> Option<Over> {
        if self.switches.end == End::SideEmpty {
            // Both may be empty; then the player to move is the one named.
            for side in [board.turn, !board.turn] {
                if board.row_seeds(side) == 0 {
                    return Some(Over::SideEmpty(side));
                }
            }
        }
        if self.legal_trials(board).is_empty() {
            return Some(Over::NoMove(board.turn));
        }
        if self.switches.majority {
            for side in Side::BOTH {
                if 2 * board.seeds(board.store(side)) > board.total() {
                    return Some(Over::Majority(side));
                }
            }
        }
        None
    }

    pub fn scores(&self, board: &Board) -> BySide<u32> {
        let score = |side| {
            let store = board.seeds(board.store(side));
            if self.switches.leftovers == Leftovers::Stay {
                store + board.row_seeds(side)
            } else {
                store
            }
        };
        BySide::new(score(Side::South), score(Side::North))
    }

    /// Whether `board` has now occurred often enough among `history` (itself included) to end the
    /// game.
    pub fn repeats(&self, history: &[Board], board: &Board) -> bool {
        let stores = [board.store(Side::South), board.store(Side::North)];
        let same = |other: &&Board| {
            other.turn == board.turn
                && (0..board.cells.len())
                    .filter(|cell| !stores.contains(cell))
                    .all(|cell| other.cells[cell] == board.cells[cell])
        };
        match self.switches.repetition {
            Repetition::None => false,
            Repetition::Nth(n) => history.iter().filter(same).count() >= usize::from(n),
        }
    }

    /// Gives the seeds left on the board away as a repetition does.
    pub fn sweep_after_repetition(&self, board: &mut Board) {
        match self.switches.repetition_leftovers {
            RepetitionLeftovers::Nobody => {}
            RepetitionLeftovers::Owner => board.sweep(BySide::new(Side::South, Side::North)),
            RepetitionLeftovers::Split => {
                let left = board.row_seeds(Side::South) + board.row_seeds(Side::North);
                let odd = board
                    .row(Side::South)
                    .chain(board.row(Side::North))
                    .find(|&cell| board.seeds(cell) > 0);
                board.sweep(BySide::new(Side::South, Side::South));
                let store = board.store(Side::South);
                board.cells[store] = Hole::Seeds(board.seeds(store) - left + left / 2);
                let other = board.store(Side::North);
                board.put(other, left / 2);
                if let Some(cell) = odd {
                    board.put(cell, left % 2);
                }
            }
        }
    }

    /// Move sequences of exactly `depth` moves. Majority and repetition are not applied.
    pub fn perft(&self, board: &Board, depth: u32) -> u64 {
        let counting = Reference::new(Switches {
            majority: false,
            ..self.switches.clone()
        });
        counting.count(board, depth)
    }

    fn count(&self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for choice in self.legal_moves(board) {
            let played = self.play(board, choice).expect("a legal move");
            if played.over.is_none() {
                sum += self.count(&played.board, depth - 1);
            } else if depth == 1 {
                sum += 1;
            }
        }
        sum
    }
}
