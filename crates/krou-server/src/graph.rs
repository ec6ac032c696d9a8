//! The graph of a rating, drawn here so that it can be seen without scripts.

use std::fmt::Write as _;

use krou_store::Rating;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
/// Room for the numbers at the left, and around the line.
const LEFT: f64 = 60.0;
const EDGE: f64 = 10.0;
/// More games than this are thinned out.
const POINTS: usize = 300;

/// A rating after each game, oldest first, as the inside of an `svg` element. Nothing if there are
/// fewer than two games: a dot is no graph.
pub fn graph(ratings: &[Rating]) -> Option<String> {
    if ratings.len() < 2 {
        return None;
    }
    let shown = thinned(ratings);
    let low = shown.iter().map(|r| r.rating).fold(f64::MAX, f64::min);
    let high = shown.iter().map(|r| r.rating).fold(f64::MIN, f64::max);
    let step = step(high - low);
    let low = (low / step).floor() * step;
    let high = ((high / step).ceil() * step).max(low + step);
    let x = |i: usize| LEFT + (WIDTH - LEFT - EDGE) * i as f64 / (shown.len() - 1) as f64;
    let y = |rating: f64| {
        let rating = rating.clamp(low, high);
        EDGE + (HEIGHT - 2.0 * EDGE) * (high - rating) / (high - low)
    };
    let mut svg = String::new();
    let lines = ((high - low) / step).round() as u32;
    for line in 0..=lines {
        let rating = low + f64::from(line) * step;
        let (at, text) = (y(rating), LEFT - 8.0);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{text}\" y=\"{:.1}\" text-anchor=\"end\">{rating:.0}</text>",
            WIDTH - EDGE,
            at + 5.0
        );
    }
    let points = |edge: &dyn Fn(&Rating) -> f64| {
        let points = shown.iter().enumerate();
        points
            .map(|(i, r)| format!("{:.1},{:.1}", x(i), y(edge(r))))
            .collect::<Vec<String>>()
    };
    // Within the band the true strength lies 95 times in 100.
    let mut band = points(&|r| r.rating + 2.0 * r.deviation);
    band.extend(points(&|r| r.rating - 2.0 * r.deviation).into_iter().rev());
    let line = points(&|r| r.rating);
    let _ = write!(
        svg,
        "<polygon class=\"band\" points=\"{}\"/><polyline class=\"line\" points=\"{}\"/>",
        band.join(" "),
        line.join(" ")
    );
    Some(svg)
}

/// At most so many points, the last among them.
fn thinned(ratings: &[Rating]) -> Vec<Rating> {
    let every = ratings.len().div_ceil(POINTS);
    let kept = ratings.iter().rev().step_by(every).copied();
    let mut kept: Vec<Rating> = kept.collect();
    kept.reverse();
    kept
}

/// Between two lines: 1, 2 or 5 times a power of ten, for about four lines.
fn step(range: f64) -> f64 {
    let steps = [20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    steps
        .into_iter()
        .find(|step| range / step <= 4.0)
        .unwrap_or(2000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(rating: f64) -> Rating {
        Rating {
            rating,
            deviation: 80.0,
            ..Rating::default()
        }
    }

    #[test]
    fn a_graph_has_a_line_for_the_rating_and_numbers_around_it() {
        assert_eq!(graph(&[rated(1500.0)]), None);
        let svg = graph(&[rated(1500.0), rated(1612.0), rated(1580.0)]).unwrap();
        assert!(svg.contains(">1500<") && svg.contains(">1650<"), "{svg}");
        let line = svg.split("class=\"line\" points=\"").nth(1).unwrap();
        assert_eq!(line.split('"').next().unwrap().split(' ').count(), 3);
    }

    #[test]
    fn a_long_history_is_thinned_and_ends_where_it_ends() {
        let many: Vec<Rating> = (0..10_000).map(|i| rated(f64::from(i))).collect();
        let thin = thinned(&many);
        assert!(thin.len() <= POINTS);
        assert_eq!(thin.last(), many.last());
    }

    #[test]
    fn equal_ratings_are_a_flat_line() {
        let svg = graph(&[rated(1500.0), rated(1500.0)]).unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
