//! Looking back on a finished game: a graph of values, and the mistakes to step through.

use crossterm::event::{KeyCode, KeyEvent};
use krou_rules::{BySide, Game, Place, Position as BoardPosition, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::{Next, Screen};
use crate::app::{Context, Hint};
use crate::board::{Board, Geometry, Mark};
use crate::review::Judged;
use crate::story::Story;
use crate::text::wrapped;
use crate::thinker::{Task, Thinker, Thought};
use crate::widgets::{Picker, panel};

/// Looking back on a finished game.
pub struct Review {
    game: Game,
    names: BySide<String>,
    bottom: Side,
    thinker: Thinker,
    judged: Vec<Judged>,
    /// How many moves the board shows.
    at: usize,
    picker: Picker,
    graph: Rect,
}

impl Review {
    /// Begins to look back.
    pub fn new(game: &Game, names: BySide<String>, bottom: Side, ctx: &Context) -> Review {
        let rules = game.rules().clone();
        let make_mind = ctx.make_mind.clone();
        let mut thinker = Thinker::new(move || make_mind(rules));
        thinker.ask(Task::Review, game);
        Review {
            game: game.clone(),
            names,
            bottom,
            thinker,
            judged: Vec::new(),
            at: 0,
            picker: Picker::default(),
            graph: Rect::default(),
        }
    }

    /// The numbers of the moves that were mistakes, from 1.
    fn mistakes(&self) -> Vec<usize> {
        let judged = self.judged.iter().enumerate();
        let wrong = judged.filter(|(_, judged)| judged.is_mistake());
        wrong.map(|(i, _)| i + 1).collect()
    }

    fn board(&self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let pits = self.game.rules().switches().pits;
        let Some(geometry) = Geometry::new(area, pits, self.bottom) else {
            return;
        };
        let position = self.game.positions()[self.at];
        let mut marks = Vec::new();
        if let Some(last) = self.at.checked_sub(1) {
            let m = self.game.moves()[last];
            let before = self.game.positions()[last];
            if let Ok((after, trace)) = self.game.rules().play_traced(&before, m) {
                marks = Story::new(m, &trace, &after).marks();
            }
            if let Some(judged) = self.judged.get(last).filter(|judged| judged.is_mistake()) {
                let (better, _) = judged.best;
                marks.push((Place::Pit(better.side, better.pit), Mark::Hint));
            }
        }
        let board = Board {
            setup: &position.setup(),
            geometry: &geometry,
            playable: &[],
            chosen: None,
            marks: &marks,
            hand: None,
            notes: &[],
            theme: &ctx.theme(),
            glyphs: ctx.glyphs(),
        };
        board.render(geometry.area, buf);
    }

    /// A column a move: how far South, or whoever sits below, is ahead.
    fn graph(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        self.graph = area;
        let theme = ctx.theme();
        let own = if self.bottom == Side::South {
            1.0
        } else {
            -1.0
        };
        let values: Vec<f32> = self
            .judged
            .iter()
            .map(|judged| own * judged.for_south().margin())
            .collect();
        let most = values
            .iter()
            .fold(4.0_f32, |most, value| most.max(value.abs()));
        let half = f32::from(area.height / 2);
        let middle = area.y + area.height / 2;
        buf.set_string(
            area.x,
            middle,
            ctx.glyphs().edge.horizontal_top.repeat(area.width.into()),
            theme.quiet,
        );
        for (i, value) in values.iter().enumerate() {
            let Some(x) = self.column(i + 1) else {
                continue;
            };
            let y = middle.saturating_add_signed(-(value / most * half).round() as i16);
            let (glyph, style) = if self.judged[i].is_mistake() {
                (ctx.glyphs().captured, theme.bad)
            } else {
                (ctx.glyphs().seeds[0], theme.seed)
            };
            buf.set_string(x, y, glyph, style);
        }
        if let Some(x) = self.column(self.at) {
            let column = Rect {
                x,
                width: 1,
                ..area
            };
            buf.set_style(column, theme.text.add_modifier(Modifier::REVERSED));
        }
    }

    /// Where the graph shows the move of this number.
    fn column(&self, number: usize) -> Option<u16> {
        let total = self.game.moves().len().max(1);
        let width = usize::from(self.graph.width);
        let step = if total <= width {
            number.checked_sub(1)?
        } else {
            number.checked_sub(1)? * width / total
        };
        Some(self.graph.x + step as u16)
    }

    fn next_mistake(&mut self) {
        let mistakes = self.mistakes();
        let next = mistakes.iter().find(|number| **number > self.at);
        if let Some(&number) = next.or(mistakes.first()) {
            self.at = number;
        }
    }
}

impl Screen for Review {
    fn render(&mut self, area: Rect, buf: &mut Buffer, ctx: &Context) {
        let t = ctx.text();
        let theme = ctx.theme();
        let wide = area.width >= 100;
        // Where it has no panel, what is said of a move often takes two lines.
        let area = Rect {
            height: area.height - u16::from(!wide),
            ..area
        };
        let side_width = if wide {
            (area.width / 3).clamp(32, 50)
        } else {
            0
        };
        let main = Rect {
            width: area.width - side_width,
            ..area
        };
        let graph_height = if area.height >= 30 { 9 } else { 5 };
        let header = (t.graph)(&self.names[self.bottom]);
        let mistakes = BySide::new(Side::South, Side::North).map(|side| {
            self.judged
                .iter()
                .filter(|judged| judged.m.side == side && judged.is_mistake())
                .count()
        });
        let about = if self.thinker.is_busy() {
            (t.reviewing)(self.judged.len() + 1, self.game.moves().len())
        } else {
            (t.mistakes)(&mistakes, &self.names)
        };
        buf.set_stringn(
            main.x + 1,
            main.y,
            &about,
            main.width.saturating_sub(2).into(),
            theme.strong,
        );
        let board = Rect {
            y: main.y + 1,
            height: main.height - graph_height - 2,
            ..main
        };
        self.board(board, buf, ctx);
        buf.set_stringn(
            main.x + 1,
            board.bottom(),
            &header,
            main.width.saturating_sub(2).into(),
            theme.quiet,
        );
        let graph = Rect {
            x: main.x + 1,
            y: board.bottom() + 1,
            width: main.width - 2,
            height: graph_height,
        };
        self.graph(graph, buf, ctx);
        if wide {
            let beside = Rect {
                x: main.right(),
                width: side_width,
                ..area
            };
            let inside = panel(&about, beside, buf, ctx);
            let numbers = self.mistakes();
            if let Some(at) = numbers.iter().position(|number| *number == self.at) {
                self.picker.at = at;
            }
            let rows: Vec<String> = numbers
                .iter()
                .map(|&number| {
                    let judged = &self.judged[number - 1];
                    let (best, _) = judged.best;
                    format!("{number:>3}. {}  -{:.0}  {best}", judged.m, judged.loss())
                })
                .collect();
            let list = Rect {
                height: inside.height / 2,
                ..inside
            };
            self.picker.render(&rows, list, buf, ctx);
            let below = Rect {
                y: list.bottom(),
                height: inside.height - list.height,
                ..inside
            };
            let said = self.happened(ctx).unwrap_or_default();
            for (y, line) in (below.y..below.bottom()).zip(wrapped(&said, below.width.into())) {
                buf.set_stringn(below.x, y, line, below.width.into(), theme.text);
            }
        }
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        let last = self.game.moves().len();
        match key.code {
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | '4') => {
                self.at = self.at.saturating_sub(1);
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | '6') => {
                self.at = (self.at + 1).min(last);
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Char('m' | ' ') | KeyCode::Enter => self.next_mistake(),
            KeyCode::Char('o') => self.bottom = !self.bottom,
            KeyCode::Esc | KeyCode::Char('q') => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    fn click(&mut self, at: Position, _: &mut Context) -> Next {
        let mistakes = self.mistakes();
        if let Some((row, _)) = self.picker.click(at, mistakes.len()) {
            self.at = mistakes[row];
        } else if self.graph.contains(at) {
            let total = self.game.moves().len();
            let hit = (1..=total)
                .rev()
                .find(|&number| self.column(number).is_some_and(|x| x <= at.x));
            self.at = hit.unwrap_or(self.at);
        }
        Next::Stay
    }

    fn tick(&mut self, _: &mut Context) -> Next {
        for thought in self.thinker.hear() {
            if let Thought::Reviewing(judged) | Thought::Reviewed(judged) = thought {
                self.judged = judged;
            }
        }
        Next::Stay
    }

    fn is_live(&self) -> bool {
        self.thinker.is_busy()
    }

    fn hints(&self, ctx: &Context) -> Vec<Hint> {
        let t = ctx.text();
        vec![
            Hint::shown(KeyCode::Left, ctx.glyphs().arrows[0], t.step_back),
            Hint::shown(KeyCode::Right, ctx.glyphs().arrows[1], t.step_on),
            Hint::new(KeyCode::Char('m'), t.next_mistake),
            Hint::new(KeyCode::Char('o'), t.flip),
            Hint::new(KeyCode::Esc, t.back),
        ]
    }

    fn happened(&self, ctx: &Context) -> Option<String> {
        let t = ctx.text();
        let number = self.at;
        let judged = self.judged.get(number.checked_sub(1)?)?;
        let told = (t.judged)(judged, &t.value(judged.value), &t.value(judged.best.1));
        let name = &self.names[judged.m.side];
        Some(format!("{number}. {name}{} {told}", t.colon))
    }

    fn position(&self) -> Option<BoardPosition> {
        Some(self.game.positions()[self.at])
    }
}
