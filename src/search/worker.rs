//! One searching thread: what it shares with others, its counts, when it ends.

use super::Question;
use super::busy::Busy;
use super::control::Control;
use super::iterate::Found;
use super::node::Node;
use super::params::*;
use super::root::Bounds;
use super::scratch::Scratch;
use super::table::Table;
use super::time::Budget;
use crate::eval::{Evaluation, Score};
use crate::position::{Move, MoveList};
use crate::rules::Rules;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the threads of one search share.
pub(super) struct Shared<'a, R: Rules, E, T> {
    pub(super) question: &'a Question<'a, R>,
    pub(super) budget: Budget,
    pub(super) control: &'a Control,
    pub(super) table: &'a Table,
    pub(super) eval: &'a E,
    pub(super) tables: &'a T,
    pub(super) bounds: Bounds<R>,
    pub(super) busy: Busy,
    /// Nodes of each thread.
    pub(super) nodes: Vec<Counter>,
    /// Number of moves to search at the root.
    pub(super) choices: usize,
    /// Has the question left moves out?
    pub(super) is_partial: bool,
    /// What the iterations so far have found.
    pub(super) found: Mutex<Found<R>>,
    /// The last completed iteration.
    pub(super) depth: AtomicU32,
    /// Everybody may go.
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

    pub(super) fn found(&self) -> MutexGuard<'_, Found<R>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A searching thread. All do the same: whoever is first to complete an iteration
/// tells the others. Number 0, the main one, also watches the clock.
pub(super) struct Worker<'a, R: Rules, E, T> {
    pub(super) shared: &'a Shared<'a, R, E, T>,
    id: usize,
    nodes: u64,
    node_limit: u64,
    leaves: u64,
    leaf_plies: u64,
    /// The iteration under way.
    pub(super) depth: u32,
    /// The iteration is broken off.
    pub(super) aborted: bool,
    /// So is the search.
    pub(super) over: bool,
    /// First moves of the better lines of this iteration.
    pub(super) passed_over: Vec<Move<R>>,
    /// The move to try first at the root, where the table does not tell.
    pub(super) guess: Option<Move<R>>,
    /// Is reduced-depth pruning allowed? It is not nested.
    pub(super) probing: bool,
    pub(super) scratch: &'a mut Scratch<R>,
}

impl<'a, R: Rules, E: Evaluation<R>, T> Worker<'a, R, E, T> {
    pub(super) fn new(shared: &'a Shared<'a, R, E, T>, id: usize, scratch: &'a mut Scratch<R>) -> Self {
        let threads = shared.nodes.len() as u64;
        let Question { limits, effort, .. } = shared.question;
        let most = limits.nodes.into_iter().chain(*effort).min();
        let node_limit = most.map_or(u64::MAX, |nodes| {
            // Each thread has its share; the main one takes what is left over.
            nodes / threads + if id == 0 { nodes % threads } else { 0 }
        });
        scratch.begin(shared.question.game.past());
        shared.eval.begin(&mut scratch.sums);
        Self {
            shared,
            id,
            nodes: 0,
            node_limit,
            leaves: 0,
            leaf_plies: 0,
            depth: 0,
            aborted: false,
            over: false,
            passed_over: Vec::new(),
            guess: None,
            probing: true,
            scratch,
        }
    }

    /// What the evaluation makes of a node.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, node: &Node<R>, ply: usize) -> Score {
        self.shared.eval.evaluate_at(&node.position, node.key, ply, &mut self.scratch.sums)
    }

    pub(super) fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Counts a node. True when the iteration is over and nothing more may be done.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.aborted = true;
            self.over = true;
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

    /// Mean ply of the leaves.
    pub(super) fn mean_depth(&self) -> f64 {
        self.leaf_plies as f64 / self.leaves.max(1) as f64
    }

    /// Lets the others know how many nodes it has been.
    pub(super) fn tell_nodes(&self) {
        self.shared.nodes[self.id].0.store(self.nodes, Ordering::Relaxed);
    }

    #[cold]
    fn poll(&mut self) {
        self.tell_nodes();
        let control = self.shared.control;
        let late = || self.is_main() && !control.is_pondering() && control.used() >= self.shared.budget.hard;
        if control.is_stopped() || self.shared.finished.load(Ordering::Relaxed) || late() {
            self.over = true;
        }
        // Somebody else may have been faster.
        self.aborted |= self.over || self.shared.depth.load(Ordering::Relaxed) >= self.depth;
    }

    /// Has the position occurred before? Once is enough: whoever could force it
    /// once can force it again.
    #[inline(always)]
    pub(super) fn is_repetition(&self, node: &Node<R>) -> bool {
        if R::FACTS.repetitions == 0 {
            return false;
        }
        let keys = &self.scratch.keys;
        let reach = node.clock.reversible().min(keys.len());
        keys[keys.len() - reach..].iter().rev().skip(3).step_by(2).any(|&key| key == node.key)
    }

    /// Is not every legal move searched at the root? Then the result is none for the
    /// table, and what the table has is none for the root.
    #[inline(always)]
    pub(super) fn is_partial(&self) -> bool {
        self.shared.is_partial || !self.passed_over.is_empty()
    }

    /// Leaves the moves in a list that are to be searched at the root.
    pub(super) fn narrow(&self, list: &mut MoveList<R>) {
        if let Some(moves) = &self.shared.bounds.moves {
            list.retain(|mv| moves.contains(mv));
        }
        if !self.passed_over.is_empty() {
            list.retain(|mv| !self.passed_over.contains(mv));
        }
    }

    /// The move to try first at the root, where `known` is the one of the table.
    pub(super) fn first_guess(&self, known: Option<(u8, u8)>) -> Option<(u8, u8)> {
        if self.is_partial() { self.guess.map(|mv| (mv.from() as u8, mv.to() as u8)) } else { known }
    }
}
