//! The command line of `polydam bench`.

use clap::{Args, Subcommand};
use polydam::rules::Variant;
use polydam::tools::bench::{signature, speed};
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
}

#[derive(Subcommand, Debug)]
enum What {
    /// Millions of nodes per second with one thread and with several
    ///
    /// `tiny` is the speed of searches of 300 nodes as a share of that of long ones.
    Speed(Speed),
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

fn depth() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=127)
}

impl Bench {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        match self.what {
            None => signature::run(self.which.variant, self.depth),
            Some(What::Speed(Speed { which, threads, seconds })) => {
                speed::run(&speed::Options { variant: which.variant, threads: threads.into(), seconds })
            }
        }
    }
}
