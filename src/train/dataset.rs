//! Samples made ready to learn from.

use super::sample::{BadShard, Sample, read_words, words_bytes, write_words};
use crate::board::{Geometry, Word};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side, identity};
use rayon::prelude::*;

/// One game in so many is kept aside to validate with.
const VALID_ONE_IN: u64 = 20;

/// A position as the side to move sees it, moving up the board, and what it is
/// worth to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example<R: Rules> {
    /// Pieces of the side to move.
    pub own: Squares<R>,
    /// Pieces of the opponent.
    pub other: Squares<R>,
    /// Kings of both.
    pub kings: Squares<R>,
    /// The score of a search, in hundredths of a man.
    pub score: f32,
    /// The result, from 0 for a loss to 1 for a win.
    pub result: f32,
}

/// Examples to learn from and others to validate with: no game is in both.
#[derive(Clone, Debug)]
pub struct Dataset<R: Rules> {
    /// To learn from.
    pub train: Vec<Example<R>>,
    /// To validate with.
    pub valid: Vec<Example<R>>,
}

impl<R: Rules> Default for Dataset<R> {
    fn default() -> Self {
        Self { train: Vec::new(), valid: Vec::new() }
    }
}

impl<R: Rules> Dataset<R> {
    /// Adds the samples of a source; sources differ in `salt`.
    pub fn add(&mut self, samples: &[Sample<R>], salt: u64) {
        for sample in samples {
            // By the game and never by the position: its neighbours are like it.
            let lot = (u64::from(sample.game) ^ salt.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let aside = (lot >> 32).is_multiple_of(VALID_ONE_IN);
            let set = if aside { &mut self.valid } else { &mut self.train };
            let example = Example::of(sample);
            set.push(example);
            // A board on which every square is played looks the same in a mirror.
            if !R::Board::CHEQUERED {
                set.push(example.mirrored());
            }
        }
    }

    /// Makes one example of all those with the same position, with the mean of their
    /// scores and results, and puts all in an order that depends on nothing but
    /// what they are.
    pub fn merge(&mut self) {
        for set in [&mut self.train, &mut self.valid] {
            set.par_sort_by_key(Example::key);
            let merged = set.chunk_by(|a, b| a.key() == b.key()).map(mean).collect();
            *set = merged;
        }
    }
}

impl<R: Rules> Example<R> {
    /// The size of an example in a file.
    const BYTES: usize = words_bytes::<R>() + 8;

    fn read(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.split_at_checked(words_bytes::<R>())?;
        let [own, other, kings] = read_words::<R>(words)?.map(|set| set & R::Board::ALL);
        let (score, rest) = rest.split_first_chunk()?;
        Some(Self {
            own,
            other,
            kings,
            score: f32::from_le_bytes(*score),
            result: f32::from_le_bytes(rest.try_into().ok()?),
        })
    }

    fn of(sample: &Sample<R>) -> Self {
        let position = &sample.position;
        let view = position.view();
        let turned = |set: Squares<R>| match position.side() {
            Side::White => set,
            Side::Black => turn::<R>(set),
        };
        Self {
            own: turned(view.us),
            other: turned(view.them),
            kings: turned(view.kings),
            score: sample.score.into(),
            result: f32::from(sample.result) / 2.0,
        }
    }

    /// The same with left and right exchanged.
    fn mirrored(&self) -> Self {
        let mirror = |set: Squares<R>| {
            let bits = set.bits().filter_map(|bit| {
                let (file, rank) = R::Board::coordinates(bit);
                R::Board::bit_at(R::Board::FILES - 1 - file, rank)
            });
            bits.fold(Squares::<R>::EMPTY, |set, bit| set | Squares::<R>::bit(bit))
        };
        Self { own: mirror(self.own), other: mirror(self.other), kings: mirror(self.kings), ..*self }
    }

    fn key(&self) -> (Squares<R>, Squares<R>, Squares<R>) {
        (self.own, self.other, self.kings)
    }

    /// The inputs of the net that are one: of the view of the side to move, and of
    /// that of the other side.
    pub(super) fn inputs(&self, visit: &mut impl FnMut(usize, usize)) {
        let sets = [
            self.own & !self.kings,
            self.own & self.kings,
            self.other & !self.kings,
            self.other & self.kings,
        ];
        for (plane, set) in sets.into_iter().enumerate() {
            for bit in set.bits() {
                let square = (R::Board::ALL & Squares::<R>::below(bit)).count();
                let turned = R::Board::SQUARES - 1 - square;
                visit(square * 4 + plane, turned * 4 + (plane + 2) % 4);
            }
        }
    }

    /// The number of pieces.
    pub(super) fn pieces(&self) -> usize {
        (self.own | self.other).count()
    }
}

/// A set seen from the other side of the board.
fn turn<R: Rules>(set: Squares<R>) -> Squares<R> {
    Squares::<R>::truncate(set.widen().reverse_bits() >> (128 - R::Board::BITS))
}

fn mean<R: Rules>(same: &[Example<R>]) -> Example<R> {
    let mean = |value: fn(&Example<R>) -> f32| same.iter().map(value).sum::<f32>() / same.len() as f32;
    Example { score: mean(|example| example.score), result: mean(|example| example.result), ..same[0] }
}

const MAGIC: &[u8; 8] = b"pddata01";

/// The contents of a file of examples.
pub fn write_dataset<R: Rules>(data: &Dataset<R>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(identity::<R>().to_le_bytes());
    for set in [&data.train, &data.valid] {
        bytes.extend((set.len() as u64).to_le_bytes());
    }
    for example in data.train.iter().chain(&data.valid) {
        write_words::<R>([example.own, example.other, example.kings], &mut bytes);
        bytes.extend(example.score.to_le_bytes());
        bytes.extend(example.result.to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads the contents of a file of examples.
///
/// # Errors
///
/// When they are none of the rule set, or damaged.
pub fn read_dataset<R: Rules>(bytes: &[u8]) -> Result<Dataset<R>, BadShard> {
    let body = bytes.strip_prefix(MAGIC).ok_or(BadShard::Foreign)?;
    let body = body.strip_prefix(&identity::<R>().to_le_bytes()).ok_or(BadShard::Foreign)?;
    let (body, sum) = body.split_last_chunk().ok_or(BadShard::Damaged)?;
    if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
        return Err(BadShard::Damaged);
    }
    let (train, body) = body.split_first_chunk().ok_or(BadShard::Damaged)?;
    let (_, body) = body.split_first_chunk::<8>().ok_or(BadShard::Damaged)?;
    let train = u64::from_le_bytes(*train) as usize;
    let examples = body.chunks(Example::<R>::BYTES).map(Example::read).collect::<Option<Vec<_>>>();
    let mut examples = examples.ok_or(BadShard::Damaged)?;
    if train > examples.len() {
        return Err(BadShard::Damaged);
    }
    let valid = examples.split_off(train);
    Ok(Dataset { train: examples, valid })
}
