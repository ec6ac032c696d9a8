//! A board as a picture: SVG drawn here, PNG made from it.
//!
//! The numbers are drawn as lines, so that the picture needs no fonts and looks the same
//! everywhere.

use std::f32::consts::PI;
use std::fmt::Write as _;

use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use krou_rules::{Cell, Game, Pit, Place, Side};
use resvg::{tiny_skia, usvg};
use serde::Deserialize;

use crate::api::Asked;
use crate::board::{EventView, MoveView};
use crate::error::Error;
use crate::question::Question;

/// As on the page: a pit and its surroundings take 100 along the board.
const PITCH: f32 = 100.0;
const PIT: f32 = 42.0;
const MARGIN: f32 = 14.0;
const STRIP: f32 = 34.0;
const STORE: f32 = 104.0;
const HEIGHT: f32 = 2.0 * (MARGIN + STRIP + 2.0 * PIT) + 20.0;
const SEED: f32 = 8.5;
/// How wide a PNG is.
const WIDE: f32 = 1200.0;
/// Seeds of a place that are drawn; more would not be told apart.
const DRAWN: u8 = 60;

const TONES: [&str; 4] = ["#d9d2bd", "#c4bfa6", "#b3b49c", "#cfc3a4"];

/// The ten digits, each in a box 10 wide and 16 high.
const DIGITS: [&str; 10] = [
    "M5 0C9 0 10 4 10 8S9 16 5 16 0 12 0 8 1 0 5 0Z",
    "M1 3L6 0V16",
    "M.5 4C.5-1.5 9.5-1.5 9.5 4.5 9.5 8.5 0 12 0 16H10",
    "M.5 2C3-1 9.5-.5 9.5 4 9.5 7 6.5 7.5 4 7.5 7 7.5 10 8.5 10 12 10 17 2 17 0 14",
    "M7.5 16V0L0 11H10",
    "M9 0H2L1 7C4 5 10 5.5 10 11 10 16.5 3 17 0 14.5",
    "M8.5 .5C3 0 0 5 0 10.5 0 18 10 18 10 11 10 4.5 1.5 4.5 .3 9.5",
    "M0 0H10L4 16",
    "M5 0C-1 0-1 7.5 5 7.5S11 0 5 0ZM5 7.5C-2 7.5-2 16 5 16S12 7.5 5 7.5Z",
    "M1.5 15.5C7 16 10 11 10 5.5 10-2 0-2 0 5 0 11.5 8.5 11.5 9.700 6.5",
];

/// From which side the board is seen.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct View {
    view: String,
}

/// `/board.svg?rules=…&set=…&position=…&moves=…&view=…`
pub async fn svg(
    Asked(question): Asked<Question>,
    Query(view): Query<View>,
) -> Result<Response, Error> {
    let svg = draw(&question.game()?, view.side());
    Ok(served("image/svg+xml", svg.into_bytes()))
}

/// `/board.png?…`: the same.
pub async fn png(
    Asked(question): Asked<Question>,
    Query(view): Query<View>,
) -> Result<Response, Error> {
    let svg = draw(&question.game()?, view.side());
    let painted = tokio::task::spawn_blocking(move || paint(&svg)).await;
    let png = painted.map_err(|error| error.to_string()).flatten();
    Ok(served("image/png", png.map_err(Error::Inside)?))
}

impl View {
    fn side(&self) -> Side {
        match self.view.as_str() {
            "N" => Side::North,
            _ => Side::South,
        }
    }
}

/// A link is a complete question, so its picture never changes.
fn served(kind: &'static str, body: Vec<u8>) -> Response {
    let head = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    (head, body).into_response()
}

fn paint(svg: &str) -> Result<Vec<u8>, String> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    let tree = tree.map_err(|error| error.to_string())?;
    let scale = WIDE / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let canvas = tiny_skia::Pixmap::new(WIDE as u32, height);
    let mut canvas = canvas.ok_or("no canvas")?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| error.to_string())
}

/// The board of a game as it stands, the last move marked.
pub fn draw(game: &Game, view: Side) -> String {
    let setup = game.position().setup();
    let pits = setup.pits.south.len();
    let width = pits as f32 * PITCH + 2.0 * (MARGIN + STORE);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img"><title>{}</title><rect width="{width}" height="{HEIGHT}" rx="56" fill="#7d562f"/><rect width="{width}" height="{high}" rx="56" fill="#c99a63"/><g stroke-linecap="round" stroke-linejoin="round">"##,
        game.position(),
        high = HEIGHT - 5.0,
    );
    let marks = marks(game);
    let mark = |place: Place| {
        marks
            .iter()
            .find(|(marked, _)| *marked == place)
            .map(|(_, colour)| *colour)
    };
    for side in Side::BOTH {
        let own = side == view;
        let strip = if own {
            HEIGHT - MARGIN - STRIP / 2.0
        } else {
            MARGIN + STRIP / 2.0
        };
        let x = if own {
            width - MARGIN - STORE / 2.0
        } else {
            MARGIN + STORE / 2.0
        };
        let radius = STORE / 2.0 - 10.0;
        let half = (HEIGHT - 2.0 * (MARGIN + STRIP)) / 2.0;
        let hole = Hole {
            x,
            y: HEIGHT / 2.0,
            radius,
            long: half - radius,
        };
        hole.draw(&mut svg, mark(Place::Store(side)));
        hole.fill(&mut svg, setup.stores[side]);
        number(&mut svg, x, strip, setup.stores[side]);
        if !game.is_over() && setup.turn == side {
            let _ = write!(
                svg,
                r##"<circle cx="{}" cy="{strip}" r="6" fill="#0b5d57"/>"##,
                x - 32.0
            );
        }
        for (i, cell) in setup.pits[side].iter().enumerate() {
            let at = if own { i } else { pits - 1 - i };
            let x = MARGIN + STORE + PITCH * (at as f32 + 0.5);
            let y = if own {
                HEIGHT - MARGIN - STRIP - PIT
            } else {
                MARGIN + STRIP + PIT
            };
            let hole = Hole {
                x,
                y,
                radius: PIT,
                long: 0.0,
            };
            match cell {
                Cell::Burned => {
                    let _ = write!(
                        svg,
                        r##"<path d="M{} {}l36 36m0 -36l-36 36" stroke="#7d562f" stroke-width="6"/>"##,
                        x - 18.0,
                        y - 18.0
                    );
                }
                Cell::Tuzdyk => {
                    hole.draw(&mut svg, Some("#12345b"));
                }
                Cell::Seeds(seeds) => {
                    let pit = u8::try_from(i).ok().and_then(Pit::new);
                    hole.draw(&mut svg, pit.and_then(|pit| mark(Place::Pit(side, pit))));
                    hole.fill(&mut svg, *seeds);
                    number(&mut svg, x, strip, *seeds);
                }
            }
        }
    }
    svg.push_str("</g></svg>");
    svg
}

