//! Italian draughts, 8x8.
//!
//! Source: Federazione Italiana Dama, Regolamento tecnico; the numbers in
//! brackets are its articles.

use super::english::English;
use super::facts::*;
use super::variant::Rules;
use crate::board::Board8Mirrored;

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Italian;

impl Rules for Italian {
    type Board = Board8Mirrored; // 2.2

    const FACTS: Facts = Facts {
        name: "italian",
        aliases: &["dama-italiana", "italiana", "italy", "22"],
        title: "Italian draughts (dama), 8x8, short kings, men cannot take kings",
        game_type: "22,W,8,8,N2,1", // PDN 3.0; square 1 is a8 (2.4)
        first: Side::White,         // 4.1
        men_take_kings: false,      // 6.2
        priority: &[
            Key::Pieces,     // 6.6
            Key::WithKing,   // 6.7
            Key::Kings,      // 6.8
            Key::KingsFirst, // 6.9
        ],
        repetitions: 4,                                                                    // 9.3
        quiet_limit: Some(QuietLimit { plies: 80, progress: Progress::CaptureOrManMove }), // 10.4
        weights: Weights { king: 180, ..English::FACTS.weights },
        ..English::FACTS
    };
}
