//! What a search may spend.

use std::time::Duration;

/// A game clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    /// Time left, in seconds, before the increment of the coming move is added.
    /// Clients do send zero and less.
    pub time: f64,
    /// Seconds added before every move.
    pub increment: f64,
    /// Moves to play in that time; none: all of them.
    pub moves: Option<u32>,
}

/// The limits of one search. All that are given hold at once; without any it
/// runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration.
    pub depth: Option<u32>,
    /// Most nodes, all threads together.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time: Option<f64>,
    /// The game clock.
    pub clock: Option<Clock>,
    /// Under a time limit, is a single legal move played without much ado?
    pub quick_if_forced: bool,
    /// Will there be time to think on the opponent's clock as well?
    pub ponder: bool,
}

impl Limits {
    /// A search to a depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Is the time of the move limited?
    pub fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }

    /// Will the search end although nobody stops it and time does not count?
    pub fn is_bounded(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some()
    }
}

/// Seconds as a duration; nothing for what is negative or no number, thirty
/// years for anything longer.
pub(super) fn seconds(seconds: f64) -> Duration {
    #[allow(clippy::manual_clamp)] // a clamp would keep what is no number
    Duration::from_secs_f64(seconds.max(0.0).min(1e9))
}
