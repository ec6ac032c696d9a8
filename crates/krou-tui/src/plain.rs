//! The game line by line, for pipes, scripts and screen readers.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;

use krou_engine::StopFlag;
use krou_rules::{BySide, Lang, Line, Move, Ruleset, Side, side_words};
use krou_store::{Help, Seat};

use crate::mind::Mind;
use crate::session::{Played, Refused, Session, Step};
use crate::story::Story;
use crate::text::{Text, moves, sentence, text};

/// What can be typed beside moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take back a move.
    Undo,
    /// Play it again.
    Redo,
    /// A good move.
    Hint,
    /// The value of every move.
    Values,
    /// Explain the last move.
    Why,
    /// The board once more.
    Board,
    /// Write a game file, or say where the game is kept.
    Save,
    /// Call off a game that does not count yet.
    Abort,
    /// Give up.
    Resign,
    /// Agree to end the game.
    Agree,
    /// Stop; the game is kept.
    Quit,
    /// What can be typed.
    Help,
}

/// How to play line by line.
pub struct Plain<'a> {
    /// The game.
    pub session: Session,
    /// The engine.
    pub mind: &'a mut dyn Mind,
    /// The language.
    pub lang: Lang,
    /// Characters on a line.
    pub width: usize,
    /// Whether to repeat what was entered, because it cannot be seen.
    pub echo: bool,
}

/// Why a game line by line could not go on.
#[derive(Debug)]
pub enum Trouble {
    /// Reading or writing failed.
    Lines(io::Error),
    /// The game could not be kept.
    Store(krou_store::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Lines(error)
    }
}

impl From<krou_store::Error> for Trouble {
    fn from(error: krou_store::Error) -> Trouble {
        Trouble::Store(error)
    }
}

/// Whether to ask on.
enum Then {
    Ask,
    Stop,
}

