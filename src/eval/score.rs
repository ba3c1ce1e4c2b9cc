//! Scores: hundredths of a man, seen by the side to move, in three bands.
//!
//! | band | meaning |
//! |---|---|
//! | up to 70 men | an estimate |
//! | 80 to 90 men | won according to an endgame table, `90 - plies / 100` |
//! | 90 to 100 men | won, `100 - plies / 100` |
//!
//! The bands are those of Scan, which Hub clients know.

/// Hundredths of a man, from the view of the side to move.
pub type Score = i32;

/// More than any score.
pub const INFINITY: Score = 10_001;
/// A draw.
pub const DRAW: Score = 0;
/// The deepest ply a score can speak of.
pub const MAX_PLY: usize = 128;
/// Estimates are smaller than this.
pub const EVAL_LIMIT: Score = 7_000;

const WIN: Score = 10_000;
const TABLE_WIN: Score = 9_000;
/// Anything beyond is decided, by the search or by a table.
const DECIDED: Score = 8_000;

/// A score in men, as people and protocols have it.
#[inline(always)]
pub const fn men(score: Score) -> f64 {
    score as f64 / 100.0
}

/// The score of a side that has lost, `ply` plies from the root.
#[inline(always)]
pub const fn lost_in(ply: usize) -> Score {
    ply as Score - WIN
}

/// The score of a side that wins in `ply` plies.
#[inline(always)]
pub const fn won_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// The score of a table win reached `ply` plies from the root.
pub const fn table_won_in(ply: usize) -> Score {
    TABLE_WIN - ply as Score
}

/// Is the game decided, according to the score?
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED
}

/// The number of plies to the end of a game the search has decided.
pub const fn plies_to_end(score: Score) -> Option<usize> {
    if score.abs() > WIN - MAX_PLY as Score * 2 { Some((WIN - score.abs()) as usize) } else { None }
}

/// An estimate, cut to its band.
#[inline(always)]
pub fn estimate(raw: i32) -> Score {
    raw.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}

/// A score as the transposition table keeps it: decided scores count from the
/// node, not from the root.
#[inline(always)]
pub const fn to_table(score: Score, ply: usize) -> i16 {
    let ply = ply as Score;
    (match score {
        DECIDED.. => score + ply,
        _ if score <= -DECIDED => score - ply,
        _ => score,
    }) as i16
}

/// The inverse of [`to_table`].
#[inline(always)]
pub const fn from_table(score: i16, ply: usize) -> Score {
    let (score, ply) = (score as Score, ply as Score);
    match score {
        DECIDED.. => score - ply,
        _ if score <= -DECIDED => score + ply,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_keeps_every_score() {
        for ply in [0, 1, 7, MAX_PLY] {
            for score in
                [0, 1, -1, EVAL_LIMIT - 1, 1 - EVAL_LIMIT, won_in(ply), lost_in(ply), table_won_in(ply)]
            {
                assert_eq!(from_table(to_table(score, ply), ply), score, "{score} at ply {ply}");
            }
        }
    }

    #[test]
    fn bands_do_not_touch() {
        assert!(!is_decided(estimate(i32::MAX)) && !is_decided(estimate(i32::MIN + 1)));
        assert!(is_decided(table_won_in(MAX_PLY)) && plies_to_end(table_won_in(0)).is_none());
        assert_eq!(plies_to_end(won_in(3)), Some(3));
        assert_eq!(plies_to_end(lost_in(4)), Some(4));
        assert_eq!(plies_to_end(estimate(i32::MAX)), None);
    }
}
