//! What a search tells while it runs and when it ends.

use crate::eval::Score;
use crate::position::Move;
use crate::rules::Rules;
use std::time::Duration;

/// The state of a search after an iteration, and its result.
#[derive(Clone, PartialEq, Debug)]
pub struct Info<R: Rules> {
    /// The last completed iteration; 0 when none was.
    pub depth: u32,
    /// Mean ply of the leaves.
    pub mean_depth: f64,
    /// The score of the first move of the line, for the side to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The line of best play; empty only without a legal move.
    pub line: Vec<Move<R>>,
    /// The next best lines, if more than one was asked for: no score is above the
    /// one before, no two first moves are the same.
    pub others: Vec<Line<R>>,
}

/// A line and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<R: Rules> {
    /// The iteration it is from.
    pub depth: u32,
    /// Its score, for the side to move.
    pub score: Score,
    /// Its moves.
    pub moves: Vec<Move<R>>,
}

impl<R: Rules> Info<R> {
    /// What is told of lines, the best first and at least one.
    pub(super) fn new(mut lines: Vec<Line<R>>, mean_depth: f64, nodes: u64, time: Duration) -> Self {
        let best = lines.remove(0);
        Self {
            depth: best.depth,
            mean_depth,
            score: best.score,
            nodes,
            time,
            line: best.moves,
            others: lines,
        }
    }
}

/// Hears about a running search. Called from the searching thread.
pub trait Report<R: Rules>: Sync {
    /// An iteration is complete.
    fn iteration(&self, info: &Info<R>);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl<R: Rules> Report<R> for Silent {
    fn iteration(&self, _: &Info<R>) {}
}
