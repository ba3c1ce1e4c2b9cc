//! The strings by which a running search is held from outside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shared between a search and whoever started it: stop, ponder hit, elapsed
/// time. One for each search.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the clock began to run, in nanoseconds from the start.
    clock_start: AtomicU64,
}

impl Control {
    /// A search that starts now, on its own time or (`ponder`) on the opponent's.
    pub fn new(ponder: bool) -> Self {
        Self {
            start: Instant::now(),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            clock_start: AtomicU64::new(0),
        }
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the expected move: from now on the clock runs.
    pub fn ponder_hit(&self) {
        if self.pondering.load(Ordering::Relaxed) {
            self.clock_start.store(self.elapsed().as_nanos() as u64, Ordering::Relaxed);
            self.pondering.store(false, Ordering::Release);
        }
    }

    /// Has the search been told to stop?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does the search run on the opponent's time?
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time used on the own clock.
    pub(super) fn used(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        self.elapsed().saturating_sub(Duration::from_nanos(self.clock_start.load(Ordering::Relaxed)))
    }
}
