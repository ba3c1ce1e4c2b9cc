//! Positions and moves as the Hub protocol writes them.
//!
//! A position is the side to move and one character for each square, the top
//! row first. A move is `from-to`, or `fromxtoxtakenxtaken..` for a capture.

use super::cursor::Cursor;
use super::error::{TextError, quote};
use super::square;
use crate::board::{Corner, Geometry, Word};
use crate::position::{Kind, Move, Piece, Position};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};

/// The order of squares in a position, on every board.
const ORDER: Corner = Corner::TopLeft;

/// Longest move that is read, in squares: no capture touches or takes as many.
const LONGEST_MOVE: usize = 160;

/// How many moves an error lists.
const LISTED: usize = 8;

/// Writes a position.
pub fn format_position<R: Rules>(position: &Position<R>) -> String {
    write_position(position, false)
}

/// Reads a position.
///
/// # Errors
///
/// With the first column that does not fit, and what would.
pub fn parse_position<R: Rules>(text: &str) -> Result<Position<R>, TextError> {
    read_position(text, false)
}

/// Writes a position, on request turned by 180° with the colours changed.
pub(super) fn write_position<R: Rules>(position: &Position<R>, turned: bool) -> String {
    let squares = (0..R::Board::SQUARES).map(|index| {
        let piece = square_at::<R>(index, turned).and_then(|bit| position.piece_at(bit));
        letter(piece.map(|(side, kind)| (seen(side, turned), kind)))
    });
    std::iter::once(seen(position.side(), turned).letter()).chain(squares).collect()
}

/// Reads what [`write_position`] writes.
pub(super) fn read_position<R: Rules>(text: &str, turned: bool) -> Result<Position<R>, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    let side = match cursor.peek() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => return Err(cursor.expected("the side to move, W or B")),
    };
    cursor.bump();
    let mut position = Position::empty(seen(side, turned));
    for index in 0..R::Board::SQUARES {
        let column = cursor.column();
        let piece = match cursor.peek() {
            Some('w') => Some((Side::White, Kind::Man)),
            Some('W') => Some((Side::White, Kind::King)),
            Some('b') => Some((Side::Black, Kind::Man)),
            Some('B') => Some((Side::Black, Kind::King)),
            Some('e') => None,
            Some(c) if !c.is_whitespace() => return Err(cursor.expected("one of the letters w, b, W, B, e")),
            _ => return Err(wrong_length::<R>(column, index)),
        };
        cursor.bump();
        if let (Some((side, kind)), Some(bit)) = (piece, square_at::<R>(index, turned)) {
            position
                .put((seen(side, turned), kind), bit)
                .map_err(|error| TextError::new(column, format!("{error}, {}", R::Board::name(bit))))?;
        }
    }
    let column = cursor.column();
    let more = cursor.take_while(|c| !c.is_whitespace()).chars().count();
    if more > 0 {
        return Err(wrong_length::<R>(column, R::Board::SQUARES + more));
    }
    cursor.skip_blanks();
    cursor.end()?;
    Ok(position)
}

fn wrong_length<R: Rules>(column: usize, got: usize) -> TextError {
    let message = format!("expected {} squares after the side to move, found {got}", R::Board::SQUARES);
    TextError::new(column, message)
}

/// The square with a place in the text.
fn square_at<R: Rules>(index: usize, turned: bool) -> Option<usize> {
    let number = if turned { R::Board::SQUARES - index } else { index + 1 };
    R::Board::bit_of_number(number, ORDER)
}

fn seen(side: Side, turned: bool) -> Side {
    if turned { side.other() } else { side }
}

fn letter(piece: Option<Piece>) -> char {
    match piece {
        None => 'e',
        Some((Side::White, Kind::Man)) => 'w',
        Some((Side::White, Kind::King)) => 'W',
        Some((Side::Black, Kind::Man)) => 'b',
        Some((Side::Black, Kind::King)) => 'B',
    }
}

/// Writes a move; `corner` is where square 1 is (`TopLeft` in the protocol).
/// Taken squares come in rising order.
pub fn format_move<R: Rules>(mv: Move<R>, corner: Corner) -> String {
    let number = |bit| R::Board::number(bit, corner);
    let sign = if mv.is_capture() { 'x' } else { '-' };
    let mut text = format!("{}{sign}{}", number(mv.from()), number(mv.to()));
    let mut taken: Vec<_> = mv.taken().bits().map(number).collect();
    taken.sort_unstable();
    for square in taken {
        text.push_str(&format!("x{square}"));
    }
    text
}

