//! The rules of any game.

use crossterm::event::{KeyCode, KeyEvent};
use krou_rules::Ruleset;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr as _;

use super::{Next, Screen};
use crate::app::{Context, Hint};
use crate::widgets::{Pages, Picker, panel, rules_text};

/// The rules of any game.
pub struct RulesScreen {
    games: Vec<Ruleset>,
    picker: Picker,
    pages: Pages,
}

impl Default for RulesScreen {
    fn default() -> RulesScreen {
        RulesScreen {
            games: Ruleset::all(),
            picker: Picker::default(),
            pages: Pages::default(),
        }
    }
}

impl Screen for RulesScreen {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let names: Vec<String> = self
            .games
            .iter()
            .map(|game| game.title.get(ctx.lang()).to_string())
            .collect();
        let width = names.iter().map(|name| name.width()).max().unwrap_or(0) as u16 + 7;
        let left = Rect {
            width: width.min(area.width / 2),
            ..area
        };
        let right = Rect {
            x: left.right(),
            width: area.width - left.width,
            ..area
        };
        let inside = panel(ctx.text().rules, left, buf, ctx);
        self.picker.render(&names, inside, buf, ctx);
        let inside = panel("", right, buf, ctx);
        self.pages.render(
            &rules_text(&self.games[self.picker.at], ctx),
            inside,
            buf,
            ctx,
        );
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        let paging = matches!(
            key.code,
            KeyCode::PageUp | KeyCode::PageDown | KeyCode::Char(' ')
        );
        if paging {
            self.pages.key(key);
        } else if self.picker.key(key, self.games.len()) {
            self.pages.reset();
        } else if matches!(key.code, KeyCode::Esc | KeyCode::Char('q') | KeyCode::Left) {
            return Next::Back;
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, _: &mut Context) -> Next {
        if self.picker.click(at, self.games.len()).is_some() {
            self.pages.reset();
        }
        Next::Stay
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        vec![
            Hint::new(KeyCode::Down, t.choose),
            Hint::new(KeyCode::PageDown, t.read_on),
            Hint::new(KeyCode::PageUp, t.read_back),
            Hint::new(KeyCode::Esc, t.back),
        ]
    }
}
