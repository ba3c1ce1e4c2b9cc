//! Exact results of positions with few pieces, for a rule set known only at run
//! time.

use crate::egtb::{MemoryTables, Value};
use crate::notation::fen;
use crate::rules::{Rules, Variant, Visitor};
use std::sync::Arc;

/// Knows how positions with few pieces end.
pub trait Endings: Send + Sync {
    /// Positions with more pieces are not known.
    fn pieces(&self) -> usize;

    /// The value of a position in PDN FEN for its side to move, draw counters left
    /// aside; none if it is not known.
    fn value(&self, fen: &str) -> Option<Value>;
}

/// Solves all endings of a rule set with up to so many pieces, in memory.
///
/// # Errors
///
/// When they cannot be solved.
pub fn solve(variant: Variant, pieces: usize) -> Result<Arc<dyn Endings>, String> {
    struct Solve(usize);

    impl Visitor for Solve {
        type Output = Result<Arc<dyn Endings>, String>;

        fn visit<R: Rules>(self) -> Self::Output {
            Ok(Arc::new(Solved { pieces: self.0, tables: MemoryTables::<R>::new(self.0)? }))
        }
    }

    variant.visit(Solve(pieces))
}

struct Solved<R: Rules> {
    pieces: usize,
    tables: MemoryTables<R>,
}

impl<R: Rules> Endings for Solved<R> {
    fn pieces(&self) -> usize {
        self.pieces
    }

    fn value(&self, fen: &str) -> Option<Value> {
        self.tables.value(&fen::parse(fen).ok()?)
    }
}
