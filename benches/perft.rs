//! Speed of the move generator: perft from the start of a game, for every rule
//! set, the last ply counted. Prints the best of a few runs, for these are the
//! ones that other processes disturbed least.

use polydam::position::{Position, perft};
use polydam::rules::{Rules, Variant, Visitor};
use std::time::Instant;

const RUNS: usize = 3;
/// Enough work for a stable figure in every rule set, little enough to wait for.
const NODES: u64 = 30_000_000;

struct Perft;

impl Visitor for Perft {
    /// Depth, nodes and the fewest seconds.
    type Output = (usize, u64, f64);

    fn visit<R: Rules>(self) -> Self::Output {
        let start = Position::<R>::start();
        let depth = (1..).find(|&depth| perft::perft(&start, depth) >= NODES).unwrap_or(1);
        let runs = (0..RUNS).map(|_| {
            let clock = Instant::now();
            (perft::perft(&start, depth), clock.elapsed().as_secs_f64())
        });
        let (nodes, seconds) = runs.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 1.0));
        (depth, nodes, seconds)
    }
}

fn main() {
    for &variant in Variant::ALL {
        let (depth, nodes, seconds) = variant.visit(Perft);
        println!("{variant:<13} depth={depth} nodes={nodes} mnps={:.1}", nodes as f64 / 1e6 / seconds);
    }
}
