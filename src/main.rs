//! The polydam program: reads the command line, runs one command, sets the exit
//! code.

mod cli;

use clap::Parser;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Nothing is logged unless RUST_LOG asks for it: many Hub clients take what
    // comes on standard error for an answer.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    match cli::Cli::parse().run() {
        Ok(code) => code,
        // Whoever read the output has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("polydam: {error}");
            ExitCode::FAILURE
        }
    }
}
