//! `polydam analyse`: bounded searches for scripts.

use super::input::{each_position, error_line};
use crate::engine::{self, Config, Findings, Setup, Style};
use crate::eval::score::plies_to_end;
use crate::notation::Dialect;
use crate::rules::Variant;
use crate::search::{Control, Limits};
use serde_json::{Value, json};
use std::io;

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule set.
    pub variant: Variant,
    /// The limits of each search.
    pub limits: Limits,
    /// Search threads.
    pub threads: usize,
    /// Size of the hash table in bytes.
    pub hash_bytes: usize,
    /// Write JSON?
    pub json: bool,
    /// Write moves as in Hub?
    pub hub: bool,
}

/// Searches each position and prints what was found. Every search starts with
/// an empty hash table, so that no result depends on the lines before it.
/// Returns whether all inputs were positions.
///
/// # Errors
///
/// When memory or threads are not to be had, or input or output fails.
pub fn run(options: &Options, positions: &[String]) -> io::Result<bool> {
    let config = Config { threads: options.threads, hash_bytes: options.hash_bytes, ..Config::default() };
    let mut engine = engine::new(options.variant, &config).map_err(io::Error::other)?;
    let style = if options.hub { Style::Hub(Dialect::Hub) } else { Style::Pdn };
    each_position(positions, |line, text, output| {
        let result = match text {
            "" => engine.set_up(Setup::Start),
            fen if fen.contains(':') => engine.set_up(Setup::Fen(fen)),
            position => engine.set_up(Setup::Hub { position, moves: "", dialect: Dialect::Hub }),
        };
        if let Err(message) = result {
            return Ok(Err(if options.json {
                json!({ "line": line, "error": message }).to_string()
            } else {
                error_line(line, message)
            }));
        }
        engine.new_game();
        let findings = engine.search(&options.limits, &Control::new(false), style, &|_| ());
        let result = if options.json {
            to_json(line, options.variant, &engine.fen(), &findings).to_string()
        } else {
            to_line(&findings)
        };
        writeln!(output, "{result}").map(Ok)
    })
}

fn men(findings: &Findings) -> f64 {
    f64::from(findings.score) / 100.0
}

fn to_line(findings: &Findings) -> String {
    format!(
        "best={} score={:.2} depth={} nodes={} time={:.3} pv=\"{}\"",
        findings.line.first().map_or("none", |best| best),
        men(findings),
        findings.depth,
        findings.nodes,
        findings.time.as_secs_f64(),
        findings.line.join(" ")
    )
}

fn to_json(line: usize, variant: Variant, fen: &str, findings: &Findings) -> Value {
    json!({
        "line": line,
        "variant": variant.name(),
        "fen": fen,
        "best": findings.line.first(),
        "score": men(findings),
        "plies_to_end": plies_to_end(findings.score),
        "depth": findings.depth,
        "nodes": findings.nodes,
        "time": findings.time.as_secs_f64(),
        "pv": findings.line,
    })
}
