//! `polydam dxp`: games over DamExchange. One line for each thing that happens.
//!
//! ```text
//! listening address=127.0.0.1:27531
//! connected peer=127.0.0.1:40118
//! start game=1 white="polydam" black="Scan 3.1" minutes=0 moves=0 fen=start
//! move game=1 ply=1 side=white move=32-28 by=us time=0.052 depth=9 score=0.04
//! move game=1 ply=2 side=black move=19-23 by=peer time=0.310
//! back game=1 ply=1
//! chat text="Good luck"
//! game number=1 result=2-0 plies=57 reason=no-move white="polydam" black="Scan 3.1"
//! disconnected reason="the peer closed the connection"
//! ```

use super::in_file;
use crate::dxp::{self, GameRecord, Notice, Plan, Verdict};
use crate::eval::score::men;
use crate::notation::Dialect;
use crate::notation::pdn::{GameText, Item, write_game};
use crate::referee::{self, Setup};
use crate::rules::international::International;
use crate::rules::{Side, Variant};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// What to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Where.
    pub end: End,
    /// How.
    pub play: dxp::Options,
    /// A file to which the games are added.
    pub pdn: Option<PathBuf>,
}

/// Which end of the connection.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// Wait for peers.
    Listen {
        /// The address, `HOST:PORT`.
        address: String,
        /// Only for one?
        once: bool,
    },
    /// Go to a peer and ask it for games.
    Connect {
        /// The address, `HOST:PORT`.
        address: String,
        /// What to ask for, apart from the position.
        plan: Plan,
        /// The position, as PDN FEN.
        fen: Option<String>,
    },
}

/// Plays and prints. Returns whether all has gone as it should.
///
/// # Errors
///
/// When there is no connection to be had, the position is none, memory or threads
/// are not to be had, or output fails.
pub fn run(options: &Options) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let mut pdn = options.pdn.as_ref().map(open).transpose()?;
    let mut print = |notice: Notice<'_>| {
        if let Notice::Trouble(text) = notice {
            eprintln!("polydam: {text}");
            return Ok(());
        }
        if let (Notice::Ended(record, verdict), Some(pdn)) = (&notice, &mut pdn) {
            write_game::<International>(pdn, &game_text(record, verdict))?;
        }
        writeln!(output, "{}", line(&notice))?;
        output.flush()
    };
    match &options.end {
        End::Listen { address, once } => dxp::listen(address, &options.play, *once, &mut print),
        End::Connect { address, plan, fen } => {
            let position = fen.as_deref().map(hub_position).transpose().map_err(io::Error::other)?;
            let plan = Plan { position, ..plan.clone() };
            dxp::connect(address, &options.play, &plan, &mut print)
        }
    }
}

fn open(path: &PathBuf) -> io::Result<File> {
    File::options().append(true).create(true).open(path).map_err(|error| in_file(path, error))
}

/// A game as it stands in a file.
fn game_text(record: &GameRecord, verdict: &Verdict) -> GameText {
    let mut tags = vec![
        ("Event", "DamExchange".to_owned()),
        ("Round", record.number.to_string()),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Result", verdict.result.text().to_owned()),
        ("Termination", verdict.cause.to_string()),
        ("GameType", Variant::International.facts().game_type.to_owned()),
    ];
    if let Some(fen) = &record.start_fen {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", fen.clone())]);
    }
    GameText {
        line: 0,
        tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        items: record.moves.iter().map(|text| Item::Move { text: text.clone(), line: 0 }).collect(),
        result: Some(verdict.result),
    }
}

fn hub_position(fen: &str) -> Result<String, String> {
    let mut referee = referee::new(Variant::International);
    referee.set_up(Setup::Fen(fen)).map_err(|message| format!("--fen: {message}"))?;
    Ok(referee.start(Dialect::Hub))
}

/// Everything but trouble, as a line.
fn line(notice: &Notice<'_>) -> String {
    match notice {
        Notice::Listening(address) => format!("listening address={address}"),
        Notice::Connected(peer) => format!("connected peer={peer}"),
        Notice::Started(record) => {
            let GameRecord { number, white, black, minutes, move_limit, start_fen, .. } = record;
            let fen = start_fen.as_deref().unwrap_or("start");
            format!(
                "start game={number} white={white:?} black={black:?} minutes={minutes} moves={move_limit} fen={fen}"
            )
        }
        Notice::Moved { game, played, findings } => {
            let side = side_name(played.side);
            let time = played.time.as_secs_f64();
            let by = findings.map_or_else(
                || format!("by=peer time={time:.3}"),
                |found| format!("by=us time={time:.3} depth={} score={:.2}", found.depth, men(found.score)),
            );
            format!("move game={game} ply={} side={side} move={} {by}", played.ply, played.text)
        }
        Notice::TakenBack { game, plies } => format!("back game={game} ply={plies}"),
        Notice::Chat(text) => format!("chat text={text:?}"),
        Notice::Ended(record, verdict) => {
            let GameRecord { number, white, black, moves, .. } = record;
            let result = verdict.result.text();
            let (moves, reason) = (moves.len(), verdict.cause);
            format!(
                "game number={number} result={result} plies={moves} reason={reason} white={white:?} black={black:?}"
            )
        }
        Notice::Trouble(text) => format!("trouble text={text:?}"),
        Notice::Disconnected(reason) => format!("disconnected reason={reason:?}"),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
