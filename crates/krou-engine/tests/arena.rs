//! Matches: our engine plays every game without a fault, and others' faults are counted.

mod common;

use std::sync::Arc;
use std::time::Duration;

use krou_engine::arena::{Contender, Event, Foul, Match, random_openings};
use krou_engine::{Limits, StopFlag};
use krou_rules::{Game, Rules, Ruleset, Side};
use krou_tables::Library;

fn fixture(rules: &Arc<Rules>, first: Contender, second: Contender, games: usize) -> Match {
    Match {
        rules: Arc::clone(rules),
        players: [first, second],
        tables: Library::default(),
        openings: random_openings(rules, 3, games.div_ceil(2), 5),
        games,
        parallel: 2,
        grace: Duration::from_mins(1),
        sprt: None,
        seed: 3,
    }
}

/// How many games each pair plays in each ruleset; `KROU_GAMES` asks for more.
fn games() -> usize {
    let more = std::env::var("KROU_GAMES").ok();
    more.map_or(8, |n| {
        2 * n.parse::<usize>().expect("a number of games").div_ceil(2)
    })
}

#[test]
fn self_play_ends_without_a_fault_in_every_game() {
    let count = games();
    for name in Ruleset::names() {
        let rules = Arc::new(Rules::builtin(name).unwrap());
        for (first, second) in [
            ("nodes:60", "level:2"),
            ("depth:2", "level:5"),
            ("mcts:8", "sight:1.5"),
        ] {
            let (first, second) = (first.parse().unwrap(), second.parse().unwrap());
            let fixture = fixture(&rules, first, second, count);
            let mut games = 0;
            let standing = fixture.play(&StopFlag::new(), &mut |event| {
                let Event::Ended(played, _) = event else {
                    return;
                };
                let replayed: Game = played.record.replay(Arc::clone(&rules)).unwrap();
                assert!(replayed.is_over(), "{name}: {}", replayed.position());
                games += 1;
            });
            assert_eq!((games, standing.games()), (count, count), "{name}");
            assert_eq!(standing.fouls, [Vec::new(), Vec::new()], "{name}");
        }
    }
}

#[test]
fn more_nodes_win() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let (first, second) = ("nodes:2000".parse().unwrap(), "nodes:20".parse().unwrap());
    let standing = fixture(&rules, first, second, 20).play(&StopFlag::new(), &mut |_| {});
    assert!(standing.wins > standing.losses + 5, "{standing:?}");
}

#[test]
fn more_playouts_win_and_a_short_search_beats_them() {
    let rules = Arc::new(Rules::builtin("oware").unwrap());
    for (first, second) in [("mcts:200", "mcts:2"), ("nodes:5000", "mcts:50")] {
        let (first, second) = (first.parse().unwrap(), second.parse().unwrap());
        let standing = fixture(&rules, first, second, 12).play(&StopFlag::new(), &mut |_| {});
        assert!(standing.wins > standing.losses + 6, "{standing:?}");
    }
}

#[test]
fn who_proves_every_move_gets_what_the_opening_is_worth() {
    let rules = common::sized("kalah", 4, 2);
    let (first, second) = ("solve:600".parse().unwrap(), "nodes:300".parse().unwrap());
    let fixture = fixture(&rules, first, second, 10);
    fixture.play(&StopFlag::new(), &mut |event| {
        let Event::Ended(played, _) = event else {
            return;
        };
        let game: Game = played.record.replay(Arc::clone(&rules)).unwrap();
        let opening = &fixture.openings[played.number / 2].0;
        let begin = game.positions()[opening.len()];
        let prover = Side::BOTH[played.number % 2];
        let begin = Game::from_position(Arc::clone(&rules), begin);
        let value = common::exact(&begin, 10_000_000).unwrap();
        let worth = if begin.position().turn() == prover {
            value
        } else {
            -value
        };
        let margin = game.scores()[prover] as i16 - game.scores()[!prover] as i16;
        assert!(margin >= worth, "{}: {margin}, not {worth}", game.line());
    });
}

#[cfg(unix)]
fn script(name: &str, text: &str) -> Contender {
    use std::os::unix::fs::PermissionsExt;
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    Contender::Program {
        command: vec![path],
        limits: Limits::time(Duration::from_millis(100)),
    }
}

/// A program that says it is ready, and answers `go` in this way.
#[cfg(unix)]
fn answering(name: &str, answer: &str) -> Contender {
    script(
        name,
        &format!(
            "while read word rest; do case $word in
                uci) echo uciok ;;
                isready) echo readyok ;;
                go) {answer} ;;
            esac; done"
        ),
    )
}

