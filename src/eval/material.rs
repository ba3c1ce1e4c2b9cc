//! The untrained evaluation: material, advance, centre, mobility of kings. It
//! plays every rule set, from the weights among its facts.

use super::Evaluation;
use super::score::{Score, estimate};
use crate::board::geometry::MAX_BITS;
use crate::board::{Geometry, Word};
use crate::position::{Kind, Position};
use crate::rules::facts::Weights;
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};
use std::marker::PhantomData;

/// A man is worth this much, in every rule set.
const MAN: i16 = 100;

/// Squares that are looked up together.
const CHUNK: usize = 8;
/// Every set of such squares.
const SETS: usize = 1 << CHUNK;
const CHUNKS: usize = MAX_BITS / CHUNK;

/// Material and position, without training.
#[derive(Clone, Debug)]
pub struct Material<R> {
    /// `worth[side][kind][chunk][set]`, positive for both sides.
    worth: Box<[[[[i16; SETS]; CHUNKS]; 2]; 2]>,
    rules: PhantomData<R>,
}

impl<R: Rules> Default for Material<R> {
    fn default() -> Self {
        let mut worth = Box::new([[[[0; SETS]; CHUNKS]; 2]; 2]);
        for bit in R::Board::ALL.bits() {
            let (file, rank) = R::Board::coordinates(bit);
            for (side, row) in [(Side::White, rank), (Side::Black, R::Board::RANKS - 1 - rank)] {
                let king = R::FACTS.weights.king + centre::<R>(file, &R::FACTS.weights);
                for (kind, value) in [(Kind::Man, man_worth::<R>(file, row)), (Kind::King, king)] {
                    let sets = &mut worth[side as usize][kind as usize][bit / CHUNK];
                    let with_bit = |set: &usize| set >> (bit % CHUNK) & 1 == 1;
                    (0..SETS).filter(with_bit).for_each(|set| sets[set] += value);
                }
            }
        }
        Self { worth, rules: PhantomData }
    }
}

/// The worth of a man `row` rows from its side's edge.
fn man_worth<R: Rules>(file: usize, row: usize) -> i16 {
    let weights = &R::FACTS.weights;
    let home = if row == 0 { weights.home } else { 0 };
    MAN + weights.advance * row as i16 + home + centre::<R>(file, weights)
}

fn centre<R: Rules>(file: usize, weights: &Weights) -> i16 {
    let from_edge = file.min(R::Board::FILES - 1 - file);
    if from_edge >= 2 { weights.centre } else { 0 }
}

impl<R: Rules> Material<R> {
    #[inline(always)]
    fn side_worth(&self, side: Side, pieces: Squares<R>, kings: Squares<R>) -> i32 {
        let [men_worth, kings_worth] = &self.worth[side as usize];
        let men = sum::<R>(men_worth, pieces & !kings);
        if kings.is_empty() { men } else { men + sum::<R>(kings_worth, pieces & kings) }
    }
}

/// The worth of a set of squares.
#[inline(always)]
fn sum<R: Rules>(worth: &[[i16; SETS]; CHUNKS], squares: Squares<R>) -> i32 {
    let squares = squares.widen();
    let chunk =
        |(at, sets): (usize, &[i16; SETS])| i32::from(sets[(squares >> (at * CHUNK)) as usize % SETS]);
    worth.iter().take(R::Board::BITS.div_ceil(CHUNK)).enumerate().map(chunk).sum()
}

impl<R: Rules> Evaluation<R> for Material<R> {
    fn evaluate(&self, position: &Position<R>) -> Score {
        let weights = &R::FACTS.weights;
        let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
        let mut score = self.side_worth(Side::White, white, position.kings())
            - self.side_worth(Side::Black, black, position.kings());
        if !position.kings().is_empty() {
            let mobility =
                position.king_mobility(Side::White) as i32 - position.king_mobility(Side::Black) as i32;
            score += mobility * i32::from(weights.mobility);
        }
        let tempo = i32::from(weights.tempo);
        estimate(match position.side() {
            Side::White => score + tempo,
            Side::Black => -score + tempo,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::EVAL_LIMIT;
    use crate::rules::{Variant, Visitor};

    struct StartIsLevel;

    impl Visitor for StartIsLevel {
        type Output = ();

        fn visit<R: Rules>(self) {
            let start = Position::<R>::start();
            let material = Material::<R>::default();
            let tempo = Score::from(R::FACTS.weights.tempo);
            assert_eq!(material.evaluate(&start), tempo);
            assert_eq!(material.evaluate(&start.passed()), tempo);
            // However many pieces, it stays an estimate.
            let mut alone = Position::<R>::empty(Side::Black);
            for bit in R::Board::ALL.bits() {
                alone.put((Side::Black, Kind::King), bit).unwrap();
            }
            assert!((1..EVAL_LIMIT).contains(&material.evaluate(&alone)));
        }
    }

    #[test]
    fn colours_are_equal_and_the_band_holds() {
        for variant in Variant::ALL {
            variant.visit(StartIsLevel);
        }
    }
}
