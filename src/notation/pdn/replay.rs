//! From the text of a game to its positions and moves.

use super::game::{GameText, Item, PdnError};
use super::moves::parse_move;
use crate::notation::fen;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// The position a game starts from: that of the tag FEN, or the usual one.
///
/// # Errors
///
/// When the tag holds no position.
pub fn start<R: Rules>(game: &GameText) -> Result<Position<R>, PdnError> {
    let set_up = || game.tag("SetUp").filter(|value| value.contains(':'));
    match game.tag("FEN").filter(|value| !value.trim().is_empty()).or_else(set_up) {
        Some(text) => fen::parse(text).map_err(|error| PdnError::new(game.line, format!("tag FEN: {error}"))),
        None => Ok(Position::start()),
    }
}

/// The start and the moves of the main line, each checked to be legal.
///
/// # Errors
///
/// When the tag FEN holds no position or a move is not legal; the error names the
/// move and what was expected.
pub fn replay<R: Rules>(game: &GameText) -> Result<(Position<R>, Vec<Move<R>>), PdnError> {
    let start = start(game)?;
    let mut position = start;
    let mut moves = Vec::new();
    for item in &game.items {
        let Item::Move { text, line } = item else { continue };
        let mv = parse_move(text, &position).map_err(|error| {
            let number = number::<R>(&start, moves.len());
            PdnError::new(*line, format!("move {number} {}", error.message))
        })?;
        position = position.play(mv);
        moves.push(mv);
    }
    Ok((start, moves))
}

/// The number in front of a move, `3.` or `3...`, given the plies played before.
pub(super) fn number<R: Rules>(start: &Position<R>, plies: usize) -> String {
    let plies = plies + usize::from(start.side() != R::FACTS.first);
    format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." })
}
