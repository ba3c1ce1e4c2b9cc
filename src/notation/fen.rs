//! Positions as PDN writes them: `W:W21,22,K30:B1,K2`.
//!
//! Side to move, then the pieces of each side by square, `K` before a king.

use super::cursor::Cursor;
use super::error::TextError;
use super::square;
use crate::board::{Geometry, Word};
use crate::position::{Kind, Position, PositionError};
use crate::rules::{Rules, Side};

/// Longest text that is read, in characters. The longest sensible one, 64 kings
/// by name, has a tenth of that.
const LONGEST: usize = 4096;

/// Reads a position. Squares are numbers as the rule set counts them
/// ([`Facts::corner`](crate::rules::Facts)), ranges of them (`1-12`) or
/// algebraic names; quotes, the whole tag `[FEN ".."]`, blanks, either order of
/// the sides, small letters, a full stop at the end and the counters of
/// lidraughts (`:H0:F1`, `:+0+0`) are all accepted.
///
/// # Errors
///
/// With the first column that does not fit, and what would.
pub fn parse<R: Rules>(text: &str) -> Result<Position<R>, TextError> {
    if text.chars().nth(LONGEST).is_some() {
        return Err(TextError::new(LONGEST + 1, format!("expected at most {LONGEST} characters")));
    }
    let mut cursor = Cursor::new(text);
    open(&mut cursor)?;
    let side = side(&mut cursor)?;
    let mut position = Position::empty(side);
    let mut lists = 0;
    cursor.skip_blanks();
    while cursor.eat(|c| c == ':') {
        lists += usize::from(field(&mut cursor, &mut position)?);
        cursor.skip_blanks();
    }
    if lists == 0 {
        return Err(cursor.expected("a list of pieces, ':W' or ':B' and squares"));
    }
    close(&mut cursor)?;
    Ok(position)
}

/// Writes a position with square numbers.
pub fn format<R: Rules>(position: &Position<R>) -> String {
    format_with(position, |bit| R::Board::number(bit, R::FACTS.corner).to_string())
}

/// Writes a position with algebraic names.
pub fn format_algebraic<R: Rules>(position: &Position<R>) -> String {
    format_with(position, R::Board::name)
}

fn format_with<R: Rules>(position: &Position<R>, name: impl Fn(usize) -> String) -> String {
    let mut text = String::from(position.side().letter());
    for side in [Side::White, Side::Black] {
        let mut bits: Vec<_> = position.pieces(side).bits().collect();
        bits.sort_by_key(|&bit| R::Board::number(bit, R::FACTS.corner));
        let pieces: Vec<_> = bits
            .into_iter()
            .map(|bit| if position.kings().contains(bit) { format!("K{}", name(bit)) } else { name(bit) })
            .collect();
        text.push(':');
        text.push(side.letter());
        text.push_str(&pieces.join(","));
    }
    text
}

/// Whatever may stand before a position.
fn open(cursor: &mut Cursor) -> Result<(), TextError> {
    cursor.skip_blanks();
    if cursor.eat(|c| c == '[') {
        cursor.skip_blanks();
        let start = *cursor;
        if !cursor.take_while(char::is_alphabetic).eq_ignore_ascii_case("fen") {
            return Err(start.expected("the tag FEN"));
        }
        cursor.skip_blanks();
    }
    cursor.eat(is_quote);
    cursor.skip_blanks();
    Ok(())
}

/// Whatever may stand behind a position.
fn close(cursor: &mut Cursor) -> Result<(), TextError> {
    cursor.eat(|c| c == '.');
    cursor.skip_blanks();
    cursor.eat(is_quote);
    cursor.skip_blanks();
    cursor.eat(|c| c == ']');
    cursor.skip_blanks();
    cursor.end()
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}

fn side(cursor: &mut Cursor) -> Result<Side, TextError> {
    let side = match cursor.peek() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => return Err(cursor.expected("the side to move, W or B")),
    };
    cursor.bump();
    Ok(side)
}

