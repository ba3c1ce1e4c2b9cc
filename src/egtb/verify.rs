//! Proving tables, and telling what is in them.

use super::set::TableSet;
use super::slice::Slice;
use super::values::Values;
use crate::position::DrawClock;
use crate::rules::Rules;

/// What is known about one half of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The pieces, the side to move first, as in `2K1M-1K`.
    pub slice: String,
    /// Pieces of both sides.
    pub pieces: usize,
    /// Positions that are won, drawn and lost for the side to move.
    pub counts: [u64; 3],
    /// Plies of the longest win.
    pub longest_win: u16,
    /// Plies of the longest loss.
    pub longest_loss: u16,
    /// The shortest count of plies with which a game with these pieces can begin.
    pub shortest_count: Option<u16>,
    /// Size of the whole table, both halves, in bytes.
    pub bytes: u64,
}

/// What is in the tables, slice by slice.
pub fn contents<R: Rules>(set: &TableSet<R>) -> Vec<Contents> {
    let mut contents = Vec::new();
    for table in set.in_order() {
        for (half, slice) in table.slice.halves().into_iter().enumerate() {
            let tally = table.head(half).tally;
            contents.push(Contents {
                slice: slice.to_string(),
                pieces: slice.pieces(),
                counts: tally.counts,
                longest_win: tally.longest_win,
                longest_loss: tally.longest_loss,
                shortest_count: shortest_count(set, slice),
                bytes: table.bytes,
            });
        }
    }
    contents
}

/// The shortest count of plies that starts with a position of a slice.
fn shortest_count<R: Rules>(set: &TableSet<R>, slice: Slice) -> Option<u16> {
    let size = set.index().size(slice);
    // Which count it is depends on the pieces, and for a few on their squares.
    (0..size)
        .step_by(1 + size / 10_000)
        .filter_map(|number| DrawClock::start(&set.index().position(slice, number)?).limit::<R>())
        .min()
}

/// Proves every value of every table: it must be the best of those that the moves
/// of the position lead to, which the other half of the table or a table with less
/// to do tells. By induction over the distance it is then right. `progress` hears
/// of the slices that are proved.
///
/// # Errors
///
/// The first position whose value does not follow.
pub fn verify<R: Rules>(set: &TableSet<R>, progress: &dyn Fn(&str)) -> Result<(), String> {
    let mut values = Values::<R>::new();
    for table in set.in_order() {
        values.read(table)?;
        for (half, slice) in table.slice.halves().into_iter().enumerate() {
            values.prove(slice)?;
            let told = table.head(half).tally;
            if values.tally(slice) != told {
                return Err(format!("{slice}: the numbers in the head are wrong: {told:?}"));
            }
            progress(&slice.to_string());
        }
    }
    Ok(())
}
