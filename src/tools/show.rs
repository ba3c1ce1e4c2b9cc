//! `polydam show`: positions drawn in text or as SVG.

use super::input::{each_position, error_line, parse};
use crate::notation::{diagram, fen, pdn, svg};
use crate::position::{Game, Outcome, Position};
use crate::rules::{Rules, Side, Variant, Visitor};
use std::io::{self, Write};

/// Draws each position and lists its legal moves as players write them; as SVG,
/// draws the board alone, one line for each. Returns whether all inputs were
/// positions.
///
/// # Errors
///
/// When input or output fails.
pub fn run(variant: Variant, positions: &[String], as_svg: bool) -> io::Result<bool> {
    struct Show<'a>(&'a [String], bool);

    impl Visitor for Show<'_> {
        type Output = io::Result<bool>;

        fn visit<R: Rules>(self) -> Self::Output {
            each_position(self.0, |number, text, output| match parse::<R>(text) {
                Ok(position) if self.1 => writeln!(output, "{}", svg::draw(&position, &[])).map(Ok),
                Ok(position) => show(&position, output).map(Ok),
                Err(error) => Ok(Err(error_line(number, error))),
            })
        }
    }

    variant.visit(Show(positions, as_svg))
}

fn show<R: Rules>(position: &Position<R>, output: &mut dyn Write) -> io::Result<()> {
    let name = |side| if side == Side::White { "White" } else { "Black" };
    writeln!(output, "{}", R::FACTS.title)?;
    writeln!(output, "{}", fen::format(position))?;
    writeln!(output, "\n{}\n", diagram::draw(position).trim_end())?;
    let moves = position.moves();
    match Game::new(*position).outcome() {
        Outcome::Won(winner) => {
            writeln!(output, "{} to move has no move: {} has won", name(position.side()), name(winner))
        }
        Outcome::Drawn(_) => writeln!(output, "{} to move, the game is drawn", name(position.side())),
        Outcome::Open => {
            let mut texts: Vec<_> = moves.iter().map(|&mv| pdn::format_move(position, mv)).collect();
            texts.sort();
            writeln!(output, "{} to move: {}", name(position.side()), texts.join(" "))
        }
    }?;
    writeln!(output)
}
