//! Learning: weights that make the output of a net what games and searches say.
//!
//! The loss is the cross entropy against a mix of both; the steps are those of Adam
//! (Kingma and Ba, 2015) on a falling rate. The sums are made in an order that does
//! not depend on the number of threads: a seed gives the same bytes.

use super::dataset::{Dataset, Example};
use super::model::{Model, Scratch};
use crate::eval::net::Shape;
use crate::rules::Rules;
use rayon::prelude::*;

/// Parts of a batch that are summed up on their own.
const PARTS: usize = 16;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// The sizes of the net.
    pub shape: Shape,
    /// How often each example is seen.
    pub epochs: usize,
    /// Examples for each step.
    pub batch: usize,
    /// The share of the game's result in what is learned; the rest is the score of
    /// the search.
    pub lambda: f32,
    /// Hundredths of a man for one at the output.
    pub scale: f32,
    /// The rate at first ...
    pub first_rate: f32,
    /// ... and in the end.
    pub last_rate: f32,
    /// What the net knows at first, and the order of the examples.
    pub seed: u64,
}

/// The sizes a batch may have, and the steps an epoch should have at least.
const BATCH: (usize, usize) = (256, 8192);
const EPOCH_STEPS: usize = 200;

impl Recipe {
    /// The recommended one for so many examples.
    pub fn new(shape: Shape, scale: f32, examples: usize) -> Self {
        Self {
            shape,
            epochs: 8,
            batch: (examples / EPOCH_STEPS).clamp(BATCH.0, BATCH.1),
            lambda: 0.5,
            scale,
            first_rate: 2e-3,
            last_rate: 2e-5,
            seed: 1,
        }
    }

    /// What an example teaches: the chance to win.
    fn target<R: Rules>(&self, example: &Example<R>) -> f32 {
        self.lambda * example.result + (1.0 - self.lambda) * sigmoid(example.score / self.scale)
    }
}

/// What an epoch has come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean loss while learning, less what no net can avoid.
    pub train: f64,
    /// The same on the examples kept aside.
    pub valid: f64,
}

/// Learns from scratch. `news` hears of every epoch.
pub fn fit<R: Rules>(recipe: &Recipe, data: &Dataset<R>, mut news: impl FnMut(Epoch)) -> Model {
    let mut model = Model::new(recipe.shape, recipe.seed);
    let mut random = fastrand::Rng::with_seed(recipe.seed ^ 0x5eed);
    let mut adam = Adam::new(model.weights.len());
    let mut order: Vec<u32> = (0..data.train.len() as u32).collect();
    let steps = (recipe.epochs * data.train.len().div_ceil(recipe.batch)).max(1);
    for number in 1..=recipe.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(recipe.batch) {
            let progress = adam.steps as f32 / steps as f32;
            let fall = (1.0 + (progress * std::f32::consts::PI).cos()) / 2.0;
            let rate = recipe.last_rate + (recipe.first_rate - recipe.last_rate) * fall;
            let (gradient, part) = gradient(&model, recipe, data, batch);
            loss += part;
            adam.step(&mut model.weights, &gradient, rate);
            model.clip();
        }
        let valid = loss_of(&model, recipe, &data.valid);
        news(Epoch { number, train: loss / data.train.len().max(1) as f64, valid });
    }
    model
}

/// The mean gradient and the sum of the losses of a batch.
fn gradient<R: Rules>(model: &Model, recipe: &Recipe, data: &Dataset<R>, batch: &[u32]) -> (Vec<f32>, f64) {
    let part = batch.len().div_ceil(PARTS);
    let parts: Vec<_> = batch
        .par_chunks(part)
        .map(|part| {
            let mut scratch = Scratch::new::<R>(recipe.shape);
            let mut gradient = vec![0.0; model.weights.len()];
            let mut loss = 0.0;
            for &index in part {
                let example = &data.train[index as usize];
                let target = recipe.target(example);
                let (output, out, bucket) = model.forward(example, &mut scratch);
                loss += excess(output, target);
                model.backward(&mut scratch, &out, bucket, sigmoid(output) - target, &mut gradient);
            }
            (gradient, loss)
        })
        .collect();
    let share = 1.0 / batch.len() as f32;
    let mut sum = vec![0.0; model.weights.len()];
    sum.par_chunks_mut(4096).enumerate().for_each(|(at, sum)| {
        for (gradient, _) in &parts {
            sum.iter_mut().zip(&gradient[at * 4096..]).for_each(|(sum, part)| *sum += part);
        }
        sum.iter_mut().for_each(|sum| *sum *= share);
    });
    (sum, parts.iter().map(|(_, loss)| loss).sum())
}

/// The mean loss of examples.
fn loss_of<R: Rules>(model: &Model, recipe: &Recipe, examples: &[Example<R>]) -> f64 {
    let losses: Vec<f64> = examples
        .par_chunks(4096)
        .map(|part| {
            let mut scratch = Scratch::new::<R>(recipe.shape);
            part.iter().map(|one| excess(model.forward(one, &mut scratch).0, recipe.target(one))).sum()
        })
        .collect();
    losses.iter().sum::<f64>() / examples.len().max(1) as f64
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross entropy of an output and a chance to win, less the entropy of the
/// latter: zero where they agree.
fn excess(output: f32, target: f32) -> f64 {
    let (x, p) = (f64::from(output), f64::from(target));
    let log = |p: f64| if p > 0.0 { p * p.ln() } else { 0.0 };
    // ln(1 + e^x) without overflow.
    let softplus = x.max(0.0) + (-x.abs()).exp().ln_1p();
    softplus - p * x + log(p) + log(1.0 - p)
}

/// How many hundredths of a man are one at the output: what makes the scores of
/// searches agree best with the results of their games.
pub fn scale_of<R: Rules>(examples: &[Example<R>]) -> f32 {
    let loss = |scale: f32| -> f64 {
        let parts: Vec<f64> = examples
            .par_chunks(4096)
            .map(|part| part.iter().map(|one| excess(one.score / scale, one.result)).sum())
            .collect();
        parts.iter().sum()
    };
    // The loss has one valley.
    let (mut low, mut high) = (20.0_f32, 1000.0);
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    ((low + high) / 2.0).round()
}

/// The state of the steps.
struct Adam {
    steps: usize,
    mean: Vec<f32>,
    spread: Vec<f32>,
}

impl Adam {
    const MEAN_DECAY: f32 = 0.9;
    const SPREAD_DECAY: f32 = 0.999;
    const FLOOR: f32 = 1e-8;

    fn new(length: usize) -> Self {
        Self { steps: 0, mean: vec![0.0; length], spread: vec![0.0; length] }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let whole = |decay: f32| 1.0 - decay.powi(self.steps as i32);
        let rate = rate * whole(Self::SPREAD_DECAY).sqrt() / whole(Self::MEAN_DECAY);
        let state = self.mean.iter_mut().zip(&mut self.spread);
        for ((weight, &slope), (mean, spread)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean += (slope - *mean) * (1.0 - Self::MEAN_DECAY);
            *spread += (slope * slope - *spread) * (1.0 - Self::SPREAD_DECAY);
            *weight -= rate * *mean / (spread.sqrt() + Self::FLOOR);
        }
    }
}