impl Plain<'_> {
    /// Plays until the game is over, the player quits, or the input ends.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Trouble> {
        let t = self.text();
        let ruleset = self.session.game().rules().ruleset();
        let print = ruleset.fingerprint().to_string();
        let about = (t.fingerprint)(&ruleset.name, &print);
        writeln!(out, "{} ({about})\n", ruleset.title.get(self.lang))?;
        self.board(out)?;
        loop {
            if self.session.is_over() {
                return Ok(self.result(out)?);
            }
            if self.session.is_human_turn() {
                let asked = (t.plain_prompt)(
                    &self.who(self.turn()),
                    &moves(&self.session.game().legal_moves()),
                );
                write!(out, "{asked}")?;
                out.flush()?;
                let mut entry = String::new();
                if read_line(input, &mut entry)? == 0 {
                    writeln!(out)?;
                    return Ok(self.kept(out)?);
                }
                let entry = entry.trim();
                if self.echo {
                    writeln!(out, "{entry}")?;
                }
                if let Then::Stop = self.entered(entry, out)? {
                    return Ok(());
                }
            } else if let Then::Stop = self.engine_moves(out)? {
                return Ok(());
            }
        }
    }

    fn text(&self) -> &'static Text {
        text(self.lang)
    }

    fn turn(&self) -> Side {
        self.session.game().position().turn()
    }

    /// A player's side, and the name if there is one.
    fn who(&self, side: Side) -> String {
        let word = side_words(side, self.lang);
        match &self.session.seats()[side] {
            Seat::Guest(name) if name.as_str() == word => word.to_string(),
            seat => format!("{} ({word})", self.text().seat(seat)),
        }
    }

    fn board(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = BySide::new(
            side_words(Side::South, self.lang),
            side_words(Side::North, self.lang),
        );
        let setup = self.session.game().position().setup();
        writeln!(out, "{}", setup.diagram().names(names).width(self.width))
    }

    fn result(&self, out: &mut dyn Write) -> io::Result<()> {
        let game = self.session.game();
        if let Some(result) = game.result() {
            let names = BySide::new(self.who(Side::South), self.who(Side::North));
            writeln!(out, "{}", (self.text().result)(&result, &names))?;
        }
        Ok(())
    }

    fn kept(&self, out: &mut dyn Write) -> io::Result<()> {
        let t = self.text();
        match self.session.id() {
            Some(id) => writeln!(out, "{}", (t.plain_kept)(&id.to_string())),
            None => writeln!(out, "{}", t.plain_not_kept),
        }
    }

    fn engine_moves(&mut self, out: &mut dyn Write) -> Result<Then, Trouble> {
        let Some(level) = self.session.level(self.turn()) else {
            return Ok(Then::Ask);
        };
        let game = self.session.game();
        // The engine answers whenever the game goes on; a legal move is always there.
        let chosen = self.mind.choose(game, level, &StopFlag::new(), &mut |_| {});
        let Some(m) = chosen.or_else(|| game.legal_moves().first().copied()) else {
            return Ok(Then::Stop);
        };
        writeln!(
            out,
            "{}",
            (self.text().plain_plays)(&self.who(m.side), &m.to_string())
        )?;
        self.play(m, out)
    }

    fn play(&mut self, m: Move, out: &mut dyn Write) -> Result<Then, Trouble> {
        match self.session.play(m) {
            Ok(Played {
                m, after, trace, ..
            }) => {
                let story = Story::new(m, &trace, &after);
                writeln!(out, "{}\n", (self.text().story)(&story, &self.who(m.side)))?;
                self.board(out)?;
                Ok(Then::Ask)
            }
            Err(Refused::Illegal(why)) => {
                writeln!(out, "{}", sentence(&why.text(self.lang)))?;
                Ok(Then::Ask)
            }
            Err(Refused::Store(error)) => Err(error.into()),
        }
    }

    fn entered(&mut self, entry: &str, out: &mut dyn Write) -> Result<Then, Trouble> {
        let (word, rest) = entry.split_once(' ').unwrap_or((entry, ""));
        if let Some(command) = self.command(word) {
            return self.obey(command, rest.trim(), out);
        }
        if entry.is_empty() {
            writeln!(out, "{}", self.text().plain_empty)?;
        } else if entry.bytes().any(|b| b.is_ascii_digit()) {
            for word in entry.split([' ', ',']).filter(|word| !word.is_empty()) {
                match self.numbered(word) {
                    Some(m) if self.played(m, out)? => {}
                    Some(_) => break,
                    None => {
                        let told = (self.text().plain_no_number)(word);
                        writeln!(out, "{}", sentence(&told))?;
                        break;
                    }
                }
            }
        } else {
            match entry.parse::<Line>() {
                Ok(line) => {
                    for m in line.0 {
                        if !self.played(m, out)? {
                            break;
                        }
                    }
                }
                Err(why) => {
                    let why = why.what.text(self.lang);
                    writeln!(out, "{}", (self.text().plain_unknown)(entry, &why))?;
                }
            }
        }
        Ok(Then::Ask)
    }

    /// Plays a move; whether that was allowed.
    fn played(&mut self, m: Move, out: &mut dyn Write) -> Result<bool, Trouble> {
        let before = self.session.game().moves().len();
        self.play(m, out)?;
        Ok(self.session.game().moves().len() > before)
    }

    /// The move of an older number of the game.
    fn numbered(&self, word: &str) -> Option<Move> {
        let Ruleset {
            numbering,
            switches,
            ..
        } = self.session.game().rules().ruleset();
        numbering.sowing(word.parse().ok()?, switches.pits, self.turn())
    }

    fn command(&self, word: &str) -> Option<Command> {
        let word = word.to_lowercase();
        let languages = [self.text(), text(Lang::En)];
        let mut all = languages.iter().flat_map(|t| t.commands);
        all.find(|(name, _)| *name == word)
            .map(|(_, command)| *command)
    }

    fn obey(&mut self, command: Command, rest: &str, out: &mut dyn Write) -> Result<Then, Trouble> {
        let t = self.text();
        let mut ended = false;
        match command {
            Command::Undo | Command::Redo => {
                let undo = command == Command::Undo;
                let rated = self.session.is_rated();
                let done = if undo {
                    self.session.undo(Step::Move)
                } else {
                    self.session.redo(Step::Move)
                };
                if done? {
                    self.say_unrated(rated, out)?;
                    self.board(out)?;
                } else {
                    writeln!(
                        out,
                        "{}",
                        if undo {
                            t.nothing_to_undo
                        } else {
                            t.nothing_to_redo
                        }
                    )?;
                }
            }
            Command::Hint | Command::Values => {
                let values = command == Command::Values;
                self.help(if values { Help::Values } else { Help::Hint }, out)?;
                let analysis =
                    self.mind
                        .analyse(self.session.game(), &StopFlag::new(), &mut |_| {});
                if command == Command::Values {
                    for value in &analysis.moves {
                        let line = Line(value.line.clone());
                        writeln!(
                            out,
                            "{:<3}{:<14}{line}",
                            value.m.to_string(),
                            t.value(value.value)
                        )?;
                    }
                } else if let Some(best) = analysis.best {
                    writeln!(
                        out,
                        "{}",
                        (t.hint_is)(&best.to_string(), &t.value(analysis.value))
                    )?;
                }
            }
            Command::Why => self.why(out)?,
            Command::Board => self.board(out)?,
            Command::Save if rest.is_empty() => self.kept(out)?,
            Command::Save => match write_new(Path::new(rest), &self.session.record().to_string()) {
                Ok(()) => writeln!(out, "{}", (t.plain_saved)(rest))?,
                Err(error) => writeln!(out, "{}", (t.plain_not_saved)(rest, &error.to_string()))?,
            },
            Command::Abort => ended = self.session.abort()?,
            Command::Resign | Command::Agree if self.session.game().is_abortable() => {}
            Command::Resign => ended = self.session.resign(self.turn())?,
            Command::Agree => ended = self.engines_agree() && self.session.agree()?,
            Command::Help => writeln!(out, "{}", t.plain_help)?,
            Command::Quit => {
                self.kept(out)?;
                return Ok(Then::Stop);
            }
        }
        match command {
            Command::Abort | Command::Resign | Command::Agree if ended => {
                writeln!(out)?;
                self.board(out)?;
            }
            Command::Abort => writeln!(out, "{}", t.resign_instead)?,
            Command::Resign | Command::Agree if self.session.game().is_abortable() => {
                writeln!(out, "{}", t.abort_instead)?;
            }
            Command::Agree => writeln!(out, "{}", t.engine_plays_on)?,
            _ => {}
        }
        Ok(Then::Ask)
    }

    /// Whether every engine at the board agrees to end the game.
    fn engines_agree(&mut self) -> bool {
        let game = self.session.game();
        !self.session.has_engine()
            || (self.session).engines_agree(&self.mind.glance(game, &StopFlag::new()))
    }

    /// Notes help, and says so if the game no longer counts.
    fn help(&mut self, help: Help, out: &mut dyn Write) -> Result<(), Trouble> {
        let rated = self.session.is_rated();
        self.session.helped(help)?;
        Ok(self.say_unrated(rated, out)?)
    }

    fn say_unrated(&self, until_now: bool, out: &mut dyn Write) -> io::Result<()> {
        if until_now && !self.session.is_rated() {
            writeln!(out, "{}", self.text().no_longer_rated)?;
        }
        Ok(())
    }

    fn why(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let mut before = self.session.game().clone();
        let last = self.session.game().moves().last().copied();
        let Some(m) = last.filter(|_| before.undo_move()) else {
            return Ok(writeln!(out, "{}", self.text().nothing_to_explain)?);
        };
        self.help(Help::Why, out)?;
        for line in self.mind.explain(&before, m, self.lang, &StopFlag::new()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// Reads a line. Bytes that are no text become signs that are no move, rather than the game's end.
fn read_line(input: &mut dyn BufRead, entry: &mut String) -> io::Result<usize> {
    let mut bytes = Vec::new();
    let read = input.read_until(b'\n', &mut bytes)?;
    entry.push_str(&String::from_utf8_lossy(&bytes));
    Ok(read)
}

/// Writes a file that is not there yet, whole or not at all.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut draft_name = name.to_os_string();
    draft_name.push(format!(".{}.tmp", std::process::id()));
    let draft = path.with_file_name(draft_name);
    let written = fs::File::create(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    // A link, unlike a rename, does not replace what is there.
    let done = written.and_then(|()| fs::hard_link(&draft, path));
    let _ = fs::remove_file(&draft);
    done
}
