//! What the game says. A language is one file beside this one, and one line in [`text`]; the
//! compiler then asks for every text.

mod en;
mod fr;

use crossterm::event::KeyCode;
use krou_engine::{Analysis, Value};
use krou_rules::{BySide, GameResult, Lang, Move, Ruleset, Side};
use krou_store::{Rating, Seat, Tally};
use unicode_width::UnicodeWidthStr as _;

use crate::plain::Command;
use crate::review::Judged;
use crate::settings::Speed;
use crate::story::Story;
use crate::theme::{Glyphs, Look};

/// The texts of a language.
pub fn text(lang: Lang) -> &'static Text {
    match lang {
        Lang::En => &en::ENGLISH,
        Lang::Fr => &fr::FRENCH,
    }
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)+) => {
        /// Every text of a language. Keys and menus are words without a full stop.
        #[derive(Debug)]
        pub struct Text { $($(#[$doc])* pub $name: $type,)+ }
    };
}

type Str = &'static str;

texts! {
    /// The language's own name.
    language_name: Str;
    /// What stands before the decimals.
    decimal_point: char;
    /// Letters that mean yes.
    yes: Str;
    /// Yes.
    yes_word: Str;
    /// No.
    no: Str;

    /// The keys that have names: Space, Enter, Escape, Page Down, Page Up, Delete.
    key_names: [Str; 6];

    // The menu.
    /// What Krou is.
    motto: Str;
    /// Go on with the last game.
    go_on_game: Str;
    /// A new game.
    new_game: Str;
    /// The games that are kept.
    load: Str;
    /// A position to analyse.
    analyse: Str;
    /// Who plays here.
    players: Str;
    /// What is chosen for good.
    settings: Str;
    /// The rules.
    rules: Str;
    /// End the program.
    leave: Str;

    // Keys.
    /// What the keys do.
    keys: Str;
    /// Move the choice.
    choose: Str;
    /// Choose a pit by its letter or number.
    choose_pit: Str;
    /// Open what is chosen.
    open: Str;
    /// Go back.
    back: Str;
    /// Change a value.
    change: Str;
    /// Read on, further down.
    read_on: Str;
    /// Read back, further up.
    read_back: Str;
    /// Do what was asked.
    do_it: Str;
    /// Close a panel.
    close: Str;
    /// Delete something.
    delete: Str;
    /// Take over games of a file.
    import: Str;
    /// Make a new player.
    create: Str;
    /// Rename a player.
    rename: Str;
    /// Sow the chosen pit.
    sow: Str;
    /// Burn the chosen column.
    burn: Str;
    /// Burn a column by its letter.
    burn_other: Str;
    /// Ask for a good move.
    hint: Str;
    /// Take back a move.
    undo: Str;
    /// Take back a turn.
    undo_turn: Str;
    /// Play a move again.
    redo: Str;
    /// Play a turn again.
    redo_turn: Str;
    /// Show the value of every move.
    values: Str;
    /// Explain the last move.
    why: Str;
    /// Call off a game that does not count yet.
    abort: Str;
    /// Give up.
    resign: Str;
    /// Agree to end the game.
    agree: Str;
    /// Turn the board round.
    flip: Str;
    /// Copy the position.
    copy_position: Str;
    /// Copy the game.
    copy_game: Str;
    /// Back to the menu; the game is kept.
    menu: Str;
    /// Let the move arrive at once.
    skip: Str;
    /// Make the engine move now.
    move_now: Str;
    /// Stop and start the engine.
    pause: Str;
    /// Let the engine go on.
    go_on: Str;
    /// Once more, with sides changed.
    rematch: Str;
    /// Look back on the game.
    review: Str;
    /// Show an earlier position of a finished game.
    look_back: Str;
    /// Show a later position of a finished game.
    look_on: Str;
    /// A new game from the position shown.
    play_on: Str;
    /// The previous move of a review.
    step_back: Str;
    /// The next move of a review.
    step_on: Str;
    /// The next mistake of a review.
    next_mistake: Str;

    // A game.
    /// The score's owner may move.
    your_move: Str;
    /// The score's owner moves again.
    again: Str;
    /// The engine thinks.
    thinks: Str;
    /// The engine waits.
    paused: Str;
    /// The score's owner has won.
    winner: Str;
    /// The game counts for ratings.
    rated: Str;
    /// An earlier position of a finished game is shown.
    looking_back: Str;
    /// The game no longer counts for ratings.
    no_longer_rated: Str;
    /// How many moves were played.
    move_number: fn(usize) -> String;
    /// The heading of the moves.
    moves: Str;
    /// A colon as it follows a word.
    colon: Str;
    /// No moves yet.
    no_moves_yet: Str;
    /// What a move did.
    story: fn(&Story, &str) -> String;
    /// What the chosen move would do beside sowing, if anything.
    would: fn(&Story) -> Option<String>;
    /// Who won and why.
    result: fn(&GameResult, &BySide<String>) -> String;
    /// Who got the seeds left on the board.
    swept: fn(&BySide<u16>, &BySide<String>) -> String;
    /// The engine's live line.
    thought: fn(&Analysis, &str) -> String;
    /// A good move and its value.
    hint_is: fn(&str, &str) -> String;
    /// Which column?
    burn_which: Str;
    /// Nothing to take back.
    nothing_to_undo: Str;
    /// Nothing to play again.
    nothing_to_redo: Str;
    /// No move to explain.
    nothing_to_explain: Str;
    /// A proved value.
    proved: fn(&str) -> String;
    /// An estimated value.
    estimated: fn(&str) -> String;
    /// The engine's name.
    engine: fn(u8) -> String;
    /// Whether to call off the game.
    abort_really: Str;
    /// A game that does not count yet can only be called off.
    abort_instead: Str;
    /// A game that counts cannot be called off.
    resign_instead: Str;
    /// The engine does not agree to end the game.
    engine_plays_on: Str;
    /// The position shown is the end.
    look_back_first: Str;
    /// Whether to give up.
    resign_really: Str;
    /// Whether to end the game.
    agree_really: Str;
    /// The position as text.
    position: Str;
    /// The game as text; also the game to be played.
    game: Str;
    /// The heading of both.
    copy: Str;
    /// The position is on the clipboard.
    position_copied: Str;
    /// The game is on the clipboard.
    game_copied: Str;

    /// A move judged: it, its value, the value of the best.
    judged: fn(&Judged, &str, &str) -> String;
    /// So many moves judged of so many.
    reviewing: fn(usize, usize) -> String;
    /// How many mistakes each made.
    mistakes: fn(&BySide<usize>, &BySide<String>) -> String;
    /// What the graph shows.
    graph: fn(&str) -> String;

    // A new game.
    /// Begin.
    begin: Str;
    /// Somebody who is not a player here.
    guest: Str;
    /// Who moves first.
    first: Str;
    /// Drawn by lot.
    by_lot: Str;
    /// The start position.
    start: Str;
    /// The usual one.
    usual: Str;
    /// Whether it counts for ratings.
    rated_game: Str;
    /// Why the game that is chosen cannot count.
    never_rated: Str;
    /// Which game to play.
    which_game: Str;
    /// The switches of the rules.
    switches: Str;
    /// How many were changed.
    changed: fn(usize) -> String;
    /// No other value goes together with the rest.
    no_other_reading: Str;
    /// Asks for a position.
    type_position: Str;
    /// The name and fingerprint of rules.
    fingerprint: fn(&str, &str) -> String;

    // Players and games.
    /// No players yet.
    no_players_yet: Str;
    /// No games yet.
    no_games_yet: Str;
    /// A game in a list was called off.
    aborted: Str;
    /// Since when somebody plays here.
    since: fn(&str) -> String;
    /// Games won, drawn and lost.
    tally: fn(&Tally) -> String;
    /// A rating.
    rating: fn(&Rating) -> String;
    /// Asks for a new player's name.
    name_of_new: Str;
    /// Asks for another name.
    new_name: Str;
    /// Whether to delete a player.
    delete_player_really: Str;
    /// Whether to delete a game.
    delete_game_really: Str;
    /// Asks for a file with games.
    import_which: Str;
    /// Nothing is kept.
    nothing_kept: Str;

    // Line by line.
    /// Asks for a move.
    plain_prompt: fn(&str, &str) -> String;
    /// The engine's move.
    plain_plays: fn(&str, &str) -> String;
    /// Neither a move nor a command.
    plain_unknown: fn(&str, &str) -> String;
    /// Nothing was entered.
    plain_empty: Str;
    /// No pit has that number.
    plain_no_number: fn(&str) -> String;
    /// Where the game is kept.
    plain_kept: fn(&str) -> String;
    /// The game is not kept.
    plain_not_kept: Str;
    /// The game file was written.
    plain_saved: fn(&str) -> String;
    /// The game file was not written.
    plain_not_saved: fn(&str, &str) -> String;
    /// What can be typed.
    plain_help: Str;
    /// The commands' names.
    commands: &'static [(Str, Command)];

    // Settings.
    /// As the system says.
    as_system: Str;
    /// The language.
    language: Str;
    /// The colours.
    look: Str;
    /// The colours' names: dark, light, high contrast.
    looks: [Str; 3];
    /// The characters.
    letters: Str;
    /// Box characters and dots.
    unicode: Str;
    /// How fast seeds travel.
    speed: Str;
    /// The speeds' names: off, fast, normal, slow.
    speeds: [Str; 4];
    /// What 4 and 6 do.
    keypad: Str;
    /// They move the choice.
    keypad_moves: Str;
    /// They choose pits.
    keypad_chooses: Str;
    /// The engine's level.
    level: Str;
    /// Settings could not be kept.
    settings_not_kept: fn(&str) -> String;
    /// The terminal is too small.
    too_small: fn(u16, u16) -> String;
}

impl Text {
    /// The name of a key that has one.
    pub fn key_name(&self, key: KeyCode) -> Option<Str> {
        let [space, enter, escape, down, up, delete] = self.key_names;
        Some(match key {
            KeyCode::Char(' ') => space,
            KeyCode::Enter => enter,
            KeyCode::Esc => escape,
            KeyCode::PageDown => down,
            KeyCode::PageUp => up,
            KeyCode::Delete => delete,
            _ => return None,
        })
    }

    /// What somebody is called.
    pub fn seat(&self, seat: &Seat) -> String {
        match seat {
            Seat::Engine(level) => (self.engine)(*level),
            seat => seat.to_string(),
        }
    }

    /// A look's name.
    pub fn look_word(&self, look: Look) -> Str {
        let at = Look::ALL.iter().position(|other| *other == look);
        self.looks[at.unwrap_or(0)]
    }

    /// A speed's name.
    pub fn speed_word(&self, speed: Speed) -> Str {
        let at = Speed::ALL.iter().position(|other| *other == speed);
        self.speeds[at.unwrap_or(0)]
    }

    /// A margin with its sign.
    fn margin(&self, value: Value) -> String {
        let decimal_point = self.decimal_point.to_string();
        value.signed().replace('.', &decimal_point)
    }

    /// A value in words: `+6 proved`, `about +2.5`.
    pub fn value(&self, value: Value) -> String {
        let margin = self.margin(value);
        if value.is_proved() {
            (self.proved)(&margin)
        } else {
            (self.estimated)(&margin)
        }
    }

    /// A value in a few characters: `+6`, or with a sign that it is a guess.
    pub fn short_value(&self, value: Value, glyphs: &Glyphs) -> String {
        match value {
            Value::Proved(_) => self.margin(value),
            Value::Estimated(margin) if margin.abs() >= 9.95 => {
                format!("{}{margin:+.0}", glyphs.about)
            }
            Value::Estimated(_) => format!("{}{}", glyphs.about, self.margin(value)),
        }
    }
}

/// Words with a capital.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// A sentence: with a capital and a full stop.
pub fn sentence(words: &str) -> String {
    let mut sentence = capital(words);
    // So does a path.
    let first = words.split(' ').next().unwrap_or_default();
    if first.contains(['/', '\\', '.']) {
        sentence = words.to_string();
    }
    // A pit's letter keeps its case: a is not A.
    if words.len() > 1 && words.as_bytes()[1] == b' ' && words.as_bytes()[0].is_ascii_lowercase() {
        sentence = words.to_string();
    }
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// The title of a ruleset by its name; the name itself if it is not built in.
pub fn title(name: &str, lang: Lang) -> String {
    Ruleset::builtin(name).map_or_else(|| name.to_string(), |game| game.title.get(lang).to_string())
}

/// Moves as they are listed.
pub fn moves(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(", ")
}

/// A text broken into lines at spaces; what is longer than a line is cut.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.width();
        if length > 0 && length + 1 + word.width() > width {
            lines.push(word.to_string());
        } else {
            if length > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    // A word longer than a line, such as a position, goes on on the next.
    lines
        .into_iter()
        .flat_map(|line| {
            let chars: Vec<char> = line.chars().collect();
            let pieces: Vec<String> = chars
                .chunks(width)
                .map(|piece| piece.iter().collect())
                .collect();
            if pieces.is_empty() {
                vec![String::new()]
            } else {
                pieces
            }
        })
        .collect()
}

/// A large number in a few characters: `950`, `12k`, `3.4M`.
fn large(n: u64, point: char) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{}k", n / 1_000),
        _ => format!("{:.1}M", n as f64 / 1e6).replace('.', &point.to_string()),
    }
}

/// One of a pair by side, for the languages' files.
fn of(names: &BySide<String>, side: Side) -> &str {
    &names[side]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_say_whether_they_are_proved() {
        let (en, fr) = (text(Lang::En), text(Lang::Fr));
        assert_eq!(en.value(Value::Proved(6)), "+6 proved");
        assert_eq!(en.value(Value::Estimated(-2.5)), "about -2.5");
        assert_eq!(fr.value(Value::Estimated(2.5)), "environ +2,5");
        assert_eq!(fr.value(Value::Proved(0)), "0 prouvé");
        let short = |value| en.short_value(value, &crate::theme::ASCII);
        assert_eq!(short(Value::Proved(-14)), "-14");
        assert_eq!(short(Value::Estimated(12.3)), "~+12");
        assert_eq!(short(Value::Estimated(-0.01)), "~+0.0");
    }

    #[test]
    fn a_sentence_begins_large_unless_with_a_pit() {
        assert_eq!(sentence("pit C is empty"), "Pit C is empty.");
        assert_eq!(sentence("c would take all"), "c would take all.");
        assert_eq!(
            sentence("games/a.krou: no such file"),
            "games/a.krou: no such file."
        );
        assert_eq!(sentence("a.krou: no such file"), "a.krou: no such file.");
        assert_eq!(sentence("élodie ?"), "Élodie ?");
    }

    #[test]
    fn long_words_are_cut_and_short_ones_kept_together() {
        assert_eq!(wrapped("a bb ccc", 4), ["a bb", "ccc"]);
        assert_eq!(wrapped("abcdefg h", 3), ["abc", "def", "g", "h"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
