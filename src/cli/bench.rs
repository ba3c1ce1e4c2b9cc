//! The command line of `polydam bench`.

use clap::{Args, Subcommand};
use polydam::eval::Choice;
use polydam::rules::Variant;
use polydam::search::Limits;
use polydam::tools::bench::{signature, smp, speed, suite};
use std::io;

/// What to measure; the signature, unless something else is named.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Bench {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    which: Which,
    /// Depth of the searches in plies
    #[arg(long, value_name = "PLIES", default_value_t = signature::DEPTH, value_parser = depth())]
    depth: u32,
}

#[derive(Args, Debug)]
struct Which {
    /// Only this rule set
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// The evaluation: `trained`, `material` or a file with a net
    #[arg(long, value_name = "EVAL", default_value = "trained", value_parser = super::eval_choice)]
    eval: Choice,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Millions of nodes per second with one thread and with several
    ///
    /// `tiny` is the speed of searches of 300 nodes as a share of that of long ones.
    Speed(Speed),
    /// How much sooner several threads reach a depth than one: PASS, FAIL or INVALID
    ///
    /// For two threads, PASS is a ratio of the times of 1.7 or more, of the sums and
    /// in the geometric mean over positions, with the lower end of its 95 % interval at 1.6
    /// or more; for other numbers in proportion. INVALID is a machine on which
    /// independent work does not gain what it should from its cores.
    Smp(Smp),
    /// From which depth on the best moves of known shots and endings are found
    Suite(Suite),
}

#[derive(Args, Debug)]
struct Speed {
    #[command(flatten)]
    which: Which,
    /// Number of threads to compare with one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=256))]
    threads: u16,
    /// Seconds for each number
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = super::seconds)]
    seconds: f64,
}

#[derive(Args, Debug)]
struct Smp {
    #[command(flatten)]
    which: Which,
    /// Number of threads to compare with one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=256))]
    threads: u16,
    /// Search to the first depth for which one thread needs so long
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = super::seconds)]
    target: f64,
    /// So many of the positions of each rule set
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=40))]
    positions: u16,
    /// Do each search so often
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeats: u32,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Measure on a busy machine too; the result is INVALID all the same
    #[arg(long)]
    regardless: bool,
}

#[derive(Args, Debug)]
struct Suite {
    #[command(flatten)]
    which: Which,
    /// Search to this depth in plies [default: 17, when no limit is given]
    #[arg(long, value_name = "PLIES", value_parser = depth())]
    depth: Option<u32>,
    /// Search this many seconds at most [default: 10, when no limit is given]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    seconds: Option<f64>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Use the endgame tables within the program
    #[arg(long)]
    tables: bool,
}

fn depth() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=127)
}

impl Bench {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        match self.what {
            None => signature::run(self.which.variant, self.depth, &self.which.eval),
            Some(What::Speed(Speed { which, threads, seconds })) => {
                let Which { variant, eval } = which;
                speed::run(&speed::Options { variant, threads: threads.into(), seconds, eval })
            }
            Some(What::Smp(smp)) => smp.run(),
            Some(What::Suite(suite)) => suite.run(),
        }
    }
}

impl Smp {
    fn run(self) -> io::Result<bool> {
        smp::run(&smp::Options {
            variant: self.which.variant,
            threads: self.threads.into(),
            target: self.target,
            positions: self.positions.into(),
            repeats: self.repeats,
            hash_bytes: (self.hash as usize) << 20,
            regardless: self.regardless,
            eval: self.which.eval,
        })
    }
}

impl Suite {
    fn run(self) -> io::Result<bool> {
        let unlimited = self.depth.is_none() && self.seconds.is_none();
        suite::run(&suite::Options {
            variant: self.which.variant,
            limits: Limits {
                depth: self.depth.or(unlimited.then_some(17)),
                move_time: self.seconds.or(unlimited.then_some(10.0)),
                ..Limits::default()
            },
            threads: self.threads.into(),
            tables: self.tables,
            eval: self.which.eval,
        })
    }
}
