//! Who plays here.

use crossterm::event::{KeyCode, KeyEvent};
use krou_store::{Error, Name, Player, Standing, Store};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Next, Screen};
use crate::app::{Context, Hint};
use crate::text::sentence;
use crate::widgets::{Field, Pages, Paragraph, Picker, panel, question};

/// Who plays here.
pub struct Players {
    known: Vec<Player>,
    standings: Vec<Standing>,
    picker: Picker,
    pages: Pages,
    asking: Option<Asking>,
}

enum Asking {
    Create(Field),
    Rename(Field),
    Delete,
}

impl Players {
    /// Everyone, by name.
    pub fn new(ctx: &mut Context) -> Players {
        let mut players = Players {
            known: Vec::new(),
            standings: Vec::new(),
            picker: Picker::default(),
            pages: Pages::default(),
            asking: None,
        };
        players.look(ctx);
        players
    }

    fn look(&mut self, ctx: &mut Context) {
        let Some(store) = &ctx.store else { return };
        match store.wait(Store::players) {
            Ok(known) => self.known = known,
            Err(error) => ctx.complain(&error),
        }
        self.picker.at = self.picker.at.min(self.known.len().saturating_sub(1));
        self.show(ctx);
    }

    /// Fetches what the chosen player has achieved.
    fn show(&mut self, ctx: &mut Context) {
        self.pages.reset();
        self.standings.clear();
        let (Some(store), Some(player)) = (&ctx.store, self.known.get(self.picker.at)) else {
            return;
        };
        match store.wait(|s| s.standings(player.id)) {
            Ok(standings) => self.standings = standings,
            Err(error) => ctx.complain(&error),
        }
    }

    fn do_it(&mut self, ctx: &mut Context) {
        let (Some(store), Some(asking)) = (ctx.store.clone(), self.asking.take()) else {
            return;
        };
        let chosen = self.known.get(self.picker.at);
        let name = |field: &Field| field.value.parse::<Name>().map_err(Error::BadName);
        let done = match (&asking, chosen) {
            (Asking::Create(field), _) => {
                name(field).and_then(|name| store.wait(|s| s.create_player(&name)).map(Some))
            }
            (Asking::Rename(field), Some(player)) => name(field)
                .and_then(|name| store.wait(|s| s.rename_player(player.id, &name)).map(Some)),
            (Asking::Delete, Some(player)) => {
                store.wait(|s| s.delete_player(player.id)).map(|()| None)
            }
            (_, None) => return,
        };
        match done {
            Ok(changed) => {
                self.look(ctx);
                let at = self
                    .known
                    .iter()
                    .position(|player| Some(player) == changed.as_ref());
                self.picker.at = at.unwrap_or(self.picker.at);
                self.show(ctx);
            }
            Err(error) => {
                ctx.complain(&error);
                // A name can be mended where it stands.
                if !matches!(asking, Asking::Delete) {
                    self.asking = Some(asking);
                }
            }
        }
    }

    fn about(&self, ctx: &Context) -> Vec<Paragraph> {
        let t = ctx.text();
        let Some(player) = self.known.get(self.picker.at) else {
            return vec![Paragraph::Plain(t.no_players_yet.to_string())];
        };
        let since = player.created.strftime("%Y-%m-%d").to_string();
        let mut text = vec![
            Paragraph::Heading(player.name.to_string()),
            Paragraph::Quiet((t.since)(&since)),
        ];
        if self.standings.is_empty() {
            text.push(Paragraph::Plain(t.no_games_yet.to_string()));
        }
        for standing in &self.standings {
            text.push(Paragraph::Heading(crate::text::title(
                &standing.rules,
                ctx.lang(),
            )));
            text.push(Paragraph::Plain((t.tally)(&standing.tally)));
            if let Some(rating) = &standing.rating {
                text.push(Paragraph::Plain((t.rating)(rating)));
            }
            for (seat, tally) in &standing.opponents {
                let line = format!("{}{} {}", t.seat(seat), t.colon, (t.tally)(tally));
                text.push(Paragraph::Quiet(line));
            }
        }
        text
    }
}

impl Screen for Players {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let t = ctx.text();
        let left = Rect {
            width: (area.width / 3).max(20),
            ..area
        };
        let right = Rect {
            x: left.right(),
            width: area.width - left.width,
            ..area
        };
        let inside = panel(t.players, left, buf, ctx);
        let rows: Vec<String> = self
            .known
            .iter()
            .map(|player| player.name.to_string())
            .collect();
        self.picker.render(&rows, inside, buf, ctx);
        let inside = panel("", right, buf, ctx);
        self.pages.render(&self.about(ctx), inside, buf, ctx);
        match &self.asking {
            Some(Asking::Create(field)) => question(t.name_of_new, Some(field), area, buf, ctx),
            Some(Asking::Rename(field)) => question(t.new_name, Some(field), area, buf, ctx),
            Some(Asking::Delete) => question(t.delete_player_really, None, area, buf, ctx),
            None => {}
        }
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        if let Some(asking) = &mut self.asking {
            match (key.code, asking) {
                (KeyCode::Enter, _) => self.do_it(ctx),
                (KeyCode::Esc, _) | (_, Asking::Delete) => self.asking = None,
                (_, Asking::Create(field) | Asking::Rename(field)) => drop(field.key(key)),
            }
            return Next::Stay;
        }
        let chosen = self.known.get(self.picker.at);
        match (key.code, chosen) {
            (KeyCode::PageDown | KeyCode::PageUp, _) => drop(self.pages.key(key)),
            (KeyCode::Char('c'), _) => self.asking = Some(Asking::Create(Field::default())),
            (KeyCode::Char('r'), Some(player)) => {
                self.asking = Some(Asking::Rename(Field::new(player.name.as_str())));
            }
            (KeyCode::Char('d') | KeyCode::Delete, Some(_)) => self.asking = Some(Asking::Delete),
            (KeyCode::Esc | KeyCode::Char('q') | KeyCode::Left, _) => return Next::Back,
            _ => {
                if self.picker.key(key, self.known.len()) {
                    self.show(ctx);
                }
            }
        }
        if ctx.store.is_none() {
            self.asking = None;
            ctx.say(sentence(ctx.text().nothing_kept));
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        if self.picker.click(at, self.known.len()).is_some() {
            self.show(ctx);
        }
        Next::Stay
    }

    fn is_typing(&self) -> bool {
        matches!(self.asking, Some(Asking::Create(_) | Asking::Rename(_)))
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        if self.asking.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, t.do_it),
                Hint::new(KeyCode::Esc, t.no),
            ];
        }
        let mut hints = vec![Hint::new(KeyCode::Char('c'), t.create)];
        if !self.known.is_empty() {
            hints.extend([
                Hint::new(KeyCode::Down, t.choose),
                Hint::new(KeyCode::Char('r'), t.rename),
                Hint::new(KeyCode::Char('d'), t.delete),
            ]);
        }
        hints.push(Hint::new(KeyCode::Esc, t.back));
        hints
    }
}
