//! The command line of `polydam eval`.

use clap::Args;
use polydam::eval::Choice;
use polydam::rules::Variant;
use polydam::tools::eval::{self, Form};
use std::io;

/// A position, and how to tell what it is worth.
#[derive(Args, Debug)]
pub(super) struct Eval {
    /// The rule set
    #[arg(long, value_name = "NAME")]
    variant: Variant,
    /// The position, in PDN FEN or as in Hub [default: the start of a game]
    #[arg(long, value_name = "FEN", default_value = "", hide_default_value = true)]
    fen: String,
    /// The evaluation: `trained`, `material` or a file with a net
    #[arg(long, value_name = "EVAL", default_value = "trained", value_parser = super::eval_choice)]
    eval: Choice,
    /// Print an object instead of text
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Draw the position, with the influence of each piece as a colour
    #[arg(long)]
    svg: bool,
}

impl Eval {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        let form = match self {
            Self { json: true, .. } => Form::Json,
            Self { svg: true, .. } => Form::Svg,
            _ => Form::Text,
        };
        eval::run(self.variant, &self.fen, &self.eval, form)
    }
}
