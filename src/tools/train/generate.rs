//! `polydam train gen`: games of the program with itself.

use super::manifest::{self, Manifest, hash};
use super::{MANIFEST, SHARD, read, write_whole, wrong};
use crate::egtb::{TableSet, default_folder};
use crate::eval::{Choice, Evaluator};
use crate::notation::fen;
use crate::openings;
use crate::position::Position;
use crate::rules::{Rules, Variant, Visitor};
use crate::tools::progress::Progress;
use crate::train::{Plan, Sample, play_shard, read_shard, results, write_shard};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Games of a file.
const SHARD_GAMES: usize = 500;
/// Endings with up to so many pieces are not played out.
const TABLE_PIECES: usize = 4;

/// What to do.
#[derive(Clone, Debug)]
pub struct Generate {
    /// The rule set.
    pub variant: Variant,
    /// Who plays.
    pub eval: Choice,
    /// Games to have in the end, rounded up to whole files; none: as many as there is time for.
    pub games: Option<u64>,
    /// When to stop; none: when all games are played.
    pub time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: u64,
    /// What the games depend on.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// The folder of the files.
    pub out: PathBuf,
}

/// Plays games into a folder, going on with what is there, and writes its manifest.
/// Returns the number of positions kept.
///
/// # Errors
///
/// When the evaluation is not to be had, a file cannot be written, or the folder
/// holds something else.
pub fn generate(options: &Generate) -> io::Result<usize> {
    struct Run<'a>(&'a Generate);

    impl Visitor for Run<'_> {
        type Output = io::Result<usize>;

        fn visit<R: Rules>(self) -> Self::Output {
            run::<R>(self.0)
        }
    }

    options.variant.visit(Run(options))
}

/// What is known of a file of samples.
struct Shard {
    positions: usize,
    hash: String,
    results: [u64; 3],
}

impl Shard {
    fn new<R: Rules>(samples: &[Sample<R>], bytes: &[u8]) -> Self {
        Self { positions: samples.len(), hash: hash(bytes), results: results(samples) }
    }
}

fn run<R: Rules>(options: &Generate) -> io::Result<usize> {
    fs::create_dir_all(&options.out).map_err(|error| super::super::in_file(&options.out, error))?;
    let eval = Evaluator::<R>::new(&options.eval).map_err(io::Error::other)?;
    let (tables, _) = TableSet::<R>::load(default_folder().as_deref(), TABLE_PIECES);
    let starts = starts::<R>(options.variant)?;
    let plan = Plan { nodes: options.nodes, seed: options.seed, games: SHARD_GAMES };
    let wanted = options.games.map_or(u64::MAX, |games| games.div_ceil(SHARD_GAMES as u64));
    let deadline = options.time.map(|time| Instant::now() + time);
    let next = AtomicU64::new(0);
    let broken = AtomicBool::new(false);
    let shards = Mutex::new(Vec::new());
    let bar = Progress::new("games", || options.games);
    let work = || -> io::Result<()> {
        while !broken.load(Ordering::Relaxed) && deadline.is_none_or(|end| Instant::now() < end) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= wanted {
                break;
            }
            let path = options.out.join(format!("shard-{number:05}.{SHARD}"));
            let shard = if path.exists() {
                let bytes = read(&path)?;
                let samples = read_shard::<R>(&bytes).map_err(|problem| wrong(&path, problem))?;
                Shard::new(&samples, &bytes)
            } else {
                let samples = play_shard(&plan, number, &starts, &eval, &tables).map_err(io::Error::other)?;
                let bytes = write_shard(&samples);
                write_whole(&path, &bytes)?;
                Shard::new(&samples, &bytes)
            };
            shards.lock().expect("no thread panics").push((number, shard));
            bar.more(SHARD_GAMES as u64);
        }
        Ok(())
    };
    let results: Vec<_> = thread::scope(|scope| {
        let guarded = || work().inspect_err(|_| broken.store(true, Ordering::Relaxed));
        let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(guarded)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    results.into_iter().collect::<io::Result<()>>()?;
    let mut shards = shards.into_inner().expect("no thread panics");
    shards.sort_by_key(|(number, _)| *number);
    let positions: usize = shards.iter().map(|(_, shard)| shard.positions).sum();
    let mut results = [0; 3];
    for (_, shard) in &shards {
        results.iter_mut().zip(shard.results).for_each(|(sum, more)| *sum += more);
    }
    let hashes: Vec<Value> = shards.iter().map(|(_, shard)| json!(shard.hash)).collect();
    Manifest::new("gen", options.variant)
        .with("seed", options.seed)
        .with("nodes", options.nodes)
        .with("eval", manifest::evaluation(&options.eval)?)
        .with("games", shards.len() as u64 * SHARD_GAMES as u64)
        .with("positions", positions)
        .with("black_wins_draws_white_wins", results.to_vec())
        .with("shards", hashes)
        .write(&options.out.join(MANIFEST))?;
    Ok(positions)
}

/// The positions of the usual openings.
fn starts<R: Rules>(variant: Variant) -> io::Result<Vec<Position<R>>> {
    let openings = openings::load(variant, openings::default_set(variant)).map_err(io::Error::other)?;
    let position = |opening: &openings::Opening| {
        let text = opening.referee(variant)?.fen();
        fen::parse::<R>(&text).map_err(|error| error.to_string())
    };
    openings.iter().map(position).collect::<Result<_, String>>().map_err(io::Error::other)
}
