//! Positions to numbers and back: the order of the positions in a table.
//!
//! Positions are seen by White to move; those of Black are turned by 180° with
//! the colours changed. Men are ranked on the rows they can stand on, kings on
//! the squares the others leave free, combinations in colexicographic order.
//! Numbers where two men would share a square belong to no position.

use super::slice::Slice;
use crate::board::{Geometry, MAX_BITS, Word};
use crate::position::Position;
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};

const MOST: usize = Slice::MOST;

/// The order of the positions of a rule set's board.
#[derive(Clone, Debug)]
pub(super) struct Index<R: Rules> {
    /// The number of a square among the squares, by its bit.
    number: [u8; MAX_BITS],
    /// The bit of each square.
    bit: Vec<usize>,
    /// Squares of the rows men can stand on.
    man_squares: usize,
    /// The bit of each square's mirror image, by its bit, where positions are worth
    /// the same in a mirror.
    mirror: Option<[u8; MAX_BITS]>,
    /// `binomial[n][k]`: ways to choose k of n.
    binomial: Vec<[usize; MOST + 1]>,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Default for Index<R> {
    fn default() -> Self {
        let bit: Vec<_> = R::Board::ALL.bits().collect();
        let mut number = [0; MAX_BITS];
        for (index, &bit) in bit.iter().enumerate() {
            number[bit] = index as u8;
        }
        let mut binomial = vec![[0; MOST + 1]; bit.len() + 1];
        for n in 0..=bit.len() {
            binomial[n][0] = 1;
            for k in 1..=MOST.min(n) {
                binomial[n][k] = binomial[n - 1][k - 1] + binomial[n - 1][k];
            }
        }
        let man_squares = bit.len() - R::Board::rank(0).count();
        Self { number, bit, man_squares, mirror: mirror::<R>(), binomial, rules: std::marker::PhantomData }
    }
}

/// The squares in a mirror that swaps left and right. A chequered board looks
/// different in it.
fn mirror<R: Rules>() -> Option<[u8; MAX_BITS]> {
    let facts = R::FACTS;
    let directions = [facts.man_moves, facts.man_captures, facts.king_moves, facts.king_captures];
    if R::Board::CHEQUERED || directions.iter().any(|directions| *directions != directions.mirrored()) {
        return None;
    }
    let mut mirror = [0; MAX_BITS];
    for bit in R::Board::ALL.bits() {
        let (file, rank) = R::Board::coordinates(bit);
        mirror[bit] = R::Board::bit_at(R::Board::FILES - 1 - file, rank)? as u8;
    }
    Some(mirror)
}

impl<R: Rules> Index<R> {
    /// How many numbers a slice has.
    pub(super) fn size(&self, slice: Slice) -> usize {
        self.sizes(slice).iter().product()
    }

    /// The ways to place own men, their men, own kings, their kings.
    fn sizes(&self, slice: Slice) -> [usize; 4] {
        let free = self.bit.len() - slice.men - slice.their_men;
        [
            self.binomial[self.man_squares][slice.men],
            self.binomial[self.man_squares][slice.their_men],
            self.binomial[free][slice.kings],
            self.binomial[free - slice.kings][slice.their_kings],
        ]
    }

    /// The material of a position and its number.
    pub(super) fn of(&self, position: &Position<R>) -> (Slice, usize) {
        self.number(self.parts(position))
    }

    /// The material of a position, and the number under which its value is kept: of
    /// a position and its mirror image, where both are worth the same, the lower.
    #[inline]
    pub(super) fn kept(&self, position: &Position<R>) -> (Slice, usize) {
        let parts = self.parts(position);
        self.number(match &self.mirror {
            None => parts,
            // Numbers are in the order of the parts, for so are combinations of squares.
            Some(mirror) => parts.min(parts.map(|part| mirrored::<R>(part, mirror))),
        })
    }

