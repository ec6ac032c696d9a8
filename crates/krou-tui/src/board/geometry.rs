//! Where everything of a board lies on the screen.

use krou_rules::{BySide, Pit, Place, Side};
use ratatui::layout::{Position, Rect};

/// The places of a board drawn in some area, one player's row at the bottom.
///
/// ```text
///         f     e     d     c     b     a        letters of the upper row
///  ╭───╮╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮╭───╮
///  │ 0 ││ 4 │ │ 4 │ │ 4 │ │ 4 │ │ 4 │ │ 4 ││ 1 │  a store is as tall as both rows
///  │   │╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯│   │
///  │   │ +2                                │   │  between the rows: values of moves
///  │   │╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮│   │
///  │   ││ 4 │ │ 4 │ │ 0 │ │ 5 │ │ 5 │ │ 5 ││   │
///  ╰───╯╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯╰───╯
///         A     B     C     D     E     F        letters of the lower row
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The pits of each player, in the player's own order.
    pub pits: BySide<Vec<Rect>>,
    /// The stores.
    pub stores: BySide<Rect>,
    /// The line of letters of each player.
    pub letters: BySide<u16>,
    /// The line between the rows.
    pub between: u16,
    /// From one pit to the next.
    pub pitch: u16,
    /// Everything.
    pub area: Rect,
}

/// The narrowest and widest store, from edge to edge.
const STORE: [u16; 2] = [5, 14];
/// The tallest pit.
const TALLEST: u16 = 8;

impl Geometry {
    /// The largest board that fits in the middle of `area`; none if none fits.
    pub fn new(area: Rect, pits: u8, bottom: Side) -> Option<Geometry> {
        let n = u16::from(pits);
        let (store, pitch) = widths(area.width, n)?;
        // Pits stand apart where there is room, touch where there is little, and share their
        // edges where there is less.
        let width = match pitch {
            7.. => pitch - 1,
            5 | 6 => pitch,
            _ => pitch + 1,
        };
        let row = pitch * (n - 1) + width;
        let height = (area.height.checked_sub(3)? / 2)
            .min(TALLEST)
            .min(pitch.max(4));
        if height < 3 {
            return None;
        }
        let gap = u16::from(pitch >= 7);
        let whole = Rect {
            width: row + 2 * (store + gap),
            height: 2 * height + 3,
            ..area
        };
        let whole = Rect {
            x: area.x + (area.width - whole.width) / 2,
            y: area.y + (area.height - whole.height) / 2,
            ..whole
        };
        let left = whole.x + store + gap;
        let rows = [whole.y + 1, whole.y + 2 + height];
        let pits_of = |top: u16, reversed: bool| -> Vec<Rect> {
            let place = |i: u16| Rect::new(left + pitch * i, top, width, height);
            if reversed {
                (0..n).rev().map(place).collect()
            } else {
                (0..n).map(place).collect()
            }
        };
        let store_at = |x| Rect::new(x, whole.y + 1, store, 2 * height + 1);
        Some(Geometry {
            pits: BySide::from_view(bottom, pits_of(rows[1], false), pits_of(rows[0], true)),
            stores: BySide::from_view(bottom, store_at(left + row + gap), store_at(whole.x)),
            letters: BySide::from_view(bottom, whole.bottom() - 1, whole.y),
            between: whole.y + 1 + height,
            pitch,
            area: whole,
        })
    }

    /// Where a place is drawn.
    pub fn rect(&self, place: Place) -> Rect {
        match place {
            Place::Pit(side, pit) => self.pits[side][pit.index()],
            Place::Store(side) => self.stores[side],
        }
    }

    /// What is drawn at a spot of the screen. A pit's letter belongs to it.
    pub fn place_at(&self, spot: Position) -> Option<Place> {
        for side in Side::BOTH {
            if self.stores[side].contains(spot) {
                return Some(Place::Store(side));
            }
            for pit in Pit::first(self.pits[side].len() as u8) {
                let rect = self.pits[side][pit.index()];
                let below =
                    (rect.x..rect.right()).contains(&spot.x) && spot.y == self.letters[side];
                if rect.contains(spot) || below {
                    return Some(Place::Pit(side, pit));
                }
            }
        }
        None
    }
}

/// The width of a store and the distance of the pits: pits first get what they need for two
/// digits, then stores what is good for them.
fn widths(width: u16, n: u16) -> Option<(u16, u16)> {
    let good = (width / 8).clamp(STORE[0], STORE[1]);
    for wanted in [6, 5, 4] {
        for store in [good, STORE[0]] {
            // One more for the gaps or the edge that is not shared.
            let pitch = width.saturating_sub(2 * store + 2) / n;
            if pitch >= wanted {
                return Some((store, pitch.min(14)));
            }
        }
    }
    let pitch = width.saturating_sub(2 * STORE[0] + 1) / n;
    (pitch >= 4).then_some((STORE[0], pitch))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_60_by_13_on_every_board_fits_and_no_two_places_overlap() {
        for pits in 1..=12 {
            for width in 60..200 {
                for height in [13, 14, 20, 40] {
                    let area = Rect::new(3, 2, width, height);
                    let board = Geometry::new(area, pits, Side::South).unwrap();
                    assert_eq!(area.intersection(board.area), board.area);
                    for (side, rects) in board.pits.iter() {
                        assert!(rects.iter().all(|rect| rect.width >= 5 && rect.height >= 3));
                        let store = board.stores[side];
                        assert!(rects.iter().all(|rect| rect.intersection(store).is_empty()));
                    }
                }
            }
        }
    }

    #[test]
    fn a_click_finds_the_pit_it_hits() {
        for bottom in Side::BOTH {
            let board = Geometry::new(Rect::new(0, 0, 80, 18), 6, bottom).unwrap();
            for side in Side::BOTH {
                for pit in Pit::first(6) {
                    let place = Place::Pit(side, pit);
                    let rect = board.rect(place);
                    let middle = Position::new(rect.x + rect.width / 2, rect.y + rect.height / 2);
                    assert_eq!(board.place_at(middle), Some(place));
                    let letter = Position::new(middle.x, board.letters[side]);
                    assert_eq!(board.place_at(letter), Some(place));
                }
            }
            assert_eq!(board.place_at(Position::new(40, board.between)), None);
        }
    }

    #[test]
    fn the_bottom_row_reads_from_left_to_right_and_its_store_is_on_the_right() {
        for bottom in Side::BOTH {
            let board = Geometry::new(Rect::new(0, 0, 80, 18), 6, bottom).unwrap();
            assert!(board.pits[bottom][0].x < board.pits[bottom][5].x);
            assert!(board.pits[!bottom][0].x > board.pits[!bottom][5].x);
            assert_eq!(board.pits[bottom][0].x, board.pits[!bottom][5].x);
            assert!(board.stores[bottom].x > board.pits[bottom][5].x);
        }
    }
}
