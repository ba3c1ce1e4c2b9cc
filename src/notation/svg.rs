//! A board drawn as SVG: flat, readable small and in print, self-contained.
//!
//! A drawing refers to parts that are defined once: [`draw`] brings them along,
//! a page of many boards has them in its own [`parts`] and [`board_part`]s and
//! draws with [`draw_in_page`].

use crate::board::{Corner, Geometry, Word};
use crate::notation::{diagram, fen};
use crate::position::{Kind, Move, Piece, Position, path};
use crate::rules::facts::Squares;
use crate::rules::variant::Squares as Set;
use crate::rules::{Rules, Side};
use std::fmt::Write;

/// The side of a square, in units of the drawing.
pub const SQUARE: usize = 48;
/// The width of the frame around a board.
const FRAME: usize = 8;
/// The same on the left and at the bottom when it has letters and digits there.
const LETTERED_FRAME: usize = 24;

/// Why a move is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It was the last one.
    Last,
    /// It was played here and should not have been.
    Played,
    /// It would have been better.
    Better,
}

impl Role {
    /// The class of its drawing.
    const fn class(self) -> &'static str {
        match self {
            Self::Last => "last",
            Self::Played => "played",
            Self::Better => "better",
        }
    }
}

/// The traces of a move on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trail<R: Rules> {
    role: Role,
    way: Vec<usize>,
    taken: Set<R>,
}

impl<R: Rules> Trail<R> {
    /// The traces of a legal move of a position.
    pub fn new(role: Role, position: &Position<R>, mv: Move<R>) -> Self {
        Self { role, way: path::way(position, mv), taken: mv.taken() }
    }
}

/// Draws a position with the traces of moves, complete in itself. The title is
/// the position as FEN.
pub fn draw<R: Rules>(position: &Position<R>, trails: &[Trail<R>]) -> String {
    alone(position, trails, &[])
}

/// Draws a position, complete in itself, with squares coloured by numbers from -1,
/// red, to 1, green.
pub fn draw_heat<R: Rules>(position: &Position<R>, heat: &[(usize, f64)]) -> String {
    alone(position, &[], heat)
}

fn alone<R: Rules>(position: &Position<R>, trails: &[Trail<R>], heat: &[(usize, f64)]) -> String {
    let (width, height) = size::<R>();
    // The attributes width and height suit programs that ask for them; a page
    // is free to set others.
    let attributes = format!("xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"");
    let parts = format!("{}<defs>{}</defs>", parts(), board_part::<R>());
    wrap(position, (trails, heat), &attributes, &parts)
}

/// Draws a position with the traces of moves, for a page with the parts.
pub fn draw_in_page<R: Rules>(position: &Position<R>, trails: &[Trail<R>]) -> String {
    wrap(position, (trails, &[]), "class=\"board\"", "")
}

fn wrap<R: Rules>(
    position: &Position<R>,
    (trails, heat): (&[Trail<R>], &[(usize, f64)]),
    attributes: &str,
    parts: &str,
) -> String {
    let (width, height) = size::<R>();
    let title = fen::format(position);
    let mut svg = format!(
        "<svg {attributes} viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{title}</title>{parts}\
         <use href=\"#board-{}\"/>",
        R::FACTS.name
    );
    heat.iter().for_each(|&(bit, heat)| put_heat::<R>(&mut svg, bit, heat));
    let (last, others): (Vec<_>, Vec<_>) = trails.iter().partition(|trail| trail.role == Role::Last);
    for trail in last {
        put_squares(&mut svg, trail);
        put_arrow(&mut svg, trail);
    }
    for bit in R::Board::ALL.bits() {
        if let Some(piece) = position.piece_at(bit) {
            let (x, y) = centre::<R>(bit);
            put(&mut svg, format_args!("<use href=\"#piece-{}\" x=\"{x}\" y=\"{y}\"/>", letter(piece)));
        }
    }
    others.into_iter().for_each(|trail| put_arrow(&mut svg, trail));
    svg.push_str("</svg>");
    svg
}

/// Width and height of a board's drawing.
pub fn size<R: Rules>() -> (usize, usize) {
    let frame = FRAME + wide_frame::<R>();
    (R::Board::FILES * SQUARE + frame, R::Board::RANKS * SQUARE + frame)
}

/// The centres of the squares in the order of Hub.
pub fn centres<R: Rules>() -> Vec<(usize, usize)> {
    let bit = |number| R::Board::bit_of_number(number, Corner::TopLeft);
    (1..=R::Board::SQUARES).filter_map(bit).map(centre::<R>).collect()
}

/// The centre of the square with a bit.
fn centre<R: Rules>(bit: usize) -> (usize, usize) {
    let (file, rank) = R::Board::coordinates(bit);
    centre_of::<R>(file, rank)
}

fn centre_of<R: Rules>(file: usize, rank: usize) -> (usize, usize) {
    let (left, top) = (wide_frame::<R>() + SQUARE / 2, FRAME + SQUARE / 2);
    (left + file * SQUARE, top + (R::Board::RANKS - 1 - rank) * SQUARE)
}

/// The width of the frame on the left and at the bottom.
fn wide_frame<R: Rules>() -> usize {
    match R::FACTS.squares {
        Squares::Numeric => FRAME,
        Squares::Algebraic => LETTERED_FRAME,
    }
}

/// `w` and `b` are men, `W` and `B` kings.
fn letter(piece: Piece) -> char {
    match piece {
        (Side::White, Kind::Man) => 'w',
        (Side::White, Kind::King) => 'W',
        (Side::Black, Kind::Man) => 'b',
        (Side::Black, Kind::King) => 'B',
    }
}

/// What all boards share: the pieces, the heads of arrows, the look of moves.
pub fn parts() -> &'static str {
    include_str!("svg_parts.svg").trim_end()
}

