//! Perft: the number of move sequences of a given length, the classic test of
//! a move generator.

use super::moves::{Move, MoveList};
use super::position::Position;
use crate::rules::Rules;
use rayon::prelude::*;

/// The number of legal move sequences of `depth` plies. The last ply is counted,
/// not played; nothing is remembered.
pub fn perft<R: Rules>(position: &Position<R>, depth: usize) -> u64 {
    let mut lists = vec![MoveList::new(); depth.max(1)];
    match depth {
        0 => 1,
        1 => position.count_moves(&mut lists[0]) as u64,
        _ => walk(position, depth, &mut lists),
    }
}

/// Perft of two plies or more, with a list for each.
fn walk<R: Rules>(position: &Position<R>, depth: usize, lists: &mut [MoveList<R>]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 0 };
    position.moves_into(list);
    if depth > 2 {
        return list.iter().map(|&mv| walk(&position.play(mv), depth - 1, rest)).sum();
    }
    list.iter().map(|&mv| position.play(mv).count_moves(&mut rest[0]) as u64).sum()
}

/// Perft after each legal move, computed in the current rayon pool.
pub fn divide<R: Rules>(position: &Position<R>, depth: usize) -> Vec<(Move<R>, u64)> {
    position
        .moves()
        .par_iter()
        .map(|&mv| (mv, if depth == 0 { 1 } else { parallel(&position.play(mv), depth - 1) }))
        .collect()
}

/// Perft in the current rayon pool.
pub fn parallel<R: Rules>(position: &Position<R>, depth: usize) -> u64 {
    // Below this depth the work is too small to hand out.
    if depth < 6 || rayon::current_num_threads() == 1 {
        return perft(position, depth);
    }
    position.moves().par_iter().map(|&mv| parallel(&position.play(mv), depth - 1)).sum()
}
