//! `polydam openings`: sets of openings, printed, checked and made.

use super::in_file;
use crate::notation::pdn::{GameText, Item, write_game};
use crate::openings::{self, Choice, Opening, Reading};
use crate::referee::Style;
use crate::rules::{Rules, Variant, Visitor};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::ops::RangeInclusive;
use std::path::Path;

/// How openings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A line for each: moves, score, name.
    Lines,
    /// The FEN of the position each reaches.
    Fen,
    /// A PDN game for each.
    Pdn,
}

/// Where new openings come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// All lines of so many plies from the start.
    Plies(RangeInclusive<usize>),
    /// A set, or a file.
    Set(String),
}

/// Prints the name, the size and the description of every set.
///
/// # Errors
///
/// When output fails.
pub fn list(variant: Option<Variant>) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    for &variant in Variant::ALL.iter().filter(|&&one| variant.is_none_or(|wanted| wanted == one)) {
        for set in openings::sets(variant) {
            writeln!(output, "{variant:<13} {:<9} {:>4}  {}", set.name, set.size(), set.description)?;
        }
    }
    Ok(true)
}

/// Prints the openings of a set or a file.
///
/// # Errors
///
/// When there is neither, a line of it is wrong, or output fails.
pub fn show(variant: Variant, set: &str, form: Form) -> io::Result<bool> {
    let openings = openings::load(variant, set).map_err(io::Error::other)?;
    print(variant, &openings, form)
}

/// Reads a file, says what is wrong with it on standard error, and prints the
/// number of its openings. Returns whether all of it was right.
///
/// # Errors
///
/// When the file cannot be read or output fails.
pub fn check(variant: Variant, file: &str) -> io::Result<bool> {
    let reading = if file == "-" {
        openings::read(variant, io::stdin().lock())
    } else {
        File::open(file).and_then(|input| openings::read(variant, BufReader::new(input)))
    }
    .map_err(|error| in_file(Path::new(file), error))?;
    for bad in &reading.bad {
        eprintln!("{file}: {bad}");
    }
    let repeated = report_repeated(variant, file, &reading).map_err(io::Error::other)?;
    let (good, bad) = (reading.openings.len(), reading.bad.len());
    writeln!(io::stdout(), "openings={good} repeated={repeated} bad={bad}")?;
    Ok(bad == 0)
}

/// Names the openings that reach the position of an earlier one; their number.
fn report_repeated(variant: Variant, file: &str, reading: &Reading) -> Result<usize, String> {
    let mut first = HashMap::new();
    let mut repeated = 0;
    for (line, opening) in &reading.openings {
        let fen = opening.referee(variant)?.fen();
        if let Some(earlier) = first.get(&fen) {
            eprintln!("{file}: line {line}: reaches the position of line {earlier}");
            repeated += 1;
        } else {
            first.insert(fen, line);
        }
    }
    Ok(repeated)
}

/// Makes a set and prints it. How far it has come is shown on standard error, if
/// that is a terminal.
///
/// # Errors
///
/// When the source cannot be read, memory or threads are not to be had, or output
/// fails.
pub fn generate(variant: Variant, source: &Source, choice: &Choice, form: Form) -> io::Result<bool> {
    let candidates = match source {
        Source::Plies(plies) => openings::lines(variant, plies.clone(), choice.seed),
        Source::Set(name) => openings::load(variant, name).map_err(io::Error::other)?,
    };
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {elapsed}") {
        bar.set_style(style);
    }
    let chosen = openings::select(variant, candidates, choice, |progress| {
        match choice.count {
            Some(count) => {
                bar.set_length(count as u64);
                bar.set_position(progress.chosen as u64);
            }
            None => {
                bar.set_length(progress.candidates as u64);
                bar.set_position(progress.searched as u64);
            }
        }
        bar.set_message(format!("{} of {} searched", progress.searched, progress.candidates));
    })
    .map_err(io::Error::other)?;
    bar.finish_and_clear();
    if let Some(count) = choice.count.filter(|&count| chosen.len() < count) {
        eprintln!("polydam: only {} of {count} openings found, no candidates left", chosen.len());
    }
    print(variant, &chosen, form)
}

fn print(variant: Variant, openings: &[Opening], form: Form) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    for opening in openings {
        match form {
            Form::Lines => writeln!(output, "{}", opening.line(variant).map_err(io::Error::other)?)?,
            Form::Fen => writeln!(output, "{}", opening.referee(variant).map_err(io::Error::other)?.fen())?,
            Form::Pdn => variant.visit(Pdn(&game(variant, opening)?, &mut output))?,
        }
    }
    Ok(true)
}

struct Pdn<'a, W>(&'a GameText, &'a mut W);

impl<W: Write> Visitor for Pdn<'_, W> {
    type Output = io::Result<()>;

    fn visit<R: Rules>(self) -> Self::Output {
        write_game::<R>(self.1, self.0)
    }
}

/// An opening as a game that has not ended.
fn game(variant: Variant, opening: &Opening) -> io::Result<GameText> {
    let referee = opening.referee(variant).map_err(io::Error::other)?;
    let mut tags = vec![
        ("Event".to_owned(), "?".to_owned()),
        ("Opening".to_owned(), opening.name.clone()),
        ("Result".to_owned(), "*".to_owned()),
        ("GameType".to_owned(), variant.facts().game_type.to_owned()),
    ];
    if let Some(fen) = referee.start_fen() {
        tags.extend([("SetUp".to_owned(), "1".to_owned()), ("FEN".to_owned(), fen)]);
    }
    let moves = referee.played(Style::Pdn).into_iter();
    let items = moves.map(|text| Item::Move { text, line: 0 }).collect();
    Ok(GameText { tags, items, ..GameText::default() })
}
