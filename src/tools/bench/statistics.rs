//! Means of ratios, and how sure they are.

use std::ops::RangeInclusive;

/// Samples drawn to tell how sure a figure is.
const RESAMPLES: usize = 10_000;

/// The geometric mean of positive numbers: the mean for ratios, of which 2 and
/// one half should cancel out. 1 for none.
pub(super) fn geometric_mean(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (sum / values.len().max(1) as f64).exp()
}

/// The interval that has a figure of the values with a chance of 95 %, by the
/// bootstrap: as many values are drawn from them with replacement, over and over,
/// and the extreme fortieth of the figures is cut off at both ends. The same seed
/// gives the same interval; without values there is no telling.
pub(super) fn bootstrap(values: &[f64], figure: impl Fn(&[f64]) -> f64, seed: u64) -> RangeInclusive<f64> {
    if values.is_empty() {
        return f64::NEG_INFINITY..=f64::INFINITY;
    }
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut drawn = vec![0.0; values.len()];
    let mut figures: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            drawn.fill_with(|| values[rng.usize(..values.len())]);
            figure(&drawn)
        })
        .collect();
    figures.sort_unstable_by(f64::total_cmp);
    figures[RESAMPLES / 40]..=figures[RESAMPLES - 1 - RESAMPLES / 40]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: f64, other: f64, distance: f64) -> bool {
        (one - other).abs() <= distance
    }

    #[test]
    fn ratios_cancel_out_in_the_geometric_mean() {
        assert!(is_near(geometric_mean(&[2.0, 0.5]), 1.0, 1e-12));
        assert!(is_near(geometric_mean(&[1.0, 2.0, 4.0]), 2.0, 1e-12));
        assert!(is_near(geometric_mean(&[1.8]), 1.8, 1e-12));
        assert!(is_near(geometric_mean(&[]), 1.0, 0.0));
    }

    #[test]
    fn the_bootstrap_agrees_with_the_normal_distribution() {
        // Two hundred values with deviation 1: the mean has one of 1 / sqrt(200).
        let values: Vec<f64> = (0..200).map(|index| if index % 2 == 0 { 1.0 } else { 3.0 }).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let interval = bootstrap(&values, mean, 1);
        let half_width = 1.96 / 200_f64.sqrt();
        assert!(is_near(*interval.start(), 2.0 - half_width, 0.02), "{interval:?}");
        assert!(is_near(*interval.end(), 2.0 + half_width, 0.02), "{interval:?}");
    }

    #[test]
    fn the_bootstrap_is_reproducible_and_holds_at_the_edges() {
        let values = [1.6, 1.7, 1.9, 1.75];
        assert_eq!(bootstrap(&values, geometric_mean, 7), bootstrap(&values, geometric_mean, 7));
        assert_eq!(bootstrap(&[1.7; 5], |values| values[0], 7), 1.7..=1.7);
        assert_eq!(bootstrap(&[], geometric_mean, 7), f64::NEG_INFINITY..=f64::INFINITY);
    }
}
