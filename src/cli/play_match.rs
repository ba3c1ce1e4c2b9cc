//! The command line of `polydam match`.

use super::seconds;
use clap::{Args, ValueEnum};
use polydam::arena::game::{Conditions, DrawRule, ResignRule};
use polydam::arena::player::TimeControl;
use polydam::arena::schedule::{self, Plan, Shard};
use polydam::arena::sprt::{Model, Sprt};
use polydam::egtb::MOST_PIECES;
use polydam::rules::Variant;
use polydam::tools::play_match::{self, Options};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A match, or the report of one.
#[derive(Args, Debug)]
pub(super) struct PlayMatch {
    /// The rule set
    #[arg(long, value_name = "NAME", required_unless_present = "report")]
    variant: Option<Variant>,

    /// An engine: the command that starts it, or `self` for polydam in this process,
    /// then its options, as in `--engine "./scan hub" name=scan param.tt-size=22`
    ///
    /// Options: name=TEXT, dir=FOLDER, param.NAME=VALUE for its Hub parameters, and
    /// limits of its own instead of those of the match: time=, inc=, move-time=,
    /// nodes=, depth=. Repeat for every engine.
    #[arg(long = "engine", value_name = "COMMAND [KEY=VALUE]..", num_args = 1.., required_unless_present = "report")]
    engines: Vec<String>,

    /// Games between any two engines that meet
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    format: Format,

    /// Seconds for the game
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Seconds added before every move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "time")]
    inc: Option<f64>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<f64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Seconds over its time that an engine is not made to pay for
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = not_negative)]
    margin: f64,
    /// Seconds after which an engine without a limit of time is taken to be lost
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = seconds)]
    patience: f64,
    /// Seconds an engine may take to get ready
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    start_patience: f64,

    /// A set of openings (see `polydam openings list`) or a file of FENs, PDN or move
    /// lists; each is played with both colours [default: the usual set]
    #[arg(long, value_name = "SET|FILE")]
    openings: Option<String>,
    /// The order of the openings
    #[arg(long, value_enum, default_value_t = Order::Random)]
    order: Order,
    /// What mixes the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Play part I of N only, pair by pair; see --report for the whole
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,

    /// Stop when it is clear whether the first engine is ELO0 or ELO1 better
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// What the differences of --sprt are: normalised or logistic
    #[arg(long, value_name = "MODEL", default_value_t = Model::Normalised)]
    sprt_model: Model,
    /// The chance of --sprt to find a gain where there is none
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance)]
    alpha: f64,
    /// The chance of --sprt to find none where there is one
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance)]
    beta: f64,

    /// Give a game as drawn when, from move MOVE on, both have had scores within MEN
    /// of zero for N moves
    #[arg(long, value_name = "MOVE,N,MEN", value_parser = draw_rule)]
    draw: Option<DrawRule>,
    /// Give a game as lost when both have had scores of MEN or more against a side for
    /// N moves
    #[arg(long, value_name = "N,MEN", value_parser = resign_rule)]
    resign: Option<ResignRule>,
    /// Give a game the result that is known for its position, if no draw by count is
    /// in the way; endgame tables tell for up to N pieces, see `polydam tables`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_PIECES as i64))]
    tables: Option<u8>,
    /// Give a game as drawn after so many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,

    /// Add the games to this file, with scores, depths and times
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Keep the state of the match here, game by game
    #[arg(long, value_name = "FILE", default_value = "polydam-match.jsonl")]
    state: PathBuf,
    /// Go on with the match in --state; begin it if there is none
    #[arg(long)]
    resume: bool,
    /// No line for each game
    #[arg(long)]
    quiet: bool,

    /// Play nothing: print the table of these states, the parts of one match
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engines", "resume", "pdn"])]
    report: Vec<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// Everybody meets everybody
    RoundRobin,
    /// The first engine meets the others
    Gauntlet,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Order {
    /// Mixed by --seed
    Random,
    /// As they come
    Sequential,
}

impl PlayMatch {
    /// Runs the command. Was everything right?
    pub(super) fn run(self) -> io::Result<bool> {
        if self.report.is_empty() {
            play_match::run(&self.options())
        } else {
            play_match::report(&self.report)
        }
    }

    fn options(self) -> Options {
        let plan = Plan {
            engines: 0,
            format: match self.format {
                Format::RoundRobin => schedule::Format::RoundRobin,
                Format::Gauntlet => schedule::Format::Gauntlet,
            },
            games: self.games as usize,
            openings: 0,
            order: match self.order {
                Order::Random => schedule::Order::Random,
                Order::Sequential => schedule::Order::Sequential,
            },
            seed: self.seed,
            shard: self.shard,
        };
        let conditions = Conditions {
            controls: [TimeControl::default(); 2],
            margin: self.margin,
            patience: self.patience,
            max_plies: self.max_plies.map(|plies| plies as usize),
            draw: self.draw,
            resign: self.resign,
        };
        let sprt = match self.sprt[..] {
            [elo0, elo1] => {
                Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, model: self.sprt_model })
            }
            _ => None,
        };
        Options {
            // clap asks for it wherever there is something to play.
            variant: self.variant.unwrap_or(Variant::International),
            engines: self.engines,
            control: TimeControl {
                time: self.time,
                increment: self.inc,
                move_time: self.move_time,
                nodes: self.nodes,
                depth: self.depth,
            },
            conditions,
            plan,
            openings: self.openings,
            concurrency: self.concurrency.into(),
            sprt,
            tables: self.tables.map(usize::from),
            start_patience: Duration::from_secs_f64(self.start_patience),
            pdn: self.pdn,
            state: self.state,
            resume: self.resume,
            quiet: self.quiet,
        }
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    number(text, |seconds| seconds >= 0.0).ok_or_else(|| "expected a number of seconds".to_owned())
}

fn chance(text: &str) -> Result<f64, String> {
    number(text, |chance| chance > 0.0 && chance < 0.5)
        .ok_or_else(|| "expected a number above 0 and below 0.5".to_owned())
}

fn number(text: &str, fits: impl Fn(f64) -> bool) -> Option<f64> {
    text.trim().parse().ok().filter(|&number: &f64| number.is_finite() && fits(number))
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let rule = || {
        let [from, moves, score] = text.split(',').collect::<Vec<_>>()[..] else { return None };
        Some(DrawRule {
            from: from.parse().ok()?,
            moves: count(moves)?,
            score: number(score, |men| men >= 0.0)?,
        })
    };
    rule().ok_or_else(|| "expected a move number, a number of moves and a score, as 40,8,0.10".to_owned())
}

fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let rule = || {
        let (moves, score) = text.split_once(',')?;
        Some(ResignRule { moves: count(moves)?, score: number(score, |men| men > 0.0)? })
    };
    rule().ok_or_else(|| "expected a number of moves and a score, as 4,5.0".to_owned())
}

fn count(text: &str) -> Option<usize> {
    text.trim().parse().ok().filter(|&count| count > 0)
}
