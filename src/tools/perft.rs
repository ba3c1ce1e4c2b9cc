//! `polydam perft`: counts and speed of the move generator.

use super::input::parse;
use crate::board::Corner;
use crate::notation::hub_text;
use crate::position::{Position, perft};
use crate::rules::{Rules, Variant, Visitor};
use std::io::{self, Write};
use std::time::Instant;

/// Prints the number of move sequences for every length up to `depth`, or, to
/// divide, behind every move. Returns whether the position was one.
///
/// # Errors
///
/// When output fails or the threads cannot be started.
pub fn run(
    variant: Variant,
    depth: usize,
    fen: Option<&str>,
    divide: bool,
    threads: usize,
) -> io::Result<bool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    pool.install(|| variant.visit(Perft { depth, fen, divide }))
}

struct Perft<'a> {
    depth: usize,
    fen: Option<&'a str>,
    divide: bool,
}

impl Visitor for Perft<'_> {
    type Output = io::Result<bool>;

    fn visit<R: Rules>(self) -> Self::Output {
        let position = match self.fen.map(parse::<R>).transpose() {
            Ok(position) => position.unwrap_or_else(Position::start),
            Err(error) => {
                eprintln!("polydam: fen: {error}");
                return Ok(false);
            }
        };
        let mut output = io::stdout().lock();
        if self.divide {
            divide(&position, self.depth, &mut output)?;
        } else {
            for depth in 1..=self.depth {
                count(&position, depth, &mut output)?;
            }
        }
        Ok(true)
    }
}

fn count<R: Rules>(position: &Position<R>, depth: usize, output: &mut impl Write) -> io::Result<()> {
    let start = Instant::now();
    let nodes = perft::parallel(position, depth);
    let seconds = start.elapsed().as_secs_f64();
    writeln!(output, "depth={depth} nodes={nodes} time={seconds:.3} mnps={:.1}", nodes as f64 / 1e6 / seconds)
}

fn divide<R: Rules>(position: &Position<R>, depth: usize, output: &mut impl Write) -> io::Result<()> {
    let mut counts: Vec<_> = perft::divide(position, depth)
        .into_iter()
        .map(|(mv, nodes)| (hub_text::format_move(mv, Corner::TopLeft), nodes))
        .collect();
    counts.sort();
    let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
    for (mv, nodes) in counts {
        writeln!(output, "{mv} {nodes}")?;
    }
    writeln!(output, "total {total}")
}
