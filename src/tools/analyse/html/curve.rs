//! The evaluation of a game drawn as a curve, White's view, in SVG.

use super::{escape, fragment};
use crate::annotate::{Annotation, CLEAR, WON, value};
use crate::eval::Score;
use crate::eval::score::men;
use std::fmt::Write;

/// The size of the drawing.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 132.0;
/// Where the curve begins and ends; the labels stand left of it.
const LEFT: f64 = 34.0;
const RIGHT: f64 = 632.0;
/// The line of equal chances, and how far the curve goes from it.
const MIDDLE: f64 = 66.0;
const REACH: f64 = 60.0;
/// The lines that help the eye, in hundredths of a man.
const LINES: &[Score] = &[300, 100, -100, -300];

/// Draws the curve of a game; every mistake is a link to its move. A script finds
/// the ends of the curve in `data-left` and `data-right`.
pub(super) fn draw(number: u64, annotation: &Annotation) -> String {
    let curve = annotation.curve();
    let last = (curve.len() - 1).max(1) as f64;
    let x = |ply: usize| LEFT + (RIGHT - LEFT) * ply as f64 / last;
    let mut points = String::new();
    for (ply, &score) in curve.iter().enumerate() {
        let _ = write!(points, " {:.1},{:.1}", x(ply), y(score));
    }
    let points = points.trim_start();
    let end = x(curve.len() - 1);
    let mut svg = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" data-left=\"{LEFT}\" data-right=\"{RIGHT}\" \
         data-plies=\"{last}\"><title>Evaluation for White, move by move</title>{}\
         <polygon class=\"area\" points=\"{LEFT},{MIDDLE} {points} {end:.1},{MIDDLE}\"/>\
         <polyline class=\"graph\" points=\"{points}\"/>\
         <line class=\"cursor\" x1=\"{LEFT}\" x2=\"{LEFT}\" y1=\"4\" y2=\"{}\"/>",
        grid(),
        HEIGHT - 4.0
    );
    for (ply, judged) in (1..).zip(&annotation.moves) {
        let Some(mark) = judged.mark else { continue };
        let _ = write!(
            svg,
            "<a href=\"{}\"><circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}</title></circle></a>",
            fragment(number, ply),
            mark.name(),
            x(ply),
            y(judged.eval()),
            escape(&format!("{}. {}{}", judged.ply.number, judged.ply.text, mark.sign()))
        );
    }
    svg + "</svg>"
}

/// The lines of equal chances and of a few men more or less, and their labels.
fn grid() -> String {
    let mut grid = format!(
        "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{MIDDLE}\" y2=\"{MIDDLE}\"/>\
         <text x=\"{0}\" y=\"{1}\">0</text>",
        LEFT - 6.0,
        MIDDLE + 4.0
    );
    for &score in LINES {
        let y = y(score);
        let _ = write!(
            grid,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\">{}{}</text>",
            LEFT - 6.0,
            y + 4.0,
            if score > 0 { "+" } else { "−" },
            score.abs() / 100
        );
    }
    grid
}

/// The height of a score. The first man counts most, a win lies at the edge.
fn y(score: Score) -> f64 {
    let bend = |x: f64| x / (x.abs() + men(CLEAR) / 2.0);
    MIDDLE - REACH * bend(men(value(score))) / bend(men(WON))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::{lost_in, won_in};

    #[test]
    fn heights_rise_with_the_score_and_stay_inside() {
        let scores = [lost_in(1), -800, -100, 0, 50, 100, 300, won_in(1)];
        let heights = scores.map(y);
        assert!(heights.windows(2).all(|pair| pair[0] > pair[1]), "{heights:?}");
        assert_eq!((heights[0], heights[3], heights[7]), (MIDDLE + REACH, MIDDLE, MIDDLE - REACH));
    }
}
