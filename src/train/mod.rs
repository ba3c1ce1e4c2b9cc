//! L6: training of nets: positions from games of the program with itself, and
//! weights that fit them. Knows neither files' places nor people.
//!
//! `selfplay` plays games and keeps positions of them as `sample`s; `dataset` makes
//! of many samples what `fit` learns a `model` from, which `quantise` turns into the
//! weights of a net.

mod dataset;
mod fit;
mod model;
mod quantise;
mod random;
mod sample;
mod selfplay;

pub use dataset::{Dataset, Example, read_dataset, write_dataset};
pub use fit::{Epoch, Recipe, fit, scale_of};
pub use model::Model;
pub use quantise::{Difference, difference, quantise};
pub use random::score_against_random;
pub use sample::{BadShard, Sample, read_shard, results, write_shard};
pub use selfplay::{Plan, play_shard};
