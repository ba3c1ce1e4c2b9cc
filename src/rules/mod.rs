//! L1: the rule sets as facts. Knows boards, but neither positions nor moves.

pub mod brazilian;
pub mod english;
pub mod facts;
mod identity;
pub mod international;
pub mod italian;
pub mod russian;
pub mod spanish;
pub mod turkish;
pub mod ukrainian;
pub mod variant;

pub use facts::{Facts, Side};
pub use identity::identity;
pub use variant::{Rules, UnknownVariant, Variant, Visitor};