/// The empty board of a rule set, with its numbers or letters.
pub fn board_part<R: Rules>() -> String {
    let (width, height) = size::<R>();
    let (files, ranks, left) = (R::Board::FILES * SQUARE, R::Board::RANKS * SQUARE, wide_frame::<R>());
    let mut part = format!("<g id=\"board-{}\">", R::FACTS.name);
    put(&mut part, format_args!("<rect class=\"frame\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"));
    put(
        &mut part,
        format_args!(
            "<rect class=\"light\" x=\"{left}\" y=\"{FRAME}\" width=\"{files}\" height=\"{ranks}\"/>"
        ),
    );
    // One path for all squares: a board is repeated often enough.
    part.push_str("<path class=\"dark\" d=\"");
    for (x, y) in centres::<R>() {
        let (left, top) = (x - SQUARE / 2, y - SQUARE / 2);
        put(&mut part, format_args!("M{left} {top}h{SQUARE}v{SQUARE}h-{SQUARE}z"));
    }
    part.push_str("\"/>");
    match R::FACTS.squares {
        Squares::Numeric => put_numbers::<R>(&mut part),
        Squares::Algebraic => put_letters::<R>(&mut part),
    }
    part.push_str("</g>");
    part
}

/// Numbers in the upper left corners of the squares, where no piece hides them.
fn put_numbers<R: Rules>(part: &mut String) {
    part.push_str("<g class=\"number\">");
    for bit in R::Board::ALL.bits() {
        let ((x, y), number) = (centre::<R>(bit), diagram::square_name::<R>(bit));
        let (left, line) = (x - SQUARE / 2 + 3, y - SQUARE / 2 + 10);
        put(part, format_args!("<text x=\"{left}\" y=\"{line}\">{number}</text>"));
    }
    part.push_str("</g>");
}

/// Letters below the files, digits left of the ranks.
fn put_letters<R: Rules>(part: &mut String) {
    part.push_str("<g class=\"letter\">");
    let (_, height) = size::<R>();
    for file in 0..R::Board::FILES {
        let ((x, _), letter) = (centre_of::<R>(file, 0), char::from(b'a' + file as u8));
        put(part, format_args!("<text x=\"{x}\" y=\"{}\">{letter}</text>", height - 8));
    }
    for rank in 0..R::Board::RANKS {
        let (_, y) = centre_of::<R>(0, rank);
        put(part, format_args!("<text x=\"{}\" y=\"{}\">{}</text>", LETTERED_FRAME / 2, y + 5, rank + 1));
    }
    part.push_str("</g>");
}

