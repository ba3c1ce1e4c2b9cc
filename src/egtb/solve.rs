//! Solves a slice and its turned one: the value of every position with perfect
//! play, and the plies to the end of the game.
//!
//! Retrograde analysis (K. Thompson 1986) by distance: the positions decided in
//! `n` plies are those whose moves lead to positions decided in `n - 1`. Moves
//! that leave the slice (captures and crownings) lead to slices that have been
//! solved; the others are un-made from the positions just decided. Draw counters
//! are left out: the value is that of a game without them.

use super::Verdict;
use super::index::Index;
use super::slice::Slice;
use crate::board::dir::each_dir;
use crate::board::{Geometry, Word};
use crate::position::{Move, MoveList, Position};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nobody wins.
    Draw,
    /// It wins in so many plies.
    Win(u16),
    /// It loses in so many plies; 0: it cannot move.
    Loss(u16),
}

impl Value {
    /// What the position is worth from which a move leads to one with this value.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The value of a position whose moves lead to positions with these values: the
    /// best for its side to move; none if one is not known.
    pub(super) fn best(after: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        // Without a move it is lost.
        let mut best = Self::Loss(0);
        for value in after {
            let value = value?.before();
            if value.rank() > best.rank() {
                best = value;
            }
        }
        Some(best)
    }

    /// Without the distance.
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Win(_) => Verdict::Win,
            Self::Draw => Verdict::Draw,
            Self::Loss(_) => Verdict::Loss,
        }
    }

    /// The greater, the better: a quick win, a draw, a loss that takes long.
    pub fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => i32::from(u16::MAX) - i32::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }

    /// The value in two bytes: 0 a draw (or no position), odd a win, even a loss.
    pub(super) const fn pack(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 2 * plies + 1,
            Self::Loss(plies) => 2 * plies + 2,
        }
    }

    pub(super) const fn unpack(packed: u16) -> Self {
        match packed {
            0 => Self::Draw,
            packed if packed % 2 == 1 => Self::Win(packed / 2),
            packed => Self::Loss(packed / 2 - 1),
        }
    }
}

/// More plies than any game that is decided takes.
const MOST: u16 = 1000;

/// Positions per task.
const CHUNK: usize = 1 << 12;

/// In the place of the number of moves left: not all moves can lose.
const SAFE: u8 = 254;

/// In the place of the number of moves left: no move stays in the slice. The
/// position is no position, decided by the rules, or a capture is compulsory.
const LEAVES: u8 = 255;

/// In the place of plies: never.
const NEVER: u16 = u16::MAX;

/// One side to move of a slice under work.
struct Half {
    /// The values that are known, packed.
    value: Vec<AtomicU16>,
    /// Moves within the slice that are not yet known to lose, [`SAFE`] or [`LEAVES`].
    left: Vec<AtomicU8>,
    /// Plies to the win by the best move out of the slice, or [`NEVER`].
    out_win: Vec<u16>,
    /// Plies to the loss by the longest move out of the slice, if all of them lose.
    out_loss: Vec<u16>,
}

/// Set in the place of a value: a move leads to a position that is lost.
const WINS_NEXT: u16 = u16::MAX;

/// The values of a slice and of its turned one, in the order of the index;
/// `known` has those of all slices their moves lead to.
///
/// # Errors
///
/// When a game takes more plies to its end than there is room for.
pub(super) fn solve<R: Rules>(
    index: &Index<R>,
    slice: Slice,
    known: &(impl Fn(Slice, usize) -> Value + Sync),
) -> Result<[Vec<u16>; 2], String> {
    let turned = slice.turned();
    let mut halves = vec![Half::new(index, slice, known)];
    if turned != slice {
        halves.push(Half::new(index, turned, known));
    }
    let mut plies = 0;
    loop {
        let decided: Vec<_> = halves.iter().map(|half| half.decide(plies)).collect();
        for (half, (slice, decided)) in halves.iter().rev().zip([slice, turned].into_iter().zip(&decided)) {
            // The positions before these have the other side to move: the other half,
            // if there are two.
            decided.par_chunks(CHUNK).for_each(|chunk| {
                chunk.iter().for_each(|&(number, won)| half.hear_of(index, slice, number, won));
            });
        }
        if decided.iter().all(Vec::is_empty) && !halves.iter().any(|half| half.waits(plies)) {
            break;
        }
        plies += 1;
        if plies > MOST {
            return Err(format!("games of more than {MOST} plies with {slice:?}"));
        }
    }
    let values = |half: Half| half.value.into_iter().map(AtomicU16::into_inner).collect::<Vec<u16>>();
    let mut halves = halves.into_iter().map(values);
    let first = halves.next().unwrap_or_default();
    let second = halves.next().unwrap_or_else(|| first.clone());
    Ok([first, second])
}

impl Half {
    /// Looks at every position once.
    fn new<R: Rules>(
        index: &Index<R>,
        slice: Slice,
        known: &(impl Fn(Slice, usize) -> Value + Sync),
    ) -> Self {
        let size = index.size(slice);
        let mut half = Self {
            value: std::iter::repeat_with(|| AtomicU16::new(0)).take(size).collect(),
            left: std::iter::repeat_with(|| AtomicU8::new(LEAVES)).take(size).collect(),
            out_win: vec![NEVER; size],
            out_loss: vec![NEVER; size],
        };
        let left = half.left.par_chunks_mut(CHUNK);
        let out = half.out_win.par_chunks_mut(CHUNK).zip(half.out_loss.par_chunks_mut(CHUNK));
        left.zip(out).enumerate().for_each_init(MoveList::new, |list, (chunk, (left, (win, loss)))| {
            for i in 0..left.len() {
                let Some(position) = index.position(slice, chunk * CHUNK + i) else { continue };
                let seen = look(index, &position, list, known);
                *left[i].get_mut() = seen.left;
                win[i] = seen.win;
                loss[i] = seen.loss;
            }
        });
        half
    }

