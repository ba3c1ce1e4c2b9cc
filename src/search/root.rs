//! What endgame tables say of the position a search is asked about.

use super::control::Control;
use super::report::Info;
use super::time::Budget;
use crate::board::Word;
use crate::egtb::{Tables, Value};
use crate::eval::Score;
use crate::eval::score::{DRAW, MAX_PLY, table_won_in};
use crate::position::{Game, Move, Outcome, Position};
use crate::rules::Rules;

/// What is left to do.
pub(super) enum Root<R: Rules> {
    /// Nothing: the line is best play to the end.
    Decided(Info<R>),
    /// A search, within these bounds.
    Open(Bounds<R>),
}

/// What bounds a search, besides its limits.
pub(super) struct Bounds<R: Rules> {
    /// The moves worth looking at, where not all are.
    pub(super) moves: Option<Vec<Move<R>>>,
    /// The score that is known, whatever the search makes of it.
    pub(super) score: Option<Score>,
    /// Only positions with up to so many pieces are looked up in tables.
    pub(super) table_pieces: usize,
}

/// Asks the tables about the position of a game.
///
/// A won position is played by distance, which always makes progress, and a lost
/// one so that it takes long. The tables know no draw counters: where these end the
/// game on the line of best play, the search has to look for another way. In a
/// drawn one it decides among the moves that keep the draw, by the evaluation and
/// tables with fewer pieces: those with as many would call everything equal. The
/// score remains that of a draw.
pub(super) fn ask<R: Rules>(
    game: &Game<R>,
    tables: &impl Tables<R>,
    budget: Budget,
    control: &Control,
) -> Root<R> {
    let position = game.position();
    let pieces = position.occupied().count();
    let known = if pieces > tables.max_pieces() { None } else { tables.value(position) };
    let Some(value) = known else {
        return Root::Open(Bounds { moves: None, score: None, table_pieces: tables.max_pieces() });
    };
    let score = match value {
        Value::Win(plies) => Some(table_won_in(plies.into())),
        Value::Draw => None,
        Value::Loss(plies) => Some(-table_won_in(plies.into())),
    };
    if let Some(score) = score
        && let Some(line) = best_play(game, tables, budget, control)
    {
        let plies = line.len();
        return Root::Decided(Info {
            depth: plies as u32,
            mean_depth: plies as f64,
            score,
            nodes: 1,
            time: control.elapsed(),
            line,
        });
    }
    let keeps = |mv: &&Move<R>| {
        tables.value(&position.play(**mv)).is_some_and(|after| match value {
            Value::Loss(_) => after.before() == value,
            _ => after.before().verdict() == value.verdict(),
        })
    };
    Root::Open(Bounds {
        moves: Some(game.moves().iter().filter(keeps).copied().collect()),
        score: (value == Value::Draw).then_some(DRAW),
        table_pieces: pieces - 1,
    })
}

/// The line of best play, or as much of it as there is time for; none if a draw
/// rule ends it.
fn best_play<R: Rules>(
    game: &Game<R>,
    tables: &impl Tables<R>,
    budget: Budget,
    control: &Control,
) -> Option<Vec<Move<R>>> {
    let mut line = Vec::new();
    let mut game = game.clone();
    let in_time = || !control.is_stopped() && control.used() < budget.soft / 4;
    while line.len() < MAX_PLY && (line.is_empty() || in_time()) {
        let Some(mv) = best_move(game.position(), tables) else { break };
        line.push(mv);
        game.play(mv);
        if matches!(game.outcome(), Outcome::Drawn(_)) {
            return None;
        }
    }
    Some(line)
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
