//! What the rest of the program may ask of a board: steps, rays, masks, names.

use super::dir::{Dir, turn};
use super::word::Word;
use std::fmt::Debug;

/// Bits of the widest word: the length of every table indexed by bit.
pub const MAX_BITS: usize = 128;

/// `rays[bit][dir]`: the squares one meets leaving `bit` in direction `dir`.
pub type Rays<W> = [[W; 8]; MAX_BITS];

/// The corner where a rule set puts square 1, and the way the numbers run,
/// always with White at the bottom of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Top row, leftmost square first, then rightwards, then down. Also the
    /// order of every Hub position and Hub move.
    TopLeft,
    /// Bottom row, rightmost square first, then leftwards, then up.
    BottomRight,
    /// Bottom row, leftmost square first, then rightwards, then up.
    BottomLeft,
}

/// A board: which squares there are and how they hang together.
///
/// Bits that are never a square ("ghosts") let a step run off the edge without
/// a mask; every step must therefore be cut with a set of real squares.
pub trait Geometry: Copy + Eq + Debug + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Word: Word;

    /// Columns of the board, playing squares or not.
    const FILES: usize;
    /// Rows of the board.
    const RANKS: usize;
    /// Are only every other square playing squares?
    const CHEQUERED: bool;
    /// The number of playing squares.
    const SQUARES: usize;
    /// One more than the highest bit that is a square.
    const BITS: usize;
    /// May orthogonal steps be used on this board?
    const HAS_ORTHOGONAL: bool;
    /// Every playing square.
    const ALL: Self::Word;
    /// The squares in each direction from each square.
    const RAYS: &'static Rays<Self::Word>;

    /// The playing square of a file and a rank (both from 0 at White's left),
    /// if there is one.
    fn bit_at(file: usize, rank: usize) -> Option<usize>;

    /// The file and the rank of a bit that is a square.
    fn coordinates(bit: usize) -> (usize, usize);

    /// Moves a set one square on; on a chequered board an orthogonal step
    /// leads to the next playing square of the row or column.
    fn step(set: Self::Word, dir: Dir) -> Self::Word;

    /// The squares of a rank, counted from 0 at White's side.
    fn rank(rank: usize) -> Self::Word {
        (0..Self::FILES)
            .filter_map(|file| Self::bit_at(file, rank))
            .fold(Self::Word::EMPTY, |set, bit| set | Self::Word::bit(bit))
    }

    /// Moves a set two squares against `dir`.
    #[inline(always)]
    fn two_back(set: Self::Word, dir: Dir) -> Self::Word {
        Self::step(Self::step(set, turn(dir)), turn(dir))
    }

    /// Looks along a ray from `bit`: the squares before the first one of
    /// `occupied`, and that one (the empty set when the ray runs to the edge).
    #[inline(always)]
    fn reach(bit: usize, dir: Dir, occupied: Self::Word) -> (Self::Word, Self::Word) {
        let ray = Self::RAYS[bit][dir];
        let blockers = ray & occupied;
        if blockers.is_empty() {
            return (ray, Self::Word::EMPTY);
        }
        let block = first_on_ray(blockers, dir);
        (ray & !Self::RAYS[block][dir] & !Self::Word::bit(block), Self::Word::bit(block))
    }

    /// The number of a square, from 1, when square 1 is in `corner`.
    fn number(bit: usize, corner: Corner) -> usize {
        let (file, rank) = Self::coordinates(bit);
        let pitch = if Self::CHEQUERED { 2 } else { 1 };
        let row = Self::FILES / pitch;
        1 + match corner {
            Corner::TopLeft => (Self::RANKS - 1 - rank) * row + file / pitch,
            Corner::BottomRight => rank * row + (Self::FILES - 1 - file) / pitch,
            Corner::BottomLeft => rank * row + file / pitch,
        }
    }

    /// The square with a number, if there is one.
    fn bit_of_number(number: usize, corner: Corner) -> Option<usize> {
        Self::ALL.bits().find(|&bit| Self::number(bit, corner) == number)
    }

    /// The algebraic name of a square: `a1` is the corner at White's left.
    fn name(bit: usize) -> String {
        let (file, rank) = Self::coordinates(bit);
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    /// The square with an algebraic name, if there is one.
    fn bit_of_name(name: &str) -> Option<usize> {
        let mut chars = name.chars();
        let file = chars.next()?.to_ascii_lowercase();
        let rest = chars.as_str();
        if !file.is_ascii_lowercase() || rest.is_empty() || !rest.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let file = file as usize - 'a' as usize;
        let rank = rest.parse::<usize>().ok()?.checked_sub(1)?;
        if file < Self::FILES && rank < Self::RANKS { Self::bit_at(file, rank) } else { None }
    }
}

/// The blocker met first on a ray that runs in direction `dir`.
#[inline(always)]
fn first_on_ray<W: Word>(blockers: W, dir: Dir) -> usize {
    // Bits rise to the north, and to the east within a row.
    if matches!(dir, 7 | 0..=2) { blockers.lowest() } else { blockers.highest() }
}
