//! The command line of `polydam analyse`.

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use polydam::arena::schedule::Shard;
use polydam::engine::Config;
use polydam::rules::Variant;
use polydam::search::Limits;
use polydam::tools::analyse::{self, Input, Options};
use polydam::tools::output::Target;
use std::io;
use std::path::PathBuf;

/// What to analyse, and how.
#[derive(Args, Debug)]
pub(super) struct Analyse {
    /// The rule set; for games, of those that do not name their own
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Positions in PDN FEN or as in Hub, `-` for standard input with one a line;
    /// or PDN files [default: the start of a game]
    #[arg(value_name = "POSITION|FILE")]
    inputs: Vec<String>,
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search this many seconds [default: 1, when no other limit is given]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<f64>,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// One JSON object per position or game
    #[arg(long)]
    json: bool,
    /// Read and write moves as in the Hub protocol instead of as players do (positions
    /// only)
    #[arg(long)]
    hub: bool,
    /// Find the best N moves with a line each, not only the best (positions only)
    #[arg(long, visible_alias = "multi-pv", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// Search only these moves, separated by blanks, as in "32-28 31-27" (positions
    /// only)
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Number of positions or games at the same time, each with threads and a hash
    /// table of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Take every N-th position or game only, beginning with the I-th: the outputs
    /// of the shards 1/N to N/N together have all, each once
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on where an earlier run with the same arguments was broken off; begin if
    /// there was none
    #[arg(long, requires = "output")]
    resume: bool,
    /// Write a report for a web browser beside the output (games only)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Analyse {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        let inputs = self.inputs.clone();
        let input = Input::sort(inputs).unwrap_or_else(|error| refuse(ErrorKind::ArgumentConflict, &error));
        match input {
            Input::Positions(_) if self.variant.is_none() => {
                refuse(ErrorKind::MissingRequiredArgument, "positions need --variant <NAME>")
            }
            Input::Positions(_) if self.html.is_some() => {
                refuse(ErrorKind::ArgumentConflict, "--html is for games")
            }
            Input::Games(_) if self.hub => refuse(ErrorKind::ArgumentConflict, "--hub is for positions"),
            Input::Games(_) if self.lines > 1 => {
                refuse(ErrorKind::ArgumentConflict, "--lines is for positions")
            }
            Input::Games(_) if self.moves.is_some() => {
                refuse(ErrorKind::ArgumentConflict, "--moves is for positions")
            }
            _ => analyse::run(&self.options(), &input),
        }
    }

    fn options(self) -> Options {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.time.is_some();
        Options {
            variant: self.variant,
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: if limited { self.time } else { Some(1.0) },
                ..Limits::default()
            },
            config: Config {
                threads: self.threads.into(),
                hash_bytes: (self.hash as usize) << 20,
                lines: self.lines.into(),
                ..Config::default()
            },
            json: self.json,
            hub: self.hub,
            moves: self.moves,
            jobs: self.jobs.into(),
            shard: self.shard,
            target: Target { output: self.output, resume: self.resume, report: self.html },
        }
    }
}

/// Ends the program as it ends for any wrong argument.
fn refuse(kind: ErrorKind, message: &str) -> ! {
    super::Cli::command().error(kind, message).exit()
}
