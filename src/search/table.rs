//! The transposition table: shared by all threads without locks.
//!
//! An entry is two words, each written atomically. The first holds the key xor
//! the second, so that an entry torn between two writers does not match any key
//! (Hyatt and Mann, A lock-less transposition table implementation for parallel
//! search, 2002). Nothing in here knows a rule set.

use crate::eval::score::{self, Score};
use memmap2::MmapMut;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Bytes of one entry.
pub const ENTRY_BYTES: usize = size_of::<Slot>();
/// Entries that compete for one place.
const BUCKET: usize = 4;

/// The two words of an entry.
type Slot = [AtomicU64; 2];

/// A cache line of entries.
#[repr(C, align(64))]
struct Bucket([Slot; BUCKET]);

/// Tables up to this size are written to before their first use; larger ones would
/// keep a client waiting for `ready`.
const TOUCHED: usize = 1 << 27;
/// Buckets in the smallest page there is.
const PAGE: usize = 4096 / size_of::<Bucket>();
const AGE_MASK: u8 = 0x3F;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at most the stored score.
    Upper = 1,
    /// It is at least the stored score.
    Lower = 2,
    /// It is the stored score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, as start and end. Several captures may share them: good
    /// enough to order moves by, never to play.
    pub best: Option<(u8, u8)>,
    /// The score, counted from the node it was asked for at.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The depth of the search behind it.
    pub depth: u8,
    /// The static evaluation, where there was one.
    pub eval: Option<Score>,
}

/// The table.
pub struct Table {
    /// Anonymous memory: aligned to pages, which buckets need, and in huge pages,
    /// where the system has them: with small ones a search spends a tenth of its
    /// time on finding the page of an entry.
    memory: MmapMut,
    age: AtomicU8,
    /// Has there been a search since it was cleared?
    used: AtomicBool,
}

impl Table {
    /// A table of the greatest power of two of entries that fits into `bytes`.
    ///
    /// # Errors
    ///
    /// When the memory is not to be had.
    pub fn new(bytes: usize) -> Result<Self, String> {
        let buckets = prev_power_of_two(bytes / size_of::<Bucket>()).max(1);
        let memory = MmapMut::map_anon(buckets * size_of::<Bucket>())
            .map_err(|error| format!("no memory for a hash table of {} MiB: {error}", bytes >> 20))?;
        #[cfg(target_os = "linux")]
        if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("no huge pages for the hash table: {error}");
        }
        let table = Self { memory, age: AtomicU8::new(0), used: AtomicBool::new(false) };
        if bytes <= TOUCHED {
            // The system hands out pages when they are first written to: better
            // now than in the first moves of a game.
            table
                .buckets()
                .iter()
                .step_by(PAGE)
                .for_each(|bucket| bucket.0[0][0].store(0, Ordering::Relaxed));
        }
        Ok(table)
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        let (start, count) = (self.memory.as_ptr(), self.memory.len() / size_of::<Bucket>());
        // SAFETY: the memory is that of `count` buckets, aligned to a page, and
        // lives as long as the table. It began as zeros, and any bytes are atomic
        // integers. Nothing else looks at it.
        unsafe { std::slice::from_raw_parts(start.cast(), count) }
    }

    /// Forgets everything, with the threads of the current rayon pool.
    pub fn clear(&mut self) {
        if !std::mem::take(self.used.get_mut()) {
            return;
        }
        self.memory.par_chunks_mut(1 << 23).for_each(|part| part.fill(0));
        *self.age.get_mut() = 0;
    }

    /// Tells the table that a new search begins: entries of older ones give way.
    pub fn next_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
        self.used.store(true, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[(key >> 32) as usize & (buckets.len() - 1)]
    }

    /// Has the processor fetch what is known of the position with this key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let bucket: *const Bucket = self.bucket(key);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every processor of this architecture has the instruction, it
            // is a hint without effect on memory, and the address is that of a bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[inline(always)]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for [lock, data] in &self.bucket(key).0 {
            let data = data.load(Ordering::Relaxed);
            if lock.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Remembers an entry; the least useful one of its bucket gives way.
    #[inline(always)]
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let mut place = None;
        let mut least = i32::MAX;
        for candidate in &self.bucket(key).0 {
            let data = candidate[1].load(Ordering::Relaxed);
            if candidate[0].load(Ordering::Relaxed) ^ data == key {
                place = Some((candidate, data));
                break;
            }
            let years = age.wrapping_sub((data >> 58) as u8) & AGE_MASK;
            let worth =
                if data == 0 { i32::MIN } else { i32::from((data >> 48) as u8) - 8 * i32::from(years) };
            if worth < least {
                least = worth;
                place = Some((candidate, 0));
            }
        }
        let Some((place, old)) = place else { return };
        let mut data = pack(entry, age, ply);
        if entry.best.is_none() {
            // A search that failed low has no move; the old one is still a good guess.
            data |= old & 0xFFFF;
        }
        place[0].store(key ^ data, Ordering::Relaxed);
        place[1].store(data, Ordering::Relaxed);
    }
}

/// Layout: move 16, score 16, eval 16, depth 8, bound 2, age 6 bits.
#[inline(always)]
fn pack(entry: &Entry, age: u8, ply: usize) -> u64 {
    // The top bit marks that there is a move: bit 0 to bit 0 is one.
    let best = entry.best.map_or(0, |(from, to)| 0x8000 | u64::from(from) << 7 | u64::from(to));
    let eval = entry.eval.map_or(i16::MIN, |eval| eval as i16);
    best | u64::from(score::to_table(entry.score, ply) as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

#[inline(always)]
fn unpack(data: u64, ply: usize) -> Entry {
    let eval = (data >> 32) as i16;
    Entry {
        best: (data & 0x8000 != 0).then_some(((data >> 7 & 0x7F) as u8, (data & 0x7F) as u8)),
        score: score::from_table((data >> 16) as i16, ply),
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: (data >> 48) as u8,
        eval: (eval != i16::MIN).then_some(eval.into()),
    }
}

fn prev_power_of_two(n: usize) -> usize {
    if n == 0 { 0 } else { 1 << n.ilog2() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { best: Some((77, 3)), score: -123, bound: Bound::Lower, depth, eval: Some(-45) }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16).unwrap();
        assert_eq!(table.bytes(), 1 << 16);
        for key in (0..1000u64).map(crate::position::zobrist::scramble) {
            let wanted = entry((key % 100) as u8);
            table.store(key, 3, &wanted);
            assert_eq!(table.probe(key, 3), Some(wanted));
            assert_eq!(table.probe(key ^ 1, 3), None);
        }
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        let table = Table::new(1 << 16).unwrap();
        let won = Entry { score: score::won_in(9), best: None, eval: None, ..entry(1) };
        table.store(5 << 40, 4, &won);
        assert_eq!(table.probe(5 << 40, 6).unwrap().score, score::won_in(11));
    }

    #[test]
    fn old_entries_give_way_first() {
        let table = Table::new(0).unwrap();
        assert_eq!(table.bytes(), BUCKET * ENTRY_BYTES);
        (1..=4).for_each(|key| table.store(key, 0, &entry(50)));
        table.next_search();
        table.store(1, 0, &entry(45));
        (5..=7).for_each(|key| table.store(key, 0, &entry(45)));
        assert!(table.probe(1, 0).is_some() && table.probe(7, 0).is_some());
        assert_eq!((2..=4).filter(|&key| table.probe(key, 0).is_some()).count(), 0);
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(Table::new(usize::MAX / 4).is_err());
    }
}
