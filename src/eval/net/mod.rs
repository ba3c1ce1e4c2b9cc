//! The trained evaluation: a small neural net, the same for every board.
//!
//! A position is seen twice, by either side as if it moved up the board. Each view
//! has an input for every square and every piece that may stand there: own men, own
//! kings, men and kings of the opponent. What the inputs add up to is kept from
//! position to position (`sums`), for a move changes few of them (the "efficiently
//! updatable" net of Nasu, 2018). The sums of a view are multiplied in pairs, and a
//! second layer, chosen by the number of pieces, looks at the products of both views,
//! that of the side to move first.
//!
//! All arithmetic is in whole numbers: every machine has the same scores.

mod file;
mod shipped;
mod sums;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use file::{Shape, Weights};
pub(super) use shipped::shipped;
pub use sums::Sums;

use super::Evaluation;
use super::score::{Score, estimate};
use crate::board::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Rules, Side, identity};
use std::marker::PhantomData;
use sums::Slot;

/// Kinds of inputs for a square: own men, own kings, men and kings of the opponent.
pub const PLANES: usize = 4;
/// Units of the second layer.
pub const SECOND: usize = 16;

/// A sum of the first layer that stands for one. Sums are cut to between zero and
/// one before they are multiplied.
pub const ONE: i16 = 255;
/// What a product is worth at most, cut to a byte.
pub const FULL: i32 = 254;
/// A weight of the second layer that stands for one.
pub const SECOND_ONE: i32 = 256;
/// What a unit of the second layer is worth at one.
const SECOND_FULL: i64 = {
    let clipped = (FULL * SECOND_ONE) >> SECOND_SHIFT;
    ((clipped * clipped) >> SQUARE_SHIFT) as i64
};
const SECOND_SHIFT: u32 = 6;
const SQUARE_SHIFT: u32 = 5;
/// A weight of the last layer that stands for one.
pub const LAST_ONE: i32 = 1024;
/// A bias of the last layer that stands for one.
pub const OUTPUT_ONE: i64 = SECOND_FULL * LAST_ONE as i64;

/// A net for a rule set, with `H` hidden units for each side.
#[derive(Clone, Debug)]
pub struct Net<R, const H: usize> {
    /// For each bit of the board and each plane, in this order.
    inputs: Vec<[Row<H>; PLANES]>,
    bias: [i16; H],
    /// For each number of pieces.
    buckets: Vec<u8>,
    layers: Vec<Layer<H>>,
    /// Hundredths of a man for one at the output.
    scale: i64,
    /// Tells one net from another.
    id: u64,
    /// Has the processor 256-bit instructions?
    is_wide: bool,
    rules: PhantomData<R>,
}

/// Weights that begin with a cache line: wide instructions are slow across two.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row<const H: usize>([i16; H]);

/// What follows the first layer.
#[derive(Clone, Debug)]
struct Layer<const H: usize> {
    /// For each unit the weights of the products of both views.
    second: [Row<H>; SECOND],
    second_bias: [i32; SECOND],
    last: [i16; SECOND],
    last_bias: i32,
}

impl<R: Rules, const H: usize> Net<R, H> {
    /// The net with these weights.
    ///
    /// # Errors
    ///
    /// When they are for other rules or of another shape.
    pub fn new(weights: &Weights) -> Result<Self, String> {
        if weights.identity != identity::<R>() {
            return Err(format!("it is no net for {}", R::FACTS.name));
        }
        let Shape { squares, hidden, buckets } = weights.shape;
        if (squares, hidden) != (R::Board::SQUARES, H) {
            return Err(format!("it is a net of {hidden} hidden units for {squares} squares"));
        }
        let mut inputs = vec![[Row([0; H]); PLANES]; R::Board::BITS];
        for (rows, bit) in weights.inputs.chunks_exact(PLANES * H).zip(R::Board::ALL.bits()) {
            for (to, from) in inputs[bit].iter_mut().zip(rows.chunks_exact(H)) {
                to.0.copy_from_slice(from);
            }
        }
        let layers = (0..buckets).map(|bucket| Layer::new(weights, bucket)).collect();
        Ok(Self {
            inputs,
            bias: copied(&weights.bias),
            buckets: bucket_table::<R>(buckets),
            layers,
            scale: weights.scale.into(),
            id: weights.id(),
            is_wide: is_wide(),
            rules: PhantomData,
        })
    }

