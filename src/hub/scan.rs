//! The syntax of the Hub protocol: a line to its words. Knows no command.

use std::fmt::Write;

/// A line taken apart: `command key=value flag key="quoted value"`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The first word; empty for a blank line.
    pub command: String,
    /// What follows. The value of a flag is the empty string.
    pub arguments: Vec<(String, String)>,
}

impl Line {
    /// The last value of an argument.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().rev().find(|(key, _)| key == name).map(|(_, value)| &**value)
    }

    /// Takes a line apart. A backslash inside quotes keeps the next character
    /// from its meaning; blanks around `=` are allowed.
    ///
    /// # Errors
    ///
    /// When a quote is not closed.
    pub fn scan(text: &str) -> Result<Self, String> {
        let mut scanner = Scanner { chars: text.chars().peekable(), column: 0 };
        scanner.skip_blanks();
        let mut line = Self { command: scanner.word()?, arguments: Vec::new() };
        loop {
            scanner.skip_blanks();
            if scanner.chars.peek().is_none() {
                return Ok(line);
            }
            let key = scanner.word()?;
            scanner.skip_blanks();
            let value = if scanner.chars.peek() == Some(&'=') {
                scanner.advance();
                scanner.skip_blanks();
                scanner.word()?
            } else {
                String::new()
            };
            line.arguments.push((key, value));
        }
    }
}

struct Scanner<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    column: usize,
}

impl Scanner<'_> {
    fn advance(&mut self) -> Option<char> {
        self.column += 1;
        self.chars.next()
    }

    fn skip_blanks(&mut self) {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.advance();
        }
    }

    fn word(&mut self) -> Result<String, String> {
        let mut word = String::new();
        if self.chars.peek() == Some(&'"') {
            self.advance();
            let start = self.column;
            loop {
                match self.advance() {
                    None => return Err(format!("column {start}: the quote is not closed")),
                    Some('"') => return Ok(word),
                    Some('\\') => word.extend(self.advance()),
                    Some(c) => word.push(c),
                }
            }
        }
        while let Some(&c) = self.chars.peek() {
            if c.is_whitespace() || (c == '=' && !word.is_empty()) {
                break;
            }
            word.push(c);
            self.advance();
        }
        Ok(word)
    }
}

/// A value as it is written: in quotes where the syntax asks for them.
pub fn quote(value: &str) -> String {
    if !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c == '"' || c == '=') {
        return value.to_owned();
    }
    quoted(value)
}

/// A value in quotes.
pub fn quoted(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 2);
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                text.push('\\');
                text.push(c);
            }
            c if c.is_control() => {
                // A value never breaks its line.
                let _ = write!(text, "{}", c.escape_default());
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> (String, Vec<(String, String)>) {
        let line = Line::scan(text).unwrap();
        (line.command, line.arguments)
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|&(k, v)| (k.into(), v.into())).collect()
    }

    #[test]
    fn arguments_come_in_every_shape() {
        assert_eq!(scan(""), ("".into(), vec![]));
        assert_eq!(scan("  go   think \r"), ("go".into(), pairs(&[("think", "")])));
        assert_eq!(scan("a b=c d"), ("a".into(), pairs(&[("b", "c"), ("d", "")])));
        assert_eq!(
            scan(r#"set-param name="a b" value="c=\"d\"" e="""#),
            ("set-param".into(), pairs(&[("name", "a b"), ("value", "c=\"d\""), ("e", "")]))
        );
        assert_eq!(scan("a b = c"), ("a".into(), pairs(&[("b", "c")])));
        assert_eq!(scan("a b="), ("a".into(), pairs(&[("b", "")])));
        assert_eq!(scan("a =b"), ("a".into(), pairs(&[("=b", "")])));
    }

    #[test]
    fn an_open_quote_is_an_error_with_its_place() {
        assert_eq!(Line::scan("pos moves=\"1-2").unwrap_err(), "column 11: the quote is not closed");
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for value in ["", "a", "a b", "a=b", "\"", "\\", "a\\\"b c", "ü"] {
            let line = Line::scan(&format!("x y={} z=1", quote(value))).unwrap();
            assert_eq!(line.get("y"), Some(value));
            assert_eq!(line.get("z"), Some("1"));
        }
    }
}
