//! The keys of a game.

use crossterm::event::{KeyCode, KeyEvent};
use krou_rules::{Move, Pit, Side};

use super::{Asked, Play, Popup};
use crate::app::{Context, Hint};
use crate::screen::Next;
use crate::screen::review::Review;
use crate::session::Step;
use crate::text::sentence;
use crate::widgets::Paragraph;

impl Play {
    pub(super) fn press(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        if self.popup.is_some() {
            self.answer(key, ctx);
            return Next::Stay;
        }
        // Any key lets a move arrive; those that do not choose a move then do what they do.
        let skipped = self.film.take().is_some();
        if self.burning {
            self.burning = false;
            if let KeyCode::Char(c) = key.code
                && let Some(pit) = letter(c)
            {
                self.play(Move::burn(self.turn(), pit), ctx);
            }
            return Next::Stay;
        }
        match key.code {
            KeyCode::Char('u') => self.undo(Step::Move, ctx),
            KeyCode::Char('U') => self.undo(Step::Turn, ctx),
            KeyCode::Char('r') => self.redo(Step::Move, ctx),
            KeyCode::Char('R') => self.redo(Step::Turn, ctx),
            KeyCode::Char('o') => self.bottom = !self.bottom,
            KeyCode::Char('+') => Play::speed(true, ctx),
            KeyCode::Char('-') => Play::speed(false, ctx),
            KeyCode::Char('y') => self.copy(false, ctx),
            KeyCode::Char('Y') => self.copy(true, ctx),
            KeyCode::Char('w') => self.why(ctx),
            KeyCode::Char('q') | KeyCode::Esc => return Next::Back,
            KeyCode::Char('v') if self.is_over() => {
                let names = self.session.names(ctx.text());
                let review = Review::new(self.session.whole(), names, self.bottom, ctx);
                return Next::Open(Box::new(review));
            }
            KeyCode::Char('n') if self.is_over() => match self.session.rematch() {
                Ok(session) => return Next::Instead(Box::new(Play::new(session, ctx))),
                Err(error) => ctx.complain(&error),
            },
            KeyCode::Char('p') if self.is_over() => match self.session.play_on() {
                Ok(Some(session)) => return Next::Instead(Box::new(Play::new(session, ctx))),
                Ok(None) => ctx.say(ctx.text().look_back_first),
                Err(error) => ctx.complain(&error),
            },
            _ if self.is_over() => {}
            KeyCode::Char('v') => self.toggle_values(),
            KeyCode::Char('t') => self.hint(ctx),
            KeyCode::Char('n') if self.is_abortable() => ctx.say(ctx.text().abort_instead),
            KeyCode::Char('n') => self.popup = Some(Popup::Agree),
            KeyCode::Char('x') if self.is_abortable() => self.popup = Some(Popup::Abort),
            KeyCode::Char('x') => self.popup = Some(Popup::Resign),
            KeyCode::Char('p') => self.paused = !self.paused,
            _ if skipped => {}
            _ => self.move_key(key, ctx),
        }
        Next::Stay
    }

