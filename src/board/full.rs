//! The 8x8 board of which every square is played on: Turkish.

use super::dir::{self, Dir};
use super::geometry::{Geometry, MAX_BITS, Rays};
use super::word::Word;

/// 8x8, all 64 squares; bit 0 is a1, bit 7 h1, bit 63 h8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full8x8;

const SIDE: usize = 8;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << (SIDE - 1);

/// One step of a set. There is no room for a ghost file in 64 bits, so steps
/// to the side are masked.
#[inline(always)]
const fn step(set: u64, dir: Dir) -> u64 {
    match dir {
        dir::N => set << 8,
        dir::NE => (set & !FILE_H) << 9,
        dir::E => (set & !FILE_H) << 1,
        dir::SE => (set & !FILE_H) >> 7,
        dir::S => set >> 8,
        dir::SW => (set & !FILE_A) >> 9,
        dir::W => (set & !FILE_A) >> 1,
        _ => (set & !FILE_A) << 7,
    }
}

static RAYS: Rays<u64> = {
    let mut rays = [[0; 8]; MAX_BITS];
    let mut bit = 0;
    while bit < SIDE * SIDE {
        let mut dir = 0;
        while dir < 8 {
            let mut set = step(1 << bit, dir);
            while set != 0 {
                rays[bit][dir] |= set;
                set = step(set, dir);
            }
            dir += 1;
        }
        bit += 1;
    }
    rays
};

impl Geometry for Full8x8 {
    type Word = u64;

    const FILES: usize = SIDE;
    const RANKS: usize = SIDE;
    const CHEQUERED: bool = false;
    const SQUARES: usize = SIDE * SIDE;
    const BITS: usize = SIDE * SIDE;
    const HAS_ORTHOGONAL: bool = true;
    const ALL: u64 = u64::MAX;
    const RAYS: &'static Rays<u64> = &RAYS;

    fn bit_at(file: usize, rank: usize) -> Option<usize> {
        (file < SIDE && rank < SIDE).then_some(rank * SIDE + file)
    }

    fn coordinates(bit: usize) -> (usize, usize) {
        debug_assert!(Self::ALL.contains(bit));
        (bit % SIDE, bit / SIDE)
    }

    #[inline(always)]
    fn step(set: u64, dir: Dir) -> u64 {
        step(set, dir)
    }
}
