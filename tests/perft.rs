//! Perft of every rule set against published counts and independent programs.
//! Two captures with the same start, end and taken pieces are one move.
//!
//! Every row of `tests/data/perft` belongs to one of three tests:
//!
//! * below 20 million: always;
//! * up to 3,000 million: `deep_counts`, for release builds:
//!   `cargo test --release --test perft -- --ignored deep_counts` (some minutes);
//! * beyond: `counts_that_take_hours`, only by its name.

mod common;

use common::{Check, NAMES, check_perft, for_variant, playing};
use polydam::rules::{Rules, Variant};

const ALWAYS: u64 = 20_000_000;
const DEEP: u64 = 3_000_000_000;
/// A second rule set with the same moves needs no more than this.
const TWIN: u64 = 2_000_000;

#[derive(Clone, Copy)]
struct Perft {
    name: &'static str,
    least: u64,
    bound: u64,
}

impl Check for Perft {
    fn check<R: Rules>(self) {
        check_perft::<R>(&format!("perft/{}.tsv", self.name), self.least..self.bound);
    }
}

fn check_all(least: u64, bound: u64) {
    for &name in NAMES {
        let variant: Variant = name.parse().unwrap();
        for_variant(variant, Perft { name, least, bound });
    }
}

#[test]
fn counts() {
    check_all(0, ALWAYS);
}

#[test]
fn counts_of_rule_sets_that_share_their_moves() {
    for &name in NAMES {
        for &variant in &playing(name)[1..] {
            for_variant(variant, Perft { name, least: 0, bound: TWIN });
        }
    }
}

#[test]
#[ignore = "minutes in a release build"]
fn deep_counts() {
    check_all(ALWAYS, DEEP);
}

#[test]
#[ignore = "hours"]
fn counts_that_take_hours() {
    check_all(DEEP, u64::MAX);
}