    /// Is the value of a position kept under its own number?
    pub(super) fn is_kept(&self, position: &Position<R>) -> bool {
        let parts = self.parts(position);
        self.mirror.as_ref().is_none_or(|mirror| parts <= parts.map(|part| mirrored::<R>(part, mirror)))
    }

    /// Own men, their men, own kings, their kings, seen by White to move.
    #[inline]
    fn parts(&self, position: &Position<R>) -> [Squares<R>; 4] {
        let (us, them, kings) = match position.side() {
            Side::White => (position.pieces(Side::White), position.pieces(Side::Black), position.kings()),
            Side::Black => (
                self.turn(position.pieces(Side::Black)),
                self.turn(position.pieces(Side::White)),
                self.turn(position.kings()),
            ),
        };
        [us & !kings, them & !kings, us & kings, them & kings]
    }

    #[inline]
    fn number(&self, [men, their_men, kings, their_kings]: [Squares<R>; 4]) -> (Slice, usize) {
        let slice = Slice {
            men: men.count(),
            kings: kings.count(),
            their_men: their_men.count(),
            their_kings: their_kings.count(),
        };
        let sizes = self.sizes(slice);
        // Black's men stand on every row but White's first.
        let row = self.bit.len() - self.man_squares;
        let parts = [
            self.rank(men, |square| square),
            self.rank(their_men, |square| square - row),
            self.rank_free(kings, men | their_men),
            self.rank_free(their_kings, men | their_men | kings),
        ];
        (slice, parts.iter().zip(sizes).fold(0, |number, (part, size)| number * size + part))
    }

    /// The position with a number, White to move; none if there is none.
    pub(super) fn position(&self, slice: Slice, number: usize) -> Option<Position<R>> {
        let sizes = self.sizes(slice);
        let mut rest = number;
        let mut parts = [0; 4];
        for (part, size) in parts.iter_mut().zip(sizes).rev() {
            (*part, rest) = (rest % size, rest / size);
        }
        let row = self.bit.len() - self.man_squares;
        let set = |squares: &mut dyn Iterator<Item = usize>| {
            squares.fold(Squares::<R>::EMPTY, |set, square| set | Squares::<R>::bit(self.bit[square]))
        };
        let own_men = set(&mut self.unrank(parts[0], slice.men));
        let their_men = set(&mut self.unrank(parts[1], slice.their_men).map(|square| square + row));
        let men = own_men | their_men;
        if men.count() < slice.men + slice.their_men {
            return None;
        }
        let own_kings = self.unrank_free(parts[2], slice.kings, men);
        let their_kings = self.unrank_free(parts[3], slice.their_kings, men | own_kings);
        Some(Position::of(Side::White, own_men | own_kings, their_men | their_kings, own_kings | their_kings))
    }

    /// The squares turned by 180°.
    fn turn(&self, squares: Squares<R>) -> Squares<R> {
        let last = self.bit.len() - 1;
        squares.bits().fold(Squares::<R>::EMPTY, |set, bit| {
            set | Squares::<R>::bit(self.bit[last - usize::from(self.number[bit])])
        })
    }

    /// The rank of a combination of squares, numbered by `place`.
    #[inline]
    fn rank(&self, squares: Squares<R>, place: impl Fn(usize) -> usize) -> usize {
        let place = |bit: usize| place(usize::from(self.number[bit]));
        squares.bits().enumerate().map(|(i, bit)| self.binomial[place(bit)][i + 1]).sum()
    }

    /// The rank of a combination among the squares that are not taken.
    #[inline]
    fn rank_free(&self, squares: Squares<R>, taken: Squares<R>) -> usize {
        let place = |bit: usize| usize::from(self.number[bit]) - (taken & Squares::<R>::below(bit)).count();
        squares.bits().enumerate().map(|(i, bit)| self.binomial[place(bit)][i + 1]).sum()
    }

