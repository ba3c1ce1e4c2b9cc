//! Squares as text: numbers and algebraic names.

use super::cursor::Cursor;
use super::error::TextError;
use crate::board::{Corner, Geometry};

/// Reads a square number; `corner` is where square 1 is.
///
/// # Errors
///
/// When there is no number, or no square with that number.
pub(super) fn number<G: Geometry>(cursor: &mut Cursor, corner: Corner) -> Result<usize, TextError> {
    let start = *cursor;
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    digits
        .parse()
        .ok()
        .filter(|number| (1..=G::SQUARES).contains(number))
        .and_then(|number| G::bit_of_number(number, corner))
        .ok_or_else(|| start.expected(format_args!("a square from 1 to {}", G::SQUARES)))
}

/// Reads an algebraic name.
///
/// # Errors
///
/// When there is no name, or no playing square with that name.
pub(super) fn name<G: Geometry>(cursor: &mut Cursor) -> Result<usize, TextError> {
    let column = cursor.column();
    let mut name = String::from_iter(cursor.bump());
    name.push_str(cursor.take_while(|c| c.is_ascii_digit()));
    G::bit_of_name(&name).ok_or_else(|| {
        TextError::expected(column, format_args!("a playing square, as {}", example::<G>()), &name)
    })
}

/// The name of some playing square.
fn example<G: Geometry>() -> String {
    G::bit_at(2, 2).or_else(|| G::bit_at(3, 2)).map_or_else(String::new, G::name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board8, Full8x8};

    #[test]
    fn squares_are_read_and_refused() {
        let bit = |name: &str| Board8::bit_of_name(name).unwrap();
        let read = |text: &str| number::<Board8>(&mut Cursor::new(text), Corner::TopLeft);
        assert_eq!(read("32-"), Ok(bit("g1")));
        assert_eq!(read("032"), Ok(bit("g1")));
        for (text, found) in [("33", "'33'"), ("", "the end"), ("a1", "'a'"), ("99999999999999999999", "'9")]
        {
            assert!(read(text).unwrap_err().message.contains(found), "{text}");
        }
        let read = |text: &str| name::<Board8>(&mut Cursor::new(text));
        assert_eq!(read("A1x"), Ok(bit("a1")));
        assert_eq!(
            read("a2").unwrap_err().to_string(),
            "column 1: expected a playing square, as c3, found 'a2'"
        );
        assert_eq!(name::<Full8x8>(&mut Cursor::new("a2")), Ok(8));
    }
}
