//! English.

use krou_rules::{Reason, Side};

use super::{Text, of};
use crate::plain::Command;
use crate::story::Story;

fn moves(n: u32) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} move{plural}")
}

fn positions(n: u64) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} position{plural}", super::large(n, '.'))
}

fn seeds(n: impl Into<u64>) -> String {
    match n.into() {
        1 => "1 seed".to_string(),
        n => format!("{n} seeds"),
    }
}

/// What follows when the seeds have fallen.
fn consequences(story: &Story) -> String {
    let mut parts = Vec::new();
    if story.laps > 0 {
        parts.push(format!(" in {} laps", story.laps + 1));
    }
    if let Some(pit) = story.tuzdyk {
        parts.push(format!(", made {pit} a tuzdyk"));
    }
    if story.captured > 0 {
        parts.push(format!(", captured {}", story.captured));
    }
    parts.concat()
}

fn story(story: &Story, name: &str) -> String {
    let m = story.m;
    let pit = m.pit.letter(m.side);
    let mut text = match story.burned {
        Some(0) => format!("{name} burned column {pit}"),
        Some(n) => format!("{name} burned column {pit} with {}", seeds(n)),
        None => format!("{name} sowed {} from {pit}", story.lifted) + &consequences(story),
    };
    text += if story.again { ": again!" } else { "." };
    text
}

fn would(story: &Story) -> Option<String> {
    let pit = story.m.pit.letter(story.m.side);
    let mut parts = Vec::new();
    if story.laps > 0 {
        parts.push(format!("{} laps", story.laps + 1));
    }
    if let Some(pit) = story.tuzdyk {
        parts.push(format!("{pit} becomes a tuzdyk"));
    }
    if story.captured > 0 {
        parts.push(format!("captures {}", story.captured));
    }
    if story.again {
        parts.push("moves again".to_string());
    }
    (!parts.is_empty()).then(|| format!("{pit}: {}", parts.join(", ")))
}

