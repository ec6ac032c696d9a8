//! The games that are kept.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use krou_store::{Filter, GameInfo, Store, read_game_file};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::play::Play;
use super::{Next, Screen};
use crate::app::{Context, Hint};
use crate::session::Session;
use crate::text::sentence;
use crate::widgets::{Field, Picker, padded, panel, question};

/// The games that are kept.
pub struct Load {
    games: Vec<GameInfo>,
    picker: Picker,
    asking: Option<Asking>,
}

enum Asking {
    /// Delete the chosen game?
    Delete,
    /// Import which file?
    Import(Field),
}

impl Load {
    /// All games, the last played first.
    pub fn new(ctx: &mut Context) -> Load {
        let mut load = Load {
            games: Vec::new(),
            picker: Picker::default(),
            asking: None,
        };
        load.look(ctx);
        load
    }

    fn look(&mut self, ctx: &mut Context) {
        let Some(store) = &ctx.store else { return };
        let all = Filter::default();
        match store.wait(|s| s.games(&all)) {
            Ok(games) => self.games = games,
            Err(error) => ctx.complain(&error),
        }
    }

    fn row(info: &GameInfo, ctx: &Context) -> String {
        let t = ctx.text();
        let day = info.updated.strftime("%Y-%m-%d");
        let title = crate::text::title(&info.rules, ctx.lang());
        let names = [&info.seats.south, &info.seats.north].map(|seat| t.seat(seat));
        let state = match &info.outcome {
            Some(outcome) if outcome.is_aborted() => ctx.text().aborted.to_string(),
            Some(outcome) => format!("{}-{}", outcome.scores.south, outcome.scores.north),
            None => (t.move_number)(info.plies),
        };
        let title = padded(&title, 22);
        format!("{day}  {title}  {} - {}  ({state})", names[0], names[1])
    }

    fn open(&mut self, ctx: &mut Context) -> Next {
        let (Some(store), Some(info)) = (ctx.store.clone(), self.games.get(self.picker.at)) else {
            return Next::Stay;
        };
        match store.wait(|s| s.game(info.saved.id)) {
            Ok(stored) => {
                let session = Session::resume(stored, store);
                Next::Instead(Box::new(Play::new(session, ctx)))
            }
            Err(error) => {
                ctx.complain(&error);
                Next::Stay
            }
        }
    }

    fn delete(&mut self, ctx: &mut Context) {
        let (Some(store), Some(info)) = (ctx.store.clone(), self.games.get(self.picker.at)) else {
            return;
        };
        match store.wait(|s| s.delete_game(info.saved.id)) {
            Ok(()) => self.look(ctx),
            Err(error) => ctx.complain(&error),
        }
    }

    /// A key that is no answer to a question.
    fn list_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        match key.code {
            _ if self.picker.key(key, self.games.len()) => {}
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right => return self.open(ctx),
            KeyCode::Delete | KeyCode::Char('d') if !self.games.is_empty() => {
                self.asking = Some(Asking::Delete);
            }
            KeyCode::Char('i') if ctx.store.is_none() => {
                ctx.say(sentence(ctx.text().nothing_kept));
            }
            KeyCode::Char('i') => self.asking = Some(Asking::Import(Field::default())),
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Left => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    /// Takes over the games of a file.
    fn import(&mut self, ctx: &mut Context) {
        let (Some(store), Some(Asking::Import(field))) = (ctx.store.clone(), &self.asking) else {
            return;
        };
        let path = typed_path(&field.value);
        let players = match store.wait(Store::players) {
            Ok(players) => players,
            Err(error) => return ctx.complain(&error),
        };
        let games = match read_game_file(&path, &players) {
            Ok(games) => games,
            // The name can be mended where it stands.
            Err(error) => return ctx.say(sentence(&error.text(ctx.lang()))),
        };
        match store.wait(|s| s.import(&games)) {
            Ok(done) => {
                self.asking = None;
                self.look(ctx);
                let new = done.added.first().or(done.known.first());
                let at = new.and_then(|id| self.games.iter().position(|info| info.saved.id == *id));
                self.picker.at = at.unwrap_or(self.picker.at);
                ctx.say(sentence(&done.text(ctx.lang())));
            }
            Err(error) => ctx.complain(&error),
        }
    }
}

/// The path somebody typed: quotes around it and `~` are what shells understand, so people type
/// them here too.
fn typed_path(typed: &str) -> PathBuf {
    let typed = typed.trim().trim_matches(['"', '\'']);
    match (typed.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(typed),
    }
}

impl Screen for Load {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let t = ctx.text();
        let inside = panel(t.load, area, buf, ctx);
        if self.games.is_empty() {
            buf.set_stringn(
                inside.x,
                inside.y + 1,
                t.no_games_yet,
                inside.width.into(),
                ctx.theme().text,
            );
        }
        let rows: Vec<String> = self.games.iter().map(|info| Load::row(info, ctx)).collect();
        self.picker.render(&rows, inside, buf, ctx);
        match &self.asking {
            Some(Asking::Delete) => question(t.delete_game_really, None, area, buf, ctx),
            Some(Asking::Import(field)) => question(t.import_which, Some(field), area, buf, ctx),
            None => {}
        }
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        match (&mut self.asking, key.code) {
            (None, _) => return self.list_key(key, ctx),
            (Some(Asking::Import(_)), KeyCode::Enter) => self.import(ctx),
            (Some(Asking::Import(field)), code) if code != KeyCode::Esc => drop(field.key(key)),
            (Some(Asking::Delete), KeyCode::Enter) => {
                self.asking = None;
                self.delete(ctx);
            }
            _ => self.asking = None,
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        if self.asking.take().is_some() {
            return Next::Stay;
        }
        match self.picker.click(at, self.games.len()) {
            Some((_, true)) => self.open(ctx),
            _ => Next::Stay,
        }
    }

    fn is_typing(&self) -> bool {
        matches!(self.asking, Some(Asking::Import(_)))
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        if self.asking.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, t.do_it),
                Hint::new(KeyCode::Esc, t.no),
            ];
        }
        let mut hints = Vec::new();
        if !self.games.is_empty() {
            hints.extend([
                Hint::new(KeyCode::Down, t.choose),
                Hint::new(KeyCode::Enter, t.open),
                Hint::new(KeyCode::Char('d'), t.delete),
            ]);
        }
        hints.push(Hint::new(KeyCode::Char('i'), t.import));
        hints.push(Hint::new(KeyCode::Esc, t.back));
        hints
    }
}
