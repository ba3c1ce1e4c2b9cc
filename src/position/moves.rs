//! Moves and lists of them.

use crate::board::Word;
use crate::rules::Rules;
use crate::rules::variant::Squares;
use std::fmt::Debug;
use std::ops::Deref;

/// A whole move. Two captures are the same move when start, end and the set of
/// taken pieces agree; the way does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<R: Rules> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) king: bool,
    pub(super) taken: Squares<R>,
}

impl<R: Rules> Move<R> {
    #[inline(always)]
    pub(super) fn new(from: usize, to: usize, king: bool, taken: Squares<R>) -> Self {
        Self { from: from as u8, to: to as u8, king, taken }
    }

    /// The bit of the start square.
    #[inline(always)]
    pub fn from(self) -> usize {
        self.from.into()
    }

    /// The bit of the end square.
    #[inline(always)]
    pub fn to(self) -> usize {
        self.to.into()
    }

    /// The squares of the taken pieces.
    #[inline(always)]
    pub fn taken(self) -> Squares<R> {
        self.taken
    }

    /// Does it take anything?
    #[inline(always)]
    pub fn is_capture(self) -> bool {
        !self.taken.is_empty()
    }

    /// Is the piece a king after the move?
    #[inline(always)]
    pub fn ends_as_king(self) -> bool {
        self.king
    }

    /// Start, end and taken pieces: what makes it this move and no other.
    #[inline(always)]
    pub(super) fn identity(self) -> (u8, u8, Squares<R>) {
        (self.from, self.to, self.taken)
    }
}

/// A list of moves. It grows: there are compositions with thousands of captures.
/// Reuse one list per ply and it allocates once.
#[derive(Clone, Debug)]
pub struct MoveList<R: Rules>(Vec<Move<R>>);

impl<R: Rules> MoveList<R> {
    /// An empty list with room for any ordinary position.
    pub fn new() -> Self {
        Self(Vec::with_capacity(64))
    }

    /// Empties the list and keeps its memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move<R>) {
        self.0.push(mv);
    }

    /// Keeps some of the moves.
    pub fn retain(&mut self, keep: impl FnMut(&Move<R>) -> bool) {
        self.0.retain(keep);
    }

    pub(super) fn dedup(&mut self) {
        // A crowned piece first, so that it is the one that stays.
        self.0.sort_unstable_by_key(|mv| (mv.identity(), !mv.king));
        self.0.dedup_by_key(|mv| mv.identity());
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Move<R>] {
        &mut self.0
    }
}

impl<R: Rules> Default for MoveList<R> {
    /// An empty list that has not allocated yet.
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R: Rules> Deref for MoveList<R> {
    type Target = [Move<R>];

    #[inline(always)]
    fn deref(&self) -> &[Move<R>] {
        &self.0
    }
}
