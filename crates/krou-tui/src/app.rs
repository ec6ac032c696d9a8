//! The program: a stack of screens, what they share, and the loop that draws and hears.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::event::{MouseButton, MouseEventKind};
use krou_rules::{Lang, Position as BoardPosition, Rules};
use krou_store::Blocking;
use ratatui::backend::Backend;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};
use ratatui::{Frame, Terminal};
use unicode_width::UnicodeWidthStr as _;

use crate::mind::MakeMind;
use crate::screen::{Next, Screen};
use crate::settings::Settings;
use crate::text::{Text, text, wrapped};
use crate::theme::{self, Depth, Glyphs, Look, Theme};

/// The smallest terminal in which everything fits.
pub const SMALLEST: (u16, u16) = (60, 20);

/// How long to wait for a key while something moves or thinks, and while nothing does.
const LIVE: Duration = Duration::from_millis(25);
const IDLE: Duration = Duration::from_millis(500);

/// What all screens share.
pub struct Context {
    /// What the player has chosen for good.
    pub settings: Settings,
    /// What the call asked for, which goes before the settings.
    pub asked: Asked,
    /// Where settings and games are kept.
    pub data: PathBuf,
    /// Players and games; none if nothing is to be kept.
    pub store: Option<Rc<Blocking>>,
    /// Makes the engine.
    pub make_mind: MakeMind,
    /// The language of the system.
    pub system_lang: Lang,
    /// Whether the system writes more than ASCII.
    pub system_unicode: bool,
    /// How many colours the terminal has.
    pub depth: Depth,
    /// When it is.
    pub now: Instant,
    /// Something to say until the next key.
    pub note: Option<String>,
    /// Something to be put on the clipboard.
    pub copied: Option<String>,
}

/// What a call can ask for, until the settings are changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// The language.
    pub lang: Option<Lang>,
    /// The colours.
    pub look: Option<Look>,
    /// Box characters and dots, or ASCII.
    pub unicode: Option<bool>,
}

impl Context {
    /// The language to speak.
    pub fn lang(&self) -> Lang {
        let chosen = self.asked.lang.or(self.settings.lang);
        chosen.unwrap_or(self.system_lang)
    }

    /// What to say in it.
    pub fn text(&self) -> &'static Text {
        text(self.lang())
    }

    /// The colours.
    pub fn theme(&self) -> Theme {
        theme::theme(self.asked.look.unwrap_or(self.settings.look), self.depth)
    }

    /// The characters.
    pub fn glyphs(&self) -> &'static Glyphs {
        let chosen = self.asked.unicode.or(self.settings.unicode);
        if chosen.unwrap_or(self.system_unicode) {
            &theme::UNICODE
        } else {
            &theme::ASCII
        }
    }

    /// Says something until the next key.
    pub fn say(&mut self, what: impl Into<String>) {
        self.note = Some(what.into());
    }

    /// Says what a store did not do.
    pub fn complain(&mut self, error: &krou_store::Error) {
        let sentence = error.text(self.lang());
        self.say(crate::text::sentence(&sentence));
    }

    /// Keeps changed settings.
    pub fn keep_settings(&mut self) {
        if let Err(error) = self.settings.save(&self.data) {
            let told = (self.text().settings_not_kept)(&error.to_string());
            self.say(told);
        }
    }
}

/// A key and what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The key.
    pub key: KeyCode,
    /// How it is written, if not as usual.
    pub shown: Option<&'static str>,
    /// What it does.
    pub what: String,
}

impl Hint {
    /// A key and what it does.
    pub fn new(key: KeyCode, what: impl Into<String>) -> Hint {
        Hint {
            key,
            shown: None,
            what: what.into(),
        }
    }

    /// A key written in a way of its own.
    pub fn shown(key: KeyCode, shown: &'static str, what: impl Into<String>) -> Hint {
        Hint {
            key,
            shown: Some(shown),
            what: what.into(),
        }
    }

    fn key_name(&self, ctx: &Context) -> String {
        let arrows = ctx.glyphs().arrows;
        let between = if arrows[0].len() > 3 { "/" } else { "" };
        let named = || ctx.text().key_name(self.key).map(str::to_string);
        match (self.shown, self.key) {
            (Some(shown), _) => shown.to_string(),
            (_, KeyCode::Left | KeyCode::Right) => arrows[..2].join(between),
            (_, KeyCode::Up | KeyCode::Down) => arrows[2..].join(between),
            (_, KeyCode::Char(c)) if c != ' ' => c.to_string(),
            (_, key) => named().unwrap_or_else(|| key.to_string()),
        }
    }
}

/// The terminal game.
pub struct App {
    /// What all screens share.
    pub ctx: Context,
    screens: Vec<Box<dyn Screen>>,
    help: bool,
    /// Where the keys stand on the screen.
    spots: Vec<(Rect, KeyCode)>,
}

impl App {
    /// A program that shows `screen`.
    pub fn new(ctx: Context, screen: Box<dyn Screen>) -> App {
        App {
            ctx,
            screens: vec![screen],
            help: false,
            spots: Vec::new(),
        }
    }

