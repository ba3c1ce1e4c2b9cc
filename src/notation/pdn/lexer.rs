//! The tokens of a PDN file.

use super::source::Source;
use super::tag;
use super::text::{decode, tidy};
use super::words::LONGEST_WORD;
use std::io::BufRead;

/// Most digits of a numeric annotation glyph.
const LONGEST_NAG: usize = 5;

/// How far ahead a tag or a remark is recognised, in bytes.
const AHEAD: usize = 64;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A move, number or result; its text is [`Lexer::word`].
    Word,
    Comment(String),
    Nag(u8),
    /// What stands between slashes: the set-up of a position.
    SetUp(String),
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
    /// The last word.
    word: String,
    /// The bytes of the token being read.
    bytes: Vec<u8>,
    /// The line of the last token.
    line: u64,
    /// Was the last token the first of its line?
    first_on_line: bool,
    /// Was there an empty line before the last token?
    after_blank_line: bool,
    /// Where the tokens that are kept have to end; none: they are not kept.
    limit: Option<u64>,
}

impl<R: BufRead> Lexer<R> {
    /// The start of a file.
    pub(super) fn new(input: R) -> Self {
        let mut source = Source::new(input);
        if source.ahead(3) == b"\xEF\xBB\xBF" {
            source.skip_mark();
        }
        Self {
            source,
            word: String::new(),
            bytes: Vec::new(),
            line: 1,
            first_on_line: true,
            after_blank_line: false,
            limit: None,
        }
    }

    /// What the tokens come from.
    pub(super) fn source(&mut self) -> &mut Source<R> {
        &mut self.source
    }

    /// The text of the last [`Token::Word`].
    pub(super) fn word(&self) -> &str {
        &self.word
    }

    /// Takes the text of the last [`Token::Word`], to give it back later.
    pub(super) fn take_word(&mut self) -> String {
        std::mem::take(&mut self.word)
    }

    /// Gives back what [`Lexer::take_word`] took.
    pub(super) fn give_word(&mut self, word: String) {
        self.word = word;
    }

    /// The line of the last token.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Was the last token the first of its line?
    pub(super) fn is_first_on_line(&self) -> bool {
        self.first_on_line
    }

    /// Was there an empty line before the last token?
    pub(super) fn is_after_blank_line(&self) -> bool {
        self.after_blank_line
    }

    /// Keeps what the tokens from here say, as long as they take no more than so
    /// many bytes.
    pub(super) fn keep(&mut self, bytes: u64) {
        self.limit = Some(self.source.taken().saturating_add(bytes));
    }

    /// Keeps nothing of the tokens from here.
    pub(super) fn discard(&mut self) {
        self.limit = None;
    }

    /// Has more been read than may be kept?
    pub(super) fn is_over_limit(&self) -> bool {
        self.limit.is_some_and(|limit| self.source.taken() > limit)
    }

