//! Positions of games, with what a search and the game made of them.

use crate::board::{Geometry, Word};
use crate::position::{Kind, Position};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side, identity};
use std::fmt::{self, Display};

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample<R: Rules> {
    /// The position, in which neither side can capture.
    pub position: Position<R>,
    /// The score of a search, in hundredths of a man for the side to move.
    pub score: i16,
    /// The result of the game for the side to move, in half points: 0, 1 or 2.
    pub result: u8,
    /// Plies since the start of the game, at most 255.
    pub ply: u8,
    /// The number of the game.
    pub game: u32,
}

impl<R: Rules> Sample<R> {
    /// The size of a sample in a file.
    pub const BYTES: usize = words_bytes::<R>() + 8;

    fn write(&self, bytes: &mut Vec<u8>) {
        let position = &self.position;
        let words = [position.pieces(Side::White), position.pieces(Side::Black), position.kings()];
        write_words::<R>(words, bytes);
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.result << 1 | position.side() as u8, self.ply]);
        bytes.extend(self.game.to_le_bytes());
    }

    /// The inverse of [`Self::write`]; none where the bytes are no sample.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.split_at_checked(words_bytes::<R>())?;
        let [a, b, flags, ply, game @ ..] = <[u8; 8]>::try_from(rest).ok()?;
        let [white, black, kings] = read_words::<R>(words)?;
        let all = white | black;
        if !(white & black).is_empty() || !(kings & !all).is_empty() || !(all & !R::Board::ALL).is_empty() {
            return None;
        }
        let side = if flags & 1 == 0 { Side::White } else { Side::Black };
        let mut position = Position::empty(side);
        for bit in all.bits() {
            let owner = if white.contains(bit) { Side::White } else { Side::Black };
            let kind = if kings.contains(bit) { Kind::King } else { Kind::Man };
            position.put((owner, kind), bit).ok()?;
        }
        let result = flags >> 1;
        (result <= 2).then_some(Self {
            position,
            score: i16::from_le_bytes([a, b]),
            result,
            ply,
            game: u32::from_le_bytes(game),
        })
    }
}

/// The bytes of three sets of squares in a file.
pub(super) const fn words_bytes<R: Rules>() -> usize {
    3 * size_of::<Squares<R>>()
}

/// Adds three sets of squares to the contents of a file.
pub(super) fn write_words<R: Rules>(words: [Squares<R>; 3], bytes: &mut Vec<u8>) {
    words.iter().for_each(|set| bytes.extend(&set.widen().to_le_bytes()[..size_of::<Squares<R>>()]));
}

/// The inverse of [`write_words`]; none where there are not so many bytes.
pub(super) fn read_words<R: Rules>(bytes: &[u8]) -> Option<[Squares<R>; 3]> {
    let mut words = bytes.chunks_exact(size_of::<Squares<R>>()).map(|word| {
        let mut wide = [0; 16];
        wide[..word.len()].copy_from_slice(word);
        Squares::<R>::truncate(u128::from_le_bytes(wide))
    });
    Some([words.next()?, words.next()?, words.next()?])
}

/// The results of games of which positions were kept: won by Black, drawn, won by
/// White. The samples of a game follow each other.
pub fn results<R: Rules>(samples: &[Sample<R>]) -> [u64; 3] {
    let mut results = [0; 3];
    for game in samples.chunk_by(|a, b| a.game == b.game) {
        let white = match game[0].position.side() {
            Side::White => game[0].result,
            Side::Black => 2 - game[0].result,
        };
        results[usize::from(white)] += 1;
    }
    results
}

/// Why the contents of a file are no samples of the rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadShard {
    /// It is another kind of file, or of other rules.
    Foreign,
    /// It is not as it was written.
    Damaged,
}

impl Display for BadShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "it holds no positions of this rule set",
            Self::Damaged => "it is damaged",
        })
    }
}

impl std::error::Error for BadShard {}

const MAGIC: &[u8; 8] = b"pdsample";
const HEAD: usize = MAGIC.len() + 4;

/// The contents of a file of samples.
pub fn write_shard<R: Rules>(samples: &[Sample<R>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(identity::<R>().to_le_bytes());
    samples.iter().for_each(|sample| sample.write(&mut bytes));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads the contents of a file of samples.
///
/// # Errors
///
/// When they are none of the rule set, or damaged.
pub fn read_shard<R: Rules>(bytes: &[u8]) -> Result<Vec<Sample<R>>, BadShard> {
    let (head, _) = bytes.split_at_checked(HEAD).ok_or(BadShard::Foreign)?;
    if head[..MAGIC.len()] != *MAGIC || head[MAGIC.len()..] != identity::<R>().to_le_bytes() {
        return Err(BadShard::Foreign);
    }
    let (body, sum) = bytes.split_last_chunk().ok_or(BadShard::Damaged)?;
    if crc32fast::hash(body) != u32::from_le_bytes(*sum) || body.len() < HEAD {
        return Err(BadShard::Damaged);
    }
    let samples = body[HEAD..].chunks(Sample::<R>::BYTES).map(Sample::read);
    samples.collect::<Option<_>>().ok_or(BadShard::Damaged)
}
