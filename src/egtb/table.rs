//! A table on disk or in the program, decoded as far as it is asked about.
//!
//! A block that has been decoded stays, for all threads: from then on a probe is a
//! few loads, without a lock and without memory being asked for. All of a table
//! takes two bits for each position, and a byte where distances are asked about.

use super::Verdict;
use super::file::{self, BLOCK, BLOCK_BITS, HalfHead, Head, Stored};
use super::slice::Slice;
use super::solve::Value;
use log::error;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Where the bytes of tables come from.
#[derive(Debug)]
pub(super) enum Source {
    /// The program itself, or memory.
    Bytes(Cow<'static, [u8]>),
    /// A file.
    File(Mutex<File>),
}

impl Source {
    fn length(&self) -> io::Result<u64> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.len() as u64),
            Self::File(file) => file.lock().unwrap_or_else(PoisonError::into_inner).seek(SeekFrom::End(0)),
        }
    }

    fn read(&self, at: u64, length: usize) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::Bytes(bytes) => {
                let start = usize::try_from(at).unwrap_or(usize::MAX);
                let end = start.saturating_add(length);
                bytes.get(start..end).map(Cow::Borrowed).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
            Self::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                let mut bytes = Vec::new();
                (&mut *file).take(length as u64).read_to_end(&mut bytes)?;
                if bytes.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes.into()) }
            }
        }
    }
}

/// A block, decoded when it is first asked about, for all threads.
#[derive(Debug)]
struct Block {
    stored: Stored,
    decoded: OnceLock<Option<Box<[u8]>>>,
}

/// The tables about the same pieces with one side to move.
#[derive(Debug)]
struct Half {
    head: HalfHead,
    /// The results and the distances of each block.
    blocks: Vec<[Block; 2]>,
}

/// The table of a slice and its turned one.
#[derive(Debug)]
pub(super) struct Table {
    source: Arc<Source>,
    /// What the file is called in messages.
    name: Arc<str>,
    /// Where the table begins in its source.
    start: u64,
    pub(super) identity: u32,
    pub(super) slice: Slice,
    pub(super) bytes: u64,
    halves: Vec<Half>,
    damaged: AtomicBool,
}

/// The kinds of blocks.
const RESULTS: usize = 0;
const DISTANCES: usize = 1;

impl Table {
    /// The tables of a source, and the error after which nothing more can be read.
    pub(super) fn all(source: Source, name: &str) -> (Vec<Self>, Option<String>) {
        let (source, name) = (Arc::new(source), Arc::from(name));
        let mut tables = Vec::new();
        let mut start = 0;
        let error = loop {
            let end = match source.length() {
                Ok(end) => end,
                Err(error) => break Some(error.to_string()),
            };
            if start >= end && !tables.is_empty() {
                break None;
            }
            match Self::at(&source, &name, start) {
                Ok(table) if table.start + table.bytes > end => break Some("the file is cut off".to_owned()),
                Ok(table) => {
                    start += table.bytes;
                    tables.push(table);
                }
                Err(error) => break Some(error),
            }
        };
        (tables, error.map(|error| format!("{name}: {error}")))
    }

    fn at(source: &Arc<Source>, name: &Arc<str>, start: u64) -> Result<Self, String> {
        let read = |length| {
            source.read(start, length).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => "the file is cut off".to_owned(),
                _ => error.to_string(),
            })
        };
        let first = read(file::START)?;
        let length = file::head_length(first.as_ref().try_into().map_err(|_| "the file is cut off")?)?;
        let Head { identity, slice, halves, length } = file::read_head(&read(length)?)?;
        let block = |stored| Block { stored, decoded: OnceLock::new() };
        let half = |head: HalfHead| {
            let blocks = head.blocks.iter().map(|stored| stored.map(block)).collect();
            Half { head, blocks }
        };
        Ok(Self {
            source: Arc::clone(source),
            name: Arc::clone(name),
            start,
            identity,
            slice,
            bytes: length,
            halves: halves.into_iter().map(half).collect(),
            damaged: AtomicBool::new(false),
        })
    }

    /// What the head says of a half.
    pub(super) fn head(&self, half: usize) -> &HalfHead {
        &self.halves[half].head
    }

    /// The result of the position with a number; none if the table is damaged.
    #[inline]
    pub(super) fn result(&self, half: usize, number: usize) -> Option<Verdict> {
        let block = self.block(half, number, RESULTS)?;
        let number = number % BLOCK;
        Some(Verdict::from_bits(block.get(number / 4)? >> (2 * (number % 4)) & 3))
    }

    /// The win of the position with a number, which is won; none if the table is
    /// damaged.
    pub(super) fn distance(&self, half: usize, number: usize) -> Option<Value> {
        let moves = *self.block(half, number, DISTANCES)?.get(number % BLOCK)?;
        Some(Value::Win((u16::from(moves) * 2).checked_sub(1)?))
    }

    #[inline]
    fn block(&self, half: usize, number: usize, kind: usize) -> Option<&[u8]> {
        let block = &self.halves[half].blocks.get(number >> BLOCK_BITS)?[kind];
        let decoded = match block.decoded.get() {
            Some(decoded) => decoded,
            None => self.decode(block),
        };
        decoded.as_deref()
    }

    #[cold]
    fn decode<'a>(&self, block: &'a Block) -> &'a Option<Box<[u8]>> {
        block.decoded.get_or_init(|| match self.read(&block.stored) {
            Ok(bytes) => Some(bytes.into()),
            Err(message) => {
                if !self.damaged.swap(true, Relaxed) {
                    error!("{message}; what is damaged is not used");
                }
                None
            }
        })
    }

    /// Decodes a block.
    fn read(&self, stored: &Stored) -> Result<Vec<u8>, String> {
        decompress_to_vec_with_limit(&self.stored(stored)?, BLOCK).map_err(|_| self.damaged(stored))
    }

    /// The bytes of a block as stored, if they are what they should be.
    fn stored(&self, stored: &Stored) -> Result<Cow<'_, [u8]>, String> {
        let bytes = self.source.read(self.start + stored.at, stored.length as usize);
        let bytes = bytes.map_err(|error| self.problem(&error.to_string()))?;
        if crc32fast::hash(&bytes) == stored.checksum { Ok(bytes) } else { Err(self.damaged(stored)) }
    }

    fn damaged(&self, stored: &Stored) -> String {
        self.problem(&format!("the block at byte {} is damaged", self.start + stored.at))
    }

    /// Names the table something is wrong with.
    pub(super) fn problem(&self, what: &str) -> String {
        format!("{}: {}: {what}", self.name, self.slice)
    }

    /// Looks whether every byte is as it was written.
    ///
    /// # Errors
    ///
    /// When one is not.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut blocks = self.halves.iter().flat_map(|half| half.blocks.iter().flatten());
        blocks.try_for_each(|block| self.stored(&block.stored).map(drop))
    }
}
