//! `polydam moves`: the legal moves of positions.

use super::input::{each_position, error_line, parse};
use crate::board::Corner;
use crate::notation::hub_text;
use crate::position::Position;
use crate::rules::{Rules, Variant, Visitor};
use std::io;

/// Prints a line for each position: its legal moves as in Hub, sorted by start,
/// end and taken squares. With `native`, in the rule set's own numbers. Returns
/// whether all inputs were positions.
///
/// # Errors
///
/// When input or output fails.
pub fn run(variant: Variant, positions: &[String], native: bool) -> io::Result<bool> {
    struct Moves<'a>(&'a [String], bool);

    impl Visitor for Moves<'_> {
        type Output = io::Result<bool>;

        fn visit<R: Rules>(self) -> Self::Output {
            let corner = if self.1 { R::FACTS.corner } else { Corner::TopLeft };
            each_position(self.0, |number, text, output| match parse::<R>(text) {
                Ok(position) => writeln!(output, "{}", sorted(&position, corner).join(" ")).map(Ok),
                Err(error) => Ok(Err(error_line(number, error))),
            })
        }
    }

    variant.visit(Moves(positions, native))
}

/// The legal moves in Hub form, sorted by the numbers of their squares.
fn sorted<R: Rules>(position: &Position<R>, corner: Corner) -> Vec<String> {
    let mut moves: Vec<(Vec<usize>, String)> = position
        .moves()
        .iter()
        .map(|&mv| {
            let text = hub_text::format_move(mv, corner);
            let numbers = text.split(['-', 'x']).filter_map(|number| number.parse().ok()).collect();
            (numbers, text)
        })
        .collect();
    moves.sort();
    moves.into_iter().map(|(_, text)| text).collect()
}
