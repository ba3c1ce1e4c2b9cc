//! The command line of `polydam openings`.

use clap::{Args, Subcommand};
use polydam::eval;
use polydam::openings::Choice;
use polydam::rules::Variant;
use polydam::search::Limits;
use polydam::tools::openings;
use std::io;
use std::ops::RangeInclusive;

/// The longest openings that are made.
const MOST_PLIES: usize = 40;

/// What to do with openings.
#[derive(Subcommand, Debug)]
pub(super) enum Openings {
    /// List the sets that come with the program
    List {
        /// Only those of this rule set
        #[arg(long, value_name = "NAME")]
        variant: Option<Variant>,
    },
    /// Print a set
    Show {
        /// The rule set
        #[arg(long, value_name = "NAME")]
        variant: Variant,
        #[command(flatten)]
        form: OpeningForm,
        /// The name of a set, or a file
        #[arg(value_name = "SET")]
        set: String,
    },
    /// Check every line of a file of openings
    ///
    /// Each line has a position (PDN FEN or as in Hub), moves from the start, or a
    /// position and moves; or the file is PDN. Bad lines and lines that reach the
    /// position of an earlier one are named on standard error.
    Check {
        /// The rule set
        #[arg(long, value_name = "NAME")]
        variant: Variant,
        /// The file; `-` for standard input
        #[arg(value_name = "FILE")]
        file: String,
    },
    /// Make a set: openings which a search finds balanced enough
    ///
    /// Each line of the output has the moves and the score, in men and positive
    /// where White is better. The output depends on the arguments and the version
    /// of the program alone, not on the number of jobs.
    Generate(Generate),
}

impl Openings {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        match self {
            Self::List { variant } => openings::list(variant),
            Self::Show { variant, form, set } => openings::show(variant, &set, form.form()),
            Self::Check { variant, file } => openings::check(variant, &file),
            Self::Generate(generate) => generate.run(),
        }
    }
}

#[derive(Args, Debug)]
#[group(multiple = false)]
pub(super) struct OpeningForm {
    /// Print moves, score and name, one opening a line (the default)
    #[arg(long)]
    moves: bool,
    /// Print the FEN of the positions reached
    #[arg(long)]
    fen: bool,
    /// Print PDN
    #[arg(long)]
    pdn: bool,
}

impl OpeningForm {
    fn form(&self) -> openings::Form {
        match self {
            Self { fen: true, .. } => openings::Form::Fen,
            Self { pdn: true, .. } => openings::Form::Pdn,
            _ => openings::Form::Lines,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct Generate {
    /// The rule set
    #[arg(long, value_name = "NAME")]
    variant: Variant,
    /// Choose among the lines of so many plies from the start, as 3 or 4..6
    #[arg(long, value_name = "MIN..MAX", default_value = "4..6", value_parser = plies, conflicts_with = "from")]
    plies: RangeInclusive<usize>,
    /// Choose among the openings of a set or a file instead
    #[arg(long, value_name = "SET")]
    from: Option<String>,
    /// Search to this depth in plies [default: 12, when no other limit is given]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Keep what puts either side this many men ahead, as 0.2,0.8 [default: any]
    #[arg(long, value_name = "MIN,MAX", value_parser = window)]
    window: Option<RangeInclusive<f64>>,
    /// Choose this many by lot [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// The seed of the lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of searches at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Who judges: `trained`, `material` or a file with a net
    #[arg(long, value_name = "EVAL", default_value = "trained", value_parser = super::eval_choice)]
    eval: eval::Choice,
    #[command(flatten)]
    form: OpeningForm,
}

impl Generate {
    fn run(self) -> io::Result<bool> {
        let limited = self.depth.is_some() || self.nodes.is_some();
        let choice = Choice {
            limits: Limits {
                depth: if limited { self.depth } else { Some(12) },
                nodes: self.nodes,
                ..Limits::default()
            },
            window: self.window.unwrap_or(0.0..=f64::INFINITY),
            count: self.count.map(|count| count as usize),
            seed: self.seed,
            jobs: self.jobs.into(),
            eval: self.eval,
        };
        let source = self.from.map_or(openings::Source::Plies(self.plies), openings::Source::Set);
        openings::generate(self.variant, &source, &choice, self.form.form())
    }
}

/// Reads `3` or `4..6`.
fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    match (min.parse(), max.trim_start_matches('=').parse()) {
        (Ok(min), Ok(max)) if 1 <= min && min <= max && max <= MOST_PLIES => Ok(min..=max),
        _ => Err(format!("expected a number of plies from 1 to {MOST_PLIES}, or two as 4..6")),
    }
}

/// Reads `0.2,0.8`.
fn window(text: &str) -> Result<RangeInclusive<f64>, String> {
    let bounds =
        text.split_once(',').map(|(min, max)| (min.trim().parse::<f64>(), max.trim().parse::<f64>()));
    match bounds {
        Some((Ok(min), Ok(max))) if 0.0 <= min && min <= max => Ok(min..=max),
        _ => Err("expected two numbers of men, the smaller first, as 0.2,0.8".to_owned()),
    }
}
