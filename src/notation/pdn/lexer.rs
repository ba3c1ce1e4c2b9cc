//! The tokens of a PDN file.

use super::source::Source;
use std::io::BufRead;

/// Longest tag name, move, number or result that is read, in bytes.
const LONGEST_WORD: usize = 200;

/// How far ahead a tag is recognised, in bytes.
const TAG_AHEAD: usize = 64;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A move, number or result.
    Word(String),
    Comment(String),
    Nag(u8),
    /// `[`, which has not been taken yet.
    Tag,
    /// `(`
    Open,
    /// `)`
    Close,
    End,
}

/// The tokens of a file, and what stands between them.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    source: Source<R>,
    /// The line of the last token.
    line: u64,
    /// Was the last token the first of its line?
    first_on_line: bool,
    /// Was there an empty line before the last token?
    after_blank_line: bool,
    /// No token may go beyond this byte.
    limit: u64,
}

impl<R: BufRead> Lexer<R> {
    /// The start of a file.
    pub(super) fn new(input: R) -> Self {
        let mut source = Source::new(input);
        if source.ahead(3) == b"\xEF\xBB\xBF" {
            source.skip(3);
        }
        Self { source, line: 1, first_on_line: true, after_blank_line: false, limit: u64::MAX }
    }

    pub(super) fn source(&mut self) -> &mut Source<R> {
        &mut self.source
    }

    pub(super) fn line(&self) -> u64 {
        self.line
    }

    pub(super) fn is_first_on_line(&self) -> bool {
        self.first_on_line
    }

    pub(super) fn is_after_blank_line(&self) -> bool {
        self.after_blank_line
    }

    /// Sets how many bytes from here the following tokens may take.
    pub(super) fn allow(&mut self, bytes: u64) {
        self.limit = self.source.taken().saturating_add(bytes);
    }

    /// Has more been read than is allowed?
    pub(super) fn is_over_limit(&self) -> bool {
        self.source.taken() > self.limit
    }

