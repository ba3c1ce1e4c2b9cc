//! Puts the tokens of one game together.

use super::game::{GameResult, GameText, Item, PdnError};
use super::lexer::{Lexer, Token};
use super::moves::is_sign;
use super::words::{self, Shape};
use crate::notation::error::quote;
use std::io::BufRead;

/// Longest game that is read, in bytes.
const LONGEST_GAME: u64 = 1 << 20;

/// How deep variations may lie in each other.
const DEEPEST_VARIATION: usize = 64;

/// What was read ahead and belongs to the next game.
#[derive(Debug)]
pub(super) enum Carried {
    Tag((String, String)),
    /// The word that the lexer holds.
    Word,
}

/// A game being read.
#[derive(Debug)]
pub(super) struct Builder<'a, R> {
    lexer: &'a mut Lexer<R>,
    game: GameText,
    /// The moves around the present variation, the outermost first, and the line
    /// on which each was left for a variation.
    outer: Vec<(Vec<Item>, u64)>,
    /// The moves of the present variation, or of the game.
    items: Vec<Item>,
    /// A move that is not whole yet, and its line.
    open: Option<(String, u64)>,
    /// May the last move go on?
    may_go_on: bool,
    /// What belongs to this game before, to the next one after reading.
    carried: Option<Carried>,
    in_tags: bool,
    /// Has the tag Result a value of its own kind?
    has_odd_result: bool,
    /// Is the next game found, whatever is wrong with this one?
    found_next: bool,
}

impl<'a, R: BufRead> Builder<'a, R> {
    /// Begins a game.
    pub(super) fn new(lexer: &'a mut Lexer<R>, carried: Option<Carried>) -> Self {
        lexer.keep(LONGEST_GAME);
        let game = GameText { line: lexer.line(), ..GameText::default() };
        Self {
            lexer,
            game,
            outer: Vec::new(),
            items: Vec::new(),
            open: None,
            may_go_on: false,
            carried,
            in_tags: false,
            has_odd_result: false,
            found_next: false,
        }
    }

    /// The game, what belongs to the next one, and, when its end has yet to be
    /// found after an error, whether that was among the tags.
    pub(super) fn into_parts(self) -> (GameText, Option<Carried>, Option<bool>) {
        (self.game, self.carried, (!self.found_next).then_some(self.in_tags))
    }

    /// Reads the game. Is there one?
    ///
    /// # Errors
    ///
    /// When something is no part of a game.
    pub(super) fn read(&mut self) -> Result<bool, PdnError> {
        let mut ended = match self.carried.take() {
            Some(Carried::Tag(tag)) => {
                self.add_tag(tag);
                false
            }
            Some(Carried::Word) => self.word(self.lexer.line())?,
            None => false,
        };
        while !ended {
            if self.is_empty() {
                self.lexer.skip_blanks();
                self.game.line = self.lexer.line();
                self.lexer.keep(LONGEST_GAME);
            }
            let token = self.lexer.next();
            self.check_length()?;
            let line = self.lexer.line();
            if matches!(token, Ok(Token::Tag | Token::End)) {
                self.drop_number();
            }
            ended = match token {
                Ok(Token::End) if !self.has_game() => return Ok(false),
                Ok(token) => self.token(token, line)?,
                Err(message) => {
                    self.found_next = !self.in_tags && self.lexer.is_tag();
                    return Err(PdnError::new(line, message));
                }
            };
        }
        self.close_move()?;
        if let Some((_, line)) = self.outer.last() {
            self.found_next = true;
            return Err(PdnError::new(*line, "the variation is not closed: expected ')'"));
        }
        if self.game.result.is_some() {
            self.remarks_on_result()?;
        }
        self.game.items = std::mem::take(&mut self.items);
        Ok(true)
    }

    fn check_length(&self) -> Result<(), PdnError> {
        let message = || format!("the game is longer than {} KiB", LONGEST_GAME >> 10);
        if self.lexer.is_over_limit() { Err(PdnError::new(self.game.line, message())) } else { Ok(()) }
    }

    /// Is there nothing yet?
    fn is_empty(&self) -> bool {
        self.game.tags.is_empty() && self.items.is_empty() && self.outer.is_empty() && self.open.is_none()
    }

    /// Is there more than remarks?
    fn has_game(&self) -> bool {
        !self.game.tags.is_empty() || self.has_moves()
    }

    fn has_moves(&self) -> bool {
        let is_remark = |item: &Item| matches!(item, Item::Comment(_));
        self.open.is_some() || !self.outer.is_empty() || !self.items.iter().all(is_remark)
    }

