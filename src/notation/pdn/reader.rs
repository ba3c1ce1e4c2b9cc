//! From a file to its games, one after the other.

use super::builder::{Builder, Carried};
use super::game::{GameResult, GameText, PdnError};
use super::lexer::{Lexer, Token};
use super::words;
use std::io::BufRead;

/// Reads the games of a file, however long it is: one at a time.
///
/// A game that cannot be read yields an error, and the next one is looked for; an
/// error of the input ends the iteration with an error. Read is what programs and
/// people write: tags or none, results in every style or none, numbers of moves or
/// none, blanks around the signs of a move, remarks in braces, in parentheses or
/// behind semicolons, UTF-8 or Windows-1252.
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// What was read ahead and belongs to the next game.
    carried: Option<Carried>,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from the start of a file.
    pub fn new(input: R) -> Self {
        Self { lexer: Lexer::new(input), carried: None, done: false }
    }

    /// Reads a game; none at the end.
    fn read(&mut self) -> Result<Option<GameText>, PdnError> {
        let mut builder = Builder::new(&mut self.lexer, self.carried.take());
        let result = builder.read();
        let (game, carried, lost) = builder.into_parts();
        self.carried = carried;
        match result {
            Ok(true) => Ok(Some(game)),
            Ok(false) => Ok(None),
            Err(error) => {
                if let Some(in_tags) = lost {
                    self.recover(in_tags);
                }
                Err(error)
            }
        }
    }

    /// Looks for the end of a game that cannot be read; `in_tags` when it went
    /// wrong among its tags.
    fn recover(&mut self, mut in_tags: bool) {
        self.lexer.discard();
        let mut depth = 0i64;
        loop {
            self.lexer.skip_blanks();
            if self.lexer.is_tag() {
                if !in_tags || self.lexer.is_after_blank_line() {
                    return;
                }
                self.lexer.skip_line();
                continue;
            }
            match self.lexer.next() {
                Ok(Token::End) => return,
                Ok(Token::Tag) if in_tags => self.lexer.skip_line(),
                Ok(Token::Tag) => self.lexer.source().skip(1),
                Ok(Token::Open) => depth += 1,
                Ok(Token::Close) => depth -= 1,
                Ok(Token::Word) => {
                    in_tags = false;
                    let (_, word) = words::split_number(self.lexer.word());
                    if GameResult::parse(word).is_some() && (self.lexer.ends_line() || depth <= 0) {
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameText, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let read = self.read();
        if let Some(error) = self.lexer.source().error() {
            self.done = true;
            let line = self.lexer.source().line();
            return Some(Err(PdnError::new(line, format!("the input cannot be read: {error}"))));
        }
        self.done = matches!(read, Ok(None));
        read.transpose()
    }
}
