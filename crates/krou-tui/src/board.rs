//! The board: one look at a position, drawn as large as there is room.

mod geometry;

use krou_rules::{Cell, Move, Pit, Place, Setup, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::merge::MergeStrategy;
use ratatui::widgets::{Block, Widget};
use unicode_width::UnicodeWidthStr as _;

pub use geometry::Geometry;

use crate::theme::{Glyphs, Theme};

/// What is told about a place beside its seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last move began here.
    Origin,
    /// Its last seed fell here.
    Last,
    /// It captured here.
    Captured,
    /// The last seed of the chosen move would fall here.
    WillLast,
    /// It would capture here.
    WillCapture,
    /// The engine would play this.
    Hint,
}

/// A position to be drawn.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// What lies where.
    pub setup: &'a Setup,
    /// Where to draw it.
    pub geometry: &'a Geometry,
    /// What may be played.
    pub playable: &'a [Move],
    /// What is chosen.
    pub chosen: Option<(Side, Pit)>,
    /// What is told about places.
    pub marks: &'a [(Place, Mark)],
    /// The hand on its way, and the seeds in it.
    pub hand: Option<(Place, u8)>,
    /// Short words between the rows, beside a pit.
    pub notes: &'a [(Place, String, Style)],
    /// Its colours.
    pub theme: &'a Theme,
    /// Its characters.
    pub glyphs: &'a Glyphs,
}

impl Widget for Board<'_> {
    fn render(self, _: Rect, buf: &mut Buffer) {
        let pits = self.setup.pits.south.len() as u8;
        let places = || {
            Side::BOTH
                .into_iter()
                .flat_map(move |side| Pit::first(pits).map(move |pit| (side, pit)))
        };
        // The chosen pit comes last, so that its edge lies over those it shares.
        for (side, pit) in places().filter(|&place| self.chosen != Some(place)) {
            self.pit(side, pit, buf);
        }
        if let Some((side, pit)) = self.chosen {
            self.pit(side, pit, buf);
        }
        for side in Side::BOTH {
            self.store(side, buf);
        }
        for (side, pit) in places() {
            self.letter(side, pit, buf);
            self.mark(Place::Pit(side, pit), buf);
        }
        for (place, note, style) in self.notes {
            let rect = self.geometry.rect(*place);
            centred(
                note,
                *style,
                Rect {
                    y: self.geometry.between,
                    height: 1,
                    ..rect
                },
                buf,
            );
        }
        if let Some((place, seeds)) = self.hand {
            self.hand(place, seeds, buf);
        }
    }
}

