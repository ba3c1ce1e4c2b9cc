//! How much time a move gets. Pure functions, tested without a clock.

use super::limits::{Clock, Limits, seconds};
use std::time::Duration;

/// The time for one move, from the moment its clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search is broken off at this moment.
    pub hard: Duration,
}

/// What is kept on a game clock for the unforeseen.
const RESERVE: Duration = Duration::from_millis(300);

impl Budget {
    const UNLIMITED: Self = Self { soft: Duration::MAX, hard: Duration::MAX };

    /// The budget under some limits. `overhead` is what is lost between the
    /// decision and the client's clock, for each move.
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        let move_time =
            limits.move_time.map_or(Self::UNLIMITED, |time| Self::of_move(seconds(time), overhead));
        let clock =
            limits.clock.map_or(Self::UNLIMITED, |clock| Self::of_clock(&clock, overhead, limits.ponder));
        Self { soft: move_time.soft.min(clock.soft), hard: move_time.hard.min(clock.hard) }
    }

    /// A fixed time is used to the end.
    fn of_move(time: Duration, overhead: Duration) -> Self {
        // Very short times are not eaten up by the overhead.
        let hard = time - overhead.min(time / 4);
        Self { soft: hard, hard }
    }

    fn of_clock(clock: &Clock, overhead: Duration, ponder: bool) -> Self {
        let (time, increment) = (seconds(clock.time), seconds(clock.increment));
        let left = seconds(clock.time + clock.increment).saturating_sub(overhead);
        // One slow moment must never lose a game: a reserve stays untouched, and
        // only a part of the rest may go into one move, unless it is the last one
        // on this clock.
        let spare = time - RESERVE.min(time.mul_f64(0.6));
        let most = match clock.moves {
            Some(1) => left.mul_f64(0.9),
            _ => left.min(spare.mul_f64(0.4) + increment.mul_f64(0.8)),
        };
        // Without a control to reach, a game is taken to last so many more moves.
        let moves = clock.moves.map_or(25.0, |moves| f64::from(moves.clamp(1, 25)) + 0.2);
        let share = spare.div_f64(moves) + increment.mul_f64(0.8);
        // Time is saved whenever the opponent plays what was expected.
        let share = if ponder { share.mul_f64(1.2) } else { share };
        Self { soft: share.mul_f64(0.7).min(most), hard: share.mul_f64(3.0).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(time: f64, increment: f64, moves: Option<u32>) -> Budget {
        let limits = Limits { clock: Some(Clock { time, increment, moves }), ..Limits::default() };
        Budget::new(&limits, OVERHEAD)
    }

    fn move_time(time: f64) -> Budget {
        Budget::new(&Limits { move_time: Some(time), ..Limits::default() }, OVERHEAD)
    }

    #[test]
    fn no_time_limit_is_no_budget() {
        assert_eq!(Budget::new(&Limits::depth(3), OVERHEAD), Budget::UNLIMITED);
    }

    #[test]
    fn a_fixed_time_is_used_up_to_the_overhead() {
        assert_eq!(move_time(1.0).hard, Duration::from_millis(990));
        assert_eq!(move_time(0.02).hard, Duration::from_millis(15));
        assert_eq!(move_time(0.0).hard, Duration::ZERO);
        assert_eq!(move_time(-3.0).hard, Duration::ZERO);
    }

    #[test]
    fn an_empty_clock_means_at_once() {
        for (time, increment) in [(0.0, 0.0), (-2.9, 2.9), (-0.2, 0.1), (f64::NAN, 0.0)] {
            assert_eq!(clock(time, increment, None).hard, Duration::ZERO, "{time} {increment}");
        }
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        for time in [0.01, 0.1, 1.0, 60.0, 7200.0] {
            for increment in [0.0, 0.05, 5.0] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(time, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= Duration::from_secs_f64(time + increment));
                    if time > 0.1 {
                        assert!(budget.hard + OVERHEAD <= Duration::from_secs_f64(time + increment));
                        assert!(!budget.soft.is_zero());
                    }
                }
            }
        }
    }

    #[test]
    fn endless_numbers_do_no_harm() {
        assert!(clock(f64::INFINITY, 0.0, None).hard > Duration::from_secs(1_000_000));
        assert!(move_time(1e300).hard > Duration::from_secs(1_000_000));
    }
}
