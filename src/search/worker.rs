//! One searching thread: its scratch memory, its node count, its iterations.

use super::Question;
use super::control::Control;
use super::history::History;
use super::node::{Node, Root};
use super::order::Picker;
use super::params::*;
use super::report::{Info, Line, Report};
use super::root::Bounds;
use super::table::Table;
use super::time::Budget;
use crate::egtb::Tables;
use crate::eval::score::{INFINITY, MAX_PLY, is_decided, plies_to_end};
use crate::eval::{Evaluation, Score};
use crate::position::{Move, MoveList};
use crate::rules::Rules;
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of one search share.
pub(super) struct Shared<'a, R: Rules, E, T> {
    pub(super) question: &'a Question<'a, R>,
    pub(super) budget: Budget,
    pub(super) control: &'a Control,
    pub(super) table: &'a Table,
    pub(super) eval: &'a E,
    pub(super) tables: &'a T,
    pub(super) bounds: Bounds<R>,
    /// Nodes of each thread.
    pub(super) nodes: Vec<Counter>,
    /// Number of moves to search at the root.
    pub(super) choices: usize,
    /// Has the question left moves out?
    pub(super) is_partial: bool,
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
    /// First moves of the better lines of this iteration.
    passed_over: Vec<Move<R>>,
    /// The move to try first at the root, where the table does not tell.
    guess: Option<Move<R>>,
    pub(super) history: History,
    pub(super) lists: Vec<MoveList<R>>,
    pub(super) pickers: Vec<Picker>,
    /// The line of best play from each ply on.
    pub(super) lines: Vec<ArrayVec<Move<R>, MAX_PLY>>,
}

impl<'a, R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'a, R, E, T> {
    pub(super) fn new(shared: &'a Shared<'a, R, E, T>, id: usize) -> Self {
        let threads = shared.nodes.len() as u64;
        let Question { limits, effort, .. } = shared.question;
        let most = limits.nodes.into_iter().chain(*effort).min();
        let node_limit = most.map_or(u64::MAX, |nodes| {
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
            keys: shared.question.game.past().to_vec(),
            passed_over: Vec::new(),
            guess: None,
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
        let root = Node::of_game(self.shared.question.game);
        let max_depth = self
            .shared
            .question
            .limits
            .depth
            .map_or(MAX_PLY as u32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1));
        // Every other helper is one iteration ahead, so that not all do the same.
        let first = if self.is_main() { 1 } else { 1 + (self.id & 1) as u32 };
        // Helpers fill the table with what the best line needs.
        let lines = if self.is_main() { self.shared.question.lines } else { 1 };
        let wanted = lines.clamp(1, self.shared.choices);
        let mut found = Vec::new();
        for depth in first..=max_depth {
            let lines = self.iterate(&root, depth, &found, wanted);
            found = complete(lines, found, wanted);
            if self.aborted {
                break;
            }
            if self.is_main() {
                report.iteration(&self.info(&found));
                if self.is_enough(depth, &found) {
                    break;
                }
            }
        }
        self.shared.nodes[self.id].0.store(self.nodes, Ordering::Relaxed);
        (self.is_main() && !found.is_empty()).then(|| self.info(&found))
    }

    /// One iteration: line by line, each among the moves that do not begin a better
    /// one. `last` has the lines of the iteration before. After an abort there are
    /// those that were finished or, if none was, the best so far.
    fn iterate(&mut self, root: &Node<R>, depth: u32, last: &[Line<R>], wanted: usize) -> Vec<Line<R>> {
        let mut lines: Vec<Line<R>> = Vec::with_capacity(wanted);
        self.passed_over.clear();
        while lines.len() < wanted {
            let expected = last.get(lines.len()).map_or(0, |line| line.score);
            let firsts = last.iter().filter_map(|line| line.moves.first());
            self.guess = firsts.copied().find(|mv| !self.passed_over.contains(mv));
            let score = self.aspirate(root, depth as i32, expected);
            let Some(&first) = self.lines[0].first() else { break };
            if self.aborted && !lines.is_empty() {
                break;
            }
            let depth = if self.aborted { depth - 1 } else { depth };
            lines.push(Line { depth, score, moves: self.lines[0].to_vec() });
            if self.aborted {
                break;
            }
            self.passed_over.push(first);
        }
        lines.sort_by_key(|line| Reverse(line.score));
        lines
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

    /// Is another iteration not worth while?
    fn is_enough(&self, depth: u32, lines: &[Line<R>]) -> bool {
        let is_proved =
            |line: &Line<R>| plies_to_end(line.score).is_some_and(|plies| plies <= depth as usize);
        if lines.iter().all(is_proved) {
            return true; // no deeper search finds a shorter win
        }
        let limits = self.shared.question.limits;
        if !limits.is_timed() || self.shared.control.is_pondering() {
            return false;
        }
        let forced = limits.quick_if_forced && self.shared.choices == 1 && depth as i32 >= FORCED_DEPTH;
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

    /// What is told of the lines of an iteration; there is at least one.
    fn info(&self, found: &[Line<R>]) -> Info<R> {
        self.shared.nodes[self.id].0.store(self.nodes, Ordering::Relaxed);
        let bounds = &self.shared.bounds;
        let told = |line: &Line<R>| Line { score: bounds.score.unwrap_or(line.score), ..line.clone() };
        let lines = complete(found.iter().map(told).collect(), bounds.worse.clone(), usize::MAX);
        let mean_depth = self.leaf_plies as f64 / self.leaves.max(1) as f64;
        Info::new(lines, mean_depth, self.shared.total_nodes(), self.shared.control.elapsed())
    }
}

/// Adds older or worse lines with other first moves, up to a number of lines in
/// all. Whatever they have been worth, the lines there are have proved better.
fn complete<R: Rules>(mut lines: Vec<Line<R>>, others: Vec<Line<R>>, wanted: usize) -> Vec<Line<R>> {
    let Some(worst) = lines.last().map(|line| line.score) else { return others };
    for mut other in others {
        let is_new = lines.iter().all(|line| line.moves.first() != other.moves.first());
        if is_new && lines.len() < wanted {
            other.score = other.score.min(worst);
            lines.push(other);
        }
    }
    lines
}