    /// How many bytes a token may have.
    fn room(&self) -> usize {
        let room = self.limit.map_or(0, |limit| limit.saturating_sub(self.source.taken()));
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// Takes blanks and lines that begin with `%`, blanks aside.
    pub(super) fn skip_blanks(&mut self) {
        let mut ends = 0;
        self.first_on_line = self.source.is_line_start();
        while let Some(byte) = self.source.peek() {
            match byte {
                b'\n' => {
                    ends += 1;
                    self.first_on_line = true;
                }
                b'%' if self.first_on_line => {
                    self.skip_line();
                    continue;
                }
                0..=b' ' | 0x7F => {}
                _ => break,
            }
            self.source.bump();
        }
        self.after_blank_line = ends >= 2;
        self.line = self.source.line();
    }

    /// Takes blanks of this line. Is this its end?
    pub(super) fn ends_line(&mut self) -> bool {
        while !self.source.take_some(|byte| matches!(byte, b' ' | b'\t')).is_empty() {}
        matches!(self.source.peek(), None | Some(b'\n'))
    }

    /// At the end of a line: does an empty line, a tag or nothing follow?
    pub(super) fn is_last_of_paragraph(&mut self) -> bool {
        let ahead = self.source.ahead(AHEAD);
        let mut rest = ahead.trim_ascii_start();
        let ends = ahead[..ahead.len() - rest.len()].iter().filter(|&&byte| byte == b'\n').count();
        rest = &rest[..rest.len().min(1)];
        ends >= 2 || rest.is_empty() || rest == b"["
    }

    /// The next token. An error says what was expected instead.
    pub(super) fn next(&mut self) -> Result<Token, String> {
        self.skip_blanks();
        let Some(byte) = self.source.peek() else { return Ok(Token::End) };
        match byte {
            b'[' => Ok(Token::Tag),
            b'{' => self.comment().map(Token::Comment),
            b';' => Ok(Token::Comment(self.line_comment())),
            b'$' => self.nag(),
            b'!' | b'?' => Ok(Token::Nag(self.mark(0))),
            b'(' => self.open(),
            b')' => Ok(self.single(Token::Close)),
            b'/' => self.set_up(),
            b'}' | b']' | b'"' => {
                self.source.bump();
                Err(format!("expected a move, found '{}'", byte as char))
            }
            _ => self.read_word(),
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.source.bump();
        token
    }

    /// Reads a parenthesis: around a mark, around a remark, or of a variation.
    fn open(&mut self) -> Result<Token, String> {
        let ahead = self.source.ahead(AHEAD);
        let inside = ahead[1..].trim_ascii_start();
        if let Some(end) = ahead.iter().position(|&byte| byte == b')')
            && end > 1
            && ahead[1..end].iter().all(|&byte| is_mark(byte))
        {
            return Ok(Token::Nag(self.mark(1)));
        }
        let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let letters = inside.iter().take_while(is_letter).count();
        let is_word = inside.get(letters).is_none_or(|byte| b" \t\r\n,.')".contains(byte));
        if letters > 0 && is_word { self.remark().map(Token::Comment) } else { Ok(self.single(Token::Open)) }
    }

    /// Reads a mark of a move's strength, in parentheses or not, of which there may
    /// be `parentheses` on each side.
    fn mark(&mut self, parentheses: usize) -> u8 {
        self.source.skip(parentheses);
        self.bytes.clear();
        let mut bytes = std::mem::take(&mut self.bytes);
        while self.source.take_while(&mut bytes, 2, is_mark) {}
        let nag = match bytes[..] {
            [b'!'] => 1,
            [b'?'] => 2,
            [b'!', b'!'] => 3,
            [b'?', b'?'] => 4,
            [b'!', _] => 5,
            _ => 6,
        };
        self.bytes = bytes;
        self.source.skip(parentheses);
        nag
    }

    /// Reads a numeric annotation glyph. Programs have numbers of their own beyond
    /// those of the standard, which are kept as a remark.
    fn nag(&mut self) -> Result<Token, String> {
        self.source.bump();
        let digits = self.some(LONGEST_NAG, |byte| byte.is_ascii_digit());
        if !(1..=LONGEST_NAG).contains(&digits.len()) {
            return Err("expected a number after '$'".to_owned());
        }
        let digits = decode(digits);
        Ok(digits.parse().map_or_else(|_| Token::Comment(format!("${digits}")), Token::Nag))
    }

    /// Reads bytes of one line as long as they fit; of too many, none more than
    /// one above the limit.
    fn some(&mut self, limit: usize, fits: impl Fn(u8) -> bool + Copy) -> &[u8] {
        self.bytes.clear();
        while self.source.take_while(&mut self.bytes, limit + 1, fits) {}
        &self.bytes
    }

    fn read_word(&mut self) -> Result<Token, String> {
        self.word.clear();
        let bytes = self.some(LONGEST_WORD, |byte| !ends_word(byte));
        if bytes.len() > LONGEST_WORD {
            let start: String = tidy(&bytes[..20]).chars().take(20).collect();
            return Err(format!("expected a move, found '{start}..'"));
        }
        match str::from_utf8(&self.bytes) {
            Ok(word) => self.word.push_str(word),
            Err(_) => self.word = decode(&self.bytes),
        }
        Ok(Token::Word)
    }

    /// Reads a comment in braces.
    fn comment(&mut self) -> Result<String, String> {
        self.source.bump();
        self.bytes.clear();
        loop {
            self.take_text(|byte| byte != b'}');
            match self.source.peek() {
                Some(b'\n') => self.take_end_of_line(),
                Some(b'}') => {
                    self.source.bump();
                    return Ok(tidy(&self.bytes));
                }
                _ => return Err("the comment is not closed: expected '}' at its end".to_owned()),
            }
            if self.is_tag() {
                return Err("the comment is not closed: expected '}' before the next tag".to_owned());
            }
        }
    }

    /// Reads a remark in parentheses, as some programs write them.
    fn remark(&mut self) -> Result<String, String> {
        self.source.bump();
        self.bytes.clear();
        let mut depth = 1u32;
        loop {
            self.take_text(|byte| !matches!(byte, b'(' | b')'));
            match self.source.peek() {
                Some(b'\n') => self.take_end_of_line(),
                Some(b')') if depth == 1 => {
                    self.source.bump();
                    return Ok(tidy(&self.bytes));
                }
                Some(byte) => {
                    depth = if byte == b'(' { depth + 1 } else { depth - 1 };
                    self.source.bump();
                    self.bytes.push(byte);
                }
                None => return Err("the remark is not closed: expected ')' at its end".to_owned()),
            }
            if self.is_tag() {
                return Err("the remark is not closed: expected ')' before the next tag".to_owned());
            }
        }
    }

    /// Takes text of one line into `bytes`, as much as may be kept.
    fn take_text(&mut self, fits: impl Fn(u8) -> bool + Copy) {
        let limit = self.bytes.len().saturating_add(self.room());
        while self.source.take_while(&mut self.bytes, limit, fits) {}
    }

    fn take_end_of_line(&mut self) {
        self.source.bump();
        if self.room() > 0 {
            self.bytes.push(b'\n');
        }
    }

    fn line_comment(&mut self) -> String {
        self.source.bump();
        self.bytes.clear();
        self.take_text(|_| true);
        tidy(&self.bytes)
    }

    fn set_up(&mut self) -> Result<Token, String> {
        self.source.bump();
        self.bytes.clear();
        self.take_text(|byte| byte != b'/');
        match self.source.bump() {
            Some(b'/') => Ok(Token::SetUp(tidy(&self.bytes))),
            _ => Err("expected '/' at the end of the set-up".to_owned()),
        }
    }

    /// Does a tag with a quoted value begin here?
    pub(super) fn is_tag(&mut self) -> bool {
        self.source.peek() == Some(b'[') && tag::is_tag(self.source.ahead(AHEAD))
    }

    /// Reads a tag: its name and its value.
    pub(super) fn tag(&mut self) -> Result<(String, String), String> {
        self.source.bump();
        self.bytes.clear();
        loop {
            self.take_text(|byte| byte != b']');
            if self.source.peek() != Some(b']') {
                return tag::split_unclosed(&self.bytes);
            }
            self.source.bump();
            if self.is_over_limit() || tag::is_whole(&self.bytes) {
                return tag::split(&self.bytes);
            }
            self.bytes.push(b']');
        }
    }

    /// Takes the rest of the line, its end not included.
    pub(super) fn skip_line(&mut self) {
        while !self.source.take_some(|_| true).is_empty() {}
    }
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, b'!' | b'?')
}

#[inline(always)]
fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        0..=b' ' | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'"' | b'$' | b'!' | b'?' | 0x7F
    )
}
