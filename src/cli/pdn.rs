//! The command line of `polydam pdn`.

use clap::Args;
use polydam::rules::Variant;
use polydam::rules::facts::Squares;
use polydam::tools::pdn::{self, Options};
use std::io;

#[derive(Args, Debug)]
pub(super) struct Pdn {
    /// The rule set of games without the tag GameType
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Print the good games, in one style, to standard output
    #[arg(long)]
    write: bool,
    /// Write moves in names of squares, whatever is usual in the rule set
    #[arg(long, requires = "write", conflicts_with = "numeric")]
    algebraic: bool,
    /// Write moves in numbers of squares, whatever is usual in the rule set
    #[arg(long, requires = "write")]
    numeric: bool,
    /// PDN files; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<String>,
}

impl Pdn {
    /// Runs the command. Were all games good?
    pub(super) fn run(self) -> io::Result<bool> {
        let squares = match (self.algebraic, self.numeric) {
            (true, _) => Some(Squares::Algebraic),
            (_, true) => Some(Squares::Numeric),
            _ => None,
        };
        pdn::run(&Options { variant: self.variant, write: self.write, squares }, &self.files)
    }
}
