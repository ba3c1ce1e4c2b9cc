//! The command line of `polydam train`.

use super::tables::Work;
use clap::{Args, Subcommand};
use polydam::arena::player::TimeControl;
use polydam::eval::Choice;
use polydam::eval::net::Shape;
use polydam::rules::Variant;
use polydam::tools::train::{self, All, Export, Fit, Gate, Generate, Prep};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// From games to a net, step by step, or all at once.
#[derive(Subcommand, Debug)]
pub(super) enum Train {
    /// Play games of the program with itself, and keep positions of them
    ///
    /// One that was broken off goes on where it was.
    Gen {
        #[command(flatten)]
        common: Common,
        /// Who plays: `trained`, `material` or a file with a net
        #[arg(long, value_name = "EVAL", default_value = "trained", value_parser = super::eval_choice)]
        eval: Choice,
        /// Games to have in the end, rounded up to files of 500
        #[arg(long, value_name = "N", required_unless_present = "hours")]
        games: Option<u64>,
        /// Stop after so long
        #[arg(long, value_name = "HOURS", value_parser = hours)]
        hours: Option<Duration>,
        /// Nodes for each move
        #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// The folder for the positions
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
    },
    /// Make one file to learn from of the positions in folders
    Prep {
        /// The rule set
        #[arg(long, value_name = "NAME")]
        variant: Variant,
        /// A folder of positions; repeat for more
        #[arg(long, value_name = "FOLDER", required = true)]
        from: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Learn a net in fractions
    Fit {
        #[command(flatten)]
        common: Common,
        /// The positions to learn from
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
        #[command(flatten)]
        arch: Arch,
        /// How often each position is seen
        #[arg(long, value_name = "N", default_value_t = 8)]
        epochs: u32,
        /// The share of the result of the game in what is learned; the rest is the
        /// score of the search
        #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
        lambda: f32,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Turn a net in fractions into one that plays, and prove that they agree
    Export {
        /// The rule set
        #[arg(long, value_name = "NAME")]
        variant: Variant,
        /// The net in fractions
        #[arg(long, value_name = "FILE")]
        model: PathBuf,
        /// Positions to compare on
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Find out in a match whether a net is better: fails where it is not
    Gate {
        #[command(flatten)]
        common: Common,
        /// The net
        #[arg(long, value_name = "FILE")]
        net: PathBuf,
        /// What it is to beat: `trained`, `material` or a file with a net
        #[arg(long, value_name = "EVAL", default_value = "trained", value_parser = super::eval_choice)]
        against: Choice,
        /// Nodes for each move
        #[arg(long, value_name = "N", default_value_t = 2000, conflicts_with = "move_time")]
        nodes: u64,
        /// Seconds for each move instead
        #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
        move_time: Option<f64>,
        /// The most games
        #[arg(long, value_name = "N", default_value_t = 1000)]
        games: u32,
        /// The differences the test tells apart, in normalised Elo
        #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, default_values_t = [0.0, 10.0])]
        sprt: Vec<f64>,
        /// Where the result is written
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Draw how strong the nets of each generation are, as SVG
    Plot {
        /// Manifests of `train all`, as best.pnn.json
        #[arg(value_name = "FILE", required = true)]
        manifests: Vec<PathBuf>,
    },
    /// Everything: generations of games, nets and matches
    ///
    /// The best net is best.pnn in the folder, its manifest best.pnn.json. One that
    /// was broken off goes on.
    All {
        #[command(flatten)]
        common: Common,
        /// How long it may take, about
        #[arg(long, value_name = "HOURS", value_parser = hours)]
        hours: Duration,
        #[command(flatten)]
        arch: Arch,
        /// Generations
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=50))]
        generations: u8,
        /// Nodes for each move of the games to learn from
        #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// A net to go on from, with its manifest beside it; its generations count
        #[arg(long, value_name = "FILE", conflicts_with = "smoke")]
        start: Option<PathBuf>,
        /// Only prove that all steps work: one small generation, which has to beat
        /// random play
        #[arg(long)]
        smoke: bool,
        /// The folder for everything
        #[arg(long, value_name = "FOLDER", default_value = "polydam-train")]
        out: PathBuf,
    },
}

#[derive(Args, Debug)]
pub(super) struct Common {
    /// The rule set
    #[arg(long, value_name = "NAME")]
    variant: Variant,
    /// What everything depends on that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    work: Work,
}

#[derive(Args, Debug)]
pub(super) struct Arch {
    /// Hidden units for each side, and second layers by number of pieces
    #[arg(long, value_name = "UNITS,LAYERS", default_value = "128,4", value_parser = arch)]
    arch: (usize, usize),
}

fn arch(text: &str) -> Result<(usize, usize), String> {
    let sizes = text.split_once(',').map(|(hidden, buckets)| (hidden.parse(), buckets.parse()));
    match sizes {
        Some((Ok(hidden), Ok(buckets)))
            if Shape::HIDDEN.contains(&hidden) && (1..=Shape::MOST_BUCKETS).contains(&buckets) =>
        {
            Ok((hidden, buckets))
        }
        _ => Err(format!(
            "expected one of {:?} hidden units and 1 to {} layers, as 128,4",
            Shape::HIDDEN,
            Shape::MOST_BUCKETS
        )),
    }
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().filter(|hours: &f64| (0.0..=1000.0).contains(hours) && *hours > 0.0);
    hours
        .map(|hours| Duration::from_secs_f64(hours * 3600.0))
        .ok_or_else(|| "expected a number of hours above zero, at most 1000".to_owned())
}

impl Train {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        match self {
            Self::Gen { common, eval, games, hours, nodes, out } => {
                let positions = train::generate(&Generate {
                    variant: common.variant,
                    eval,
                    games,
                    time: hours,
                    nodes,
                    seed: common.seed,
                    threads: common.work.threads(),
                    out,
                })?;
                println!("positions={positions}");
            }
            Self::Prep { variant, from, out } => {
                let positions = train::prep(&Prep { variant, from, out })?;
                println!("positions={positions}");
            }
            Self::Fit { common, data, arch, epochs, lambda, out } => train::fit(&Fit {
                variant: common.variant,
                data,
                arch: arch.arch,
                epochs: epochs as usize,
                lambda,
                seed: common.seed,
                threads: common.work.threads(),
                out,
            })?,
            Self::Export { variant, model, data, out } => {
                train::export(&Export { variant, model, data, out })?;
            }
            Self::Gate { common, net, against, nodes, move_time, games, sprt, out } => {
                let nodes = move_time.is_none().then_some(nodes);
                return train::gate(&Gate {
                    variant: common.variant,
                    net,
                    against,
                    control: TimeControl { nodes, move_time, ..TimeControl::default() },
                    games: games as usize,
                    sprt: (sprt[0], sprt[1]),
                    seed: common.seed,
                    threads: common.work.threads(),
                    out,
                });
            }
            Self::Plot { manifests } => train::plot(&manifests)?,
            Self::All { common, hours, arch, generations, nodes, start, smoke, out } => {
                return train::all(&All {
                    variant: common.variant,
                    time: hours,
                    arch: arch.arch,
                    generations: generations.into(),
                    nodes,
                    seed: common.seed,
                    threads: common.work.threads(),
                    start,
                    out,
                    smoke,
                });
            }
        }
        Ok(true)
    }
}
