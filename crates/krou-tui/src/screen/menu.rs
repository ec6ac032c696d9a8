//! The first screen.

use crossterm::event::{KeyCode, KeyEvent};
use krou_store::{Filter, GameInfo, Store};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::load::Load;
use super::new_game::NewGame;
use super::play::Play;
use super::players::Players;
use super::rules::RulesScreen;
use super::settings::SettingsScreen;
use super::{Next, Screen};
use crate::app::{Context, Hint, centred};
use crate::session::Session;
use crate::widgets::Picker;

/// The first screen.
pub struct Menu {
    picker: Picker,
    /// The game that was left last and is not over.
    unfinished: Option<GameInfo>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Continue,
    New,
    Load,
    Analyse,
    Players,
    Settings,
    Rules,
    Quit,
}

impl Menu {
    /// The menu, with the game to go on with if there is one.
    pub fn new(ctx: &mut Context) -> Menu {
        let mut menu = Menu {
            picker: Picker::default(),
            unfinished: None,
        };
        menu.look(ctx);
        menu
    }

    fn look(&mut self, ctx: &mut Context) {
        let filter = Filter {
            finished: Some(false),
            limit: Some(1),
            ..Filter::default()
        };
        let Some(store) = &ctx.store else { return };
        match store.wait(|s| s.games(&filter)) {
            Ok(games) => self.unfinished = games.into_iter().next(),
            Err(error) => ctx.complain(&error),
        }
    }

    fn items(&self, ctx: &Context) -> Vec<(Item, String)> {
        let t = ctx.text();
        let mut items = Vec::new();
        if let Some(info) = &self.unfinished {
            let names = [&info.seats.south, &info.seats.north].map(|seat| t.seat(seat));
            let title = crate::text::title(&info.rules, ctx.lang());
            let about = format!(
                "{}{} {title}, {} – {}",
                t.go_on_game, t.colon, names[0], names[1]
            );
            let dash = if ctx.glyphs().merge {
                about
            } else {
                about.replace('–', "-")
            };
            items.push((Item::Continue, dash));
        }
        let rest = [
            (Item::New, t.new_game),
            (Item::Load, t.load),
            (Item::Analyse, t.analyse),
            (Item::Players, t.players),
            (Item::Settings, t.settings),
            (Item::Rules, t.rules),
            (Item::Quit, t.leave),
        ];
        items.extend(rest.map(|(item, words)| (item, words.to_string())));
        items
    }

    fn choose(&mut self, ctx: &mut Context) -> Next {
        let items = self.items(ctx);
        let Some((item, _)) = items.get(self.picker.at) else {
            return Next::Stay;
        };
        match item {
            Item::Continue => self.go_on(ctx),
            Item::New => Next::Open(Box::new(NewGame::new(ctx))),
            Item::Load => Next::Open(Box::new(Load::new(ctx))),
            Item::Analyse => Next::Open(Box::new(NewGame::analysis(ctx))),
            Item::Players => Next::Open(Box::new(Players::new(ctx))),
            Item::Settings => Next::Open(Box::new(SettingsScreen::default())),
            Item::Rules => Next::Open(Box::new(RulesScreen::default())),
            Item::Quit => Next::Back,
        }
    }

    fn go_on(&mut self, ctx: &mut Context) -> Next {
        let (Some(store), Some(info)) = (ctx.store.clone(), &self.unfinished) else {
            return Next::Stay;
        };
        match store.wait(|s| s.game(info.saved.id)) {
            Ok(stored) => {
                let session = Session::resume(stored, store);
                Next::Open(Box::new(Play::new(session, ctx)))
            }
            Err(error) => {
                ctx.complain(&error);
                Next::Stay
            }
        }
    }
}

/// The name, in seeds.
const TITLE: [&str; 5] = [
    "o   o  oooo    ooo   o   o",
    "o  o   o   o  o   o  o   o",
    "ooo    oooo   o   o  o   o",
    "o  o   o  o   o   o  o   o",
    "o   o  o   o   ooo    ooo ",
];

impl Screen for Menu {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let theme = ctx.theme();
        let items: Vec<String> = self
            .items(ctx)
            .into_iter()
            .map(|(_, words)| words)
            .collect();
        let wanted = items
            .iter()
            .map(|item| item.chars().count())
            .max()
            .unwrap_or(0) as u16
            + 4;
        let width = wanted.max(28);
        let whole = centred(area, width, TITLE.len() as u16 + 3 + items.len() as u16);
        let seed = ctx.glyphs().seeds[0];
        let title = TITLE[0].chars().count() as u16;
        let x = area.x + (area.width - title) / 2;
        for (y, line) in (whole.y..).zip(TITLE) {
            buf.set_string(x, y, line.replace('o', seed), theme.seed);
        }
        let motto = ctx.text().motto;
        let x = area.x + area.width.saturating_sub(motto.chars().count() as u16) / 2;
        let y = whole.y + TITLE.len() as u16 + 1;
        buf.set_string(x, y, motto, theme.quiet);
        let list = Rect {
            y: y + 2,
            height: whole.bottom().saturating_sub(y + 2).max(items.len() as u16),
            ..whole
        };
        self.picker
            .render(&items, list.intersection(area), buf, ctx);
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        let length = self.items(ctx).len();
        match key.code {
            _ if self.picker.key(key, length) => Next::Stay,
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right => self.choose(ctx),
            KeyCode::Char('q') => Next::Back,
            _ => Next::Stay,
        }
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        let length = self.items(ctx).len();
        match self.picker.click(at, length) {
            Some(_) => self.choose(ctx),
            None => Next::Stay,
        }
    }

    fn back(&mut self, ctx: &mut Context) {
        self.unfinished = None;
        self.look(ctx);
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        vec![
            Hint::new(KeyCode::Down, t.choose),
            Hint::new(KeyCode::Enter, t.open),
            Hint::new(KeyCode::Char('q'), t.leave),
        ]
    }
}
