//! L3: from a position to a score. Knows nothing of search or text.

pub mod material;
pub mod score;

pub use material::Material;
pub use score::Score;

use crate::position::Position;
use crate::rules::Rules;

/// An evaluation. The search asks it only about positions in which neither side
/// can capture, unless it runs out of depth.
pub trait Evaluation<R: Rules>: Send + Sync {
    /// The value of the position for the side to move, strictly inside
    /// [`score::EVAL_LIMIT`] either way.
    fn evaluate(&self, position: &Position<R>) -> Score;
}
