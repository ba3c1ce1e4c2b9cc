//! `polydam train prep`: many samples made one file to learn from.

use super::manifest::{Manifest, beside, hash};
use super::{MANIFEST, SHARD, read, write_whole, wrong};
use crate::rules::{Rules, Variant, Visitor};
use crate::train::{Dataset, read_dataset, read_shard, write_dataset};
use serde_json::json;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What to do.
#[derive(Clone, Debug)]
pub struct Prep {
    /// The rule set.
    pub variant: Variant,
    /// Folders of samples.
    pub from: Vec<PathBuf>,
    /// The file to write.
    pub out: PathBuf,
}

/// Makes one file of the samples in folders. Returns the number of positions to
/// learn from.
///
/// # Errors
///
/// When a file cannot be read or written, or is damaged.
pub fn prep(options: &Prep) -> io::Result<usize> {
    struct Run<'a>(&'a Prep);

    impl Visitor for Run<'_> {
        type Output = io::Result<usize>;

        fn visit<R: Rules>(self) -> Self::Output {
            run::<R>(self.0)
        }
    }

    options.variant.visit(Run(options))
}

fn run<R: Rules>(options: &Prep) -> io::Result<usize> {
    let mut data = Dataset::<R>::default();
    let mut sources = Vec::new();
    let mut samples = 0;
    for (salt, folder) in options.from.iter().enumerate() {
        for path in shards(folder)? {
            let shard = read_shard(&read(&path)?).map_err(|problem| wrong(&path, problem))?;
            samples += shard.len();
            data.add(&shard, salt as u64);
        }
        sources.push(json!(hash(&read(&folder.join(MANIFEST))?)));
    }
    data.merge();
    let bytes = write_dataset(&data);
    write_whole(&options.out, &bytes)?;
    Manifest::new("prep", options.variant)
        .with("sources", sources)
        .with("samples", samples)
        .with("train", data.train.len())
        .with("valid", data.valid.len())
        .with("data", hash(&bytes))
        .write(&beside(&options.out))?;
    Ok(data.train.len())
}

/// The files of samples in a folder, in order.
fn shards(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| super::super::in_file(folder, error))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    let mut shards: Vec<_> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == SHARD)).collect();
    shards.sort();
    Ok(shards)
}

/// Reads what [`prep`] has written.
pub(super) fn load<R: Rules>(path: &Path) -> io::Result<(Dataset<R>, String)> {
    let bytes = read(path)?;
    Ok((read_dataset(&bytes).map_err(|problem| wrong(path, problem))?, hash(&bytes)))
}
