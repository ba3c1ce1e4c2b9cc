//! The format of table files.
//!
//! A file holds tables, one behind the other; files can be joined. A table is
//! about one slice (see [`Slice`]) and its turned one, the two halves of the
//! table; there is one half only if they are the same. All numbers are little
//! endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `PDTABLE` and the version of the format, 1 |
//! | 4 | length of the head: everything up to and without its checksum |
//! | 4 | the identity of the rules, see [`rules::identity`](crate::rules::identity()) |
//! | 4 | the slice: own men, own kings, their men, their kings |
//! | 1 | number of halves |
//! | 1 | positions in a block, as a power of two |
//! | 2 | zero |
//! | 40 per half | numbers of positions: 8 slots, 8 won, 8 drawn, 8 lost; 2 + 2 plies of the longest win and loss; 4 zero |
//! | 16 per block | for the results, then for the distances: 4 length and 4 CRC-32 of the block as stored |
//! | 4 | CRC-32 of the head |
//! | | the blocks, in the order of the head: results and distances of the first, and so on |
//!
//! Blocks are compressed with deflate (RFC 1951). The results have two bits for
//! each position, the lowest first: 0 a draw, 1 a win, 2 a loss for the side to
//! move. The distances have a byte: the moves of the side to move to its win.
//! Positions in which a capture is compulsory have neither: a capture search tells
//! their value. Nor have numbers without a position, and those of positions kept
//! under the number of their mirror image. Where there is nothing to say there
//! stands what stood before, so that it compresses well.

use super::Verdict;
use super::index::Index;
use super::slice::Slice;
use super::solve::Value;
use super::tally::Tally;
use crate::rules::Rules;
use miniz_oxide::deflate::compress_to_vec;
use rayon::prelude::*;

const MAGIC: &[u8; 8] = b"PDTABLE\x01";

/// Positions in a block, as a power of two.
pub(super) const BLOCK_BITS: u8 = 14;

/// Positions in a block.
pub(super) const BLOCK: usize = 1 << BLOCK_BITS;

const FIXED: usize = 24;
const PER_HALF: usize = 40;
const PER_BLOCK: usize = 16;
const CHECKSUM: usize = 4;

/// The best compression that is not absurdly slow.
const LEVEL: u8 = 9;

/// How a block is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    /// Where it begins, from the start of the table.
    pub(super) at: u64,
    pub(super) length: u32,
    pub(super) checksum: u32,
}

/// What the head of a table says of one half.
#[derive(Clone, Debug)]
pub(super) struct HalfHead {
    pub(super) slots: u64,
    pub(super) tally: Tally,
    /// For each block the results and the distances.
    pub(super) blocks: Vec<[Stored; 2]>,
}

/// The head of a table.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) identity: u32,
    pub(super) slice: Slice,
    pub(super) halves: Vec<HalfHead>,
    /// Bytes of the whole table.
    pub(super) length: u64,
}

/// Bytes at the start of a table from which [`head_length`] can be told.
pub(super) const START: usize = 12;

/// The length of a table's head with its checksum.
///
/// # Errors
///
/// When it is not the start of a table.
pub(super) fn head_length(start: &[u8; START]) -> Result<usize, String> {
    if start[..7] != MAGIC[..7] {
        return Err("not a table of polydam".to_owned());
    }
    if start[7] != MAGIC[7] {
        return Err(format!("version {} of the format, expected {}", start[7], MAGIC[7]));
    }
    Ok(number(&start[8..12]) as usize + CHECKSUM)
}

/// Reads a head, checksum included.
///
/// # Errors
///
/// When it is damaged.
pub(super) fn read_head(bytes: &[u8]) -> Result<Head, String> {
    let damaged = || "the head is damaged".to_owned();
    let (head, checksum) = bytes.split_at_checked(bytes.len().wrapping_sub(CHECKSUM)).ok_or_else(damaged)?;
    if head.len() < FIXED || number(checksum) != u64::from(crc32fast::hash(head)) {
        return Err(damaged());
    }
    let [men, kings, their_men, their_kings] = [16, 17, 18, 19].map(|i| usize::from(head[i]));
    let slice = Slice { men, kings, their_men, their_kings };
    let halves = usize::from(head[20]);
    let valid = [men, kings, their_men, their_kings].iter().all(|&n| n <= Slice::MOST);
    if !valid || head[21] != BLOCK_BITS || halves != slice.halves().len() {
        return Err(damaged());
    }
    let mut at = head.len() as u64 + CHECKSUM as u64;
    let mut rest = head.get(FIXED..).ok_or_else(damaged)?;
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at_checked(count).ok_or_else(damaged)?;
        rest = left;
        Ok::<_, String>(taken)
    };
    let mut read = Vec::new();
    for _ in 0..halves {
        let half = take(PER_HALF)?;
        read.push(HalfHead {
            slots: number(&half[..8]),
            tally: Tally {
                counts: [8, 16, 24].map(|i| number(&half[i..i + 8])),
                longest_win: number(&half[32..34]) as u16,
                longest_loss: number(&half[34..36]) as u16,
            },
            blocks: Vec::new(),
        });
    }
    for half in &mut read {
        for _ in 0..half.slots.div_ceil(BLOCK as u64) {
            let block = take(PER_BLOCK)?;
            half.blocks.push([0, 8].map(|i| {
                let length = number(&block[i..i + 4]) as u32;
                let stored = Stored { at, length, checksum: number(&block[i + 4..i + 8]) as u32 };
                at += u64::from(length);
                stored
            }));
        }
    }
    if !rest.is_empty() {
        return Err(damaged());
    }
    Ok(Head { identity: number(&head[12..16]) as u32, slice, halves: read, length: at })
}

