//! Which move is searched first.

use super::history::{Followed, History};
use crate::board::Word;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Values of the moves of one node, and the picking of them best first.
#[derive(Clone, Debug, Default)]
pub(super) struct Picker {
    values: Vec<i32>,
    /// Moves put off until all others are done.
    deferred: Vec<Pick>,
}

/// A move that has been picked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    /// Its place in the list.
    pub(super) index: usize,
    /// Its value; among quiet moves that of the history.
    pub(super) value: i32,
    /// Has it been put off before?
    pub(super) again: bool,
}

impl Picker {
    /// Values every move of a list.
    pub(super) fn fill<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: &[Move<R>],
        best: Option<(u8, u8)>,
        history: &History<R>,
        followed: Followed,
    ) {
        self.values.clear();
        self.deferred.clear();
        self.values.extend(moves.iter().map(|&mv| value(position, mv, best, history, followed)));
    }

    /// Lowers the value of quiet moves after which the opponent can capture.
    pub(super) fn lower_offers<R: Rules>(&mut self, position: &Position<R>, moves: &[Move<R>], by: i32) {
        for (value, &mv) in self.values.iter_mut().zip(moves) {
            if *value < CROWNING / 2 && position.play(mv).can_capture() {
                *value -= by;
            }
        }
    }

    /// The best move not yet picked; after the last one those that were put off.
    pub(super) fn pick(&mut self) -> Option<Pick> {
        let best = self.values.iter().enumerate().rev().max_by_key(|&(_, &value)| value);
        match best {
            Some((index, &value)) if value != PICKED => {
                self.values[index] = PICKED;
                Some(Pick { index, value, again: false })
            }
            _ => self.deferred.pop(),
        }
    }

    /// Puts a move off.
    pub(super) fn defer(&mut self, pick: Pick) {
        self.deferred.push(Pick { again: true, ..pick });
    }

    /// Has the move at this place been picked?
    pub(super) fn is_picked(&self, index: usize) -> bool {
        self.values[index] == PICKED
    }
}

const PICKED: i32 = i32::MIN;
const TABLE_MOVE: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const CROWNING: i32 = 1 << 18;

fn value<R: Rules>(
    position: &Position<R>,
    mv: Move<R>,
    best: Option<(u8, u8)>,
    history: &History<R>,
    followed: Followed,
) -> i32 {
    if best.is_some_and(|(from, to)| (usize::from(from), usize::from(to)) == (mv.from(), mv.to())) {
        return TABLE_MOVE;
    }
    if mv.is_capture() {
        let kings = (mv.taken() & position.kings()).count() as i32;
        return CAPTURE + mv.taken().count() as i32 + 2 * kings;
    }
    let crowns = mv.ends_as_king() && !position.kings().contains(mv.from());
    history.value(position, mv, followed) + if crowns { CROWNING } else { 0 }
}
