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
//! | L3 | [`notation`] | text to positions and moves, and back |
//! | L3 | [`eval`] | position to score |
//! | L3 | [`egtb`] | endgame tables |
//! | L4 | [`search`] | the best move under limits |
//! | L4 | [`referee`] | games of any rule set, judged move by move |
//! | L5 | [`engine`] | text in, results out, for any rule set |
//! | L6 | [`hub`] | the Hub protocol, from both ends |
//! | L6 | [`annotate`] | what an engine thinks of a game that was played |
//! | L6 | [`openings`] | openings for matches: built-in sets and files |
//! | L6 | [`dxp`] | DamExchange, from both ends |
//! | L6 | [`train`] | nets that learn from games of the program with itself |
//! | L7 | [`arena`] | matches between engines |
//! | L7 | [`compliance`] | whether a program keeps to the Hub protocol |
//! | L8 | [`tools`] | commands for people and scripts |

pub mod annotate;
pub mod arena;
pub mod board;
pub mod compliance;
pub mod dxp;
pub mod egtb;
pub mod engine;
pub mod eval;
pub mod hub;
pub mod notation;
pub mod openings;
pub mod position;
pub mod referee;
pub mod rules;
pub mod search;
pub mod tools;
pub mod train;
