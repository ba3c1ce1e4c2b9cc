//! L9: the command line. Definitions and their meaning, nothing else.

mod analyse;
mod check_engine;
mod match_args;
mod openings;

use clap::{Args, Parser, Subcommand};
use match_args::MatchArgs;
use polydam::dxp;
use polydam::engine::Config;
use polydam::hub::{self, Settings};
use polydam::rules::{Side, Variant};
use polydam::search::Limits;
use polydam::tools::{self, bench, moves, perft, play_match, show};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// A draughts engine for seven rule sets.
///
/// Without a command it speaks the Hub protocol on standard input and output,
/// for a graphical interface to drive it. The other commands are for people and
/// scripts.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// The rule set until the client chooses another
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Speak the Hub protocol (the same as no command)
    Hub {
        /// The rule set until the client chooses another
        #[arg(long, value_name = "NAME")]
        variant: Option<Variant>,
    },
    /// Search positions to a limit, or every move of games: best moves, scores, mistakes
    ///
    /// Positions: one result each, in the order of the input; a line that is no
    /// position is reported in its place. PDN files: the games with a score behind
    /// every move and, at mistakes, a mark and the better line; a game that cannot
    /// be read is reported on standard error and left out. Scores are in men, for
    /// the side to move; in PDN and reports for White.
    Analyse(analyse::Analyse),
    /// List the legal moves of positions, one line each, sorted
    Moves {
        #[command(flatten)]
        positions: Positions,
        /// Use the rule set's own square numbers instead of Hub's
        #[arg(long)]
        native: bool,
    },
    /// Draw positions, with the names of the squares and the legal moves
    Show {
        #[command(flatten)]
        positions: Positions,
        /// Draw the board as an SVG image instead of in text
        #[arg(long)]
        svg: bool,
    },
    /// Count move sequences: the test of a move generator, and its speed
    Perft {
        /// The rule set
        #[arg(long, value_name = "NAME")]
        variant: Variant,
        /// Length of the sequences in plies
        #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
        /// The position [default: the start of a game]
        #[arg(long, value_name = "FEN")]
        fen: Option<String>,
        /// Show the count behind each move
        #[arg(long)]
        divide: bool,
        /// Number of threads
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Openings for matches: list, show, check and make sets of them
    #[command(subcommand)]
    Openings(openings::Openings),
    /// Play matches between engines: results, Elo, faults; resumable
    Match(#[command(flatten)] MatchArgs),
    /// Search fixed positions of every rule set: a signature of the search, and its speed
    Bench {
        /// Only this rule set
        #[arg(long, value_name = "NAME")]
        variant: Option<Variant>,
        /// Depth of the searches in plies
        #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=127))]
        depth: u32,
    },
    /// Check whether an engine keeps to the Hub protocol, point by point
    ///
    /// Every point has a process of its own, and bounds on what that may do: an
    /// engine that crashes or hangs is reported, nothing more. `must` is what the
    /// protocol text asks for; `should` is what clients in use rely on. Fails when
    /// a `must` point does.
    CheckEngine(check_engine::CheckEngine),
    /// Play other programs over DamExchange (DXP): international draughts on 10x10
    ///
    /// One end listens and accepts games, the other connects and asks for them.
    /// Every move and every result is a line on standard output.
    Dxp(Dxp),
}

#[derive(Args, Debug)]
struct Dxp {
    #[command(flatten)]
    end: End,
    /// Exit when the first program has gone
    #[arg(long, requires = "listen")]
    once: bool,
    /// The name that the other program is told
    #[arg(long, default_value = concat!("polydam ", env!("CARGO_PKG_VERSION")), value_parser = name)]
    name: String,
    /// Games in all [default: 1 with --connect, as many as are asked for with --listen]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Our side in the first game; it changes from game to game
    #[arg(long, alias = "color", requires = "connect", default_value = "white", value_parser = side)]
    colour: Side,
    /// Minutes for each side and game; 0: no clock
    #[arg(long, value_name = "N", requires = "connect", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    minutes: u16,
    /// Moves of each side after which the game ends without a result; 0: no limit
    #[arg(long, value_name = "N", requires = "connect", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// The position at the start of every game
    #[arg(long, requires = "connect")]
    fen: Option<String>,
    /// Seconds for each of our moves [default: 1, when there is no clock and no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<f64>,
    /// Search each of our moves to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Search this many nodes for each of our moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Add the games to this PDN file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Seconds after which a program that says nothing is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 1800.0, value_parser = seconds)]
    patience: f64,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct End {
    /// Wait for programs to connect, one at a time [default address: 127.0.0.1:27531]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "27531",
        value_parser = dxp::parse_address)]
    listen: Option<String>,
    /// Connect to a program that waits and ask it for games [default address: 127.0.0.1:27531]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "27531",
        value_parser = dxp::parse_address)]
    connect: Option<String>,
}

