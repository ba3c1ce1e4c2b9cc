//! Tables made and kept in memory: the value of every position with a few
//! pieces.

use super::index::Index;
use super::slice::Slice;
use super::solve::{Value, solve};
use super::{Tables, Verdict};
use crate::board::Word;
use crate::position::Position;
use crate::rules::{Rules, Side};

/// Slots for the slices, by their four numbers of pieces.
const DIGIT: usize = 8;

/// All positions of a rule set with up to so many pieces.
pub struct MemoryTables<R: Rules> {
    index: Index<R>,
    pieces: usize,
    slices: Vec<Option<Vec<u8>>>,
}

impl<R: Rules> MemoryTables<R> {
    /// Solves all positions with up to `pieces` pieces, from 2 to 6, with the
    /// threads of rayon. Three take a second or a few, each further piece some
    /// thirty times as long.
    ///
    /// # Errors
    ///
    /// When games take longer than the tables have room for.
    pub fn new(pieces: usize) -> Result<Self, String> {
        let mut tables = Self { index: Index::default(), pieces, slices: vec![None; DIGIT.pow(4)] };
        for slice in Slice::up_to(pieces) {
            let known = |slice, number| tables.value_of(slice, number).unwrap_or(Value::Draw);
            let [one, other] = solve(&tables.index, slice, &known)?;
            tables.slices[place(slice.turned())] = Some(other);
            tables.slices[place(slice)] = Some(one);
        }
        Ok(tables)
    }

    /// The value of a position; none if it has too many pieces, or none on one side.
    pub fn value(&self, position: &Position<R>) -> Option<Value> {
        let sides = [Side::White, Side::Black].map(|side| position.pieces(side));
        if sides.iter().any(|&pieces| pieces.is_empty()) {
            return None;
        }
        if position.occupied().count() > self.pieces {
            return None;
        }
        let (slice, number) = self.index.of(position);
        self.value_of(slice, number)
    }

    fn value_of(&self, slice: Slice, number: usize) -> Option<Value> {
        self.slices[place(slice)].as_ref().map(|values| Value::unpack(values[number]))
    }
}

fn place(slice: Slice) -> usize {
    [slice.men, slice.kings, slice.their_men, slice.their_kings]
        .into_iter()
        .fold(0, |place, count| place * DIGIT + count)
}

impl<R: Rules> Tables<R> for MemoryTables<R> {
    fn max_pieces(&self) -> usize {
        self.pieces
    }

    fn probe(&self, position: &Position<R>) -> Option<Verdict> {
        self.value(position).map(|value| match value {
            Value::Win(_) => Verdict::Win,
            Value::Draw => Verdict::Draw,
            Value::Loss(_) => Verdict::Loss,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::MoveList;
    use crate::rules::english::English;
    use crate::rules::{Variant, Visitor};

    /// Numbers of wins, draws and losses in a slice, captures included.
    fn count<R: Rules>(tables: &MemoryTables<R>, slice: Slice) -> [usize; 3] {
        let mut counts = [0; 3];
        for number in 0..tables.index.size(slice) {
            if tables.index.position(slice, number).is_some() {
                counts[match tables.value_of(slice, number).unwrap() {
                    Value::Win(_) => 0,
                    Value::Draw => 1,
                    Value::Loss(_) => 2,
                }] += 1;
            }
        }
        counts
    }

    #[test]
    fn king_against_king_in_english_draughts_is_as_published() {
        // E. Trice, Blueprint; the longest win takes 11 plies.
        let tables = MemoryTables::<English>::new(2).unwrap();
        let kings = Slice { men: 0, kings: 1, their_men: 0, their_kings: 1 };
        assert_eq!(count(&tables, kings), [230, 654, 108]);
        let longest = tables.slices[place(kings)].as_ref().unwrap().iter().map(|&byte| Value::unpack(byte));
        let longest = longest.map(|value| if let Value::Win(plies) = value { plies } else { 0 }).max();
        assert_eq!(longest, Some(11));
    }

    struct Consistent;

    impl Visitor for Consistent {
        type Output = ();

        /// Every value is the best of those its moves lead to.
        fn visit<R: Rules>(self) {
            let tables = MemoryTables::<R>::new(3).unwrap();
            let mut list = MoveList::new();
            for slice in Slice::up_to(3).into_iter().flat_map(|slice| [slice, slice.turned()]) {
                for number in (0..tables.index.size(slice)).step_by(7) {
                    let Some(position) = tables.index.position(slice, number) else { continue };
                    position.moves_into(&mut list);
                    let wanted =
                        if position.is_one_piece_each() && !position.can_capture() && !list.is_empty() {
                            Value::Draw
                        } else {
                            best(list.iter().map(|&mv| {
                                let after = position.play(mv);
                                tables.value(&after).unwrap_or(Value::Loss(0))
                            }))
                        };
                    assert_eq!(tables.value(&position), Some(wanted), "{} {position:?}", R::FACTS.name);
                }
            }
        }
    }

    fn best(after: impl Iterator<Item = Value>) -> Value {
        let rank = |value: &Value| match *value {
            Value::Win(plies) => 1000 - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - 1000,
        };
        let before = after.map(|value| match value {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies + 1),
        });
        before.max_by_key(rank).unwrap_or(Value::Loss(0))
    }

    #[test]
    fn every_value_follows_from_those_behind_it() {
        for &variant in Variant::ALL {
            variant.visit(Consistent);
        }
    }
}
