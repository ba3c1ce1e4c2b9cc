//! The command line of `polydam check-engine`.

use clap::Args;
use polydam::compliance::Options;
use polydam::rules::Variant;
use polydam::tools::check_engine;
use std::io;
use std::time::Duration;

/// Nobody waits longer for an answer.
const LONGEST_TIMEOUT: f64 = 3600.0;

#[derive(Args, Debug)]
pub(super) struct CheckEngine {
    /// The engine's command, quoted as for a shell; it gets no further arguments
    #[arg(required_unless_present = "list")]
    command: Option<String>,
    /// The rule set; chosen through the engine's parameter `variant`, if it has one
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
    /// How long to wait for an answer
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds, default_value = "5")]
    timeout: f64,
    /// Fail when a `should` point does, too
    #[arg(long)]
    strict: bool,
    /// Only the points whose names begin so, and those all others stand on; may be
    /// repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// One JSON object per point, and one for all
    #[arg(long)]
    json: bool,
    /// List the points instead
    #[arg(long)]
    list: bool,
}

impl CheckEngine {
    /// Runs the command. Does the engine keep to the protocol?
    pub(super) fn run(self) -> io::Result<bool> {
        let Some(command) = self.command.filter(|_| !self.list) else {
            return check_engine::list(self.json).map(|()| true);
        };
        let timeout = Duration::from_secs_f64(self.timeout.min(LONGEST_TIMEOUT));
        let options = Options { command, variant: self.variant, timeout, only: self.only };
        check_engine::run(&options, self.strict, self.json)
    }
}
