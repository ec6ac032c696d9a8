//! What a player chooses for good.

use crossterm::event::{KeyCode, KeyEvent};
use krou_rules::Lang;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Next, Screen};
use crate::app::{Context, Hint};
use crate::settings::Speed;
use crate::theme::Look;
use crate::widgets::{Picker, panel};

/// What a player chooses for good.
#[derive(Default)]
pub struct SettingsScreen {
    picker: Picker,
}

/// How many settings there are.
const COUNT: usize = 6;

/// The next of some values, forwards or backwards, round and round.
fn turned<T: PartialEq + Copy>(all: &[T], now: T, forth: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    let step = if forth { 1 } else { all.len() - 1 };
    all[(at + step) % all.len()]
}

impl SettingsScreen {
    fn rows(ctx: &Context) -> [(&'static str, String); COUNT] {
        let t = ctx.text();
        let s = &ctx.settings;
        let lang = match s.lang {
            None => format!("{} ({})", t.as_system, t.language_name),
            Some(_) => t.language_name.to_string(),
        };
        let letters = match s.unicode {
            None => t.as_system,
            Some(true) => t.unicode,
            Some(false) => "ASCII",
        };
        let keypad = if s.keypad {
            t.keypad_moves
        } else {
            t.keypad_chooses
        };
        [
            (t.language, lang),
            (t.look, t.look_word(s.look).to_string()),
            (t.letters, letters.to_string()),
            (t.speed, t.speed_word(s.speed).to_string()),
            (t.keypad, keypad.to_string()),
            (t.level, s.level.to_string()),
        ]
    }

    fn change(&self, forth: bool, ctx: &mut Context) {
        let s = &mut ctx.settings;
        match self.picker.at {
            0 => {
                let all = [None, Some(Lang::En), Some(Lang::Fr)];
                s.lang = turned(&all, s.lang, forth);
                ctx.asked.lang = None;
            }
            1 => {
                s.look = turned(&Look::ALL, s.look, forth);
                ctx.asked.look = None;
            }
            2 => {
                s.unicode = turned(&[None, Some(true), Some(false)], s.unicode, forth);
                ctx.asked.unicode = None;
            }
            3 => s.speed = turned(&Speed::ALL, s.speed, forth),
            4 => s.keypad = !s.keypad,
            _ => s.level = turned(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], s.level, forth),
        }
        ctx.keep_settings();
    }
}

impl Screen for SettingsScreen {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let rows = SettingsScreen::rows(ctx);
        let width = rows
            .iter()
            .map(|(label, _)| label.chars().count())
            .max()
            .unwrap_or(0);
        let rows: Vec<String> = rows
            .iter()
            .map(|(label, value)| format!("{label:<width$}   < {value} >"))
            .collect();
        let inside = panel(ctx.text().settings, area, buf, ctx);
        let list = Rect {
            y: inside.y + 1,
            height: inside.height.saturating_sub(1),
            ..inside
        };
        self.picker.render(&rows, list, buf, ctx);
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        match key.code {
            _ if self.picker.key(key, COUNT) => {}
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ' | 'l') => self.change(true, ctx),
            KeyCode::Left | KeyCode::Char('h') => self.change(false, ctx),
            KeyCode::Esc | KeyCode::Char('q') => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        if let Some((_, true)) = self.picker.click(at, COUNT) {
            self.change(true, ctx);
        }
        Next::Stay
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        vec![
            Hint::new(KeyCode::Down, t.choose),
            Hint::new(KeyCode::Right, t.change),
            Hint::new(KeyCode::Esc, t.back),
        ]
    }
}
