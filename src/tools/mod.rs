//! L8: commands for people and scripts. They print.

pub mod analyse;
mod batch;
pub mod bench;
pub mod check_engine;
pub mod dxp;
pub mod eval;
mod input;
pub mod moves;
pub mod openings;
pub mod output;
pub mod pdn;
pub mod perft;
pub mod play_match;
mod progress;
pub mod show;
pub mod tables;
pub mod train;

use std::io;
use std::path::Path;

/// An error that names the file it is about.
fn in_file(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
