//! `polydam bench smp`: how much sooner several threads reach the depth that one
//! thread reaches in some seconds.
//!
//! A machine on which other programs run cannot tell. Before and after, counts of
//! move sequences that have nothing to do with each other are made one at a time
//! and at the same time: unless they gain from the cores what cores can give, the
//! result is INVALID.

use super::calibration::throughput;
use super::summary::{Sample, Summary};
use super::{chosen, config, positions};
use crate::engine::{self, Engine, Setup, Style};
use crate::eval::score::is_decided;
use crate::eval::{Choice, Score};
use crate::rules::Variant;
use crate::search::{Control, Limits};
use crate::tools::progress::Progress;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};

/// The least throughput of independent work, for each thread.
const THROUGHPUT: f64 = 1.95 / 2.0;
/// No search takes one thread more than so many times the least that is asked for.
const WINDOW: f64 = 3.0;
/// Scores that differ by no more are the same, in hundredths of a man.
const SAME: Score = 10;

/// What to measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Only this rule set.
    pub variant: Option<Variant>,
    /// Threads to compare with one; at least two.
    pub threads: usize,
    /// Search each position to the first depth for which one thread needs so many
    /// seconds or more. Where that would be over three times as many, the position is
    /// left out.
    pub target: f64,
    /// So many of the forty positions of each rule set.
    pub positions: usize,
    /// Every search is done so often.
    pub repeats: u32,
    /// Size of the transposition table in bytes.
    pub hash_bytes: usize,
    /// Go on although the machine is busy? The result is none all the same.
    pub regardless: bool,
    /// The evaluation.
    pub eval: Choice,
}

/// Prints a line for each rule set and for all together, and the verdict. Returns
/// whether it is PASS.
///
/// # Errors
///
/// When memory or threads are not to be had, or output fails.
pub fn run(options: &Options) -> io::Result<bool> {
    let mut quiet = calibrate("before", options.threads)?;
    if !quiet && !options.regardless {
        return verdict("INVALID");
    }
    let variants: Vec<_> = chosen(options.variant).collect();
    let mut all = Vec::new();
    for &variant in &variants {
        let samples = samples(variant, options).map_err(io::Error::other)?;
        print(variant.name(), &samples, options.threads)?;
        all.extend(samples);
    }
    if variants.len() > 1 {
        print("total", &all, options.threads)?;
    }
    quiet &= calibrate("after", options.threads)?;
    verdict(match Summary::of(&all).passes(options.threads) {
        _ if !quiet => "INVALID",
        true => "PASS",
        false => "FAIL",
    })
}

fn calibrate(when: &str, threads: usize) -> io::Result<bool> {
    let (measured, needed) = (throughput(threads), THROUGHPUT * threads as f64);
    let quiet = measured >= needed;
    let busy = if quiet { "" } else { ", the machine is busy" };
    writeln!(io::stdout(), "calibration {when}: throughput={measured:.2} needed={needed:.2}{busy}")?;
    Ok(quiet)
}

fn verdict(word: &str) -> io::Result<bool> {
    writeln!(io::stdout(), "{word}")?;
    Ok(word == "PASS")
}

/// The positions of a rule set, but for those with no depth that takes one thread
/// about as long as it should.
fn samples(variant: Variant, options: &Options) -> Result<Vec<Sample>, String> {
    let all = positions::positions(variant);
    let count = options.positions.min(all.len());
    let bar = Progress::new(&format!("positions of {variant}"), || Some(count as u64));
    let mut engines = [1, options.threads]
        .map(|threads| engine::new(variant, &config(threads, options.hash_bytes, &options.eval)))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let mut samples = Vec::new();
    for index in 0..count {
        let (_, fen) = all[index * all.len() / count];
        samples.extend(sample(&mut engines, fen, options)?);
        bar.more(1);
    }
    Ok(samples)
}

fn sample(engines: &mut [Box<dyn Engine>], fen: &str, options: &Options) -> Result<Option<Sample>, String> {
    for engine in engines.iter_mut() {
        engine.set_up(Setup::Fen(fen))?;
    }
    let Some(depth) = depth_for(&mut *engines[0], options.target) else { return Ok(None) };
    let mut sample = Sample { depth, seconds: [0.0; 2], nodes: [0.0; 2], agreement: 0.0 };
    let share = 1.0 / f64::from(options.repeats.max(1));
    for _ in 0..options.repeats.max(1) {
        let mut scores = [0; 2];
        for (index, engine) in engines.iter_mut().enumerate() {
            engine.new_game();
            let findings = engine.search(&Limits::depth(depth), &Control::new(false), Style::Pdn, &|_| ());
            sample.seconds[index] += share * findings.time.as_secs_f64();
            sample.nodes[index] += share * findings.nodes as f64;
            scores[index] = findings.score;
        }
        sample.agreement += if is_same(scores) { share } else { 0.0 };
    }
    Ok(Some(sample))
}

/// The first depth that takes one thread so many seconds or more, if there is one
/// within the window.
fn depth_for(engine: &mut dyn Engine, seconds: f64) -> Option<u32> {
    let (control, depth) = (Control::new(false), AtomicU32::new(0));
    engine.new_game();
    let limits = Limits { move_time: Some(WINDOW * seconds), ..Limits::default() };
    engine.search(&limits, &control, Style::Pdn, &|findings| {
        if findings.time.as_secs_f64() >= seconds && !control.is_stopped() {
            depth.store(findings.depth, Ordering::Relaxed);
            control.stop();
        }
    });
    Some(depth.into_inner()).filter(|&depth| depth > 0)
}

fn is_same([one, other]: [Score; 2]) -> bool {
    let decided = is_decided(one) && is_decided(other) && (one > 0) == (other > 0);
    decided || (one - other).abs() <= SAME
}

fn print(name: &str, samples: &[Sample], threads: usize) -> io::Result<()> {
    let mut output = io::stdout().lock();
    write!(output, "{name:<13} positions={}", samples.len())?;
    let depths = samples.iter().map(|sample| sample.depth);
    let (Some(least), Some(most)) = (depths.clone().min(), depths.max()) else {
        return writeln!(output);
    };
    let summary = Summary::of(samples);
    let gate = if summary.passes(threads) { "pass" } else { "miss" };
    let Summary { sum_ratio, mean, lower, upper, speed, nodes, agreement } = summary;
    let [one, many] = [0, 1].map(|index| samples.iter().map(|sample| sample.seconds[index]).sum::<f64>());
    write!(output, " depths={least}..{most} seconds={one:.1},{many:.1} sum-ratio={sum_ratio:.3}")?;
    write!(output, " mean-ratio={mean:.3} interval={lower:.3}..{upper:.3} speed={speed:.3}")?;
    writeln!(output, " nodes={nodes:.3} agreement={:.0}% gate={gate}", 100.0 * agreement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_agree_within_a_tenth_of_a_man_or_on_the_winner() {
        assert!(is_same([5, -5]) && is_same([9_990, 9_950]) && is_same([-9_990, -8_990]));
        assert!(!is_same([5, 16]) && !is_same([9_990, -9_990]) && !is_same([0, 9_990]));
    }
}
