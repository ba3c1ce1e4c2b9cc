//! L3: text to positions and moves, and back. Reading is lenient, writing is
//! canonical, and what is written is read back as the same thing.

mod cursor;
pub mod diagram;
pub mod dialect;
pub mod error;
pub mod fen;
pub mod hub_text;
pub mod pdn;
mod square;
pub mod svg;

pub use dialect::Dialect;
pub use error::TextError;
