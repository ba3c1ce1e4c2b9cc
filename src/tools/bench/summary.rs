//! Searches with one thread and with several, compared.

use super::statistics::{bootstrap, geometric_mean};

/// The least ratio of times that passes, for each thread.
const RATIO: f64 = 1.7 / 2.0;
/// The least lower end of its interval, for each thread.
const LOWER: f64 = 1.6 / 2.0;
const SEED: u64 = 1;

/// A position, searched to a depth with one thread and with several.
pub(super) struct Sample {
    pub(super) depth: u32,
    /// Mean seconds with one thread and with several.
    pub(super) seconds: [f64; 2],
    /// Mean nodes with one thread and with several.
    pub(super) nodes: [f64; 2],
    /// The share of the searches that had the same score.
    pub(super) agreement: f64,
}

/// What samples say together.
pub(super) struct Summary {
    /// The time of all with one thread by that with several.
    pub(super) sum_ratio: f64,
    /// The mean of these ratios of the positions.
    pub(super) mean: f64,
    /// The interval of the mean, over positions.
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// Nodes per second with several threads by those with one.
    pub(super) speed: f64,
    /// Nodes with several threads by those with one.
    pub(super) nodes: f64,
    pub(super) agreement: f64,
}

impl Summary {
    pub(super) fn of(samples: &[Sample]) -> Self {
        let sum = |part: &dyn Fn(&Sample) -> f64| samples.iter().map(part).sum::<f64>();
        let ratios: Vec<_> = samples.iter().map(|sample| sample.seconds[0] / sample.seconds[1]).collect();
        let interval = bootstrap(&ratios, geometric_mean, SEED);
        let sum_ratio = sum(&|sample| sample.seconds[0]) / sum(&|sample| sample.seconds[1]);
        let nodes = sum(&|sample| sample.nodes[1]) / sum(&|sample| sample.nodes[0]);
        Self {
            sum_ratio,
            mean: geometric_mean(&ratios),
            lower: *interval.start(),
            upper: *interval.end(),
            speed: nodes * sum_ratio,
            nodes,
            agreement: sum(&|sample| sample.agreement) / samples.len() as f64,
        }
    }

    /// Is the gain what it has to be with so many threads?
    pub(super) fn passes(&self, threads: usize) -> bool {
        let threads = threads as f64;
        self.sum_ratio >= RATIO * threads && self.mean >= RATIO * threads && self.lower >= LOWER * threads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(one: f64, many: f64) -> Sample {
        Sample { depth: 9, seconds: [one, many], nodes: [1e6, 1.1e6], agreement: 1.0 }
    }

    #[test]
    fn the_gate_asks_for_both_means_and_the_interval() {
        let steady = Summary::of(&[sample(3.6, 2.0), sample(1.8, 1.0), sample(5.4, 3.0)]);
        assert!((steady.sum_ratio - 1.8).abs() < 1e-9 && (steady.mean - 1.8).abs() < 1e-9);
        assert!((steady.nodes - 1.1).abs() < 1e-9 && (steady.speed - 1.98).abs() < 1e-9);
        assert!(steady.passes(2) && !steady.passes(4));
        // Good on average, but not to be relied on.
        let shaky = Summary::of(&[sample(6.0, 2.0), sample(2.4, 2.0), sample(4.0, 2.0)]);
        assert!(shaky.sum_ratio > 1.7 && shaky.mean > 1.7 && !shaky.passes(2));
        assert!(!Summary::of(&[]).passes(2));
    }
}
