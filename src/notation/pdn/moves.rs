//! Moves as PDN and the players write them.
//!
//! Numbers or algebraic names, as the rule set has them; a capture that shares
//! start and end with another names every square it touches. Source: PDN 3.0,
//! movetext. Reading takes what players write: other signs, short algebraic
//! moves (`ab4`, `c:e5`), some or all of the squares touched, the taken squares
//! as in Hub, and marks behind the move.

use super::super::cursor::Cursor;
use super::super::error::{TextError, quote};
use super::super::{hub_text, square};
use crate::board::{Geometry, Word};
use crate::position::{Move, MoveList, Position, path};
use crate::rules::Rules;
use crate::rules::facts::Squares;
use crate::rules::variant::Squares as Set;

/// Longest move that is read, in squares: no capture touches or takes as many.
const LONGEST_MOVE: usize = 160;

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
    let sign = match squares {
        _ if !mv.is_capture() => "-".to_owned(),
        Squares::Numeric => "x".to_owned(),
        Squares::Algebraic => R::FACTS.capture_sign.to_string(),
    };
    let has_twin = || {
        let ends = |mv: &Move<R>| (mv.from(), mv.to());
        position.moves().iter().filter(|other| ends(other) == ends(&mv)).count() > 1
    };
    let way = if mv.is_capture() && has_twin() { path::way(position, mv) } else { vec![mv.from(), mv.to()] };
    way.into_iter().map(name).collect::<Vec<_>>().join(&sign)
}

/// Finds the legal move that a text names.
///
/// Every square the piece touches is understood before some of them, or the
/// taken squares as in Hub; numbers and names may be mixed.
///
/// # Errors
///
/// When the text is no move, names no legal move, or names several.
pub fn parse_move<R: Rules>(text: &str, position: &Position<R>) -> Result<Move<R>, TextError> {
    parse_move_with(text, position, &mut MoveList::new())
}

/// [`parse_move`] for many moves: `legal` is overwritten with the legal moves.
///
/// # Errors
///
/// As with [`parse_move`].
pub(super) fn parse_move_with<R: Rules>(
    text: &str,
    position: &Position<R>,
    legal: &mut MoveList<R>,
) -> Result<Move<R>, TextError> {
    position.moves_into(legal);
    match plain::<R>(text).and_then(|(from, to)| only_one(legal, from, to)) {
        Some(mv) => Ok(mv),
        None => parse_any(text, position, legal),
    }
}

/// The only move from a square to another.
fn only_one<R: Rules>(legal: &[Move<R>], from: usize, to: usize) -> Option<Move<R>> {
    let mut found = legal.iter().copied().filter(|mv| mv.from() == from && mv.to() == to);
    found.next().filter(|_| found.next().is_none())
}

/// Start and end of a move of two whole squares with a sign between and nothing
/// around: the usual case.
fn plain<R: Rules>(text: &str) -> Option<(usize, usize)> {
    let (from, rest) = plain_square::<R>(text.as_bytes())?;
    let (sign, rest) = rest.split_first()?;
    let (to, rest) = plain_square::<R>(rest)?;
    (rest.is_empty() && is_sign((*sign).into())).then_some((from, to))
}

