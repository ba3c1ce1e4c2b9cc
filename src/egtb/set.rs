//! The tables of a rule set, from the program and from a folder, as the search
//! and people ask them.

use super::index::Index;
use super::shipped::SHIPPED;
use super::slice::Slice;
use super::solve::Value;
use super::table::{Source, Table};
use super::{Tables, Verdict};
use crate::board::Word;
use crate::position::Position;
use crate::rules::{Rules, Side, identity};
use rayon::prelude::*;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The ending of the names of table files.
pub const EXTENSION: &str = "pdt";

/// The folder in which tables are looked for unless another is named: in the
/// platform's place for the data of programs, if it has one.
pub fn default_folder() -> Option<PathBuf> {
    Some(dirs::data_dir()?.join("polydam").join("tables"))
}

/// The tables of a rule set.
#[derive(Debug)]
pub struct TableSet<R: Rules> {
    index: Index<R>,
    /// For each slice its table and the half about it.
    tables: Vec<Option<(Arc<Table>, usize)>>,
    pieces: usize,
}

impl<R: Rules> TableSet<R> {
    /// No tables.
    fn empty() -> Self {
        Self { index: Index::default(), tables: vec![None; Slice::PLACES], pieces: 0 }
    }

    /// The tables of a folder and those within the program, for up to `most` pieces,
    /// and what is wrong with any file. A folder that does not exist is an empty one;
    /// what is wrong is left out. Where both have a table, that of the folder counts.
    pub fn load(folder: Option<&Path>, most: usize) -> (Self, Vec<String>) {
        let mut set = Self::empty();
        let mut problems = Vec::new();
        let files = folder.map_or_else(Vec::new, |folder| table_files(folder, &mut problems));
        for path in files {
            set.add_all(tables_of(&path), most, &mut problems);
        }
        for (name, bytes) in SHIPPED {
            set.add_all(Table::all(Source::Bytes(Cow::Borrowed(bytes)), name), most, &mut problems);
        }
        (set, problems)
    }

    /// Adds what tables of a file are about the rule set, whole and new.
    fn add_all(
        &mut self,
        (tables, problem): (Vec<Table>, Option<String>),
        most: usize,
        problems: &mut Vec<String>,
    ) {
        problems.extend(problem);
        let rules = identity::<R>();
        let wanted = |table: &Table| table.identity == rules && table.slice.pieces() <= most;
        let tables: Vec<_> = tables.into_iter().filter(wanted).collect();
        let checks: Vec<_> = tables.par_iter().map(Table::check).collect();
        for (table, check) in tables.into_iter().zip(checks) {
            if let Err(problem) = check.and_then(|()| self.add(table)) {
                problems.push(problem);
            }
        }
    }

    /// Adds a table, unless there is one already.
    fn add(&mut self, table: Table) -> Result<(), String> {
        for (half, slice) in table.slice.halves().into_iter().enumerate() {
            if table.head(half).slots != self.index.size(slice) as u64 {
                return Err(table.problem("it has another number of positions"));
            }
        }
        if self.tables[table.slice.place()].is_some() {
            return Ok(());
        }
        self.pieces = self.pieces.max(table.slice.pieces());
        let table = Arc::new(table);
        for (half, slice) in table.slice.halves().into_iter().enumerate() {
            self.tables[slice.place()] = Some((Arc::clone(&table), half));
        }
        Ok(())
    }

    pub(super) fn index(&self) -> &Index<R> {
        &self.index
    }

    /// The table of a slice and the half about it.
    pub(super) fn table(&self, slice: Slice) -> Option<(&Table, usize)> {
        self.tables[slice.place()].as_ref().map(|(table, half)| (&**table, *half))
    }

    /// What a table says of a position without captures.
    #[inline]
    fn look_up(&self, position: &Position<R>) -> Option<(&Table, usize, usize, Verdict)> {
        let (slice, number) = self.index.kept(position);
        let (table, half) = self.table(slice)?;
        Some((table, half, number, table.result(half, number)?))
    }

    /// The best value a position has by one of its moves, of which `after` tells
    /// what they lead to.
    fn best(&self, position: &Position<R>, after: impl Fn(&Position<R>) -> Option<Value>) -> Option<Value> {
        Value::best(position.moves().iter().map(|&mv| after(&position.play(mv))))
    }

    /// How long a position without captures can be held that is lost: every move
    /// leads to a win of the other side, by a capture or as a table has it.
    fn resistance(&self, position: &Position<R>) -> Option<Value> {
        self.best(position, |after| {
            let value = match self.look_up(after) {
                _ if after.can_capture() => self.value(after)?,
                Some((table, half, number, Verdict::Win)) => table.distance(half, number)?,
                _ => return None,
            };
            (value.verdict() == Verdict::Win).then_some(value)
        })
    }
}

impl<R: Rules> Tables<R> for TableSet<R> {
    fn max_pieces(&self) -> usize {
        self.pieces
    }

    #[inline]
    fn probe(&self, position: &Position<R>, within: usize) -> Option<Verdict> {
        debug_assert!(!position.can_capture());
        if !has_both(position) {
            return None;
        }
        let (table, half, number, verdict) = self.look_up(position)?;
        let tally = table.head(half).tally;
        let value = match verdict {
            Verdict::Win if usize::from(tally.longest_win) > within => table.distance(half, number)?,
            Verdict::Loss if usize::from(tally.longest_loss) > within => self.resistance(position)?,
            _ => return Some(verdict),
        };
        let in_time = matches!(value, Value::Win(plies) | Value::Loss(plies) if usize::from(plies) <= within);
        in_time.then_some(verdict)
    }

    fn value(&self, position: &Position<R>) -> Option<Value> {
        if position.occupied().count() > self.pieces {
            return None;
        }
        if !position.can_move() {
            return Some(Value::Loss(0));
        }
        if !has_both(position) {
            return None;
        }
        if position.can_capture() {
            // Every capture leaves fewer pieces: this comes to an end.
            return self.best(position, |after| self.value(after));
        }
        let (table, half, number, verdict) = self.look_up(position)?;
        match verdict {
            Verdict::Draw => Some(Value::Draw),
            Verdict::Win => table.distance(half, number),
            Verdict::Loss => self.resistance(position),
        }
    }
}

fn has_both<R: Rules>(position: &Position<R>) -> bool {
    [Side::White, Side::Black].iter().all(|&side| !position.pieces(side).is_empty())
}

/// The tables in a file, and what is wrong with it.
fn tables_of(path: &Path) -> (Vec<Table>, Option<String>) {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Table::all(Source::File(Mutex::new(file)), &name),
        Err(error) => (Vec::new(), Some(format!("{name}: {error}"))),
    }
}

/// The table files in a folder, by name.
fn table_files(folder: &Path, problems: &mut Vec<String>) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            problems.push(format!("{}: {error}", folder.display()));
            return Vec::new();
        }
    };
    let mut files: Vec<_> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .collect();
    files.sort();
    files
}
