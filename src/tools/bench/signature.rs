//! `polydam bench`: fixed searches. Their node counts are the signature of the
//! search: a change that should not affect play must not affect them.

use super::{chosen, config, mnps};
use crate::engine::{self, Engine, Setup, Style};
use crate::eval::Choice;
use crate::rules::Variant;
use crate::search::{Control, Limits};
use std::io::{self, Write};
use std::time::Duration;

/// The depth behind the committed signature.
pub const DEPTH: u32 = 13;

/// Searches and prints, for each rule set and in total, the number of nodes and
/// the speed.
///
/// # Errors
///
/// When memory, threads or the evaluation are not to be had, or output fails.
pub fn run(variant: Option<Variant>, depth: u32, eval: &Choice) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let mut total = (0, Duration::ZERO);
    for variant in chosen(variant) {
        let (nodes, time) = search(variant, depth, eval).map_err(io::Error::other)?;
        total = (total.0 + nodes, total.1 + time);
        print(&mut output, variant.name(), nodes, time)?;
    }
    if variant.is_none() {
        print(&mut output, "total", total.0, total.1)?;
    }
    Ok(true)
}

fn print(output: &mut impl Write, name: &str, nodes: u64, time: Duration) -> io::Result<()> {
    writeln!(output, "{name:<13} nodes={nodes} mnps={:.2}", mnps((nodes, time)))
}

/// Nodes and time for the positions of a rule set.
///
/// # Errors
///
/// When memory, threads or the evaluation are not to be had.
pub fn search(variant: Variant, depth: u32, eval: &Choice) -> Result<(u64, Duration), String> {
    let mut engine = engine::new(variant, &config(1, 16 << 20, eval))?;
    let mut total = one(&mut *engine, Setup::Start, depth)?;
    for (_, fens) in POSITIONS.iter().filter(|(name, _)| *name == variant.name()) {
        for fen in *fens {
            let (nodes, time) = one(&mut *engine, Setup::Fen(fen), depth)?;
            total = (total.0 + nodes, total.1 + time);
        }
    }
    Ok(total)
}

fn one(engine: &mut dyn Engine, setup: Setup<'_>, depth: u32) -> Result<(u64, Duration), String> {
    engine.new_game();
    engine.set_up(setup)?;
    let findings = engine.search(&Limits::depth(depth), &Control::new(false), Style::Pdn, &|_| ());
    Ok((findings.nodes, findings.time))
}

/// Positions from games, besides the start of a game.
const POSITIONS: &[(&str, &[&str])] = &[
    (
        "international",
        &[
            "W:W27,29,32,33,35,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,19,20,21",
            "W:W26,27,35,36,38,40,41,42,43,46,47,48,49,50:B1,2,3,5,6,7,9,10,11,14,15,17,18,19,30",
            "W:WK22,24,25,27,30,31,33,35,36,38,41,42,43,44,45,46,47:B5,6,11,21",
            "W:W15,31,37,39,41,42,43:B3,6,7,8,9,10,18,22,26",
            "W:W21,26,32,35:B3,7,12,20,30",
            "B:WK1:B30,K50",
        ],
    ),
    (
        "english",
        &[
            "B:W19,20,22,24,25,26,28,29,30,31,32:B1,2,3,4,5,6,7,8,11,14,16,21",
            "W:W5,12,21,24,25,27,28,29,31,32:B1,2,3,4,8,11,13,14,22",
            "W:W19,21,28,29,32:B1,2,3,4,5,8,14,20,K22",
            "B:W18,26,27,31:B2,4,8,10,16,25,K32",
            "B:W24:B5,9,11,19,22,K32",
            "B:WK3:B20,K26",
        ],
    ),
    (
        "russian",
        &[
            "W:W19,21,22,23,24,25,26,27,28,29,30,31:B1,2,3,4,5,6,8,9,10,11,12,18",
            "B:W18,21,25,26,27,28,29,30,31:B1,2,3,4,5,6,8,13,14,19",
            "W:WK3,20,21,25,27,28,29,30,31,32:B1,4,5,9,10",
            "W:W12,21,25,29,32:B1,3,5,15,20,K31",
            "B:W5,14,21,25,K28:B8,12",
            "W:WK6,19,31:B22",
        ],
    ),
    (
        "brazilian",
        &[
            "B:W17,18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,13,16",
            "W:WK3,20,22,23,24,25,26,28,29,30,32:B1,2,4,9,10,11,13,19",
            "B:W19,21,26,27,28,30:B1,2,3,5,6,7,8,12",
            "W:WK12,13,16,21,24,25,28,29,31:B2,5",
            "W:WK4,K12,24,25,28,29:B21",
            "W:W21:B14,16,K29",
        ],
    ),
    (
        "spanish",
        &[
            "B:W1,2,3,4,5,6,8,9,10,14,15:B16,18,21,22,23,24,26,27,29,30,31,32",
            "B:W1,2,3,4,5,6,8,11,K13,14,16:B9,17,23,25,26,29,30,32",
            "W:W1,7,8,9,11,13,17,18:B14,16,21,22,27,29,30",
            "W:W1,4,6:BK2,K3,22,24,26,30,31,32",
            "B:W4,6,K9,11,14,19:BK2",
            "W:WK13:B10,19,25",
        ],
    ),
    (
        "turkish",
        &[
            "B:W9,10,11,12,13,14,15,16,18,19,22,23,25,28,29,30:B33,41,42,43,44,45,46,47,48,49,50,51,53,54,55,56",
            "B:W9,10,11,12,13,14,15,16,18,19,20,22,24,31,33,K58:B41,43,44,45,48,49,51,52,53,56",
            "B:W10,11,12,13,14,16,21,22,24,25,27,K36,K50:BK15,41,47,48,51,53,55,56",
            "W:W9,10,13,15,16,17,18,20,21,22,23,24,K58:B28,K43,51",
            "W:W16,23,K39,K60:B28,K31,41,49,50",
            "B:W25,K57:BK20,29",
        ],
    ),
    (
        "italian",
        &[
            "B:W16,18,21,22,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11",
            "B:W17,20,21,24,25,29,30,31,32:B1,2,3,5,7,8,9,10,11",
            "B:W15,22,25,26,30,32:B1,3,4,5,8,9,11,K27",
            "W:W21,22,25,31:B1,9,10,11,12,K32",
            "W:WK2,K7,K11:BK18,K29,K30",
            "B:WK8:B25,K26,K30",
        ],
    ),
];