/// Lights up the start and the end of the last move, and what it took.
fn put_squares<R: Rules>(svg: &mut String, trail: &Trail<R>) {
    for &bit in [trail.way.first(), trail.way.last()].into_iter().flatten() {
        let (x, y) = centre::<R>(bit);
        put(svg, format_args!("<use href=\"#lit\" x=\"{x}\" y=\"{y}\"/>"));
    }
    for (x, y) in trail.taken.bits().map(centre::<R>) {
        put(svg, format_args!("<use href=\"#taken\" x=\"{x}\" y=\"{y}\"/>"));
    }
}

/// Colours a square.
fn put_heat<R: Rules>(svg: &mut String, bit: usize, heat: f64) {
    let (x, y) = centre::<R>(bit);
    let (left, top) = (x - SQUARE / 2, y - SQUARE / 2);
    let (colour, opacity) = (if heat < 0.0 { "#c62b1f" } else { "#11753c" }, heat.abs().min(1.0));
    put(
        svg,
        format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{colour}\" \
             fill-opacity=\"{opacity:.2}\"/>"
        ),
    );
}

/// The way of the piece, with a head at its end.
fn put_arrow<R: Rules>(svg: &mut String, trail: &Trail<R>) {
    let class = trail.role.class();
    let points: Vec<_> = trail
        .way
        .iter()
        .map(|&bit| {
            let (x, y) = centre::<R>(bit);
            format!("{x},{y}")
        })
        .collect();
    put(
        svg,
        format_args!(
            "<polyline class=\"way {class}\" points=\"{}\" marker-end=\"url(#head-{class})\"/>",
            points.join(" ")
        ),
    );
}

/// Appends text. A string takes whatever it is given.
fn put(text: &mut String, piece: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(piece);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{international::International, russian::Russian, spanish::Spanish, turkish::Turkish};

    fn drawing<R: Rules>(text: &str) -> String {
        draw(&fen::parse::<R>(text).unwrap(), &[])
    }

    #[test]
    fn every_piece_stands_on_its_square() {
        let svg = drawing::<Russian>("W:Wa1,Kc3:Bb8,Kh2");
        assert!(svg.contains("<title>W:WK22,29:B1,K28</title>"), "{svg}");
        for piece in [
            "#piece-w\" x=\"48\" y=\"368\"",
            "#piece-W\" x=\"144\" y=\"272\"",
            "#piece-b\" x=\"96\" y=\"32\"",
            "#piece-B\" x=\"384\" y=\"320\"",
        ] {
            assert!(svg.contains(piece), "{piece} in {svg}");
        }
        assert_eq!(svg.matches("#piece-").count(), 4);
        assert!(svg.contains(">h</text>") && svg.contains(">8</text>"));
    }

    #[test]
    fn squares_have_their_own_numbers() {
        // Square 1 is h1 in Spanish draughts and b10 in international.
        let corner = |svg: &str, number: usize| {
            let end = svg.find(&format!(">{number}</text>")).unwrap();
            svg[svg[..end].rfind("<text").unwrap()..end].to_owned()
        };
        assert_eq!(corner(&board_part::<Spanish>(), 1), "<text x=\"347\" y=\"354\"");
        assert_eq!(corner(&board_part::<International>(), 1), "<text x=\"59\" y=\"18\"");
        assert_eq!(board_part::<International>().matches("<text").count(), 50);
        assert_eq!(board_part::<Turkish>().matches("h48v48h-48z").count(), 64);
    }

    #[test]
    fn the_last_move_shows_its_way() {
        let before = fen::parse::<International>("W:W38:B32,21").unwrap();
        let mv = before.moves()[0];
        let svg = draw(&before.play(mv), &[Trail::new(Role::Last, &before, mv)]);
        assert_eq!(svg.matches("#lit").count(), 2);
        assert_eq!(svg.matches("#taken").count(), 2);
        assert!(svg.contains("class=\"way last\" points=\"224,368 128,272 32,176\""), "{svg}");
    }

    #[test]
    fn a_drawing_brings_its_parts_along_and_nothing_from_outside() {
        let svg = drawing::<Turkish>("W:WK1,9:BK64");
        for (start, _) in svg.match_indices("href=\"#") {
            let id = svg[start + 7..].split('"').next().unwrap();
            assert!(svg.contains(&format!("id=\"{id}\"")), "{id}");
        }
        assert_eq!(svg.matches("http").count(), 1, "the namespace");
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    }
}