pub(super) static ENGLISH: Text = Text {
    language_name: "English",
    decimal_point: '.',
    yes: "y",
    yes_word: "yes",
    no: "no",
    key_names: ["Space", "Enter", "Esc", "PgDn", "PgUp", "Del"],

    motto: "the home of mancala",
    go_on_game: "Go on",
    new_game: "New game",
    load: "Games",
    analyse: "Analyse a position",
    players: "Players",
    settings: "Settings",
    rules: "Rules",
    leave: "Leave Krou",

    keys: "keys",
    choose: "choose",
    choose_pit: "a pit (shift: BHL)",
    open: "open",
    back: "back",
    change: "change",
    read_on: "read on",
    read_back: "read back",
    do_it: "do it",
    close: "close",
    delete: "delete",
    import: "import a file",
    create: "new player",
    rename: "rename",
    sow: "sow",
    burn: "burn the column",
    burn_other: "burn by letter",
    hint: "hint",
    undo: "undo",
    undo_turn: "undo the turn",
    redo: "redo",
    redo_turn: "redo the turn",
    values: "values",
    why: "why this move?",
    abort: "abort",
    resign: "give up",
    agree: "agree to end",
    flip: "turn the board",
    copy_position: "copy the position",
    copy_game: "copy the game",
    menu: "menu",
    colon: ":",
    skip: "skip",
    move_now: "move now",
    pause: "pause",
    go_on: "go on",
    rematch: "play again, sides changed",
    review: "review",
    look_back: "look back",
    look_on: "look on",
    play_on: "play on from here",
    step_back: "a move back",
    step_on: "a move on",
    next_mistake: "next mistake",

    your_move: "your move",
    again: "sow again",
    thinks: "thinking…",
    paused: "paused",
    winner: "wins",
    rated: "rated",
    looking_back: "looking back",
    no_longer_rated: "The game no longer counts for ratings.",
    move_number: |n| match n {
        0 => "start".to_string(),
        1 => "1 move".to_string(),
        n => format!("{n} moves"),
    },
    moves: "Moves",
    no_moves_yet: "No moves yet. Choose a pit and sow.",
    story,
    would,
    result: |result, names| {
        let (south, north) = (result.scores.south, result.scores.north);
        let (more, less) = (south.max(north), south.min(north));
        let who = match result.winner {
            Some(side) if matches!(result.reason, Reason::Resigned(_) | Reason::OutOfTime(_)) => {
                let (own, other) = if side == Side::South {
                    (south, north)
                } else {
                    (north, south)
                };
                format!("{} wins, {own} to {other}", of(names, side))
            }
            Some(side) => format!("{} wins {more} to {less}", of(names, side)),
            None => format!("A draw, {south} to {north}"),
        };
        let why = match result.reason {
            Reason::SideEmpty(side) => format!("{}'s side is empty", of(names, side)),
            Reason::NoMove(side) => format!("{} cannot move", of(names, side)),
            Reason::Majority(side) => {
                format!("{} has more than half of all seeds", of(names, side))
            }
            Reason::Repetition => "the position came back too often".to_string(),
            Reason::Resigned(side) => format!("{} gave up", of(names, side)),
            Reason::OutOfTime(side) => format!("{} ran out of time", of(names, side)),
            Reason::Agreed => "the players agreed to end".to_string(),
            Reason::Aborted => return "The game was aborted and counts for nobody.".to_string(),
        };
        format!("{who}: {why}.")
    },
    swept: |swept, names| {
        let parts: Vec<String> = swept
            .iter()
            .filter(|(_, n)| **n > 0)
            .map(|(side, n)| format!("{n} to {}", of(names, side)))
            .collect();
        format!("Left on the board: {}.", parts.join(", "))
    },
    thought: |analysis, value| {
        let best = analysis.best.map(|m| m.to_string()).unwrap_or_default();
        format!(
            "{best} {value}, {} deep, {}",
            moves(analysis.depth),
            positions(analysis.nodes)
        )
    },
    hint_is: |m, value| format!("Try {m}: {value}."),
    burn_which: "Which column? Press its letter.",
    nothing_to_undo: "There is nothing to take back.",
    nothing_to_redo: "There is nothing to play again.",
    nothing_to_explain: "No move has been played yet.",
    proved: |margin| format!("{margin} proved"),
    estimated: |margin| format!("about {margin}"),
    engine: |level| format!("Krou level {level}"),
    abort_really: "Abort the game? It counts for nobody.",
    abort_instead: "Nothing counts before each player has completed two turns; abort the game instead.",
    resign_instead: "The game counts since each player has completed two turns; resign instead.",
    engine_plays_on: "The engine does not agree: it is not proved that playing on gains it nothing.",
    look_back_first: "This is the end; look back first, then play on from there.",
    resign_really: "Give up the game?",
    agree_really: "End the game here? Each takes the seeds of their own side.",
    position: "Position",
    game: "Game",
    copy: "As text",
    position_copied: "The position is on the clipboard.",
    game_copied: "The game is on the clipboard.",

    judged: |judged, value, best| {
        let m = judged.m;
        if judged.is_mistake() {
            let line = krou_rules::Line(judged.line.clone());
            format!(
                "{m} is worth {value}; {} was better: {best} ({line}).",
                judged.best.0
            )
        } else if judged.best.0 == m {
            format!("{m} is worth {value}: nothing is better.")
        } else {
            format!(
                "{m} is worth {value}, as good as {}: {best}.",
                judged.best.0
            )
        }
    },
    reviewing: |done, of| format!("looking at move {done} of {of}…"),
    mistakes: |mistakes, names| {
        let one = |side| format!("{} {}", of(names, side), mistakes[side]);
        format!("Mistakes: {}, {}", one(Side::South), one(Side::North))
    },
    graph: |name| format!("Who is ahead: up is {name}"),

    begin: "Begin",
    guest: "a guest",
    first: "Moves first",
    by_lot: "drawn by lot",
    start: "Starts from",
    usual: "the usual position",
    rated_game: "Counts for ratings",
    never_rated: "Only games from the usual start that are kept count, between two players or a player and the engine.",
    which_game: "Game",
    switches: "Rules",
    changed: |n| match n {
        0 => "as usual".to_string(),
        n => format!("{n} changed"),
    },
    no_other_reading: "No other choice goes together with the rest of the rules; change another first.",
    type_position: "The position, such as 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S; nothing for the usual one",
    fingerprint: |name, print| format!("{name}, fingerprint {print}"),

    no_players_yet: "No players yet. Press c to create one.",
    no_games_yet: "No games yet. Play one!",
    aborted: "aborted",
    since: |day| format!("plays here since {day}"),
    tally: |tally| {
        format!(
            "{} won, {} drawn, {} lost; seeds {} to {}",
            tally.wins, tally.draws, tally.losses, tally.seeds, tally.seeds_against
        )
    },
    rating: |rating| {
        let guess = if rating.is_provisional() {
            ", still a guess"
        } else {
            ""
        };
        format!(
            "Rating {:.0} ± {:.0}{guess}",
            rating.rating,
            2.0 * rating.deviation
        )
    },
    name_of_new: "What is the new player called?",
    new_name: "What is the new name?",
    delete_player_really: "Delete this player and the ratings? The games stay, as a guest's.",
    import_which: "Which file with games? Its name, such as games.txt",
    delete_game_really: "Delete this game and what it did to ratings?",
    nothing_kept: "nothing is kept: the game was started with --no-save",

    plain_prompt: |who, moves| format!("{who}, your move ({moves}): "),
    plain_plays: |who, m| format!("{who} plays {m}."),
    plain_unknown: |entry, why| {
        format!("`{entry}` is neither a move nor a command: {why}. Type help for what there is.")
    },
    plain_empty: "Type a move, or help for what else there is.",
    plain_no_number: |word| format!("no pit has the number {word}"),
    plain_kept: |id| format!("The game is kept as number {id}."),
    plain_not_kept: "The game is not kept.",
    plain_saved: |path| format!("The game was written to {path}."),
    plain_not_saved: |path, why| format!("The game could not be written to {path}: {why}."),
    plain_help: "\
Moves: a pit's letter (A, B … for South, a, b … for North) or its number; !C burns column C.
undo, redo   take back a move, play it again
hint         a good move
values       the value of every move
why          what the last move did and whether it was good
board        the board once more
save         where the game is kept; save FILE writes it to a file
abort        call off the game, before each player has completed two turns
resign       give up, after that
agree        end the game, each takes their own side
quit         stop; the game can go on another time",
    commands: &[
        ("undo", Command::Undo),
        ("redo", Command::Redo),
        ("hint", Command::Hint),
        ("values", Command::Values),
        ("why", Command::Why),
        ("board", Command::Board),
        ("save", Command::Save),
        ("abort", Command::Abort),
        ("resign", Command::Resign),
        ("agree", Command::Agree),
        ("quit", Command::Quit),
        ("exit", Command::Quit),
        ("help", Command::Help),
        ("?", Command::Help),
    ],

    as_system: "as the system says",
    language: "Language",
    look: "Colours",
    looks: ["dark", "light", "high contrast"],
    letters: "Characters",
    unicode: "boxes and dots",
    speed: "Seeds travel",
    speeds: ["at once", "fast", "normally", "slowly"],
    keypad: "Keys 4 and 6",
    keypad_moves: "move the choice",
    keypad_chooses: "choose pits 4 and 6",
    level: "Engine's level in a new game",
    settings_not_kept: |why| format!("The settings could not be kept: {why}."),
    too_small: |columns, rows| format!("Krou needs a terminal of {columns}×{rows} characters."),
};