    /// Hundredths of a man for one at the output.
    pub(super) fn scale(&self) -> i32 {
        self.scale as i32
    }

    /// Which second layer is used for a position, and how many there are.
    pub(super) fn bucket(&self, position: &Position<R>) -> (usize, usize) {
        (self.buckets[position.occupied().count()].into(), self.layers.len())
    }

    /// The value of a position, for which `slot` has the sums. `second` sums up the
    /// second layer.
    #[inline(always)]
    fn output(
        &self,
        slot: &Slot<R>,
        position: &Position<R>,
        second: impl Fn(&[i16; H], &Layer<H>) -> [i32; SECOND],
    ) -> Score {
        let (own, other) = match position.side() {
            Side::White => (0, 1),
            Side::Black => (1, 0),
        };
        let units = products(slot.view(own), slot.view(other));
        let layer = &self.layers[usize::from(self.buckets[position.occupied().count()])];
        let mut sum = i64::from(layer.last_bias);
        for (unit, last) in second(&units, layer).into_iter().zip(layer.last) {
            let clipped = unit.clamp(0, FULL * SECOND_ONE) >> SECOND_SHIFT;
            sum += i64::from((clipped * clipped) >> SQUARE_SHIFT) * i64::from(last);
        }
        estimate((sum * self.scale / OUTPUT_ONE) as i32)
    }

    /// The value of a position, to which the slot is brought first, from the one
    /// before if that is nearer.
    #[inline(always)]
    fn value(&self, before: Option<&Slot<R>>, slot: &mut Slot<R>, position: &Position<R>) -> Score {
        #[cfg(target_arch = "x86_64")]
        if self.is_wide {
            // SAFETY: the processor has the instructions, see `is_wide`.
            return unsafe { self.value_wide(before, slot, position) };
        }
        slot.become_of(self, before, position);
        self.output(slot, position, second)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn value_wide(&self, before: Option<&Slot<R>>, slot: &mut Slot<R>, position: &Position<R>) -> Score {
        slot.become_of(self, before, position);
        self.output(slot, position, |units, layer| wide::second(units, layer))
    }
}

/// Has the processor the instructions of `Net::value_wide`?
fn is_wide() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

impl<const H: usize> Layer<H> {
    fn new(weights: &Weights, bucket: usize) -> Self {
        let second = &weights.second[bucket * SECOND * H..];
        Self {
            second: std::array::from_fn(|unit| Row(copied(&second[unit * H..][..H]))),
            second_bias: copied(&weights.second_bias[bucket * SECOND..][..SECOND]),
            last: copied(&weights.last[bucket * SECOND..][..SECOND]),
            last_bias: weights.last_bias[bucket],
        }
    }
}

fn copied<T: Copy, const N: usize>(from: &[T]) -> [T; N] {
    std::array::from_fn(|at| from[at])
}

/// For each number of pieces which of `buckets` second layers it belongs to: equal
/// shares of the pieces there are at the start of a game.
pub fn bucket_table<R: Rules>(buckets: usize) -> Vec<u8> {
    let most = Position::<R>::start().occupied().count();
    let bucket = |pieces: usize| (pieces.saturating_sub(1) * buckets / most).min(buckets - 1);
    (0..=R::Board::SQUARES).map(|pieces| bucket(pieces) as u8).collect()
}

/// The products of two views: each sum of the first half of a view with its like in
/// the second.
#[inline(always)]
fn products<const H: usize>(own: &[i16; H], other: &[i16; H]) -> [i16; H] {
    let mut products = [0; H];
    for (products, sums) in products.chunks_exact_mut(H / 2).zip([own, other]) {
        let (left, right) = sums.split_at(H / 2);
        for ((product, &left), &right) in products.iter_mut().zip(left).zip(right) {
            let cut = |sum: i16| sum.clamp(0, ONE) as u16;
            *product = ((cut(left) * cut(right)) >> 8) as i16;
        }
    }
    products
}

/// The sums of the units of the second layer, the bias included.
#[inline(always)]
fn second<const H: usize>(units: &[i16; H], layer: &Layer<H>) -> [i32; SECOND] {
    std::array::from_fn(|unit| {
        let products = units.iter().zip(&layer.second[unit].0);
        products
            .fold(layer.second_bias[unit], |sum, (&unit, &weight)| sum + i32::from(unit) * i32::from(weight))
    })
}

impl<R: Rules, const H: usize> Evaluation<R> for Net<R, H> {
    fn evaluate(&self, position: &Position<R>) -> Score {
        self.value(None, &mut Slot::new(&self.bias), position)
    }

