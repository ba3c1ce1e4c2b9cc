//! polydam: a draughts engine for many rule sets.
//!
//! The crate is built in layers; a file uses its own layer and those below,
//! never those above.
//!
//! | layer | module | knows |
//! |---|---|---|
//! | L0 | [`board`] | squares, words, directions |
//! | L1 | [`rules`] | the rule sets as facts |
//! | L2 | [`position`] | positions, moves, draws |

pub mod board;
pub mod position;
pub mod rules;
