//! How the positions of a slice end, in numbers.

use super::solve::Value;

/// Positions counted by their value, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tally {
    /// How many are won, drawn, lost.
    pub(super) counts: [u64; 3],
    /// Plies of the longest win.
    pub(super) longest_win: u16,
    /// Plies of the longest loss.
    pub(super) longest_loss: u16,
}

impl Tally {
    /// Counts one more position.
    pub(super) fn add(&mut self, value: Value) {
        let kind = match value {
            Value::Win(plies) => {
                self.longest_win = self.longest_win.max(plies);
                0
            }
            Value::Draw => 1,
            Value::Loss(plies) => {
                self.longest_loss = self.longest_loss.max(plies);
                2
            }
        };
        self.counts[kind] += 1;
    }

    /// Both together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            counts: std::array::from_fn(|kind| self.counts[kind] + other.counts[kind]),
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }
}
