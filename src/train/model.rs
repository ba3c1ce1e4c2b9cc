//! The net in fractions, as it learns. What it computes, [`crate::eval::net`]
//! computes in whole numbers.

use super::dataset::Example;
use crate::eval::net::{SECOND, Shape, bucket_table};
use crate::rules::Rules;

/// Where the numbers of a net are in one row of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) shape: Shape,
    pub(super) bias: usize,
    pub(super) second: usize,
    pub(super) second_bias: usize,
    pub(super) last: usize,
    pub(super) last_bias: usize,
    pub(super) length: usize,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Self {
        let Shape { hidden, buckets, .. } = shape;
        let bias = shape.inputs() * hidden;
        let second = bias + hidden;
        let second_bias = second + buckets * hidden * SECOND;
        let last = second_bias + buckets * SECOND;
        let last_bias = last + buckets * SECOND;
        Self { shape, bias, second, second_bias, last, last_bias, length: last_bias + buckets }
    }
}

/// A net that can learn.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) layout: Layout,
    /// All weights. The second layer has for each bucket and each unit of the first
    /// one all its own units.
    pub(super) weights: Vec<f32>,
}

const MAGIC: &[u8; 8] = b"pdmodel1";

/// The largest weights, so that the sums in whole numbers cannot overflow.
const MOST_INPUT: f32 = 2.0;
const MOST_SECOND: f32 = 15.0;
const MOST_LAST: f32 = 15.0;

/// Working space for one position after the other.
pub(super) struct Scratch {
    /// The bucket of each number of pieces.
    buckets: Vec<u8>,
    /// The inputs that are one, in each view.
    inputs: [Vec<u16>; 2],
    /// Sums of the first layer, of the two views on end.
    sums: Vec<f32>,
    d_sums: Vec<f32>,
    /// The products of the two views on end.
    units: Vec<f32>,
}

impl Scratch {
    pub(super) fn new<R: Rules>(shape: Shape) -> Self {
        let row = |length| vec![0.0; length * shape.hidden];
        let buckets = bucket_table::<R>(shape.buckets);
        Self { buckets, inputs: [Vec::new(), Vec::new()], sums: row(2), d_sums: row(2), units: row(1) }
    }
}

