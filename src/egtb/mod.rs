//! L3: endgame tables: what perfect play makes of positions with few pieces.
//!
//! `slice` and `index` number the positions, `solve` finds their values, `file`
//! and `table` keep them, `set` answers questions, `build` and `verify` make and
//! prove them. The tables know no draw counters.

mod build;
mod file;
mod index;
mod set;
mod shipped;
mod slice;
mod solve;
mod table;
mod tally;
mod values;
mod verify;

pub(crate) use build::write_whole;
pub use build::{News, build};
pub use set::{EXTENSION, TableSet, default_folder};
pub use solve::Value;
pub use verify::{Contents, contents, verify};

use crate::position::Position;
use crate::rules::Rules;

/// Tables for more pieces than this are never made.
pub const MOST_PIECES: usize = 8;

/// What a table knows of a position, for the side to move, the draw counters
/// left aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins.
    Win,
    /// Neither side wins.
    Draw,
    /// It loses.
    Loss,
}

impl Verdict {
    /// What it is for the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// Endgame tables of a rule set.
pub trait Tables<R: Rules>: Send + Sync {
    /// Positions with more pieces than this are not worth asking about.
    fn max_pieces(&self) -> usize;

    /// Looks a position up in which the side to move cannot capture. None when it
    /// is not known, or when a side wins, but not within so many plies.
    fn probe(&self, position: &Position<R>, within: usize) -> Option<Verdict>;

    /// The exact value of a position, captures or not. Slower than a probe.
    fn value(&self, position: &Position<R>) -> Option<Value>;
}

/// No tables at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTables;

impl<R: Rules> Tables<R> for NoTables {
    fn max_pieces(&self) -> usize {
        0
    }

    fn probe(&self, _: &Position<R>, _: usize) -> Option<Verdict> {
        None
    }

    fn value(&self, _: &Position<R>) -> Option<Value> {
        None
    }
}
