//! A position as a value.

use super::moves::Move;
use crate::board::{Geometry, Word};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};
use std::fmt::{self, Display};

/// The two kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An uncrowned piece.
    Man,
    /// A crowned piece.
    King,
}

/// A piece.
pub type Piece = (Side, Kind);

/// Why a set-up is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Two pieces on the square with this bit.
    Occupied(usize),
    /// A man on its promotion row, on the square with this bit: it would have
    /// been crowned.
    ManOnPromotionRow(Side, usize),
}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied(_) => write!(f, "two pieces on one square"),
            Self::ManOnPromotionRow(side, _) => {
                write!(
                    f,
                    "a {} man on its promotion row",
                    if *side == Side::White { "white" } else { "black" }
                )
            }
        }
    }
}

/// The pieces on the board and the side to move.
///
/// What the draw rules count is not here but in a [`Game`](super::Game).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) white: Squares<R>,
    pub(super) black: Squares<R>,
    pub(super) kings: Squares<R>,
    pub(super) side: Side,
}

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<R: Rules> {
    /// Pieces of the side to move.
    pub us: Squares<R>,
    /// Pieces of the opponent.
    pub them: Squares<R>,
    /// Kings of both.
    pub kings: Squares<R>,
}

impl<R: Rules> View<R> {
    /// Squares nobody stands on.
    #[inline(always)]
    pub fn empty(&self) -> Squares<R> {
        R::Board::ALL & !(self.us | self.them)
    }
}

/// The row where men of a side are crowned.
#[inline(always)]
pub fn promotion_row<R: Rules>(side: Side) -> Squares<R> {
    R::Board::rank(match side {
        Side::White => R::Board::RANKS - 1,
        Side::Black => 0,
    })
}

impl<R: Rules> Position<R> {
    /// A board without pieces.
    pub fn empty(side: Side) -> Self {
        Self { white: Squares::<R>::EMPTY, black: Squares::<R>::EMPTY, kings: Squares::<R>::EMPTY, side }
    }

    /// The position with these pieces. No square is in two of the first sets, every
    /// king is in one of them, and no man stands on its promotion row.
    #[inline]
    pub fn of(side: Side, white: Squares<R>, black: Squares<R>, kings: Squares<R>) -> Self {
        debug_assert!((white & black).is_empty() && (kings & !(white | black)).is_empty());
        debug_assert!((white & !kings & promotion_row::<R>(Side::White)).is_empty());
        debug_assert!((black & !kings & promotion_row::<R>(Side::Black)).is_empty());
        Self { white, black, kings, side }
    }

    /// The position in which a game starts.
    pub fn start() -> Self {
        let facts = R::FACTS;
        let rows = facts.rows_behind..facts.rows_behind + facts.men_rows;
        let mut start = Self::empty(facts.first);
        for row in rows {
            start.white |= R::Board::rank(row);
            start.black |= R::Board::rank(R::Board::RANKS - 1 - row);
        }
        start
    }

    /// Puts a piece on an empty square.
    ///
    /// # Errors
    ///
    /// When the square is taken, or the piece is a man and would be crowned there.
    pub fn put(&mut self, (side, kind): Piece, bit: usize) -> Result<(), PositionError> {
        let square = Squares::<R>::bit(bit);
        if self.occupied().contains(bit) {
            return Err(PositionError::Occupied(bit));
        }
        match kind {
            Kind::King => self.kings |= square,
            Kind::Man if promotion_row::<R>(side).contains(bit) => {
                return Err(PositionError::ManOnPromotionRow(side, bit));
            }
            Kind::Man => {}
        }
        match side {
            Side::White => self.white |= square,
            Side::Black => self.black |= square,
        }
        Ok(())
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> Squares<R> {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The kings of both sides.
    #[inline(always)]
    pub fn kings(&self) -> Squares<R> {
        self.kings
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Squares<R> {
        self.white | self.black
    }

    /// The piece on a square.
    pub fn piece_at(&self, bit: usize) -> Option<Piece> {
        let side = if self.white.contains(bit) {
            Side::White
        } else if self.black.contains(bit) {
            Side::Black
        } else {
            return None;
        };
        Some((side, if self.kings.contains(bit) { Kind::King } else { Kind::Man }))
    }

    /// The position as the side to move sees it.
    #[inline(always)]
    pub fn view(&self) -> View<R> {
        match self.side {
            Side::White => View { us: self.white, them: self.black, kings: self.kings },
            Side::Black => View { us: self.black, them: self.white, kings: self.kings },
        }
    }

    /// The position with the other side to move.
    pub fn passed(&self) -> Self {
        Self { side: self.side.other(), ..*self }
    }

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, mv: Move<R>) -> Self {
        let from = Squares::<R>::bit(mv.from());
        let to = Squares::<R>::bit(mv.to());
        let king = if mv.king { to } else { Squares::<R>::EMPTY };
        let kings = self.kings & !(from | mv.taken) | king;
        match self.side {
            Side::White => Self {
                white: self.white & !from | to,
                black: self.black & !mv.taken,
                kings,
                side: Side::Black,
            },
            Side::Black => Self {
                white: self.white & !mv.taken,
                black: self.black & !from | to,
                kings,
                side: Side::White,
            },
        }
    }
}
