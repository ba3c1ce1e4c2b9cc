//! Which parts of the tree are searched less deep, and which deeper.

use super::alphabeta::Visit;
use super::node::{Cut, Kind, Node};
use super::params::*;
use super::table::Bound;
use super::worker::Worker;
use crate::egtb::Tables;
use crate::eval::score::{MAX_PLY, estimate, is_decided};
use crate::eval::{Evaluation, Score};
use crate::position::{Move, MoveList};
use crate::rules::Rules;
use once_cell::sync::Lazy;

/// What the table move is, compared with the others of its node.
pub(super) enum Singular {
    /// It is to be searched by so many plies deeper.
    Extend(i32),
    /// Others are good enough as well: the node fails high with this score.
    Cut(Score),
}

impl<R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'_, R, E, T> {
    /// Pruning by a search of much smaller depth against a raised window
    /// (ProbCut, Buro 1995). It stands in for the null move, which is unsound in
    /// draughts, where to pass is often best. It is not nested.
    pub(super) fn probe_reduced(&mut self, node: &Node<R>, visit: &Visit, beta: Score) -> Option<Score> {
        let &Visit { depth, ply, cut, eval, .. } = visit;
        if !self.probing
            || depth < probe_depth()
            || is_decided(beta)
            || eval.is_some_and(|eval| eval + probe_hopeless() < beta)
        {
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

    /// Is the table move the only good one? Asks a search of half the depth without
    /// it (singular extensions, Anantharaman, Campbell and Hsu 1990).
    pub(super) fn is_singular<K: Kind>(
        &mut self,
        node: &Node<R>,
        moves: &MoveList<R>,
        visit: &Visit,
        beta: Score,
    ) -> Singular {
        const NO: Singular = Singular::Extend(0);
        let &Visit { depth, ply, cut, .. } = visit;
        let Some(entry) = visit.known else { return NO };
        let Some((from, to)) = entry.best else { return NO };
        if K::ROOT
            || depth < singular_depth()
            || i32::from(entry.depth) < depth - singular_tolerance()
            || entry.bound == Bound::Upper
            || is_decided(entry.score)
            || moves.len() < 2
            || moves[0].is_capture()
            || ply * 2 >= MAX_PLY
        {
            return NO;
        }
        let is_table_move = |mv: &Move<R>| (mv.from(), mv.to()) == (from.into(), to.into());
        let Some(&mv) = moves.iter().find(|mv| is_table_move(mv)) else { return NO };
        let bar = entry.score - singular_margin() * depth / 8;
        self.scratch.frames[ply].excluded = Some(mv);
        let score = self.search::<Cut>(node, (depth - 1) / 2, ply, bar - 1, bar, cut);
        self.scratch.frames[ply].excluded = None;
        if self.aborted {
            return NO;
        }
        if score < bar {
            let double = !K::PV && score < bar - singular_double();
            Singular::Extend(1 + i32::from(double))
        } else if !K::PV && bar >= beta {
            Singular::Cut(bar)
        } else {
            NO
        }
    }

    /// By how many plies a later quiet move is reduced at first.
    #[inline(always)]
    pub(super) fn reduction<K: Kind>(
        &self,
        child: &Node<R>,
        visit: &Visit,
        searched: i32,
        value: i32,
    ) -> i32 {
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
        if reduction_offer() != 0 && child.position.can_capture() {
            reduction -= reduction_offer();
        }
        (reduction / 1024).clamp(0, depth - 1)
    }

    /// An evaluation with what has been learned of its errors.
    #[inline(always)]
    pub(super) fn corrected(&self, node: &Node<R>, raw: Score) -> Score {
        if correction_limit() == 0 {
            raw
        } else {
            estimate(raw + self.scratch.corrections.value(&node.position))
        }
    }
}

/// The natural logarithm of a small number, in 1024ths.
#[inline(always)]
fn logarithm(number: i32) -> i32 {
    static TABLE: Lazy<[i32; 256]> =
        Lazy::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0) as i32));
    TABLE[number.min(255) as usize]
}
