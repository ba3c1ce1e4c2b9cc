//! What the search learns while it runs: which quiet moves have been good
//! elsewhere in the tree, and how far the evaluation was off.

use super::params::*;
use crate::board::Geometry;
use crate::eval::Score;
use crate::position::{Move, Position, zobrist};
use crate::rules::{Rules, Side};
use std::marker::PhantomData;

/// Values stay between minus this and this.
const LIMIT: i32 = 1 << 14;
/// Earlier moves that a quiet move is seen as an answer to: the opponent's last
/// and the own one before.
pub(super) const FOLLOWED: usize = 2;

/// A moved piece: its kind and where it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moved(u16);

impl Moved {
    /// The piece a move moves, in the position before it.
    #[inline(always)]
    pub(super) fn new<R: Rules>(position: &Position<R>, mv: Move<R>) -> Self {
        use crate::board::Word;
        let king = usize::from(position.kings().contains(mv.from()));
        Self((king * R::Board::BITS + mv.to()) as u16)
    }
}

/// The earlier moves at a node, the last one first; none where it is not known.
pub(super) type Followed = [Option<Moved>; FOLLOWED];

/// Values of quiet moves.
#[derive(Clone, Debug)]
pub(super) struct History<R> {
    /// For every side, start and end square.
    plain: Box<[i16]>,
    /// For every side, earlier move and move.
    follow: [Box<[i16]>; FOLLOWED],
    rules: PhantomData<R>,
}

impl<R: Rules> History<R> {
    const SQUARES: usize = R::Board::BITS;
    const PIECES: usize = 2 * Self::SQUARES;

    pub(super) fn new() -> Self {
        let zeros = |count| vec![0; count].into_boxed_slice();
        Self {
            plain: zeros(2 * Self::SQUARES * Self::SQUARES),
            follow: std::array::from_fn(|_| zeros(2 * Self::PIECES * Self::PIECES)),
            rules: PhantomData,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.plain.fill(0);
        self.follow.iter_mut().for_each(|table| table.fill(0));
    }

    #[inline(always)]
    fn plain(side: Side, mv: Move<R>) -> usize {
        (side as usize * Self::SQUARES + mv.from()) * Self::SQUARES + mv.to()
    }

    #[inline(always)]
    fn follow(side: Side, earlier: Moved, moved: Moved) -> usize {
        (side as usize * Self::PIECES + usize::from(earlier.0)) * Self::PIECES + usize::from(moved.0)
    }

    /// The value of a quiet move after the earlier ones.
    #[inline(always)]
    pub(super) fn value(&self, position: &Position<R>, mv: Move<R>, followed: Followed) -> i32 {
        let side = position.side();
        let mut value = i32::from(self.plain[Self::plain(side, mv)]);
        let weights = [follow_one(), follow_two()];
        for ((table, earlier), weight) in self.follow.iter().zip(followed).zip(weights) {
            if weight != 0
                && let Some(earlier) = earlier
            {
                let moved = Moved::new(position, mv);
                value += i32::from(table[Self::follow(side, earlier, moved)]) * weight / 100;
            }
        }
        value
    }

    /// Moves the values of a quiet move towards good or bad, the more the deeper
    /// the search and the further they are away.
    pub(super) fn learn(
        &mut self,
        position: &Position<R>,
        mv: Move<R>,
        followed: Followed,
        depth: i32,
        good: bool,
    ) {
        let bonus = (depth * depth * history_bonus()).min(LIMIT / 8);
        let side = position.side();
        shift(&mut self.plain[Self::plain(side, mv)], bonus, good);
        let moved = Moved::new(position, mv);
        let weights = [follow_one(), follow_two()];
        for ((table, earlier), weight) in self.follow.iter_mut().zip(followed).zip(weights) {
            if weight != 0
                && let Some(earlier) = earlier
            {
                shift(&mut table[Self::follow(side, earlier, moved)], bonus, good);
            }
        }
    }
}

/// Moves a value by at most `bonus`, by less the closer it is to its limit.
#[inline(always)]
fn shift(value: &mut i16, bonus: i32, good: bool) {
    let old = i32::from(*value);
    let signed = if good { bonus } else { -bonus };
    *value = (old + signed - old * bonus / LIMIT) as i16;
}

/// Entries for each side.
const CORRECTIONS: usize = 1 << 14;
/// Corrections are kept in this part of a hundredth of a man.
const GRAIN: i32 = 64;

/// How far the evaluation has been from the scores of searches, for structures of
/// men, which outlive many moves of the tree.
#[derive(Clone, Debug)]
pub(super) struct Corrections(Box<[i16]>);

impl Corrections {
    pub(super) fn new() -> Self {
        Self(vec![0; 2 * CORRECTIONS].into_boxed_slice())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    fn index<R: Rules>(position: &Position<R>) -> usize {
        use crate::board::Word;
        let men = |side| {
            let set = (position.pieces(side) & !position.kings()).widen();
            (set as u64) ^ (set >> 64) as u64
        };
        let key = zobrist::scramble(men(Side::White) ^ zobrist::scramble(men(Side::Black)));
        position.side() as usize * CORRECTIONS + (key as usize & (CORRECTIONS - 1))
    }

    /// What to add to the evaluation of a position.
    #[inline(always)]
    pub(super) fn value<R: Rules>(&self, position: &Position<R>) -> Score {
        i32::from(self.0[Self::index(position)]) / GRAIN
    }

    /// A search of `depth` plies has found the evaluation wrong by `error`.
    pub(super) fn learn<R: Rules>(&mut self, position: &Position<R>, error: Score, depth: i32) {
        let limit = correction_limit() * GRAIN;
        let value = &mut self.0[Self::index(position)];
        let old = i32::from(*value);
        let target = (error * GRAIN).clamp(-limit, limit);
        let rate = (correction_rate() * (1 + depth) / 4).min(128);
        *value = (old + (target - old) * rate / 256) as i16;
    }
}
