//! Between the reference's own types and those of the crate.

use super::{Board, Choice, Hole, Over, Reference};
use krou_rules::{Cell, Ending, Move, Pit, Position, Rules, Ruleset, Setup, Side, Switches};

/// The crate's rules for these switches.
pub fn rules(switches: &Switches) -> Rules {
    let mut ruleset = Ruleset::builtin("kalah").expect("kalah is built in");
    ruleset.name = "drawn".to_string();
    ruleset.switches = switches.clone();
    Rules::new(ruleset).expect("sensible switches")
}

impl Board {
    pub fn setup(&self) -> Setup {
        self.notation().parse().expect("the reference writes well")
    }

    pub fn position(&self, rules: &Rules) -> Position {
        rules.position(&self.setup()).expect("a legal position")
    }

    /// What a position shows.
    pub fn of(position: &Position) -> Board {
        let setup = position.setup();
        let hole = |cell: &Cell| match cell {
            Cell::Seeds(n) => Hole::Seeds(u32::from(*n)),
            Cell::Burned => Hole::Burned,
            Cell::Tuzdyk => Hole::Tuzdyk,
        };
        let mut cells = Vec::new();
        for side in Side::BOTH {
            cells.extend(setup.pits[side].iter().map(hole));
            cells.push(Hole::Seeds(u32::from(setup.stores[side])));
        }
        Board {
            cells,
            turn: setup.turn,
        }
    }
}

impl Choice {
    /// The move of the player to move on `board`.
    pub fn to_move(self, board: &Board) -> Move {
        let side = board.turn;
        let pit = |cell: usize| Pit::new((cell - board.pit(side, 0)) as u8).expect("a pit");
        match self {
            Choice::Sow(cell) => Move::sow(side, pit(cell)),
            Choice::Burn(cell) => Move::burn(side, pit(cell)),
        }
    }

    pub fn of(m: Move, board: &Board) -> Choice {
        let cell = board.pit(m.side, m.pit.index());
        if m.burn {
            Choice::Burn(cell)
        } else {
            Choice::Sow(cell)
        }
    }
}

impl From<Ending> for Over {
    fn from(ending: Ending) -> Over {
        match ending {
            Ending::SideEmpty(side) => Over::SideEmpty(side),
            Ending::NoMove(side) => Over::NoMove(side),
            Ending::Majority(side) => Over::Majority(side),
        }
    }
}

impl Reference {
    pub fn moves(&self, board: &Board) -> Vec<Move> {
        self.legal_moves(board)
            .into_iter()
            .map(|choice| choice.to_move(board))
            .collect()
    }
}
