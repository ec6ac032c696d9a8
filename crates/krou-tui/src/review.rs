//! Looking back on a game: what every move was worth, and what would have been better.

use krou_engine::{Analysis, Grade, StopFlag, Value};
use krou_rules::{Game, Move, Side};

use crate::mind::Mind;

/// A move that was played, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The move.
    pub m: Move,
    /// What it was worth to the mover.
    pub value: Value,
    /// The best that could have been played, and what it was worth.
    pub best: (Move, Value),
    /// How the game could have gone on from the best move.
    pub line: Vec<Move>,
}

impl Judged {
    /// Judges a move by an analysis of the position it was played in.
    pub fn new(m: Move, analysis: &Analysis) -> Judged {
        let best = analysis.best.unwrap_or(m);
        let value = analysis.of(m).map_or(analysis.value, |known| known.value);
        let best_value = analysis
            .of(best)
            .map_or(analysis.value, |known| known.value);
        Judged {
            m,
            value,
            best: (best, best_value),
            line: analysis.line.clone(),
        }
    }

    /// The seeds it lost against the best move.
    pub fn loss(&self) -> f32 {
        (self.best.1.margin() - self.value.margin()).max(0.0)
    }

    /// Whether a better move was clearly better.
    pub fn is_mistake(&self) -> bool {
        self.best.0 != self.m && Grade::of(self.loss()) >= Grade::Mistake
    }

    /// What the move was worth to South.
    pub fn for_south(&self) -> Value {
        match self.m.side {
            Side::South => self.value,
            Side::North => -self.value,
        }
    }
}

/// Judges every move of a game from the first on; `heard` is told of each. Ends early, with what
/// there is, when the flag is raised.
pub fn review(
    mind: &mut dyn Mind,
    game: &Game,
    stop: &StopFlag,
    heard: &mut dyn FnMut(&[Judged]),
) -> Vec<Judged> {
    let mut judged = Vec::with_capacity(game.moves().len());
    let mut again = Game::from_position(game.rules().clone(), game.positions()[0]);
    for &m in game.moves() {
        let analysis = mind.glance(&again, stop);
        if stop.is_stopped() || again.play(m).is_err() {
            break;
        }
        judged.push(Judged::new(m, &analysis));
        heard(&judged);
    }
    judged
}
