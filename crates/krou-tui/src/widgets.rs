//! Parts that screens are made of: lists to choose from, lines to type in, texts to scroll.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};
use unicode_truncate::UnicodeTruncateStr as _;
use unicode_width::UnicodeWidthStr as _;

use crate::app::{Context, centred};
use crate::text::wrapped;

/// A list one line of which is chosen.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    /// The chosen line.
    pub at: usize,
    top: usize,
    area: Rect,
}

impl Picker {
    /// Moves the choice; false if the key is none of a list's.
    pub fn key(&mut self, key: KeyEvent, length: usize) -> bool {
        let last = length.saturating_sub(1);
        let page = usize::from(self.area.height.max(2) - 1);
        self.at = match key.code {
            KeyCode::Up | KeyCode::Char('k') if self.at == 0 => last,
            KeyCode::Up | KeyCode::Char('k') => self.at - 1,
            KeyCode::Down | KeyCode::Char('j') if self.at >= last => 0,
            KeyCode::Down | KeyCode::Char('j') => self.at + 1,
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::PageUp => self.at.saturating_sub(page),
            KeyCode::PageDown => (self.at + page).min(last),
            _ => return false,
        };
        true
    }

    /// Chooses the line clicked at: which, and whether it was chosen already.
    pub fn click(&mut self, at: Position, length: usize) -> Option<(usize, bool)> {
        let row = self.top + usize::from(at.y.checked_sub(self.area.y)?);
        if !self.area.contains(at) || row >= length {
            return None;
        }
        let again = row == self.at;
        self.at = row;
        Some((row, again))
    }

    /// Draws the list and keeps the chosen line in view.
    pub fn render(&mut self, rows: &[String], area: Rect, buf: &mut Buffer, ctx: &Context) {
        self.area = area;
        self.at = self.at.min(rows.len().saturating_sub(1));
        let height = usize::from(area.height);
        self.top = self.top.min(self.at);
        if height > 0 && self.at >= self.top + height {
            self.top = self.at + 1 - height;
        }
        let theme = ctx.theme();
        for (y, (i, row)) in (area.y..area.bottom()).zip(rows.iter().enumerate().skip(self.top)) {
            let (pointer, style) = if i == self.at {
                (ctx.glyphs().pointer, theme.chosen)
            } else {
                (" ", theme.text)
            };
            let width = usize::from(area.width);
            let line = fitted(&format!("{pointer} {row} "), width, ctx);
            buf.set_stringn(area.x, y, line, width, style);
        }
    }
}

/// A text cut to a width, with a sign that it was.
pub fn fitted(text: &str, width: usize, ctx: &Context) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let more = ctx.glyphs().more;
    let (cut, _) = text.unicode_truncate(width.saturating_sub(more.width()));
    cut.to_string() + more
}

/// A text with spaces after it up to a width, counted in columns of the terminal: a Chinese
/// character takes two.
pub fn padded(text: &str, width: usize) -> String {
    text.to_string() + &" ".repeat(width.saturating_sub(text.width()))
}

/// A line to type in.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// What is typed.
    pub value: String,
}

impl Field {
    /// A line with something in it.
    pub fn new(value: impl Into<String>) -> Field {
        Field {
            value: value.into(),
        }
    }

    /// Types; false if the key is none for that.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Char(c) if self.value.chars().count() < 1000 => self.value.push(c),
            KeyCode::Char(_) => {}
            KeyCode::Backspace => drop(self.value.pop()),
            _ => return false,
        }
        true
    }

    /// Draws the end of the text and the cursor.
    pub fn render(&self, area: Rect, buf: &mut Buffer, style: Style) {
        let room = usize::from(area.width.saturating_sub(1));
        let (shown, _) = self.value.unicode_truncate_start(room);
        let (x, y) = buf.set_stringn(area.x, area.y, shown, room, style);
        buf.set_string(x, y, "_", style);
    }
}

/// A long text, scrolled.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    top: usize,
    /// Whether there is more below what is in view.
    more: bool,
}

