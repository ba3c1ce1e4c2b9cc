//! What the inputs of a net add up to, kept from position to position.
//!
//! Each ply of the search has a slot, which knows the pieces it has added up. A
//! slot becomes that of another position by what differs between the two: it is
//! right wherever the search comes from, and cheap where that is near.

use super::{Net, PLANES, Shape};
use crate::board::{Geometry, Word};
use crate::eval::score::MAX_PLY;
use crate::position::Position;
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};

const MOST_HIDDEN: usize = Shape::HIDDEN[Shape::HIDDEN.len() - 1];

/// The sums of one searching thread.
#[derive(Clone, Debug)]
pub struct Sums<R: Rules> {
    /// The net they are of.
    owner: Option<u64>,
    slots: Vec<Slot<R>>,
}

impl<R: Rules> Default for Sums<R> {
    fn default() -> Self {
        Self { owner: None, slots: Vec::new() }
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

    /// Turns the sums into those of a position.
    #[inline(always)]
    pub(super) fn become_of<const H: usize>(&mut self, net: &Net<R, H>, position: &Position<R>) {
        let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
        let kings = position.kings();
        let old = [
            self.white & !self.kings,
            self.white & self.kings,
            self.black & !self.kings,
            self.black & self.kings,
        ];
        let new = [white & !kings, white & kings, black & !kings, black & kings];
        for plane in 0..PLANES {
            for bit in (old[plane] & !new[plane]).bits() {
                self.change(net, plane, bit, i16::wrapping_sub);
            }
            for bit in (new[plane] & !old[plane]).bits() {
                self.change(net, plane, bit, i16::wrapping_add);
            }
        }
        (self.white, self.black, self.kings) = (white, black, kings);
    }

    /// Changes the sums by the weights of a piece, of White's planes. The sums of a net
    /// that has learned do not overflow; those of any other file may.
    #[inline(always)]
    fn change<const H: usize>(
        &mut self,
        net: &Net<R, H>,
        plane: usize,
        bit: usize,
        change: impl Fn(i16, i16) -> i16,
    ) {
        // Black looks from the other end of the board, and what is own to White is
        // the opponent's to Black.
        let seen = [(bit, plane), (R::Board::BITS - 1 - bit, (plane + 2) % PLANES)];
        for (view, (bit, plane)) in self.views.iter_mut().zip(seen) {
            let view: &mut [i16; H] = view.first_chunk_mut().expect("no net has more units");
            for (sum, &weight) in view.iter_mut().zip(&net.inputs[bit][plane]) {
                *sum = change(*sum, weight);
            }
        }
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
        }
    }

    /// The slot of a ply, with the sums of that ply or the one before, whichever is
    /// nearer to the position.
    #[inline(always)]
    pub(super) fn nearest(&mut self, position: &Position<R>, ply: usize) -> &mut Slot<R> {
        let (before, from) = self.slots.split_at_mut(ply);
        let slot = &mut from[0];
        if let Some(before) = before.last()
            && before.distance(position) < slot.distance(position)
        {
            slot.clone_from(before);
        }
        slot
    }
}
