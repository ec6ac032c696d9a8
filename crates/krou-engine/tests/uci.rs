//! The UCI dialect: what is answered, and that nonsense changes nothing.

mod common;

use std::io::Cursor;
use std::sync::Arc;

use common::Dice;
use krou_engine::EngineOptions;
use krou_engine::protocol::uci;
use krou_rules::Rules;
use krou_tables::{BuildOptions, Folder, Packing};

fn talk(input: &[u8]) -> Vec<String> {
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let options = EngineOptions {
        threads: 1,
        memory: 1 << 20,
        ..EngineOptions::default()
    };
    let find = |name: &str| {
        let rules = Rules::builtin(name).map(Arc::new);
        rules.ok_or(format!("there is no game {name}"))
    };
    let mut output = Vec::new();
    uci::serve(Cursor::new(input), &mut output, rules, options, &find);
    let output = String::from_utf8(output).unwrap();
    output.lines().map(str::to_string).collect()
}

fn best(input: &str) -> String {
    let answer = talk(input.as_bytes());
    answer
        .into_iter()
        .find(|line| line.starts_with("bestmove"))
        .expect("a best move")
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let answer = talk(b"uci\nisready\n");
    assert!(answer[0].starts_with("id name Krou"));
    assert!(
        answer
            .iter()
            .any(|line| line.starts_with("option name Rules"))
    );
    assert_eq!(answer[answer.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn a_search_tells_its_depth_and_its_best_move() {
    let answer = talk(b"position startpos moves CF\ngo depth 3\n");
    assert!(
        answer[0].starts_with("info depth 1 score cp "),
        "{}",
        answer[0]
    );
    assert!(answer[2].contains(" nodes ") && answer[2].contains(" pv "));
    assert!(answer.last().unwrap().starts_with("bestmove "));
}

#[test]
fn both_notations_mean_the_same_position() {
    // F ends in the store, and C then captures c's five.
    let dashes = "position fen 0-0-1-0-0-1-0-0-5-0-0-1-20-20-S\ngo depth 8\n";
    let own = "position fen 0,0,1,0,0,1/0,0,5,0,0,1/20,20/S\ngo depth 8\n";
    assert_eq!(best(dashes), best(own));
    let bare = own.replace("fen ", "");
    assert_eq!(best(&bare), best(own));
}

#[test]
fn a_bad_line_is_answered_and_changes_nothing() {
    let good = "position fen 0,0,1,0,0,1/0,0,5,0,0,1/20,20/S moves F\n";
    let expected = best(&format!("{good}go depth 6\n"));
    for bad in [
        "hello",
        "position",
        "position fen 1-2-3",
        "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-X",
        "position fen 4-4-4-4-4-4-4-4-4-4-4-999-0-0-S",
        "position startpos moves Z",
        "position startpos moves a",
        "position startpos moves CF C",
        "go depth",
        "go depth many",
        "go sideways 3",
        "setoption",
        "setoption name Rules value checkers",
        "setoption name Hash value 0",
        "setoption name Threads value -3",
        "setoption name Level value 11",
        "setoption name Colour value red",
    ] {
        let answer = talk(format!("{good}{bad}\ngo depth 6\n").as_bytes());
        let complaint = &answer[0];
        assert!(complaint.starts_with("info string "), "{bad}: {complaint}");
        assert_eq!(answer.last(), Some(&expected), "{bad}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let over = "position fen 0,0,0,0,0,1/4,0,0,0,0,0/20,23/S moves F\ngo depth 3\n";
    assert_eq!(best(over), "bestmove 0000");
}

#[test]
fn an_infinite_search_ends_with_stop() {
    let answer = talk(b"go infinite\nstop\n");
    assert!(answer.last().unwrap().starts_with("bestmove "));
}

#[test]
fn clocks_and_levels_are_understood() {
    for go in [
        "go wtime 50 btime 60000",
        "go wtime 60000 btime 20 winc 1 binc 5 movestogo 40 depth 3",
        "go wtime -5 btime 0",
        "setoption name Level value 2\ngo movetime 5",
        "setoption name Rules value togyzkumalak\nsetoption name Hash value 1\nucinewgame\ngo nodes 500",
    ] {
        assert!(best(&format!("{go}\n")).starts_with("bestmove "), "{go}");
    }
}

#[test]
fn any_bytes_are_survived() {
    let mut dice = Dice(7);
    let words = [
        "position",
        "startpos",
        "moves",
        "fen",
        "go",
        "depth",
        "nodes",
        "3",
        "-1",
        "F",
        "stop",
        "setoption",
        "name",
        "value",
        "Rules",
        "oware",
        "4-4-4",
        "0,0/0,0/0,0/S",
        "\u{e9}",
        "!A",
        "ucinewgame",
        "isready",
        "99999999999999999999",
    ];
    for _ in 0..300 {
        let mut input = Vec::new();
        for _ in 0..dice.below(12) {
            input.extend(words[dice.below(words.len())].as_bytes());
            input.push(b" \n\xff\t"[dice.below(4)]);
        }
        let text = String::from_utf8_lossy(&input).into_owned();
        if text.contains("go") {
            // Without a limit it would think until everything is proved.
            input.extend(b"\nstop\n");
        }
        talk(&input);
    }
}

#[test]
fn tables_are_found_in_the_directory_it_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let tables = |place: &std::path::Path| {
        let line = format!("setoption name Tables value {}\n", place.display());
        talk(line.as_bytes()).concat()
    };
    let missing = tables(&dir.path().join("missing"));
    assert!(missing.starts_with("info string there is no directory `"));
    assert!(tables(dir.path()).starts_with("info string no tables of kalah in "));
    let rules = Rules::builtin("kalah").unwrap();
    let folder = Folder::new(dir.path(), &rules).unwrap();
    let options = BuildOptions {
        seeds: 3,
        threads: Some(1),
        packing: Packing::Plain,
    };
    folder
        .build(&rules, &options, &|_| {}, &mut |_| {})
        .unwrap();
    let found = "info string tables of kalah up to 3 seeds";
    assert_eq!(tables(dir.path()), found);
    std::fs::write(folder.file(2), "no table").unwrap();
    assert!(tables(dir.path()).contains("this is not a table"));
}

#[test]
fn it_thinks_in_the_time_of_the_opponent() {
    // Stopped: one answer. Hit: an answer within the limits. Left for something else: an answer.
    for (input, answers) in [
        ("go ponder movetime 10\nstop\n", 1),
        ("go ponder depth 4\nponderhit\n", 1),
        ("go ponder\nponderhit\nstop\n", 1),
        ("go ponder\nposition startpos moves CF\ngo depth 2\n", 2),
        (
            "setoption name Ponder value true\ndebug on\ngo ponder wtime 100 btime 100\nquit\n",
            1,
        ),
    ] {
        let answer = talk(input.as_bytes());
        let best = |line: &&String| line.starts_with("bestmove ");
        assert_eq!(answer.iter().filter(best).count(), answers, "{answer:?}");
        assert!(
            !answer.iter().any(|line| line.contains("string")),
            "{answer:?}"
        );
    }
    let answer = talk(b"ponderhit\ngo depth 1\nponderhit\nsetoption name Ponder value often\n");
    let complaints = answer.iter().filter(|line| line.starts_with("info string"));
    assert_eq!(complaints.count(), 3, "{answer:?}");
    let hit = talk(b"go ponder depth 4\nponderhit\n");
    let last = hit.iter().rfind(|line| line.starts_with("info depth"));
    assert!(last.unwrap().starts_with("info depth 4 "), "{hit:?}");
}
