//! A game to begin, or a position to analyse: which rules, who plays, from where.

use crossterm::event::{KeyCode, KeyEvent};
use krou_rules::{
    BySide, First, Game, Lang, Position as BoardPosition, Rules, Ruleset, Setup, Side, Switches,
    side_words, switch_words,
};
use krou_store::{Player, Seat, Store};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::play::Play;
use super::{Next, Screen};
use crate::app::{Context, Hint, rules_of};
use crate::session::Session;
use crate::text::sentence;
use crate::widgets::{Field, Pages, Picker, panel, question, rules_text};

/// A game to begin, or a position to analyse.
pub struct NewGame {
    analysis: bool,
    games: Vec<Ruleset>,
    /// Which of the games, and that game with the switches that were changed.
    game: usize,
    ruleset: Ruleset,
    players: Vec<Player>,
    seats: BySide<usize>,
    rated: bool,
    /// The position to start from, if not the usual one.
    start: String,
    typing: Option<Field>,
    /// Whether all switches are shown.
    open: bool,
    picker: Picker,
    pages: Pages,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Begin,
    Game,
    Seat(Side),
    First,
    Start,
    Rated,
    Switches,
    Switch(&'static str),
}

impl NewGame {
    /// A game to begin.
    pub fn new(ctx: &mut Context) -> NewGame {
        let players = match ctx.store.as_ref().map(|store| store.wait(Store::players)) {
            Some(Ok(players)) => players,
            Some(Err(error)) => {
                ctx.complain(&error);
                Vec::new()
            }
            None => Vec::new(),
        };
        let games = Ruleset::all();
        // The first player there is, or a guest, against the engine.
        let engine = players.len() + usize::from(ctx.settings.level);
        NewGame {
            analysis: false,
            ruleset: games[0].clone(),
            games,
            game: 0,
            players,
            seats: BySide::new(0, engine),
            rated: true,
            start: String::new(),
            typing: None,
            open: false,
            picker: Picker::default(),
            pages: Pages::default(),
        }
    }

    /// A position to analyse.
    pub fn analysis(ctx: &mut Context) -> NewGame {
        NewGame {
            analysis: true,
            ..NewGame::new(ctx)
        }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Begin, Row::Game];
        if self.analysis {
            rows.push(Row::Start);
        } else {
            rows.extend([
                Row::Seat(Side::South),
                Row::Seat(Side::North),
                Row::First,
                Row::Start,
                Row::Rated,
            ]);
        }
        rows.push(Row::Switches);
        if self.open {
            let keys = Switches::KEYS.iter().filter(|key| **key != "first");
            rows.extend(
                keys.filter(|key| self.matters(key))
                    .map(|key| Row::Switch(key)),
            );
        }
        rows
    }

    /// Whether any value of a switch makes another game.
    fn matters(&self, key: &str) -> bool {
        let now = self.ruleset.switches.effective();
        Switches::values(key).iter().any(|value| {
            let mut other = self.ruleset.switches.clone();
            other.set(key, value).is_ok() && other.effective() != now
        })
    }

    /// Everyone who can sit down: the players, a guest, the engine at its levels.
    fn seat(&self, side: Side, ctx: &Context) -> Seat {
        let at = self.seats[side];
        let guest = || side_words(side, ctx.lang()).parse().map(Seat::Guest);
        match self.players.get(at) {
            Some(player) => Seat::Player(player.clone()),
            None => match at - self.players.len() {
                0 => guest().unwrap_or(Seat::Engine(1)),
                level => Seat::Engine(level as u8),
            },
        }
    }

    /// Whether the game that is chosen can count for ratings.
    fn may_be_rated(&self, ctx: &Context) -> bool {
        let seats = BySide::new(self.seat(Side::South, ctx), self.seat(Side::North, ctx));
        ctx.store.is_some() && self.start.is_empty() && Seat::can_be_rated(&seats)
    }

    fn is_rated(&self, ctx: &Context) -> bool {
        self.rated && self.may_be_rated(ctx)
    }

