//! Positions: one line of output for each, in the order of the input.

use super::engines::Engines;
use super::{Options, Progress, put};
use crate::engine::{Engine, Findings, Line, Setup, Style};
use crate::eval::score::{men, plies_to_end};
use crate::notation::Dialect;
use crate::rules::Variant;
use crate::search::Control;
use crate::tools::batch::in_order;
use crate::tools::input::{error_line, positions};
use crate::tools::output::{Output, Piece};
use serde_json::{Value, json};
use std::io;

/// Searches each position and writes what was found, or an error in its place.
/// Returns whether all inputs were positions.
///
/// # Errors
///
/// When memory or threads are not to be had, or input or output fails.
pub(super) fn run(options: &Options, arguments: &[String]) -> io::Result<bool> {
    let variant = options.variant.ok_or_else(|| io::Error::other("positions need a rule set"))?;
    let engines = Engines::new(options.config.clone());
    let mut output = Output::open(&options.target, &options.describe(arguments))?;
    let done = output.done();
    let wanted = |number: u64| number > done && options.has(number);
    let known = !arguments.iter().any(|argument| argument == "-");
    let count = || (1..=arguments.len().max(1) as u64).filter(|&number| wanted(number)).count() as u64;
    let progress = Progress::new("positions", || known.then(count));
    let tasks =
        (1..).zip(positions(arguments)).filter(|(number, position)| position.is_err() || wanted(*number));
    let work = |(number, position): (u64, io::Result<(usize, String)>), _: &_| {
        let (line, text) = position?;
        let result = engines.with(variant, |engine| one(options, engine, line, &text))?;
        progress.more(1);
        let bad = result.is_err();
        let text = result.unwrap_or_else(|error| error) + "\n";
        Ok(Some(Piece { number, text, bad, ..Piece::default() }))
    };
    in_order(options.jobs, tasks, work, |piece| put(&mut output, &progress, piece))?;
    output.end("")?;
    Ok(output.is_good())
}

/// The result for a position, or the error in its place.
fn one(options: &Options, engine: &mut dyn Engine, line: usize, text: &str) -> Result<String, String> {
    let setup = match text {
        "" => Setup::Start,
        fen if fen.contains(':') => Setup::Fen(fen),
        position => Setup::Hub { position, moves: "", dialect: Dialect::Hub },
    };
    let style = if options.hub { Style::Hub(Dialect::Hub) } else { Style::Pdn };
    let consider = |engine: &mut dyn Engine| {
        let result = engine.consider(options.moves.as_deref(), style);
        result.map_err(|message| format!("moves: {message}"))
    };
    engine.set_up(setup).and_then(|()| consider(engine)).map_err(|message| match options.json {
        true => json!({ "line": line, "error": message }).to_string(),
        false => error_line(line, message),
    })?;
    engine.new_game();
    let findings = engine.search(&options.limits, &Control::new(false), style, &|_| ());
    Ok(match options.json {
        true => {
            let mut object = to_json(line, engine.variant(), &engine.fen(), &findings);
            if options.config.lines > 1 {
                object["lines"] = findings.lines().map(line_to_json).collect();
            }
            object.to_string()
        }
        false => {
            let several = options.config.lines > 1;
            let rank = |rank: usize| if several { format!(" multi-pv={rank}") } else { String::new() };
            let ranked = (1..).zip(findings.lines());
            let texts = ranked.map(|(number, line)| to_line(&findings, &line) + &rank(number));
            texts.collect::<Vec<_>>().join("\n")
        }
    })
}

fn to_line(findings: &Findings, line: &Line) -> String {
    format!(
        "best={} score={:.2} depth={} nodes={} time={:.3} pv=\"{}\"",
        line.moves.first().map_or("none", |best| best),
        men(line.score),
        line.depth,
        findings.nodes,
        findings.time.as_secs_f64(),
        line.moves.join(" ")
    )
}

fn line_to_json(line: Line) -> Value {
    json!({
        "best": line.moves.first(),
        "score": men(line.score),
        "plies_to_end": plies_to_end(line.score),
        "depth": line.depth,
        "pv": line.moves,
    })
}

fn to_json(line: usize, variant: Variant, fen: &str, findings: &Findings) -> Value {
    json!({
        "line": line,
        "variant": variant.name(),
        "fen": fen,
        "best": findings.line.first(),
        "score": men(findings.score),
        "plies_to_end": plies_to_end(findings.score),
        "depth": findings.depth,
        "nodes": findings.nodes,
        "time": findings.time.as_secs_f64(),
        "pv": findings.line,
    })
}
