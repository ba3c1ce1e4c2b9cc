//! Which move is searched first.

use super::history::History;
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
    ) {
        self.values.clear();
        self.deferred.clear();
        self.values.extend(moves.iter().map(|&mv| value(position, mv, best, history)));
    }

    /// The best move not yet picked; after the last one those that were put off.
    pub(super) fn pick(&mut self) -> Option<Pick> {
        let best = self.values.iter().enumerate().rev().max_by_key(|&(_, &value)| value);
        match best {
            Some((index, &value)) if value > DEFERRED => {
                self.values[index] = PICKED;
                Some(Pick { index, value, again: false })
            }
            _ => {
                let pick = self.deferred.pop()?;
                self.values[pick.index] = PICKED;
                Some(pick)
            }
        }
    }

    /// Puts a move off.
    pub(super) fn defer(&mut self, pick: Pick) {
        self.values[pick.index] = DEFERRED;
        self.deferred.push(Pick { again: true, ..pick });
    }

    /// Has the move at this place been picked, and not put off?
    pub(super) fn is_picked(&self, index: usize) -> bool {
        self.values[index] == PICKED
    }
}

const PICKED: i32 = i32::MIN;
const DEFERRED: i32 = PICKED + 1;
const TABLE_MOVE: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const CROWNING: i32 = 1 << 18;

fn value<R: Rules>(position: &Position<R>, mv: Move<R>, best: Option<(u8, u8)>, history: &History<R>) -> i32 {
    if best.is_some_and(|(from, to)| (usize::from(from), usize::from(to)) == (mv.from(), mv.to())) {
        return TABLE_MOVE;
    }
    if mv.is_capture() {
        let kings = (mv.taken() & position.kings()).count() as i32;
        return CAPTURE + mv.taken().count() as i32 + 2 * kings;
    }
    history.value(position.side(), mv) + if crowns(position, mv) { CROWNING } else { 0 }
}

/// Is it the move of a man that becomes a king?
#[inline(always)]
pub(super) fn crowns<R: Rules>(position: &Position<R>, mv: Move<R>) -> bool {
    mv.ends_as_king() && !position.kings().contains(mv.from())
}
