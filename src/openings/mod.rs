//! L6: openings for matches: the sets that come with the program, files of all
//! common forms, and new sets. Every move is judged by the referee, and what is
//! balanced by a search; knows no games, no programs and no results.

mod enumerate;
mod read;
mod select;
mod sets;

pub use enumerate::lines;
pub use read::{BadLine, Reading, read};
pub use select::{Choice, Progress, select};
pub use sets::{Set, builtin, default_set, sets};

use crate::notation::Dialect;
use crate::referee::{self, Referee, Setup, Style};
use crate::rules::Variant;
use std::fs::File;
use std::io::BufReader;

/// How many bad lines an error of [`load`] quotes.
const QUOTED: usize = 3;

/// An opening: where the players take over.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// What it is called; the moves or the FEN if nobody has given it a name.
    pub name: String,
    /// The position before the moves, as PDN FEN; none: that of the rule set.
    pub fen: Option<String>,
    /// The moves, in Hub form; may be empty.
    pub moves: Vec<String>,
    /// What a search has made of it: men, positive where White is better.
    pub score: Option<f64>,
}

impl Opening {
    /// A referee for a game that starts with the opening.
    ///
    /// # Errors
    ///
    /// When the opening is not one of the rule set.
    pub fn referee(&self, variant: Variant) -> Result<Box<dyn Referee>, String> {
        let mut referee = referee::new(variant);
        referee.set_up(self.fen.as_deref().map_or(Setup::Start, Setup::Fen))?;
        for text in &self.moves {
            referee.play(text, Style::Hub(Dialect::Hub))?;
        }
        Ok(referee)
    }

    /// A line for a file, which [`read()`] reads as the same opening.
    ///
    /// # Errors
    ///
    /// When the opening is not one of the rule set.
    pub fn line(&self, variant: Variant) -> Result<String, String> {
        let title = read::title(&*self.referee(variant)?);
        let score = self.score.map(|score| format!("{score:+.2}")).unwrap_or_default();
        let name = if self.name == title { "" } else { &self.name };
        Ok(format!("{title} ; {score} ; {name}").trim_end_matches([' ', ';']).to_owned())
    }
}

/// The openings of a built-in set or else of a file.
///
/// # Errors
///
/// When there is no such set and no such file, or a line of it is wrong.
pub fn load(variant: Variant, name: &str) -> Result<Vec<Opening>, String> {
    if sets(variant).iter().any(|set| set.name == name) {
        return builtin(variant, name);
    }
    let names: Vec<_> = sets(variant).iter().map(|set| set.name).collect();
    let reading = File::open(name).and_then(|file| read(variant, BufReader::new(file))).map_err(|error| {
        format!("'{name}' is no set of {variant} openings ({}) and no file: {error}", names.join(", "))
    })?;
    reading.into_openings().map_err(|error| format!("{name}: {error}"))
}
