//! Moves as players write them.
//!
//! Numbers or algebraic names as the rule set has them; a capture whose start and
//! end leave a choice names every square it touches. Source: PDN 3.0 standard,
//! movetext. Reading takes what players write: other signs, short algebraic
//! moves (`ab4`, `c:e5`), taken squares as in Hub, marks behind the move.

use super::error::{TextError, quote};
use super::hub_text;
use crate::board::{Geometry, Word};
use crate::position::{Move, Position, path};
use crate::rules::Rules;
use crate::rules::facts::Squares;

/// Writes a legal move in the rule set's own way, as short as it can be.
pub fn format_move<R: Rules>(position: &Position<R>, mv: Move<R>) -> String {
    format_move_in(position, mv, R::FACTS.squares)
}

/// Writes a legal move in numbers or in algebraic names.
pub fn format_move_in<R: Rules>(position: &Position<R>, mv: Move<R>, squares: Squares) -> String {
    let name = |bit| match squares {
        Squares::Numeric => R::Board::number(bit, R::FACTS.corner).to_string(),
        Squares::Algebraic => R::Board::name(bit),
    };
    if !mv.is_capture() {
        return format!("{}-{}", name(mv.from()), name(mv.to()));
    }
    let moves = position.moves();
    let twins: Vec<_> =
        moves.iter().filter(|twin| (twin.from(), twin.to()) == (mv.from(), mv.to())).collect();
    let way = if twins.len() > 1 { telling_way(position, mv, &twins) } else { vec![mv.from(), mv.to()] };
    let sign = if squares == Squares::Numeric { 'x' } else { R::FACTS.capture_sign };
    way.into_iter().map(name).collect::<Vec<_>>().join(&sign.to_string())
}

/// The way of a capture, or, should it be a way of another one as well, its taken
/// squares as in Hub: there is always a text for every move.
fn telling_way<R: Rules>(position: &Position<R>, mv: Move<R>, twins: &[&Move<R>]) -> Vec<usize> {
    let way = path::way(position, mv);
    if twins.iter().filter(|&&&twin| path::leads(position, twin, &way)).count() == 1 {
        return way;
    }
    [mv.from(), mv.to()].into_iter().chain(mv.taken().bits()).collect()
}

/// Reads a legal move.
///
/// # Errors
///
/// When it is no move, or not a legal one, or could be several.
pub fn parse_move<R: Rules>(text: &str, position: &Position<R>) -> Result<Move<R>, TextError> {
    let legal = position.moves();
    let plain = plain(text);
    let (word, shift) = (&plain.word, plain.shift);
    if word.is_empty() || word.chars().count() > MAX_LENGTH {
        return Err(TextError::expected(1, "a move", text));
    }
    if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'x') {
        return hub_text::parse_move(word, &legal, R::FACTS.corner)
            .map_err(|error| TextError { column: error.column + shift, ..error });
    }
    let parts = algebraic_parts(word).ok_or_else(|| TextError::expected(1 + shift, "a move", word))?;
    algebraic(&parts, position, &legal).map_err(|problem| match problem {
        Problem::Illegal => TextError::new(1 + shift, format!("{} is not a legal move here", quote(text))),
        Problem::Ambiguous(count) => TextError::new(
            1 + shift,
            format!("{} could be {count} moves: expected more of its squares", quote(text)),
        ),
    })
}

/// More characters than any move has.
const MAX_LENGTH: usize = 300;

struct Plain {
    word: String,
    /// Characters cut off in front.
    shift: usize,
}

/// The move without blanks, marks and exotic signs.
fn plain(text: &str) -> Plain {
    let shift = text.chars().take_while(|c| c.is_whitespace()).count();
    let word = text.trim().trim_end_matches(['!', '?', '+', '#', '*', '.', ' ']);
    let word = word
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(MAX_LENGTH + 1)
        .map(|c| match c {
            'X' | ':' | '*' | '×' => 'x',
            '–' | '—' | '−' => '-',
            c => c.to_ascii_lowercase(),
        })
        .collect();
    Plain { word, shift }
}

/// A square of an algebraic move, its rank possibly left out.
struct Part {
    file: usize,
    rank: Option<usize>,
}

/// Takes `c3-d4`, `c3xe5xg7`, `c3d4`, `ab4`, `cxe5` apart.
fn algebraic_parts(word: &str) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut chars = word.chars().peekable();
    let mut sign_allowed = false;
    while let Some(c) = chars.next() {
        if c == '-' || c == 'x' {
            if !std::mem::take(&mut sign_allowed) {
                return None;
            }
            continue;
        }
        if !c.is_ascii_lowercase() {
            return None;
        }
        let mut digits = String::new();
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let rank = match &*digits {
            "" => None,
            digits => Some(digits.parse::<usize>().ok()?.checked_sub(1)?),
        };
        parts.push(Part { file: c as usize - 'a' as usize, rank });
        sign_allowed = true;
    }
    let complete = sign_allowed && parts.len() >= 2 && parts.last().is_some_and(|part| part.rank.is_some());
    complete.then_some(parts)
}

enum Problem {
    Illegal,
    Ambiguous(usize),
}

fn algebraic<R: Rules>(
    parts: &[Part],
    position: &Position<R>,
    legal: &[Move<R>],
) -> Result<Move<R>, Problem> {
    let is_at = |part: &Part, bit: usize| {
        let (file, rank) = R::Board::coordinates(bit);
        part.file == file && part.rank.is_none_or(|wanted| wanted == rank)
    };
    let only = |found: &[Move<R>]| match *found {
        [mv] => Some(Ok(mv)),
        [] => None,
        _ => Some(Err(Problem::Ambiguous(found.len()))),
    };
    let [first, .., last] = parts else { return Err(Problem::Illegal) };
    let fits = |mv: &Move<R>| is_at(first, mv.from()) && is_at(last, mv.to());
    if parts.len() == 2 {
        let found: Vec<_> = legal.iter().copied().filter(fits).collect();
        return only(&found).unwrap_or(Err(Problem::Illegal));
    }
    // Every square between has to be whole to be looked for on a way.
    let squares: Option<Vec<usize>> = parts[1..]
        .iter()
        .map(|part| part.rank.filter(|&rank| rank < R::Board::RANKS && part.file < R::Board::FILES))
        .zip(&parts[1..])
        .map(|(rank, part)| R::Board::bit_at(part.file, rank?))
        .collect();
    let Some(squares) = squares else { return Err(Problem::Illegal) };
    let on_way = |mv: &Move<R>| {
        let way: Vec<_> = std::iter::once(mv.from()).chain(squares.iter().copied()).collect();
        fits(mv) && path::leads(position, *mv, &way)
    };
    let hub = |mv: &Move<R>| {
        let taken = &squares[1..];
        let set = taken.iter().fold(<R::Board as Geometry>::Word::EMPTY, |set, &bit| {
            set | <R::Board as Geometry>::Word::bit(bit)
        });
        is_at(first, mv.from()) && mv.to() == squares[0] && mv.taken() == set && set.count() == taken.len()
    };
    let by_way: Vec<_> = legal.iter().copied().filter(on_way).collect();
    if let [mv] = by_way[..] {
        return Ok(mv);
    }
    let by_taken: Vec<_> = legal.iter().copied().filter(hub).collect();
    only(&by_taken).or_else(|| only(&by_way)).unwrap_or(Err(Problem::Illegal))
}