    fn label(&self, row: Row, ctx: &Context) -> (String, String) {
        let t = ctx.text();
        let lang = ctx.lang();
        let (label, value) = match row {
            Row::Begin if self.analysis => (t.analyse, String::new()),
            Row::Begin => (t.begin, String::new()),
            Row::Game => (t.which_game, self.ruleset.title.get(lang).to_string()),
            Row::Seat(side) => {
                let seat = self.seat(side, ctx);
                let who = match &seat {
                    Seat::Guest(_) => t.guest.to_string(),
                    seat => t.seat(seat),
                };
                (side_words(side, lang), who)
            }
            Row::First => {
                let who = match self.ruleset.switches.first {
                    First::South => side_words(Side::South, lang),
                    First::North => side_words(Side::North, lang),
                    First::Random => t.by_lot,
                };
                (t.first, who.to_string())
            }
            Row::Start if self.start.is_empty() => (t.start, t.usual.to_string()),
            Row::Start => (t.start, self.start.clone()),
            Row::Rated => (
                t.rated_game,
                (if self.is_rated(ctx) { t.yes_word } else { t.no }).to_string(),
            ),
            Row::Switches => {
                let changed = self
                    .ruleset
                    .switches
                    .differing(&self.games[self.game].switches);
                let changed = changed.iter().filter(|(key, _)| *key != "first").count();
                (t.switches, (t.changed)(changed))
            }
            Row::Switch(key) => {
                let words = switch_words(key, &self.ruleset.switches, lang);
                let (label, value) = words.unwrap_or_default();
                return (format!("  {label}"), value);
            }
        };
        (label.to_string(), value)
    }

    fn change(&mut self, forth: bool, ctx: &mut Context) {
        let turned = |at: usize, length: usize| {
            let step = if forth { 1 } else { length - 1 };
            (at + step) % length
        };
        match self.rows()[self.picker.at] {
            Row::Game => {
                self.game = turned(self.game, self.games.len());
                self.ruleset = self.games[self.game].clone();
                self.start.clear();
                self.pages.reset();
            }
            Row::Seat(side) => {
                self.seats[side] = turned(self.seats[side], self.players.len() + 11);
            }
            Row::First => self.turn_switch("first", forth, ctx),
            Row::Rated if !self.may_be_rated(ctx) => ctx.say(ctx.text().never_rated),
            Row::Rated => self.rated = !self.rated,
            Row::Switches => self.open = !self.open,
            Row::Switch(key) => self.turn_switch(key, forth, ctx),
            Row::Start => self.typing = Some(Field::new(self.start.clone())),
            Row::Begin => {}
        }
    }

    /// Sets a switch to its next value that goes together with the others.
    fn turn_switch(&mut self, key: &'static str, forth: bool, ctx: &mut Context) {
        let values = Switches::values(key);
        let now = self.ruleset.switches.get(key).unwrap_or_default();
        let at = values.iter().position(|value| *value == now).unwrap_or(0);
        let length = values.len();
        for step in 1..length {
            let next = if forth { at + step } else { at + length - step } % length;
            let mut switches = self.ruleset.switches.clone();
            if switches.set(key, &values[next]).is_ok() && switches.check().is_ok() {
                self.ruleset.switches = switches;
                return;
            }
        }
        ctx.say(ctx.text().no_other_reading);
    }

    fn begin(&mut self, ctx: &mut Context) -> Next {
        let rules = match rules_of(self.ruleset.clone()) {
            Ok(rules) => rules,
            Err(nonsense) => {
                ctx.say(sentence(&nonsense.text(ctx.lang())));
                return Next::Stay;
            }
        };
        let start = if self.start.is_empty() {
            let first = match self.ruleset.switches.first {
                First::South => Side::South,
                First::North => Side::North,
                First::Random if self.analysis => Side::South,
                First::Random => crate::lot(),
            };
            rules.start_with(first)
        } else {
            let position = typed(&self.start, &rules, ctx.lang());
            match position {
                Ok(position) => position,
                Err(error) => {
                    ctx.say(sentence(&error));
                    return Next::Stay;
                }
            }
        };
        let game = Game::from_position(rules, start);
        let seats = if self.analysis {
            let guest = |side| {
                side_words(side, ctx.lang())
                    .parse()
                    .map_or(Seat::Engine(1), Seat::Guest)
            };
            BySide::new(guest(Side::South), guest(Side::North))
        } else {
            BySide::new(self.seat(Side::South, ctx), self.seat(Side::North, ctx))
        };
        let store = ctx.store.clone().filter(|_| !self.analysis);
        match Session::new(game, seats, self.rated && !self.analysis, store) {
            Ok(session) if self.analysis => Next::Instead(Box::new(Play::analysis(session, ctx))),
            Ok(session) => Next::Instead(Box::new(Play::new(session, ctx))),
            Err(error) => {
                ctx.complain(&error);
                Next::Stay
            }
        }
    }