/// Where the last move began and where its last seed fell, with the colour of each mark.
fn marks(game: &Game) -> Vec<(Place, &'static str)> {
    let trace = MoveView::last(game)
        .map(|last| last.trace)
        .unwrap_or_default();
    let from = trace.iter().find_map(|event| match event {
        EventView::Lift { lift, .. } => Some(*lift),
        _ => None,
    });
    let end = trace.iter().rev().find_map(|event| match event {
        EventView::Drop { drop, .. } => Some(*drop),
        _ => None,
    });
    let mut marks = Vec::new();
    for (letter, colour) in [(end, "#8e1f14"), (from, "#ffe3d2")] {
        if let Some(place) = letter.and_then(place) {
            marks.push((place, colour));
        }
    }
    marks
}

/// The place of a letter: a pit's, or `S` and `N` for the stores.
fn place(letter: char) -> Option<Place> {
    if let Some(side) = Side::from_letter(letter) {
        return Some(Place::Store(side));
    }
    let moved: krou_rules::Move = letter.to_string().parse().ok()?;
    Some(Place::Pit(moved.side, moved.pit))
}

/// A pit, or a store: a pit drawn out upwards and downwards.
struct Hole {
    x: f32,
    y: f32,
    radius: f32,
    long: f32,
}

impl Hole {
    fn draw(&self, svg: &mut String, mark: Option<&str>) {
        let Hole { x, y, radius, long } = *self;
        let (colour, thick) = mark.map_or(("#7a4f28", 2), |colour| (colour, 5));
        let _ = write!(
            svg,
            r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{radius}" fill="#8a5c35" stroke="{colour}" stroke-width="{thick}"/>"##,
            x - radius,
            y - radius - long,
            2.0 * radius,
            2.0 * (radius + long),
        );
    }

    /// Lays seeds as a sunflower does: each a golden angle on from the one before.
    fn fill(&self, svg: &mut String, seeds: u8) {
        let golden = PI * (3.0 - 5f32.sqrt());
        let drawn = seeds.min(DRAWN);
        let room = self.radius - SEED - 4.0;
        let step = (room / f32::from(drawn).sqrt()).min(SEED * 1.1);
        let stretch = 1.0 + self.long / self.radius;
        for n in 0..drawn {
            let (r, turn) = (step * (f32::from(n) + 0.4).sqrt(), f32::from(n) * golden);
            let _ = write!(
                svg,
                r##"<circle cx="{:.1}" cy="{:.1}" r="{SEED}" fill="{}" stroke="#5d5a48" stroke-width=".8"/>"##,
                self.x + r * turn.cos(),
                self.y + r * turn.sin() * stretch,
                TONES[usize::from(n) % TONES.len()],
            );
        }
    }
}

/// A number with its middle at a point.
fn number(svg: &mut String, x: f32, y: f32, number: u8) {
    const APART: f32 = 14.0;
    let digits = number.to_string();
    let left = x - (APART * digits.len() as f32 - 4.0) / 2.0;
    for (i, digit) in digits.bytes().enumerate() {
        let path = DIGITS[usize::from(digit - b'0')];
        let _ = write!(
            svg,
            r##"<path d="{path}" transform="translate({:.1} {:.1})" fill="none" stroke="#2b1a0c" stroke-width="2.6"/>"##,
            left + APART * i as f32,
            y - 8.0,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(query: &str) -> Game {
        let question: Question = serde_urlencoded::from_str(query).unwrap();
        question.game().unwrap()
    }

    #[test]
    fn every_seed_is_drawn_and_the_last_move_is_marked() {
        let svg = draw(&game("moves=C"), Side::South);
        assert_eq!(svg.matches("stroke=\"#5d5a48\"").count(), 48);
        assert_eq!(svg.matches("stroke=\"#8e1f14\"").count(), 1);
        assert!(svg.contains("<title>4,4,0,5,5,5/4,4,4,4,4,4/1,0/S</title>"));
    }

    #[test]
    fn a_picture_of_every_game_can_be_painted() {
        for name in krou_rules::Ruleset::names() {
            for view in Side::BOTH {
                let png = paint(&draw(&game(&format!("rules={name}")), view)).unwrap();
                assert_eq!(&png[1..4], b"PNG", "{name}");
            }
        }
        let marked = "rules=togyzkumalak&position=9,t,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/5,4/N";
        assert!(paint(&draw(&game(marked), Side::North)).is_ok());
        let burned = "rules=attic-fire&position=4,x,4,4,4,4/4,4,4,4,x,4/4,4/S";
        assert!(paint(&draw(&game(burned), Side::South)).is_ok());
    }
}
