//! Iterative deepening, by all threads together.

use super::node::{Node, Root};
use super::params::*;
use super::report::{Info, Line, Report};
use super::time::Trust;
use super::worker::{Shared, Worker};
use crate::egtb::Tables;
use crate::eval::score::{INFINITY, MAX_PLY, is_decided, plies_to_end};
use crate::eval::{Evaluation, Score};
use crate::rules::Rules;
use std::cmp::Reverse;
use std::sync::atomic::Ordering;

/// What the iterations so far have found.
#[derive(Debug)]
pub(super) struct Found<R: Rules> {
    /// The last completed iteration.
    depth: u32,
    /// Its lines, the best first; none before the first iteration.
    lines: Vec<Line<R>>,
    /// Mean ply of the leaves of whoever has completed it.
    mean_depth: f64,
    trust: Trust,
}

impl<R: Rules> Default for Found<R> {
    fn default() -> Self {
        Self { depth: 0, lines: Vec::new(), mean_depth: 0.0, trust: Trust::default() }
    }
}

impl<R: Rules> Found<R> {
    /// Takes over the lines of a search, completed by older ones. With the same best
    /// move as before and no worse a score there is more trust in it.
    fn take(&mut self, lines: Vec<Line<R>>, wanted: usize) {
        if let [last, ..] = &self.lines[..]
            && let [now, ..] = &lines[..]
        {
            self.trust.iteration(last.moves.first() == now.moves.first(), now.score - last.score);
        }
        self.lines = complete(lines, std::mem::take(&mut self.lines), wanted);
    }
}

impl<R: Rules, E, T> Shared<'_, R, E, T> {
    /// What is told of the lines found so far; none if there are none.
    pub(super) fn info(&self, found: &Found<R>) -> Option<Info<R>> {
        let bounds = &self.bounds;
        let told = |line: &Line<R>| Line { score: bounds.score.unwrap_or(line.score), ..line.clone() };
        let lines = complete(found.lines.iter().map(told).collect(), bounds.worse.clone(), usize::MAX);
        let time = self.control.elapsed();
        (!found.lines.is_empty()).then(|| Info::new(lines, found.mean_depth, self.total_nodes(), time))
    }
}

impl<R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'_, R, E, T> {
    /// Iterative deepening. All threads search the same iteration; the first to
    /// complete it reports, and the others leave it.
    pub(super) fn run(&mut self, report: &impl Report<R>) {
        let question = self.shared.question;
        let root = Node::of_game(question.game);
        let most = MAX_PLY as u32 - 1;
        let max_depth = question.limits.depth.map_or(most, |depth| depth.clamp(1, most));
        let wanted = question.lines.clamp(1, self.shared.choices);
        while !self.over {
            let found = self.shared.found();
            let (depth, last) = (found.depth + 1, found.lines.clone());
            drop(found);
            if depth > max_depth {
                break;
            }
            self.depth = depth;
            self.aborted = false;
            let lines = self.iterate(&root, depth, &last, wanted);
            self.tell_nodes();
            let mut found = self.shared.found();
            if found.depth >= depth {
                continue; // another thread was faster
            }
            if self.aborted {
                // A loss is none before all moves have been searched.
                let is_lost = |line: &Line<R>| is_decided(line.score) && line.score < 0;
                if self.over && self.is_main() && !lines.iter().any(is_lost) {
                    found.take(lines, wanted);
                }
                continue;
            }
            found.depth = depth;
            found.mean_depth = self.mean_depth();
            found.take(lines, wanted);
            self.shared.depth.store(depth, Ordering::Relaxed);
            if let Some(info) = self.shared.info(&found) {
                report.iteration(&info);
            }
            if self.is_enough(&found) {
                self.shared.finished.store(true, Ordering::Relaxed);
                self.over = true;
            }
        }
        self.tell_nodes();
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
            let line = &self.scratch.lines[0];
            let Some(&first) = line.first() else { break };
            if self.aborted && !lines.is_empty() {
                break;
            }
            let depth = if self.aborted { depth - 1 } else { depth };
            lines.push(Line { depth, score, moves: line.to_vec() });
            if self.aborted {
                break;
            }
            self.passed_over.push(first);
        }
        lines.sort_by_key(|line| Reverse(line.score));
        lines
    }

    /// Is another iteration not worth while?
    fn is_enough(&self, found: &Found<R>) -> bool {
        let depth = found.depth;
        let is_proved =
            |line: &Line<R>| plies_to_end(line.score).is_some_and(|plies| plies <= depth as usize);
        if found.lines.iter().all(is_proved) {
            return true; // no deeper search finds a shorter win
        }
        let limits = self.shared.question.limits;
        if !limits.is_timed() || self.shared.control.is_pondering() {
            return false;
        }
        let forced = limits.quick_if_forced && self.shared.choices == 1 && depth as i32 >= forced_depth();
        forced || self.shared.budget.is_enough(self.shared.control.used(), found.trust)
    }

    /// One iteration, begun with a narrow window around the last score. Returns
    /// the score of the best line; after an abort, of the best line so far.
    fn aspirate(&mut self, root: &Node<R>, depth: i32, last: Score) -> Score {
        let narrow = depth >= aspiration_depth() && !is_decided(last);
        let (mut below, mut above) = if narrow { (aspiration(), aspiration()) } else { (INFINITY, INFINITY) };
        loop {
            let open = |width| if width > aspiration_max() { INFINITY } else { width };
            let alpha = (last - open(below)).max(-INFINITY);
            let beta = (last + open(above)).min(INFINITY);
            let score = self.search::<Root>(root, depth, 0, alpha, beta, false);
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
