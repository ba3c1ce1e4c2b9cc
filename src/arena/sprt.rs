//! The sequential probability ratio test: when to stop a match.
//!
//! The generalised test for a multinomial: the log-likelihood ratio (LLR) of the
//! two most likely distributions under which the difference is `elo0` and
//! `elo1`. Sources: A. Wald, "Sequential tests of statistical hypotheses"; M. Van
//! den Bergh, "The generalized sequential probability ratio test" and
//! "Normalized Elo, practical".

use super::elo::{NORMALISED, Sample, expected_score};
use std::fmt::{self, Display};
use std::str::FromStr;

/// An outcome that has not been seen yet is taken to have occurred so often.
const UNSEEN: f64 = 1e-3;

/// What an Elo difference means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// In standard deviations of a game: draws do not dilute it.
    #[default]
    Normalised,
    /// As an expected score.
    Logistic,
}

impl Model {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalised => "normalised",
            Self::Logistic => "logistic",
        }
    }
}

impl Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Normalised, Self::Logistic]
            .into_iter()
            .find(|model| model.name() == text)
            .ok_or_else(|| "expected normalised or logistic".to_owned())
    }
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference under the null hypothesis H0.
    pub elo0: f64,
    /// The difference under the alternative H1; above `elo0`.
    pub elo1: f64,
    /// The chance to accept H1 although H0 holds.
    pub alpha: f64,
    /// The chance to accept H0 although H1 holds.
    pub beta: f64,
    /// What the differences mean.
    pub model: Model,
}

/// What a test has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// The LLR at which H0 is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which H1 is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of H1 to H0; zero of nothing.
    pub fn llr<const N: usize>(&self, sample: &Sample<N>) -> f64 {
        if sample.total() == 0 {
            return 0.0;
        }
        let counts = sample.0.map(|n| (n as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|n| n / total);
        let likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&observed, expected_score(elo)),
            Model::Normalised => with_t_value(&observed, elo / NORMALISED * Sample::<N>::games().sqrt()),
        };
        let (h0, h1) = (likely(self.elo0), likely(self.elo1));
        total * observed.iter().zip(h0.iter().zip(&h1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// What the sample shows.
    pub fn verdict<const N: usize>(&self, sample: &Sample<N>) -> Verdict {
        match self.llr(sample) {
            llr if llr >= self.upper() => Verdict::AcceptH1,
            llr if llr <= self.lower() => Verdict::AcceptH0,
            _ => Verdict::Open,
        }
    }
}

/// The most likely distribution whose mean is given.
fn with_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    let values = std::array::from_fn(|i| Sample::<N>::value(i) - mean);
    with_zero(observed, &values)
}

/// The most likely distribution in which the mean is `t` standard deviations
/// above one half. The condition is not linear; it is made so around the last
/// approximation until that stays where it is.
fn with_t_value<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
    let mut current = [1.0 / N as f64; N];
    for _ in 0..100 {
        let value = Sample::<N>::value;
        let mean: f64 = (0..N).map(|i| current[i] * value(i)).sum();
        let variance: f64 = (0..N).map(|i| current[i] * (value(i) - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let slope =
            |i| value(i) - 0.5 - t * deviation * (1.0 + ((value(i) - mean) / deviation).powi(2)) / 2.0;
        let next = with_zero(observed, &std::array::from_fn(slope));
        let change = (0..N).map(|i| (next[i] - current[i]).abs()).fold(0.0, f64::max);
        current = next;
        if change < 1e-9 {
            break;
        }
    }
    current
}

/// The most likely distribution under which the mean of the values, of which
/// some are below zero and some above, is zero: `p / (1 + theta * value)`, theta
/// found by bisection.
fn with_zero<const N: usize>(observed: &[f64; N], values: &[f64; N]) -> [f64; N] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mean = |theta: f64| -> f64 {
        observed.iter().zip(values).map(|(p, value)| p * value / (1.0 + theta * value)).sum()
    };
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        // The mean falls as theta grows.
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|i| observed[i] / (1.0 + theta * values[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(counts: [u64; N], elo0: f64, elo1: f64, model: Model, wanted: f64) {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        let llr = sprt.llr(&Sample(counts));
        assert!((llr - wanted).abs() < 0.01 * (1.0 + wanted.abs()), "{llr}, expected {wanted}");
    }

    // The examples that fastchess publishes with its tests.

    #[test]
    fn published_examples_of_single_games() {
        use Model::{Logistic, Normalised};
        check([36027, 68692, 36433], 0.0, 2.0, Normalised, 0.92);
        check([10650, 20431, 10871], -1.75, 0.25, Normalised, 2.30);
        check([0, 0, 4250], 0.0, 10.0, Normalised, 120.56);
        check([21184, 40708, 21404], 0.5, 2.5, Logistic, -1.57);
        check([57030, 106_593, 57433], 0.0, 2.0, Logistic, -2.59);
    }

    #[test]
    fn published_examples_of_pairs() {
        use Model::{Logistic, Normalised};
        check([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalised, 2.25);
        check([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalised, 3.01);
        check([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07);
        check([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98);
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Normalised };
        assert!((sprt.upper() - 2.944).abs() < 0.001 && (sprt.lower() + 2.944).abs() < 0.001);
        assert_eq!(sprt.verdict(&Sample([0; 5])), Verdict::Open);
        assert_eq!(sprt.verdict(&Sample([10, 100, 500, 300, 90])), Verdict::AcceptH1);
        assert_eq!(sprt.verdict(&Sample([90, 300, 500, 100, 10])), Verdict::AcceptH0);
    }

    /// Simulated matches end with the promised errors, or fewer: the walk ends
    /// beyond the bound, not on it.
    #[test]
    fn a_simulated_test_errs_as_rarely_as_it_promises() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: Model::Normalised };
        // Pairs of games with a per-game deviation of about .25; `shift` moves the mean.
        let accepted_h1 = |elo: f64, seed: u64| {
            let base = [0.02, 0.16, 0.64, 0.16, 0.02];
            let law = with_t_value(&base, elo / NORMALISED * 2f64.sqrt());
            let mut random = fastrand::Rng::with_seed(seed);
            let mut sample = Sample([0; 5]);
            loop {
                let mut point = random.f64();
                let outcome = law.iter().position(|p| {
                    point -= p;
                    point < 0.0
                });
                sample.0[outcome.unwrap_or(4)] += 1;
                match sprt.verdict(&sample) {
                    Verdict::Open => {}
                    verdict => return verdict == Verdict::AcceptH1,
                }
            }
        };
        let runs = 200;
        let wrong_h1 = (0..runs).filter(|&seed| accepted_h1(0.0, seed)).count();
        let wrong_h0 = (0..runs).filter(|&seed| !accepted_h1(50.0, seed + runs)).count();
        // Five per cent, and three standard deviations of the count.
        assert!(wrong_h1 <= 19 && wrong_h0 <= 19, "{wrong_h1} and {wrong_h0} of {runs}");
        assert!(wrong_h1 + wrong_h0 > 0, "the simulation tests something");
    }
}