/// Reads what follows a colon. Was it a list of pieces?
fn field<R: Rules>(cursor: &mut Cursor, position: &mut Position<R>) -> Result<bool, TextError> {
    cursor.skip_blanks();
    let side = match cursor.peek() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        Some('H' | 'h' | 'F' | 'f' | '+') => {
            counter(cursor);
            return Ok(false);
        }
        None | Some(':' | '.' | '"' | '\'' | ']') => return Ok(false),
        _ => return Err(cursor.expected("the pieces of a side, W or B")),
    };
    cursor.bump();
    cursor.skip_blanks();
    if !cursor.peek().is_some_and(char::is_alphanumeric) {
        return Ok(true);
    }
    loop {
        item(cursor, side, position)?;
        cursor.skip_blanks();
        if !cursor.eat(|c| c == ',') {
            return Ok(true);
        }
        cursor.skip_blanks();
    }
}

/// Skips a counter of lidraughts: plies, move number, moves of a king.
fn counter(cursor: &mut Cursor) {
    cursor.bump();
    cursor.take_while(|c| c.is_ascii_digit() || c == '+');
}

/// Reads a piece or a range of pieces.
fn item<R: Rules>(cursor: &mut Cursor, side: Side, position: &mut Position<R>) -> Result<(), TextError> {
    let column = cursor.column();
    let kind = kind::<R>(cursor);
    if cursor.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
        let bit = square::name::<R::Board>(cursor)?;
        return put(position, side, kind, bit, column);
    }
    let first = square::number::<R::Board>(cursor, R::FACTS.corner)?;
    cursor.skip_blanks();
    let last = if cursor.eat(|c| c == '-') { range_end::<R>(cursor, kind, first)? } else { first };
    let number = |bit| R::Board::number(bit, R::FACTS.corner);
    for bit in (number(first)..=number(last)).filter_map(|n| R::Board::bit_of_number(n, R::FACTS.corner)) {
        put(position, side, kind, bit, column)?;
    }
    Ok(())
}

/// Reads the sign of a king, if there is one.
fn kind<R: Rules>(cursor: &mut Cursor) -> Kind {
    // Large boards have a file k: there only the capital is a king.
    let small = R::Board::FILES < 11;
    let king = cursor.eat(|c| c == 'K' || small && c == 'k');
    cursor.skip_blanks();
    if king { Kind::King } else { Kind::Man }
}

fn range_end<R: Rules>(cursor: &mut Cursor, kind: Kind, first: usize) -> Result<usize, TextError> {
    cursor.skip_blanks();
    let start = *cursor;
    if self::kind::<R>(cursor) == Kind::King && kind == Kind::Man {
        return Err(start.expected("a range of men, for it begins with one"));
    }
    let column = cursor.column();
    let last = square::number::<R::Board>(cursor, R::FACTS.corner)?;
    let (from, to) = (R::Board::number(first, R::FACTS.corner), R::Board::number(last, R::FACTS.corner));
    if from > to {
        return Err(TextError::expected(
            column,
            format_args!("a range that rises from {from}"),
            &to.to_string(),
        ));
    }
    Ok(last)
}

