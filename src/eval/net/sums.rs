//! What the inputs of a net add up to, kept from position to position.
//!
//! Each ply of the search has a slot, which knows the pieces it has added up. A
//! slot becomes that of another position by what differs between the two: it is
//! right wherever the search comes from, and cheap where that is near.

use super::{Net, PLANES, Shape};
use crate::board::{Geometry, Word};
use crate::eval::score::{MAX_PLY, Score};
use crate::position::Position;
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};

const MOST_HIDDEN: usize = Shape::HIDDEN[Shape::HIDDEN.len() - 1];

/// Scores that are remembered: few enough to stay in the processor's cache.
const SCORES: usize = 1 << 13;
/// Bits of a score that is remembered.
const SCORE_BITS: u32 = i16::BITS;

/// The sums of one searching thread.
#[derive(Clone, Debug)]
pub struct Sums<R: Rules> {
    /// The net they are of.
    owner: Option<u64>,
    slots: Vec<Slot<R>>,
    /// Scores of late: the upper bits of a position's key, and its score below. Two
    /// moves in either order lead to the same position: a quarter of all are met again.
    scores: Vec<u64>,
}

impl<R: Rules> Default for Sums<R> {
    fn default() -> Self {
        Self { owner: None, slots: Vec::new(), scores: Vec::new() }
    }
}

/// The sums for one position.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Slot<R: Rules> {
    /// As White and as Black see it.
    views: [[i16; MOST_HIDDEN]; 2],
    white: Squares<R>,
    black: Squares<R>,
    kings: Squares<R>,
}

impl<R: Rules> Slot<R> {
    /// The sums for the empty board.
    pub(super) fn new(bias: &[i16]) -> Self {
        let mut view = [0; MOST_HIDDEN];
        view[..bias.len()].copy_from_slice(bias);
        let none = Squares::<R>::EMPTY;
        Self { views: [view; 2], white: none, black: none, kings: none }
    }

    /// As a side sees it: 0 is White, 1 is Black.
    #[inline(always)]
    pub(super) fn view<const H: usize>(&self, side: usize) -> &[i16; H] {
        self.views[side].first_chunk().expect("no net has more units")
    }

    /// Turns the sums into those of a position, by what differs from those there were
    /// or from those of the slot before, whichever is nearer.
    #[inline(always)]
    pub(super) fn become_of<const H: usize>(
        &mut self,
        net: &Net<R, H>,
        before: Option<&Self>,
        position: &Position<R>,
    ) {
        let from = match before {
            Some(before) if before.distance(position) < self.distance(position) => before,
            _ => &*self,
        };
        let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
        let kings = position.kings();
        let old = [
            from.white & !from.kings,
            from.white & from.kings,
            from.black & !from.kings,
            from.black & from.kings,
        ];
        let new = [white & !kings, white & kings, black & !kings, black & kings];
        let mut views = [*from.view(0), *from.view(1)];
        for plane in 0..PLANES {
            for bit in (old[plane] & !new[plane]).bits() {
                change(&mut views, net, plane, bit, i16::wrapping_sub);
            }
            for bit in (new[plane] & !old[plane]).bits() {
                change(&mut views, net, plane, bit, i16::wrapping_add);
            }
        }
        for (to, view) in self.views.iter_mut().zip(views) {
            *to.first_chunk_mut().expect("no net has more units") = view;
        }
        (self.white, self.black, self.kings) = (white, black, kings);
    }

    /// How many squares differ, a king and a man on the same square included.
    #[inline(always)]
    fn distance(&self, position: &Position<R>) -> usize {
        ((self.white ^ position.pieces(Side::White))
            | (self.black ^ position.pieces(Side::Black))
            | (self.kings ^ position.kings()))
        .count()
    }
}

impl<R: Rules> Sums<R> {
    /// Makes them those of a net with this bias.
    pub(super) fn belong_to(&mut self, net: u64, bias: &[i16]) {
        if self.owner != Some(net) {
            self.owner = Some(net);
            self.slots = vec![Slot::new(bias); MAX_PLY + 1];
            self.scores = vec![0; SCORES];
        }
    }

    /// The slot of a ply, and the one before it, if there is one.
    #[inline(always)]
    pub(super) fn slots(&mut self, ply: usize) -> (Option<&Slot<R>>, &mut Slot<R>) {
        let (before, from) = self.slots.split_at_mut(ply);
        (before.last(), &mut from[0])
    }

    /// The score of a position, if it has been evaluated lately.
    #[inline(always)]
    pub(super) fn known(&self, key: u64) -> Option<Score> {
        let kept = self.scores[key as usize % SCORES];
        ((kept ^ key) >> SCORE_BITS == 0).then(|| Score::from(kept as i16))
    }

    /// Remembers the score of a position.
    #[inline(always)]
    pub(super) fn remember(&mut self, key: u64, score: Score) {
        self.scores[key as usize % SCORES] = key >> SCORE_BITS << SCORE_BITS | u64::from(score as u16);
    }
}

/// Changes the sums by the weights of a piece, of White's planes. The sums of a net
/// that has learned do not overflow; those of any other file may.
#[inline(always)]
fn change<R: Rules, const H: usize>(
    views: &mut [[i16; H]; 2],
    net: &Net<R, H>,
    plane: usize,
    bit: usize,
    change: impl Fn(i16, i16) -> i16,
) {
    // Black looks from the other end of the board, and what is own to White is
    // the opponent's to Black.
    let seen = [(bit, plane), (R::Board::BITS - 1 - bit, (plane + 2) % PLANES)];
    for (view, (bit, plane)) in views.iter_mut().zip(seen) {
        for (sum, &weight) in view.iter_mut().zip(&net.inputs[bit][plane].0) {
            *sum = change(*sum, weight);
        }
    }
}
