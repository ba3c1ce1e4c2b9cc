//! Which parts of the tree are searched less deep.

use super::alphabeta::Visit;
use super::node::{Cut, Kind, Node};
use super::params::*;
use super::worker::Worker;
use crate::egtb::Tables;
use crate::eval::score::is_decided;
use crate::eval::{Evaluation, Score};
use crate::rules::Rules;
use once_cell::sync::Lazy;

impl<R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'_, R, E, T> {
    /// Pruning by the evaluation alone, close to the leaves: where it is far above
    /// the window and nobody threatens anything, a few plies will not change that.
    #[inline(always)]
    pub(super) fn prune_by_eval(&self, visit: &Visit, beta: Score) -> Option<Score> {
        if visit.depth > static_depth() || is_decided(beta) {
            return None;
        }
        visit.eval.map(|eval| eval - static_margin() * visit.depth).filter(|&score| score >= beta)
    }

    /// May a quiet move be left out, close to the leaves, where `searched` of so
    /// many moves have been searched already and `alpha` stands?
    ///
    /// What the opponent threatens, and moves that offer something, are the
    /// beginning of every shot: those are never left out.
    #[inline(always)]
    pub(super) fn is_late(visit: &Visit, searched: i32, moves: usize, alpha: Score) -> bool {
        let depth = visit.depth;
        depth <= late_depth()
            && searched >= late_base() + late_slope() * depth * depth / 2
            && moves > late_least() as usize
            && visit.eval.is_some()
            && !is_decided(alpha)
    }

    /// Pruning by a search of much smaller depth against a raised window
    /// (ProbCut, Buro 1995). It stands in for the null move, which is unsound in
    /// draughts, where to pass is often best. It is not nested.
    pub(super) fn probe_reduced(&mut self, node: &Node<R>, visit: &Visit, beta: Score) -> Option<Score> {
        let &Visit { depth, ply, cut, .. } = visit;
        if !self.probing || depth < probe_depth() || is_decided(beta) {
            return None;
        }
        let margin = probe_margin() * depth;
        let raised = beta + margin;
        self.probing = false;
        let score = self.search::<Cut>(node, depth * probe_share() / 100, ply, raised - 1, raised, cut);
        self.probing = true;
        // A win that has been seen is one, whatever the margin.
        let told = if is_decided(score) { score } else { score - margin };
        (score >= raised && !self.aborted).then_some(told)
    }

    /// By how many plies a later quiet move is reduced at first.
    #[inline(always)]
    pub(super) fn reduction<K: Kind>(&self, visit: &Visit, searched: i32, value: i32) -> i32 {
        let depth = visit.depth;
        if depth < reduction_depth() || searched < if K::PV { full_moves_pv() } else { full_moves() } {
            return 0;
        }
        let mut reduction = reduction_base()
            + reduction_slope() * logarithm(depth) / 1024 * logarithm(searched + 1) / 1024
            - value * 1024 / reduction_history();
        if K::PV {
            reduction -= reduction_pv();
        } else if visit.cut {
            reduction += reduction_cut();
        }
        if visit.worse {
            reduction += reduction_worse();
        }
        (reduction / 1024).clamp(0, depth - 1)
    }
}

/// The natural logarithm of a small number, in 1024ths.
#[inline(always)]
fn logarithm(number: i32) -> i32 {
    static TABLE: Lazy<[i32; 256]> =
        Lazy::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0) as i32));
    TABLE[number.min(255) as usize]
}
