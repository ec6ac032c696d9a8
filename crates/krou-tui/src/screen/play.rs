//! A game on the board.

mod draw;
mod keys;

use std::time::Instant;

use crossterm::event::KeyEvent;
use krou_engine::Analysis;
use krou_rules::{Event, Move, Pit, Place, Position as BoardPosition, Side};
use krou_store::Help;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Next, Screen};
use crate::animation::Animation;
use crate::app::{Context, Hint};
use crate::board::{Geometry, Mark};
use crate::session::{Played, Refused, Session};
use crate::story::Story;
use crate::text::{capital, sentence};
use crate::thinker::{Task, Thinker, Thought};
use crate::widgets::{Pages, Paragraph};

/// A game on the board.
pub struct Play {
    session: Session,
    /// Whose row is at the bottom.
    bottom: Side,
    chosen: Option<Pit>,
    /// A move on its way, and since when.
    film: Option<(Animation, Instant)>,
    /// What the last move did.
    told: Option<String>,
    marks: Vec<(Place, Mark)>,
    thinker: Thinker,
    asked: Option<Asked>,
    /// What the engine thinks while it looks for its move, and thought while the move travels.
    so_far: Option<Analysis>,
    /// What is known of the moves that can be played now.
    known: Option<Analysis>,
    show_values: bool,
    hint: Option<Move>,
    /// Whether the engine waits to be told to go on.
    paused: bool,
    /// Whether the next letter names a column to burn.
    burning: bool,
    popup: Option<Popup>,
    /// Whether what was asked last made the game unrated, which is said with the answer.
    unrated: bool,
    pages: Pages,
    geometry: Option<Geometry>,
}

/// What the engine was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Move,
    Values,
    Hint,
    Why,
    /// Whether the engine agrees to end the game.
    Agree,
}

enum Popup {
    Abort,
    Resign,
    Agree,
    Text(String, Vec<Paragraph>),
}

impl Play {
    /// Shows a game.
    pub fn new(session: Session, ctx: &Context) -> Play {
        let rules = session.game().rules().clone();
        let make_mind = ctx.make_mind.clone();
        let thinker = Thinker::new(move || make_mind(rules));
        let mut play = Play {
            bottom: session.only_human().unwrap_or(Side::South),
            session,
            chosen: None,
            film: None,
            told: None,
            marks: Vec::new(),
            thinker,
            asked: None,
            so_far: None,
            known: None,
            show_values: false,
            hint: None,
            paused: false,
            burning: false,
            popup: None,
            unrated: false,
            pages: Pages::default(),
            geometry: None,
        };
        play.look_again(ctx);
        play
    }

