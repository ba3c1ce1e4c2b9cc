//! L8: commands for people and scripts. They print.

pub mod analyse;
pub mod bench;
pub mod check_engine;
pub mod dxp;
mod input;
pub mod moves;
pub mod openings;
pub mod perft;
pub mod play_match;
pub mod show;
