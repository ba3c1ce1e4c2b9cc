//! A game: a position with its past, as far as the draw rules ask for it.

use super::moves::{Move, MoveList};
use super::outcome::{Draw, DrawClock, Outcome};
use super::position::Position;
use crate::rules::Rules;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    position: Position<R>,
    key: u64,
    clock: DrawClock,
    /// Keys of the earlier positions, the oldest first.
    past: Vec<u64>,
}

impl<R: Rules> Default for Game<R> {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl<R: Rules> Game<R> {
    /// A game that starts from a position.
    pub fn new(position: Position<R>) -> Self {
        Self { position, key: position.key(), clock: DrawClock::start(&position), past: Vec::new() }
    }

    /// The present position.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The key of the present position.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// What the draw rules have counted.
    pub fn clock(&self) -> DrawClock {
        self.clock
    }

    /// Keys of the earlier positions, the oldest first.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// The legal moves. A game that is drawn still has them.
    pub fn moves(&self) -> MoveList<R> {
        self.position.moves()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move<R>) {
        debug_assert!(self.moves().contains(&mv));
        let after = self.position.play(mv);
        self.past.push(self.key);
        self.clock = self.clock.after(&self.position, mv, &after);
        self.key = self.position.key_after(self.key, mv);
        self.position = after;
        debug_assert_eq!(self.key, self.position.key());
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let reach = self.clock.reversible().min(self.past.len());
        1 + self.past[self.past.len() - reach..].iter().filter(|&&key| key == self.key).count()
    }

    /// Is the game over, and how?
    pub fn outcome(&self) -> Outcome {
        if !self.position.can_move() {
            return Outcome::Won(self.position.side().other());
        }
        if self.position.is_one_piece_each() && !self.position.can_capture() {
            return Outcome::Drawn(Draw::OnePieceEach);
        }
        let repetitions = usize::from(R::FACTS.repetitions);
        if repetitions > 0 && self.occurrences() >= repetitions {
            return Outcome::Drawn(Draw::Repetition);
        }
        self.clock.draw::<R>().map_or(Outcome::Open, Outcome::Drawn)
    }
}