impl Model {
    /// A net that knows nothing.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let layout = Layout::new(shape);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut uniform = |most: f32| (random.f32() * 2.0 - 1.0) * most;
        let weights = (0..layout.length)
            .map(|at| match at {
                _ if at < layout.bias => uniform(0.2),
                _ if at < layout.second => uniform(0.25) + 0.5,
                _ if at < layout.second_bias => uniform(1.0 / (shape.hidden as f32).sqrt()),
                _ if at < layout.last => uniform(0.25) + 0.25,
                _ if at < layout.last_bias => uniform(0.5),
                _ => 0.0,
            })
            .collect();
        Self { layout, weights }
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.layout.shape
    }

    /// The contents of a file.
    pub fn write(&self) -> Vec<u8> {
        let Shape { squares, hidden, buckets } = self.layout.shape;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([squares, hidden, buckets].iter().flat_map(|&size| (size as u32).to_le_bytes()));
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// When they are not those of a net, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        let body = bytes.strip_prefix(MAGIC).ok_or("it is no net that can learn")?;
        let (body, sum) = body.split_last_chunk().ok_or("it is too short")?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
            return Err("it is damaged: its checksum is wrong");
        }
        let mut numbers = body.as_chunks::<4>().0.iter();
        let mut size = || numbers.next().map(|bytes| u32::from_le_bytes(*bytes) as usize);
        let sizes = (size(), size(), size());
        let (Some(squares), Some(hidden), Some(buckets)) = sizes else { return Err("it is too short") };
        let layout = Layout::new(Shape { squares, hidden, buckets });
        let weights: Vec<_> = numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if weights.len() != layout.length {
            Err("it is not as long as it says")
        } else {
            Ok(Self { layout, weights })
        }
    }

    /// Cuts the weights to what whole numbers can hold.
    pub(super) fn clip(&mut self) {
        let Layout { bias, second, second_bias, last, last_bias, .. } = self.layout;
        for (range, most) in
            [(0..bias, MOST_INPUT), (second..second_bias, MOST_SECOND), (last..last_bias, MOST_LAST)]
        {
            self.weights[range].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        }
    }

    /// The output for a position: the logarithm of the odds of the side to move.
    pub fn output<R: Rules>(&self, example: &Example<R>) -> f32 {
        self.forward(example, &mut Scratch::new::<R>(self.layout.shape)).0
    }

    /// The output, the units of the second layer before they are cut, the bucket.
    pub(super) fn forward<R: Rules>(
        &self,
        example: &Example<R>,
        scratch: &mut Scratch,
    ) -> (f32, [f32; SECOND], usize) {
        let Layout { shape, bias, second, second_bias, last, last_bias, .. } = self.layout;
        let hidden = shape.hidden;
        let Scratch { buckets, inputs, sums, units, .. } = scratch;
        inputs.iter_mut().for_each(Vec::clear);
        example.inputs(&mut |own, other| {
            inputs[0].push(own as u16);
            inputs[1].push(other as u16);
        });
        for (sums, inputs) in sums.chunks_exact_mut(hidden).zip(&*inputs) {
            sums.copy_from_slice(&self.weights[bias..second]);
            for &input in inputs {
                add(sums, &self.weights[usize::from(input) * hidden..][..hidden]);
            }
        }
        for (units, sums) in units.chunks_exact_mut(hidden / 2).zip(sums.chunks_exact(hidden)) {
            let (left, right) = sums.split_at(hidden / 2);
            for ((unit, left), right) in units.iter_mut().zip(left).zip(right) {
                *unit = left.clamp(0.0, 1.0) * right.clamp(0.0, 1.0);
            }
        }
        let bucket = usize::from(buckets[example.pieces()]);
        let mut out: [f32; SECOND] =
            self.weights[second_bias + bucket * SECOND..][..SECOND].try_into().unwrap();
        let rows = &self.weights[second + bucket * hidden * SECOND..][..hidden * SECOND];
        for (&unit, row) in units.iter().zip(rows.as_chunks::<SECOND>().0) {
            // Many units are at rest.
            if unit != 0.0 {
                add_times(&mut out, row, unit);
            }
        }
        let weights = &self.weights[last + bucket * SECOND..][..SECOND];
        let cut = out.iter().zip(weights).map(|(out, weight)| square(*out) * weight);
        (self.weights[last_bias + bucket] + cut.sum::<f32>(), out, bucket)
    }

    /// Adds the gradient of the loss for a position, of which `slope` says how it
    /// grows with the output.
    pub(super) fn backward(
        &self,
        scratch: &mut Scratch,
        out: &[f32; SECOND],
        bucket: usize,
        slope: f32,
        gradient: &mut [f32],
    ) {
        let Layout { shape, bias, second, second_bias, last, last_bias, .. } = self.layout;
        let hidden = shape.hidden;
        let Scratch { inputs, sums, d_sums, units, .. } = scratch;
        gradient[last_bias + bucket] += slope;
        let weights = &self.weights[last + bucket * SECOND..][..SECOND];
        let mut d_out = [0.0; SECOND];
        for unit in 0..SECOND {
            let cut = out[unit].clamp(0.0, 1.0);
            gradient[last + bucket * SECOND + unit] += slope * cut * cut;
            let inside = out[unit] > 0.0 && out[unit] < 1.0;
            d_out[unit] = if inside { slope * weights[unit] * 2.0 * cut } else { 0.0 };
        }
        add(&mut gradient[second_bias + bucket * SECOND..][..SECOND], &d_out);
        let at = second + bucket * hidden * SECOND;
        let rows = self.weights[at..][..hidden * SECOND].as_chunks::<SECOND>().0;
        let d_rows = gradient[at..][..hidden * SECOND].as_chunks_mut::<SECOND>().0;
        let half = hidden / 2;
        for (unit, (row, d_row)) in rows.iter().zip(d_rows).enumerate() {
            // Where the two sums of the product are.
            let left = unit / half * hidden + unit % half;
            let right = left + half;
            let inside = |sum: f32| sum > 0.0 && sum < 1.0;
            (d_sums[left], d_sums[right]) = (0.0, 0.0);
            if units[unit] != 0.0 {
                add_times(d_row, &d_out, units[unit]);
            }
            if sums[left] > 0.0 || sums[right] > 0.0 {
                let slope = dot(row, &d_out);
                if inside(sums[left]) {
                    d_sums[left] = slope * sums[right].clamp(0.0, 1.0);
                }
                if inside(sums[right]) {
                    d_sums[right] = slope * sums[left].clamp(0.0, 1.0);
                }
            }
        }
        for (d_sums, inputs) in d_sums.chunks_exact(hidden).zip(&*inputs) {
            add(&mut gradient[bias..second], d_sums);
            for &input in inputs {
                add(&mut gradient[usize::from(input) * hidden..][..hidden], d_sums);
            }
        }
    }
}

fn square(out: f32) -> f32 {
    let cut = out.clamp(0.0, 1.0);
    cut * cut
}

#[inline(always)]
fn add(to: &mut [f32], from: &[f32]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

#[inline(always)]
fn add_times(to: &mut [f32; SECOND], from: &[f32; SECOND], factor: f32) {
    (0..SECOND).for_each(|at| to[at] += from[at] * factor);
}

/// In four strands, which a processor can follow at once.
#[inline(always)]
fn dot(a: &[f32; SECOND], b: &[f32; SECOND]) -> f32 {
    let mut sums = [0.0; 4];
    for (a, b) in a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0) {
        (0..4).for_each(|at| sums[at] += a[at] * b[at]);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