    /// Shows another screen over what is shown.
    pub fn open(&mut self, screen: Box<dyn Screen>) {
        self.screens.push(screen);
    }

    /// Draws and hears until the player leaves, or has to.
    pub fn run<B: Backend<Error = io::Error>>(
        &mut self,
        terminal: &mut Terminal<B>,
        leave: impl Fn() -> bool,
    ) -> io::Result<()> {
        while !self.is_over() && !leave() {
            self.tick();
            terminal.draw(|frame| self.render(frame))?;
            if let Some(copied) = self.ctx.copied.take() {
                let mut out = io::stdout();
                crossterm::queue!(out, CopyToClipboard::to_clipboard_from(copied))?;
                out.flush()?;
            }
            self.handle_events()?;
        }
        Ok(())
    }

    /// Waits a moment for something to happen, and handles all that has.
    fn handle_events(&mut self) -> io::Result<()> {
        let live = self.screens.last().is_some_and(|screen| screen.is_live());
        let mut patience = if live { LIVE } else { IDLE };
        while event::poll(patience)? {
            let event = event::read()?;
            self.handle(&event);
            if self.is_over() {
                break;
            }
            patience = Duration::ZERO;
        }
        Ok(())
    }

    /// Whether the player has left.
    pub fn is_over(&self) -> bool {
        self.screens.is_empty()
    }

    /// Lets time pass.
    pub fn tick(&mut self) {
        self.tick_at(Instant::now());
    }

    /// Lets time pass up to a moment.
    pub fn tick_at(&mut self, now: Instant) {
        self.ctx.now = now;
        if let Some(screen) = self.screens.last_mut() {
            let next = screen.tick(&mut self.ctx);
            self.go(next);
        }
    }

