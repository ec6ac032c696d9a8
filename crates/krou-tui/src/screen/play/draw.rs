//! How a game looks.

use krou_rules::{Leftovers, Line as MoveLine, Move, Place, Setup, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::{Asked, Play, Popup};
use crate::animation::Beat;
use crate::app::Context;
use crate::board::{Board, Geometry, Mark};
use crate::story::Story;
use crate::text::{capital, wrapped};
use crate::widgets::{fitted, panel, popup, question};

/// From this width on there is a panel beside the board.
const WIDE: u16 = 100;

impl Play {
    pub(super) fn draw(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let wide = area.width >= WIDE;
        let side_width = if wide {
            (area.width / 3).clamp(32, 46)
        } else {
            0
        };
        let main = Rect {
            width: area.width - side_width,
            ..area
        };
        let row = |y: u16| Rect {
            y,
            height: 1,
            ..main
        };
        self.header(row(main.y), buf, ctx);
        // Below the board: the moves, where they have no panel, and the engine's thoughts.
        let below = if wide { 1 } else { 2 };
        let middle = Rect {
            y: main.y + 1,
            height: main.height - 1 - below,
            ..main
        };
        let pits = self.session.game().rules().switches().pits;
        // A line above and a line below belong to the players.
        let room = Rect {
            y: middle.y + 1,
            height: middle.height - 2,
            ..middle
        };
        self.geometry = Geometry::new(room, pits, self.bottom);
        if let Some(board) = self.geometry.as_ref().map(|geometry| geometry.area) {
            // The players' names begin where the board does.
            let beside = |y: u16| Rect {
                x: board.x.saturating_sub(1),
                width: main.right() - board.x.saturating_sub(1),
                ..row(y)
            };
            self.player(!self.bottom, beside(board.y - 1), buf, ctx);
            self.board(buf, ctx);
            self.player(self.bottom, beside(board.bottom()), buf, ctx);
        }
        self.thinking(row(main.bottom() - 1), buf, ctx);
        if wide {
            let beside = Rect {
                x: main.right(),
                width: side_width,
                ..area
            };
            self.beside(beside, buf, ctx);
        } else {
            self.moves_line(row(main.bottom() - 2), buf, ctx);
        }
        let t = ctx.text();
        match &self.popup {
            Some(Popup::Abort) => question(t.abort_really, None, area, buf, ctx),
            Some(Popup::Resign) => question(t.resign_really, None, area, buf, ctx),
            Some(Popup::Agree) => question(t.agree_really, None, area, buf, ctx),
            Some(Popup::Text(title, text)) => popup(title, text, &mut self.pages, area, buf, ctx),
            None => {}
        }
    }

    fn header(&self, line: Rect, buf: &mut Buffer, ctx: &Context) {
        let theme = ctx.theme();
        let t = ctx.text();
        let game = self.session.game();
        let ruleset = game.rules().ruleset();
        let known = krou_rules::Ruleset::builtin(&ruleset.name);
        let changed = known.is_none_or(|known| known.switches != ruleset.switches);
        let star = if changed { "*" } else { "" };
        let title = format!(" {}{star}", ruleset.title.get(ctx.lang()));
        let (x, _) = buf.set_stringn(line.x, line.y, &title, line.width.into(), theme.strong);
        let mut about = vec![(t.move_number)(game.moves().len())];
        if self.session.is_rated() {
            about.push(t.rated.to_string());
        }
        if self.session.looks_back() {
            about.push(t.looking_back.to_string());
        }
        if self.paused && !self.session.is_human_turn() && !self.is_over() {
            about.push(t.paused.to_string());
        }
        let about = about.join(&format!(" {} ", ctx.glyphs().dot));
        let width = about.chars().count() as u16 + 1;
        let x = (line.right().saturating_sub(width)).max(x + 1);
        buf.set_stringn(
            x,
            line.y,
            about,
            line.right().saturating_sub(x).into(),
            theme.quiet,
        );
    }

    /// A player's name and score, and whether it is their turn.
    fn player(&self, side: Side, line: Rect, buf: &mut Buffer, ctx: &Context) {
        let theme = ctx.theme();
        let t = ctx.text();
        let game = self.session.game();
        // While seeds travel it is still the turn of whoever sowed them.
        let mover = self.film.as_ref().and_then(|_| game.moves().last());
        let turn = match mover {
            Some(m) => m.side == side,
            None => game.position().turn() == side && !self.is_over(),
        };
        let won = game
            .result()
            .is_some_and(|result| result.winner == Some(side));
        let pointer = if turn { ctx.glyphs().pointer } else { " " };
        let name = t.seat(&self.session.seats()[side]);
        let score = match self.frame(ctx) {
            Some(frame) => score_of(&frame.board, side, game.rules().switches().leftovers),
            None => game.scores()[side],
        };
        let style = if turn { theme.can } else { theme.strong };
        let name = format!(" {pointer} {}", fitted(&name, 30, ctx));
        let (x, _) = buf.set_stringn(line.x, line.y, name, line.width.into(), style);
        let (x, _) = buf.set_stringn(
            x,
            line.y,
            format!("  {score}"),
            line.width.into(),
            theme.strong,
        );
        let chain = game.moves().last().is_some_and(|m| m.side == side);
        let note = match () {
            () if won => t.winner,
            () if !turn || self.film.is_some() => "",
            () if self.session.level(side).is_some() => t.thinks,
            () if chain => t.again,
            () => t.your_move,
        };
        let style = if won { theme.good } else { theme.quiet };
        let style = if chain && turn { theme.can } else { style };
        buf.set_stringn(
            x + 2,
            line.y,
            note,
            line.right().saturating_sub(x + 2).into(),
            style,
        );
    }

    fn frame(&self, ctx: &Context) -> Option<&crate::animation::Frame> {
        let (film, since) = self.film.as_ref()?;
        film.frame(ctx.now.saturating_duration_since(*since))
    }

    fn board(&self, buf: &mut Buffer, ctx: &Context) {
        let theme = ctx.theme();
        let game = self.session.game();
        let Some(geometry) = &self.geometry else {
            return;
        };
        let position = game.position();
        let setup = match self.frame(ctx) {
            Some(frame) => frame.board.clone(),
            None => position.setup(),
        };
        let mut marks = Vec::new();
        let mut hand = None;
        let mut playable = Vec::new();
        let mut chosen = None;
        let mut notes = Vec::new();
        if let Some(frame) = self.frame(ctx) {
            if matches!(frame.beat, Beat::Lift | Beat::Drop | Beat::Lap) {
                hand = Some((frame.at, frame.hand));
            } else {
                marks.push((frame.at, Mark::Captured));
            }
        } else {
            marks.clone_from(&self.marks);
            if self.may_move() {
                playable = game.legal_moves().to_vec();
                chosen = self.chosen.map(|pit| (self.turn(), pit));
                if let Some((story, _)) = self.preview() {
                    marks.extend(story.preview());
                }
                if let Some(hint) = self.hint {
                    marks.push((Place::Pit(hint.side, hint.pit), Mark::Hint));
                }
                notes = self.notes(ctx);
            }
        }
        let board = Board {
            setup: &setup,
            geometry,
            playable: &playable,
            chosen,
            marks: &marks,
            hand,
            notes: &notes,
            theme: &theme,
            glyphs: ctx.glyphs(),
        };
        board.render(geometry.area, buf);
    }

    /// The values of the moves, to stand beside their pits.
    fn notes(&self, ctx: &Context) -> Vec<(Place, String, Style)> {
        let (true, Some(known)) = (self.show_values, &self.known) else {
            return Vec::new();
        };
        let theme = ctx.theme();
        let sowings = known.moves.iter().filter(|value| !value.m.burn);
        sowings
            .map(|value| {
                let style = if Some(value.m) == known.best {
                    theme.good
                } else {
                    theme.quiet
                };
                let note = ctx.text().short_value(value.value, ctx.glyphs());
                (Place::Pit(value.m.side, value.m.pit), note, style)
            })
            .collect()
    }

    /// The last moves that fit on a line, a turn's moves joined.
    fn moves_line(&self, line: Rect, buf: &mut Buffer, ctx: &Context) {
        let text = self.session.game().line().to_string();
        let room = usize::from(line.width.saturating_sub(4));
        let length = text.chars().count();
        let shown = if length <= room {
            text
        } else {
            let more = ctx.glyphs().more;
            let tail: String = text
                .chars()
                .skip(length - room + more.chars().count())
                .collect();
            // Not to begin in the middle of a turn.
            let whole = tail
                .split_once(' ')
                .map_or(tail.clone(), |(_, rest)| rest.to_string());
            format!("{more} {whole}")
        };
        buf.set_stringn(line.x + 3, line.y, shown, room, ctx.theme().quiet);
    }

    /// After the end, who got the seeds left on the board.
    fn swept(&self, ctx: &Context) -> Option<String> {
        let game = self.session.game();
        let (&m, [.., before, _]) = (game.moves().last()?, game.positions()) else {
            return None;
        };
        let (after, trace) = game.rules().play_traced(before, m).ok()?;
        let swept = Story::new(m, &trace, &after).swept;
        let any = swept.south + swept.north > 0;
        any.then(|| (ctx.text().swept)(&swept, &self.session.names(ctx.text())))
    }

    /// A small live line while the engine thinks.
    fn thinking(&self, line: Rect, buf: &mut Buffer, ctx: &Context) {
        let t = ctx.text();
        let analysis = match self.asked {
            Some(Asked::Move) => self.so_far.as_ref(),
            Some(_) => self.known.as_ref(),
            None if self.film.is_some() => self.so_far.as_ref(),
            None if self.show_values && self.may_move() => self.known.as_ref(),
            None => None,
        };
        let said = match (self.asked, analysis) {
            (None, _) if self.is_over() && self.film.is_none() => {
                self.swept(ctx).unwrap_or_default()
            }
            (_, Some(analysis)) => (t.thought)(analysis, &t.value(analysis.value)),
            (Some(_), None) => t.thinks.to_string(),
            (None, None) => return,
        };
        let said = fitted(&said, usize::from(line.width.saturating_sub(4)), ctx);
        buf.set_stringn(
            line.x + 3,
            line.y,
            said,
            line.width.into(),
            ctx.theme().quiet,
        );
    }

    fn beside(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let t = ctx.text();
        let values = self
            .known
            .as_ref()
            .filter(|_| self.show_values && self.may_move());
        let height = values.map_or(0, |known| {
            (known.moves.len() as u16 + 2).min(area.height / 2)
        });
        let moves = Rect {
            height: area.height - height,
            ..area
        };
        self.move_list(panel(t.moves, moves, buf, ctx), buf, ctx);
        if let Some(known) = values {
            let below = Rect {
                y: moves.bottom(),
                height,
                ..area
            };
            let inside = panel(&capital(t.values), below, buf, ctx);
            for (y, value) in (inside.y..inside.bottom()).zip(&known.moves) {
                let line = MoveLine(value.line.clone()).to_string();
                let text = format!(
                    "{:<3}{:<13} {line}",
                    value.m.to_string(),
                    t.value(value.value)
                );
                let best = Some(value.m) == known.best;
                let style = if best {
                    ctx.theme().good
                } else {
                    ctx.theme().text
                };
                let text = fitted(&text, inside.width.into(), ctx);
                buf.set_stringn(inside.x, y, text, inside.width.into(), style);
            }
        }
    }

    /// The turns two by two, each a chain of its moves.
    fn move_list(&self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let theme = ctx.theme();
        let line = self.session.game().line();
        let turns: Vec<&[Move]> = line.turns().collect();
        let first = turns.first().map_or(Side::South, |turn| turn[0].side);
        let rows = turns.len().div_ceil(2);
        let skip = rows.saturating_sub(area.height.into());
        let half = area.width.saturating_sub(4) / 2;
        let joined = |turn: &[Move]| turn.iter().map(Move::to_string).collect::<String>();
        for (y, row) in (area.y..area.bottom()).zip(skip..rows) {
            buf.set_stringn(area.x, y, format!("{:>3}", row + 1), 3, theme.quiet);
            for (i, turn) in turns.iter().enumerate().skip(2 * row).take(2) {
                let x = area.x + 4 + half * u16::from(turn[0].side != first);
                let style = if i + 1 == turns.len() {
                    theme.just
                } else {
                    theme.text
                };
                let text = fitted(&joined(turn), usize::from(half.saturating_sub(1)), ctx);
                buf.set_stringn(x, y, text, half.into(), style);
            }
        }
        if turns.is_empty() {
            for (y, line) in
                (area.y..area.bottom()).zip(wrapped(ctx.text().no_moves_yet, area.width.into()))
            {
                buf.set_stringn(area.x, y, line, area.width.into(), theme.quiet);
            }
        }
    }

    /// What just happened; at the end, who won and why.
    pub(super) fn standing(&self, ctx: &Context) -> Option<String> {
        let t = ctx.text();
        let game = self.session.game();
        if self.film.is_some() {
            return self.told.clone();
        }
        if let Some(result) = game.result() {
            let names = self.session.names(t);
            return Some((t.result)(&result, &names));
        }
        if self.may_move()
            && let Some((story, _)) = self.preview()
        {
            let would = (t.would)(&story);
            return match (&self.told, would) {
                (Some(told), Some(would)) => Some(format!("{told}  {} {would}", ctx.glyphs().dot)),
                (told, would) => would.or_else(|| told.clone()),
            };
        }
        self.told.clone()
    }
}

/// What a player has on a board on which seeds still travel.
fn score_of(board: &Setup, side: Side, leftovers: Leftovers) -> u16 {
    let row = board.pits[side].iter().map(|cell| u16::from(cell.seeds()));
    let row = if leftovers == Leftovers::Stay {
        row.sum()
    } else {
        0
    };
    u16::from(board.stores[side]) + row
}
