//! How often a quiet move has been good elsewhere in the tree.

use crate::position::Move;
use crate::rules::{Rules, Side};

/// Squares are told apart by this many bits.
const SQUARES: usize = 128;
/// Values stay between minus this and this.
const LIMIT: i32 = 1 << 14;

/// A value for every side, start and end square.
#[derive(Clone, Debug)]
pub(super) struct History(Box<[i16]>);

impl History {
    pub(super) fn new() -> Self {
        Self(vec![0; 2 * SQUARES * SQUARES].into_boxed_slice())
    }

    #[inline(always)]
    fn index<R: Rules>(side: Side, mv: Move<R>) -> usize {
        (side as usize * SQUARES + mv.from()) * SQUARES + mv.to()
    }

    #[inline(always)]
    pub(super) fn value<R: Rules>(&self, side: Side, mv: Move<R>) -> i32 {
        self.0[Self::index(side, mv)].into()
    }

    /// Moves the value towards good or bad, the more the deeper the search and
    /// the further it is away.
    pub(super) fn learn<R: Rules>(&mut self, side: Side, mv: Move<R>, depth: i32, good: bool) {
        let value = &mut self.0[Self::index(side, mv)];
        let bonus = (depth * depth * 16).min(LIMIT / 8);
        let old = i32::from(*value);
        let signed = if good { bonus } else { -bonus };
        *value = (old + signed - old * bonus / LIMIT) as i16;
    }
}
