//! Games as they stand in a file: tags and movetext, no rule applied yet.

use crate::rules::Variant;
use crate::rules::variant::{UnknownGameType, from_game_type};
use std::fmt::{self, Display};

/// A game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameText {
    /// The line it begins on, from 1.
    pub line: u64,
    /// Names and values of the tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The movetext without the numbers of the moves.
    pub items: Vec<Item>,
    /// The terminator, if there is one.
    pub result: Option<GameResult>,
}

/// A piece of movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move, without marks of its strength.
    Move {
        /// As written, without blanks.
        text: String,
        /// Its line in the file, from 1.
        line: u64,
    },
    /// A remark on what stands before.
    Comment(String),
    /// A numeric annotation glyph: what somebody thinks of the move before.
    Nag(u8),
    /// Moves in place of the move before.
    Variation(Vec<Item>),
}

/// How a game ended, as its terminator says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `2-0` or `1-0`.
    WhiteWins,
    /// `0-2` or `0-1`.
    BlackWins,
    /// `1-1` or `1/2-1/2`.
    Draw,
    /// `*`, or `0-0` where nobody got a point.
    Unknown,
}

impl GameResult {
    /// The result that a text stands for, if it is one.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "2-0" | "1-0" => Self::WhiteWins,
            "0-2" | "0-1" => Self::BlackWins,
            "1-1" | "1/2-1/2" | "½-½" => Self::Draw,
            "*" | "0-0" => Self::Unknown,
            _ => return None,
        })
    }

    /// The result with two points for a win, as in international draughts.
    pub const fn text(self) -> &'static str {
        self.text_with(2)
    }

    /// The result where a win is worth so many points
    /// ([`Facts::win_points`](crate::rules::Facts)).
    pub const fn text_with(self, win_points: u8) -> &'static str {
        match (self, win_points) {
            (Self::WhiteWins, 2) => "2-0",
            (Self::Draw, 2) => "1-1",
            (Self::BlackWins, 2) => "0-2",
            (Self::WhiteWins, _) => "1-0",
            (Self::Draw, _) => "1/2-1/2",
            (Self::BlackWins, _) => "0-1",
            (Self::Unknown, _) => "*",
        }
    }
}

impl GameText {
    /// The value of a tag; names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// Sets the value of a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The rule set that the tag GameType names, if there is such a tag.
    pub fn variant(&self) -> Option<Result<Variant, UnknownGameType>> {
        self.tag("GameType").map(from_game_type)
    }
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// The line in the file, from 1.
    pub line: u64,
    /// What was wrong, and what was expected.
    pub message: String,
}

impl PdnError {
    pub(super) fn new(line: u64, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PdnError {}
