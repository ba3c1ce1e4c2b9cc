//! A place in a text that is being read.

use super::error::TextError;
use std::fmt::Display;

/// What is left of a text, and the column it starts at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// The start of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    /// The column of the next character, from 1.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character.
    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        self.column += 1;
        Some(next)
    }

    /// Takes the next character if it fits.
    pub(super) fn eat(&mut self, fits: impl Fn(char) -> bool) -> bool {
        let fitting = self.peek().is_some_and(fits);
        if fitting {
            self.bump();
        }
        fitting
    }

    /// Takes characters as long as they fit.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.column += taken.chars().count();
        taken
    }

    /// Takes blanks.
    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// "expected `wanted`", with what is here instead.
    pub(super) fn expected(&self, wanted: impl Display) -> TextError {
        let digits = self.rest.chars().take_while(char::is_ascii_digit).count();
        let end = match digits {
            0 => self.peek().map_or(0, char::len_utf8),
            _ => digits,
        };
        TextError::expected(self.column, wanted, &self.rest[..end])
    }

    /// Refuses anything but the end of the text.
    pub(super) fn end(&self) -> Result<(), TextError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut cursor = Cursor::new("é  12x");
        assert_eq!(cursor.bump(), Some('é'));
        cursor.skip_blanks();
        assert_eq!((cursor.column(), cursor.peek()), (4, Some('1')));
        assert_eq!(cursor.expected("a").to_string(), "column 4: expected a, found '12'");
        assert_eq!(cursor.take_while(|c| c.is_ascii_digit()), "12");
        assert!(cursor.end().is_err());
        assert!(cursor.eat(|c| c == 'x') && !cursor.eat(|_| true));
        assert_eq!((cursor.bump(), cursor.column(), cursor.end()), (None, 7, Ok(())));
    }
}
