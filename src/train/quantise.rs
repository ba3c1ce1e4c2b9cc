//! From a net in fractions to one in whole numbers.

use super::dataset::Example;
use super::model::{Layout, Model};
use crate::eval::net::{FULL, LAST_ONE, ONE, OUTPUT_ONE, SECOND, SECOND_ONE, Weights};
use crate::eval::{Evaluation, Evaluator};
use crate::position::Position;
use crate::rules::{Rules, Side, identity};

/// The weights in whole numbers; `scale` is hundredths of a man for one at the
/// output.
pub fn quantise<R: Rules>(model: &Model, scale: f32) -> Weights {
    let Layout { shape, bias, second, second_bias, last, last_bias, length } = model.layout;
    let floats = &model.weights;
    let short = |range: std::ops::Range<usize>, one: f32| {
        floats[range].iter().map(|weight| (weight * one).round() as i16).collect::<Vec<_>>()
    };
    let long = |range: std::ops::Range<usize>, one: f32| {
        floats[range].iter().map(|weight| (weight * one).round() as i32).collect::<Vec<_>>()
    };
    // A net in fractions has a row for each unit of the first layer, one in whole
    // numbers for each of the second.
    let rows = short(second..second_bias, SECOND_ONE as f32);
    let turned = (0..shape.buckets).flat_map(|bucket| {
        let rows = &rows[bucket * shape.hidden * SECOND..];
        (0..SECOND).flat_map(move |unit| (0..shape.hidden).map(move |input| rows[input * SECOND + unit]))
    });
    Weights {
        identity: identity::<R>(),
        shape,
        scale: scale.round() as u32,
        inputs: short(0..bias, ONE.into()),
        bias: short(bias..second, ONE.into()),
        second: turned.collect(),
        second_bias: long(second_bias..last, (FULL * SECOND_ONE) as f32),
        last: short(last..last_bias, LAST_ONE as f32),
        last_bias: long(last_bias..length, OUTPUT_ONE as f32),
    }
}

/// How far two nets are apart, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The mean over positions.
    pub mean: f32,
    /// The largest among them.
    pub most: f32,
}

/// How far the whole numbers are from the fractions.
///
/// # Errors
///
/// When the weights are no net for the rule set.
pub fn difference<R: Rules>(
    model: &Model,
    weights: &Weights,
    examples: &[Example<R>],
) -> Result<Difference, String> {
    let net = Evaluator::<R>::of(weights)?;
    let differences = examples.iter().map(|example| {
        let position = Position::of(Side::White, example.own, example.other, example.kings);
        let exact = model.output(example) * weights.scale as f32;
        (net.evaluate(&position) as f32 - exact).abs()
    });
    let (sum, most) = differences.fold((0.0, 0.0), |(sum, most): (f32, f32), one| (sum + one, most.max(one)));
    Ok(Difference { mean: sum / examples.len().max(1) as f32, most })
}
