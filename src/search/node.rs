//! Nodes of the tree, and their kinds as types.

use crate::position::{DrawClock, Game, Move, Position};
use crate::rules::Rules;

/// A node: a position with what the draw rules count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) key: u64,
    pub(super) clock: DrawClock,
}

impl<R: Rules> Node<R> {
    pub(super) fn of_game(game: &Game<R>) -> Self {
        Self { position: *game.position(), key: game.key(), clock: game.clock() }
    }

    /// The key of the node after a move.
    #[inline(always)]
    pub(super) fn key_after(&self, mv: Move<R>) -> u64 {
        self.position.key_after(self.key, mv)
    }

    /// The node after a move; `key` is its key.
    #[inline(always)]
    pub(super) fn play(&self, mv: Move<R>, key: u64) -> Self {
        let position = self.position.play(mv);
        Self { position, key, clock: self.clock.after(&self.position, mv, &position) }
    }
}

/// The kind of a node decides what may be pruned there.
pub(super) trait Kind {
    /// On the line of best play: searched with an open window, never cut short.
    const PV: bool;
    /// The position asked about.
    const ROOT: bool;
}

pub(super) struct Root;
pub(super) struct Pv;
/// Off the line of best play: searched with a null window.
pub(super) struct Cut;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Kind for Cut {
    const PV: bool = false;
    const ROOT: bool = false;
}
