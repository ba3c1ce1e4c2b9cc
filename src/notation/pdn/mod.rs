//! PDN: single moves, and whole games as files hold them.
//!
//! A file is read into [`GameText`]s, which know no rules; [`replay()`] finds their
//! moves in a rule set. Source: PDN 3.0.

mod builder;
mod game;
mod lexer;
mod moves;
mod reader;
mod replay;
mod source;
mod tag;
mod text;
mod words;
mod writer;

pub use game::{GameResult, GameText, Item, PdnError};
pub use moves::{format_move, format_move_in, parse_move};
pub use reader::Reader;
pub use replay::{check_variations, normalise, replay, start};
pub use writer::write_game;
