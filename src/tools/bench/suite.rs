//! `polydam bench suite`: shots and endings of which the right move is known, and
//! the depth from which on the search knows it too.

use super::{chosen, config};
use crate::engine::{self, Engine, Setup, Style};
use crate::eval::Choice;
use crate::notation::Dialect;
use crate::referee;
use crate::rules::Variant;
use crate::search::{Control, Limits};
use crate::tools::progress::Progress;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const HASH_BYTES: usize = 64 << 20;
const STYLE: Style = Style::Hub(Dialect::Hub);

/// The suites: the rule sets they are for, and lines of a name, a position in FEN,
/// the right moves and, if not for all, the rule sets, with semicolons between.
/// Lines that begin with `#` say where the positions are from.
const SUITES: &[(&[Variant], &str)] = &[
    (&[Variant::International], include_str!("data/international.txt")),
    (&[Variant::Russian, Variant::Ukrainian, Variant::Brazilian], include_str!("data/russian.txt")),
    (&[Variant::English], include_str!("data/english.txt")),
    (&[Variant::Italian], include_str!("data/italian.txt")),
    (&[Variant::Spanish], include_str!("data/spanish.txt")),
    (&[Variant::Turkish], include_str!("data/turkish.txt")),
];

/// What to measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Only this rule set.
    pub variant: Option<Variant>,
    /// The limits of each search.
    pub limits: Limits,
    /// Search threads.
    pub threads: usize,
    /// Use the endgame tables within the program?
    pub tables: bool,
    /// The evaluation.
    pub eval: Choice,
}

/// A position with the moves that are right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What it is called, or where it is from.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The right moves, as players write them.
    pub best: Vec<&'static str>,
}

/// When a search knew the right move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The depth from which on it kept to it.
    pub depth: u32,
    /// Nodes until then.
    pub nodes: u64,
    /// Time until then.
    pub time: Duration,
}

/// The problems of a rule set.
///
/// # Errors
///
/// When the data within the program is not as it should be.
pub fn problems(variant: Variant) -> Result<Vec<Problem>, String> {
    let suites = SUITES.iter().filter(|(variants, _)| variants.contains(&variant));
    let lines = suites.flat_map(|(_, text)| text.lines()).filter(|line| !line.starts_with('#'));
    let mut problems = Vec::new();
    for line in lines {
        let fields: Vec<_> = line.split(';').map(str::trim).collect();
        let (&[name, fen, best], rest) =
            fields.split_first_chunk().ok_or_else(|| format!("suite: {line}"))?;
        if rest.is_empty() || rest.iter().any(|names| names.split(' ').any(|name| name == variant.name())) {
            problems.push(Problem { name, fen, best: best.split_ascii_whitespace().collect() });
        }
    }
    Ok(problems)
}

/// Prints for each problem when it was solved, and how many were, for each rule
/// set.
///
/// # Errors
///
/// When memory or threads are not to be had, or output fails.
pub fn run(options: &Options) -> io::Result<bool> {
    for variant in chosen(options.variant) {
        let problems = problems(variant).map_err(io::Error::other)?;
        let bar = Progress::new(&format!("problems of {variant}"), || Some(problems.len() as u64));
        let mut engine = engine_for(variant, options).map_err(io::Error::other)?;
        let mut solved = 0;
        for problem in &problems {
            let result = solve(&mut *engine, problem, &options.limits).map_err(io::Error::other)?;
            solved += usize::from(result.is_ok());
            bar.aside(|| print(variant, problem, &result))?;
            bar.more(1);
        }
        drop(bar);
        writeln!(io::stdout(), "{variant} solved {solved}/{}", problems.len())?;
    }
    Ok(true)
}

/// The engine to solve problems with.
///
/// # Errors
///
/// When memory or threads are not to be had.
pub fn engine_for(variant: Variant, options: &Options) -> Result<Box<dyn Engine>, String> {
    let mut config = config(options.threads, HASH_BYTES, &options.eval);
    if options.tables {
        // Those of the program, whatever else there is on the machine.
        config.tables = None;
        config.table_pieces = crate::egtb::MOST_PIECES;
    }
    engine::new(variant, &config)
}

/// Searches a problem. Returns when it was solved, or the move that was chosen.
///
/// # Errors
///
/// When the data within the program is not as it should be.
pub fn solve(
    engine: &mut dyn Engine,
    problem: &Problem,
    limits: &Limits,
) -> Result<Result<Solution, String>, String> {
    let mut referee = referee::new(engine.variant());
    let mut right = Vec::new();
    for text in &problem.best {
        referee.set_up(Setup::Fen(problem.fen))?;
        right.push(referee.play(text, Style::Pdn).map_err(|error| format!("{}: {error}", problem.name))?);
    }
    engine.new_game();
    engine.set_up(Setup::Fen(problem.fen))?;
    let solution = Mutex::new(None);
    let is_right = |line: &[String]| line.first().is_some_and(|best| right.contains(best));
    let findings = engine.search(limits, &Control::new(false), STYLE, &|findings| {
        let mut solution = solution.lock().unwrap_or_else(PoisonError::into_inner);
        if is_right(&findings.line) {
            let engine::Findings { depth, nodes, time, .. } = findings;
            solution.get_or_insert(Solution { depth, nodes, time });
        } else {
            *solution = None;
        }
    });
    let solution = solution.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(solution.filter(|_| is_right(&findings.line)).ok_or_else(|| {
        // In the words of players, if there is a move at all.
        let chosen = findings.line.first().cloned().unwrap_or_default();
        let moves = engine.moves(STYLE).into_iter().zip(engine.moves(Style::Pdn));
        moves.into_iter().find(|(hub, _)| *hub == chosen).map_or(chosen, |(_, pdn)| pdn)
    }))
}

fn print(variant: Variant, problem: &Problem, result: &Result<Solution, String>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let Problem { name, best, .. } = problem;
    write!(output, "{variant} {name:?} best={} ", best.join(","))?;
    match result {
        Ok(Solution { depth, nodes, time }) => {
            writeln!(output, "depth={depth} nodes={nodes} time={:.3}", time.as_secs_f64())
        }
        Err(chosen) => writeln!(output, "unsolved chosen={chosen}"),
    }
}
