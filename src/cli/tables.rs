//! The command line of `polydam tables`.

use clap::{Args, Subcommand};
use polydam::egtb::{MOST_PIECES, default_folder};
use polydam::rules::Variant;
use polydam::tools::tables;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::thread::available_parallelism;

#[derive(Subcommand, Debug)]
pub(super) enum Tables {
    /// Make the tables for up to so many pieces; one that was broken off goes on
    Build {
        /// The rule set
        #[arg(long, value_name = "NAME")]
        variant: Variant,
        /// Most pieces on the board. On 32 squares 5 take minutes, 6 hours; every
        /// piece more makes files some twenty times as large
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_PIECES as i64 - 1))]
        pieces: u8,
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        work: Work,
    },
    /// Prove the tables: every byte, and every value by those its moves lead to
    Verify {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        work: Work,
    },
    /// Describe the tables, a line for each set of pieces
    ///
    /// The side to move comes first: slice=2K1M-1K is two kings and a man to move
    /// against a king. count is the shortest count of plies after which the rules
    /// end such a game, and `over` marks wins that may take longer than that.
    Info {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        place: Place,
    },
    /// Look positions up: the result, the plies to the end, the best moves
    ///
    /// The counts of the draw rules are left aside.
    Probe {
        #[command(flatten)]
        positions: super::Positions,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Args, Debug)]
pub(super) struct Place {
    /// The folder of the tables [default: the platform's folder for data, in it
    /// polydam/tables]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Work {
    /// Number of threads [default: all there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Args, Debug)]
pub(super) struct Which {
    /// Only this rule set
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Only tables for up to so many pieces
    #[arg(long, value_name = "N", default_value_t = MOST_PIECES as u8)]
    pieces: u8,
}

impl Place {
    /// The folder to read from, if there is any: one that is named must be there.
    fn folder(self) -> io::Result<Option<PathBuf>> {
        match self.dir {
            Some(dir) if !dir.is_dir() => {
                Err(io::Error::new(ErrorKind::NotFound, format!("{}: no such folder", dir.display())))
            }
            dir => Ok(dir.or_else(default_folder)),
        }
    }
}

impl Work {
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}

impl Which {
    fn variants(&self) -> Vec<Variant> {
        self.variant.map_or_else(|| Variant::ALL.to_vec(), |variant| vec![variant])
    }
}

impl Tables {
    /// Runs the command. Is everything as it should be?
    pub(super) fn run(self) -> io::Result<bool> {
        match self {
            Self::Build { variant, pieces, place, work } => {
                let folder = place.dir.or_else(default_folder);
                let folder = folder.ok_or_else(|| io::Error::other("name a folder with --dir"))?;
                tables::build(variant, pieces.into(), &folder, work.threads())
            }
            Self::Verify { which, place, work } => {
                let (variants, folder) = (which.variants(), place.folder()?);
                tables::verify(&variants, which.pieces.into(), folder.as_deref(), work.threads())
            }
            Self::Info { which, place } => {
                tables::info(&which.variants(), which.pieces.into(), place.folder()?.as_deref())
            }
            Self::Probe { positions, place } => {
                tables::probe(positions.variant, &positions.positions, place.folder()?.as_deref())
            }
        }
    }
}
