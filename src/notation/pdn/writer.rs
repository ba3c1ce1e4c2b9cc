//! Games as text.

use super::game::{GameResult, GameText, Item};
use super::replay;
use crate::position::Position;
use crate::rules::Rules;
use std::io::{self, Write};

/// The widest line of movetext.
const WIDTH: usize = 79;

/// The tags that come first, in this order.
const FIRST: &[&str] = &["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// The tags that come last, in this order.
const LAST: &[&str] = &["GameType", "SetUp", "FEN"];

/// Writes a game: its tags in the order of PDN, its movetext with the moves as
/// they stand, numbered anew, and its terminator (`*` where there is none). A
/// blank line follows.
///
/// # Errors
///
/// When output fails.
pub fn write_game<R: Rules>(out: &mut impl Write, game: &GameText) -> io::Result<()> {
    let rank = |name: &str| {
        let place = |list: &[&str]| list.iter().position(|one| one.eq_ignore_ascii_case(name));
        place(FIRST).or_else(|| place(LAST).map(|last| FIRST.len() + 1 + last)).unwrap_or(FIRST.len())
    };
    let mut tags: Vec<_> = game.tags.iter().collect();
    tags.sort_by_key(|(name, _)| rank(name));
    for (name, value) in tags {
        writeln!(out, "[{name} \"{}\"]", escaped(value))?;
    }
    if !game.tags.is_empty() {
        writeln!(out)?;
    }
    let start = replay::start::<R>(game).unwrap_or_else(|_| Position::start());
    let mut words = Words { out, column: 0, text: String::new() };
    words.line(&game.items, usize::from(start.side() != R::FACTS.first))?;
    words.put(game.result.map_or("*", GameResult::text))?;
    words.space()?;
    writeln!(out, "\n")
}

fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// Movetext, broken into lines between words.
struct Words<'a, W: Write> {
    out: &'a mut W,
    column: usize,
    /// The word so far.
    text: String,
}

impl<W: Write> Words<'_, W> {
    /// Writes moves; `plies` is the place of the first, counted from the first
    /// move of number 1.
    fn line(&mut self, items: &[Item], mut plies: usize) -> io::Result<()> {
        let mut numbered = false;
        for item in items {
            match item {
                Item::Move { text, .. } => {
                    if plies.is_multiple_of(2) {
                        self.put(&format!("{}.", plies / 2 + 1))?;
                        self.space()?;
                    } else if !numbered {
                        self.put(&format!("{}...", plies / 2 + 1))?;
                        self.space()?;
                    }
                    self.put(text)?;
                    plies += 1;
                }
                Item::Nag(nag) => self.put(&format!("${nag}"))?,
                Item::Comment(comment) => {
                    self.put("{")?;
                    for word in comment.split_whitespace() {
                        self.put(word)?;
                        self.space()?;
                    }
                    self.put("}")?;
                }
                Item::Variation(items) => {
                    self.put("(")?;
                    self.line(items, plies.saturating_sub(1))?;
                    self.put(")")?;
                }
            }
            self.space()?;
            numbered = matches!(item, Item::Move { .. } | Item::Nag(_));
        }
        Ok(())
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        self.text.push_str(text);
        Ok(())
    }

    /// Ends a word.
    fn space(&mut self) -> io::Result<()> {
        let width = self.text.chars().count();
        if width == 0 {
            return Ok(());
        }
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.out.write_all(b"\n")?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.out.write_all(self.text.as_bytes())?;
        self.column += width;
        self.text.clear();
        Ok(())
    }
}
