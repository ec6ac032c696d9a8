//! Whether a game may end early.

use krou_rules::{Game, Side};

use crate::{Analysis, Value};

/// Whether a player would agree to end the game now, each side taking its own seeds: only if it is
/// proved that playing on gains the player nothing. `analysis` is of the game as it stands.
pub fn agrees(game: &Game, side: Side, analysis: &Analysis) -> bool {
    let mut ended = game.clone();
    let Value::Proved(value) = analysis.value else {
        return false;
    };
    let value = if game.position().turn() == side {
        value
    } else {
        -value
    };
    let agreed = ended.agree();
    let margin = i32::from(ended.scores()[side]) - i32::from(ended.scores()[!side]);
    agreed && margin >= i32::from(value)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use krou_rules::Rules;

    use super::*;
    use crate::{Engine, EngineOptions, Limits, StopFlag};

    fn agree(setup: &str) -> [bool; 2] {
        let rules = Arc::new(Rules::builtin("kalah").unwrap());
        let start = rules.position(&setup.parse().unwrap()).unwrap();
        let game = Game::from_position(Arc::clone(&rules), start);
        let mut engine = Engine::new(rules, EngineOptions::default());
        let limits = Limits::nodes(10_000);
        let analysis = engine.analyse(&game, &limits, &StopFlag::new(), &mut |_| {});
        Side::BOTH.map(|side| agrees(&game, side, &analysis))
    }

    #[test]
    fn nobody_agrees_to_less_than_is_proved_or_where_nothing_is() {
        assert_eq!(agree("4,4,4,4,4,4/4,4,4,4,4,4/0,0/S"), [false, false]);
        // F leaves South nothing, so that each takes what is theirs: as agreed.
        assert_eq!(agree("0,0,0,0,0,1/0,0,1,0,0,0/23,23/S"), [true, true]);
        // A captures d and its own seed beside it: South would be a fool to agree.
        assert_eq!(agree("0,1,0,0,0,0/0,0,0,4,0,0/22,21/S"), [false, true]);
    }
}
