//! What endgame tables say of the position a search is asked about.

use super::Question;
use super::control::Control;
use super::report::{Info, Line};
use super::time::Budget;
use crate::board::Word;
use crate::egtb::{Tables, Value};
use crate::eval::Score;
use crate::eval::score::{DRAW, MAX_PLY, table_won_in};
use crate::position::{Game, Move, Outcome, Position};
use crate::rules::Rules;
use std::cmp::Reverse;

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
    /// Lines of other moves that are known to be worse, the best first.
    pub(super) worse: Vec<Line<R>>,
}

/// Asks the tables about a question; `choices` are the moves to choose among.
///
/// A won position is played by distance, which always makes progress, and a lost
/// one so that it takes long. The tables know no draw counters: where these end the
/// game on the line of best play, the search has to look for another way. In a
/// drawn one it decides among the moves that keep the draw, by the evaluation and
/// tables with fewer pieces: those with as many would call everything equal. The
/// score remains that of a draw.
///
/// Won, drawn or lost is what the best of the choices makes of the position.
pub(super) fn ask<R: Rules>(
    question: &Question<'_, R>,
    choices: &[Move<R>],
    tables: &impl Tables<R>,
    budget: Budget,
    control: &Control,
) -> Root<R> {
    let position = question.game.position();
    let pieces = position.occupied().count();
    let known = if pieces > tables.max_pieces() { None } else { ranked(position, choices, tables) };
    let Some(mut ranked) = known else {
        return Root::Open(Bounds {
            moves: question.moves.map(|_| choices.to_vec()),
            score: None,
            table_pieces: tables.max_pieces(),
            worse: Vec::new(),
        });
    };
    let best_play = |mv| best_play(question.game, mv, tables, budget, control);
    // The line of a move and its exact score, where nothing else is known of it.
    let exact = |(value, mv)| {
        let line = if value == Value::Draw { None } else { best_play(mv) };
        let score = match value {
            // A draw rule ends the game before it is won.
            Value::Win(_) if line.is_none() => DRAW,
            value => score(value),
        };
        let moves = line.unwrap_or_else(|| vec![mv]);
        Line { depth: moves.len() as u32, score, moves }
    };
    let (value, best) = ranked[0];
    if value != Value::Draw
        && let Some(moves) = best_play(best)
    {
        let plies = moves.len();
        let mut lines = vec![Line { depth: plies as u32, score: score(value), moves }];
        lines.extend(ranked.into_iter().skip(1).take(question.lines.saturating_sub(1)).map(exact));
        lines.sort_by_key(|line| Reverse(line.score));
        return Root::Decided(Info::new(lines, plies as f64, 1, control.elapsed()));
    }
    let keeps = |after: Value| match value {
        Value::Loss(_) => after == value,
        _ => after.verdict() == value.verdict(),
    };
    // They are the first ones: the others are worse.
    let kept = ranked.iter().filter(|(after, _)| keeps(*after)).count();
    let worse = ranked.split_off(kept).into_iter();
    Root::Open(Bounds {
        moves: Some(ranked.into_iter().map(|(_, mv)| mv).collect()),
        score: (value == Value::Draw).then_some(DRAW),
        table_pieces: pieces - 1,
        worse: worse.take(question.lines.saturating_sub(kept)).map(exact).collect(),
    })
}

/// The score of a value.
fn score(value: Value) -> Score {
    match value {
        Value::Win(plies) => table_won_in(plies.into()),
        Value::Draw => DRAW,
        Value::Loss(plies) => -table_won_in(plies.into()),
    }
}

/// The moves with their values, the best first, if all are known; there is at
/// least one.
fn ranked<R: Rules>(
    position: &Position<R>,
    moves: &[Move<R>],
    tables: &impl Tables<R>,
) -> Option<Vec<(Value, Move<R>)>> {
    let value = |&mv: &Move<R>| Some((tables.value(&position.play(mv))?.before(), mv));
    let mut ranked = moves.iter().map(value).collect::<Option<Vec<_>>>()?;
    ranked.sort_by_key(|(value, _)| Reverse(value.rank()));
    Some(ranked)
}

/// The line of best play after a move, or as much of it as there is time for; none
/// if a draw rule ends it.
fn best_play<R: Rules>(
    game: &Game<R>,
    first: Move<R>,
    tables: &impl Tables<R>,
    budget: Budget,
    control: &Control,
) -> Option<Vec<Move<R>>> {
    let mut line = Vec::new();
    let mut game = game.clone();
    let in_time = || !control.is_stopped() && control.used() < budget.soft / 4;
    let mut next = Some(first);
    while let Some(mv) = next {
        line.push(mv);
        game.play(mv);
        if matches!(game.outcome(), Outcome::Drawn(_)) {
            return None;
        }
        let go_on = line.len() < MAX_PLY && in_time();
        next = if go_on { best_move(game.position(), tables) } else { None };
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
