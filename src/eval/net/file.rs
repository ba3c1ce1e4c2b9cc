//! The weights of a net as they are in a file.
//!
//! All numbers are little-endian. The file begins with `pdnn`, the version of the
//! format, the identity of the rules, the shape and the scale; then come the weights
//! in the order of [`Weights`]; the CRC-32 of all that is the end.

use super::{PLANES, SECOND};

const MAGIC: &[u8; 4] = b"pdnn";
const VERSION: u32 = 1;
/// More hundredths of a man are never one at the output.
const MOST_SCALE: u32 = 10_000;

/// The sizes of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Squares of the board.
    pub squares: usize,
    /// Hidden units for each side.
    pub hidden: usize,
    /// Second layers, each for a range of numbers of pieces.
    pub buckets: usize,
}

impl Shape {
    /// The numbers of hidden units a net may have.
    pub const HIDDEN: [usize; 3] = [32, 64, 128];
    /// The most second layers a net may have.
    pub const MOST_BUCKETS: usize = 16;

    /// The number of inputs.
    pub const fn inputs(self) -> usize {
        self.squares * PLANES
    }
}

/// The weights of a net, in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The rules it is for.
    pub identity: u32,
    /// Its sizes.
    pub shape: Shape,
    /// Hundredths of a man for one at the output.
    pub scale: u32,
    /// For each square, in the order of the bits, each plane and each hidden unit.
    pub inputs: Vec<i16>,
    /// For each hidden unit.
    pub bias: Vec<i16>,
    /// For each second layer, each of its units, each product: first those of the view
    /// of the side to move, then those of the other.
    pub second: Vec<i16>,
    /// For each second layer and each of its units.
    pub second_bias: Vec<i32>,
    /// For each second layer and each of its units.
    pub last: Vec<i16>,
    /// For each second layer.
    pub last_bias: Vec<i32>,
}

impl Weights {
    /// Weights that are all zero.
    pub fn zero(identity: u32, shape: Shape, scale: u32) -> Self {
        let Shape { hidden, buckets, .. } = shape;
        Self {
            identity,
            shape,
            scale,
            inputs: vec![0; shape.inputs() * hidden],
            bias: vec![0; hidden],
            second: vec![0; buckets * SECOND * hidden],
            second_bias: vec![0; buckets * SECOND],
            last: vec![0; buckets * SECOND],
            last_bias: vec![0; buckets],
        }
    }

    /// A number that tells these weights from others.
    pub(super) fn id(&self) -> u64 {
        u64::from(crc32fast::hash(&self.body())) | u64::from(self.identity) << 32
    }

    /// The contents of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.body();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn body(&self) -> Vec<u8> {
        let Shape { squares, hidden, buckets } = self.shape;
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, self.identity, squares as u32, hidden as u32, buckets as u32, self.scale] {
            bytes.extend(number.to_le_bytes());
        }
        let short =
            |bytes: &mut Vec<u8>, values: &[i16]| bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        let long =
            |bytes: &mut Vec<u8>, values: &[i32]| bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        short(&mut bytes, &self.inputs);
        short(&mut bytes, &self.bias);
        short(&mut bytes, &self.second);
        long(&mut bytes, &self.second_bias);
        short(&mut bytes, &self.last);
        long(&mut bytes, &self.last_bias);
        bytes
    }

    /// Which rules the contents of a file are for, if it is that of a net; all else
    /// is left unread.
    pub(super) fn identity_in(bytes: &[u8]) -> Option<u32> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC)?);
        let _version = reader.number().ok()?;
        reader.number().ok()
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// When they are not those of a net, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or("it is no net")?);
        let version = reader.number()?;
        if version != VERSION {
            return Err(format!("it is of version {version} of the format, expected {VERSION}"));
        }
        let [identity, squares, hidden, buckets, scale] =
            [reader.number()?, reader.number()?, reader.number()?, reader.number()?, reader.number()?];
        let shape = Shape { squares: squares as usize, hidden: hidden as usize, buckets: buckets as usize };
        if !Shape::HIDDEN.contains(&shape.hidden)
            || !(1..=Shape::MOST_BUCKETS).contains(&shape.buckets)
            || !(1..=crate::board::MAX_BITS).contains(&shape.squares)
        {
            return Err(format!("it has {hidden} hidden units, {squares} squares and {buckets} buckets"));
        }
        if !(1..=MOST_SCALE).contains(&scale) {
            return Err(format!("it has the scale {scale}, expected 1 to {MOST_SCALE}"));
        }
        let mut weights = Self::zero(identity, shape, scale);
        reader.short(&mut weights.inputs)?;
        reader.short(&mut weights.bias)?;
        reader.short(&mut weights.second)?;
        reader.long(&mut weights.second_bias)?;
        reader.short(&mut weights.last)?;
        reader.long(&mut weights.last_bias)?;
        let sum = reader.number()?;
        if !reader.0.is_empty() {
            return Err(format!("it is {} bytes too long", reader.0.len()));
        }
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != sum {
            return Err("it is damaged: its checksum is wrong".to_owned());
        }
        Ok(weights)
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn next<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (first, rest) = self.0.split_first_chunk().ok_or("it is too short")?;
        self.0 = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u32, String> {
        self.next().map(u32::from_le_bytes)
    }

    fn short(&mut self, values: &mut [i16]) -> Result<(), String> {
        for value in values {
            *value = i16::from_le_bytes(self.next()?);
        }
        Ok(())
    }

    fn long(&mut self, values: &mut [i32]) -> Result<(), String> {
        for value in values {
            *value = i32::from_le_bytes(self.next()?);
        }
        Ok(())
    }
}