/// The square in front, and what is behind.
fn plain_square<R: Rules>(text: &[u8]) -> Option<(usize, &[u8])> {
    let letters = usize::from(text.first().is_some_and(u8::is_ascii_alphabetic));
    let digits = text[letters..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let (square, rest) = text.split_at(letters + digits);
    let number = square[letters..].iter().fold(0, |number, digit| 10 * number + usize::from(digit - b'0'));
    let bit = match square.first()? {
        letter if letters == 1 => {
            let file = usize::from(letter.to_ascii_lowercase() - b'a');
            R::Board::bit_at(file, number.checked_sub(1)?)
        }
        _ => R::Board::bit_of_number(number, R::FACTS.corner),
    }?;
    Some((bit, rest))
}

/// Finds the legal move that a text names, in whatever way.
fn parse_any<R: Rules>(text: &str, position: &Position<R>, legal: &[Move<R>]) -> Result<Move<R>, TextError> {
    let stops = read_stops::<R>(text)?;
    let find = |fits: &dyn Fn(Move<R>) -> bool| -> Vec<Move<R>> {
        legal.iter().copied().filter(|&mv| fits(mv)).collect()
    };
    let mut found = find(&|mv| path::is_way(position, mv, &stops));
    if found.is_empty() {
        found = find(&|mv| path::passes(position, mv, &stops) || takes(mv, &stops));
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(not_legal(text, position, &stops[0])),
        _ => Err(hub_text::ambiguous(text, &found, |mv| hub_text::format_move(mv, R::FACTS.corner))),
    }
}

/// Reads the squares of a move, two at least; of each a set that holds it.
fn read_stops<R: Rules>(text: &str) -> Result<Vec<Set<R>>, TextError> {
    let mut cursor = Cursor::new(text.trim_end_matches(is_mark));
    let mut stops = Vec::new();
    loop {
        cursor.skip_blanks();
        stops.push(read_stop::<R>(&mut cursor)?);
        cursor.skip_blanks();
        let signed = cursor.eat(is_sign);
        if !signed && cursor.peek().is_none() && stops.len() >= 2 {
            return Ok(stops);
        }
        if stops.len() == LONGEST_MOVE {
            return Err(cursor.expected("the end of the move"));
        }
    }
}

/// Reads a square by number or name, or a file.
fn read_stop<R: Rules>(cursor: &mut Cursor) -> Result<Set<R>, TextError> {
    let mut ahead = *cursor;
    match ahead.bump() {
        Some(c) if c.is_ascii_digit() => {
            square::number::<R::Board>(cursor, R::FACTS.corner).map(Set::<R>::bit)
        }
        Some(c) if c.is_ascii_alphabetic() && ahead.peek().is_some_and(|c| c.is_ascii_digit()) => {
            square::name::<R::Board>(cursor).map(Set::<R>::bit)
        }
        Some(c) => {
            let file = file::<R>(c).ok_or_else(|| cursor.expected("a square"))?;
            *cursor = ahead;
            Ok(file)
        }
        None => Err(cursor.expected("a square")),
    }
}

/// The squares of the file with a letter.
fn file<R: Rules>(letter: char) -> Option<Set<R>> {
    let file = (letter.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    let squares = (0..R::Board::RANKS).filter_map(|rank| R::Board::bit_at(file, rank));
    let set = squares.fold(Set::<R>::EMPTY, |set, bit| set | Set::<R>::bit(bit));
    (file < R::Board::FILES).then_some(set)
}

/// May it stand between the squares of a move?
pub(super) fn is_sign(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '−' | 'x' | 'X' | '×' | ':' | '*')
}

/// What may stand behind a move.
fn is_mark(c: char) -> bool {
    matches!(c, '!' | '?' | '+' | '#' | '*' | '.') || c.is_whitespace()
}

/// Is this the move in Hub form: start, end, taken squares in whatever order?
fn takes<R: Rules>(mv: Move<R>, stops: &[Set<R>]) -> bool {
    let [from, to, taken @ ..] = stops else { return false };
    let set = taken.iter().fold(Set::<R>::EMPTY, |set, &square| set | square);
    !taken.is_empty()
        && from.contains(mv.from())
        && to.contains(mv.to())
        && set == mv.taken()
        && set.count() == taken.len()
}

fn not_legal<R: Rules>(text: &str, position: &Position<R>, start: &Set<R>) -> TextError {
    let moves = position.moves();
    let from_there: Vec<_> = moves.iter().filter(|mv| start.contains(mv.from())).collect();
    let listed = if from_there.is_empty() { moves.iter().collect() } else { from_there };
    let mut names: Vec<_> = listed.into_iter().map(|&mv| format_move(position, mv)).collect();
    let expected = match names[..] {
        [] => "there is none".to_owned(),
        _ => format!("expected {}", hub_text::one_of(&mut names)),
    };
    TextError::new(1, format!("{} is not a legal move here: {expected}", quote(text.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::{
        brazilian::Brazilian, english::English, international::International, russian::Russian,
        turkish::Turkish,
    };

    /// Two of the captures go from a7 to d8.
    const TWINS: &str = "W:WK5:B3,7,K9,K13,15,K22,24,K30";

    /// Reads a move and writes it the usual way.
    fn round<R: Rules>(position: &str, text: &str) -> Result<String, String> {
        let position: Position<R> = fen::parse(position).unwrap();
        parse_move(text, &position).map(|mv| format_move(&position, mv)).map_err(|error| error.to_string())
    }

    fn start<R: Rules>(text: &str) -> Result<String, String> {
        round::<R>(&fen::format(&Position::<R>::start()), text)
    }

    #[test]
    fn every_rule_set_has_its_own_way() {
        assert_eq!(start::<Russian>("22-18").as_deref(), Ok("c3-d4"));
        assert_eq!(start::<English>("11-15").as_deref(), Ok("11-15"));
        assert_eq!(start::<English>("f6-e5").as_deref(), Ok("11-15"));
        assert_eq!(round::<Russian>("W:Wc3:Bd4", "c3:e5").as_deref(), Ok("c3:e5"));
        assert_eq!(round::<Brazilian>("W:Wc3:Bd4", "c3:e5").as_deref(), Ok("c3xe5"));
        assert_eq!(round::<Turkish>("W:Wc3:Bd3,h8", "c3-e3").as_deref(), Ok("c3xe3"));
        let position = fen::parse::<Russian>("W:Wc3:Bd4").unwrap();
        assert_eq!(format_move_in(&position, position.moves()[0], Squares::Numeric), "22x15");
        let position = fen::parse::<International>("W:W28:B23").unwrap();
        assert_eq!(format_move_in(&position, position.moves()[0], Squares::Algebraic), "e5xg7");
    }

    #[test]
    fn players_write_short_and_with_other_signs() {
        for text in
            ["c3-d4", "c3d4", "cd4", "C3 - D4", "c3–d4!?", "c-d4", "22-18", "22 18", " c3-d4 ", "22-d4+"]
        {
            assert_eq!(start::<Russian>(text).as_deref(), Ok("c3-d4"), "{text}");
        }
        for text in
            ["c3:e5", "c:e5", "ce5", "c3e5", "c3xe5", "c3*e5", "c3×e5!", "22x15x18", "22X15", "c3 : e5"]
        {
            assert_eq!(round::<Russian>("W:Wc3:Bd4", text).as_deref(), Ok("c3:e5"), "{text}");
        }
    }

    #[test]
    fn a_capture_with_a_twin_names_its_way() {
        let position: Position<Russian> = fen::parse(TWINS).unwrap();
        let mut texts: Vec<_> = position.moves().iter().map(|&mv| format_move(&position, mv)).collect();
        for text in &texts {
            let mv = parse_move(text, &position).unwrap();
            assert_eq!(&format_move(&position, mv), text);
        }
        texts.sort();
        assert_eq!(texts, ["a7:a1", "a7:b2", "a7:d4:f6:d8", "a7:f2:h4:d8"]);
    }

    #[test]
    fn some_of_the_squares_touched_are_enough() {
        let position = "W:W38:B32,21,11";
        for text in ["38x27x16x7", "38x16x7", "38x27x7", "38x7", "38x7x11x21x32", "38x7x32x21x11"] {
            assert_eq!(round::<International>(position, text).as_deref(), Ok("38x7"), "{text}");
        }
        assert!(round::<International>(position, "38x16x27x7").is_err());
    }

    #[test]
    fn the_usual_case_is_found_directly_and_no_other() {
        let bit = |name: &str| <Russian as Rules>::Board::bit_of_name(name).unwrap();
        for text in ["c3-d4", "22-18", "C3:d4", "022x18", "c3-18"] {
            assert_eq!(plain::<Russian>(text), Some((bit("c3"), bit("d4"))), "{text}");
        }
        for text in
            ["c3d4", "cd4", "22 18", "c3-d4!", " c3-d4", "c3-d5", "22-33", "22-0", "c3-", "c0-d4", "-", ""]
        {
            assert_eq!(plain::<Russian>(text), None, "{text}");
        }
        let position: Position<Russian> = fen::parse(TWINS).unwrap();
        let legal = position.moves();
        assert_eq!(only_one(&legal, bit("a7"), bit("d8")), None);
        assert!(only_one(&legal, bit("a7"), bit("b2")).is_some());
        for &mv in legal.iter() {
            let text = format_move(&position, mv);
            assert_eq!(parse_any(&text, &position, &legal), Ok(mv));
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| start::<Russian>(text).unwrap_err();
        assert_eq!(error(""), "column 1: expected a square, found the end");
        assert_eq!(error("c3"), "column 3: expected a square, found the end");
        assert_eq!(error("c3-"), "column 4: expected a square, found the end");
        assert_eq!(error("c3-z9"), "column 4: expected a playing square, as c3, found 'z9'");
        assert_eq!(error("22-33"), "column 4: expected a square from 1 to 32, found '33'");
        assert_eq!(error("2-0"), "column 3: expected a square from 1 to 32, found '0'");
        assert_eq!(error("1/2-1/2"), "column 2: expected a square, found '/'");
        assert_eq!(error("*"), "column 1: expected a square, found the end");
        assert_eq!(error("hello"), "column 3: expected a square, found 'l'");
        assert_eq!(error("c3-e5"), "column 1: 'c3-e5' is not a legal move here: expected c3-b4 or c3-d4");
        assert_eq!(
            round::<Russian>(TWINS, "a7:d8").unwrap_err(),
            "column 1: 'a7:d8' may be 2 moves, expected 5x2x7x9x15 or 5x2x7x9x24"
        );
    }
}
