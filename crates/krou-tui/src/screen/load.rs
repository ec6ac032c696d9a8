//! The games that are kept.

use crossterm::event::{KeyCode, KeyEvent};
use krou_store::{Filter, GameInfo, Store};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::play::Play;
use super::{Next, Screen};
use crate::app::{Context, Hint};
use crate::session::Session;
use crate::widgets::{Picker, panel, question};

/// The games that are kept.
pub struct Load {
    games: Vec<GameInfo>,
    picker: Picker,
    /// Whether it was asked to delete the chosen game.
    deleting: bool,
}

impl Load {
    /// All games, the last played first.
    pub fn new(ctx: &mut Context) -> Load {
        let mut load = Load {
            games: Vec::new(),
            picker: Picker::default(),
            deleting: false,
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
            Some(outcome) => format!("{}-{}", outcome.scores.south, outcome.scores.north),
            None => (t.move_number)(info.plies),
        };
        format!("{day}  {title:<22}  {} - {}  ({state})", names[0], names[1])
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
            return;
        }
        let rows: Vec<String> = self.games.iter().map(|info| Load::row(info, ctx)).collect();
        self.picker.render(&rows, inside, buf, ctx);
        if self.deleting {
            question(t.delete_game_really, None, area, buf, ctx);
        }
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        if self.deleting {
            self.deleting = false;
            if key.code == KeyCode::Enter {
                self.delete(ctx);
            }
            return Next::Stay;
        }
        match key.code {
            _ if self.picker.key(key, self.games.len()) => {}
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right => return self.open(ctx),
            KeyCode::Delete | KeyCode::Char('d') => self.deleting = !self.games.is_empty(),
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Left => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        self.deleting = false;
        match self.picker.click(at, self.games.len()) {
            Some((_, true)) => self.open(ctx),
            _ => Next::Stay,
        }
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        if self.deleting {
            return vec![
                Hint::new(KeyCode::Enter, t.do_it),
                Hint::new(KeyCode::Esc, t.no),
            ];
        }
        vec![
            Hint::new(KeyCode::Down, t.choose),
            Hint::new(KeyCode::Enter, t.open),
            Hint::new(KeyCode::Char('d'), t.delete),
            Hint::new(KeyCode::Esc, t.back),
        ]
    }
}
