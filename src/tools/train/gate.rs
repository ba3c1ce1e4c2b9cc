//! `polydam train gate`: is a net better than what plays now?

use super::manifest::{self, Manifest, beside, hash};
use super::{read, write_whole};
use crate::arena::game::Conditions;
use crate::arena::player::{SELF, TimeControl};
use crate::arena::schedule::{Format, Order, Plan, Shard};
use crate::arena::sprt::{Model, Sprt, Verdict};
use crate::eval::Choice;
use crate::openings;
use crate::rules::Variant;
use crate::search::Limits;
use crate::tools::play_match::{self, Options, Played};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What to compare, and how.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The rule set.
    pub variant: Variant,
    /// The new net.
    pub net: PathBuf,
    /// The evaluation it is to beat.
    pub against: Choice,
    /// What a side may spend.
    pub control: TimeControl,
    /// The most games, by pairs.
    pub games: usize,
    /// The differences the test tells apart, in normalised Elo.
    pub sprt: (f64, f64),
    /// What the openings depend on.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// Where the result is written.
    pub out: PathBuf,
}

/// Plies of the openings of a match, and men by which a side may be ahead after them
/// as a search of so many nodes sees it.
const OPENING_PLIES: usize = 6;
const OPENING_SCORE: f64 = 0.5;
const OPENING_NODES: u64 = 2000;

/// Plays a match of the net against another evaluation, from openings drawn by lot,
/// until a sequential test has an answer, prints its table, and writes a manifest.
/// Returns whether the net is better: the test says so, or no answer was found in all
/// games and it has scored more.
///
/// # Errors
///
/// When the evaluations are not to be had or a file cannot be read or written.
pub fn gate(options: &Gate) -> io::Result<bool> {
    let (elo0, elo1) = options.sprt;
    let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Normalised };
    let engine = |name: &str, eval: &Choice| {
        [
            SELF.to_owned(),
            format!("name={name}"),
            format!("param.evaluation={eval}"),
            "param.hash=16".to_owned(),
        ]
    };
    let engines = [engine("new", &Choice::File(options.net.clone())), engine("old", &options.against)];
    let openings = options.out.with_extension("openings");
    if !openings.exists() {
        write_whole(&openings, draw_openings(options).map_err(io::Error::other)?.as_bytes())?;
    }
    let state = options.out.with_extension("jsonl");
    let Played { names, standings, test } = play_match::play(&Options {
        variant: options.variant,
        engines: engines.into_iter().flatten().collect(),
        control: options.control,
        conditions: Conditions {
            controls: [TimeControl::default(); 2],
            margin: 0.05,
            patience: 120.0,
            max_plies: Some(400),
            draw: None,
            resign: None,
        },
        plan: Plan {
            engines: 0,
            format: Format::RoundRobin,
            games: options.games,
            openings: 0,
            order: Order::Random,
            seed: options.seed,
            shard: Shard::WHOLE,
        },
        openings: Some(openings.display().to_string()),
        concurrency: options.threads,
        sprt: Some(sprt),
        tables: Some(4),
        start_patience: Duration::from_secs(30),
        pdn: None,
        state,
        resume: true,
        quiet: true,
    })?;
    print!("{}", standings.results(&names));
    let progress = test.ok_or_else(|| io::Error::other("the match had no test"))?;
    println!("{}", play_match::verdict(&sprt, &progress));
    let accepted = match progress.verdict {
        Verdict::AcceptH1 => true,
        Verdict::AcceptH0 => false,
        Verdict::Open => progress.llr > 0.0,
    };
    let [lost, drawn, won] = standings.rows[0].games;
    let (elo, ..) = standings.rows[0].worth();
    Manifest::new("gate", options.variant)
        .with("net", hash(&read(&options.net)?))
        .with("against", manifest::evaluation(&options.against)?)
        .with("nodes", options.control.nodes)
        .with("move_time", options.control.move_time)
        .with("seed", options.seed)
        .with("won", won)
        .with("drawn", drawn)
        .with("lost", lost)
        .with("elo", elo.value.round())
        .with("elo_error", elo.error.round())
        .with("test", play_match::verdict(&sprt, &progress))
        .with("accepted", accepted)
        .write(&beside(&options.out))?;
    Ok(accepted)
}

/// A balanced opening for every pair of games, each on a line. The sets that come with
/// the program are too small: without a clock an opening gives the same games again.
fn draw_openings(options: &Gate) -> Result<String, String> {
    let variant = options.variant;
    let choice = openings::Choice {
        limits: Limits::nodes(OPENING_NODES),
        window: 0.0..=OPENING_SCORE,
        count: Some(options.games.div_ceil(2)),
        seed: options.seed,
        jobs: options.threads,
        eval: Choice::default(),
    };
    let candidates = openings::lines(variant, OPENING_PLIES..=OPENING_PLIES, options.seed);
    let chosen = openings::select(variant, candidates, &choice, |_| ())?;
    chosen.iter().map(|opening| opening.line(variant).map(|line| line + "\n")).collect()
}
