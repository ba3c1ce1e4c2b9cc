//! A text cut into fields of fixed width, counted in characters.

use std::ops::RangeInclusive;

/// What is left of a message.
pub(super) struct Fields<'a> {
    rest: &'a str,
}

impl<'a> Fields<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// The next `width` characters.
    ///
    /// # Errors
    ///
    /// When there are fewer.
    pub(super) fn text(&mut self, what: &str, width: usize) -> Result<&'a str, String> {
        let mut ends = self.rest.char_indices().map(|(start, c)| start + c.len_utf8());
        let Some(end) = ends.nth(width - 1) else {
            return Err(format!("{what} has {width} characters, found {}", self.rest.chars().count()));
        };
        let (field, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(field)
    }

    /// The next `width` characters as a number; blanks before it are forgiven.
    ///
    /// # Errors
    ///
    /// When they are none, or one out of the range.
    pub(super) fn number(
        &mut self,
        what: &str,
        width: usize,
        range: RangeInclusive<u16>,
    ) -> Result<u16, String> {
        let text = self.text(what, width)?;
        let digits = text.trim_start_matches(' ');
        let number = if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("{what} is a number from {least} to {most}, found '{}'", text.escape_default())
        })
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Nothing is left but blanks.
    ///
    /// # Errors
    ///
    /// When there is more.
    pub(super) fn end(&self) -> Result<(), String> {
        match self.rest.trim() {
            "" => Ok(()),
            more => Err(format!("expected the end, found '{}'", more.escape_default())),
        }
    }
}
