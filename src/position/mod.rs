//! L2: the game as a value: positions, moves, draws. Reads rules, writes no
//! text, knows no scores.

mod capture;
pub mod game;
pub mod movegen;
pub mod moves;
pub mod outcome;
pub mod path;
pub mod perft;
#[allow(clippy::module_inception)] // the type everybody means
pub mod position;
mod quiet;
pub mod zobrist;

pub use game::Game;
pub use moves::{Move, MoveList};
pub use outcome::{Draw, DrawClock, Outcome};
pub use position::{Kind, Piece, Position, PositionError};
