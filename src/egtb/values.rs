//! The values of whole slices in memory: what a build and a verification work on.

use super::Verdict;
use super::index::Index;
use super::set::TableSet;
use super::slice::Slice;
use super::solve::Value;
use super::table::Table;
use super::tally::Tally;
use crate::board::Word;
use crate::position::{MoveList, Position};
use crate::rules::Rules;
use rayon::prelude::*;

/// Positions per task.
const CHUNK: usize = 1 << 12;

/// The values of all positions of some slices.
pub(super) struct Values<R: Rules> {
    pub(super) index: Index<R>,
    slices: Vec<Option<Vec<u16>>>,
}

impl<R: Rules> Values<R> {
    pub(super) fn new() -> Self {
        Self { index: Index::default(), slices: vec![None; Slice::PLACES] }
    }

    pub(super) fn insert(&mut self, slice: Slice, values: Vec<u16>) {
        self.slices[slice.place()] = Some(values);
    }

    /// The values of a slice, packed; none of one that is not known.
    pub(super) fn of_slice(&self, slice: Slice) -> &[u16] {
        self.slices[slice.place()].as_deref().unwrap_or(&[])
    }

    /// The value with a number, of a slice that is known.
    #[inline]
    pub(super) fn at(&self, slice: Slice, number: usize) -> Option<Value> {
        self.of_slice(slice).get(number).map(|&packed| Value::unpack(packed))
    }

    fn of(&self, position: &Position<R>) -> Option<Value> {
        let (slice, number) = self.index.of(position);
        self.at(slice, number)
    }

    /// The best value a position has by one of its moves. Those behind must be known.
    ///
    /// # Errors
    ///
    /// When one is not.
    pub(super) fn best_after(&self, position: &Position<R>, list: &mut MoveList<R>) -> Result<Value, String> {
        position.moves_into(list);
        if position.is_one_piece_each() && list.first().is_some_and(|mv| !mv.is_capture()) {
            return Ok(Value::Draw);
        }
        let after = |&mv| {
            let after = position.play(mv);
            // Without pieces one cannot move.
            let bare = after.pieces(after.side()).is_empty();
            if bare { Some(Value::Loss(0)) } else { self.of(&after) }
        };
        Value::best(list.iter().map(after))
            .ok_or_else(|| "the table of a position behind is missing".to_owned())
    }

    /// Takes over the values of a table, whose moves lead to slices that are known.
    ///
    /// # Errors
    ///
    /// When the table is damaged or something is missing.
    pub(super) fn read(&mut self, table: &Table) -> Result<(), String> {
        // What a table does not say follows from what it does: captures first, ...
        let halves = table.slice.halves();
        for (half, &slice) in halves.iter().enumerate() {
            let values = self.fill(slice, |_, position, list| {
                if position.can_capture() {
                    return self.best_after(position, list).map(Some);
                }
                let number = self.index.kept(position).1;
                let damaged = || table.problem("damaged");
                Ok(match table.result(half, number).ok_or_else(damaged)? {
                    Verdict::Draw => Some(Value::Draw),
                    Verdict::Win => Some(table.distance(half, number).ok_or_else(damaged)?),
                    Verdict::Loss => None,
                })
            })?;
            self.insert(slice, values);
        }
        // ... then the lost positions, from those they lead to.
        for (half, &slice) in halves.iter().enumerate() {
            let values = self.fill(slice, |number, position, list| {
                let lost = table.result(half, self.index.kept(position).1) == Some(Verdict::Loss);
                if !position.can_capture() && lost {
                    return self.best_after(position, list).map(Some);
                }
                Ok(self.at(slice, number))
            })?;
            self.insert(slice, values);
        }
        Ok(())
    }

    /// The values of a slice, position by position.
    fn fill(
        &self,
        slice: Slice,
        value: impl Fn(usize, &Position<R>, &mut MoveList<R>) -> Result<Option<Value>, String> + Sync,
    ) -> Result<Vec<u16>, String> {
        let mut values = vec![0; self.index.size(slice)];
        values.par_chunks_mut(CHUNK).enumerate().try_for_each_init(
            MoveList::new,
            |list, (chunk, values)| {
                for (i, packed) in values.iter_mut().enumerate() {
                    let number = chunk * CHUNK + i;
                    if let Some(position) = self.index.position(slice, number)
                        && let Some(value) = value(number, &position, list)?
                    {
                        *packed = value.pack();
                    }
                }
                Ok::<_, String>(())
            },
        )?;
        Ok(values)
    }

    /// The positions of a slice, counted.
    pub(super) fn tally(&self, slice: Slice) -> Tally {
        let mut tally = Tally::default();
        for (number, &packed) in self.of_slice(slice).iter().enumerate() {
            let value = Value::unpack(packed);
            // Numbers without a position are kept as draws.
            if value != Value::Draw || self.index.position(slice, number).is_some() {
                tally.add(value);
            }
        }
        tally
    }

    /// The first position of a slice whose value is not the best of those its moves
    /// lead to.
    ///
    /// # Errors
    ///
    /// The position and both values.
    pub(super) fn prove(&self, slice: Slice) -> Result<(), String> {
        (0..self.index.size(slice)).into_par_iter().with_min_len(CHUNK).try_for_each_init(
            MoveList::new,
            |list, number| {
                let Some(position) = self.index.position(slice, number) else { return Ok(()) };
                let (here, best) = (self.at(slice, number), self.best_after(&position, list)?);
                if here == Some(best) {
                    return Ok(());
                }
                Err(format!("{slice}: position {number} is kept as {here:?}, and its moves make it {best:?}"))
            },
        )
    }
}

impl<R: Rules> TableSet<R> {
    /// The tables with their slices in the order in which they depend on each other.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Table> {
        let slices = Slice::up_to(super::Tables::max_pieces(self));
        slices.into_iter().filter_map(|slice| self.table(slice).map(|(table, _)| table))
    }
}