/// A number of up to 8 bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The table of a solved slice: its values and those of the turned slice.
///
/// # Errors
///
/// When a win takes more moves than a byte can say.
pub(super) fn write<R: Rules>(
    index: &Index<R>,
    identity: u32,
    slice: Slice,
    values: &[&[u16]],
) -> Result<Vec<u8>, String> {
    let halves: Vec<Half> = slice
        .halves()
        .into_iter()
        .zip(values)
        .map(|(slice, values)| Half::new(index, slice, values))
        .collect::<Result<_, _>>()?;
    let blocks: usize = halves.iter().map(|half| half.blocks.len()).sum();
    let length = FIXED + PER_HALF * halves.len() + PER_BLOCK * blocks;
    let mut bytes = MAGIC.to_vec();
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(identity.to_le_bytes());
    bytes.extend([slice.men, slice.kings, slice.their_men, slice.their_kings].map(|count| count as u8));
    bytes.extend([halves.len() as u8, BLOCK_BITS, 0, 0]);
    for half in &halves {
        bytes.extend((half.slots as u64).to_le_bytes());
        bytes.extend(half.tally.counts.iter().flat_map(|count| count.to_le_bytes()));
        bytes.extend(half.tally.longest_win.to_le_bytes());
        bytes.extend(half.tally.longest_loss.to_le_bytes());
        bytes.extend([0; 4]);
    }
    let stored = || halves.iter().flat_map(|half| half.blocks.iter().flatten());
    for block in stored() {
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(block).to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    stored().for_each(|block| bytes.extend(block));
    Ok(bytes)
}

/// One half on its way into a file.
struct Half {
    slots: usize,
    tally: Tally,
    blocks: Vec<[Vec<u8>; 2]>,
}

impl Half {
    fn new<R: Rules>(index: &Index<R>, slice: Slice, values: &[u16]) -> Result<Self, String> {
        let blocks: Vec<_> = values
            .par_chunks(BLOCK)
            .enumerate()
            .map(|(number, values)| Block::new(index, slice, number * BLOCK, values))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            slots: values.len(),
            tally: blocks.iter().fold(Tally::default(), |tally, block| tally.and(block.tally)),
            blocks: blocks.into_iter().map(|block| block.stored).collect(),
        })
    }
}

struct Block {
    tally: Tally,
    stored: [Vec<u8>; 2],
}

impl Block {
    fn new<R: Rules>(index: &Index<R>, slice: Slice, first: usize, values: &[u16]) -> Result<Self, String> {
        let mut results = vec![0; values.len().div_ceil(4)];
        let mut distances = vec![0; values.len()];
        let mut tally = Tally::default();
        let (mut result, mut distance) = (0, 0);
        for (i, &value) in values.iter().enumerate() {
            if let Some(position) = index.position(slice, first + i) {
                let value = Value::unpack(value);
                tally.add(value);
                if !position.can_capture() && index.is_kept(&position) {
                    result = value.verdict().bits();
                    if let Value::Win(plies) = value {
                        distance = u8::try_from(plies.div_ceil(2))
                            .map_err(|_| format!("{slice}: a win takes {plies} plies"))?;
                    }
                }
            }
            results[i / 4] |= result << (2 * (i % 4));
            distances[i] = distance;
        }
        let stored = [results, distances].map(|bytes| compress_to_vec(&bytes, LEVEL));
        Ok(Self { tally, stored })
    }
}

impl Verdict {
    fn bits(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win => 1,
            Self::Loss => 2,
        }
    }

    pub(super) fn from_bits(bits: u8) -> Self {
        match bits {
            1 => Self::Win,
            2 => Self::Loss,
            _ => Self::Draw,
        }
    }
}
