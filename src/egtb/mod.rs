//! L3: endgame tables: what perfect play makes of positions with few pieces. So
//! far they are made in memory; the search has its door and nobody behind it yet.

mod index;
mod memory;
mod slice;
mod solve;

pub use memory::MemoryTables;
pub use solve::Value;

use crate::position::Position;
use crate::rules::Rules;

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

/// Endgame tables of a rule set.
pub trait Tables<R: Rules>: Send + Sync {
    /// Positions with more pieces than this are not worth asking about.
    fn max_pieces(&self) -> usize;

    /// Looks a position up in which the side to move cannot capture.
    fn probe(&self, position: &Position<R>) -> Option<Verdict>;
}

/// No tables at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTables;

impl<R: Rules> Tables<R> for NoTables {
    fn max_pieces(&self) -> usize {
        0
    }

    fn probe(&self, _: &Position<R>) -> Option<Verdict> {
        None
    }
}
