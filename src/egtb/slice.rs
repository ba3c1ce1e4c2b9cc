//! The material of a position, as its mover sees it: what a table is about.

use std::fmt::{self, Display};

/// Numbers of pieces: those of the side to move and those of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Slice {
    /// Own men.
    pub(super) men: usize,
    /// Own kings.
    pub(super) kings: usize,
    /// Men of the other side.
    pub(super) their_men: usize,
    /// Kings of the other side.
    pub(super) their_kings: usize,
}

/// Slots for slices, by their four numbers of pieces.
const DIGIT: usize = 8;

impl Slice {
    /// Most pieces of one kind and side.
    pub(super) const MOST: usize = DIGIT - 1;

    /// How many [`Self::place`]s there are.
    pub(super) const PLACES: usize = DIGIT * DIGIT * DIGIT * DIGIT;

    /// A number of its own, to keep slices in an array.
    #[inline(always)]
    pub(super) const fn place(self) -> usize {
        ((self.men * DIGIT + self.kings) * DIGIT + self.their_men) * DIGIT + self.their_kings
    }

    /// Pieces of both sides.
    pub(super) const fn pieces(self) -> usize {
        self.men + self.kings + self.their_men + self.their_kings
    }

    /// The same pieces, the other side to move.
    pub(super) const fn turned(self) -> Self {
        Self { men: self.their_men, kings: self.their_kings, their_men: self.men, their_kings: self.kings }
    }

    /// The slices a table of this one is about: itself and the turned one, if that
    /// is another.
    pub(super) fn halves(self) -> Vec<Self> {
        if self == self.turned() { vec![self] } else { vec![self, self.turned()] }
    }

    /// The slices with up to `pieces` pieces, some on both sides, one of each two
    /// that differ in the side to move only. Every slice comes after those its
    /// moves can lead to: with fewer pieces, or with a man less and a king more.
    pub(super) fn up_to(pieces: usize) -> Vec<Self> {
        let mut slices = Vec::new();
        for total in 2..=pieces {
            for men in 0..=total {
                for own_men in 0..=men {
                    let kings = total - men;
                    let with = |own_kings| Self {
                        men: own_men,
                        kings: own_kings,
                        their_men: men - own_men,
                        their_kings: kings - own_kings,
                    };
                    slices.extend((0..=kings).map(with).filter(|slice| slice.is_first()));
                }
            }
        }
        slices
    }

    /// Are there pieces on both sides, and is it not the turned one of another?
    fn is_first(self) -> bool {
        let (us, them) =
            ((self.men + self.kings, self.men), (self.their_men + self.their_kings, self.their_men));
        us.0 > 0 && them.0 > 0 && us >= them
    }
}

impl Display for Slice {
    /// As in `2K1M-1K`: two kings and a man to move against a king.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |kings: usize, men: usize| {
            let count = |n: usize, kind| if n == 0 { String::new() } else { format!("{n}{kind}") };
            count(kings, 'K') + &count(men, 'M')
        };
        f.pad(&format!("{}-{}", side(self.kings, self.men), side(self.their_kings, self.their_men)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn slices_come_after_what_they_lead_to() {
        let slices = Slice::up_to(5);
        let mut known = HashSet::new();
        for slice in slices {
            for (slice, before) in [(slice, slice), (slice.turned(), slice.turned())] {
                if slice.men > 0 {
                    let crowned = Slice { men: slice.men - 1, kings: slice.kings + 1, ..before };
                    assert!(known.contains(&crowned), "{slice:?}");
                }
            }
            known.extend([slice, slice.turned()]);
        }
        // Of men and kings on both sides: all ways to have n pieces, less those with one side bare.
        let ways = |n: usize| (n + 1) * (n + 2) * (n + 3) / 6 - 2 * (n + 1);
        assert_eq!(known.len(), (2..=5).map(ways).sum::<usize>());
    }
}
