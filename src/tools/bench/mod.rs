//! `polydam bench`: what the search is measured by.
//!
//! | module | asks |
//! |---|---|
//! | [`signature`] | does it still visit the same nodes? |
//! | [`speed`] | how many nodes in a second? |
//! | [`smp`] | how much sooner are several threads done than one? |
//! | [`suite`] | which of the moves that are known to be best does it find? |

mod calibration;
pub mod positions;
pub mod signature;
pub mod smp;
pub mod speed;
mod statistics;
pub mod suite;
mod summary;

use crate::engine::Config;
use crate::eval::Choice;
use crate::rules::Variant;
use std::time::Duration;

/// The rule set that is wanted, or every one.
fn chosen(variant: Option<Variant>) -> impl Iterator<Item = Variant> {
    Variant::ALL.iter().copied().filter(move |&one| variant.is_none_or(|wanted| wanted == one))
}

/// Millions of nodes per second.
pub fn mnps((nodes, time): (u64, Duration)) -> f64 {
    nodes as f64 / 1e6 / time.as_secs_f64()
}

/// So many threads and so large a hash table. What endgame tables are there must
/// not change what is measured.
fn config(threads: usize, hash_bytes: usize, eval: &Choice) -> Config {
    Config { threads, hash_bytes, table_pieces: 0, eval: eval.clone(), ..Config::default() }
}
