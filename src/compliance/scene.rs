//! Positions to ask about, found in games of random moves: so there are some of
//! every kind for every rule set.

use crate::notation::Dialect;
use crate::position::Outcome;
use crate::referee::{self, Referee, Setup, Style};
use crate::rules::Variant;

/// How moves are written here.
pub(super) const STYLE: Style = Style::Hub(Dialect::Hub);

/// Games to look through, and their plies.
const GAMES: u64 = 400;
const PLIES: usize = 160;

/// A position and the moves that follow, as in Hub.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scene {
    pub(super) position: String,
    pub(super) moves: Vec<String>,
}

impl Scene {
    /// The start of a game.
    pub(super) fn start(variant: Variant) -> Self {
        Self { position: referee::new(variant).start(Dialect::Hub), moves: Vec::new() }
    }

    /// The first position in the random games that is wanted, with the whole game
    /// before it.
    pub(super) fn find(variant: Variant, wanted: impl Fn(&dyn Referee) -> bool) -> Option<Self> {
        for seed in 1..=GAMES {
            let mut referee = referee::new(variant);
            let mut random = seed;
            for _ in 0..PLIES {
                if wanted(&*referee) {
                    return Some(Self::of(&*referee));
                }
                let moves = referee.moves(STYLE);
                if moves.is_empty() || referee.outcome() != Outcome::Open {
                    break;
                }
                // A linear congruence; its high bits are the good ones.
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let _ = referee.play(&moves[(random >> 33) as usize % moves.len()], STYLE);
            }
        }
        None
    }

    /// The game a referee has kept.
    pub(super) fn of(referee: &dyn Referee) -> Self {
        Self { position: referee.start(Dialect::Hub), moves: referee.played(STYLE) }
    }

    /// A referee that has followed it.
    pub(super) fn referee(&self, variant: Variant) -> Result<Box<dyn Referee>, String> {
        let mut referee = referee::new(variant);
        let moves = self.moves.join(" ");
        referee.set_up(Setup::Hub { position: &self.position, moves: &moves, dialect: Dialect::Hub })?;
        Ok(referee)
    }

    /// The same position with only the last moves before it.
    pub(super) fn with_last_moves(&self, variant: Variant, count: usize) -> Result<Self, String> {
        let (before, last) = self.moves.split_at(self.moves.len().saturating_sub(count));
        let before = Self { position: self.position.clone(), moves: before.to_vec() };
        let position = current(&*before.referee(variant)?)?;
        Ok(Self { position, moves: last.to_vec() })
    }

    /// The `pos` command.
    pub(super) fn line(&self) -> String {
        if self.moves.is_empty() {
            return format!("pos pos={}", self.position);
        }
        format!("pos pos={} moves=\"{}\"", self.position, self.moves.join(" "))
    }

    /// The same position with no moves before it.
    pub(super) fn bare(self, variant: Variant) -> Self {
        self.with_last_moves(variant, 0).unwrap_or(self)
    }

    /// One move later.
    pub(super) fn then(&self, mv: &str) -> Self {
        let mut next = self.clone();
        next.moves.push(mv.to_owned());
        next
    }
}

/// The position a referee is at, as in Hub.
pub(super) fn current(referee: &dyn Referee) -> Result<String, String> {
    let mut other = referee::new(referee.variant());
    other.set_up(Setup::Fen(&referee.fen()))?;
    Ok(other.start(Dialect::Hub))
}

/// The squares of a move: start, end, taken ones.
pub(super) fn squares(mv: &str) -> Vec<usize> {
    mv.split(['-', 'x']).filter_map(|number| number.parse().ok()).collect()
}

/// The quiet moves of kings.
pub(super) fn king_moves(referee: &dyn Referee) -> Vec<String> {
    let Ok(position) = current(referee) else { return Vec::new() };
    let letter = |mv: &str| squares(mv).first().and_then(|&from| position.as_bytes().get(from).copied());
    let mut moves = referee.moves(STYLE);
    moves.retain(|mv| mv.contains('-') && matches!(letter(mv), Some(b'W' | b'B')));
    moves
}

/// Material of White over that of Black, in men; a king counts two.
pub(super) fn balance(position: &str) -> i32 {
    let worth = |c| match c {
        'w' => 1,
        'W' => 2,
        'b' => -1,
        'B' => -2,
        _ => 0,
    };
    // The first letter is the side to move.
    position.chars().skip(1).map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_positions_of_every_kind() {
        for &variant in Variant::ALL {
            let find = |wanted: &dyn Fn(&dyn Referee) -> bool| Scene::find(variant, wanted);
            assert!(find(&|referee| referee.moves(STYLE).is_empty()).is_some(), "{variant}");
            assert!(find(&|referee| referee.moves(STYLE).len() == 1).is_some(), "{variant}");
            assert!(find(&|referee| !king_moves(referee).is_empty()).is_some(), "{variant}");
            let long = |mv: &String| squares(mv).len() > 3;
            assert!(find(&|referee| referee.moves(STYLE).iter().any(long)).is_some(), "{variant}");
        }
    }

    #[test]
    fn a_scene_is_the_same_however_it_is_told() {
        let scene = Scene::find(Variant::Russian, |referee| referee.played(STYLE).len() == 30).unwrap();
        let fen = |scene: &Scene| scene.referee(Variant::Russian).unwrap().fen();
        let short = scene.with_last_moves(Variant::Russian, 4).unwrap();
        assert_eq!((short.moves.len(), fen(&short)), (4, fen(&scene)));
        assert_eq!(fen(&scene.clone().bare(Variant::Russian)), fen(&scene));
        assert_eq!(short.line(), format!("pos pos={} moves=\"{}\"", short.position, short.moves.join(" ")));
    }

    #[test]
    fn kings_count_two() {
        assert_eq!(balance("BwwWeebB"), 1);
        assert_eq!(squares("28x19x23"), [28, 19, 23]);
    }
}
