//! Every line of play from the start, as far as it reaches a position of its own.

use super::Opening;
use crate::board::{Geometry, Word};
use crate::notation::{Dialect, pdn};
use crate::position::zobrist::scramble;
use crate::position::{Move, Position};
use crate::rules::{Rules, Variant, Visitor};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Most lines of one length that are kept and gone on from. No rule set has as
/// many of six plies.
const MOST_LINES: usize = 1 << 17;

/// The lines from the start with a number of plies in the range, one at least,
/// after which the game goes on. Of those that reach one position the first in
/// the order of the squares' numbers is taken. Should there be too many of a
/// length, `seed` draws lots.
pub fn lines(variant: Variant, plies: RangeInclusive<usize>, seed: u64) -> Vec<Opening> {
    struct Lines(RangeInclusive<usize>, u64);

    impl Visitor for Lines {
        type Output = Vec<Opening>;

        fn visit<R: Rules>(self) -> Self::Output {
            let Self(plies, seed) = self;
            let mut seen = HashSet::new();
            let mut level = vec![Line::<R> { position: Position::start(), moves: Vec::new() }];
            let mut found = Vec::new();
            for ply in 1..=*plies.end() {
                level =
                    level.iter().flat_map(Line::longer).filter(|line| seen.insert(line.position)).collect();
                thin(&mut level, seed);
                if plies.contains(&ply) {
                    found.extend(level.iter().filter(|line| line.position.can_move()).map(Line::opening));
                }
            }
            found
        }
    }

    variant.visit(Lines(plies, seed))
}

/// A line of play.
struct Line<R: Rules> {
    position: Position<R>,
    moves: Vec<Move<R>>,
}

impl<R: Rules> Line<R> {
    /// The lines with one more move, in the order of the squares' numbers.
    fn longer(&self) -> Vec<Self> {
        let mut moves = self.position.moves().to_vec();
        moves.sort_by_cached_key(|mv| numbers(*mv));
        let longer = |mv: Move<R>| Self {
            position: self.position.play(mv),
            moves: self.moves.iter().copied().chain([mv]).collect(),
        };
        moves.into_iter().map(longer).collect()
    }

    fn opening(&self) -> Opening {
        let mut position = Position::start();
        let mut names = Vec::new();
        for &mv in &self.moves {
            names.push(pdn::format_move(&position, mv));
            position = position.play(mv);
        }
        Opening {
            name: names.join(" "),
            fen: None,
            moves: self.moves.iter().map(|&mv| Dialect::Hub.format_move(mv)).collect(),
            score: None,
        }
    }
}

/// Start, end and taken squares, as the rule set counts them.
fn numbers<R: Rules>(mv: Move<R>) -> Vec<usize> {
    let taken = mv.taken();
    [mv.from(), mv.to()]
        .into_iter()
        .chain(taken.bits())
        .map(|bit| R::Board::number(bit, R::FACTS.corner))
        .collect()
}

/// Leaves as many lines as may be, in their order.
fn thin<R: Rules>(lines: &mut Vec<Line<R>>, seed: u64) {
    if lines.len() <= MOST_LINES {
        return;
    }
    let lot = |line: &Line<R>| scramble(line.position.key() ^ scramble(seed));
    let mut lots: Vec<_> = lines.iter().map(lot).collect();
    let (_, &mut last, _) = lots.select_nth_unstable(MOST_LINES - 1);
    lines.retain(|line| lot(line) <= last);
}
