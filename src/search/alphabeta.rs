//! The main recursion: principal variation search.

use super::node::{Cut, Kind, Node, Pv};
use super::order::crowns;
use super::params::*;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::board::Word;
use crate::egtb::{Tables, Verdict};
use crate::eval::score::{DRAW, INFINITY, MAX_PLY, lost_in, table_won_in, won_in};
use crate::eval::{Evaluation, Score};
use crate::position::{Move, MoveList};
use crate::rules::Rules;

/// A node on its way through the search.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Is a null window expected to fail high?
    pub(super) cut: bool,
    /// The move to try first.
    pub(super) best: Option<(u8, u8)>,
    /// The evaluation; none where a side can capture.
    pub(super) eval: Option<Score>,
    /// Is the evaluation no better than at the last own move?
    pub(super) worse: bool,
}

impl<R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'_, R, E, T> {
    /// The score of a node, exact inside the window, a bound outside. After an
    /// abort it means nothing, but at the root.
    ///
    /// `cut` says that a null window is expected to fail high.
    pub(super) fn search<K: Kind>(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        cut: bool,
    ) -> Score {
        debug_assert!(-INFINITY <= alpha && alpha < beta && beta <= INFINITY);
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(node, ply, alpha, beta, true);
        }
        self.scratch.lines[ply].clear();
        if self.enter() {
            return DRAW;
        }
        if !K::ROOT {
            if self.is_draw(node) {
                return DRAW;
            }
            // Nothing is better than to win with the next move, or worse than to
            // have lost already.
            alpha = alpha.max(lost_in(ply));
            beta = beta.min(won_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        // Asked before the table, whose entry is still on its way.
        let quiet = !node.position.can_capture();
        let known = self.shared.table.probe(node.key, ply);
        if !K::PV
            && let Some(entry) = known
            && let Some(score) = cut_off(&entry, depth, alpha, beta)
            && !node.clock.is_near_draw::<R>(counter_guard() as usize)
        {
            return score;
        }
        if !K::ROOT
            && quiet
            && let Some(score) = self.probe_tables(node, ply)
        {
            return score;
        }
        let mut visit = self.look(node, depth, ply, cut, known, quiet);
        if !K::PV
            && quiet
            && let Some(score) =
                self.prune_by_eval(&visit, beta).or_else(|| self.probe_reduced(node, &visit, beta))
        {
            return score;
        }
        // The list is taken out so that the moves can be walked through while the
        // worker searches them.
        let mut list = std::mem::take(&mut self.scratch.lists[ply]);
        if quiet {
            node.position.quiet_moves_into(&mut list);
        } else {
            node.position.captures_into(&mut list);
        }
        if K::ROOT {
            self.narrow(&mut list);
            visit.best = self.first_guess(visit.best);
        }
        let score = self.search_moves::<K>(node, &list, &visit, (alpha, beta));
        self.scratch.lists[ply] = list;
        score
    }

    /// Looks at a node before its moves are searched.
    #[inline(always)]
    fn look(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        cut: bool,
        known: Option<Entry>,
        quiet: bool,
    ) -> Visit {
        let eval = if quiet && depth >= eval_depth() { self.static_eval(node, ply, known) } else { None };
        self.scratch.evals[ply] = eval;
        let before = if ply >= 2 { self.scratch.evals[ply - 2] } else { None };
        let worse = eval.zip(before).is_some_and(|(eval, before)| eval <= before);
        Visit { depth, ply, cut, best: known.and_then(|entry| entry.best), eval, worse }
    }

    /// The evaluation of a node whose side cannot capture; none where its opponent
    /// threatens to: there an evaluation means nothing.
    #[inline(always)]
    fn static_eval(&mut self, node: &Node<R>, ply: usize, known: Option<Entry>) -> Option<Score> {
        let stored = known.and_then(|entry| entry.eval);
        stored.or_else(|| (!node.position.passed().can_capture()).then(|| self.evaluate(node, ply)))
    }

    fn search_moves<K: Kind>(
        &mut self,
        node: &Node<R>,
        moves: &MoveList<R>,
        visit: &Visit,
        (mut alpha, beta): (Score, Score),
    ) -> Score {
        let &Visit { depth, ply, cut, .. } = visit;
        if moves.is_empty() {
            self.count_leaf(ply);
            return lost_in(ply);
        }
        // A single reply costs nothing to follow.
        let depth = if moves.len() == 1 && ply * 2 < MAX_PLY { depth + 1 } else { depth };
        let first_alpha = alpha;
        let mut best_score = -INFINITY;
        let mut best_move = None;
        self.scratch.pickers[ply].fill(&node.position, moves, visit.best, &self.scratch.history);
        self.scratch.keys.push(node.key);
        let mut searched = 0;
        while let Some(pick) = self.scratch.pickers[ply].pick() {
            let mv = moves[pick.index];
            let calm = !mv.is_capture() && !crowns(&node.position, mv);
            let key = node.key_after(mv);
            if depth > 1 {
                self.shared.table.prefetch(key);
            }
            let child = node.play(mv, key);
            if !K::PV
                && calm
                && Self::is_late(visit, searched, moves.len(), alpha)
                && !child.position.can_capture()
            {
                continue;
            }
            let marks = searched > 0 && depth >= busy_depth() && self.shared.busy.is_shared();
            if marks {
                if !pick.again && self.shared.busy.has(child.key, depth) {
                    self.scratch.pickers[ply].defer(pick);
                    continue;
                }
                self.shared.busy.enter(child.key, depth);
            }
            let score = if searched == 0 {
                self.search_child::<K>(&child, depth - 1, ply, alpha, beta, !cut)
            } else {
                let reduction = if calm { self.reduction::<K>(visit, searched, pick.value) } else { 0 };
                let null = |worker: &mut Self, depth, cut| {
                    -worker.search::<Cut>(&child, depth, ply + 1, -alpha - 1, -alpha, cut)
                };
                let mut score = null(self, depth - 1 - reduction, reduction > 0 || !cut);
                if score > alpha && reduction > 0 && !self.aborted {
                    score = null(self, depth - 1, !cut);
                }
                if K::PV && score > alpha && score < beta && !self.aborted {
                    score = self.search_child::<K>(&child, depth - 1, ply, alpha, beta, false);
                }
                score
            };
            if marks {
                self.shared.busy.leave(child.key, depth);
            }
            if self.aborted {
                self.scratch.keys.pop();
                return best_score;
            }
            searched += 1;
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if K::PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        self.learn(node, moves, mv, visit, searched - 1);
                        break;
                    }
                }
            }
        }
        self.scratch.keys.pop();
        let bound = match best_score {
            _ if best_score >= beta => Bound::Lower,
            _ if best_score > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let best = best_move.map(|mv| (mv.from() as u8, mv.to() as u8));
        let entry = Entry { best, score: best_score, bound, depth: depth.min(255) as u8, eval: visit.eval };
        if !(K::ROOT && self.is_partial()) {
            self.shared.table.store(node.key, ply, &entry);
        }
        best_score
    }

    /// Searches a child with the window of its parent, as a node of the same kind.
    fn search_child<K: Kind>(
        &mut self,
        child: &Node<R>,
        depth: i32,
        ply: usize,
        alpha: Score,
        beta: Score,
        cut: bool,
    ) -> Score {
        if K::PV {
            -self.search::<Pv>(child, depth, ply + 1, -beta, -alpha, false)
        } else {
            -self.search::<Cut>(child, depth, ply + 1, -beta, -alpha, cut)
        }
    }

    /// Is the game drawn here, as far as the search need care?
    #[inline(always)]
    pub(super) fn is_draw(&self, node: &Node<R>) -> bool {
        if self.is_repetition(node) {
            return true;
        }
        // Whoever cannot move has lost, whatever the counters say.
        (node.clock.draw::<R>().is_some() && node.position.can_move())
            || (node.position.is_one_piece_each() && !node.position.can_capture() && node.position.can_move())
    }

    /// What the endgame tables say of a position without captures.
    #[inline(always)]
    pub(super) fn probe_tables(&self, node: &Node<R>, ply: usize) -> Option<Score> {
        if node.position.occupied().count() > self.shared.bounds.table_pieces {
            return None;
        }
        self.shared.tables.probe(&node.position, node.clock.plies_left::<R>()).map(|verdict| match verdict {
            Verdict::Win => table_won_in(ply),
            Verdict::Draw => DRAW,
            Verdict::Loss => -table_won_in(ply),
        })
    }

    pub(super) fn extend_line(&mut self, ply: usize, mv: Move<R>) {
        let (upper, lower) = self.scratch.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        // A move per ply at most: the line always has room for the rest.
        line.extend(lower[0].iter().copied());
    }

    /// Remembers which quiet move was good here, and which before it were not.
    fn learn(&mut self, node: &Node<R>, moves: &[Move<R>], good: Move<R>, visit: &Visit, searched: i32) {
        if good.is_capture() {
            return;
        }
        let &Visit { depth, ply, .. } = visit;
        let side = node.position.side();
        self.scratch.history.learn(side, good, depth, true);
        if searched == 0 {
            return;
        }
        for (index, &mv) in moves.iter().enumerate() {
            if mv != good && self.scratch.pickers[ply].is_picked(index) {
                self.scratch.history.learn(side, mv, depth, false);
            }
        }
    }
}

/// The score of a table entry, if it settles the node.
#[inline(always)]
fn cut_off(entry: &Entry, depth: i32, alpha: Score, beta: Score) -> Option<Score> {
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    (settles && i32::from(entry.depth) >= depth).then_some(entry.score)
}
