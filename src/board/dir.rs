//! The eight directions of a board, seen from White, and sets of them.

/// A direction: 0 is north (away from White), then clockwise in steps of 45°.
///
/// A plain number, because directions are const arguments of the generator and
/// the fields of an enum are not allowed there yet.
pub type Dir = usize;

/// North: towards Black.
pub const N: Dir = 0;
/// North-east.
pub const NE: Dir = 1;
/// East: to White's right.
pub const E: Dir = 2;
/// South-east.
pub const SE: Dir = 3;
/// South: towards White.
pub const S: Dir = 4;
/// South-west.
pub const SW: Dir = 5;
/// West: to White's left.
pub const W: Dir = 6;
/// North-west.
pub const NW: Dir = 7;

/// The opposite direction.
#[inline(always)]
pub const fn turn(dir: Dir) -> Dir {
    (dir + 4) % 8
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DirSet(u8);

impl DirSet {
    /// The two forward diagonals.
    pub const FORWARD_DIAGONALS: Self = Self::of(&[NE, NW]);
    /// All four diagonals.
    pub const DIAGONALS: Self = Self::of(&[NE, SE, SW, NW]);
    /// Rows and columns.
    pub const ORTHOGONALS: Self = Self::of(&[N, E, S, W]);
    /// Forward and sideways.
    pub const FORWARD_AND_SIDEWAYS: Self = Self::of(&[N, E, W]);
    /// All eight directions.
    pub const ALL: Self = Self(0xFF);

    /// The set of the listed directions.
    pub const fn of(dirs: &[Dir]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < dirs.len() {
            set |= 1 << dirs[i];
            i += 1;
        }
        Self(set)
    }

    /// The set in a mirror that swaps east and west.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let mut set = 0;
        let mut dir = 0;
        while dir < 8 {
            if self.contains(dir) {
                set |= 1 << ((8 - dir) % 8);
            }
            dir += 1;
        }
        Self(set)
    }

    /// Does the set hold `dir`?
    #[inline(always)]
    pub const fn contains(self, dir: Dir) -> bool {
        self.0 >> dir & 1 != 0
    }

    /// The set without `dir`.
    #[inline(always)]
    pub const fn without(self, dir: Dir) -> Self {
        Self(self.0 & !(1 << dir))
    }

    /// The set as the other side sees it: turned by 180°.
    #[inline(always)]
    pub const fn turned(self) -> Self {
        Self(self.0.rotate_left(4))
    }

    /// The set as White (`true`) or Black (`false`) sees it.
    #[inline(always)]
    pub const fn seen_by(self, white: bool) -> Self {
        if white { self } else { self.turned() }
    }

    /// Does it hold a direction that is not a diagonal?
    pub const fn has_orthogonal(self) -> bool {
        self.0 & Self::ORTHOGONALS.0 != 0
    }

    /// The directions of the set, clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        (0..8).filter(move |&d| self.contains(d))
    }
}

/// Runs `$body` once per direction of the constant set `$set`, with `$dir` a
/// constant: the directions that are not in the set leave no code behind.
macro_rules! each_dir {
    ($set:expr, $dir:ident => $body:block) => {
        each_dir!(@ $set, $dir, $body, 0 1 2 3 4 5 6 7)
    };
    (@ $set:expr, $dir:ident, $body:block, $($d:literal)*) => {
        $(
            if const { $set.contains($d) } {
                #[allow(unused)] // a body may not name its direction
                const $dir: $crate::board::dir::Dir = $d;
                $body
            }
        )*
    };
}
pub(crate) use each_dir;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_twice_is_nothing() {
        for d in 0..8 {
            assert_eq!(turn(turn(d)), d);
            assert!(DirSet::of(&[d]).turned().contains(turn(d)));
        }
        assert_eq!(DirSet::FORWARD_DIAGONALS.turned(), DirSet::of(&[SE, SW]));
        assert_eq!(DirSet::FORWARD_AND_SIDEWAYS.turned(), DirSet::of(&[S, E, W]));
        assert_eq!(DirSet::DIAGONALS.turned(), DirSet::DIAGONALS);
    }
}
