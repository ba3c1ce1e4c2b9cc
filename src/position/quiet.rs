//! Quiet moves.

use super::moves::{Move, MoveList};
use super::position::{View, promotion_row};
use crate::board::dir::{each_dir, turn};
use crate::board::{Geometry, Word};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};

/// Adds every quiet move to the list.
#[inline(always)]
pub(super) fn generate<R: Rules, const WHITE: bool>(view: &View<R>, list: &mut MoveList<R>) {
    let men = view.us & !view.kings;
    let kings = view.us & view.kings;
    let empty = view.empty();
    let last_row = promotion_row::<R>(if WHITE { Side::White } else { Side::Black });
    each_dir!(R::FACTS.man_moves.seen_by(WHITE), D => {
        for to in (R::Board::step(men, D) & empty).bits() {
            let from = R::Board::step(Squares::<R>::bit(to), turn(D)).lowest();
            list.push(Move::new(from, to, last_row.contains(to), Squares::<R>::EMPTY));
        }
    });
    for from in kings.bits() {
        each_dir!(R::FACTS.king_moves, D => {
            for to in king_reach::<R, D>(from, empty).bits() {
                list.push(Move::new(from, to, true, Squares::<R>::EMPTY));
            }
        });
    }
}

/// The number of quiet moves.
#[inline(always)]
pub(super) fn count<R: Rules, const WHITE: bool>(view: &View<R>) -> usize {
    let men = view.us & !view.kings;
    let kings = view.us & view.kings;
    let empty = view.empty();
    let mut count = king_mobility::<R>(kings, empty);
    each_dir!(R::FACTS.man_moves.seen_by(WHITE), D => {
        count += (R::Board::step(men, D) & empty).count();
    });
    count
}

/// Is there a quiet move?
#[inline(always)]
pub(super) fn exist<R: Rules, const WHITE: bool>(view: &View<R>) -> bool {
    let men = view.us & !view.kings;
    let kings = view.us & view.kings;
    let empty = view.empty();
    let mut targets = Squares::<R>::EMPTY;
    each_dir!(R::FACTS.man_moves.seen_by(WHITE), D => {
        targets |= R::Board::step(men, D);
    });
    each_dir!(R::FACTS.king_moves, D => {
        targets |= R::Board::step(kings, D);
    });
    !(targets & empty).is_empty()
}

/// Where a king can go in one direction.
#[inline(always)]
fn king_reach<R: Rules, const D: usize>(from: usize, empty: Squares<R>) -> Squares<R> {
    if R::FACTS.flying {
        R::Board::reach(from, D, R::Board::ALL & !empty).0
    } else {
        R::Board::step(Squares::<R>::bit(from), D) & empty
    }
}

/// The number of squares the kings of a side can go to.
#[inline(always)]
pub(super) fn king_mobility<R: Rules>(kings: Squares<R>, empty: Squares<R>) -> usize {
    let mut count = 0;
    for from in kings.bits() {
        each_dir!(R::FACTS.king_moves, D => {
            count += king_reach::<R, D>(from, empty).count();
        });
    }
    count
}
