//! Chooses among openings by what a search says of them.

use super::Opening;
use crate::engine::{self, Config, Engine, Setup, Style};
use crate::eval::{self, score::men};
use crate::position::zobrist::scramble;
use crate::rules::{Side, Variant};
use crate::search::{Control, Limits};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The hash table of a job.
const HASH_BYTES: usize = 16 << 20;

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The limits of each search, which runs on one thread.
    pub limits: Limits,
    /// Men by which one side, no matter which, may be ahead.
    pub window: RangeInclusive<f64>,
    /// As many are enough; none: all there are.
    pub count: Option<usize>,
    /// Decides which are tried first when not all are wanted.
    pub seed: u64,
    /// Searches at the same time, at least one.
    pub jobs: usize,
    /// Who judges. Where a man is lost the untrained evaluation says so most plainly.
    pub eval: eval::Choice,
}

impl Choice {
    fn accepts(&self, score: f64) -> bool {
        self.window.contains(&score.abs())
    }
}

/// How far a choice has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Openings searched.
    pub searched: usize,
    /// Openings there are.
    pub candidates: usize,
    /// Openings that were found good enough, so far as their turn has come.
    pub chosen: usize,
}

/// Searches openings until there are enough of them with a score in the window.
/// Of several that reach one position the first is taken. The result is in the
/// order of the candidates, its scores included, and does not depend on the
/// number of jobs unless time is limited.
///
/// # Errors
///
/// When memory or threads are not to be had, or an opening is none of the rule set.
pub fn select(
    variant: Variant,
    candidates: Vec<Opening>,
    choice: &Choice,
    progress: impl Fn(Progress) + Sync,
) -> Result<Vec<Opening>, String> {
    let mut candidates = distinct(variant, candidates)?;
    if choice.count.is_some() {
        candidates.sort_by_cached_key(|candidate| candidate.lot(choice.seed));
    }
    let tally = Tally { scores: vec![None; candidates.len()], searched: 0, passed: 0, chosen: 0 };
    let work = Work {
        variant,
        candidates: &candidates,
        choice,
        next: AtomicUsize::new(0),
        tally: Mutex::new(tally),
    };
    let pool = crate::search::thread_pool(choice.jobs)?;
    pool.broadcast(|_| work.run(&progress)).into_iter().collect::<Result<(), _>>()?;
    let tally = work.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let scored = candidates.iter().zip(tally.scores);
    let mut chosen: Vec<_> = scored
        .filter_map(|(candidate, score)| score.map(|score| (candidate, score)))
        .filter(|(_, score)| choice.accepts(*score))
        .take(choice.count.unwrap_or(usize::MAX))
        .collect();
    chosen.sort_by_key(|(candidate, _)| candidate.place);
    let scored =
        |(candidate, score): (&Candidate, f64)| Opening { score: Some(score), ..candidate.opening.clone() };
    Ok(chosen.into_iter().map(scored).collect())
}

/// An opening that may be chosen.
struct Candidate {
    opening: Opening,
    /// The position it reaches.
    fen: String,
    /// The side to move there.
    side: Side,
    /// Its place among the candidates.
    place: usize,
}

impl Candidate {
    /// A number that depends on the position and the seed alone.
    fn lot(&self, seed: u64) -> u64 {
        self.fen.bytes().fold(scramble(seed), |lot, byte| scramble(lot ^ u64::from(byte)))
    }
}

/// The openings without those that reach the position of an earlier one.
fn distinct(variant: Variant, openings: Vec<Opening>) -> Result<Vec<Candidate>, String> {
    let mut seen = HashSet::new();
    let mut candidates = Vec::with_capacity(openings.len());
    for (place, opening) in openings.into_iter().enumerate() {
        let referee = opening.referee(variant)?;
        let (fen, side) = (referee.fen(), referee.side());
        if seen.insert(fen.clone()) {
            candidates.push(Candidate { opening, fen, side, place });
        }
    }
    Ok(candidates)
}

/// What the jobs share.
struct Work<'a> {
    variant: Variant,
    candidates: &'a [Candidate],
    choice: &'a Choice,
    /// The next candidate to search.
    next: AtomicUsize,
    tally: Mutex<Tally>,
}

/// What has been found.
struct Tally {
    scores: Vec<Option<f64>>,
    searched: usize,
    /// All candidates before this one have been searched.
    passed: usize,
    /// As many of them were good.
    chosen: usize,
}

impl Work<'_> {
    /// Searches one candidate after the other until there are enough good ones
    /// in front of the first that has not been searched: whoever comes first, the
    /// same ones are chosen.
    fn run(&self, progress: &impl Fn(Progress)) -> Result<(), String> {
        let config = Config {
            threads: 1,
            hash_bytes: HASH_BYTES,
            eval: self.choice.eval.clone(),
            ..Config::default()
        };
        let mut engine = engine::new(self.variant, &config)?;
        let wanted = self.choice.count.unwrap_or(usize::MAX);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let enough = self.tally().chosen >= wanted;
            let Some(candidate) = self.candidates.get(index).filter(|_| !enough) else { return Ok(()) };
            let score = self.score(&mut *engine, candidate)?;
            let mut tally = self.tally();
            tally.enter(index, score, self.choice);
            progress(Progress {
                searched: tally.searched,
                candidates: self.candidates.len(),
                chosen: tally.chosen.min(wanted),
            });
        }
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The score of an opening, in men, positive where White is better.
    fn score(&self, engine: &mut dyn Engine, candidate: &Candidate) -> Result<f64, String> {
        engine.set_up(Setup::Fen(&candidate.fen))?;
        engine.new_game();
        let findings = engine.search(&self.choice.limits, &Control::new(false), Style::Pdn, &|_| ());
        let sign = if candidate.side == Side::White { 1.0 } else { -1.0 };
        Ok(sign * men(findings.score))
    }
}

impl Tally {
    fn enter(&mut self, index: usize, score: f64, choice: &Choice) {
        self.scores[index] = Some(score);
        self.searched += 1;
        while let Some(&Some(score)) = self.scores.get(self.passed) {
            self.passed += 1;
            self.chosen += usize::from(choice.accepts(score));
        }
    }
}