/// Finds the legal move that a text names.
///
/// Understood are, in this order: the form of the protocol with the taken
/// squares in any order; every square the piece touches (`4x27x38x15`); start
/// and end alone, if no other legal move shares them. The signs `-`, `x` and
/// `:` all read the same.
///
/// # Errors
///
/// When the text is no move, names no legal move, or names several.
pub fn parse_move<R: Rules>(text: &str, legal: &[Move<R>], corner: Corner) -> Result<Move<R>, TextError> {
    let squares = read_squares::<R>(text, corner)?;
    let (from, to) = (squares[0], squares[1]);
    let last = squares[squares.len() - 1];
    let find = |fits: &dyn Fn(&Move<R>) -> bool| -> Vec<Move<R>> {
        legal.iter().copied().filter(|mv| mv.from() == from && fits(mv)).collect()
    };
    let mut found = find(&|mv| mv.to() == to && takes(mv, &squares[2..]));
    if found.is_empty() {
        found = find(&|mv| mv.to() == last && follows(mv, &squares));
    }
    if found.is_empty() && squares.len() == 2 {
        found = find(&|mv| mv.to() == to);
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(not_legal(text, from, legal, corner)),
        _ => Err(ambiguous(text, &found, |mv| format_move(mv, corner))),
    }
}

/// Reads the squares of a move, two at least.
fn read_squares<R: Rules>(text: &str, corner: Corner) -> Result<Vec<usize>, TextError> {
    let mut cursor = Cursor::new(text);
    let mut squares = Vec::new();
    loop {
        cursor.skip_blanks();
        squares.push(square::number::<R::Board>(&mut cursor, corner)?);
        cursor.skip_blanks();
        let signed = cursor.eat(|c| matches!(c, '-' | 'x' | 'X' | ':'));
        if !signed && squares.len() >= 2 {
            return cursor.end().map(|()| squares);
        }
        if !signed {
            return Err(cursor.expected("'-' or 'x' and a square"));
        }
        if squares.len() == LONGEST_MOVE {
            return Err(cursor.expected("the end of the move"));
        }
    }
}

/// Does the move take just these squares, in whatever order?
fn takes<R: Rules>(mv: &Move<R>, squares: &[usize]) -> bool {
    let set = squares.iter().fold(Squares::<R>::EMPTY, |set, &bit| set | Squares::<R>::bit(bit));
    set == mv.taken() && set.count() == squares.len()
}

/// Is this a way to make the capture: from square to square in straight lines,
/// with one more piece taken on each?
fn follows<R: Rules>(mv: &Move<R>, squares: &[usize]) -> bool {
    let mut left = mv.taken();
    let each_takes_one = squares.windows(2).all(|pair| {
        let jumped = between::<R>(pair[0], pair[1]) & left;
        left &= !jumped;
        jumped.count() == 1
    });
    each_takes_one && left.is_empty()
}

/// The squares between two squares of one line; none if they are not in line.
fn between<R: Rules>(from: usize, to: usize) -> Squares<R> {
    let rays = R::Board::RAYS;
    (0..8)
        .find(|&dir| rays[from][dir].contains(to))
        .map_or(Squares::<R>::EMPTY, |dir| rays[from][dir] & !rays[to][dir] & !Squares::<R>::bit(to))
}

fn not_legal<R: Rules>(text: &str, from: usize, legal: &[Move<R>], corner: Corner) -> TextError {
    let mut known: Vec<_> =
        legal.iter().filter(|mv| mv.from() == from).map(|&mv| format_move(mv, corner)).collect();
    let start = R::Board::number(from, corner);
    let hint = if known.is_empty() {
        format!("nothing can move from {start}")
    } else {
        format!("from {start} expected {}", one_of(&mut known))
    };
    TextError::new(1, format!("{} is not a legal move here: {hint}", quote(text.trim())))
}

/// An error that counts and names the moves a text may mean.
pub(super) fn ambiguous<R: Rules>(
    text: &str,
    found: &[Move<R>],
    name: impl Fn(Move<R>) -> String,
) -> TextError {
    let mut names: Vec<_> = found.iter().map(|&mv| name(mv)).collect();
    let count = names.len();
    let message = format!("{} may be {count} moves, expected {}", quote(text.trim()), one_of(&mut names));
    TextError::new(1, message)
}