    /// Takes blanks and lines that begin with `%`.
    pub(super) fn skip_blanks(&mut self) {
        let mut ends = 0;
        let mut first = self.source.is_line_start();
        while let Some(byte) = self.source.peek() {
            match byte {
                b'\n' => ends += 1,
                b'%' if self.source.is_line_start() => {
                    self.take_line();
                    continue;
                }
                _ if byte.is_ascii_whitespace() || byte == 0xA0 || byte < b' ' => {}
                _ => break,
            }
            self.source.bump();
            first |= byte == b'\n';
        }
        self.first_on_line = first;
        self.after_blank_line = ends >= 2;
        self.line = self.source.line();
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token, String> {
        self.skip_blanks();
        let Some(byte) = self.source.peek() else { return Ok(Token::End) };
        if byte == b'[' {
            return Ok(Token::Tag);
        }
        if let Some(nag) = self.mark(byte) {
            return Ok(nag);
        }
        match byte {
            b'{' => self.comment().map(Token::Comment),
            b';' => {
                self.source.bump();
                Ok(Token::Comment(text(&self.take_line())))
            }
            b'$' => self.nag(),
            b'(' => Ok(self.single(Token::Open)),
            b')' => Ok(self.single(Token::Close)),
            b'}' | b']' | b'"' => {
                self.source.bump();
                Err(format!("expected a move, found '{}'", byte as char))
            }
            _ => self.word().map(Token::Word),
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.source.bump();
        token
    }

    /// Reads a mark of a move's strength, also in parentheses.
    fn mark(&mut self, byte: u8) -> Option<Token> {
        let is_mark = |byte: &u8| matches!(byte, b'!' | b'?');
        let open = usize::from(byte == b'(');
        if open == 0 && !is_mark(&byte) {
            return None;
        }
        let ahead = self.source.ahead(open + 4);
        let marks = ahead[open..].iter().take_while(|byte| is_mark(byte)).count();
        let closed = open == 0 || ahead.get(open + marks) == Some(&b')');
        if marks == 0 || !closed {
            return None;
        }
        let nag = match &ahead[open..open + marks] {
            b"!" => 1,
            b"?" => 2,
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', b'?', ..] => 5,
            _ => 6,
        };
        self.source.skip(marks + 2 * open);
        while open == 0 && self.source.peek().is_some_and(|byte| is_mark(&byte)) {
            self.source.bump();
        }
        Some(Token::Nag(nag))
    }

    fn nag(&mut self) -> Result<Token, String> {
        self.source.bump();
        let mut number = 0u32;
        let mut digits = 0;
        while let Some(byte) = self.source.peek().filter(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            digits += 1;
            self.source.bump();
        }
        match u8::try_from(number) {
            Ok(nag) if digits > 0 => Ok(Token::Nag(nag)),
            _ => Err("expected a number from 0 to 255 after '$'".to_owned()),
        }
    }

    fn word(&mut self) -> Result<String, String> {
        let mut bytes = Vec::with_capacity(8);
        while let Some(byte) = self.source.peek() {
            if ends_word(byte) {
                break;
            }
            if bytes.len() == LONGEST_WORD {
                let start: String = text(&bytes).chars().take(20).collect();
                return Err(format!("expected a move, found '{start}..'"));
            }
            bytes.push(byte);
            self.source.bump();
        }
        Ok(decode(bytes))
    }

    /// Reads a comment in braces.
    fn comment(&mut self) -> Result<String, String> {
        self.source.bump();
        let mut bytes = Vec::new();
        loop {
            if self.source.is_line_start() && self.is_tag() {
                return Err("the comment is not closed: expected '}' before the next tag".to_owned());
            }
            if self.is_over_limit() {
                return Ok(text(&bytes));
            }
            match self.source.bump() {
                Some(b'}') => return Ok(text(&bytes)),
                Some(byte) => bytes.push(byte),
                None => return Err("the comment is not closed: expected '}'".to_owned()),
            }
        }
    }

    /// Does a tag begin here?
    pub(super) fn is_tag(&mut self) -> bool {
        if self.source.peek() != Some(b'[') {
            return false;
        }
        let ahead = self.source.ahead(TAG_AHEAD);
        let name = ahead[1..].iter().take_while(|byte| is_name(**byte)).count();
        let rest = &ahead[1 + name..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        name > 0 && rest.get(blanks) == Some(&b'"')
    }

    /// Reads a tag: its name and its value.
    pub(super) fn tag(&mut self) -> Result<(String, String), String> {
        self.source.bump();
        let mut bytes = Vec::new();
        let mut open = false;
        loop {
            let byte = match self.source.peek() {
                None | Some(b'\n') => break,
                Some(byte) => byte,
            };
            self.source.bump();
            if self.is_over_limit() {
                break;
            }
            if byte == b']' && (!open || closes_value(&bytes)) {
                return split_tag(&bytes);
            }
            open |= byte == b'"';
            bytes.push(byte);
        }
        // A value that ends with a backslash looks as if it went on.
        match bytes.iter().rposition(|&byte| byte == b']') {
            Some(end) => split_tag(&bytes[..end]),
            None => Err("the tag is not closed: expected '\"]' at its end".to_owned()),
        }
    }

    /// Takes the rest of the line, its end not included.
    pub(super) fn take_line(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.source.peek().filter(|&byte| byte != b'\n') {
            if !self.is_over_limit() {
                bytes.push(byte);
            }
            self.source.bump();
        }
        bytes
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn ends_word(byte: u8) -> bool {
    byte <= b' '
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'"' | b'$' | b'!' | b'?' | 0x7F)
}

/// Does the text of a tag, up to a `]`, end its value?
fn closes_value(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_end();
    let Some(before) = bytes.strip_suffix(b"\"") else { return false };
    let first = bytes.iter().position(|&byte| byte == b'"');
    let slashes = before.iter().rev().take_while(|&&byte| byte == b'\\').count();
    first != Some(before.len()) && slashes % 2 == 0
}

/// The name and the value of a tag, from the text between its brackets.
fn split_tag(bytes: &[u8]) -> Result<(String, String), String> {
    let bytes = bytes.trim_ascii();
    let name = bytes.iter().take_while(|&&byte| is_name(byte)).count();
    if name == 0 || name > LONGEST_WORD {
        return Err("expected the name of a tag after '['".to_owned());
    }
    let value = bytes[name..].trim_ascii();
    let inner = value.strip_prefix(b"\"").map(|inner| inner.strip_suffix(b"\"").unwrap_or(inner));
    let value = inner.map_or_else(|| value.to_vec(), unescaped);
    Ok((decode(bytes[..name].to_vec()), text(&value)))
}

fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut escaped = false;
    for &byte in value {
        if escaped {
            if !matches!(byte, b'"' | b'\\') {
                bytes.push(b'\\');
            }
            bytes.push(byte);
            escaped = false;
        } else if byte == b'\\' {
            escaped = true;
        } else {
            bytes.push(byte);
        }
    }
    if escaped {
        bytes.push(b'\\');
    }
    bytes
}

/// Text with each run of blanks as a single one, and none at its ends.
fn text(bytes: &[u8]) -> String {
    let text = decode(bytes.to_vec());
    let mut words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let mut joined = words.next().unwrap_or("").to_owned();
    for word in words {
        joined.push(' ');
        joined.push_str(word);
    }
    joined
}

/// Bytes as text: UTF-8, or what most old programs wrote, Windows-1252.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&b| windows_1252(b)).collect())
}

fn windows_1252(byte: u8) -> char {
    const FROM_0X80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => FROM_0X80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
