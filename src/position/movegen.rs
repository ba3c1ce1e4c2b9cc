//! Legal moves: list, count, existence. Three doors, one truth.

use super::moves::MoveList;
use super::position::Position;
use super::{capture, quiet};
use crate::rules::{Rules, Side};

impl<R: Rules> Position<R> {
    /// Fills the list with the legal moves; captures come alone, for they are
    /// compulsory.
    pub fn moves_into(&self, list: &mut MoveList<R>) {
        match self.side {
            Side::White => self.generate::<true>(list),
            Side::Black => self.generate::<false>(list),
        }
        debug_assert_eq!(self.can_move(), !list.is_empty());
    }

    /// Fills the list with the quiet moves of a position without captures: the
    /// legal moves, for a caller who knows that there are no others.
    #[inline(always)]
    pub fn quiet_moves_into(&self, list: &mut MoveList<R>) {
        debug_assert!(!self.can_capture());
        list.clear();
        match self.side {
            Side::White => quiet::generate::<R, true>(&self.view(), list),
            Side::Black => quiet::generate::<R, false>(&self.view(), list),
        }
    }

    /// Has the side to move a quiet move? In a position without captures: has it a
    /// legal one?
    #[inline(always)]
    pub fn has_quiet_move(&self) -> bool {
        match self.side {
            Side::White => quiet::exist::<R, true>(&self.view()),
            Side::Black => quiet::exist::<R, false>(&self.view()),
        }
    }

    /// The legal moves.
    pub fn moves(&self) -> MoveList<R> {
        let mut list = MoveList::new();
        self.moves_into(&mut list);
        list
    }

    /// The number of legal moves; `scratch` is overwritten.
    #[inline(always)]
    pub fn count_moves(&self, scratch: &mut MoveList<R>) -> usize {
        match self.side {
            Side::White => self.count::<true>(scratch),
            Side::Black => self.count::<false>(scratch),
        }
    }

    /// Fills the list with the legal captures.
    pub fn captures_into(&self, list: &mut MoveList<R>) {
        list.clear();
        match self.side {
            Side::White if capture::exist::<R, true>(&self.view()) => {
                capture::generate::<R, true>(&self.view(), list);
            }
            Side::Black if capture::exist::<R, false>(&self.view()) => {
                capture::generate::<R, false>(&self.view(), list);
            }
            _ => {}
        }
    }

    /// Must the side to move capture?
    #[inline(always)]
    pub fn can_capture(&self) -> bool {
        match self.side {
            Side::White => capture::exist::<R, true>(&self.view()),
            Side::Black => capture::exist::<R, false>(&self.view()),
        }
    }

    /// Has the side to move a legal move?
    #[inline(always)]
    pub fn can_move(&self) -> bool {
        self.can_capture() || self.has_quiet_move()
    }

    /// The number of squares the kings of a side can go to, captures left aside.
    #[inline(always)]
    pub fn king_mobility(&self, side: Side) -> usize {
        quiet::king_mobility::<R>(self.pieces(side) & self.kings, self.view().empty())
    }

    #[inline(always)]
    fn generate<const WHITE: bool>(&self, list: &mut MoveList<R>) {
        list.clear();
        let view = self.view();
        if capture::exist::<R, WHITE>(&view) {
            capture::generate::<R, WHITE>(&view, list);
        } else {
            quiet::generate::<R, WHITE>(&view, list);
        }
    }

    #[inline(always)]
    fn count<const WHITE: bool>(&self, scratch: &mut MoveList<R>) -> usize {
        let view = self.view();
        if capture::exist::<R, WHITE>(&view) {
            scratch.clear();
            capture::generate::<R, WHITE>(&view, scratch);
            scratch.len()
        } else {
            quiet::count::<R, WHITE>(&view)
        }
    }
}