/// The first few of a list of moves, in words.
pub(super) fn one_of(moves: &mut Vec<String>) -> String {
    moves.sort_unstable();
    let more = if moves.len() > LISTED { " .." } else { "" };
    moves.truncate(LISTED);
    moves.join(" or ") + more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::{
        international::International, italian::Italian, russian::Russian, spanish::Spanish, turkish::Turkish,
    };

    fn mv<R: Rules>(position: &str, text: &str) -> Result<String, String> {
        let position: Position<R> = fen::parse(position).unwrap();
        parse_move(text, &position.moves(), Corner::TopLeft)
            .map(|mv| format_move(mv, Corner::TopLeft))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn start_positions() {
        assert_eq!(
            format_position(&Position::<International>::start()),
            format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20))
        );
        assert_eq!(
            format_position(&Position::<Turkish>::start()),
            format!("W{0}{1}{0}{0}{2}{0}", "e".repeat(8), "b".repeat(16), "w".repeat(16))
        );
    }

    #[test]
    fn squares_are_counted_from_the_top_on_every_board() {
        // Square 1 of the Spanish game is h1: the last character.
        let position: Position<Spanish> = fen::parse("W:W1:BK32").unwrap();
        assert_eq!(format_position(&position), format!("WB{}w", "e".repeat(30)));
        assert_eq!(parse_position(&format_position(&position)), Ok(position));
        let position: Position<Italian> = fen::parse("B:W32:BK1").unwrap();
        assert_eq!(format_position(&position), format!("BB{}w", "e".repeat(30)));
    }

    #[test]
    fn bad_positions_say_where_and_what() {
        let error = |text: &str| parse_position::<Russian>(text).unwrap_err().to_string();
        let empty = "e".repeat(32);
        assert_eq!(error(""), "column 1: expected the side to move, W or B, found the end");
        assert_eq!(error(&empty), "column 1: expected the side to move, W or B, found 'e'");
        assert_eq!(error("W"), "column 2: expected 32 squares after the side to move, found 0");
        assert_eq!(
            error(&format!("W{empty}ee")),
            "column 34: expected 32 squares after the side to move, found 34"
        );
        assert_eq!(error("Wex"), "column 3: expected one of the letters w, b, W, B, e, found 'x'");
        assert_eq!(error(&format!("Ww{}", &empty[1..])), "column 2: a white man on its promotion row, b8");
        assert_eq!(error(&format!("W{empty} w")), "column 35: expected the end, found 'w'");
    }

    #[test]
    fn captures_are_read_in_every_form() {
        let single = "W:W28:B22,23";
        for text in ["28x19x23", "28x19", "28-19", "28:19", " 28 X 19 ", "28x19x23 "] {
            assert_eq!(mv::<International>(single, text).as_deref(), Ok("28x19x23"), "{text}");
        }
        let double = "W:W38:B32,21";
        for text in ["38x27x32", "38x16x21x32", "38x16x32x21", "38x27x16", "38-16", "38x16"] {
            let result = mv::<International>(double, text);
            match text {
                "38x27x32" => assert!(result.is_err()),
                _ => assert_eq!(result.as_deref(), Ok("38x16x21x32"), "{text}"),
            }
        }
    }

    #[test]
    fn a_capture_may_end_where_it_began() {
        let position = "W:WK20:BK5,16,18,K21,K24,26,K29";
        let circle = "20x20x16x18x24x26";
        assert_eq!(mv::<Russian>(position, circle).as_deref(), Ok(circle));
    }

    #[test]
    fn bad_moves_say_where_and_what() {
        let error = |text: &str| mv::<International>("W:W28,K50:B22,23", text).unwrap_err();
        assert_eq!(error(""), "column 1: expected a square from 1 to 50, found the end");
        assert_eq!(error("28"), "column 3: expected '-' or 'x' and a square, found the end");
        assert_eq!(error("28x"), "column 4: expected a square from 1 to 50, found the end");
        assert_eq!(error("28x51"), "column 4: expected a square from 1 to 50, found '51'");
        assert_eq!(error("28-19!"), "column 6: expected the end, found '!'");
        assert_eq!(error("50-45"), "column 1: '50-45' is not a legal move here: nothing can move from 50");
        assert!(error("28-32").ends_with("from 28 expected 28x17x22 or 28x19x23"), "{}", error("28-32"));
        assert!(error(&"1x".repeat(1 << 20)).contains("expected the end of the move"));
    }
}
