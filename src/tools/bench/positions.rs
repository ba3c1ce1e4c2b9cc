//! Forty positions for every rule set, from games the program has played with
//! itself: openings, middlegames and endgames, each from a game of its own.

use crate::rules::Variant;

/// The part of a game a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Hardly a piece is gone.
    Opening,
    /// Half of the pieces or more are there.
    Middlegame,
    /// Less than half of the pieces are there, but more than in endgame tables.
    Endgame,
}

impl Phase {
    fn named(name: &str) -> Option<Self> {
        match name {
            "opening" => Some(Self::Opening),
            "middlegame" => Some(Self::Middlegame),
            "endgame" => Some(Self::Endgame),
            _ => None,
        }
    }
}

/// Lines of a rule set, a phase and a position in FEN.
const DATA: &str = include_str!("data/positions.txt");

/// The positions of a rule set, as FEN: ten openings, twenty middlegames, ten
/// endgames. All have more than three legal moves and a score within 1.5 men.
pub fn positions(variant: Variant) -> Vec<(Phase, &'static str)> {
    let of_variant = |line: &'static str| {
        let mut words = line.split_ascii_whitespace();
        let of_this = words.next() == Some(variant.name());
        of_this.then(|| Some((Phase::named(words.next()?)?, words.next()?))).flatten()
    };
    DATA.lines().filter_map(of_variant).collect()
}

/// The middlegames of a rule set, as FEN.
pub(super) fn middlegames(variant: Variant) -> Vec<&'static str> {
    let middle = |(phase, fen)| (phase == Phase::Middlegame).then_some(fen);
    positions(variant).into_iter().filter_map(middle).collect()
}
