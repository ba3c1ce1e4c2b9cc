//! L9: the command line. Definitions and their meaning, nothing else.

mod analyse;
mod bench;
mod check_engine;
mod dxp;
mod eval;
mod openings;
mod pdn;
mod play_match;
mod tables;
mod train;

use clap::{Args, Parser, Subcommand};
use polydam::eval::Choice;
use polydam::hub::{self, Settings};
use polydam::rules::Variant;
use polydam::tools::{moves, perft, show};
use std::io;
use std::process::ExitCode;

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
    ///
    /// A move that gives away half a man or more is marked `?!`, from one man on `?`,
    /// from two on `??`. Beyond five men ahead or behind nothing is counted, but a
    /// proved win counts as five and a half: to miss a win or a draw is a mistake.
    /// Where there is only one legal move it is not searched and not marked.
    ///
    /// Nothing depends on --jobs and --shard: every game and every single position
    /// starts with an empty hash table. With --nodes or --depth and one thread the
    /// results are the same on every machine.
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
    /// Check the games of PDN files move by move, or write them anew
    ///
    /// Every bad game is a line `FILE:LINE: message` on standard error, and the exit
    /// code tells whether there was one; odd results are warnings. The totals are
    /// one line on standard output, or with --write on standard error.
    Pdn(pdn::Pdn),
    /// Play matches between engines: results, Elo, faults; resumable
    Match(play_match::PlayMatch),
    /// Endgame tables: make, prove, describe and ask them
    ///
    /// Those with up to four pieces are within the program, for every rule set it
    /// ships with. Larger ones are made into a folder, where all commands find them.
    #[command(subcommand)]
    Tables(tables::Tables),
    /// Tell what the evaluation makes of a position, and what each piece has to do with it
    ///
    /// Scores are in men. Nothing is searched: where a side can capture, the evaluation
    /// alone means little.
    Eval(eval::Eval),
    /// Nets: play games to learn from, learn, prove that a net is better
    #[command(subcommand)]
    Train(train::Train),
    /// Search fixed positions of every rule set: a signature of the search, and its speed
    Bench(bench::Bench),
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
    Dxp(dxp::Dxp),
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

fn eval_choice(text: &str) -> Result<Choice, String> {
    Ok(text.into())
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0)
        .ok_or_else(|| "expected a number of seconds above zero".to_owned())
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
            Command::Pdn(command) => command.run()?,
            Command::Match(play) => play.run()?,
            Command::Tables(command) => command.run()?,
            Command::Eval(command) => command.run()?,
            Command::Train(command) => command.run()?,
            Command::Bench(command) => command.run()?,
            Command::CheckEngine(command) => command.run()?,
            Command::Dxp(dxp) => dxp.run(self.variant)?,
        };
        Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
