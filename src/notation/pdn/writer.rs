//! Games as PDN text.

use super::game::{GameResult, GameText, Item};
use super::replay::{self, first_ply, number};
use crate::rules::Rules;
use std::io::{self, Write};

/// The widest line of movetext, in characters.
const WIDTH: usize = 79;

/// The tags that come first, in this order. Source: PDN 3.0, mandatory tags.
const FIRST: &[&str] = &["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags that come last, in this order.
const LAST: &[&str] = &["GameType", "SetUp", "FEN"];

/// The marks of the strength of a move, by their NAG.
const MARKS: &[&str] = &["", "!", "?", "!!", "??", "!?", "?!"];

/// Writes a game: its tags in the order of PDN, its movetext with the moves as they
/// stand and numbered anew, its result, an empty line. The result is written as in
/// the tag Result if that says the same, else as usual in the rule set; `*` where
/// there is none.
///
/// What is read from the text is the same game again, but for the order of the tags
/// and the numbers of the lines, and for blanks, which are single there.
///
/// # Errors
///
/// When output fails.
pub fn write_game<R: Rules>(out: &mut impl Write, game: &GameText) -> io::Result<()> {
    let mut tags: Vec<_> = game.tags.iter().collect();
    tags.sort_by_key(|(name, _)| rank(name));
    for (name, value) in &tags {
        writeln!(out, "[{name} \"{}\"]", escaped(value))?;
    }
    if !tags.is_empty() {
        writeln!(out)?;
    }
    let first = replay::start::<R>(game).map_or(0, |start| first_ply(&start));
    let mut words = Words::default();
    words.line(&game.items, first);
    words.word(result::<R>(game));
    words.write(out)?;
    writeln!(out, "\n")
}

/// The place of a tag among the others.
fn rank(name: &str) -> usize {
    let place = |list: &[&str]| list.iter().position(|one| one.eq_ignore_ascii_case(name));
    let last = || place(LAST).map(|place| FIRST.len() + 1 + place);
    place(FIRST).or_else(last).unwrap_or(FIRST.len())
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

fn result<R: Rules>(game: &GameText) -> &str {
    let result = game.result.unwrap_or(GameResult::Unknown);
    let tagged = game.tag("Result").filter(|value| GameResult::parse(value) == Some(result));
    tagged.unwrap_or(result.text_with(R::FACTS.win_points))
}

/// A word of movetext.
struct Word {
    text: String,
    /// Must a new line follow?
    ends_line: bool,
}

/// Movetext as words.
#[derive(Default)]
struct Words {
    words: Vec<Word>,
    /// Parentheses that open before the next word.
    opening: usize,
}

impl Words {
    /// Adds moves of which the first has the place `ply`.
    fn line(&mut self, items: &[Item], mut ply: usize) {
        let mut needs_number = true;
        let mut after_move = false;
        for item in items {
            match item {
                Item::Move { text, .. } => {
                    if needs_number || ply.is_multiple_of(2) {
                        self.word(number(ply));
                    }
                    self.word(text.clone());
                    ply += 1;
                    needs_number = false;
                }
                Item::Nag(nag) => self.nag(*nag, after_move),
                // Behind a remark, too, the reply has no number of its own: that is how
                // draughts sites write it, and some readers stumble over the second one.
                Item::Comment(text) => self.comment(text),
                Item::Variation(items) => {
                    self.opening += 1;
                    self.line(items, ply.saturating_sub(1));
                    self.close();
                }
            }
            after_move = matches!(item, Item::Move { .. });
        }
    }

    fn word(&mut self, text: impl Into<String>) {
        let mut text = text.into();
        text.insert_str(0, &"(".repeat(std::mem::take(&mut self.opening)));
        self.words.push(Word { text, ends_line: false });
    }

    /// Ends a variation; of one without words nothing is left.
    fn close(&mut self) {
        if self.opening > 0 {
            self.opening -= 1;
            return;
        }
        match self.words.last_mut() {
            Some(last) if !last.ends_line => last.text.push(')'),
            _ => self.word(")"),
        }
    }

    /// Adds what somebody thinks of a move, as a mark if it follows the move.
    fn nag(&mut self, nag: u8, after_move: bool) {
        let mark = MARKS.get(usize::from(nag)).filter(|mark| after_move && !mark.is_empty());
        match (mark, self.words.last_mut()) {
            (Some(mark), Some(last)) => last.text.push_str(mark),
            _ => self.word(format!("${nag}")),
        }
    }

    fn comment(&mut self, text: &str) {
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        let mut words = text.split(is_blank).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return };
        // Only a comment to the end of the line can hold a closing brace.
        let to_end_of_line = text.contains('}');
        self.word(format!("{}{first}", if to_end_of_line { ';' } else { '{' }));
        for word in words {
            match self.words.last_mut() {
                // A line must not begin like a tag.
                Some(last) if to_end_of_line || word.starts_with('[') => {
                    last.text.push(' ');
                    last.text.push_str(word);
                }
                _ => self.word(word),
            }
        }
        if let Some(last) = self.words.last_mut() {
            last.ends_line = to_end_of_line;
            last.text.push_str(if to_end_of_line { "" } else { "}" });
        }
    }

    /// Writes the words in lines.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (mut column, mut ends_line) = (0, false);
        for word in &self.words {
            let width = word.text.chars().count();
            if column > 0 && (ends_line || column + 1 + width > WIDTH) {
                out.write_all(b"\n")?;
                column = 0;
            } else if column > 0 {
                out.write_all(b" ")?;
                column += 1;
            }
            out.write_all(word.text.as_bytes())?;
            column += width;
            ends_line = word.ends_line;
        }
        Ok(())
    }
}
