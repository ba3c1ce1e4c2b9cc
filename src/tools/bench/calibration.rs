//! Is the machine quiet enough to measure what threads are worth?

use crate::position::{Position, perft};
use crate::rules::english::English;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Depth of the counts: half a second or so for each.
const DEPTH: usize = 11;
/// One count alone and all at once, alternately, so often.
const ROUNDS: usize = 3;

/// How many times as much independent counts of move sequences get done with
/// `threads` of them at once as with one alone: `threads` on a quiet machine with
/// as many cores, less on a busy one.
pub(super) fn throughput(threads: usize) -> f64 {
    measure(threads, DEPTH)
}

fn measure(threads: usize, depth: usize) -> f64 {
    let (mut alone, mut together) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..ROUNDS {
        alone += count(1, depth);
        together += count(threads, depth);
    }
    threads as f64 * alone.as_secs_f64() / together.as_secs_f64()
}

/// The time until all of so many counts are done.
fn count(threads: usize, depth: usize) -> Duration {
    let clock = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| black_box(perft::perft(&Position::<English>::start(), depth)));
        }
    });
    clock.elapsed()
}

#[cfg(test)]
mod tests {
    #[test]
    fn throughput_is_of_the_right_order() {
        // Whatever else the machine does.
        let throughput = super::measure(2, 7);
        assert!((0.1..10.0).contains(&throughput), "{throughput}");
    }
}
