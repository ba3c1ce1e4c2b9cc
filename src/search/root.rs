//! What endgame tables say of the position a search is asked about.

use super::control::Control;
use super::report::Info;
use super::time::Budget;
use crate::board::Word;
use crate::egtb::{Tables, Value};
use crate::eval::Score;
use crate::eval::score::{MAX_PLY, table_won_in};
use crate::position::{Game, Move, Position};
use crate::rules::Rules;

/// What is left to do.
pub(super) enum Root<R: Rules> {
    /// Nothing: the line is best play to the end.
    Decided(Info<R>),
    /// Search, looking up positions with up to `table_pieces` pieces only; where
    /// there are `moves`, only among these.
    Open { moves: Option<Vec<Move<R>>>, table_pieces: usize },
}

/// Asks the tables about the position of a game.
///
/// A won position is played by distance, which always makes progress, and a lost
/// one so that it takes long. In a drawn one the search decides among the moves
/// that keep the draw, by the evaluation and tables with fewer pieces: those with
/// as many would call everything equal.
pub(super) fn ask<R: Rules>(
    game: &Game<R>,
    tables: &impl Tables<R>,
    budget: Budget,
    control: &Control,
) -> Root<R> {
    let position = game.position();
    let pieces = position.occupied().count();
    let open = |moves, table_pieces| Root::Open { moves, table_pieces };
    if pieces > tables.max_pieces() {
        return open(None, tables.max_pieces());
    }
    let Some(value) = tables.value(position) else { return open(None, tables.max_pieces()) };
    let left = game.clock().plies_left::<R>();
    match value {
        Value::Win(plies) | Value::Loss(plies) if usize::from(plies) <= left => {
            let score = table_won_in(plies.into());
            let score = if matches!(value, Value::Win(_)) { score } else { -score };
            Root::Decided(best_play(position, tables, score, budget, control))
        }
        _ => {
            let same = |mv: &Move<R>| {
                tables
                    .value(&position.play(*mv))
                    .is_some_and(|after| after.verdict() == value.verdict().turned())
            };
            open(Some(game.moves().iter().copied().filter(same).collect()), pieces - 1)
        }
    }
}

/// The line of best play: all of it, if there is time.
fn best_play<R: Rules>(
    position: &Position<R>,
    tables: &impl Tables<R>,
    score: Score,
    budget: Budget,
    control: &Control,
) -> Info<R> {
    let mut line = Vec::new();
    let mut position = *position;
    let in_time = || !control.is_stopped() && control.used() < budget.soft / 4;
    while line.len() < MAX_PLY && (line.is_empty() || in_time()) {
        let Some(mv) = best_move(&position, tables) else { break };
        line.push(mv);
        position = position.play(mv);
    }
    Info {
        depth: line.len() as u32,
        mean_depth: line.len() as f64,
        score,
        nodes: 1,
        time: control.elapsed(),
        line,
    }
}

/// The move to the best value; the first of several.
fn best_move<R: Rules>(position: &Position<R>, tables: &impl Tables<R>) -> Option<Move<R>> {
    let mut best: Option<(Value, Move<R>)> = None;
    for &mv in position.moves().iter() {
        let value = tables.value(&position.play(mv))?.before();
        if best.is_none_or(|(best, _)| value.rank() > best.rank()) {
            best = Some((value, mv));
        }
    }
    best.map(|(_, mv)| mv)
}
