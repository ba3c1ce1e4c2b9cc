//! `polydam bench`: fixed searches. Their node counts are the signature of the
//! search: a change that should not affect play must not affect them.

use crate::engine::{self, Config, Engine, Setup, Style};
use crate::rules::Variant;
use crate::search::{Control, Limits};
use std::io::{self, Write};
use std::time::Duration;

/// The depth behind the committed signature.
pub const DEPTH: u32 = 13;

/// Searches and prints, for each rule set and in total, the number of nodes and
/// the speed.
///
/// # Errors
///
/// When memory or threads are not to be had, or output fails.
pub fn run(variant: Option<Variant>, depth: u32) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let mut total = (0, Duration::ZERO);
    for &variant in Variant::ALL.iter().filter(|&&one| variant.is_none_or(|wanted| wanted == one)) {
        let (nodes, time) = search(variant, depth).map_err(io::Error::other)?;
        total = (total.0 + nodes, total.1 + time);
        print(&mut output, variant.name(), nodes, time)?;
    }
    if variant.is_none() {
        print(&mut output, "total", total.0, total.1)?;
    }
    Ok(true)
}

fn print(output: &mut impl Write, name: &str, nodes: u64, time: Duration) -> io::Result<()> {
    let mnps = nodes as f64 / 1e6 / time.as_secs_f64();
    writeln!(output, "{name:<13} nodes={nodes} mnps={mnps:.2}")
}

/// Nodes and time for the positions of a rule set.
///
/// # Errors
///
/// When memory or threads are not to be had.
pub fn search(variant: Variant, depth: u32) -> Result<(u64, Duration), String> {
    let config = Config { hash_bytes: 16 << 20, ..Config::default() };
    let mut engine = engine::new(variant, &config)?;
    let mut total = one(&mut *engine, Setup::Start, depth)?;
    for (_, fens) in POSITIONS.iter().filter(|(name, _)| *name == variant.name()) {
        for fen in *fens {
            let (nodes, time) = one(&mut *engine, Setup::Fen(fen), depth)?;
            total = (total.0 + nodes, total.1 + time);
        }
    }
    Ok(total)
}

fn one(engine: &mut dyn Engine, setup: Setup<'_>, depth: u32) -> Result<(u64, Duration), String> {
    engine.new_game();
    engine.set_up(setup)?;
    let findings = engine.search(&Limits::depth(depth), &Control::new(false), Style::Pdn, &|_| ());
    Ok((findings.nodes, findings.time))
}

/// Positions from games and compositions, besides the start of a game.
const POSITIONS: &[(&str, &[&str])] = &[];
