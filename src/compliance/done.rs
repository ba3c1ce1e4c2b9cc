//! The answer to a search: `done` and the moves in it.

use super::link::Heard;
use super::scene::{STYLE, Scene, squares};
use super::{Miss, failed};
use crate::hub::scan::Line;
use crate::rules::Variant;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// An answer with a legal move.
pub(super) struct Answer {
    /// The move, in the form of the protocol.
    pub(super) best: String,
    /// The reply that is expected, as it was written.
    pub(super) reply: Option<String>,
    /// The whole line.
    pub(super) line: String,
    /// The `info` lines before it.
    pub(super) infos: Vec<String>,
    /// From `go` to the line.
    pub(super) time: Duration,
}

/// Takes an answer apart. The move has to be legal.
pub(super) fn judge(variant: Variant, scene: &Scene, heard: Heard, begin: Instant) -> Result<Answer, Miss> {
    let line = heard.line;
    let words = Line::scan(&line).map_err(|error| Miss::Failed(format!("{line}: {error}")))?;
    let Some(text) = words.get("move").filter(|_| words.command == "done") else { return failed(line) };
    let mut referee = scene.referee(variant).map_err(Miss::Failed)?;
    let best = referee.play(text, STYLE).map_err(|error| Miss::Failed(format!("{line}: {error}")))?;
    let is_info = |line: &String| line.split_whitespace().next() == Some("info");
    Ok(Answer {
        best,
        reply: words.get("ponder").map(str::to_owned),
        infos: heard.before.into_iter().filter(is_info).collect(),
        time: heard.at.saturating_duration_since(begin),
        line,
    })
}

/// Is the text the move, with every taken square, in whatever order?
pub(super) fn is_complete(text: &str, mv: &str) -> bool {
    let parts = |text: &str| {
        let squares = squares(text);
        let (ends, taken) = squares.split_at(squares.len().min(2));
        (text.contains('x'), ends.to_vec(), taken.iter().copied().collect::<BTreeSet<_>>(), squares.len())
    };
    parts(text) == parts(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_moves_have_all_their_squares() {
        for good in ["38x16x21x32", "38x16x32x21"] {
            assert!(is_complete(good, "38x16x21x32"), "{good}");
        }
        for bad in ["38x16", "38-16", "38x16x21", "38x16x21x32x32", "38x27x16"] {
            assert!(!is_complete(bad, "38x16x21x32"), "{bad}");
        }
        assert!(is_complete("32-28", "32-28"));
        assert!(!is_complete("32x28", "32-28"));
    }
}
