//! A few of the problems of every game are solved right; `cargo xtask problems` runs them all.

#[path = "common/problems.rs"]
mod problems;

use std::sync::Arc;

use krou_engine::{Engine, EngineOptions, Limits, StopFlag, Value};
use krou_rules::{Game, Repetition, RepetitionLeftovers, Ruleset};
use problems::{problems, rules};

#[test]
fn problems_are_solved_right() {
    for name in Ruleset::names() {
        let rules = rules(name);
        let mut engine = Engine::new(Arc::clone(&rules), EngineOptions::default());
        let mut proved = 0;
        let few: Vec<_> = problems(name).into_iter().take(4).collect();
        if few.is_empty() {
            let leftovers = rules.switches().effective().repetition_leftovers;
            assert_eq!(
                leftovers,
                RepetitionLeftovers::Owner,
                "{name} has no problems"
            );
        }
        for problem in few {
            let position = rules.position(&problem.position).unwrap();
            let game = Game::from_position(Arc::clone(&rules), position);
            let limits = Limits::nodes(1_000_000);
            engine.forget();
            let analysis = engine.think(&game, 1, &limits, &StopFlag::new(), &mut |_| {});
            if let Value::Proved(value) = analysis.value {
                assert_eq!(value, problem.value, "{name} {position}");
                proved += 1;
            }
        }
        // Where positions come back a search may never prove what the solver does.
        let ends = rules.switches().effective().repetition == Repetition::None;
        assert!(!ends || proved > 0, "{name}");
    }
}
