//! Chequered boards: only every other square is played on.
//!
//! Squares are numbered row by row from White's left, with one ghost bit per
//! two rows for each ghost file. A step is then one shift by a constant, the
//! same for every square, and a step over the edge lands on a ghost. One ghost
//! file serves the diagonals; orthogonal steps need two, or a step to the east
//! of a right edge would land on the next row.

use super::dir::{self, Dir};
use super::geometry::{Geometry, MAX_BITS, Rays};
use super::word::Word;

/// A chequered board of `FILES` x `RANKS` with `GHOSTS` ghost files. `A1` tells
/// whether the corner at White's left is a playing square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagonal<W, const FILES: usize, const RANKS: usize, const GHOSTS: usize, const A1: bool>(
    std::marker::PhantomData<W>,
);

/// 8x8, a1 played on: Russian, English, Brazilian.
pub type Board8 = Diagonal<u64, 8, 8, 1, true>;
/// 8x8, h1 played on: Spanish, Italian.
pub type Board8Mirrored = Diagonal<u64, 8, 8, 1, false>;
/// 10x10: International.
pub type Board10 = Diagonal<u64, 10, 10, 1, true>;
/// 10x10 with room for orthogonal steps: Frisian.
pub type Board10Orthogonal = Diagonal<u64, 10, 10, 2, true>;
/// 12x12: Canadian.
pub type Board12 = Diagonal<u128, 12, 12, 1, true>;

/// The arithmetic of the layout, in one place.
#[derive(Clone, Copy)]
struct Layout {
    files: usize,
    ranks: usize,
    ghosts: usize,
    a1: bool,
}

impl Layout {
    /// A step to the north-west; the north-east is one more.
    const fn left(self) -> usize {
        (self.files + self.ghosts) / 2
    }

    /// Two rows: a step to the north.
    const fn period(self) -> usize {
        2 * self.left() + 1
    }

    /// The bit of a playing square, or `MAX_BITS` for any other.
    const fn bit_at(self, file: usize, rank: usize) -> usize {
        if file >= self.files || rank >= self.ranks || (file + rank).is_multiple_of(2) != self.a1 {
            return MAX_BITS;
        }
        let odd_row = match (rank % 2, self.a1) {
            (0, _) => 0,
            (_, true) => self.left() + 1,
            (_, false) => self.left(),
        };
        rank / 2 * self.period() + odd_row + file / 2
    }

    const fn coordinates(self) -> [(u8, u8); MAX_BITS] {
        let mut table = [(0, 0); MAX_BITS];
        let mut rank = 0;
        while rank < self.ranks {
            let mut file = 0;
            while file < self.files {
                let bit = self.bit_at(file, rank);
                if bit < MAX_BITS {
                    table[bit] = (file as u8, rank as u8);
                }
                file += 1;
            }
            rank += 1;
        }
        table
    }

    const fn all(self) -> u128 {
        let mut set = 0;
        let mut square = 0;
        while square < self.files * self.ranks {
            let bit = self.bit_at(square % self.files, square / self.files);
            if bit < MAX_BITS {
                set |= 1 << bit;
            }
            square += 1;
        }
        set
    }

    const fn ray(self, file: usize, rank: usize, dir: Dir) -> u128 {
        let (df, dr) = self.offset(dir);
        let (mut f, mut r) = (file as isize + df, rank as isize + dr);
        let mut set = 0;
        while f >= 0 && r >= 0 && self.bit_at(f as usize, r as usize) < MAX_BITS {
            set |= 1 << self.bit_at(f as usize, r as usize);
            f += df;
            r += dr;
        }
        set
    }

    /// The way to the next playing square, in files and ranks.
    const fn offset(self, dir: Dir) -> (isize, isize) {
        match dir {
            dir::N => (0, 2),
            dir::NE => (1, 1),
            dir::E => (2, 0),
            dir::SE => (1, -1),
            dir::S => (0, -2),
            dir::SW => (-1, -1),
            dir::W => (-2, 0),
            _ => (-1, 1),
        }
    }
}

impl<W, const FILES: usize, const RANKS: usize, const GHOSTS: usize, const A1: bool>
    Diagonal<W, FILES, RANKS, GHOSTS, A1>
{
    const LAYOUT: Layout = Layout { files: FILES, ranks: RANKS, ghosts: GHOSTS, a1: A1 };
    const COORDINATES: [(u8, u8); MAX_BITS] = Self::LAYOUT.coordinates();
}

macro_rules! diagonal {
    ($word:ty) => {
        impl<const FILES: usize, const RANKS: usize, const GHOSTS: usize, const A1: bool> Geometry
            for Diagonal<$word, FILES, RANKS, GHOSTS, A1>
        {
            type Word = $word;

            const FILES: usize = FILES;
            const RANKS: usize = RANKS;
            const CHEQUERED: bool = true;
            const SQUARES: usize = FILES * RANKS / 2;
            const BITS: usize = {
                let bits = (u128::BITS - Self::LAYOUT.all().leading_zeros()) as usize;
                assert!(bits <= <$word>::BITS as usize, "the board does not fit its word");
                bits
            };
            const HAS_ORTHOGONAL: bool = GHOSTS >= 2;
            const ALL: $word = Self::LAYOUT.all() as $word;
            const RAYS: &'static Rays<$word> = &{
                let mut rays = [[0; 8]; MAX_BITS];
                let mut bit = 0;
                while bit < Self::BITS {
                    if Self::ALL >> bit & 1 != 0 {
                        let (file, rank) = Self::COORDINATES[bit];
                        let mut dir = 0;
                        while dir < 8 {
                            rays[bit][dir] = Self::LAYOUT.ray(file as usize, rank as usize, dir) as $word;
                            dir += 1;
                        }
                    }
                    bit += 1;
                }
                rays
            };

            fn bit_at(file: usize, rank: usize) -> Option<usize> {
                let bit = Self::LAYOUT.bit_at(file, rank);
                (bit < MAX_BITS).then_some(bit)
            }

            fn coordinates(bit: usize) -> (usize, usize) {
                debug_assert!(Self::ALL.contains(bit));
                let (file, rank) = Self::COORDINATES[bit];
                (file.into(), rank.into())
            }

            #[inline(always)]
            fn step(set: $word, dir: Dir) -> $word {
                debug_assert!(dir % 2 == 1 || Self::HAS_ORTHOGONAL);
                match dir {
                    dir::N => set << const { Self::LAYOUT.period() },
                    dir::NE => set << const { Self::LAYOUT.left() + 1 },
                    dir::E => set << 1,
                    dir::SE => set >> const { Self::LAYOUT.left() },
                    dir::S => set >> const { Self::LAYOUT.period() },
                    dir::SW => set >> const { Self::LAYOUT.left() + 1 },
                    dir::W => set >> 1,
                    _ => set << const { Self::LAYOUT.left() },
                }
            }
        }
    };
}

diagonal!(u64);
diagonal!(u128);
