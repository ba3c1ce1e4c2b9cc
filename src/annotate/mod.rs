//! L6: what an engine thinks of a game that was played, move by move. Judges and
//! writes it down; never prints.

mod game;
mod marks;
mod text;

pub use game::{Annotation, Judged, Opinion, Played, Ply, annotate};
pub use marks::{BLUNDER, CLEAR, INACCURACY, MISTAKE, Mark, WON, loss, mark, value};
pub use text::{annotated, eval_text};
