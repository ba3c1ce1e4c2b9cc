//! Exact results of positions with few pieces, for a rule set known only at run
//! time.

use crate::egtb::{TableSet, Tables, Value};
use crate::notation::fen;
use crate::rules::{Rules, Variant, Visitor};
use std::path::Path;
use std::sync::Arc;

/// Knows how positions with few pieces end.
pub trait Endings: Send + Sync {
    /// Positions with more pieces are not known.
    fn pieces(&self) -> usize;

    /// The value of a position in PDN FEN for its side to move, draw counters left
    /// aside; none if it is not known.
    fn value(&self, fen: &str) -> Option<Value>;
}

/// The endings of a rule set with up to so many pieces: from the tables within the
/// program and those of a folder.
///
/// # Errors
///
/// When there are no tables for so many pieces.
pub fn load(variant: Variant, pieces: usize, folder: Option<&Path>) -> Result<Arc<dyn Endings>, String> {
    struct Load<'a>(Variant, usize, Option<&'a Path>);

    impl Visitor for Load<'_> {
        type Output = Result<Arc<dyn Endings>, String>;

        fn visit<R: Rules>(self) -> Self::Output {
            let Self(variant, pieces, folder) = self;
            let (tables, problems) = TableSet::<R>::load(folder, pieces);
            match tables.max_pieces() {
                found if found >= pieces => Ok(Arc::new(Loaded { pieces, tables })),
                found => Err(problems.into_iter().next().unwrap_or_else(|| {
                    format!("{variant}: there are tables for up to {found} pieces; `polydam tables build` makes larger ones")
                })),
            }
        }
    }

    variant.visit(Load(variant, pieces, folder))
}

struct Loaded<R: Rules> {
    pieces: usize,
    tables: TableSet<R>,
}

impl<R: Rules> Endings for Loaded<R> {
    fn pieces(&self) -> usize {
        self.pieces
    }

    fn value(&self, fen: &str) -> Option<Value> {
        self.tables.value(&fen::parse(fen).ok()?)
    }
}
