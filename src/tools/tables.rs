//! `polydam tables`: making, proving, describing and asking endgame tables.

use super::input::{each_position, error_line, parse};
use super::progress::Progress;
use crate::egtb::{self, Contents, News, TableSet, Tables, Value};
use crate::notation::pdn;
use crate::position::Position;
use crate::rules::{Rules, Variant, Visitor};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

/// Makes the tables of a rule set for up to `pieces` pieces in a folder, going on
/// with what is there, and tells when each slice is done.
///
/// # Errors
///
/// When threads are not to be had, the folder cannot be written or the tables
/// cannot be made.
pub fn build(variant: Variant, pieces: usize, folder: &Path, threads: usize) -> io::Result<bool> {
    struct Build<'a>(&'a Path, usize);

    impl Visitor for Build<'_> {
        type Output = io::Result<()>;

        fn visit<R: Rules>(self) -> Self::Output {
            let Self(folder, pieces) = self;
            // The bar is made with the first slice, which knows the total.
            let bar = RefCell::new((None::<Progress>, 0));
            egtb::build::<R>(folder, pieces, &|news| match news {
                News::Slice { name, positions, total } => {
                    let (progress, last) = &mut *bar.borrow_mut();
                    let progress = progress.get_or_insert_with(|| Progress::share(total));
                    progress.advance(std::mem::replace(last, positions), &name);
                }
                News::Remade(problem) => {
                    let tell = || eprintln!("polydam: {problem}; it is made anew");
                    bar.borrow().0.as_ref().map_or_else(tell, |progress| progress.aside(tell));
                }
            })
        }
    }

    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    pool.install(|| variant.visit(Build(folder, pieces)))?;
    Ok(true)
}

/// Proves the tables of rule sets, those within the program and those of a folder,
/// up to `pieces` pieces: every byte is looked at, every value must follow from
/// those its moves lead to. A line for each rule set. Returns whether all is well.
///
/// # Errors
///
/// When threads are not to be had or the output cannot be written.
pub fn verify(
    variants: &[Variant],
    pieces: usize,
    folder: Option<&Path>,
    threads: usize,
) -> io::Result<bool> {
    struct Verify<'a>(Option<&'a Path>, usize);
    struct Proof {
        tables: usize,
        positions: u64,
        problems: Vec<String>,
    }

    impl Visitor for Verify<'_> {
        type Output = Proof;

        fn visit<R: Rules>(self) -> Proof {
            let Self(folder, pieces) = self;
            let (tables, mut problems) = TableSet::<R>::load(folder, pieces);
            let contents = egtb::contents(&tables);
            let positions = |half: &Contents| half.counts.iter().sum::<u64>();
            let bar = Progress::new("slices", || Some(contents.len() as u64));
            problems.extend(egtb::verify(&tables, &|_| bar.more(1)).err());
            Proof { tables: contents.len(), positions: contents.iter().map(positions).sum(), problems }
        }
    }

    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    let mut ok = true;
    for &variant in variants {
        let proof = pool.install(|| variant.visit(Verify(folder, pieces)));
        proof.problems.iter().for_each(|problem| eprintln!("polydam: {problem}"));
        let result = if proof.problems.is_empty() { "ok" } else { "failed" };
        ok &= proof.problems.is_empty();
        let Proof { tables, positions, .. } = proof;
        writeln!(io::stdout(), "{variant} slices={tables} positions={positions} {result}")?;
    }
    Ok(ok)
}

/// Tells what is in the tables of a rule set, a line for each slice, the side to
/// move first. `count` is the shortest count of plies after which the rules end a
/// game with these pieces, `over` stands behind wins that may take longer. Returns
/// whether all tables are whole.
///
/// # Errors
///
/// When the output cannot be written.
pub fn info(variants: &[Variant], pieces: usize, folder: Option<&Path>) -> io::Result<bool> {
    struct Info<'a>(Option<&'a Path>, usize);

    impl Visitor for Info<'_> {
        type Output = (Vec<Contents>, Vec<String>);

        fn visit<R: Rules>(self) -> Self::Output {
            let (tables, problems) = TableSet::<R>::load(self.0, self.1);
            (egtb::contents(&tables), problems)
        }
    }

    let mut output = io::stdout().lock();
    let mut ok = true;
    for &variant in variants {
        let (contents, problems) = variant.visit(Info(folder, pieces));
        for half in contents {
            let Contents { slice, pieces, counts: [won, drawn, lost], longest_win, longest_loss, .. } = &half;
            write!(output, "{variant} slice={slice} pieces={pieces} won={won} drawn={drawn} lost={lost} ")?;
            write!(output, "longest-win={longest_win} longest-loss={longest_loss} ")?;
            let count = half.shortest_count.map_or_else(|| "none".to_owned(), |count| count.to_string());
            let over = half.shortest_count.is_some_and(|count| *longest_win > count);
            writeln!(output, "count={count}{} bytes={}", if over { " over" } else { "" }, half.bytes)?;
        }
        ok &= problems.is_empty();
        problems.iter().for_each(|problem| eprintln!("polydam: {problem}"));
    }
    Ok(ok)
}

/// Tells what the tables say of positions, a line for each: the result for the
/// side to move, the plies to the end, and the moves that keep to it. Returns
/// whether all inputs were positions and all tables whole.
///
/// # Errors
///
/// When input or output fails.
pub fn probe(variant: Variant, positions: &[String], folder: Option<&Path>) -> io::Result<bool> {
    struct Probe<'a>(&'a [String], Option<&'a Path>);

    impl Visitor for Probe<'_> {
        type Output = io::Result<bool>;

        fn visit<R: Rules>(self) -> Self::Output {
            let (tables, problems) = TableSet::<R>::load(self.1, egtb::MOST_PIECES);
            problems.iter().for_each(|problem| eprintln!("polydam: {problem}"));
            let read = each_position(self.0, |number, text, output| match parse::<R>(text) {
                Ok(position) => writeln!(output, "{}", describe(&position, &tables)).map(Ok),
                Err(error) => Ok(Err(error_line(number, error))),
            })?;
            Ok(read && problems.is_empty())
        }
    }

    variant.visit(Probe(positions, folder))
}

fn describe<R: Rules>(position: &Position<R>, tables: &TableSet<R>) -> String {
    let Some(value) = tables.value(position) else { return "unknown".to_owned() };
    let best = position
        .moves()
        .iter()
        .filter(|mv| tables.value(&position.play(**mv)).is_some_and(|after| after.before() == value))
        .map(|&mv| pdn::format_move(position, mv))
        .collect::<Vec<_>>()
        .join(" ");
    match value {
        Value::Win(plies) => format!("win plies={plies} best=\"{best}\""),
        Value::Draw => format!("draw best=\"{best}\""),
        Value::Loss(plies) => format!("loss plies={plies} best=\"{best}\""),
    }
}
