//! `polydam bench speed`: nodes per second, with one thread and with several, in
//! long searches and in the tiny ones of which training games are made.

use super::{chosen, config, mnps, positions};
use crate::engine::{self, Setup, Style};
use crate::eval::Choice;
use crate::notation::Dialect;
use crate::position::Outcome;
use crate::referee;
use crate::rules::Variant;
use crate::search::{Control, Limits};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Nodes of a tiny search.
const TINY: u64 = 300;
const HASH_BYTES: usize = 64 << 20;
const STYLE: Style = Style::Hub(Dialect::Hub);

/// What to measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Only this rule set.
    pub variant: Option<Variant>,
    /// Threads to compare with one.
    pub threads: usize,
    /// Seconds for every number in the table.
    pub seconds: f64,
    /// The evaluation.
    pub eval: Choice,
}

/// Prints a line for each rule set: millions of nodes per second with one thread
/// and with several, the ratio of both, and the speed of tiny searches as a share
/// of that of long ones, all without tables.
///
/// # Errors
///
/// When memory, threads or the evaluation are not to be had, or output fails.
pub fn run(options: &Options) -> io::Result<bool> {
    let Options { variant, threads, seconds, ref eval } = *options;
    let mut output = io::stdout().lock();
    let heading = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    writeln!(output, "{:<13} {:>9} {heading:>11} {:>6} {:>6}", "Mnps", "1 thread", "tiny", "ratio")?;
    for variant in chosen(variant) {
        let one = long(variant, 1, seconds, eval).map_err(io::Error::other)?;
        let tiny = tiny(variant, seconds, eval).map_err(io::Error::other)? / one;
        let many = long(variant, threads, seconds, eval).map_err(io::Error::other)?;
        let ratio = many / one;
        writeln!(output, "{variant:<13} {one:>9.2} {many:>11.2} {tiny:>6.2} {ratio:>6.2}")?;
        output.flush()?;
    }
    Ok(true)
}

/// Millions of nodes per second in searches of middlegames, each with an equal
/// share of the time.
fn long(variant: Variant, threads: usize, seconds: f64, eval: &Choice) -> Result<f64, String> {
    let mut engine = engine::new(variant, &config(threads, HASH_BYTES, eval))?;
    let fens = positions::middlegames(variant);
    let limits = Limits { move_time: Some(seconds / fens.len() as f64), ..Limits::default() };
    let mut total = (0, Duration::ZERO);
    for fen in fens {
        engine.new_game();
        engine.set_up(Setup::Fen(fen))?;
        let findings = engine.search(&limits, &Control::new(false), STYLE, &|_| ());
        total = (total.0 + findings.nodes, total.1 + findings.time);
    }
    Ok(mnps(total))
}

/// Millions of nodes per second in games with tiny searches for moves. Only time
/// within searches counts.
fn tiny(variant: Variant, seconds: f64, eval: &Choice) -> Result<f64, String> {
    let mut engine = engine::new(variant, &config(1, HASH_BYTES, eval))?;
    let mut referee = referee::new(variant);
    let mut total = (0, Duration::ZERO);
    for fen in positions::middlegames(variant).into_iter().cycle() {
        engine.new_game();
        referee.set_up(Setup::Fen(fen))?;
        while referee.outcome() == Outcome::Open {
            let (start, moves) = (referee.start(Dialect::Hub), referee.played(STYLE).join(" "));
            engine.set_up(Setup::Hub { position: &start, moves: &moves, dialect: Dialect::Hub })?;
            let clock = Instant::now();
            let findings = engine.search(&Limits::nodes(TINY), &Control::new(false), STYLE, &|_| ());
            total = (total.0 + findings.nodes, total.1 + clock.elapsed());
            if total.1.as_secs_f64() >= seconds {
                return Ok(mnps(total));
            }
            let best = findings.line.first().ok_or("a search without a move")?;
            referee.play(best, STYLE)?;
        }
    }
    Ok(mnps(total))
}
