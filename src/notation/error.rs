//! What is wrong with a text, and where.

use std::fmt::{self, Display};

/// Longest piece of foreign text that an error quotes, in characters.
const LONGEST_QUOTE: usize = 20;

/// A text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Where it goes wrong: the column of the character, the first one being 1.
    pub column: usize,
    /// What was expected there, and what was found.
    pub message: String,
}

impl TextError {
    pub(super) fn new(column: usize, message: impl Into<String>) -> Self {
        Self { column, message: message.into() }
    }

    /// "expected `wanted`, found `found`".
    pub(super) fn expected(column: usize, wanted: impl Display, found: &str) -> Self {
        Self::new(column, format!("expected {wanted}, found {}", quote(found)))
    }
}

impl Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// Foreign text between quotes, cut and with control characters escaped: an
/// error stays one line, whatever was sent.
pub(super) fn quote(text: &str) -> String {
    if text.is_empty() {
        return "the end".to_owned();
    }
    let (mut quoted, mut rest) = (String::from("'"), text.chars());
    for c in rest.by_ref().take(LONGEST_QUOTE) {
        match c {
            '\'' => quoted.push(c),
            _ => quoted.extend(c.escape_debug()),
        }
    }
    if rest.next().is_some() {
        quoted.push_str("..");
    }
    quoted + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_where_and_what() {
        let error = TextError::expected(7, "a square from 1 to 32", "99");
        assert_eq!(error.to_string(), "column 7: expected a square from 1 to 32, found '99'");
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote(""), "the end");
        assert_eq!(quote("a\u{1b}\n'"), "'a\\u{1b}\\n''");
        assert_eq!(quote(&"é".repeat(21)), format!("'{}..'", "é".repeat(20)));
    }
}
