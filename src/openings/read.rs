//! Files of openings. A line is a position, moves, or a position and moves:
//!
//! | line | meaning |
//! |---|---|
//! | `11-15 23-19`, `1. 11-15 23-19 2. 8-11` | moves from the start, as players write them |
//! | `W:W31-50:B1-20 32-28 19-23` | a PDN FEN, and moves if there are any |
//! | `Wbbb..www 32-28 19-23` | a Hub position, and moves in Hub form if there are any |
//! | `start` | the start of a game |
//!
//! Behind a semicolon may stand a score in men, positive where White is better,
//! and behind another a name. Blank lines and lines that begin with `#` say
//! nothing. A file whose first line begins with `[` is PDN; the moves of each
//! game are an opening, and the tag Opening names it.

use super::{Opening, QUOTED};
use crate::notation::Dialect;
use crate::notation::pdn::{self, GameText, PdnError, Reader};
use crate::position::Outcome;
use crate::referee::{self, Referee, Setup, Style, shorten};
use crate::rules::{Rules, Variant, Visitor};
use std::fmt::{self, Display};
use std::io::{self, BufRead, Read};

/// What was found in a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// The openings, each with the number of its line.
    pub openings: Vec<(u64, Opening)>,
    /// The lines that are none.
    pub bad: Vec<BadLine>,
}

impl Reading {
    /// The openings alone.
    ///
    /// # Errors
    ///
    /// When there are bad lines, or no lines at all: the first of them in words.
    pub fn into_openings(self) -> Result<Vec<Opening>, String> {
        if !self.bad.is_empty() {
            let mut texts: Vec<_> = self.bad.iter().take(QUOTED).map(BadLine::to_string).collect();
            if self.bad.len() > QUOTED {
                texts.push(format!("and {} more bad lines", self.bad.len() - QUOTED));
            }
            return Err(texts.join("; "));
        }
        if self.openings.is_empty() {
            return Err("no openings".to_owned());
        }
        Ok(self.openings.into_iter().map(|(_, opening)| opening).collect())
    }

    fn is_empty(&self) -> bool {
        self.openings.is_empty() && self.bad.is_empty()
    }

    fn enter(&mut self, line: u64, result: Result<Opening, String>) {
        match result {
            Ok(opening) => self.openings.push((line, opening)),
            Err(message) => self.bad.push(BadLine { line, message }),
        }
    }
}

/// A line that is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its number; the first is 1.
    pub line: u64,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Reads openings, and plays every one of them.
///
/// # Errors
///
/// When the input cannot be read. Bad lines are part of the result.
pub fn read(variant: Variant, mut input: impl BufRead) -> io::Result<Reading> {
    let mut referee = referee::new(variant);
    let mut reading = Reading::default();
    let mut bytes = Vec::new();
    let mut line = 0;
    while input.read_until(b'\n', &mut bytes)? > 0 {
        line += 1;
        let text = String::from_utf8_lossy(&bytes);
        if reading.is_empty() && without_mark(&text).trim_start().starts_with('[') {
            let file = bytes.as_slice().chain(input);
            games(&mut *referee, Reader::new(file), line - 1, &mut reading);
            break;
        }
        if !is_blank(&text) {
            reading.enter(line, read_line(&mut *referee, &text));
        }
        bytes.clear();
    }
    Ok(reading)
}

/// Reads the games of a PDN file that begins behind `offset` lines.
fn games(
    referee: &mut dyn Referee,
    games: impl Iterator<Item = Result<GameText, PdnError>>,
    offset: u64,
    reading: &mut Reading,
) {
    for game in games {
        let line = game.as_ref().map_or_else(|error| error.line, |game| game.line);
        let result = game.and_then(|game| {
            play_game(referee, &game)?;
            finish(referee, game.tag("Opening").unwrap_or_default(), None)
                .map_err(|message| PdnError { line, message })
        });
        match result {
            Ok(opening) => reading.enter(offset + line, Ok(opening)),
            Err(error) => reading.enter(offset + error.line, Err(error.message)),
        }
    }
}

