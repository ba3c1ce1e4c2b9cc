//! What the search learns while it runs: which quiet moves have been good
//! elsewhere in the tree.

use super::params::*;
use crate::board::Geometry;
use crate::position::Move;
use crate::rules::{Rules, Side};
use std::marker::PhantomData;

/// Values stay between minus this and this.
const LIMIT: i32 = 1 << 14;

/// Values of quiet moves.
#[derive(Clone, Debug)]
pub(super) struct History<R> {
    /// For every side, start and end square.
    values: Box<[i16]>,
    rules: PhantomData<R>,
}

impl<R: Rules> History<R> {
    const SQUARES: usize = R::Board::BITS;

    pub(super) fn new() -> Self {
        Self { values: vec![0; 2 * Self::SQUARES * Self::SQUARES].into(), rules: PhantomData }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.values.fill(0);
    }

    #[inline(always)]
    fn index(side: Side, mv: Move<R>) -> usize {
        (side as usize * Self::SQUARES + mv.from()) * Self::SQUARES + mv.to()
    }

    /// The value of a quiet move of a side.
    #[inline(always)]
    pub(super) fn value(&self, side: Side, mv: Move<R>) -> i32 {
        self.values[Self::index(side, mv)].into()
    }

    /// Moves the value of a quiet move towards good or bad, the more the deeper the
    /// search and the further it is away.
    pub(super) fn learn(&mut self, side: Side, mv: Move<R>, depth: i32, good: bool) {
        let bonus = (depth * depth * history_bonus()).min(LIMIT / 8);
        shift(&mut self.values[Self::index(side, mv)], bonus, good);
    }
}

/// Moves a value by at most `bonus`, by less the closer it is to its limit.
#[inline(always)]
fn shift(value: &mut i16, bonus: i32, good: bool) {
    let old = i32::from(*value);
    let signed = if good { bonus } else { -bonus };
    *value = (old + signed - old * bonus / LIMIT) as i16;
}
