//! What results are worth: Elo, its error, and the chance to be the better one.
//!
//! Games come in pairs with the same opening and reversed colours. The two games
//! of a pair are not independent, so errors are those of the five possible
//! scores of a pair (pentanomial), not of single games. Source: M. Van den
//! Bergh, "Normalized Elo", and the practice of chess engine testing.

use std::f64::consts::{LN_10, SQRT_2};

/// Two-sided 95 %, in standard deviations.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// The factor between standard deviations of a game and normalised Elo.
pub(super) const NORMALISED: f64 = 800.0 / LN_10;

/// How often each score occurred: of a game (0, 1/2, 1) or a pair of games (0,
/// 1/4, 1/2, 3/4, 1), as fractions of the points there were.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<const N: usize>(pub [u64; N]);

/// Scores of pairs.
pub type Pairs = Sample<5>;

/// An estimate and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the interval.
    pub error: f64,
}

impl<const N: usize> Sample<N> {
    /// Number of games or pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The value of an outcome.
    pub(super) fn value(outcome: usize) -> f64 {
        outcome as f64 / (N - 1) as f64
    }

    /// Mean score, from 0 to 1; one half of nothing.
    pub fn mean(&self) -> f64 {
        if self.total() == 0 {
            return 0.5;
        }
        let sum: f64 = self.0.iter().enumerate().map(|(i, &n)| Self::value(i) * n as f64).sum();
        sum / self.total() as f64
    }

    /// Variance of a single score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |i: usize| (Self::value(i) - mean).powi(2);
        let sum: f64 = self.0.iter().enumerate().map(|(i, &n)| square(i) * n as f64).sum();
        sum / self.total().max(1) as f64
    }

    /// Standard error of the mean.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.total().max(1) as f64).sqrt()
    }

    /// Standard deviation of a single game.
    fn per_game_deviation(&self) -> f64 {
        (self.variance() * Self::games()).sqrt()
    }

    /// Games behind one score.
    pub(super) fn games() -> f64 {
        (N as f64 - 1.0) / 2.0
    }

    /// Elo difference by the logistic formula; infinite if one side won
    /// everything.
    pub fn elo(&self) -> Estimate {
        let (mean, margin) = (self.mean(), CONFIDENCE * self.standard_error());
        Estimate { value: elo(mean), error: (elo(mean + margin) - elo(mean - margin)) / 2.0 }
    }

    /// Normalised Elo: the strength that shows in a single game, draws or no
    /// draws.
    pub fn normalised_elo(&self) -> Estimate {
        let deviation = self.per_game_deviation();
        let scale = |x: f64| if x == 0.0 { 0.0 } else { x / deviation * NORMALISED };
        let margin = CONFIDENCE * self.standard_error();
        Estimate { value: scale(self.mean() - 0.5), error: scale(margin) }
    }

    /// The chance that the first is the better one, from 0 to 1.
    pub fn superiority(&self) -> f64 {
        let difference = self.mean() - 0.5;
        let error = self.standard_error();
        match () {
            () if difference == 0.0 => 0.5,
            () if error == 0.0 => f64::from(u8::from(difference > 0.0)),
            () => normal_below(difference / error),
        }
    }
}

/// The Elo difference of an expected score.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The expected score of an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The part of the normal distribution below `x` standard deviations.
fn normal_below(x: f64) -> f64 {
    0.5 * complementary_error(-x / SQRT_2)
}

/// The complementary error function, to seven digits (Numerical Recipes, erfcc).
fn complementary_error(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let series = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let tail = t * (series - x * x).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, wanted: f64, tolerance: f64) {
        assert!((value - wanted).abs() <= tolerance, "{value}, expected {wanted}");
    }

    // The examples that fastchess publishes with its tests, to the digits given there.

    #[test]
    fn published_examples_of_single_games() {
        let sample = Sample([89, 123, 76]);
        near(sample.normalised_elo().value, -20.76, 0.01);
        near(sample.normalised_elo().error, 40.13, 0.01);
        near(sample.superiority(), 0.1553, 0.0001);
        let sample = Sample([96, 111, 136]);
        near(sample.normalised_elo().value, 49.77, 0.01);
        near(sample.normalised_elo().error, 36.77, 0.01);
        near(sample.elo().value, 40.70, 0.01);
        near(sample.elo().error, 30.43, 0.01);
        near(sample.superiority(), 0.9960, 0.0001);
        let sample = Sample([356, 0, 34]);
        near(sample.normalised_elo().value, -508.44, 0.01);
        near(sample.normalised_elo().error, 34.48, 0.01);
    }

    #[test]
    fn published_examples_of_pairs() {
        for (pairs, normalised, elo, superiority) in [
            ([34, 54, 63, 64, 75], (57.94, 28.28), (55.58, 27.65), Some(1.0)),
            ([332, 433, 498, 333, 334], (-9.17, 10.96), (-8.64, 10.33), Some(0.0505)),
            ([7895, 8757, 5685, 568, 9999], (-19.01, 2.65), (-21.04, 2.95), None),
        ] {
            let sample = Sample(pairs);
            near(sample.normalised_elo().value, normalised.0, 0.01);
            near(sample.normalised_elo().error, normalised.1, 0.01);
            near(sample.elo().value, elo.0, 0.01);
            near(sample.elo().error, elo.1, 0.01);
            if let Some(wanted) = superiority {
                near(sample.superiority(), wanted, 0.0001);
            }
        }
    }

    #[test]
    fn empty_and_one_sided_samples_have_a_value() {
        let nothing = Sample([0; 5]);
        assert_eq!((nothing.mean(), nothing.elo().value, nothing.superiority()), (0.5, 0.0, 0.5));
        assert_eq!(nothing.normalised_elo().value, 0.0);
        assert_eq!(Sample([0, 0, 0, 0, 7]).elo().value, f64::INFINITY);
        assert_eq!(Sample([0, 0, 0, 0, 7]).superiority(), 1.0);
        assert_eq!(Sample([7, 0, 0]).elo().value, f64::NEG_INFINITY);
        assert_eq!(Sample([0, 0, 9, 0, 0]).elo(), Estimate { value: 0.0, error: 0.0 });
    }

    #[test]
    fn elo_and_expected_score_are_inverse() {
        for difference in [-500.0, -3.0, 0.0, 26.5, 400.0] {
            near(elo(expected_score(difference)), difference, 1e-9);
        }
        near(expected_score(400.0), 10.0 / 11.0, 1e-12);
    }
}