    /// Takes a token. Does it end the game?
    fn token(&mut self, token: Token, line: u64) -> Result<bool, PdnError> {
        match token {
            Token::Word => {
                self.in_tags = false;
                return self.word(line);
            }
            Token::Tag => return self.tag(line),
            _ => {}
        }
        self.close_move()?;
        self.in_tags = false;
        match token {
            Token::End => return Ok(true),
            Token::Comment(text) if text.is_empty() => {}
            Token::Comment(text) => self.items.push(Item::Comment(text)),
            Token::Nag(nag) => self.items.push(Item::Nag(nag)),
            Token::SetUp(text) => self.set_up(text, line)?,
            Token::Open => self.open_variation(line)?,
            _ => self.close_variation(line)?,
        }
        Ok(false)
    }

    /// Takes a tag. Does it belong to the next game?
    fn tag(&mut self, line: u64) -> Result<bool, PdnError> {
        if self.has_moves() {
            // Brackets in the movetext are no tag.
            let message = "expected a move or a tag with its value in quotes, found '['";
            return if self.lexer.is_tag() { Ok(true) } else { Err(PdnError::new(line, message)) };
        }
        self.in_tags = true;
        let new_section = self.lexer.is_after_blank_line();
        let tag = self.lexer.tag();
        self.check_length()?;
        let tag = tag.map_err(|message| PdnError::new(line, message))?;
        if new_section && self.game.tag(&tag.0).is_some() {
            self.carried = Some(Carried::Tag(tag));
            return Ok(true);
        }
        self.add_tag(tag);
        Ok(false)
    }

    fn add_tag(&mut self, tag: (String, String)) {
        let (name, value) = &tag;
        self.has_odd_result |= name.eq_ignore_ascii_case("Result") && GameResult::parse(value).is_none();
        self.game.tags.push(tag);
    }

    /// Takes the word of the lexer. Does it end the game?
    fn word(&mut self, line: u64) -> Result<bool, PdnError> {
        let word = self.lexer.take_word();
        let ended = self.read_word(&word, line);
        self.lexer.give_word(word);
        ended
    }

    fn read_word(&mut self, word: &str, line: u64) -> Result<bool, PdnError> {
        if words::is_plain_move(word) && self.open.is_none() && !self.has_odd_result {
            self.items.push(Item::Move { text: word.to_owned(), line });
            self.may_go_on = true;
            return Ok(false);
        }
        let (number, word) = words::split_number(word);
        if let Some(number) = number {
            if number.is_first && self.is_restart() {
                self.carried = Some(Carried::Word);
                return Ok(true);
            }
            self.drop_number();
            self.may_go_on = false;
        }
        if word.is_empty() {
            return Ok(false);
        }
        if let Some(result) = self.result(word) {
            self.close_move()?;
            return Ok(self.end(result, word));
        }
        if let Some(nag) = words::evaluation(word) {
            self.close_move()?;
            self.items.push(Item::Nag(nag));
            return Ok(false);
        }
        self.move_text(word, line)
    }

    /// Does the number 1 begin another game here? Where neither tags nor results
    /// part the games, it does at the start of a line.
    fn is_restart(&self) -> bool {
        let is_move = |item: &&Item| matches!(item, Item::Move { .. });
        self.lexer.is_first_on_line()
            && self.outer.is_empty()
            && self.items.iter().filter(is_move).nth(1).is_some()
    }

    /// The result that a word is. An odd one, as `4-6`, counts if the tag Result says
    /// the same and nothing follows.
    fn result(&mut self, word: &str) -> Option<GameResult> {
        GameResult::parse(word).or_else(|| {
            let is_tagged =
                self.has_odd_result && self.outer.is_empty() && self.game.tag("Result") == Some(word);
            let is_last = is_tagged && self.lexer.ends_line() && self.lexer.is_last_of_paragraph();
            is_last.then_some(GameResult::Unknown)
        })
    }

    /// Takes a result. Does it end the game?
    fn end(&mut self, result: GameResult, word: &str) -> bool {
        if !self.outer.is_empty() {
            // A variation may have a result of its own, but not at the end of all.
            if self.lexer.ends_line() && self.lexer.is_last_of_paragraph() {
                return true;
            }
            self.items.push(Item::Comment(word.to_owned()));
            return false;
        }
        if !self.has_game() {
            // A result of nothing: the second one of the game before, or a mark
            // between two games.
            return false;
        }
        self.game.result = Some(result);
        true
    }

