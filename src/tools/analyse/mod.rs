//! `polydam analyse`: bounded searches, of positions for scripts and of every
//! move of games that were played.

mod engines;
mod games;
mod html;
mod json;
mod positions;

use super::output::{Output, Piece, Target};
use super::progress::Progress;
use crate::arena::schedule::Shard;
use crate::engine::Config;
use crate::rules::Variant;
use crate::search::Limits;
use std::io;
use std::path::{Path, PathBuf};

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule set; games may name their own.
    pub variant: Option<Variant>,
    /// The limits of each search.
    pub limits: Limits,
    /// What each search has to work with.
    pub config: Config,
    /// Write JSON?
    pub json: bool,
    /// Read and write moves as in Hub?
    pub hub: bool,
    /// The moves of positions to search; none: all.
    pub moves: Option<String>,
    /// Number of positions or games at the same time.
    pub jobs: usize,
    /// Which of the positions or games.
    pub shard: Shard,
    /// Where the results go.
    pub target: Target,
}

/// What to analyse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Positions; `-` stands for standard input.
    Positions(Vec<String>),
    /// Files of games.
    Games(Vec<PathBuf>),
}

impl Input {
    /// Tells positions from files: a file exists or has a name that ends in
    /// `.pdn`.
    ///
    /// # Errors
    ///
    /// When there are both.
    pub fn sort(arguments: Vec<String>) -> Result<Self, String> {
        let is_file = |text: &String| {
            let path = Path::new(text);
            path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdn"))
                || path.exists() && !path.is_dir()
        };
        match arguments.iter().filter(|text| is_file(text)).count() {
            0 => Ok(Self::Positions(arguments)),
            files if files == arguments.len() => {
                Ok(Self::Games(arguments.into_iter().map(PathBuf::from).collect()))
            }
            _ => Err("expected positions or files of games, not both at once".to_owned()),
        }
    }
}

/// Analyses positions or games. Returns whether all of them could be read. No
/// result depends on those before it, nor on the number of jobs: every game and
/// every single position starts with an empty hash table.
///
/// # Errors
///
/// When memory or threads are not to be had, or input or output fails.
pub fn run(options: &Options, input: &Input) -> io::Result<bool> {
    match input {
        Input::Positions(positions) => positions::run(options, positions),
        Input::Games(files) => games::run(options, files),
    }
}

impl Options {
    /// Is the position or game with a number, from 1, wanted?
    fn has(&self, number: u64) -> bool {
        self.shard.has((number - 1) as usize)
    }

    /// All that the results depend on, in words: a run is only taken up with the
    /// same.
    fn describe(&self, input: &[impl AsRef<Path>]) -> String {
        let files: Vec<_> = input.iter().map(|input| input.as_ref().display().to_string()).collect();
        format!(
            "polydam {} analyse {:?} variant={} {:?} {:?} json={} hub={} moves={:?} shard={} report={:?}",
            env!("CARGO_PKG_VERSION"),
            files,
            self.variant.map_or("any", Variant::name),
            self.limits,
            self.config,
            self.json,
            self.hub,
            self.moves,
            self.shard,
            self.target.report
        )
    }
}

/// Writes a result, or says why there is none.
fn put(output: &mut Output, progress: &Progress, piece: io::Result<Option<Piece>>) -> io::Result<()> {
    // There is none of a task that was given up; then nobody listens.
    let Some(piece) = piece? else { return Ok(()) };
    progress.aside(|| {
        if let Some(complaint) = &piece.complaint {
            eprintln!("polydam: {complaint}");
        }
        output.put(&piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_positions_are_told_apart() {
        let sort = |arguments: &[&str]| Input::sort(arguments.iter().map(|text| text.to_string()).collect());
        assert_eq!(sort(&[]), Ok(Input::Positions(vec![])));
        assert!(matches!(sort(&["W:W31:B2", "-", "Wbbww"]), Ok(Input::Positions(_))));
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(matches!(sort(&["no/such.PDN", manifest]), Ok(Input::Games(files)) if files.len() == 2));
        assert!(sort(&["W:W31:B2", "games.pdn"]).unwrap_err().contains("not both"));
        assert!(matches!(sort(&[env!("CARGO_MANIFEST_DIR")]), Ok(Input::Positions(_))));
    }
}