    /// Shows a position to be analysed: nothing is kept, and values are shown.
    pub fn analysis(session: Session, ctx: &Context) -> Play {
        let mut play = Play::new(session, ctx);
        play.show_values = true;
        play
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    fn turn(&self) -> Side {
        self.session.game().position().turn()
    }

    fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Whether a person may move now.
    fn may_move(&self) -> bool {
        self.film.is_none() && self.session.is_human_turn()
    }

    /// The pits that may be sown now, from the left of the screen.
    fn playable(&self) -> Vec<Pit> {
        let moves = self.session.game().legal_moves();
        let sowings = moves.iter().filter(|m| !m.burn);
        let mut pits: Vec<Pit> = sowings.map(|m| m.pit).collect();
        if self.turn() != self.bottom {
            pits.reverse();
        }
        pits
    }

    /// After any change of the game: what is known and marked is of another position.
    fn look_again(&mut self, ctx: &Context) {
        self.thinker.forget();
        self.asked = None;
        self.so_far = None;
        self.known = None;
        self.hint = None;
        self.burning = false;
        self.marks.clear();
        self.told = None;
        let game = self.session.game();
        if let (Some(&m), [.., before, _]) = (game.moves().last(), game.positions())
            && let Ok((after, trace)) = game.rules().play_traced(before, m)
        {
            let story = Story::new(m, &trace, &after);
            self.marks = story.marks();
            self.told = Some(self.tell(&story, ctx));
        }
        self.choose_near();
    }

    /// Keeps the choice among what may be played.
    fn choose_near(&mut self) {
        let pits = self.playable();
        let wanted = self.chosen.map_or(0, Pit::index);
        self.chosen = pits
            .into_iter()
            .min_by_key(|pit| pit.index().abs_diff(wanted));
    }

    fn tell(&self, story: &Story, ctx: &Context) -> String {
        let name = ctx.text().seat(&self.session.seats()[story.m.side]);
        (ctx.text().story)(story, &name)
    }

    /// Plays a move and sets the seeds travelling.
    fn play(&mut self, m: Move, ctx: &mut Context) {
        match self.session.play(m) {
            Ok(played) => self.show(&played, ctx),
            Err(Refused::Illegal(why)) => {
                let why = why.text(ctx.lang());
                ctx.say(sentence(&why));
            }
            Err(Refused::Store(error)) => {
                self.paused = true;
                ctx.complain(&error);
            }
        }
    }

    fn show(&mut self, played: &Played, ctx: &Context) {
        self.look_again(ctx);
        if let Some(a_seed) = ctx.settings.speed.a_seed() {
            let film = Animation::new(&played.before, &played.trace, a_seed);
            self.film = Some((film, ctx.now));
        }
    }

    /// What would come of a move.
    fn preview(&self) -> Option<(Story, Vec<Event>)> {
        let m = Move::sow(self.turn(), self.chosen?);
        let game = self.session.game();
        let (after, trace) = game.rules().play_traced(game.position(), m).ok()?;
        Some((Story::new(m, &trace, &after), trace))
    }

    fn ask(&mut self, asked: Asked, ctx: &mut Context) {
        let task = match asked {
            Asked::Move => match self.session.level(self.turn()) {
                Some(level) => Task::Choose(level),
                None => return,
            },
            Asked::Values | Asked::Hint => Task::Analyse,
            Asked::Why => Task::Explain(ctx.lang()),
            Asked::Agree => Task::Glance,
        };
        let help = match asked {
            Asked::Values => Some(Help::Values),
            Asked::Hint => Some(Help::Hint),
            Asked::Why => Some(Help::Why),
            Asked::Move | Asked::Agree => None,
        };
        self.unrated = false;
        if let Some(help) = help {
            let rated = self.session.is_rated();
            if let Err(error) = self.session.helped(help) {
                self.show_values = false;
                return ctx.complain(&error);
            }
            self.unrated = self.say_unrated(rated, ctx);
        }
        self.thinker.ask(task, self.session.game());
        self.asked = Some(asked);
    }

    /// Says that the game no longer counts, if it did until now.
    fn say_unrated(&self, until_now: bool, ctx: &mut Context) -> bool {
        let unrated = until_now && !self.session.is_rated();
        if unrated {
            ctx.say(ctx.text().no_longer_rated);
        }
        unrated
    }

    /// Ends the game by agreement, if the engine agrees.
    fn agree(&mut self, analysis: Option<&Analysis>, ctx: &mut Context) {
        if !analysis.is_none_or(|analysis| self.session.engines_agree(analysis)) {
            return ctx.say(ctx.text().engine_plays_on);
        }
        match self.session.agree() {
            Ok(true) => self.look_again(ctx),
            Ok(false) => {}
            Err(error) => ctx.complain(&error),
        }
    }

    fn hear(&mut self, thought: Thought, ctx: &mut Context) {
        match thought {
            // What the engine makes of an offer is its own affair.
            Thought::SoFar(_) if self.asked == Some(Asked::Agree) => {}
            Thought::Analysed(analysis) if self.asked == Some(Asked::Agree) => {
                self.asked = None;
                ctx.note = None;
                self.agree(Some(&analysis), ctx);
            }
            Thought::SoFar(analysis) if self.asked == Some(Asked::Move) => {
                self.so_far = Some(analysis);
            }
            Thought::SoFar(analysis) => self.known = Some(analysis),
            Thought::Chosen(m) => {
                self.asked = None;
                let thought = self.so_far.take();
                match m {
                    Some(m) => self.play(m, ctx),
                    None => self.paused = true,
                }
                // Weak levels are quick: what they thought is read while the seeds travel.
                self.so_far = thought.filter(|_| self.film.is_some());
            }
            Thought::Analysed(analysis) => {
                if self.asked == Some(Asked::Hint)
                    && let Some(best) = analysis.best
                {
                    self.hint = Some(best);
                    if !best.burn {
                        self.chosen = Some(best.pit);
                    }
                    let t = ctx.text();
                    let mut said = (t.hint_is)(&best.to_string(), &t.value(analysis.value));
                    if self.unrated {
                        said = format!("{said} {}", t.no_longer_rated);
                    }
                    ctx.say(said);
                }
                self.asked = None;
                self.known = Some(analysis);
            }
            Thought::Explained(lines) => {
                self.asked = None;
                ctx.note = None;
                let unrated = self.unrated.then(|| ctx.text().no_longer_rated.to_string());
                let lines = lines.into_iter().chain(unrated);
                let text = lines.map(Paragraph::Plain).collect();
                self.pages.reset();
                let title = capital(ctx.text().why);
                self.popup = Some(Popup::Text(title, text));
            }
            Thought::Reviewing(_) | Thought::Reviewed(_) => {}
        }
    }
}

impl Screen for Play {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        self.draw(area, buf, ctx);
    }

    fn key(&mut self, key: KeyEvent, ctx: &mut Context) -> Next {
        self.press(key, ctx)
    }

    fn click(&mut self, at: Position, ctx: &mut Context) -> Next {
        if self.popup.take().is_some() || self.film.take().is_some() || !self.may_move() {
            return Next::Stay;
        }
        let place = self
            .geometry
            .as_ref()
            .and_then(|geometry| geometry.place_at(at));
        if let Some(Place::Pit(side, pit)) = place {
            if side == self.turn() && self.chosen == Some(pit) {
                self.play(Move::sow(side, pit), ctx);
            } else {
                self.choose(side, pit, ctx);
            }
        }
        Next::Stay
    }

    fn tick(&mut self, ctx: &mut Context) -> Next {
        if let Some((film, since)) = &self.film
            && film
                .frame(ctx.now.saturating_duration_since(*since))
                .is_none()
        {
            self.film = None;
            self.so_far = None;
        }
        for thought in self.thinker.hear() {
            self.hear(thought, ctx);
        }
        if self.film.is_none() && self.popup.is_none() && self.asked.is_none() && !self.is_over() {
            if !self.session.is_human_turn() {
                if !self.paused {
                    self.ask(Asked::Move, ctx);
                }
            } else if self.show_values && self.known.is_none() {
                self.ask(Asked::Values, ctx);
            }
        }
        Next::Stay
    }

    fn is_live(&self) -> bool {
        self.film.is_some() || self.thinker.is_busy()
    }

    fn back(&mut self, ctx: &mut Context) {
        self.look_again(ctx);
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        self.keys(ctx)
    }

    fn happened(&self, ctx: &Context) -> Option<String> {
        self.standing(ctx)
    }

    fn position(&self) -> Option<BoardPosition> {
        Some(*self.session.game().position())
    }
}
