//! Brazilian draughts: the international game on 8x8.
//!
//! Source: Brazilian federation (CBD), official rules; FMJD-64, article 7.2,
//! for the draws.

use super::facts::*;
use super::international::International;
use super::russian::Russian;
use super::variant::Rules;
use crate::board::Board8;

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Board8;

    const FACTS: Facts = Facts {
        name: "brazilian",
        aliases: &["brasilian", "brazil", "brasil", "damas", "26"],
        title: "Brazilian draughts, 8x8, flying kings, most pieces",
        game_type: "26,W,8,8,A0,0", // PDN 3.0
        squares: Squares::Algebraic,
        win_points: 1, // PDN 3.0, result types
        men_rows: 3,
        quiet_limit: Russian::FACTS.quiet_limit, // FMJD-64 7.2.5
        endings: Russian::FACTS.endings,         // FMJD-64 7.2.4, 7.2.6 - 7.2.8
        weights: Russian::FACTS.weights,
        ..International::FACTS
    };
}
