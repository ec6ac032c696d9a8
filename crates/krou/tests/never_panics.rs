//! Whatever the arguments, `krou` answers or complains, and returns 0, 1 or 2.

use std::ffi::OsString;
use std::io;

use krou::Surroundings;
use krou_rules::{Ruleset, Switches};
use proptest::prelude::*;

fn run(args: &[String]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = args.iter().map(OsString::from);
    let code = krou::run(args, &Surroundings::default(), &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("answers are UTF-8");
    (code, text(out), text(err))
}

/// Words that mean something somewhere.
const WORDS: &[&str] = &[
    "rules",
    "list",
    "show",
    "check",
    "diff",
    "perft",
    "players",
    "games",
    "create",
    "delete",
    "export",
    "help",
    "--rules",
    "-r",
    "--set",
    "fr",
    "--position",
    "--moves",
    "--json",
    "--lang",
    "--width",
    "--divide",
    "--help",
    "-V",
    "--",
    "0",
    "kalah",
    "seeds=6",
    "pits=12",
    "3",
    "CF ba",
    "!A",
    "1,2,3",
    "1/1/0,0/S",
    "",
    ".",
    "/",
    "é",
];

fn any_word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(WORDS).prop_map(str::to_string),
        1 => "[ -~]{0,12}",
        1 => any::<String>(),
    ]
}

fn game() -> impl Strategy<Value = String> {
    let names: Vec<&str> = Ruleset::names().collect();
    prop_oneof![9 => prop::sample::select(names).prop_map(str::to_string), 1 => any_word()]
}

/// A switch, mostly as some built-in game sets it.
fn set() -> impl Strategy<Value = String> {
    let keys = || prop::sample::select(Switches::KEYS);
    let of_game = (keys(), prop::sample::select(Ruleset::all()))
        .prop_map(|(key, game)| format!("{key}={}", game.switches.get(key).unwrap_or_default()));
    prop_oneof![
        6 => of_game,
        2 => "(pits|seeds)=[1-9]",
        1 => (keys(), "[a-z0-9-]{0,8}").prop_map(|(key, value)| format!("{key}={value}")),
    ]
}

/// An option every command takes, usually with a value that fits.
fn option() -> impl Strategy<Value = Vec<String>> {
    let pair = |name: &str, value: String| vec![name.to_string(), value];
    prop_oneof![
        3 => game().prop_map(move |game| pair("--rules", game)),
        4 => set().prop_map(move |set| pair("--set", set)),
        2 => "([0-9],){5}[0-9]/([0-9],){5}[0-9]/[0-9]{1,2},[0-9]/[SN]"
            .prop_map(move |position| pair("--position", position)),
        1 => "([0-9]{1,2}|x|t)(,([0-9]{1,2}|x|t)){0,12}/([0-9]{1,2},){5}[0-9]/[0-9],[0-9]/[SN]"
            .prop_map(move |position| pair("--position", position)),
        1 => "([0-9]{1,2},){11,14}[0-9]/[SN]".prop_map(move |list| pair("--position", list)),
        2 => "(!?[A-La-l] ?){1,3}".prop_map(move |moves| pair("--moves", moves)),
        1 => "([0-9]{1,2}[ ,]){1,3}".prop_map(move |moves| pair("--moves", moves)),
        1 => (0..99_u8).prop_map(move |width| pair("--width", width.to_string())),
        1 => "en|fr".prop_map(move |lang| pair("--lang", lang)),
        1 => Just(vec!["--json".to_string()]),
        1 => any_word().prop_map(|word| vec![word]),
    ]
}

fn command() -> impl Strategy<Value = Vec<String>> {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    prop_oneof![
        4 => Just(words(&["show"])),
        2 => (0..4_u8).prop_map(move |depth| words(&["perft", &depth.to_string(), "--divide"])),
        1 => Just(words(&["rules", "list"])),
        1 => game().prop_map(move |game| words(&["rules", "show", &game])),
        1 => game().prop_map(move |game| words(&["rules", "check", &game])),
        1 => (game(), game()).prop_map(move |(a, b)| words(&["rules", "diff", &a, &b])),
        1 => prop::collection::vec(any_word(), 0..6),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_arguments_are_answered_or_refused(
        before in prop::collection::vec(option(), 0..2),
        command in command(),
        after in prop::collection::vec(option(), 0..4),
    ) {
        let parts = [vec![vec!["krou".to_string()]], before, vec![command], after].concat();
        let args = parts.concat();
        // Counting deep is slow, not wrong.
        let deep = |word: &String| word.parse::<u32>().is_ok_and(|depth| depth > 4);
        prop_assume!(!(args.contains(&"perft".to_string()) && args.iter().any(deep)));
        let (code, out, err) = run(&args);
        prop_assert!(code <= 2);
        prop_assert_eq!(code == 0, err.is_empty());
        prop_assert!(code != 2 || out.is_empty());
    }
}

fn store_command() -> impl Strategy<Value = Vec<String>> {
    let name = || prop_oneof![3 => "(ama|Ama|Kofi|é)", 1 => any_word()];
    let id = || prop_oneof![3 => "[0-3]", 1 => any_word()];
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    prop_oneof![
        name().prop_map(move |name| words(&["players", "create", &name])),
        name().prop_map(move |name| words(&["players", "show", &name])),
        name().prop_map(move |name| words(&["players", "delete", &name])),
        (name(), name()).prop_map(move |(a, b)| words(&["players", "rename", &a, &b])),
        Just(words(&["players", "list"])),
        name().prop_map(move |name| words(&["games", "list", "--player", &name])),
        id().prop_map(move |id| words(&["games", "show", &id])),
        id().prop_map(move |id| words(&["games", "delete", &id])),
        id().prop_map(move |id| words(&["games", "export", &id])),
        any_word().prop_map(move |file| words(&["games", "import", &file])),
        Just(words(&[
            "games",
            "import",
            "tests/calls/kept.in/village.txt"
        ])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_call_on_players_and_games_is_answered_or_refused(
        calls in prop::collection::vec((store_command(), any::<bool>()), 1..20),
    ) {
        let dir = tempfile::tempdir()?;
        let here = Surroundings { data: Some(dir.path().into()), ..Surroundings::default() };
        for (call, json) in calls {
            let json = json.then(|| "--json".to_string());
            let args = ["krou".to_string()].into_iter().chain(json).chain(call);
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let code = krou::run(args.map(OsString::from), &here, &mut out, &mut err);
            prop_assert!(code <= 2);
            prop_assert_eq!(code == 0, err.is_empty());
            prop_assert!(code == 0 || out.is_empty());
        }
    }
}

/// A writer whose reader has gone away.
struct Closed;

impl io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut err = Vec::new();
    let args = ["krou", "rules", "list"].map(Into::into);
    let code = krou::run(args, &Surroundings::default(), &mut Closed, &mut err);
    assert_eq!((code, err.len()), (0, 0));
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let args = ["krou", "rules", "check", "/dev/zero"].map(str::to_string);
    let (code, _, err) = run(&args);
    assert_eq!(code, 2);
    assert!(err.contains("longer than 64 KiB"), "{err}");
}
