//! Every number of the search that could as well be another.

use crate::eval::Score;

/// Iterations from this depth on start with a window around the last score.
pub(super) const ASPIRATION_DEPTH: i32 = 4;
/// Half the width of that window at first; it doubles on the failing side.
pub(super) const ASPIRATION: Score = 12;
/// Windows wider than this are opened altogether.
pub(super) const ASPIRATION_MAX: Score = 400;

/// Reduced-depth pruning is tried from this depth on.
pub(super) const PROBE_DEPTH: i32 = 3;
/// It searches this share of the depth, in percent, ...
pub(super) const PROBE_SHARE: i32 = 40;
/// ... against a window raised by this much per ply.
pub(super) const PROBE_MARGIN: Score = 10;

/// Late quiet moves are reduced from this depth on.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Moves searched in full at nodes with an open window before reductions begin.
pub(super) const FULL_MOVES_PV: usize = 3;
/// The same at the other nodes.
pub(super) const FULL_MOVES: usize = 1;
/// Moves after which the others are reduced by two plies.
pub(super) const TWO_PLY_REDUCTION: usize = 4;

/// A table score is not trusted this few plies before a draw by counting: the
/// table does not know the counters.
pub(super) const COUNTER_GUARD: usize = 8;

/// With a single legal move and a clock running, this depth is enough for a
/// score and an expected reply.
pub(super) const FORCED_DEPTH: i32 = 6;

/// Nodes between two looks at the clock.
pub(super) const POLL_NODES: u64 = 512;
