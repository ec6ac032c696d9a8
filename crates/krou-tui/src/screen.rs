//! The screens, one file each.

pub mod load;
pub mod menu;
pub mod new_game;
pub mod play;
pub mod players;
pub mod review;
pub mod rules;
pub mod settings;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::app::{Context, Hint};

/// One thing to look at.
pub trait Screen {
    /// Draws it. The two lines below are drawn by the program.
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context);

    /// Hears a key.
    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next;

    /// Hears a click.
    fn click(&mut self, _at: Position, _ctx: &mut Context) -> Next {
        Next::Stay
    }

    /// Lets time pass.
    fn tick(&mut self, _ctx: &mut Context) -> Next {
        Next::Stay
    }

    /// Whether something moves or thinks, so that time must pass often.
    fn is_live(&self) -> bool {
        false
    }

    /// Whether keys are letters of a text now.
    fn is_typing(&self) -> bool {
        false
    }

    /// Comes back from another screen.
    fn back(&mut self, _ctx: &mut Context) {}

    /// The keys that do something now, the most useful first.
    fn hints(&self, ctx: &Context) -> Vec<Hint>;

    /// What just happened.
    fn happened(&self, _ctx: &Context) -> Option<String> {
        None
    }

    /// The position shown, for a terminal too small for anything else.
    fn position(&self) -> Option<krou_rules::Position> {
        None
    }
}

/// Where to go from here.
pub enum Next {
    /// Nowhere.
    Stay,
    /// To another screen, and later back.
    Open(Box<dyn Screen>),
    /// To another screen for good.
    Instead(Box<dyn Screen>),
    /// Back.
    Back,
}