    #[inline]
    fn evaluate_at(&self, position: &Position<R>, key: u64, ply: usize, sums: &mut Sums<R>) -> Score {
        if let Some(score) = sums.known(key) {
            return score;
        }
        let (before, slot) = sums.slots(ply);
        let score = self.value(before, slot, position);
        sums.remember(key, score);
        score
    }

    fn begin(&self, sums: &mut Sums<R>) {
        sums.belong_to(self.id, &self.bias);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, Visitor};

    /// Weights drawn by lot, up to the largest a net may have.
    fn any_weights<R: Rules>(hidden: usize, random: &mut fastrand::Rng) -> Weights {
        let shape = Shape { squares: R::Board::SQUARES, hidden, buckets: 3 };
        let mut weights = Weights::zero(identity::<R>(), shape, 90);
        let mut fill = |values: &mut [i16], most: i16| values.fill_with(|| random.i16(-most..=most));
        fill(&mut weights.inputs, 2 * ONE);
        fill(&mut weights.bias, ONE);
        fill(&mut weights.second, 15 * SECOND_ONE as i16);
        fill(&mut weights.last, 15 * LAST_ONE as i16);
        weights.second_bias.fill_with(|| random.i32(-70_000..70_000));
        weights.last_bias.fill_with(|| random.i32(-30_000_000..30_000_000));
        weights
    }

    struct SameEverywhere;

    impl Visitor for SameEverywhere {
        type Output = ();

        fn visit<R: Rules>(self) {
            let mut random = fastrand::Rng::with_seed(11);
            for _ in 0..20 {
                let net = Net::<R, 32>::new(&any_weights::<R>(32, &mut random)).unwrap();
                let plain = Net { is_wide: false, ..net.clone() };
                let mut position = Position::<R>::start();
                let mut scores = std::collections::HashSet::new();
                for _ in 0..100 {
                    let moves = position.moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[random.usize(..moves.len())]);
                    assert_eq!(net.evaluate(&position), plain.evaluate(&position), "{position:?}");
                    scores.insert(net.evaluate(&position));
                }
                assert!(scores.len() > 10);
            }
        }
    }

    /// Without the wide instructions this compares the plain ones with themselves.
    #[test]
    fn every_processor_has_the_same_scores() {
        Variant::ALL.iter().for_each(|variant| variant.visit(SameEverywhere));
    }

    #[test]
    fn shipped_nets_are_whole() {
        for bytes in shipped::SHIPPED {
            let weights = Weights::read(bytes).unwrap();
            assert!(Shape::HIDDEN.contains(&weights.shape.hidden));
            assert_eq!(Weights::identity_in(bytes), Some(weights.identity));
        }
    }
}