    /// Decides what is decided in so many plies: the numbers of the positions, and
    /// whether they are won.
    fn decide(&self, plies: u16) -> Vec<(usize, bool)> {
        let decide = |number: usize| {
            let value = &self.value[number];
            let now = match value.load(Relaxed) {
                WINS_NEXT => Value::Win(plies),
                0 if self.out_win[number] == plies => Value::Win(plies),
                0 if self.is_lost(number) && self.out_loss[number] <= plies => Value::Loss(plies),
                _ => return None,
            };
            value.store(now.pack(), Relaxed);
            Some((number, matches!(now, Value::Win(_))))
        };
        (0..self.value.len()).into_par_iter().with_min_len(CHUNK).filter_map(decide).collect()
    }

    /// Does every move within the slice lose? Those out of it have their say too.
    fn is_lost(&self, number: usize) -> bool {
        matches!(self.left[number].load(Relaxed), 0 | LEAVES)
    }

    /// Hears of a position that the moves of this half lead to and that has just
    /// been decided.
    fn hear_of<R: Rules>(&self, index: &Index<R>, slice: Slice, number: usize, won: bool) {
        let Some(position) = index.position(slice, number) else { return };
        each_before(&position, |before| {
            let (_, number) = index.of(&before);
            match self.left[number].load(Relaxed) {
                LEAVES => {}
                // Whoever moves there wins, if not sooner.
                _ if !won => drop(self.value[number].compare_exchange(0, WINS_NEXT, Relaxed, Relaxed)),
                SAFE => {}
                _ => drop(self.left[number].fetch_sub(1, Relaxed)),
            }
        });
    }

    /// Is anything known to be decided in more plies than this?
    fn waits(&self, plies: u16) -> bool {
        let later = |end: u16| end > plies && end != NEVER;
        (0..self.value.len()).into_par_iter().with_min_len(CHUNK).any(|number| {
            match self.value[number].load(Relaxed) {
                WINS_NEXT => true,
                0 => later(self.out_win[number]) || self.is_lost(number) && later(self.out_loss[number]),
                _ => false,
            }
        })
    }
}

/// The moves of a position: those that stay in the slice, counted, and what those
/// that leave it come to.
struct Seen {
    left: u8,
    win: u16,
    loss: u16,
}

fn look<R: Rules>(
    index: &Index<R>,
    position: &Position<R>,
    list: &mut MoveList<R>,
    known: &impl Fn(Slice, usize) -> Value,
) -> Seen {
    position.moves_into(list);
    let forced = list.first().is_some_and(|mv| mv.is_capture());
    if !forced && position.is_one_piece_each() && !list.is_empty() {
        return Seen { left: LEAVES, win: NEVER, loss: NEVER };
    }
    let (mut left, mut win, mut loss, mut safe) = (0, NEVER, 0, false);
    for &mv in list.iter() {
        let crowned = mv.ends_as_king() && !position.kings().contains(mv.from());
        if !forced && !crowned {
            left += 1;
            continue;
        }
        match value_after(index, position, mv, known) {
            Value::Loss(plies) => win = win.min(plies + 1),
            Value::Win(plies) => loss = loss.max(plies + 1),
            Value::Draw => safe = true,
        }
    }
    match () {
        () if list.is_empty() => Seen { left: LEAVES, win: NEVER, loss: 0 },
        () if forced && (safe || win != NEVER) => Seen { left: LEAVES, win, loss: NEVER },
        () if forced => Seen { left: LEAVES, win: NEVER, loss },
        () if safe || win != NEVER => Seen { left: SAFE, win, loss: NEVER },
        () => Seen { left, win: NEVER, loss },
    }
}

/// What a move that leaves the slice leads to, for the side to move there.
fn value_after<R: Rules>(
    index: &Index<R>,
    position: &Position<R>,
    mv: Move<R>,
    known: &impl Fn(Slice, usize) -> Value,
) -> Value {
    let after = position.play(mv);
    if after.pieces(after.side()).is_empty() {
        return Value::Loss(0);
    }
    let (slice, number) = index.of(&after);
    known(slice, number)
}

/// The positions, Black to move, from which Black may have come to this one by a
/// move within the slice. Whether a capture was compulsory there is not asked.
fn each_before<R: Rules>(position: &Position<R>, mut visit: impl FnMut(Position<R>)) {
    let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
    let occupied = white | black;
    let mut visit_from = |to: usize, from: Squares<R>, king: bool| {
        for from in from.bits() {
            let (from, to) = (Squares::<R>::bit(from), Squares::<R>::bit(to));
            let kings = if king { position.kings() & !to | from } else { position.kings() };
            visit(Position::of(Side::Black, white, black & !to | from, kings));
        }
    };
    for to in (black & position.kings()).bits() {
        each_dir!(R::FACTS.king_moves, D => {
            let from = if R::FACTS.flying {
                R::Board::reach(to, D, occupied).0
            } else {
                R::Board::step(Squares::<R>::bit(to), D) & R::Board::ALL & !occupied
            };
            visit_from(to, from, true);
        });
    }
    for to in (black & !position.kings()).bits() {
        // Black's men go the other way, and so come from here.
        each_dir!(R::FACTS.man_moves, D => {
            let from = R::Board::step(Squares::<R>::bit(to), D) & R::Board::ALL & !occupied;
            visit_from(to, from, false);
        });
    }
}