    /// Takes a move or a part of one. Does it end the game?
    fn move_text(&mut self, word: &str, line: u64) -> Result<bool, PdnError> {
        let (text, forced) = words::split_marks(word);
        let goes_on = word.starts_with(is_sign);
        if text.is_empty() && !goes_on {
            self.close_move()?;
            return Ok(false);
        }
        let before = self.before(goes_on)?;
        self.may_go_on = false;
        let (text, line) = match before {
            // A sign between squares is no mark behind a move.
            Some((before, line)) => (before + if text.is_empty() { word } else { text }, line),
            None => (text.to_owned(), line),
        };
        if let Some(result) = GameResult::parse(&text) {
            return Ok(self.end(result, &text));
        }
        match words::shape(&text) {
            Some(Shape::Whole) => {
                let text = words::with_sign(&text).unwrap_or(text);
                self.items.push(Item::Move { text, line });
                self.may_go_on = !forced;
                if forced {
                    self.items.push(Item::Nag(FORCED));
                }
            }
            Some(Shape::Begun) => self.open = Some((text, line)),
            None => return Err(not_a_move(word, line)),
        }
        Ok(false)
    }

    /// What stands before a part of a move and belongs to it; with `goes_on` the
    /// part begins with a sign.
    fn before(&mut self, goes_on: bool) -> Result<Option<(String, u64)>, PdnError> {
        if let Some(open) = self.open.take_if(|(open, _)| goes_on || open.ends_with(is_sign)) {
            return Ok(Some(open));
        }
        // Without a sign behind it, a number is that of a move.
        self.drop_number();
        if let Some((open, line)) = self.open.take() {
            return Err(not_a_move(&open, line));
        }
        let last = if goes_on && self.may_go_on { self.items.pop() } else { None };
        Ok(last.and_then(|item| match item {
            Item::Move { text, line } => Some((text, line)),
            _ => None,
        }))
    }

    /// Forgets a number that stood for a move to come.
    fn drop_number(&mut self) {
        self.open.take_if(|(open, _)| open.bytes().all(|byte| byte.is_ascii_digit()));
    }

    /// Refuses a move that is not whole: none of it is to come.
    fn close_move(&mut self) -> Result<(), PdnError> {
        self.drop_number();
        self.may_go_on = false;
        match self.open.take() {
            Some((open, line)) => Err(not_a_move(&open, line)),
            None => Ok(()),
        }
    }

    /// Takes the set-up of a position: at the start of a game it is the tag FEN.
    fn set_up(&mut self, text: String, line: u64) -> Result<(), PdnError> {
        let fen = text.get(..3).filter(|name| name.eq_ignore_ascii_case("FEN")).map(|_| text[3..].trim());
        let Some(fen) = fen.filter(|_| !self.has_moves() && self.game.tag("FEN").is_none()) else {
            let message = format!("expected a move, found a set-up in mid-game: {}", quote(&text));
            return Err(PdnError::new(line, message));
        };
        self.game.tags.push(("FEN".to_owned(), fen.trim_matches('"').to_owned()));
        Ok(())
    }

    fn open_variation(&mut self, line: u64) -> Result<(), PdnError> {
        if self.outer.len() == DEEPEST_VARIATION {
            return Err(PdnError::new(line, format!("variations lie more than {DEEPEST_VARIATION} deep")));
        }
        if !self.items.iter().any(|item| matches!(item, Item::Move { .. })) {
            return Err(PdnError::new(line, "expected a move before a variation, found '('"));
        }
        self.outer.push((std::mem::take(&mut self.items), line));
        Ok(())
    }

    fn close_variation(&mut self, line: u64) -> Result<(), PdnError> {
        let Some((outer, _)) = self.outer.pop() else {
            return Err(PdnError::new(line, "expected a move, found ')' without a variation to close"));
        };
        let items = std::mem::replace(&mut self.items, outer);
        if !items.is_empty() {
            self.items.push(Item::Variation(items));
        }
        Ok(())
    }

    /// Reads the remarks that follow the result on its line.
    fn remarks_on_result(&mut self) -> Result<(), PdnError> {
        while !self.lexer.ends_line() && matches!(self.lexer.source().peek(), Some(b'{' | b';')) {
            let line = self.lexer.source().line();
            match self.lexer.next() {
                Ok(Token::Comment(text)) if !text.is_empty() => self.items.push(Item::Comment(text)),
                Ok(_) => {}
                Err(message) => {
                    self.found_next = self.lexer.is_tag();
                    return Err(PdnError::new(line, message));
                }
            }
            self.check_length()?;
        }
        Ok(())
    }
}

/// The NAG of a forced move.
const FORCED: u8 = 7;

fn not_a_move(text: &str, line: u64) -> PdnError {
    PdnError::new(line, format!("expected a move, found {}", quote(text)))
}
