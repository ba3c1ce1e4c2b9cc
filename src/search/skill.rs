//! Playing below full strength: little is looked at, and what is seen is misjudged.

use super::report::{Info, Line};
use crate::eval::Score;
use crate::eval::score::is_decided;
use crate::rules::Rules;
use fastrand::Rng;

/// How well to play, from [`WEAKEST`](Self::WEAKEST) to [`FULL`](Self::FULL).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u8);

/// The nodes of the weakest skill.
const FEWEST_NODES: u64 = 64;
/// How often they double on the way to the last skill but one: to a million.
const DOUBLINGS: f64 = 14.0;
/// By how much the weakest skill misjudges a move at most.
const GREATEST_ERROR: Score = 250;

impl Skill {
    /// The weakest.
    pub const WEAKEST: Self = Self(1);
    /// The engine does what it can.
    pub const FULL: Self = Self(20);

    /// A skill by its number.
    pub fn new(number: u8) -> Option<Self> {
        let skill = Self(number);
        (Self::WEAKEST..=Self::FULL).contains(&skill).then_some(skill)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Is this all the engine can do?
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// How many nodes are looked at, at most; none: any number.
    pub fn nodes(self) -> Option<u64> {
        let steps = f64::from(self.0 - Self::WEAKEST.0) / f64::from(Self::FULL.0 - 1 - Self::WEAKEST.0);
        (!self.is_full()).then(|| (FEWEST_NODES as f64 * (steps * DOUBLINGS).exp2()).round() as u64)
    }

    /// How many moves are weighed against each other.
    pub fn lines(self) -> usize {
        1 + usize::from(Self::FULL.0 - self.0).div_ceil(4)
    }

    /// By how much a move is misjudged at most.
    fn error(self) -> Score {
        let missing = Score::from(Self::FULL.0 - self.0).pow(4);
        let most = Score::from(Self::FULL.0 - Self::WEAKEST.0).pow(4);
        // Rounded up: no skill but the full one is free of errors.
        (GREATEST_ERROR * missing + most - 1) / most
    }

    /// The line that is played after a search has found some: the best by scores
    /// that are wrong by chance. The same seed makes the same choice. A win that has
    /// been seen is not missed.
    pub fn choose<R: Rules>(self, info: Info<R>, seed: u64) -> Info<R> {
        let is_won = is_decided(info.score) && info.score > 0;
        if self.is_full() {
            return info;
        }
        if is_won {
            return Info { others: Vec::new(), ..info };
        }
        let mut random = Rng::with_seed(seed);
        let error = self.error();
        let Info { depth, mean_depth, score, nodes, time, line: moves, others } = info;
        let mut best = Line { depth, score, moves };
        let mut misjudge = |line: &Line<R>| line.score + random.i32(-error..=error);
        let mut highest = misjudge(&best);
        for line in others {
            let score = misjudge(&line);
            if score > highest {
                (highest, best) = (score, line);
            }
        }
        Info::new(vec![best], mean_depth, nodes, time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::won_in;
    use crate::position::Game;
    use crate::rules::russian::Russian;
    use std::time::Duration;

    fn all() -> impl Iterator<Item = Skill> {
        (Skill::WEAKEST.0..=Skill::FULL.0).filter_map(Skill::new)
    }

    fn info(scores: &[Score]) -> Info<Russian> {
        let moves = Game::default().moves();
        let line = |(&score, &mv): (&Score, _)| Line { depth: 3, score, moves: vec![mv] };
        Info::new(scores.iter().zip(moves.iter()).map(line).collect(), 3.0, 1, Duration::ZERO)
    }

    #[test]
    fn more_skill_sees_more_and_errs_less() {
        assert_eq!((Skill::new(0), Skill::new(21), all().count()), (None, None, 20));
        for (one, next) in all().zip(all().skip(1)) {
            assert!(next.is_full() || one.nodes() < next.nodes(), "{one:?}");
            assert!(one.error() >= next.error() && one.error() > 0, "{one:?}");
            assert!(one.lines() >= next.lines(), "{one:?}");
        }
        assert_eq!((Skill::FULL.nodes(), Skill::FULL.lines(), Skill::FULL.error()), (None, 1, 0));
        assert_eq!((Skill::WEAKEST.nodes(), Skill(19).nodes()), (Some(64), Some(1 << 20)));
    }

    #[test]
    fn errors_have_their_bounds_and_are_the_same_with_the_same_seed() {
        let info = info(&[50, 40, -100, -1000]);
        let share = |skill: Skill| {
            let chosen = (0..1000).map(|seed| skill.choose(info.clone(), seed).score);
            chosen.filter(|&score| score == 50).count()
        };
        assert_eq!(share(Skill::FULL), 1000);
        assert!(share(Skill(1)) < share(Skill(10)) && share(Skill(10)) < share(Skill(17)));
        for seed in 0..1000 {
            for skill in all() {
                let chosen = skill.choose(info.clone(), seed);
                assert_eq!(chosen, skill.choose(info.clone(), seed));
                assert!(chosen.score > -1000, "nobody errs by so much");
                assert!(skill.is_full() || chosen.others.is_empty());
            }
        }
    }

    #[test]
    fn a_win_that_is_seen_is_played() {
        let info = info(&[won_in(5), won_in(7), won_in(9)]);
        assert!((0..100).all(|seed| Skill::WEAKEST.choose(info.clone(), seed).score == won_in(5)));
    }
}
