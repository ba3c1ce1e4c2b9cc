//! `polydam train fit` and `export`: from positions to a net.

use super::data::load;
use super::manifest::{Manifest, beside, hash};
use super::{read, write_whole, wrong};
use crate::eval::net::Shape;
use crate::rules::{Rules, Variant, Visitor};
use crate::train::{Epoch, Model, Recipe, difference, quantise, scale_of};
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;

/// Positions on which a net in whole numbers is compared with one in fractions.
const COMPARED: usize = 10_000;
/// How far they may be apart on average, in hundredths of a man.
const TOLERANCE: f32 = 3.0;

/// What to learn from, and how.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The rule set.
    pub variant: Variant,
    /// The positions.
    pub data: PathBuf,
    /// Hidden units and buckets.
    pub arch: (usize, usize),
    /// How often each position is seen.
    pub epochs: usize,
    /// The share of the result of the game in what is learned.
    pub lambda: f32,
    /// The seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// The file to write.
    pub out: PathBuf,
}

/// Learns a net in fractions. Prints a line for each epoch.
///
/// # Errors
///
/// When a file cannot be read or written, or threads are not to be had.
pub fn fit(options: &Fit) -> io::Result<()> {
    struct Run<'a>(&'a Fit);

    impl Visitor for Run<'_> {
        type Output = io::Result<()>;

        fn visit<R: Rules>(self) -> Self::Output {
            run_fit::<R>(self.0)
        }
    }

    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    pool.map_err(io::Error::other)?.install(|| options.variant.visit(Run(options)))
}

fn run_fit<R: Rules>(options: &Fit) -> io::Result<()> {
    let (data, data_hash) = load::<R>(&options.data)?;
    if data.train.is_empty() {
        return Err(wrong(&options.data, "it holds no position to learn from"));
    }
    let scale = scale_of(&data.train);
    let (hidden, buckets) = options.arch;
    let shape = Shape { squares: <R::Board as crate::board::Geometry>::SQUARES, hidden, buckets };
    let recipe = Recipe {
        epochs: options.epochs,
        lambda: options.lambda,
        seed: options.seed,
        ..Recipe::new(shape, scale, data.train.len())
    };
    let mut curve: Vec<Value> = Vec::new();
    let model = crate::train::fit(&recipe, &data, |Epoch { number, train, valid }| {
        println!("epoch={number} train={train:.5} valid={valid:.5}");
        curve.push(json!({ "epoch": number, "train": round(train), "valid": round(valid) }));
    });
    let bytes = model.write();
    write_whole(&options.out, &bytes)?;
    Manifest::new("fit", options.variant)
        .with("data", data_hash)
        .with("hidden", hidden)
        .with("buckets", buckets)
        .with("epochs", recipe.epochs)
        .with("batch", recipe.batch)
        .with("lambda", round(recipe.lambda.into()))
        .with("scale", round(scale.into()))
        .with("seed", recipe.seed)
        .with("curve", curve)
        .with("model", hash(&bytes))
        .write(&beside(&options.out))
}

/// As many digits as mean something.
fn round(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}

/// What to export.
#[derive(Clone, Debug)]
pub struct Export {
    /// The rule set.
    pub variant: Variant,
    /// The net in fractions.
    pub model: PathBuf,
    /// Positions to compare on.
    pub data: PathBuf,
    /// The file to write.
    pub out: PathBuf,
}

/// Turns a net in fractions into one that plays, and proves that they agree.
///
/// # Errors
///
/// When a file cannot be read or written, or they do not agree.
pub fn export(options: &Export) -> io::Result<()> {
    struct Run<'a>(&'a Export);

    impl Visitor for Run<'_> {
        type Output = io::Result<()>;

        fn visit<R: Rules>(self) -> Self::Output {
            run_export::<R>(self.0)
        }
    }

    options.variant.visit(Run(options))
}

fn run_export<R: Rules>(options: &Export) -> io::Result<()> {
    let (data, _) = load::<R>(&options.data)?;
    let bytes = read(&options.model)?;
    let model = Model::read(&bytes).map_err(|problem| wrong(&options.model, problem))?;
    let fitted = super::manifest::read(&beside(&options.model))?;
    let scale = fitted["scale"].as_f64().ok_or_else(|| wrong(&beside(&options.model), "it has no scale"))?;
    let weights = quantise::<R>(&model, scale as f32);
    let compared = &data.valid[..data.valid.len().min(COMPARED)];
    let apart = difference(&model, &weights, compared).map_err(io::Error::other)?;
    println!("positions={} difference mean={:.2} most={:.2}", compared.len(), apart.mean, apart.most);
    if apart.mean > TOLERANCE {
        return Err(wrong(&options.model, "the net in whole numbers is too far from it"));
    }
    let net = weights.write();
    write_whole(&options.out, &net)?;
    Manifest::new("export", options.variant)
        .with("fit", fitted)
        .with("difference_mean", round(apart.mean.into()))
        .with("difference_most", round(apart.most.into()))
        .with("net", hash(&net))
        .write(&beside(&options.out))
}
