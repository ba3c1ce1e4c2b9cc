//! Spanish draughts, 8x8.
//!
//! Sources: Juego clásico español de damas; Federação Portuguesa de Damas,
//! Regras de damas clássicas (the same game), for numbering and priority.

use super::facts::*;
use super::ukrainian::Ukrainian;
use super::variant::Rules;
use crate::board::{Board8Mirrored, Corner, DirSet};

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spanish;

impl Rules for Spanish {
    type Board = Board8Mirrored;

    const FACTS: Facts = Facts {
        name: "spanish",
        aliases: &["damas-clasicas", "spain", "espanol", "española", "24"],
        title: "Spanish draughts, 8x8, flying kings, men capture forward, most pieces then most kings",
        corner: Corner::BottomRight, // FPD 3
        game_type: "24,W,8,8,N1,1",  // PDN 3.0
        squares: Squares::Numeric,
        capture_sign: 'x',
        man_captures: DirSet::FORWARD_DIAGONALS,
        priority: &[Key::Pieces, Key::Kings],
        // A man that captures forward only cannot go on from the promotion row.
        passing: Passing::EndsMove,
        repetitions: 3,
        // No source gives a number: this one is polydam's own choice.
        quiet_limit: Some(QuietLimit { plies: 50, progress: Progress::CaptureOrManMove }),
        weights: Weights { king: 350, ..Ukrainian::FACTS.weights },
        ..Ukrainian::FACTS
    };
}
