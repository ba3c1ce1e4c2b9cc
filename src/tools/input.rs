//! The positions a command is asked about: from its arguments or from standard
//! input, one a line.

use crate::notation::{TextError, fen, hub_text};
use crate::position::Position;
use crate::rules::Rules;
use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// Reads a position: FEN, which has a colon, or Hub, which has none. Nothing at
/// all is the start of a game.
pub(super) fn parse<R: Rules>(text: &str) -> Result<Position<R>, TextError> {
    if text.is_empty() {
        Ok(Position::start())
    } else if text.contains(':') {
        fen::parse(text)
    } else {
        hub_text::parse_position(text)
    }
}

/// The number and the text of every position in order; once the number 1 and an
/// empty text, the start of a game, when there is none. Standard input is read
/// only as far as it is asked for.
pub(super) fn positions(positions: &[String]) -> impl Iterator<Item = io::Result<(usize, String)>> + Send {
    let start = positions.is_empty().then(|| Ok((1, String::new())));
    let mut rest = positions.iter();
    let (mut number, mut reading) = (0, false);
    let given = std::iter::from_fn(move || {
        loop {
            if reading {
                match next_line(&mut number).transpose() {
                    Some(line) => return Some(line.map(|line| (number, line))),
                    None => reading = false,
                }
            }
            let position = rest.next()?;
            if position == "-" {
                reading = true;
            } else {
                number += 1;
                return Some(Ok((number, position.trim().to_owned())));
            }
        }
    });
    start.into_iter().chain(given)
}

/// The next line of standard input that is meant to be a position; all lines are
/// counted.
fn next_line(number: &mut usize) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    while io::stdin().lock().read_until(b'\n', &mut line)? > 0 {
        *number += 1;
        let text = String::from_utf8_lossy(&line);
        if !is_comment(&text) {
            return Ok(Some(text.trim().to_owned()));
        }
        line.clear();
    }
    Ok(None)
}

/// Calls `work` with the number and the text of every position in order, and
/// once with an empty text, the start of a game, when there is none. `work`
/// writes one result for each; what is no position it answers with an error, for
/// which a line is written in its place. Returns whether all were positions.
///
/// # Errors
///
/// When the input cannot be read or the output cannot be written.
pub(super) fn each_position(
    arguments: &[String],
    mut work: impl FnMut(usize, &str, &mut dyn Write) -> io::Result<Result<(), String>>,
) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let mut ok = true;
    for position in positions(arguments) {
        let (number, text) = position?;
        if let Err(error) = work(number, &text, &mut output)? {
            ok = false;
            writeln!(output, "{error}")?;
        }
        output.flush()?;
    }
    Ok(ok)
}

/// What is written in the place of a result for something that is no position.
pub(super) fn error_line(number: usize, message: impl Display) -> String {
    format!("error line={number} message={:?}", message.to_string())
}

/// Blank lines and lines that begin with `#` are no positions.
fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}
