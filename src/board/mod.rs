//! L0: squares, words and directions. Has never heard of pieces or rules.

pub mod diagonal;
pub mod dir;
pub mod full;
pub mod geometry;
pub mod word;

pub use diagonal::{Board8, Board8Mirrored, Board10, Board10Orthogonal, Board12, Diagonal};
pub use dir::{Dir, DirSet};
pub use full::Full8x8;
pub use geometry::{Corner, Geometry, MAX_BITS};
pub use word::Word;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::dir::turn;

    /// Steps, rays, names and numbers against plain coordinates.
    fn check<G: Geometry>(directions: DirSet) {
        assert_eq!(G::ALL.count(), G::SQUARES);
        assert_eq!(G::ALL.highest() + 1, G::BITS);
        for bit in G::ALL.bits() {
            let (file, rank) = G::coordinates(bit);
            assert_eq!(G::bit_at(file, rank), Some(bit));
            assert_eq!(G::bit_of_name(&G::name(bit)), Some(bit));
            for corner in [Corner::TopLeft, Corner::BottomRight, Corner::BottomLeft] {
                let number = G::number(bit, corner);
                assert!((1..=G::SQUARES).contains(&number));
                assert_eq!(G::bit_of_number(number, corner), Some(bit));
            }
            for dir in directions.iter() {
                let pitch = if G::CHEQUERED && dir % 2 == 0 { 2 } else { 1 };
                let df = [0, 1, 1, 1, 0, -1, -1, -1][dir] * pitch;
                let dr = [1, 1, 0, -1, -1, -1, 0, 1][dir] * pitch;
                let mut plain = G::Word::EMPTY;
                let (mut f, mut r) = (file as isize + df, rank as isize + dr);
                let mut first = None;
                while f >= 0 && r >= 0 {
                    let Some(next) = G::bit_at(f as usize, r as usize) else { break };
                    first = first.or(Some(next));
                    plain |= G::Word::bit(next);
                    (f, r) = (f + df, r + dr);
                }
                assert_eq!(G::RAYS[bit][dir], plain);
                let step = G::step(G::Word::bit(bit), dir) & G::ALL;
                assert_eq!(step.bits().next(), first, "{} {dir}", G::name(bit));
                if let Some(next) = first {
                    assert_eq!(G::step(step, turn(dir)), G::Word::bit(bit));
                    assert_eq!(G::reach(bit, dir, G::ALL), (G::Word::EMPTY, G::Word::bit(next)));
                }
                assert_eq!(G::reach(bit, dir, G::Word::EMPTY), (plain, G::Word::EMPTY));
            }
        }
        assert_eq!(G::bit_of_number(0, Corner::TopLeft), None);
        assert_eq!(G::bit_of_number(G::SQUARES + 1, Corner::TopLeft), None);
        for bad in ["", "a", "1", "a0", "a99", "z1", "a1b", "é1"] {
            assert_eq!(G::bit_of_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_board_agrees_with_its_coordinates() {
        check::<Board8>(DirSet::DIAGONALS);
        check::<Board8Mirrored>(DirSet::DIAGONALS);
        check::<Board10>(DirSet::DIAGONALS);
        check::<Board10Orthogonal>(DirSet::ALL);
        check::<Board12>(DirSet::DIAGONALS);
        check::<Full8x8>(DirSet::ALL);
    }

    #[test]
    fn corners_have_their_official_numbers() {
        assert_eq!(Board8::name(Board8::bit_of_number(1, Corner::TopLeft).unwrap()), "b8");
        assert_eq!(Board8Mirrored::name(Board8Mirrored::bit_of_number(1, Corner::TopLeft).unwrap()), "a8");
        assert_eq!(
            Board8Mirrored::name(Board8Mirrored::bit_of_number(1, Corner::BottomRight).unwrap()),
            "h1"
        );
        assert_eq!(Board10::name(Board10::bit_of_number(1, Corner::TopLeft).unwrap()), "b10");
        assert_eq!(Full8x8::name(Full8x8::bit_of_number(1, Corner::BottomLeft).unwrap()), "a1");
        assert_eq!(Full8x8::name(Full8x8::bit_of_number(1, Corner::TopLeft).unwrap()), "a8");
        assert_eq!(Board12::name(Board12::bit_of_number(72, Corner::TopLeft).unwrap()), "k1");
    }

    #[test]
    fn two_back_undoes_two_steps() {
        let c3 = Board8::bit_at(2, 2).unwrap();
        let e5 = Board8::bit_at(4, 4).unwrap();
        assert_eq!(Board8::two_back(u64::bit(e5), dir::NE), u64::bit(c3));
    }
}
