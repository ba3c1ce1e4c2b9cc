//! The command line of `polydam dxp`.

use clap::Args;
use polydam::dxp;
use polydam::engine::Config;
use polydam::rules::{Side, Variant};
use polydam::search::Limits;
use polydam::tools;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A game over DamExchange, and how to play it.
#[derive(Args, Debug)]
pub(super) struct Dxp {
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
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
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
    #[arg(long, value_name = "SECONDS", default_value_t = 1800.0, value_parser = super::seconds)]
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

impl Dxp {
    /// Runs the command. Was everything right?
    pub(super) fn run(self, variant: Variant) -> io::Result<bool> {
        if variant != Variant::International {
            let message = format!("DamExchange knows international draughts on 10x10, not {variant}");
            return Err(io::Error::other(message));
        }
        tools::dxp::run(&self.options())
    }

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
                ..Config::default()
            },
            games,
            patience: Duration::from_secs_f64(self.patience.min(1e9)),
        };
        tools::dxp::Options { end, play, pdn: self.pdn }
    }
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
