//! What a searching thread needs to itself, kept from one search to the next: to
//! make it anew would cost more than a search of a few hundred nodes.

use super::history::History;
use super::order::Picker;
use crate::eval::Score;
use crate::eval::net::Sums;
use crate::eval::score::MAX_PLY;
use crate::position::{Move, MoveList};
use crate::rules::Rules;
use arrayvec::ArrayVec;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The memory of all searching threads: working space, and what they have learned
/// about moves.
pub struct Memory<R: Rules>(Vec<Mutex<Scratch<R>>>);

impl<R: Rules> Memory<R> {
    /// Memory for so many threads.
    pub fn new(threads: usize) -> Self {
        #[cfg(feature = "tune")]
        super::params::read_environment();
        Self((0..threads).map(|_| Mutex::new(Scratch::new())).collect())
    }

    /// Forgets what has been learned.
    pub fn clear(&mut self) {
        for scratch in &mut self.0 {
            scratch.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        }
    }

    /// The memory of a thread. There are as many as were asked for.
    pub(super) fn of(&self, thread: usize) -> MutexGuard<'_, Scratch<R>> {
        self.0[thread].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory of one thread.
pub(super) struct Scratch<R: Rules> {
    pub(super) history: History<R>,
    /// Keys of the game and of the path to the present node, that one left out.
    pub(super) keys: Vec<u64>,
    /// The evaluation at each ply of the present path; none where a side can
    /// capture.
    pub(super) evals: Vec<Option<Score>>,
    /// What the evaluation has worked out along the path.
    pub(super) sums: Sums<R>,
    pub(super) lists: Vec<MoveList<R>>,
    pub(super) pickers: Vec<Picker>,
    /// The line of best play from each ply on.
    pub(super) lines: Vec<ArrayVec<Move<R>, MAX_PLY>>,
}

impl<R: Rules> Scratch<R> {
    fn new() -> Self {
        Self {
            history: History::new(),
            keys: Vec::new(),
            evals: vec![None; MAX_PLY + 1],
            sums: Sums::default(),
            lists: vec![MoveList::default(); MAX_PLY + 1],
            pickers: vec![Picker::default(); MAX_PLY + 1],
            lines: vec![ArrayVec::new(); MAX_PLY + 1],
        }
    }

    fn forget(&mut self) {
        self.history.clear();
    }

    /// Makes ready for a search after the positions with these keys.
    pub(super) fn begin(&mut self, past: &[u64]) {
        self.keys.clear();
        self.keys.extend_from_slice(past);
        self.lines[0].clear();
    }
}
