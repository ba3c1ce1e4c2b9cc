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

/// Calls `work` with the number and the text of every position in order, and
/// once with an empty text, the start of a game, when there is none. `work`
/// writes one result for each; what is no position it answers with an error, for
/// which a line is written in its place. Returns whether all were positions.
///
/// # Errors
///
/// When the input cannot be read or the output cannot be written.
pub(super) fn each_position(
    positions: &[String],
    mut work: impl FnMut(usize, &str, &mut dyn Write) -> io::Result<Result<(), String>>,
) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let mut ok = true;
    let mut one = |number: usize, text: &str| -> io::Result<()> {
        if let Err(error) = work(number, text.trim(), &mut output)? {
            ok = false;
            writeln!(output, "{error}")?;
        }
        output.flush()
    };
    if positions.is_empty() {
        one(1, "")?;
    }
    let mut number = 0;
    for position in positions {
        if position != "-" {
            number += 1;
            one(number, position)?;
            continue;
        }
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            number += 1;
            let text = String::from_utf8_lossy(&line);
            if !is_comment(&text) {
                one(number, &text)?;
            }
            line.clear();
        }
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
