//! How fast the rules are: `cargo xtask bench rules [NAME…]`.
//!
//! For every ruleset, on one thread: *sequences*, the count of perft, whose last move is only
//! counted; and *moves made*, where every move of the same tree is made and its board looked at.
//! Both from the start and from positions reached by play. The last column is the same count for
//! the ruleset read from a file of the user's.
//!
//! `--once NAME DEPTH` counts one perft and measures nothing, for tools that count instructions.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime};

use krou_rules::kernel::{Kernel, Style};
use krou_rules::row::{Board, Row};
use krou_rules::{Position, Rules, Ruleset, Visitor};

/// How long one run takes at least; the best of several runs counts, for other programs disturb.
const LONG_ENOUGH: Duration = Duration::from_millis(100);
const RUNS: usize = 5;

fn main() {
    // Cargo adds `--bench` to what it is given.
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [once, name, depth] = &args[..]
        && once == "--once"
    {
        let rules = Rules::builtin(name).expect("a ruleset");
        let depth = depth.parse().expect("a depth");
        println!("{}", rules.perft(&rules.start(), black_box(depth)));
        return;
    }
    println!(
        "{}, {}, one thread, millions a second\n",
        machine(),
        today()
    );
    println!("| ruleset | sequences | moves made | sequences, from a file |");
    println!("| --- | ---: | ---: | ---: |");
    for name in Ruleset::names().filter(|name| args.is_empty() || args.iter().any(|a| a == name)) {
        let rules = Rules::builtin(name).expect("a built-in ruleset");
        let own = Rules::new(as_users_file(name)).expect("the same rules");
        println!(
            "| `{name}` | {:.1} | {:.1} | {:.1} |",
            speed(&rules, |position, depth| rules.perft(position, depth)),
            speed(&rules, |position, depth| rules
                .visit(Made { position, depth })),
            speed(&own, |position, depth| own.perft(position, depth)),
        );
    }
}

/// A built-in game as a user would write it who copied all its switches into a file.
fn as_users_file(name: &str) -> Ruleset {
    let built_in = Ruleset::builtin(name).expect("a built-in ruleset");
    let quoted = |value: String| {
        let word = value.parse::<u8>().is_err() && value.parse::<bool>().is_err();
        if word { format!("\"{value}\"") } else { value }
    };
    let lines = built_in
        .switches
        .entries()
        .map(|(key, value)| format!("{key} = {}\n", quoted(value)));
    let text = format!("[switches]\n{}", lines.collect::<String>());
    let own = Ruleset::parse("own", &text).expect("a good file");
    assert_eq!(own.fingerprint(), built_in.fingerprint());
    own
}

/// Millions counted a second, over all positions, at the first depth that takes long enough.
fn speed(rules: &Rules, count: impl Fn(&Position, u32) -> u64) -> f64 {
    let positions = positions(rules);
    let timed = |depth: u32| {
        let start = Instant::now();
        let counts = positions
            .iter()
            .map(|position| count(position, black_box(depth)));
        let counted: u64 = counts.sum();
        (start.elapsed(), counted)
    };
    // A game that can be over sooner than its count takes long enough is counted to its end.
    let deep = (3..60)
        .find(|depth| timed(*depth).0 >= LONG_ENOUGH)
        .unwrap_or(60);
    let speeds = (0..RUNS)
        .map(|_| timed(deep))
        .map(|(took, counted)| counted as f64 / took.as_secs_f64());
    speeds.fold(0.0, f64::max) / 1e6
}

/// The start, and positions after 8 and 16 moves that always take the middle one.
fn positions(rules: &Rules) -> Vec<Position> {
    let mut positions = vec![rules.start()];
    let mut position = rules.start();
    for played in 1..=16 {
        let legal = rules.legal_moves(&position);
        let Some(middle) = legal.get(legal.len() / 2) else {
            break;
        };
        position = rules.play(&position, *middle).expect("a legal move");
        if played % 8 == 0 && !position.is_over() {
            positions.push(position);
        }
    }
    positions
}

/// Makes every move of the tree, the last ones too.
struct Made<'a> {
    position: &'a Position,
    depth: u32,
}

impl Visitor for Made<'_> {
    type Out = u64;

    fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) -> u64 {
        made(kernel, self.position.board(), self.depth)
    }
}

fn made<R: Row, S: Style>(kernel: &Kernel<R, S>, board: Board<R>, depth: u32) -> u64 {
    let mut moves = 0;
    for choice in kernel.choices(board) {
        let played = kernel.play(board, choice);
        moves += 1;
        if depth == 1 {
            black_box(played);
        } else if !played.over {
            moves += made(kernel, played.board, depth - 1);
        }
    }
    moves
}

/// What the processor calls itself.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(
        || env::consts::ARCH.to_string(),
        |(_, name)| name.trim().to_string(),
    )
}

/// The date, as in 2025-01-31.
fn today() -> String {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let mut days = since.as_secs() / 86_400;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}