fn put<R: Rules>(
    position: &mut Position<R>,
    side: Side,
    kind: Kind,
    bit: usize,
    column: usize,
) -> Result<(), TextError> {
    position.put((side, kind), bit).map_err(|error| {
        let (number, name) = (R::Board::number(bit, R::FACTS.corner), R::Board::name(bit));
        let hint = match error {
            PositionError::Occupied(_) => "",
            PositionError::ManOnPromotionRow(..) => ", expected a king there",
        };
        TextError::new(column, format!("{error}, {number} ({name}){hint}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        english::English, international::International, russian::Russian, spanish::Spanish, turkish::Turkish,
    };

    fn round<R: Rules>(text: &str) -> String {
        format(&parse::<R>(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    fn error<R: Rules>(text: &str) -> String {
        parse::<R>(text).unwrap_err().to_string()
    }

    #[test]
    fn start_positions_are_canonical() {
        let start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(format(&Position::<Russian>::start()), start);
        assert_eq!(round::<Russian>("W:W21-32:B1-12"), start);
        assert_eq!(format(&Position::<English>::start()), start.replacen('W', "B", 1));
        assert!(format(&Position::<Spanish>::start()).starts_with("W:W1,2,3,4,5,"));
        assert_eq!(Position::<Turkish>::start(), parse("W:W9-24:B41-56").unwrap());
    }

    #[test]
    fn reading_is_lenient() {
        let wanted = "B:W21,K30:B1,K2";
        for text in [
            "B:W21,K30:B1,K2",
            "b:w21,k30:b1,k2",
            "B:BK2,1:WK30,21.",
            " B : W 21 , K 30 : B 1 , K2 . ",
            "\"B:W21,K30:B1,K2\"",
            "'B:W21,K30:B1,K2.'",
            "[FEN \"B:W21,K30:B1,K2\"]",
            "[ fen \"B:W21,K30:B1,K2\" ] ",
            "B:Wa3,Kc1:Bb8,Kd8",
            "B:WA3,kC1:B1,kd8",
            "B:W21,K30:B1,K2:H0:F1",
            "B:W21,K30:B1,K2:+0+0",
            "B:W21:WK30:B1,K2:",
            "B:B1:W21,K30:BK2-2",
        ] {
            assert_eq!(round::<Russian>(text), wanted, "{text}");
        }
        assert_eq!(round::<Russian>("W:W21"), "W:W21:B");
        assert_eq!(round::<Russian>("W:B:W"), "W:W:B");
        assert_eq!(round::<Russian>("W:WK1-K3:BK4-5"), "W:WK1,K2,K3:BK4,K5");
    }

    #[test]
    fn names_are_written_on_request() {
        let position = parse::<Turkish>("W:W9,K1:BK64").unwrap();
        assert_eq!(format(&position), "W:WK1,9:BK64");
        assert_eq!(format_algebraic(&position), "W:WKa1,a2:BKh8");
        assert_eq!(parse(&format_algebraic(&position)), Ok(position));
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, wanted) in [
            ("", "column 1: expected the side to move, W or B, found the end"),
            ("?:W1", "column 1: expected the side to move, W or B, found '?'"),
            ("W", "column 2: expected a list of pieces, ':W' or ':B' and squares, found the end"),
            ("W:W21,99:B1", "column 7: expected a square from 1 to 32, found '99'"),
            ("W:W0", "column 4: expected a square from 1 to 32, found '0'"),
            ("W:W21,:B1", "column 7: expected a square from 1 to 32, found ':'"),
            ("W:W22-21", "column 7: expected a range that rises from 22, found '21'"),
            ("W:W22-K23", "column 7: expected a range of men, for it begins with one, found 'K'"),
            ("W:Wa2", "column 4: expected a playing square, as c3, found 'a2'"),
            ("W:W21,21", "column 7: two pieces on one square, 21 (a3)"),
            ("W:W21:B21", "column 8: two pieces on one square, 21 (a3)"),
            ("W:W21,1", "column 7: a white man on its promotion row, 1 (b8), expected a king there"),
            ("W:B32", "column 4: a black man on its promotion row, 32 (g1), expected a king there"),
            ("W:X21", "column 3: expected the pieces of a side, W or B, found 'X'"),
            ("W:W21:Z1", "column 7: expected the pieces of a side, W or B, found 'Z'"),
            ("W:W21 B1", "column 7: expected the end, found 'B'"),
            ("[FAN \"W:W21\"]", "column 2: expected the tag FEN, found 'F'"),
        ] {
            assert_eq!(error::<Russian>(text), wanted, "{text}");
        }
        assert!(error::<International>("W:Wa99").contains("'a99'"));
    }

    #[test]
    fn endless_text_is_refused_early() {
        let text = "W:W21".to_owned() + &",".repeat(1 << 20);
        assert_eq!(parse::<Russian>(&text).unwrap_err().column, LONGEST + 1);
    }
}