/// Plays the moves of a game.
fn play_game(referee: &mut dyn Referee, game: &GameText) -> Result<(), PdnError> {
    struct Replay<'a>(&'a GameText);

    impl Visitor for Replay<'_> {
        type Output = Result<(String, String), PdnError>;

        fn visit<R: Rules>(self) -> Self::Output {
            let (start, moves) = pdn::replay::<R>(self.0)?;
            let moves: Vec<_> = moves.into_iter().map(|mv| Dialect::Hub.format_move(mv)).collect();
            Ok((Dialect::Hub.format_position(&start), moves.join(" ")))
        }
    }

    let error = |message| PdnError { line: game.line, message };
    if let Some(other) = game.variant() {
        let other = other.map_err(|unknown| error(unknown.to_string()))?;
        if other.facts().game_type != referee.variant().facts().game_type {
            return Err(error(format!("a game of {other}, expected one of {}", referee.variant())));
        }
    }
    let (position, moves) = referee.variant().visit(Replay(game))?;
    referee.set_up(Setup::Hub { position: &position, moves: &moves, dialect: Dialect::Hub }).map_err(error)
}

/// Does the line say nothing?
pub(super) fn is_blank(line: &str) -> bool {
    let line = without_mark(line).trim();
    line.is_empty() || line.starts_with('#')
}

/// The line without the byte order mark some editors put in front of a file.
fn without_mark(line: &str) -> &str {
    line.trim_start_matches('\u{feff}')
}

/// Reads one line.
fn read_line(referee: &mut dyn Referee, line: &str) -> Result<Opening, String> {
    let mut fields = without_mark(line).splitn(3, ';').map(str::trim);
    play(referee, fields.next().unwrap_or_default())?;
    let remark = fields.next().unwrap_or_default();
    let score = remark.parse().ok().filter(|score: &f64| score.is_finite());
    let name = fields.next().unwrap_or(if score.is_none() { remark } else { "" });
    finish(referee, name, score)
}

/// The opening a referee has before it.
fn finish(referee: &dyn Referee, name: &str, score: Option<f64>) -> Result<Opening, String> {
    if referee.outcome() != Outcome::Open {
        return Err("the game is over before anybody has to think".to_owned());
    }
    Ok(Opening {
        name: if name.is_empty() { title(referee) } else { name.to_owned() },
        fen: referee.start_fen(),
        moves: referee.played(Style::Hub(Dialect::Hub)),
        score,
    })
}

/// What an opening without a name is called: what it would be read from.
pub(super) fn title(referee: &dyn Referee) -> String {
    let moves = referee.played(Style::Pdn);
    match referee.start_fen() {
        None if moves.is_empty() => "start".to_owned(),
        fen => fen.into_iter().chain(moves).collect::<Vec<_>>().join(" "),
    }
}

/// Sets up the position of a line and plays its moves.
fn play(referee: &mut dyn Referee, text: &str) -> Result<(), String> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if text == "start" {
        referee.set_up(Setup::Start)
    } else if is_hub(first) {
        referee.set_up(Setup::Hub { position: first, moves: rest, dialect: Dialect::Hub })
    } else if is_fen(text) {
        // Blanks may be those of a loosely written FEN, or moves follow.
        match referee.set_up(Setup::Fen(text)) {
            Err(_) if referee.set_up(Setup::Fen(first)).is_ok() => play_moves(referee, rest),
            result => result,
        }
    } else {
        referee.set_up(Setup::Start)?;
        play_moves(referee, text)?;
        if referee.played(Style::Pdn).is_empty() {
            return Err("expected moves, a position or 'start'".to_owned());
        }
        Ok(())
    }
}

fn is_hub(word: &str) -> bool {
    word.len() > 8 && word.chars().all(|c| "wbWBe".contains(c))
}

fn is_fen(text: &str) -> bool {
    let text = text.trim_start_matches('"');
    text.strip_prefix(['W', 'B', 'w', 'b']).is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// Plays moves with or without their numbers.
fn play_moves(referee: &mut dyn Referee, text: &str) -> Result<(), String> {
    let moves = text.split_whitespace().map(without_number).filter(|word| !word.is_empty());
    for (ply, word) in moves.enumerate() {
        referee
            .play(word, Style::Pdn)
            .map_err(|error| format!("move {} '{}': {error}", ply + 1, shorten(word)))?;
    }
    Ok(())
}

/// The word without the number of a move, `12.` or `12...`, in front.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
