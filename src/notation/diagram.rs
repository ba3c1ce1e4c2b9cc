//! A board drawn in text.

use crate::board::Geometry;
use crate::position::{Kind, Position};
use crate::rules::facts::Squares;
use crate::rules::{Rules, Side};

/// Draws the pieces, White at the bottom, and beside them the names or numbers of
/// the squares. `w` and `b` are men, `W` and `B` kings.
pub fn draw<R: Rules>(position: &Position<R>) -> String {
    let width = name_width::<R>();
    let mut text = String::new();
    for rank in (0..R::Board::RANKS).rev() {
        text.push_str(&format!("{:>2}  ", rank + 1));
        for file in 0..R::Board::FILES {
            text.push(square(position, file, rank));
            text.push(' ');
        }
        text.push_str("  ");
        for file in 0..R::Board::FILES {
            let name = R::Board::bit_at(file, rank).map_or(String::new(), square_name::<R>);
            text.push_str(&format!(" {name:>width$}"));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let files: Vec<_> = (0..R::Board::FILES).map(|file| char::from(b'a' + file as u8).to_string()).collect();
    text.push_str(&format!("    {}\n", files.join(" ")));
    text
}

fn square<R: Rules>(position: &Position<R>, file: usize, rank: usize) -> char {
    let Some(bit) = R::Board::bit_at(file, rank) else { return ' ' };
    match position.piece_at(bit) {
        None => '.',
        Some((Side::White, Kind::Man)) => 'w',
        Some((Side::White, Kind::King)) => 'W',
        Some((Side::Black, Kind::Man)) => 'b',
        Some((Side::Black, Kind::King)) => 'B',
    }
}

/// The number or name of a square, as the rule set has it.
pub fn square_name<R: Rules>(bit: usize) -> String {
    match R::FACTS.squares {
        Squares::Numeric => R::Board::number(bit, R::FACTS.corner).to_string(),
        Squares::Algebraic => R::Board::name(bit),
    }
}

fn name_width<R: Rules>() -> usize {
    match R::FACTS.squares {
        Squares::Numeric => R::Board::SQUARES.to_string().len(),
        Squares::Algebraic => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::russian::Russian;

    #[test]
    fn pieces_and_names_stand_side_by_side() {
        let position = fen::parse::<Russian>("W:Wa1,Kc3:Bb8,Kd8").unwrap();
        let drawing = draw(&position);
        let lines: Vec<_> = drawing.lines().collect();
        assert_eq!(lines[0], " 8    b   B   .   .       b8    d8    f8    h8");
        assert_eq!(lines[5], " 3  .   W   .   .      a3    c3    e3    g3");
        assert_eq!(lines[7], " 1  w   .   .   .      a1    c1    e1    g1");
        assert_eq!(lines[8], "    a b c d e f g h");
    }
}
