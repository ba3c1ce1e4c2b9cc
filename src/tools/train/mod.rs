//! `polydam train`: from nothing to a net, step by step or all at once.
//!
//! Each step writes one folder or file and beside it a manifest (`.json`) that names
//! the version of the program, the settings, and the hashes of all that went in.

mod all;
mod data;
mod gate;
mod generate;
mod manifest;
mod net;
mod plot;

pub use all::{All, all};
pub use data::{Prep, prep};
pub use gate::{Gate, gate};
pub use generate::{Generate, generate};
pub use net::{Export, Fit, export, fit};
pub use plot::plot;

use crate::egtb;
use std::fs;
use std::io;
use std::path::Path;

/// The ending of the names of files of samples.
const SHARD: &str = "pds";
/// The name of the manifest in a folder of samples.
const MANIFEST: &str = "manifest.json";

/// Writes a file as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    egtb::write_whole(path, bytes).map_err(|error| super::in_file(path, error))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| super::in_file(path, error))
}

fn wrong(path: &Path, problem: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {problem}", path.display()))
}
