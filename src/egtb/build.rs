//! Building tables into a folder, slice by slice, so that a build that is broken
//! off goes on where it was.

use super::file;
use super::set::EXTENSION;
use super::slice::Slice;
use super::solve::{Value, solve};
use super::table::{Source, Table};
use super::values::Values;
use crate::rules::{Rules, identity};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What there is to tell about a build under way.
#[derive(Clone, Debug)]
pub enum News {
    /// A slice comes next.
    Slice {
        /// The pieces, as in `2K1M-1K`.
        name: String,
        /// Positions of the slice, both sides to move.
        positions: u64,
        /// Positions of the whole build.
        total: u64,
    },
    /// A file is not what it should be, in these words, and is made anew.
    Remade(String),
}

/// Makes the tables for up to `pieces` pieces in a folder, which is created if
/// need be, with the threads of rayon. Tables that are there already are kept;
/// damaged ones are made anew. `tell` is told how it goes.
///
/// # Errors
///
/// When the folder cannot be written, or games take too long for the format. The
/// tables that are finished stay.
pub fn build<R: Rules>(folder: &Path, pieces: usize, tell: &dyn Fn(News)) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| in_file(folder, &error))?;
    let mut values = Values::<R>::new();
    let slices = Slice::up_to(pieces);
    let positions =
        |slice: &Slice| slice.halves().iter().map(|&half| values.index.size(half) as u64).sum::<u64>();
    let steps: Vec<_> = slices.iter().map(|slice| (*slice, positions(slice))).collect();
    let total = steps.iter().map(|(_, positions)| positions).sum();
    for (slice, positions) in steps {
        tell(News::Slice { name: slice.to_string(), positions, total });
        let path = folder.join(format!("{}-{slice}.{EXTENSION}", R::FACTS.name));
        match finished::<R>(&path, slice)
            .map_err(|error| in_file(&path, &error))?
            .map(|table| values.read(&table?))
        {
            None => {}
            Some(Ok(())) => continue,
            Some(Err(problem)) => tell(News::Remade(problem)),
        }
        let known = |slice, number| values.at(slice, number).unwrap_or(Value::Draw);
        let solved = solve(&values.index, slice, &known).map_err(io::Error::other)?;
        let parts: Vec<_> = solved.iter().map(Vec::as_slice).collect();
        let bytes = file::write(&values.index, identity::<R>(), slice, &parts).map_err(io::Error::other)?;
        write_whole(&path, &bytes).map_err(|error| in_file(&path, &error))?;
        for (half, solved) in slice.halves().into_iter().zip(solved) {
            values.insert(half, solved);
        }
    }
    Ok(())
}

/// The table of a slice in a file, if there is one; what is wrong with it, if it
/// is not whole.
fn finished<R: Rules>(path: &Path, slice: Slice) -> io::Result<Option<Result<Table, String>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let (mut tables, problem) = Table::all(Source::File(Mutex::new(file)), &path.display().to_string());
    let problem = problem.or_else(|| tables.first().and_then(|table| table.check().err()));
    if let Some(problem) = problem {
        return Ok(Some(Err(problem)));
    }
    let right = |table: &Table| table.identity == identity::<R>() && table.slice == slice;
    Ok(Some(match tables.pop() {
        Some(table) if tables.is_empty() && right(&table) => Ok(table),
        _ => Err(format!("{}: not the table of {slice}", path.display())),
    }))
}

/// Writes a file that is there as a whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().inspect_err(|_| {
        // The error that is reported is the first one; the rest is tidiness.
        let _ = fs::remove_file(&part);
    })
}

fn in_file(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
