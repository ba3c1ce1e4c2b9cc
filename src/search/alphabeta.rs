//! The main recursion: principal variation search.

use super::node::{Cut, Kind, Node, Pv};
use super::params::*;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::board::Word;
use crate::egtb::{Tables, Verdict};
use crate::eval::score::{DRAW, INFINITY, MAX_PLY, is_decided, lost_in, table_won_in, won_in};
use crate::eval::{Evaluation, Score};
use crate::position::{Move, MoveList};
use crate::rules::Rules;

impl<R: Rules, E: Evaluation<R>, T: Tables<R>> Worker<'_, R, E, T> {
    /// The score of a node, exact inside the window, a bound outside. After an
    /// abort it means nothing, but at the root.
    ///
    /// `probing` allows reduced-depth pruning, which is not nested.
    pub(super) fn search<K: Kind>(
        &mut self,
        node: &Node<R>,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        probing: bool,
    ) -> Score {
        debug_assert!(-INFINITY <= alpha && alpha < beta && beta <= INFINITY);
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(node, ply, alpha, beta, true);
        }
        self.lines[ply].clear();
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
        let known = self.shared.table.probe(node.key, ply);
        if !K::PV
            && let Some(entry) = known
            && let Some(score) = cut_off(&entry, depth, alpha, beta)
            && !node.clock.is_near_draw::<R>(COUNTER_GUARD)
        {
            return score;
        }
        let quiet = !node.position.can_capture();
        if !K::ROOT
            && quiet
            && let Some(score) = self.probe_tables(node, ply)
        {
            return score;
        }
        if !K::PV
            && probing
            && quiet
            && depth >= PROBE_DEPTH
            && !is_decided(beta)
            && let Some(score) = self.probe_reduced(node, depth, ply, beta)
        {
            return score;
        }
        // The list is taken out so that the moves can be walked through while the
        // worker searches them.
        let mut list = std::mem::take(&mut self.lists[ply]);
        node.position.moves_into(&mut list);
        let mut best = known.and_then(|entry| entry.best);
        if K::ROOT {
            self.narrow(&mut list);
            best = self.first_guess(best);
        }
        let score = self.search_moves::<K>(node, &list, best, depth, ply, (alpha, beta), probing);
        self.lists[ply] = list;
        score
    }

    #[allow(clippy::too_many_arguments)] // the state of one node
    fn search_moves<K: Kind>(
        &mut self,
        node: &Node<R>,
        moves: &MoveList<R>,
        table_move: Option<(u8, u8)>,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (Score, Score),
        probing: bool,
    ) -> Score {
        if moves.is_empty() {
            self.count_leaf(ply);
            return lost_in(ply);
        }
        // A single reply costs nothing to follow.
        let depth = if moves.len() == 1 && ply * 2 < MAX_PLY { depth + 1 } else { depth };
        let first_alpha = alpha;
        let mut best_score = -INFINITY;
        let mut best_move = None;
        self.pickers[ply].fill(&node.position, moves, table_move, &self.history);
        self.keys.push(node.key);
        let mut searched = 0;
        while let Some(index) = self.pickers[ply].pick() {
            let mv = moves[index];
            let child = node.play(mv);
            let score = if searched == 0 {
                self.search_child::<K>(&child, depth - 1, ply, alpha, beta, probing)
            } else {
                let reduction = reduction::<R, K>(node, mv, depth, searched);
                let null = |worker: &mut Self, depth| {
                    -worker.search::<Cut>(&child, depth, ply + 1, -alpha - 1, -alpha, probing)
                };
                let mut score = null(self, depth - 1 - reduction);
                if score > alpha && reduction > 0 && !self.aborted {
                    score = null(self, depth - 1);
                }
                if K::PV && score > alpha && score < beta && !self.aborted {
                    score = self.search_child::<K>(&child, depth - 1, ply, alpha, beta, probing);
                }
                score
            };
            if self.aborted {
                self.keys.pop();
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
                        self.learn(node, moves, mv, depth, ply);
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        let bound = match best_score {
            _ if best_score >= beta => Bound::Lower,
            _ if best_score > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let best = best_move.map(|mv| (mv.from() as u8, mv.to() as u8));
        let entry = Entry { best, score: best_score, bound, depth: depth.min(255) as u8, eval: None };
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
        probing: bool,
    ) -> Score {
        if K::PV {
            -self.search::<Pv>(child, depth, ply + 1, -beta, -alpha, probing)
        } else {
            -self.search::<Cut>(child, depth, ply + 1, -beta, -alpha, probing)
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

    /// Pruning by a search of much smaller depth against a raised window
    /// (ProbCut, Buro 1995). It stands in for the null move, which is unsound in
    /// draughts, where to pass is often best.
    fn probe_reduced(&mut self, node: &Node<R>, depth: i32, ply: usize, beta: Score) -> Option<Score> {
        let margin = PROBE_MARGIN * depth;
        let raised = beta + margin;
        let score = self.search::<Cut>(node, depth * PROBE_SHARE / 100, ply, raised - 1, raised, false);
        (score >= raised && !self.aborted).then_some(score - margin)
    }

    pub(super) fn extend_line(&mut self, ply: usize, mv: Move<R>) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        // A move per ply at most: the line always has room for the rest.
        line.extend(lower[0].iter().copied());
    }

    /// Remembers which quiet move was good here, and which before it were not.
    fn learn(&mut self, node: &Node<R>, moves: &[Move<R>], good: Move<R>, depth: i32, ply: usize) {
        if good.is_capture() {
            return;
        }
        let side = node.position.side();
        for (index, &mv) in moves.iter().enumerate() {
            if mv != good && self.pickers[ply].is_picked(index) {
                self.history.learn(side, mv, depth, false);
            }
        }
        self.history.learn(side, good, depth, true);
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

/// By how many plies a later move is reduced at first.
#[inline(always)]
fn reduction<R: Rules, K: Kind>(node: &Node<R>, mv: Move<R>, depth: i32, searched: usize) -> i32 {
    let crowns = mv.ends_as_king() && !node.position.kings().contains(mv.from());
    if depth < REDUCTION_DEPTH || mv.is_capture() || crowns {
        0
    } else if K::PV {
        i32::from(searched >= FULL_MOVES_PV)
    } else if searched >= TWO_PLY_REDUCTION {
        2
    } else {
        i32::from(searched >= FULL_MOVES)
    }
}
