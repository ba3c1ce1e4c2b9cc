//! The command line of `polydam bench`.

use clap::Args;
use polydam::rules::Variant;
use polydam::tools::bench::signature;
use std::io;

/// What to measure; the signature, unless something else is named.
#[derive(Args, Debug)]
pub(super) struct Bench {
    /// Only this rule set
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Depth of the searches in plies
    #[arg(long, value_name = "PLIES", default_value_t = signature::DEPTH, value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: u32,
}

impl Bench {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        signature::run(self.variant, self.depth)
    }
}