impl Board<'_> {
    fn playable(&self, side: Side, pit: Pit) -> bool {
        self.playable.contains(&Move::sow(side, pit))
    }

    fn marked(&self, place: Place) -> impl Iterator<Item = Mark> + '_ {
        let here = self.marks.iter().filter(move |(at, _)| *at == place);
        here.map(|(_, mark)| *mark)
    }

    fn pit(&self, side: Side, pit: Pit, buf: &mut Buffer) {
        let rect = self.geometry.pits[side][pit.index()];
        let cell = self.setup.pits[side][pit.index()];
        let chosen = self.chosen == Some((side, pit));
        let (edge, style) = match cell {
            _ if chosen => (self.glyphs.chosen_edge, self.theme.can),
            Cell::Burned => (self.glyphs.burned_edge, self.theme.quiet),
            _ => (self.glyphs.edge, self.theme.board),
        };
        let merge = if self.glyphs.merge && !chosen {
            MergeStrategy::Fuzzy
        } else {
            MergeStrategy::Replace
        };
        let block = Block::bordered().border_set(edge).merge_borders(merge);
        let inside = block.inner(rect);
        block.border_style(style).render(rect, buf);
        match cell {
            Cell::Seeds(seeds) => self.seeds(seeds, Place::Pit(side, pit), inside, buf),
            Cell::Burned => {
                for y in inside.y..inside.bottom() {
                    let ash = self.glyphs.burned.repeat(usize::from(inside.width));
                    buf.set_string(inside.x, y, ash, self.theme.quiet);
                }
            }
            Cell::Tuzdyk => {
                let word = format!("{}t", self.glyphs.tuzdyk);
                let middle = Rect {
                    y: inside.y + inside.height / 2,
                    height: 1,
                    ..inside
                };
                centred(&word, self.theme.strong, middle, buf);
            }
        }
    }

    /// Seeds as dots, and below them how many.
    fn seeds(&self, seeds: u8, place: Place, inside: Rect, buf: &mut Buffer) {
        let [above, count] = [
            Rect {
                height: inside.height.saturating_sub(1),
                ..inside
            },
            Rect {
                y: inside.bottom() - 1,
                height: 1,
                ..inside
            },
        ];
        scatter(seeds, above, self.glyphs, self.theme.seed, buf);
        let just = self.hand.is_some_and(|(at, _)| at == place);
        let chosen = matches!(place, Place::Pit(side, pit) if self.chosen == Some((side, pit)));
        let told = self
            .marked(place)
            .any(|mark| matches!(mark, Mark::Last | Mark::Captured));
        let style = match seeds {
            _ if just => self.theme.just,
            _ if chosen => self.theme.chosen,
            _ if told => self.theme.just,
            0 => self.theme.quiet,
            _ => self.theme.strong,
        };
        centred(&seeds.to_string(), style, count, buf);
    }

    fn store(&self, side: Side, buf: &mut Buffer) {
        let rect = self.geometry.stores[side];
        let place = Place::Store(side);
        let block = Block::bordered()
            .border_set(self.glyphs.edge)
            .border_style(self.theme.board);
        let inside = block.inner(rect);
        block.render(rect, buf);
        let seeds = self.setup.stores[side];
        let middle = Rect {
            y: inside.y + inside.height / 2,
            height: 1,
            ..inside
        };
        let below = Rect {
            y: middle.y + 1,
            height: inside.bottom() - middle.y - 1,
            ..inside
        };
        scatter(seeds, below, self.glyphs, self.theme.seed, buf);
        let just = self.hand.is_some_and(|(at, _)| at == place)
            || self.marked(place).any(|mark| mark == Mark::Last);
        let style = if just {
            self.theme.just
        } else {
            self.theme.strong
        };
        centred(&seeds.to_string(), style, middle, buf);
        self.mark(place, buf);
        let letter = Rect {
            y: self.geometry.letters[side],
            height: 1,
            ..rect
        };
        centred(&side.letter().to_string(), self.theme.quiet, letter, buf);
    }

    fn letter(&self, side: Side, pit: Pit, buf: &mut Buffer) {
        let rect = self.geometry.pits[side][pit.index()];
        let line = Rect {
            y: self.geometry.letters[side],
            height: 1,
            ..rect
        };
        let letter = pit.letter(side);
        if self.chosen == Some((side, pit)) {
            centred(&format!("[{letter}]"), self.theme.chosen, line, buf);
        } else if self.playable(side, pit) {
            centred(&letter.to_string(), self.theme.can, line, buf);
        } else {
            centred(&letter.to_string(), self.theme.quiet, line, buf);
        }
    }

    /// What just happened stands at the left of the upper edge, what would happen in its middle.
    fn mark(&self, place: Place, buf: &mut Buffer) {
        let rect = self.geometry.rect(place);
        let middle = rect.x + (rect.width - 1) / 2;
        for mark in self.marked(place) {
            let (x, glyph, style) = match mark {
                Mark::Origin => (rect.x + 1, self.glyphs.origin, self.theme.just),
                Mark::Last => (rect.x + 1, self.glyphs.last, self.theme.just),
                Mark::Captured => (rect.x + 1, self.glyphs.captured, self.theme.just),
                Mark::WillLast => (middle, self.glyphs.will_last, self.theme.can),
                Mark::WillCapture => (middle, self.glyphs.will_capture, self.theme.can),
                Mark::Hint => (rect.right() - 2, self.glyphs.hint, self.theme.can),
            };
            buf.set_string(x, rect.y, glyph, style);
        }
    }

    fn hand(&self, place: Place, seeds: u8, buf: &mut Buffer) {
        let rect = self.geometry.rect(place);
        let word = if seeds > 0 {
            format!("{}{seeds}", self.glyphs.seeds[0])
        } else {
            self.glyphs.last.to_string()
        };
        centred(&word, self.theme.just, Rect { height: 1, ..rect }, buf);
    }
}

/// Writes a word in the middle of a line; what is too long is cut.
fn centred(word: &str, style: Style, line: Rect, buf: &mut Buffer) {
    let length = (word.width() as u16).min(line.width);
    let x = line.x + (line.width - length) / 2;
    buf.set_stringn(x, line.y, word, usize::from(length), style);
}

/// Lays seeds in an area, each where it will stay when more are added: from the middle outwards,
/// and where all spots are taken, two and three to a spot.
fn scatter(seeds: u8, area: Rect, glyphs: &Glyphs, style: Style, buf: &mut Buffer) {
    // Every other column where there is room for that, and the whole in the middle.
    let step = if area.width >= 7 { 2 } else { 1 };
    let columns = area.width.div_ceil(step);
    let offset = (area.width - (columns * step).min(area.width)).div_ceil(2);
    let mut spots: Vec<(u16, u16)> = (0..area.height)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .collect();
    if spots.is_empty() {
        return;
    }
    // From the middle outwards; a character is twice as tall as wide, and a heap lies low.
    let from_middle = |at: u16, length: u16| 2 * i32::from(at) + 1 - i32::from(length);
    spots.sort_by_key(|&(column, row)| {
        let dx = from_middle(column, columns) * i32::from(step);
        let dy = 2 * from_middle(row, area.height);
        (dx * dx + dy * dy, -dy, column)
    });
    for (i, &(column, row)) in spots.iter().enumerate() {
        let here = (usize::from(seeds) + spots.len() - 1 - i) / spots.len();
        if let Some(last) = here.checked_sub(1) {
            let (x, y) = (area.x + offset + column * step, area.y + row);
            buf.set_string(x, y, glyphs.seeds[last.min(2)], style);
        }
    }
}