#[cfg(unix)]
#[test]
fn a_program_that_misbehaves_loses_and_is_counted() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let programs = [
        (script("absent", "exit 3"), Foul::Crash),
        (
            Contender::Program {
                command: vec!["./no-such-program".into()],
                limits: Limits::depth(1),
            },
            Foul::Crash,
        ),
        (answering("illegal", "echo bestmove Z"), Foul::Illegal),
        (answering("mute", "echo bestmove"), Foul::Illegal),
    ];
    for (program, foul) in programs {
        let fixture = fixture(&rules, "nodes:50".parse().unwrap(), program, 2);
        let standing = fixture.play(&StopFlag::new(), &mut |_| {});
        assert_eq!((standing.wins, standing.losses), (2, 0));
        assert_eq!(standing.fouls, [vec![], vec![foul; 2]]);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_answers_late_or_never_loses() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let programs = [
        ("late", "sleep 1; echo bestmove A", Foul::Overrun),
        ("silent", "sleep 20", Foul::Hang),
    ]
    .map(|(name, answer, foul)| (name, answering(name, answer), foul));
    // What it takes to start is no thinking time.
    let slow = script(
        "slow to start",
        "sleep 1; read uci; echo uciok; read rules; read new; read ready; sleep 1; echo readyok
        read position; read go; echo bestmove Z",
    );
    for (name, program, foul) in
        programs
            .into_iter()
            .chain([("slow to start", slow, Foul::Illegal)])
    {
        let mut fixture = fixture(&rules, program, "nodes:50".parse().unwrap(), 1);
        fixture.openings.clear();
        fixture.grace = Duration::from_millis(300);
        let mut first = None;
        fixture.play(&StopFlag::new(), &mut |event| {
            if let Event::Ended(played, _) = event {
                first.get_or_insert(played.foul);
            }
        });
        assert_eq!(first, Some(Some((0, foul))), "{name}");
    }
}

/// Programs that write without end: as lines, as one line, before they are asked and when they are.
#[cfg(unix)]
#[test]
fn a_program_that_floods_its_output_loses_and_holds_no_memory() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let before = resident();
    for program in [
        script("flood of lines", "exec yes info depth 1"),
        script("one endless line", "exec tr '\\0' x </dev/zero"),
        answering("flood when asked", "exec yes info depth 1"),
        answering("endless answer", "exec tr '\\0' x </dev/zero"),
    ] {
        let mut fixture = fixture(&rules, "nodes:50".parse().unwrap(), program, 6);
        let Contender::Program { limits, .. } = &mut fixture.players[1] else {
            unreachable!()
        };
        // Nobody waits for this: the flood is what ends the game.
        *limits = Limits::time(Duration::from_mins(10));
        let standing = fixture.play(&StopFlag::new(), &mut |_| {});
        assert_eq!(standing.fouls, [vec![], vec![Foul::Flood; 6]]);
    }
    let more = resident().saturating_sub(before);
    assert!(more < 64 << 20, "{more} bytes more are held");
}

/// Bytes of memory this process holds; 0 where that is not known.
#[cfg(unix)]
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split(' ').nth(1).and_then(|n| n.parse().ok());
    pages.unwrap_or(0usize) * 4096
}

#[cfg(unix)]
#[test]
fn a_program_that_never_reads_loses() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    // It answers everything beforehand; at last nothing more can be written to it.
    let deaf = script(
        "deaf",
        "echo uciok; while :; do echo readyok; echo bestmove Z; sleep 0.001; done",
    );
    let mut fixture = fixture(&rules, deaf, "nodes:50".parse().unwrap(), 4000);
    fixture.parallel = 1;
    let (stop, mut hung) = (StopFlag::new(), false);
    fixture.play(&stop, &mut |event| {
        if let Event::Ended(played, _) = event
            && played.foul == Some((0, Foul::Hang))
        {
            hung = true;
            stop.stop();
        }
    });
    assert!(hung);
}

/// A silent program is reported while it is waited for, a stop does not wait for it, and it is
/// killed with all it started.
#[cfg(unix)]
#[test]
fn a_stop_does_not_wait_for_a_silent_program_and_leaves_none_behind() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let pid = format!("{}/silent pid", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&pid);
    for silent in [
        script("asleep", &format!("sleep 600 & echo $! >'{pid}'; wait")),
        answering(
            "asleep when asked",
            &format!("sleep 600 & echo $! >'{pid}'; wait"),
        ),
    ] {
        let mut fixture = fixture(&rules, silent, "nodes:50".parse().unwrap(), 2);
        fixture.openings.clear();
        let Contender::Program { limits, .. } = &mut fixture.players[0] else {
            unreachable!()
        };
        *limits = Limits::time(Duration::from_mins(10));
        let stop = StopFlag::new();
        let begin = std::time::Instant::now();
        let standing = std::thread::scope(|scope| {
            scope.spawn(|| {
                // It is in the midst of its wait when the match is stopped.
                while !std::fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n')) {
                    std::thread::sleep(Duration::from_millis(10));
                }
                stop.stop();
            });
            fixture.play(&stop, &mut |_| {})
        });
        assert_eq!(standing.games(), 0);
        assert!(begin.elapsed() < Duration::from_mins(1));
        let number = std::fs::read_to_string(&pid).unwrap();
        std::fs::remove_file(&pid).unwrap();
        let stat = format!("/proc/{}/stat", number.trim());
        while std::fs::read_to_string(&stat).is_ok_and(|text| !text.contains(") Z ")) {
            assert!(begin.elapsed() < Duration::from_mins(1), "{stat}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_start_is_reported_and_not_waited_for_in_every_game() {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let mut fixture = fixture(
        &rules,
        script("mute from the start", "exec sleep 600"),
        "nodes:50".parse().unwrap(),
        100,
    );
    fixture.parallel = 1;
    let mut events = Vec::new();
    let standing = fixture.play(&StopFlag::new(), &mut |event| {
        events.push(matches!(event, Event::Waiting(0)));
    });
    assert_eq!(standing.fouls[0], vec![Foul::Hang; 100]);
    assert_eq!(events.iter().filter(|waiting| **waiting).count(), 2);
    assert!(events[0], "it is reported before anything else happens");
}