#[derive(Args, Debug)]
struct Positions {
    /// The rule set
    #[arg(long, value_name = "NAME")]
    variant: Variant,
    /// Positions in PDN FEN or as in Hub; `-` reads them from standard input, one
    /// a line [default: the start of a game]
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0)
        .ok_or_else(|| "expected a number of seconds above zero".to_owned())
}

fn name(text: &str) -> Result<String, String> {
    dxp::check_name(text).map(|()| text.to_owned())
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err("expected white or black".to_owned()),
    }
}

impl Dxp {
    fn options(self) -> tools::dxp::Options {
        let games = self.games.or(self.end.connect.as_ref().map(|_| 1));
        let plan = dxp::Plan { side: self.colour, minutes: self.minutes, moves: self.moves, position: None };
        let end = match (self.end.connect, self.end.listen) {
            (Some(address), _) => tools::dxp::End::Connect { address, plan, fen: self.fen },
            (None, address) => {
                tools::dxp::End::Listen { address: address.unwrap_or_default(), once: self.once }
            }
        };
        let play = dxp::Options {
            name: self.name,
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: self.move_time,
                ..Limits::default()
            },
            config: Config {
                threads: self.threads.into(),
                hash_bytes: (self.hash as usize) << 20,
                // There may be a network between the clocks.
                overhead: Duration::from_millis(50),
            },
            games,
            patience: Duration::from_secs_f64(self.patience.min(1e9)),
        };
        tools::dxp::Options { end, play, pdn: self.pdn }
    }
}

impl Cli {
    /// Runs the command. The exit code tells whether everything that was asked
    /// for could be done.
    pub(crate) fn run(self) -> io::Result<ExitCode> {
        let command = self.command.unwrap_or(Command::Hub { variant: None });
        let ok = match command {
            Command::Hub { variant } => {
                hub::server::run(Settings::new(variant.unwrap_or(self.variant)))?;
                true
            }
            Command::Analyse(command) => command.run()?,
            Command::Moves { positions, native } => {
                moves::run(positions.variant, &positions.positions, native)?
            }
            Command::Show { positions, svg } => show::run(positions.variant, &positions.positions, svg)?,
            Command::Perft { variant, depth, fen, divide, threads } => {
                perft::run(variant, depth as usize, fen.as_deref(), divide, threads.into())?
            }
            Command::Openings(command) => command.run()?,
            Command::Match(arguments) if !arguments.report.is_empty() => {
                play_match::report(&arguments.report)?
            }
            Command::Match(arguments) => play_match::run(&arguments.options())?,
            Command::Bench { variant, depth } => bench::run(variant, depth)?,
            Command::CheckEngine(command) => command.run()?,
            Command::Dxp(_) if self.variant != Variant::International => {
                let message =
                    format!("DamExchange knows international draughts on 10x10, not {}", self.variant);
                return Err(io::Error::other(message));
            }
            Command::Dxp(dxp) => tools::dxp::run(&dxp.options())?,
        };
        Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
