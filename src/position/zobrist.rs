//! Zobrist keys: a 64-bit number for a position, updated move by move.

use super::moves::Move;
use super::position::Position;
use crate::board::Word;
use crate::board::geometry::MAX_BITS;
use crate::rules::{Rules, Side};

/// `PIECES[side][kind][bit]`.
static PIECES: [[[u64; MAX_BITS]; 2]; 2] = random_table();
const BLACK_TO_MOVE: u64 = split_mix(0x1234_5678_9ABC_DEF0);

/// The output function of SplitMix64 (Steele, Lea and Flood 2014).
const fn split_mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn random_table() -> [[[u64; MAX_BITS]; 2]; 2] {
    let mut table = [[[0; MAX_BITS]; 2]; 2];
    let mut state = 0u64;
    let mut i = 0;
    while i < 4 * MAX_BITS {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        table[i / MAX_BITS / 2][i / MAX_BITS % 2][i % MAX_BITS] = split_mix(state);
        i += 1;
    }
    table
}

/// Scrambles a number: neighbours come out unrelated.
#[inline(always)]
pub fn scramble(number: u64) -> u64 {
    split_mix(number.wrapping_add(0x9E37_79B9_7F4A_7C15))
}

#[inline(always)]
fn piece(side: Side, king: bool, bit: usize) -> u64 {
    PIECES[side as usize][king as usize][bit]
}

impl<R: Rules> Position<R> {
    /// The key of the position, computed from scratch.
    pub fn key(&self) -> u64 {
        let mut key = match self.side {
            Side::White => 0,
            Side::Black => BLACK_TO_MOVE,
        };
        for side in [Side::White, Side::Black] {
            for bit in self.pieces(side).bits() {
                key ^= piece(side, self.kings.contains(bit), bit);
            }
        }
        key
    }

    /// The key after a legal move, given the `key` of this position.
    #[inline(always)]
    pub fn key_after(&self, key: u64, mv: Move<R>) -> u64 {
        let was_king = self.kings.contains(mv.from());
        let mut key = key
            ^ BLACK_TO_MOVE
            ^ piece(self.side, was_king, mv.from())
            ^ piece(self.side, mv.ends_as_king(), mv.to());
        for bit in mv.taken().bits() {
            key ^= piece(self.side.other(), self.kings.contains(bit), bit);
        }
        key
    }
}