    fn choose(&mut self, ctx: &mut Context) -> Next {
        if self.rows()[self.picker.at] == Row::Begin {
            return self.begin(ctx);
        }
        self.change(true, ctx);
        Next::Stay
    }
}

/// A typed position, or what is wrong with it.
fn typed(text: &str, rules: &Rules, lang: Lang) -> Result<BoardPosition, String> {
    let Ruleset {
        numbering,
        switches,
        ..
    } = rules.ruleset();
    let setup = Setup::read(text, *numbering, switches.pits).map_err(|error| error.text(lang))?;
    rules.position(&setup).map_err(|error| error.text(lang))
}

impl Screen for NewGame {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let t = ctx.text();
        let rows = self.rows();
        // Beside each other where there is room, else the form above the rules.
        let (form, beside) = if area.width >= 100 {
            let left = Rect {
                width: area.width / 2,
                ..area
            };
            (
                left,
                Rect {
                    x: left.right(),
                    width: area.width - left.width,
                    ..area
                },
            )
        } else {
            let wanted = rows.len() as u16 + 2;
            let above = Rect {
                height: wanted.min(area.height * 3 / 5),
                ..area
            };
            (
                above,
                Rect {
                    y: above.bottom(),
                    height: area.height - above.height,
                    ..area
                },
            )
        };
        let labels: Vec<(String, String)> = rows.iter().map(|row| self.label(*row, ctx)).collect();
        let room = usize::from(form.width) / 2;
        let width = labels
            .iter()
            .map(|(label, _)| label.chars().count())
            .max()
            .unwrap_or(0)
            .min(room);
        let lines: Vec<String> = labels
            .into_iter()
            .map(|(label, value)| match value.as_str() {
                "" => label,
                value => format!("{label:<width$}  < {value} >"),
            })
            .collect();
        let title = if self.analysis { t.analyse } else { t.new_game };
        let inside = panel(title, form, buf, ctx);
        self.picker.render(&lines, inside, buf, ctx);
        let inside = panel(t.rules, beside, buf, ctx);
        self.pages
            .render(&rules_text(&self.ruleset, ctx), inside, buf, ctx);
        if let Some(field) = &self.typing {
            question(t.type_position, Some(field), area, buf, ctx);
        }
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        if let Some(field) = &mut self.typing {
            match key.code {
                KeyCode::Enter => {
                    let text = field.value.trim().to_string();
                    let rules = rules_of(self.ruleset.clone());
                    match rules.map(|rules| typed(&text, &rules, ctx.lang())) {
                        // It can be mended where it stands.
                        Ok(Err(wrong)) if !text.is_empty() => ctx.say(sentence(&wrong)),
                        _ => {
                            self.start = text;
                            self.typing = None;
                        }
                    }
                }
                KeyCode::Esc => self.typing = None,
                _ => drop(field.key(key)),
            }
            return Next::Stay;
        }
        match key.code {
            KeyCode::PageDown | KeyCode::PageUp => drop(self.pages.key(key)),
            KeyCode::Right | KeyCode::Char('l') => self.change(true, ctx),
            KeyCode::Left | KeyCode::Char('h') => self.change(false, ctx),
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(ctx),
            KeyCode::Esc | KeyCode::Char('q') => return Next::Back,
            _ => drop(self.picker.key(key, self.rows().len())),
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        match self.picker.click(at, self.rows().len()) {
            Some((_, true)) => self.choose(ctx),
            _ => Next::Stay,
        }
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        if self.typing.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, t.do_it),
                Hint::new(KeyCode::Esc, t.no),
            ];
        }
        let begins = self.rows().get(self.picker.at) == Some(&Row::Begin);
        vec![
            Hint::new(KeyCode::Enter, if begins { t.begin } else { t.change }),
            Hint::new(KeyCode::Down, t.choose),
            Hint::new(KeyCode::Right, t.change),
            Hint::new(KeyCode::PageDown, t.read_on),
            Hint::new(KeyCode::PageUp, t.read_back),
            Hint::new(KeyCode::Esc, t.back),
        ]
    }
}
