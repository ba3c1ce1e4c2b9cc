//! Which moves the threads are searching at this moment, so that they do not all
//! search the same ones.
//!
//! A move that another thread is on is put off until the others are done; then its
//! result is likely to be in the transposition table (Kerrigan's simplification of
//! ABDADA, Weill 1996).

use crate::position::zobrist::scramble;
use std::sync::atomic::{AtomicU64, Ordering};

/// Places for marks: many times more than all threads have moves under way.
const PLACES: usize = 1 << 12;
/// Marks that compete for the same places.
const WAYS: usize = 4;

/// The marks. A mark may get lost, or be seen for a moment too long: that costs
/// time and does no harm.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// No marks; and never any when a single thread searches.
    pub(super) fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    /// Can there be marks at all?
    #[inline(always)]
    pub(super) fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline(always)]
    fn ways(&self, mark: u64) -> &[AtomicU64] {
        let first = (mark as usize % PLACES) & !(WAYS - 1);
        &self.0[first..first + WAYS]
    }

    /// Is a thread searching the position with this key, reached by a move from a
    /// node of this depth?
    #[inline(always)]
    pub(super) fn has(&self, key: u64, depth: i32) -> bool {
        let mark = mark(key, depth);
        self.ways(mark).iter().any(|place| place.load(Ordering::Relaxed) == mark)
    }

    /// Marks a position as being searched.
    #[inline(always)]
    pub(super) fn enter(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        let ways = self.ways(mark);
        let free = ways.iter().find(|place| place.load(Ordering::Relaxed) == 0).unwrap_or(&ways[0]);
        free.store(mark, Ordering::Relaxed);
    }

    /// Takes the mark away.
    #[inline(always)]
    pub(super) fn leave(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        for place in self.ways(mark) {
            if place.load(Ordering::Relaxed) == mark {
                place.store(0, Ordering::Relaxed);
            }
        }
    }
}

/// The mark of a position, never 0.
#[inline(always)]
fn mark(key: u64, depth: i32) -> u64 {
    (key ^ scramble(depth as u64)) | 1 << 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let busy = Busy::new(2);
        let keys: Vec<u64> = (1001..=1050).map(scramble).collect();
        for &key in &keys {
            assert!(!busy.has(key, 5));
            busy.enter(key, 5);
            assert!(busy.has(key, 5) && !busy.has(key, 6));
        }
        for &key in &keys {
            busy.leave(key, 5);
            assert!(!busy.has(key, 5));
        }
    }

    #[test]
    fn a_single_thread_has_no_marks() {
        assert!(!Busy::new(1).is_shared());
    }
}
