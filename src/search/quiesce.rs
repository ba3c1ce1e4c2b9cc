//! The recursion beyond the depth: captures only, until the board is quiet.

use super::node::Node;
use super::worker::Worker;
use crate::egtb::Tables;
use crate::eval::score::{DRAW, INFINITY, MAX_PLY, lost_in};
use crate::eval::{Evaluation, Score};
use crate::rules::Rules;

impl<R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'_, R, E, T> {
    /// The score of a node once no capture is pending. Captures are compulsory:
    /// a side that can capture has no choice to stand still.
    ///
    /// Where the opponent threatens to capture, an evaluation means nothing
    /// either; with `threats` every quiet move is tried first, for one ply.
    pub(super) fn quiesce(
        &mut self,
        node: &Node<R>,
        ply: usize,
        alpha: Score,
        beta: Score,
        threats: bool,
    ) -> Score {
        self.scratch.lines[ply].clear();
        if self.enter() {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate(node, ply);
        }
        let mut list = std::mem::take(&mut self.scratch.lists[ply]);
        node.position.captures_into(&mut list);
        let mut threats = threats;
        if list.is_empty() {
            if let Some(score) = self.settle(node, ply) {
                self.scratch.lists[ply] = list;
                return score;
            }
            if !(threats && node.position.passed().can_capture()) {
                self.scratch.lists[ply] = list;
                self.count_leaf(ply);
                return self.evaluate(node, ply);
            }
            node.position.quiet_moves_into(&mut list);
            threats = false;
        }
        let score = self.quiesce_moves(node, &list, ply, alpha, beta, threats);
        self.scratch.lists[ply] = list;
        score
    }

    /// The score of a node without captures, when rules or tables decide it.
    fn settle(&mut self, node: &Node<R>, ply: usize) -> Option<Score> {
        if !node.position.has_quiet_move() {
            self.count_leaf(ply);
            return Some(lost_in(ply));
        }
        if self.is_draw(node) {
            self.count_leaf(ply);
            return Some(DRAW);
        }
        let score = self.probe_tables(node, ply)?;
        self.count_leaf(ply);
        Some(score)
    }

    fn quiesce_moves(
        &mut self,
        node: &Node<R>,
        list: &[crate::position::Move<R>],
        ply: usize,
        mut alpha: Score,
        beta: Score,
        threats: bool,
    ) -> Score {
        let mut best = -INFINITY;
        let open_window = beta - alpha > 1;
        self.scratch.pickers[ply].fill(&node.position, list, None, &self.scratch.history);
        self.scratch.keys.push(node.key);
        while let Some(pick) = self.scratch.pickers[ply].pick() {
            let mv = list[pick.index];
            let score = -self.quiesce(&node.play(mv, node.key_after(mv)), ply + 1, -beta, -alpha, threats);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if open_window {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.scratch.keys.pop();
        best
    }
}