    /// Keys that choose or play a move.
    fn move_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        if !self.session.is_human_turn() {
            match key.code {
                KeyCode::Enter | KeyCode::Char(' ') if self.paused => self.paused = false,
                KeyCode::Enter | KeyCode::Char(' ') => self.thinker.hurry(),
                _ => {}
            }
            return;
        }
        let side = self.turn();
        let keypad = ctx.settings.keypad;
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.step(-1),
            KeyCode::Right | KeyCode::Char('l') => self.step(1),
            KeyCode::Char('4') if keypad => self.step(-1),
            KeyCode::Char('6') if keypad => self.step(1),
            KeyCode::Home => self.chosen = self.playable().first().copied(),
            KeyCode::End => self.chosen = self.playable().last().copied(),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(pit) = self.chosen {
                    self.play(Move::sow(side, pit), ctx);
                }
            }
            KeyCode::Char('b') => {
                if let Some(pit) = self.chosen {
                    self.play(Move::burn(side, pit), ctx);
                }
            }
            KeyCode::Char('!') => {
                self.burning = true;
                ctx.say(ctx.text().burn_which);
            }
            KeyCode::Char(c) => {
                let number = c
                    .to_digit(10)
                    .and_then(|n| Pit::new((n as u8).wrapping_sub(1)));
                if let Some(pit) = letter(c).or(number) {
                    self.choose(side, pit, ctx);
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, by: isize) {
        let pits = self.playable();
        let Some(at) = pits.iter().position(|pit| Some(*pit) == self.chosen) else {
            self.chosen = pits.first().copied();
            return;
        };
        let next = at.cast_signed() + by;
        let next = next.rem_euclid(pits.len().cast_signed());
        self.chosen = pits.get(next.cast_unsigned()).copied();
    }

    /// Chooses a pit, or says why it may not be played.
    pub(super) fn choose(&mut self, side: Side, pit: Pit, ctx: &mut Context) {
        let game = self.session.game();
        match game.rules().play(game.position(), Move::sow(side, pit)) {
            Ok(_) => self.chosen = Some(pit),
            Err(why) => {
                let why = why.text(ctx.lang());
                ctx.say(sentence(&why));
            }
        }
    }

    fn is_abortable(&self) -> bool {
        self.session.game().is_abortable()
    }

    fn undo(&mut self, step: Step, ctx: &mut Context) {
        let rated = self.session.is_rated();
        match self.session.undo(step) {
            Ok(true) => {
                // Where only engines play, whoever takes back wants to look.
                self.paused = !self.session.is_human_turn();
                self.look_again(ctx);
                self.say_unrated(rated, ctx);
            }
            Ok(false) => ctx.say(ctx.text().nothing_to_undo),
            Err(error) => ctx.complain(&error),
        }
    }

    fn redo(&mut self, step: Step, ctx: &mut Context) {
        match self.session.redo(step) {
            Ok(true) => self.look_again(ctx),
            Ok(false) => ctx.say(ctx.text().nothing_to_redo),
            Err(error) => ctx.complain(&error),
        }
    }

    fn speed(faster: bool, ctx: &mut Context) {
        let speed = ctx.settings.speed;
        ctx.settings.speed = if faster {
            speed.faster()
        } else {
            speed.slower()
        };
        let words = ctx.text();
        ctx.say(format!(
            "{}{} {}",
            words.speed,
            words.colon,
            words.speed_word(ctx.settings.speed)
        ));
        ctx.keep_settings();
    }

    fn toggle_values(&mut self) {
        self.show_values = !self.show_values;
        if !self.show_values && self.asked == Some(Asked::Values) {
            self.thinker.forget();
            self.asked = None;
        }
    }

    fn hint(&mut self, ctx: &mut Context) {
        if self.session.is_human_turn() {
            ctx.say(ctx.text().thinks);
            self.ask(Asked::Hint, ctx);
        }
    }

    fn why(&mut self, ctx: &mut Context) {
        if self.session.game().moves().is_empty() {
            ctx.say(ctx.text().nothing_to_explain);
        } else {
            ctx.say(ctx.text().thinks);
            self.ask(Asked::Why, ctx);
        }
    }

    /// Copies the position or the game, and shows both.
    fn copy(&mut self, game: bool, ctx: &mut Context) {
        let text = ctx.text();
        let position = self.session.game().position().to_string();
        let record = self.session.record().to_string();
        let lines = record
            .lines()
            .map(|line| Paragraph::Plain(line.to_string()));
        let mut shown = vec![
            Paragraph::Heading(text.position.to_string()),
            Paragraph::Plain(position.clone()),
            Paragraph::Heading(text.game.to_string()),
        ];
        shown.extend(lines);
        ctx.say(if game {
            text.game_copied
        } else {
            text.position_copied
        });
        ctx.copied = Some(if game { record } else { position });
        self.pages.reset();
        self.popup = Some(Popup::Text(text.copy.to_string(), shown));
    }

    /// Who gives up or agrees when a person asks to.
    fn asking(&self) -> Side {
        self.session.only_human().unwrap_or(self.turn())
    }

    fn answer(&mut self, key: KeyEvent, ctx: &mut Context) {
        let yes = matches!(key.code, KeyCode::Enter)
            || matches!(key.code, KeyCode::Char(c) if ctx.text().yes.contains(c.to_ascii_lowercase()));
        match &self.popup {
            Some(Popup::Text(..)) if self.pages.key(key) => {}
            Some(Popup::Text(..)) => self.popup = None,
            Some(Popup::Agree) => {
                self.popup = None;
                if yes && self.session.has_engine() {
                    ctx.say(ctx.text().thinks);
                    self.ask(Asked::Agree, ctx);
                } else if yes {
                    self.agree(None, ctx);
                }
            }
            Some(question) => {
                let done = match question {
                    _ if !yes => Ok(false),
                    Popup::Abort => self.session.abort(),
                    _ => self.session.resign(self.asking()),
                };
                self.popup = None;
                match done {
                    Ok(true) => self.look_again(ctx),
                    Ok(false) => {}
                    Err(error) => ctx.complain(&error),
                }
            }
            None => {}
        }
    }

    pub(super) fn keys(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        let key = |c: char, what: &str| Hint::new(KeyCode::Char(c), what);
        match &self.popup {
            Some(Popup::Text(..)) => return vec![Hint::new(KeyCode::Esc, t.close)],
            Some(_) => {
                return vec![
                    Hint::new(KeyCode::Enter, t.do_it),
                    Hint::new(KeyCode::Esc, t.no),
                ];
            }
            None => {}
        }
        if self.film.is_some() {
            return vec![Hint::new(KeyCode::Char(' '), t.skip)];
        }
        let mut keys = Vec::new();
        if self.is_over() {
            keys.extend([
                key('n', t.rematch),
                key('v', t.review),
                key('u', t.look_back),
                key('p', t.play_on),
            ]);
        } else if self.session.is_human_turn() {
            keys.push(Hint::new(KeyCode::Right, t.choose));
            keys.push(Hint::new(KeyCode::Enter, t.sow));
            if self.session.game().rules().switches().burn {
                keys.push(key('b', t.burn));
            }
            keys.extend([
                key('t', t.hint),
                key('u', t.undo),
                key('v', t.values),
                key('q', t.menu),
            ]);
        } else {
            keys.push(Hint::new(
                KeyCode::Enter,
                if self.paused { t.go_on } else { t.move_now },
            ));
            keys.extend([key('u', t.undo), key('p', t.pause)]);
        }
        keys.push(key('w', t.why));
        if self.is_over() {
            keys.push(key('r', t.look_on));
        } else {
            keys.push(key('r', t.redo));
            keys.push(key('U', t.undo_turn));
            keys.push(key('R', t.redo_turn));
            keys.push(Hint::shown(KeyCode::Null, "A-L 1-9", t.choose_pit));
            if self.session.game().rules().switches().burn {
                keys.push(key('!', t.burn_other));
            }
            if self.is_abortable() {
                keys.push(key('x', t.abort));
            } else {
                keys.extend([key('x', t.resign), key('n', t.agree)]);
            }
        }
        keys.extend([
            key('o', t.flip),
            Hint::shown(KeyCode::Char('+'), "+ -", t.speed),
            key('y', t.copy_position),
            key('Y', t.copy_game),
        ]);
        if !keys.iter().any(|hint| hint.key == KeyCode::Char('q')) {
            keys.push(key('q', t.menu));
        }
        keys
    }
}

/// The pit a letter names, whoever moves.
fn letter(c: char) -> Option<Pit> {
    let c = c.to_ascii_uppercase();
    u8::try_from(c)
        .ok()
        .filter(u8::is_ascii_uppercase)
        .and_then(|c| Pit::new(c - b'A'))
}