    /// Hears a key, the mouse, or nothing that matters.
    pub fn handle(&mut self, event: &Event) {
        self.ctx.now = Instant::now();
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            // Pasted letters are text, never moves.
            Event::Paste(text) if self.screens.last().is_some_and(|s| s.is_typing()) => {
                for c in text.chars().filter(|c| !c.is_control()) {
                    self.key(KeyCode::Char(c).into());
                }
            }
            Event::Mouse(mouse) => {
                let at = Position::new(mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.click(at),
                    MouseEventKind::ScrollUp => self.key(KeyCode::Up.into()),
                    MouseEventKind::ScrollDown => self.key(KeyCode::Down.into()),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let Some(screen) = self.screens.last_mut() else {
            return;
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            self.screens.clear();
        } else if self.help {
            self.help = false;
        } else if key.code == KeyCode::Char('?') && !screen.is_typing() {
            self.help = true;
        } else if !control {
            self.ctx.note = None;
            let next = screen.key(key, &mut self.ctx);
            self.go(next);
        }
    }

    fn click(&mut self, at: Position) {
        let hit = self.spots.iter().find(|(rect, _)| rect.contains(at));
        let hit = hit.map(|(_, key)| *key);
        if self.help {
            self.help = false;
            if let Some(key) = hit.filter(|key| *key != KeyCode::Char('?')) {
                self.key(key.into());
            }
        } else if let Some(key) = hit {
            self.key(key.into());
        } else if let Some(screen) = self.screens.last_mut() {
            self.ctx.note = None;
            let next = screen.click(at, &mut self.ctx);
            self.go(next);
        }
    }

    fn go(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Open(screen) => self.screens.push(screen),
            Next::Instead(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Next::Back => {
                self.screens.pop();
                if let Some(screen) = self.screens.last_mut() {
                    screen.back(&mut self.ctx);
                }
            }
        }
    }

    /// Draws the screen.
    pub fn render(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let buf = frame.buffer_mut();
        let theme = self.ctx.theme();
        buf.set_style(area, theme.text);
        self.spots.clear();
        let Some(screen) = self.screens.last_mut() else {
            return;
        };
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            too_small(screen.position().as_ref(), area, buf, &self.ctx);
            if !self.ctx.glyphs().merge {
                only_ascii(buf);
            }
            return;
        }
        let body = Rect {
            height: area.height - 2,
            ..area
        };
        screen.render(body, buf, &self.ctx);
        let line = |y| Rect {
            y,
            height: 1,
            ..area
        };
        let said = self.ctx.note.clone().or_else(|| screen.happened(&self.ctx));
        if let Some(said) = said {
            // What is longer than a line covers as much of the screen as it needs.
            let lines = wrapped(&said, usize::from(area.width - 2));
            let top = area.bottom() - 1 - (lines.len() as u16).min(body.height);
            for (y, words) in (top..area.bottom() - 1).zip(lines) {
                Clear.render(line(y), buf);
                buf.set_style(line(y), theme.text);
                buf.set_string(area.x + 1, y, words, theme.just);
            }
        }
        let mut hints = screen.hints(&self.ctx);
        // While something is typed, `?` is part of the text.
        let more =
            (!screen.is_typing()).then(|| Hint::new(KeyCode::Char('?'), self.ctx.text().keys));
        self.hint_line(&hints, more.as_ref(), line(area.bottom() - 1), buf);
        if self.help {
            hints.push(Hint::shown(KeyCode::Esc, "Ctrl-C", self.ctx.text().leave));
            self.help(&hints, body, buf);
        }
        if !self.ctx.glyphs().merge {
            only_ascii(buf);
        }
    }

    /// As many keys as fit on a line, always with the one that shows all, if there is one.
    fn hint_line(&mut self, hints: &[Hint], more: Option<&Hint>, line: Rect, buf: &mut Buffer) {
        let theme = self.ctx.theme();
        let ctx = &self.ctx;
        let width = |hint: &Hint| (hint.key_name(ctx).width() + hint.what.width() + 4) as u16;
        let end = line.right().saturating_sub(more.map_or(0, width));
        let mut x = line.x + 1;
        for hint in hints.iter().chain(more) {
            let last = Some(hint) == more;
            if !last && x + width(hint) > end {
                continue;
            }
            let name = hint.key_name(ctx);
            let rect = Rect {
                x,
                width: width(hint) - 2,
                ..line
            };
            let (after, _) =
                buf.set_stringn(x, line.y, &name, usize::from(line.right() - x), theme.can);
            buf.set_stringn(
                after + 1,
                line.y,
                &hint.what,
                usize::from(line.right().saturating_sub(after + 1)),
                theme.quiet,
            );
            self.spots.push((rect, hint.key));
            x += width(hint) - 1;
        }
    }

    /// All keys, over the screen.
    fn help(&mut self, hints: &[Hint], body: Rect, buf: &mut Buffer) {
        let theme = self.ctx.theme();
        let glyphs = self.ctx.glyphs();
        let names: Vec<String> = hints.iter().map(|hint| hint.key_name(&self.ctx)).collect();
        let columns = 1 + usize::from(hints.len() + 2 > usize::from(body.height));
        let rows = hints.len().div_ceil(columns).max(1);
        // Each column is as wide as its longest key and its longest words.
        let longest = |words: &mut dyn Iterator<Item = &str>| {
            words.map(|word| word.chars().count()).max().unwrap_or(0) as u16
        };
        let widths: Vec<(u16, u16)> = hints
            .chunks(rows)
            .zip(names.chunks(rows))
            .map(|(hints, names)| {
                let keys = longest(&mut names.iter().map(String::as_str));
                let whats = longest(&mut hints.iter().map(|hint| hint.what.as_str()));
                (keys, keys + 2 + whats)
            })
            .collect();
        let all: u16 = widths.iter().map(|(_, width)| width + 2).sum();
        let width = (all + 2).min(body.width);
        let rows = rows as u16;
        let area = centred(body, width, rows + 2);
        Clear.render(area, buf);
        buf.set_style(area, theme.text);
        let block = Block::bordered()
            .border_set(glyphs.edge)
            .border_style(theme.board)
            .title(Line::styled(
                format!(" {} ", self.ctx.text().keys),
                theme.strong,
            ));
        let inside = block.inner(area);
        block.render(area, buf);
        for (i, (hint, name)) in hints.iter().zip(&names).enumerate() {
            let (column, row) = (i / usize::from(rows), i as u16 % rows);
            let (keys, one) = widths[column];
            let before: u16 = widths[..column].iter().map(|(_, width)| width + 2).sum();
            let x = inside.x + 1 + before;
            let y = inside.y + row;
            let room = |x: u16| usize::from(inside.right().saturating_sub(x));
            buf.set_stringn(x, y, name, room(x), theme.can);
            let what = x + keys + 2;
            buf.set_stringn(what, y, &hint.what, room(what), theme.text);
            self.spots.push((
                Rect::new(x, y, one.min(inside.right().saturating_sub(x)), 1),
                hint.key,
            ));
        }
    }
}

/// Where only ASCII can be shown, letters lose their accents, and what has no such letter at all
/// becomes a question mark.
fn only_ascii(buf: &mut Buffer) {
    for cell in &mut buf.content {
        if !cell.symbol().is_ascii() {
            let c = cell.symbol().chars().next().map_or(' ', theme::ascii);
            cell.set_char(c);
        }
    }
}

/// A rectangle of this size in the middle of an area.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// Where not everything fits: the bare board if that does, and what would be enough.
fn too_small(position: Option<&BoardPosition>, area: Rect, buf: &mut Buffer, ctx: &Context) {
    let board = position.map(|position| {
        position
            .setup()
            .diagram()
            .width(area.width.into())
            .to_string()
    });
    let wish = (ctx.text().too_small)(SMALLEST.0, SMALLEST.1);
    let wish = wrapped(&wish, area.width.into());
    let lines = board.iter().flat_map(|board| board.lines());
    let lines = lines.chain(wish.iter().map(String::as_str));
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buf.set_stringn(area.x, y, line, area.width.into(), ctx.theme().text);
    }
}

/// The rules and the thinker for them.
pub fn rules_of(
    ruleset: krou_rules::Ruleset,
) -> Result<std::sync::Arc<Rules>, krou_rules::Nonsense> {
    Rules::new(ruleset).map(std::sync::Arc::new)
}
