//! Machine words used as sets of squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of bits; which bit is which square is the business of a
/// [`Geometry`](super::Geometry).
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;

    /// The set that holds only `index`, which is below the width of the word.
    fn bit(index: usize) -> Self;

    /// The low bits of a 128-bit set.
    fn truncate(wide: u128) -> Self;

    /// The set as 128 bits.
    fn widen(self) -> u128;

    /// The number of bits in the set.
    fn count(self) -> usize;

    /// The lowest bit; the width of the word for the empty set.
    fn lowest(self) -> usize;

    /// The highest bit. The set must not be empty.
    fn highest(self) -> usize;

    /// The set without its lowest bit. The set must not be empty.
    fn without_lowest(self) -> Self;

    /// All bits below `index`, which is below the width of the word.
    fn below(index: usize) -> Self;

    /// Is the set empty?
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Does the set hold `index`?
    #[inline(always)]
    fn contains(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The bits of the set, in rising order.
    #[inline(always)]
    fn bits(self) -> Bits<Self> {
        Bits(self)
    }
}

/// Iterator over the bits of a [`Word`], in rising order.
#[derive(Clone, Debug)]
pub struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(index: usize) -> Self {
                debug_assert!(index < Self::BITS as usize);
                1 << index
            }

            #[inline(always)]
            fn truncate(wide: u128) -> Self {
                wide as $word
            }

            #[inline(always)]
            fn widen(self) -> u128 {
                self.into()
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn highest(self) -> usize {
                debug_assert!(self != 0);
                (Self::BITS - 1 - self.leading_zeros()) as usize
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                debug_assert!(self != 0);
                self & (self - 1)
            }

            #[inline(always)]
            fn below(index: usize) -> Self {
                Self::bit(index) - 1
            }
        }
    };
}

word!(u64);
word!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>(width: usize) {
        for i in 0..width {
            assert_eq!(W::bit(i).lowest(), i);
            assert_eq!(W::bit(i).highest(), i);
            assert_eq!(W::below(i).count(), i);
            assert_eq!(W::truncate(W::bit(i).widen()), W::bit(i));
            for j in 0..width {
                let pair = W::bit(i) | W::bit(j);
                assert_eq!(pair.lowest(), i.min(j));
                assert_eq!(pair.highest(), i.max(j));
                assert!(pair.contains(j));
                let mut both = vec![i.min(j), i.max(j)];
                both.dedup();
                assert_eq!(pair.bits().collect::<Vec<_>>(), both);
            }
        }
        assert!(W::EMPTY.is_empty());
        assert_eq!(W::EMPTY.count(), 0);
    }

    #[test]
    fn words_are_sets() {
        check::<u64>(64);
        check::<u128>(128);
    }
}
