//! The material of a position, as its mover sees it: what a table is about.

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

impl Slice {
    /// The same pieces, the other side to move.
    pub(super) const fn turned(self) -> Self {
        Self { men: self.their_men, kings: self.their_kings, their_men: self.men, their_kings: self.kings }
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