    /// The combination of `count` with a rank, the highest first.
    fn unrank(&self, mut rank: usize, count: usize) -> impl Iterator<Item = usize> {
        (1..=count).rev().map(move |k| {
            let place = self.binomial.partition_point(|row| row[k] <= rank) - 1;
            rank -= self.binomial[place][k];
            place
        })
    }

    fn unrank_free(&self, rank: usize, count: usize, taken: Squares<R>) -> Squares<R> {
        let mut set = Squares::<R>::EMPTY;
        for place in self.unrank(rank, count) {
            let free = (R::Board::ALL & !taken).bits().nth(place);
            set |= free.map_or(Squares::<R>::EMPTY, Squares::<R>::bit);
        }
        set
    }
}

#[inline]
fn mirrored<R: Rules>(squares: Squares<R>, mirror: &[u8; MAX_BITS]) -> Squares<R> {
    squares.bits().fold(Squares::<R>::EMPTY, |set, bit| set | Squares::<R>::bit(mirror[bit].into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, Visitor};

    struct RoundTrip;

    impl Visitor for RoundTrip {
        type Output = ();

        fn visit<R: Rules>(self) {
            let index = Index::<R>::default();
            for slice in Slice::up_to(4) {
                let size = index.size(slice);
                let mut legal = 0;
                for number in (0..size).step_by(1 + size / 2000) {
                    let Some(position) = index.position(slice, number) else { continue };
                    assert_eq!(index.of(&position), (slice, number));
                    let kept = index.kept(&position).1;
                    assert_eq!(index.is_kept(&position), kept == number);
                    let image = index.mirror.as_ref().map(|mirror| {
                        let [white, black, kings] =
                            [position.pieces(Side::White), position.pieces(Side::Black), position.kings()]
                                .map(|squares| mirrored::<R>(squares, mirror));
                        index.of(&Position::of(Side::White, white, black, kings)).1
                    });
                    assert_eq!(kept, image.map_or(number, |image| image.min(number)));
                    legal += 1;
                }
                assert!(legal > 0, "{slice:?}");
            }
        }
    }

    #[test]
    fn numbers_and_positions_are_inverse() {
        for &variant in Variant::ALL {
            variant.visit(RoundTrip);
        }
    }

    #[test]
    fn a_turned_position_has_the_same_number() {
        use crate::rules::russian::Russian;
        let index = Index::<Russian>::default();
        let set = |names: &[&str]| {
            let bit = |name: &&str| <Russian as Rules>::Board::bit_of_name(name).unwrap();
            names.iter().map(bit).fold(0, |set, bit| set | 1 << bit)
        };
        let white =
            Position::<Russian>::of(Side::White, set(&["a1", "c3"]), set(&["b8", "h2"]), set(&["c3", "h2"]));
        let black =
            Position::<Russian>::of(Side::Black, set(&["g1", "a7"]), set(&["h8", "f6"]), set(&["a7", "f6"]));
        assert_eq!(index.of(&white), index.of(&black));
    }

    #[test]
    fn tables_have_the_sizes_that_are_known() {
        use crate::rules::{english::English, international::International, turkish::Turkish};
        fn slots<R: Rules>(pieces: usize) -> usize {
            let index = Index::<R>::default();
            let both = |slice: &Slice| if *slice == slice.turned() { 1 } else { 2 };
            let of = |slice: &Slice| {
                (slice.men + slice.kings + slice.their_men + slice.their_kings == pieces)
                    .then(|| both(slice) * index.size(*slice))
            };
            Slice::up_to(pieces).iter().filter_map(of).sum()
        }
        // As Scan orders its bitbases.
        assert_eq!((slots::<English>(2), slots::<English>(3)), (3_512, 198_768));
        assert_eq!((slots::<International>(2), slots::<International>(3)), (8_885, 813_660));
        assert_eq!((slots::<Turkish>(2), slots::<Turkish>(3)), (14_224, 1_658_496));
    }
}