impl Pages {
    /// Scrolls; false if the key is none for that.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Char(' ') if !self.more => return false,
            KeyCode::PageDown | KeyCode::Char(' ') => self.top += 8,
            KeyCode::PageUp => self.top = self.top.saturating_sub(8),
            KeyCode::Down | KeyCode::Char('j') => self.top += 1,
            KeyCode::Up | KeyCode::Char('k') => self.top = self.top.saturating_sub(1),
            _ => return false,
        }
        true
    }

    /// Begins from the top.
    pub fn reset(&mut self) {
        self.top = 0;
    }

    /// Draws what is in view; headings stand out.
    pub fn render(&mut self, text: &[Paragraph], area: Rect, buf: &mut Buffer, ctx: &Context) {
        let theme = ctx.theme();
        let mut lines: Vec<(String, Style)> = Vec::new();
        for paragraph in text {
            match paragraph {
                Paragraph::Heading(words) => {
                    if !lines.is_empty() {
                        lines.push((String::new(), theme.text));
                    }
                    lines.extend(
                        wrapped(words, area.width.into())
                            .into_iter()
                            .map(|line| (line, theme.strong)),
                    );
                }
                Paragraph::Plain(words) => {
                    lines.extend(
                        wrapped(words, area.width.into())
                            .into_iter()
                            .map(|line| (line, theme.text)),
                    );
                }
                Paragraph::Quiet(words) => {
                    lines.extend(
                        wrapped(words, area.width.into())
                            .into_iter()
                            .map(|line| (line, theme.quiet)),
                    );
                }
            }
        }
        let height = usize::from(area.height);
        self.top = self.top.min(lines.len().saturating_sub(height));
        self.more = lines.len() > self.top + height;
        for (y, (line, style)) in (area.y..area.bottom()).zip(lines.iter().skip(self.top)) {
            buf.set_stringn(area.x, y, line, area.width.into(), *style);
        }
        if self.more && height > 0 {
            let y = area.bottom() - 1;
            let key = ctx.text().key_name(KeyCode::PageDown).unwrap_or_default();
            let more = format!("{} {key}", ctx.glyphs().more);
            buf.set_stringn(
                area.x,
                y,
                format!("{:width$}", "", width = usize::from(area.width)),
                area.width.into(),
                theme.text,
            );
            buf.set_stringn(area.x, y, more, area.width.into(), theme.quiet);
        }
    }
}

/// A piece of a long text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paragraph {
    /// Stands out.
    Heading(String),
    /// Is to be read.
    Plain(String),
    /// Steps back.
    Quiet(String),
}

/// The rules of a game as a text to scroll.
pub fn rules_text(ruleset: &krou_rules::Ruleset, ctx: &Context) -> Vec<Paragraph> {
    let lang = ctx.lang();
    let mut text = vec![
        Paragraph::Heading(ruleset.title.get(lang).to_string()),
        Paragraph::Plain(ruleset.description(lang)),
    ];
    for section in krou_rules::explain(ruleset, lang) {
        text.push(Paragraph::Heading(section.heading));
        match section.topic {
            krou_rules::Topic::Tips => {
                text.extend(section.sentences.into_iter().map(Paragraph::Plain));
            }
            _ => text.push(Paragraph::Plain(section.sentences.join(" "))),
        }
    }
    let print = (ctx.text().fingerprint)(&ruleset.name, &ruleset.fingerprint().to_string());
    text.push(Paragraph::Plain(String::new()));
    text.push(Paragraph::Quiet(print));
    text
}

/// An empty panel with a title; where its inside is.
pub fn panel(title: &str, area: Rect, buf: &mut Buffer, ctx: &Context) -> Rect {
    let theme = ctx.theme();
    let mut block = Block::bordered()
        .border_set(ctx.glyphs().edge)
        .border_style(theme.board);
    if !title.is_empty() {
        block = block.title(Line::styled(format!(" {title} "), theme.strong));
    }
    let inside = block.inner(area);
    block.render(area, buf);
    Rect {
        x: inside.x + 1,
        width: inside.width.saturating_sub(2),
        ..inside
    }
}

/// A panel over the middle of an area, as large as its text needs.
pub fn popup(
    title: &str,
    text: &[Paragraph],
    pages: &mut Pages,
    area: Rect,
    buf: &mut Buffer,
    ctx: &Context,
) {
    let width = (area.width * 4 / 5).clamp(44, 76).min(area.width);
    let inner = usize::from(width.saturating_sub(4));
    let lines: usize = text
        .iter()
        .map(|paragraph| match paragraph {
            Paragraph::Heading(words) => wrapped(words, inner).len() + 1,
            Paragraph::Plain(words) | Paragraph::Quiet(words) => wrapped(words, inner).len(),
        })
        .sum();
    let area = centred(area, width, (lines as u16 + 2).max(3));
    Clear.render(area, buf);
    buf.set_style(area, ctx.theme().text);
    let inside = panel(title, area, buf, ctx);
    pages.render(text, inside, buf, ctx);
}

/// A question over the middle of an area, with a line to type the answer in if there is one.
pub fn question(words: &str, field: Option<&Field>, area: Rect, buf: &mut Buffer, ctx: &Context) {
    let width = (area.width * 4 / 5).clamp(44, 70).min(area.width);
    let lines = wrapped(words, usize::from(width.saturating_sub(4)));
    let height = lines.len() as u16 + 2 + u16::from(field.is_some());
    let area = centred(area, width, height);
    Clear.render(area, buf);
    buf.set_style(area, ctx.theme().text);
    let inside = panel("", area, buf, ctx);
    for (y, line) in (inside.y..inside.bottom()).zip(&lines) {
        buf.set_stringn(inside.x, y, line, inside.width.into(), ctx.theme().strong);
    }
    if let Some(field) = field {
        let line = Rect {
            y: inside.bottom() - 1,
            height: 1,
            ..inside
        };
        field.render(line, buf, ctx.theme().can);
    }
}
