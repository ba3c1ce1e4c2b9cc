//! Russian draughts (shashki), 8x8: the moves of the Ukrainian game and the
//! draws of the federation.
//!
//! Source: FMJD section 64, Rules of the game, article 7.2; where its text is
//! open, as lidraughts counts it.

use super::facts::*;
use super::ukrainian::Ukrainian;
use super::variant::Rules;
use crate::board::Board8;

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Russian;

impl Rules for Russian {
    type Board = Board8;

    const FACTS: Facts = Facts {
        name: "russian",
        aliases: &["shashki", "russian-shashki", "russian8x8", "25"],
        title: "Russian draughts (shashki), 8x8, flying kings, free choice",
        endings: &[
            // 7.2.8: 5 moves each for two pieces or one against a king
            Ending {
                balance: Balance::LoneKing { min: 1, max: 2, kings_only: false },
                plies: 10,
                restart: Restart::Never,
            },
            // 7.2.7: three pieces against a king that holds the main road for 5 moves
            Ending {
                balance: Balance::LoneKingOnMainRoad { pieces: 3, road_plies: 10 },
                plies: 30,
                restart: Restart::Capture,
            },
            // 7.2.4: 15 moves each for three kings or more against a king
            Ending {
                balance: Balance::LoneKing { min: 3, max: u8::MAX, kings_only: true },
                plies: 30,
                restart: Restart::CaptureOrCrowning,
            },
            // 7.2.6: 30 moves each with 4 or 5 pieces, 60 with 6 or 7
            Ending {
                balance: Balance::BothHaveKings { min: 4, max: 5 },
                plies: 60,
                restart: Restart::CaptureOrCrowning,
            },
            Ending {
                balance: Balance::BothHaveKings { min: 6, max: 7 },
                plies: 120,
                restart: Restart::CaptureOrCrowning,
            },
        ],
        ..Ukrainian::FACTS
    };
}
