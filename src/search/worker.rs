//! One searching thread: its scratch memory, its node count, its iterations.

use super::control::Control;
use super::history::History;
use super::limits::Limits;
use super::node::{Node, Root};
use super::order::Picker;
use super::params::*;
use super::report::{Info, Report};
use super::root::Bounds;
use super::table::Table;
use super::time::Budget;
use crate::egtb::Tables;
use crate::eval::score::{INFINITY, MAX_PLY, is_decided, plies_to_end};
use crate::eval::{Evaluation, Score};
use crate::position::{Game, Move, MoveList};
use crate::rules::Rules;
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of one search share.
pub(super) struct Shared<'a, R: Rules, E, T> {
    pub(super) game: &'a Game<R>,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget,
    pub(super) control: &'a Control,
    pub(super) table: &'a Table,
    pub(super) eval: &'a E,
    pub(super) tables: &'a T,
    pub(super) bounds: Bounds<R>,
    /// Nodes of each thread.
    pub(super) nodes: Vec<Counter>,
    /// The main thread is done: helpers may go.
    pub(super) finished: AtomicBool,
}

/// A counter on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Counter(AtomicU64);

impl<R: Rules, E, T> Shared<'_, R, E, T> {
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// A searching thread. Number 0 is the main one: it watches the clock, reports
/// and decides; the others fill the table.
pub(super) struct Worker<'a, R: Rules, E, T> {
    pub(super) shared: &'a Shared<'a, R, E, T>,
    id: usize,
    nodes: u64,
    node_limit: u64,
    leaves: u64,
    leaf_plies: u64,
    pub(super) aborted: bool,
    /// Keys of the game and of the path to the present node, that one left out.
    pub(super) keys: Vec<u64>,
    pub(super) history: History,
    pub(super) lists: Vec<MoveList<R>>,
    pub(super) pickers: Vec<Picker>,
    /// The line of best play from each ply on.
    pub(super) lines: Vec<ArrayVec<Move<R>, MAX_PLY>>,
}

impl<'a, R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'a, R, E, T> {
    pub(super) fn new(shared: &'a Shared<'a, R, E, T>, id: usize) -> Self {
        let threads = shared.nodes.len() as u64;
        let node_limit = shared.limits.nodes.map_or(u64::MAX, |nodes| {
            // Each thread has its share; the main one takes what is left over.
            nodes / threads + if id == 0 { nodes % threads } else { 0 }
        });
        Self {
            shared,
            id,
            nodes: 0,
            node_limit,
            leaves: 0,
            leaf_plies: 0,
            aborted: false,
            keys: shared.game.past().to_vec(),
            history: History::new(),
            lists: vec![MoveList::default(); MAX_PLY + 1],
            pickers: vec![Picker::default(); MAX_PLY + 1],
            lines: vec![ArrayVec::new(); MAX_PLY + 1],
        }
    }

    fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Counts a node. True when the search is over and nothing more may be done.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.aborted = true;
        } else {
            self.nodes += 1;
            if self.nodes.is_multiple_of(POLL_NODES) {
                self.poll();
            }
        }
        self.aborted
    }

    #[inline(always)]
    pub(super) fn count_leaf(&mut self, ply: usize) {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
    }

    #[cold]
    fn poll(&mut self) {
        self.shared.nodes[self.id].0.store(self.nodes, Ordering::Relaxed);
        let control = self.shared.control;
        let late = || self.is_main() && !control.is_pondering() && control.used() >= self.shared.budget.hard;
        if control.is_stopped() || self.shared.finished.load(Ordering::Relaxed) || late() {
            self.aborted = true;
        }
    }

    /// Has the position occurred before? Once is enough: whoever could force it
    /// once can force it again.
    #[inline(always)]
    pub(super) fn is_repetition(&self, node: &Node<R>) -> bool {
        if R::FACTS.repetitions == 0 {
            return false;
        }
        let reach = node.clock.reversible().min(self.keys.len());
        self.keys[self.keys.len() - reach..].iter().rev().skip(3).step_by(2).any(|&key| key == node.key)
    }

    /// Iterative deepening. The main thread returns the result.
    pub(super) fn run(&mut self, report: &impl Report<R>) -> Option<Info<R>> {
        let root = Node::of_game(self.shared.game);
        let max_depth =
            self.shared.limits.depth.map_or(MAX_PLY as u32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1));
        // Every other helper is one iteration ahead, so that not all do the same.
        let first = if self.is_main() { 1 } else { 1 + (self.id & 1) as u32 };
        let mut best = None;
        let mut score = 0;
        for depth in first..=max_depth {
            score = self.aspirate(&root, depth as i32, score);
            if self.is_main() {
                if !self.lines[0].is_empty() {
                    best = Some(self.info(if self.aborted { depth - 1 } else { depth }, score));
                }
                if !self.aborted
                    && let Some(info) = &best
                {
                    report.iteration(info);
                }
                if self.is_enough(depth, score) {
                    break;
                }
            }
            if self.aborted {
                break;
            }
        }
        self.shared.nodes[self.id].0.store(self.nodes, Ordering::Relaxed);
        best
    }

    /// Is another iteration not worth while?
    fn is_enough(&self, depth: u32, score: Score) -> bool {
        if plies_to_end(score).is_some_and(|plies| plies <= depth as usize) {
            return true; // no deeper search finds a shorter win
        }
        let limits = self.shared.limits;
        if !limits.is_timed() || self.shared.control.is_pondering() {
            return false;
        }
        let forced = limits.quick_if_forced && self.lists[0].len() == 1 && depth as i32 >= FORCED_DEPTH;
        forced || self.shared.control.used() >= self.shared.budget.soft
    }

    /// One iteration, begun with a narrow window around the last score. Returns
    /// the score of the best line; after an abort, of the best line so far.
    fn aspirate(&mut self, root: &Node<R>, depth: i32, last: Score) -> Score {
        let narrow = depth >= ASPIRATION_DEPTH && !is_decided(last);
        let (mut below, mut above) = if narrow { (ASPIRATION, ASPIRATION) } else { (INFINITY, INFINITY) };
        loop {
            let open = |width| if width > ASPIRATION_MAX { INFINITY } else { width };
            let alpha = (last - open(below)).max(-INFINITY);
            let beta = (last + open(above)).min(INFINITY);
            let score = self.search::<Root>(root, depth, 0, alpha, beta, true);
            if self.aborted || (alpha < score && score < beta) {
                return score;
            }
            if score <= alpha {
                below = below.saturating_mul(2);
            } else {
                above = above.saturating_mul(2);
            }
        }
    }

    fn info(&self, depth: u32, score: Score) -> Info<R> {
        self.shared.nodes[self.id].0.store(self.nodes, Ordering::Relaxed);
        Info {
            depth,
            mean_depth: self.leaf_plies as f64 / self.leaves.max(1) as f64,
            score: self.shared.bounds.score.unwrap_or(score),
            nodes: self.shared.total_nodes(),
            time: self.shared.control.elapsed(),
            line: self.lines[0].to_vec(),
        }
    }
}
