//! How much time a move gets. Pure functions, tested without a clock.

use super::limits::{Clock, Limits, seconds};
use crate::eval::Score;
use std::time::Duration;

/// The time for one move, from the moment its clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration is begun after this, when nothing speaks for more time or
    /// for less.
    pub soft: Duration,
    /// The search is broken off at this moment.
    pub hard: Duration,
    /// May time be saved for later moves, or be borrowed from them?
    pub elastic: bool,
}

/// How sure the search is of its move, iteration by iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    /// Iterations since the best move changed.
    stable: u32,
    /// By how much the score is below that of the iteration before, in hundredths of
    /// a man.
    drop: Score,
}

impl Trust {
    /// An iteration is over: has it kept the best move, and how has the score
    /// changed?
    pub fn iteration(&mut self, same_move: bool, change: Score) {
        self.stable = if same_move { self.stable.saturating_add(1) } else { 0 };
        self.drop = (-change).max(0);
    }

    /// The share of the usual time that is worth spending: less when the same move
    /// comes out again and again, more when the score falls.
    fn factor(self) -> f64 {
        let stable = f64::from(self.stable.min(STABLE_ENOUGH)) / f64::from(STABLE_ENOUGH);
        let drop = f64::from(self.drop.min(DROP_ENOUGH)) / f64::from(DROP_ENOUGH);
        (1.4 - 0.8 * stable) * (1.0 + drop)
    }
}

/// After so many iterations with one best move more do not matter.
const STABLE_ENOUGH: u32 = 8;
/// A fall of the score by this much doubles the time.
const DROP_ENOUGH: Score = 60;

/// What is kept on a game clock for the unforeseen.
const RESERVE: Duration = Duration::from_millis(300);

impl Budget {
    const UNLIMITED: Self = Self { soft: Duration::MAX, hard: Duration::MAX, elastic: false };

    /// The budget under some limits. `overhead` is what is lost between the
    /// decision and the client's clock, for each move.
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        let move_time =
            limits.move_time.map_or(Self::UNLIMITED, |time| Self::of_move(seconds(time), overhead));
        let clock =
            limits.clock.map_or(Self::UNLIMITED, |clock| Self::of_clock(&clock, overhead, limits.ponder));
        Self {
            soft: move_time.soft.min(clock.soft),
            hard: move_time.hard.min(clock.hard),
            elastic: clock.elastic && clock.soft < move_time.soft,
        }
    }

    /// Is it better not to begin another iteration, after `used`?
    pub fn is_enough(&self, used: Duration, trust: Trust) -> bool {
        if self.elastic {
            used >= self.soft.mul_f64(trust.factor()).min(self.hard)
        } else {
            used >= self.soft
        }
    }

    /// A fixed time is used to the end.
    fn of_move(time: Duration, overhead: Duration) -> Self {
        // Very short times are not eaten up by the overhead.
        let hard = time - overhead.min(time / 4);
        Self { soft: hard, hard, elastic: false }
    }

    fn of_clock(clock: &Clock, overhead: Duration, ponder: bool) -> Self {
        let (time, increment) = (seconds(clock.time), seconds(clock.increment));
        let left = seconds(clock.time + clock.increment).saturating_sub(overhead);
        // What every move costs anyway is not there to be spent.
        let gain = increment.saturating_sub(overhead);
        // One slow moment must never lose a game: a reserve stays untouched, and
        // only a part of the rest may go into one move, unless it is the last one
        // on this clock.
        let spare = time - RESERVE.min(time.mul_f64(0.6));
        let most = match clock.moves {
            Some(1) => left.mul_f64(0.9),
            _ => left.min(spare.mul_f64(0.4) + gain.mul_f64(0.8)),
        };
        // Without a control to reach, a game is taken to last so many more moves: more
        // where nothing is added.
        let game = if increment.is_zero() { 30.0 } else { 20.0 };
        let moves = clock.moves.map_or(game, |moves| f64::from(moves.clamp(1, 25)) + 0.2);
        let share = spare.div_f64(moves) + gain.mul_f64(0.8);
        // Time is saved whenever the opponent plays what was expected.
        let share = if ponder { share.mul_f64(1.2) } else { share };
        Self { soft: share.mul_f64(0.8).min(most), hard: share.mul_f64(3.0).min(most), elastic: true }
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
    fn trust_saves_time_and_doubt_spends_it() {
        let budget = clock(60.0, 0.0, None);
        let used = budget.soft;
        let mut sure = Trust::default();
        (0..20).for_each(|_| sure.iteration(true, 3));
        let mut falling = sure;
        falling.iteration(true, -90);
        let mut changed = sure;
        changed.iteration(false, 0);
        assert!(budget.is_enough(used, sure) && budget.is_enough(used.mul_f64(0.65), sure));
        assert!(!budget.is_enough(used.mul_f64(0.55), sure));
        assert!(!budget.is_enough(used, falling) && !budget.is_enough(used, changed));
        for trust in [sure, falling, changed, Trust::default()] {
            assert!(budget.is_enough(budget.hard, trust));
            assert!(!move_time(1.0).is_enough(Duration::from_millis(980), trust));
            assert!(move_time(1.0).is_enough(Duration::from_millis(990), trust));
        }
    }

    /// Plays games on a clock that only the arithmetic moves: every iteration takes
    /// longer than the one before, the trust in the move varies, and the client takes
    /// its time on top: all of the overhead where the clock is filled up again.
    #[test]
    fn no_game_is_lost_on_time() {
        let mut random = fastrand::Rng::with_seed(1);
        for (time, increment, moves, length) in [
            (1.0, 0.01, None, 300),
            (1.0, 0.0, None, 60),
            (60.0, 0.0, None, 200),
            (60.0, 0.0, Some(40), 300),
            (5.0, 0.1, None, 300),
            (0.3, 0.05, None, 300),
        ] {
            for _ in 0..50 {
                let mut left = time;
                for number in 0..length {
                    let to_go = moves.map(|moves| moves - number % moves);
                    if number > 0 && to_go == moves && moves.is_some() {
                        left += time;
                    }
                    let budget = clock(left, increment, to_go);
                    let lost = if increment > 0.0 { OVERHEAD } else { Duration::from_millis(1) };
                    let used = think(&budget, &mut random) + lost;
                    left += increment - used.as_secs_f64();
                    assert!(left > 0.0, "{time} {increment} {moves:?}: move {number}");
                }
            }
        }
    }

    /// The time a search takes, give or take what it needs to notice.
    fn think(budget: &Budget, random: &mut fastrand::Rng) -> Duration {
        let mut trust = Trust::default();
        let mut used = Duration::from_micros(random.u64(1..50));
        while !budget.is_enough(used, trust) && used < budget.hard {
            used = used.mul_f64(1.0 + 2.0 * random.f64());
            trust.iteration(random.u8(..4) > 0, random.i32(-40..40));
        }
        used.min(budget.hard)
    }

    #[test]
    fn endless_numbers_do_no_harm() {
        assert!(clock(f64::INFINITY, 0.0, None).hard > Duration::from_secs(1_000_000));
        assert!(move_time(1e300).hard > Duration::from_secs(1_000_000));
    }
}
