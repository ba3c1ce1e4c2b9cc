//! Which move is searched first.

use super::history::History;
use crate::board::Word;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Values of the moves of one node, and the picking of them best first.
#[derive(Clone, Debug, Default)]
pub(super) struct Picker {
    values: Vec<i32>,
}

impl Picker {
    /// Values every move of a list.
    pub(super) fn fill<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: &[Move<R>],
        best: Option<(u8, u8)>,
        history: &History,
    ) {
        self.values.clear();
        self.values.extend(moves.iter().map(|&mv| value(position, mv, best, history)));
    }

    /// The place of the best move not yet picked.
    pub(super) fn pick(&mut self) -> Option<usize> {
        let (index, &value) = self.values.iter().enumerate().rev().max_by_key(|&(_, &value)| value)?;
        if value == PICKED {
            return None;
        }
        self.values[index] = PICKED;
        Some(index)
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

fn value<R: Rules>(position: &Position<R>, mv: Move<R>, best: Option<(u8, u8)>, history: &History) -> i32 {
    if best.is_some_and(|(from, to)| (usize::from(from), usize::from(to)) == (mv.from(), mv.to())) {
        return TABLE_MOVE;
    }
    if mv.is_capture() {
        let kings = (mv.taken() & position.kings()).count() as i32;
        return CAPTURE + mv.taken().count() as i32 + 2 * kings;
    }
    let crowns = mv.ends_as_king() && !position.kings().contains(mv.from());
    history.value(position.side(), mv) + if crowns { CROWNING } else { 0 }
}
