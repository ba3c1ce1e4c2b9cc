//! Games from PDN files: an annotated game, or a line of JSON, for each in the
//! order of the input.

use super::engines::Engines;
use super::{Options, Progress, html, json, put};
use crate::annotate::{Annotation, Played, annotate, annotated};
use crate::notation::pdn::{GameText, Item, Reader, write_game};
use crate::rules::{Rules, Variant, Visitor};
use crate::tools::batch::in_order;
use crate::tools::output::{Output, Piece};
use std::fs::File;
use std::io::{self, BufReader};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A game to analyse.
struct Task {
    /// Its number among the games of all files, from 1.
    number: u64,
    /// Its file.
    file: String,
    /// The game, or why there is none.
    game: Result<GameText, String>,
}

/// Analyses every game of the files. Returns whether all of them could be read.
///
/// # Errors
///
/// When memory or threads are not to be had, or output fails.
pub(super) fn run(options: &Options, files: &[PathBuf]) -> io::Result<bool> {
    let engines = Engines::new(options.config.clone());
    let mut output = Output::open(&options.target, &options.describe(files))?;
    let done = output.done();
    let wanted = |task: &Task| task.number > done && options.has(task.number);
    let progress = Progress::new("positions", || count(files, wanted));
    let work = |task: Task, unwanted: &AtomicBool| {
        let go_on = || {
            progress.more(1);
            !unwanted.load(Ordering::Relaxed)
        };
        one(options, &engines, task, &go_on)
    };
    if options.target.report.is_some() {
        output.begin(&html::head())?;
    }
    in_order(options.jobs, tasks(files).filter(wanted), work, |piece| put(&mut output, &progress, piece))?;
    output.end(html::TAIL)?;
    Ok(output.is_good())
}

/// The games of the files, numbered through.
fn tasks(files: &[PathBuf]) -> impl Iterator<Item = Task> + Send {
    let games = files.iter().flat_map(|path| {
        let file = path.display().to_string();
        games(path).map(move |game| (file.clone(), game))
    });
    (1..).zip(games).map(|(number, (file, game))| Task { number, file, game })
}

fn games(path: &Path) -> Box<dyn Iterator<Item = Result<GameText, String>> + Send> {
    match File::open(path) {
        Ok(file) => Box::new(Reader::new(BufReader::new(file)).map(|game| game.map_err(|e| e.to_string()))),
        Err(error) => Box::new(iter::once(Err(error.to_string()))),
    }
}

/// The number of positions to search; unknown when a file cannot be read twice.
fn count(files: &[PathBuf], wanted: impl Fn(&Task) -> bool) -> Option<u64> {
    let can_be_read_twice = |path: &PathBuf| path.metadata().is_ok_and(|file| file.is_file());
    let is_move = |item: &&Item| matches!(item, Item::Move { .. });
    let positions = |game: GameText| game.items.iter().filter(is_move).count() as u64 + 1;
    let wanted = tasks(files).filter(wanted);
    files.iter().all(can_be_read_twice).then(|| wanted.filter_map(|task| task.game.ok()).map(positions).sum())
}

/// Analyses a game; nothing when it was given up.
fn one(
    options: &Options,
    engines: &Engines,
    task: Task,
    go_on: &dyn Fn() -> bool,
) -> io::Result<Option<Piece>> {
    let Task { number, file, game } = task;
    let bad = |error: String| {
        let complaint = Some(format!("{file}: {error}"));
        Ok(Some(Piece { number, complaint, bad: true, ..Piece::default() }))
    };
    let game = match game {
        Ok(game) => game,
        Err(error) => return bad(error),
    };
    let played = rule_set(&game, options.variant)
        .map_err(|error| format!("line {}: {error}", game.line))
        .and_then(|variant| Played::new(&game, variant).map_err(|error| error.to_string()));
    let played = match played {
        Ok(played) => played,
        Err(error) => return bad(error),
    };
    let annotation =
        engines.with(played.variant, |engine| annotate(engine, played, &options.limits, go_on))?;
    let annotation = match annotation {
        Ok(Some(annotation)) => annotation,
        Ok(None) => return Ok(None),
        Err(error) => return bad(format!("line {}: {error}", game.line)),
    };
    let text = match options.json {
        true => json::line(number, &file, &game, &annotation),
        false => pdn(&game, &annotation),
    };
    let report = match options.target.report {
        Some(_) => html::article(number, &game, &annotation),
        None => String::new(),
    };
    Ok(Some(Piece { number, text, report, ..Piece::default() }))
}

/// The rule set of a game: what it says itself, or else what was asked for. Where
/// rule sets share their tag it does not say which of them.
fn rule_set(game: &GameText, wanted: Option<Variant>) -> Result<Variant, String> {
    match (game.variant(), wanted) {
        (Some(Ok(own)), Some(wanted)) if own.facts().game_type == wanted.facts().game_type => Ok(wanted),
        (Some(Ok(own)), _) => Ok(own),
        (_, Some(wanted)) => Ok(wanted),
        (Some(Err(error)), None) => Err(error.to_string()),
        (None, None) => Err("expected a tag GameType, or the rule set by --variant".to_owned()),
    }
}

/// The annotated game as PDN.
fn pdn(game: &GameText, annotation: &Annotation) -> String {
    struct Write(GameText);

    impl Visitor for Write {
        type Output = String;

        fn visit<R: Rules>(self) -> String {
            let mut text = Vec::new();
            // Memory takes whatever it is given.
            let _ = write_game::<R>(&mut text, &self.0);
            String::from_utf8_lossy(&text).into_owned()
        }
    }

    annotation.variant.visit(Write(annotated(game, annotation)))
}
