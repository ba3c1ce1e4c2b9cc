//! From a file to its games, one after the other.

use super::game::{GameResult, GameText, Item, PdnError};
use super::lexer::{Lexer, Token};
use crate::notation::error::quote;
use std::io::BufRead;

/// Longest game that is read, in bytes.
const LONGEST_GAME: u64 = 1 << 20;

/// How deep variations may lie in each other.
const DEEPEST_VARIATION: usize = 64;

/// Reads the games of a file, however long it is: one at a time.
///
/// A game that cannot be read yields an error, and the next game is looked for;
/// an error of the input ends the iteration. Read is what programs and people
/// write: tags or none, results in both styles or none, numbers of moves or none,
/// blanks around the signs of a move, UTF-8 or Windows-1252.
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A tag that was read ahead: it belongs to the next game.
    tag: Option<(String, String)>,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from the start of a file.
    pub fn new(input: R) -> Self {
        Self { lexer: Lexer::new(input), tag: None, done: false }
    }

    /// Looks for the end of a game that cannot be read; `in_tags` when it went
    /// wrong among its tags.
    fn recover(&mut self, mut in_tags: bool) {
        self.lexer.allow(0);
        let mut depth = 0;
        loop {
            self.lexer.skip_blanks();
            if self.lexer.is_tag() {
                if !in_tags {
                    return;
                }
                self.lexer.take_line();
                continue;
            }
            match self.lexer.next() {
                Ok(Token::End) => return,
                Ok(Token::Tag) => self.lexer.source().skip(1),
                Ok(Token::Open) => depth += 1,
                Ok(Token::Close) => depth -= 1,
                Ok(Token::Word(word)) => {
                    in_tags = false;
                    if GameResult::parse(&word).is_some() && (depth <= 0 || self.ends_line()) {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    fn ends_line(&mut self) -> bool {
        while self.lexer.source().peek().is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            self.lexer.source().bump();
        }
        matches!(self.lexer.source().peek(), None | Some(b'\n'))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameText, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let tag = self.tag.take();
        let mut game = Building::new(&mut self.lexer, tag);
        let result = game.read();
        let (next_tag, synced, in_tags) = (game.next_tag, game.synced, game.in_tags);
        let read = std::mem::take(&mut game.game);
        self.tag = next_tag;
        if let Some(error) = self.lexer.source().error() {
            self.done = true;
            return Some(Err(PdnError::new(self.lexer.source().line(), format!("cannot read on: {error}"))));
        }
        match result {
            Ok(true) => Some(Ok(read)),
            Ok(false) => {
                self.done = true;
                None
            }
            Err(error) => {
                if !synced {
                    self.recover(in_tags);
                }
                Some(Err(error))
            }
        }
    }
}

/// A game being read.
struct Building<'a, R> {
    lexer: &'a mut Lexer<R>,
    game: GameText,
    /// The lines around the present one, with the numbers of the lines they begin on.
    outer: Vec<(Vec<Item>, u64)>,
    items: Vec<Item>,
    /// A move that may go on.
    open: Option<(String, u64)>,
    next_tag: Option<(String, String)>,
    next_word: Option<String>,
    in_tags: bool,
    /// Has the end of the game been found, in spite of an error?
    synced: bool,
}

impl<'a, R: BufRead> Building<'a, R> {
    fn new(lexer: &'a mut Lexer<R>, tag: Option<(String, String)>) -> Self {
        let line = lexer.line();
        let in_tags = tag.is_some();
        let game = GameText { line, tags: tag.into_iter().collect(), ..GameText::default() };
        lexer.allow(LONGEST_GAME);
        Self {
            lexer,
            game,
            outer: Vec::new(),
            items: Vec::new(),
            open: None,
            next_tag: None,
            next_word: None,
            in_tags,
            synced: false,
        }
    }

    /// Reads a game. Is there one?
    fn read(&mut self) -> Result<bool, PdnError> {
        loop {
            let token = self.lexer.next();
            let line = self.lexer.line();
            if self.is_empty() {
                self.game.line = line;
                if token == Ok(Token::End) {
                    return Ok(false);
                }
            }
            if self.lexer.is_over_limit() {
                return Err(PdnError::new(
                    self.game.line,
                    format!("the game is longer than {} KiB", LONGEST_GAME >> 10),
                ));
            }
            let token = token.map_err(|message| {
                self.synced = self.lexer.is_tag();
                PdnError::new(line, message)
            })?;
            match token {
                Token::End => return self.finish().map(|()| self.has_game()),
                Token::Tag => {
                    if self.tag()? {
                        return self.finish().map(|()| true);
                    }
                }
                token => {
                    if self.movetext(token, line)? {
                        return self.finish().map(|()| true);
                    }
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.game.tags.is_empty() && self.items.is_empty() && self.outer.is_empty() && self.open.is_none()
    }

    /// Is there more than a comment?
    fn has_game(&self) -> bool {
        !self.game.tags.is_empty() || self.game.items.iter().any(|item| !matches!(item, Item::Comment(_)))
    }

    /// Reads a tag. Does it belong to the next game?
    fn tag(&mut self) -> Result<bool, PdnError> {
        let line = self.lexer.line();
        let has_moves = self.open.is_some()
            || !self.outer.is_empty()
            || self.items.iter().any(|item| !matches!(item, Item::Comment(_)));
        if has_moves {
            return Ok(true);
        }
        self.in_tags = true;
        let new_section = self.lexer.is_after_blank_line();
        let tag = self.lexer.tag().map_err(|message| PdnError::new(line, message))?;
        if new_section && self.game.tag(&tag.0).is_some() {
            self.next_tag = Some(tag);
            return Ok(true);
        }
        self.game.tags.push(tag);
        Ok(false)
    }

    /// Reads on in the movetext. Is the game at its end?
    fn movetext(&mut self, token: Token, line: u64) -> Result<bool, PdnError> {
        self.in_tags = false;
        let Token::Word(word) = token else {
            self.close_move()?;
            match token {
                Token::Comment(text) if text.is_empty() => {}
                Token::Comment(text) => self.items.push(Item::Comment(text)),
                Token::Nag(nag) => self.items.push(Item::Nag(nag)),
                Token::Open => self.open_variation(line)?,
                _ => self.close_variation(line)?,
            }
            return Ok(false);
        };
        if self.begins_anew(&word) {
            self.next_word = Some(word);
            return Ok(true);
        }
        let word = self.without_number(&word);
        if word.is_empty() {
            return Ok(false);
        }
        if let Some(result) = GameResult::parse(word) {
            self.close_move()?;
            if self.outer.is_empty() {
                self.game.result = Some(result);
                return Ok(!self.is_empty());
            }
            self.items.push(Item::Comment(word.to_owned()));
            return Ok(false);
        }
        self.word(word, line)?;
        Ok(false)
    }

    /// Is this the first move of another game? Where neither tags nor results part
    /// the games, the number 1 at the start of a line does.
    fn begins_anew(&self, word: &str) -> bool {
        let is_first = |word: &str| word.strip_prefix("1.").is_some_and(|rest| !rest.starts_with('.'));
        let moves = || self.items.iter().filter(|item| matches!(item, Item::Move { .. })).count();
        is_first(word) && self.lexer.is_first_on_line() && self.outer.is_empty() && moves() > 2
    }

    /// The word without the number of a move in front.
    fn without_number<'w>(&self, word: &'w str) -> &'w str {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
    }

    fn word(&mut self, word: &str, line: u64) -> Result<(), PdnError> {
        if !word.contains(|c: char| c.is_ascii_digit()) {
            return Err(PdnError::new(line, format!("expected a move, found {}", quote(word))));
        }
        self.items.push(Item::Move { text: word.to_owned(), line });
        Ok(())
    }

    fn close_move(&mut self) -> Result<(), PdnError> {
        Ok(())
    }

    fn open_variation(&mut self, line: u64) -> Result<(), PdnError> {
        if self.outer.len() == DEEPEST_VARIATION {
            return Err(PdnError::new(line, format!("variations lie more than {DEEPEST_VARIATION} deep")));
        }
        self.outer.push((std::mem::take(&mut self.items), line));
        Ok(())
    }

    fn close_variation(&mut self, line: u64) -> Result<(), PdnError> {
        let Some((outer, _)) = self.outer.pop() else {
            return Err(PdnError::new(line, "')' without a variation to close"));
        };
        let items = std::mem::replace(&mut self.items, outer);
        if !items.is_empty() {
            self.items.push(Item::Variation(items));
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), PdnError> {
        self.close_move()?;
        if let Some((_, line)) = self.outer.pop() {
            self.synced = true;
            return Err(PdnError::new(line, "the variation is not closed: expected ')'"));
        }
        self.game.items = std::mem::take(&mut self.items);
        Ok(())
    }
}
