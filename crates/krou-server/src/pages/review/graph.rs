//! The value over the moves of a game, as a drawing.

use std::fmt::Write as _;

use crate::answer::MoveReview;

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 240.0;
/// The margin that reaches the edge, if none is greater.
const LEAST: f64 = 6.0;

/// What stands at a move in the graph and in the list: nothing where it was good.
pub fn sign(grade: &str) -> &'static str {
    match grade {
        "inaccuracy" => "?!",
        "mistake" => "?",
        "blunder" => "??",
        _ => "",
    }
}

/// The graph. Colours are classes, so that every theme has its own; `label` is what it says in
/// words, escaped already.
pub fn graph(moves: &[MoveReview], label: &str) -> String {
    let most = moves.iter().map(|m| m.for_south().abs());
    let most = most.fold(LEAST, f64::max) * 1.08;
    let x = |n: usize| WIDTH * (n as f64 + 1.0) / (moves.len() as f64 + 1.0);
    let y = |value: f64| HEIGHT / 2.0 * (1.0 - value / most);
    let mut line = String::new();
    for (n, m) in moves.iter().enumerate() {
        let _ = write!(line, "L{:.1} {:.1}", x(n), y(m.for_south()));
    }
    let middle = HEIGHT / 2.0;
    let last = if moves.is_empty() {
        0.0
    } else {
        x(moves.len() - 1)
    };
    let mut svg = format!(
        r#"<svg class="course" id="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" data-moves="{}"><rect class="ground" width="{WIDTH}" height="{HEIGHT}"/><path class="area" d="M0 {middle}{line}L{last:.1} {middle}Z"/><path class="middle" d="M0 {middle}H{WIDTH}"/><path class="curve" d="M0 {middle}{line}"/>"#,
        moves.len(),
    );
    for (n, m) in moves.iter().enumerate().filter(|(_, m)| m.is_slip()) {
        let (x, y) = (x(n), y(m.for_south()));
        // Above the curve where it lies low, below where it lies high, so that it is always seen.
        let beside = if y > HEIGHT / 2.0 { y - 12.0 } else { y + 28.0 };
        let _ = write!(
            svg,
            r#"<circle class="{grade}" cx="{x:.1}" cy="{y:.1}" r="6"/><text class="{grade}" x="{x:.1}" y="{beside:.1}">{}</text>"#,
            sign(&m.grade),
            grade = m.grade,
        );
    }
    let _ = write!(
        svg,
        r#"<path class="now" id="now" d="M0 0V{HEIGHT}"/></svg>"#
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(written: &str, value: f64, grade: &str) -> MoveReview {
        MoveReview {
            written: written.into(),
            position: String::new(),
            before: 0.0,
            before_proved: false,
            value,
            proved: false,
            loss: 0.0,
            grade: grade.into(),
            better: None,
        }
    }

    #[test]
    fn mistakes_are_marked_and_north_s_gains_go_down() {
        let moves = [
            made("C", 3.0, "best"),
            made("b", 12.0, "good"),
            made("A", -20.0, "blunder"),
        ];
        let svg = graph(&moves, "words");
        assert!(svg.contains(">??</text>") && svg.contains("aria-label=\"words\""));
        assert_eq!(svg.matches("<circle").count(), 1);
        let curve = svg.split("class=\"curve\" d=\"").nth(1).unwrap();
        let heights: Vec<f64> = curve[..curve.find('"').unwrap()]
            .split('L')
            .skip(1)
            .map(|point| point.split(' ').nth(1).unwrap().parse().unwrap())
            .collect();
        assert!(heights[0] < 120.0 && heights[1] > 120.0 && heights[2] > heights[1]);
        assert!(graph(&[], "").contains("</svg>"));
    }
}
