//! Games of the program with itself, and the positions kept of them.

use super::sample::Sample;
use crate::board::Word;
use crate::egtb::{TableSet, Tables, Value};
use crate::eval::score::is_decided;
use crate::eval::{Evaluator, Score};
use crate::position::{Game, Move, Outcome, Position};
use crate::rules::{Rules, Side};
use crate::search::{Control, Info, Limits, Means, Memory, Question, Silent, Table, search, thread_pool};
use std::time::Duration;

/// Plies of random moves at the start of a game.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 4..=10;
/// A start that puts a side further ahead than this is given up.
const UNBALANCED: Score = 200;
/// To an evaluation that finds everything unbalanced, the start of the game has to do.
const START_TRIES: usize = 100;
/// In so many plies from the start one move in [`STRAY_ONE_IN`] is a random one.
const STRAY_PLIES: usize = 40;
const STRAY_ONE_IN: usize = 32;
/// So many searches on end that are so sure of a side win the game for it.
const SURE_TIMES: usize = 4;
const SURE: Score = 1500;
/// A longer game is drawn.
const MOST_PLIES: usize = 300;

/// Positions are kept from this ply on, ...
const FIRST_PLY: usize = 6;
/// ... as long as something happens, ...
const MOST_REVERSIBLE: usize = 16;
/// ... and while the game is open.
const MOST_SCORE: Score = 2000;

const TABLE_BYTES: usize = 1 << 20;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Nodes for each move.
    pub nodes: u64,
    /// The games depend on nothing else but the rest of the plan, the evaluation,
    /// the tables and the number of the shard.
    pub seed: u64,
    /// Games of a shard.
    pub games: usize,
}

/// Plays the games of a shard, half of them from one of `starts` if there are any.
///
/// # Errors
///
/// When memory or threads are not to be had.
pub fn play_shard<R: Rules>(
    plan: &Plan,
    shard: u64,
    starts: &[Position<R>],
    eval: &Evaluator<R>,
    tables: &TableSet<R>,
) -> Result<Vec<Sample<R>>, String> {
    let pool = thread_pool(1)?;
    let (memory, table) = (Memory::new(1), Table::new(TABLE_BYTES)?);
    let means = Means { pool: &pool, memory: &memory, table: &table, eval, tables, overhead: Duration::ZERO };
    // A seed and the next one must not give the same games one shard further.
    let seed = plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ shard.wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mut player =
        Player { plan, starts, means, random: fastrand::Rng::with_seed(seed), samples: Vec::new() };
    for number in 0..plan.games {
        let before = player.samples.len();
        let game = (shard * plan.games as u64 + number as u64) as u32;
        let winner = player.game(game);
        for sample in &mut player.samples[before..] {
            sample.result = match winner {
                None => 1,
                Some(side) if side == sample.position.side() => 2,
                Some(_) => 0,
            };
        }
    }
    Ok(player.samples)
}

struct Player<'a, R: Rules> {
    plan: &'a Plan,
    starts: &'a [Position<R>],
    means: Means<'a, R, Evaluator<R>, TableSet<R>>,
    random: fastrand::Rng,
    samples: Vec<Sample<R>>,
}

impl<R: Rules> Player<'_, R> {
    /// Plays a game: who has won?
    fn game(&mut self, number: u32) -> Option<Side> {
        let start = (0..START_TRIES).find_map(|_| self.start());
        let (mut game, first) = start.unwrap_or_else(|| (Game::default(), 0));
        let mut sure = (Side::White, 0);
        for ply in first..MOST_PLIES {
            if let Some(winner) = self.end(&game) {
                return winner;
            }
            let side = game.position().side();
            let info = self.search(&game);
            let winner = if info.score > 0 { side } else { side.other() };
            if is_decided(info.score) {
                return Some(winner);
            }
            let times = if winner == sure.0 { sure.1 } else { 0 };
            sure = (winner, if info.score.abs() > SURE { times + 1 } else { 0 });
            if sure.1 == SURE_TIMES {
                return Some(winner);
            }
            self.keep(&game, info.score, ply, number);
            let stray = ply < first + STRAY_PLIES && self.random.usize(..STRAY_ONE_IN) == 0;
            let best = info.line[0];
            let mv = if stray { self.any_move(&game) } else { best };
            game.play(mv);
        }
        None
    }

    /// A game after random moves that is open and balanced, and the plies it has
    /// been.
    fn start(&mut self) -> Option<(Game<R>, usize)> {
        let from_start = self.starts.is_empty() || self.random.bool();
        let mut game = if from_start {
            Game::default()
        } else {
            Game::new(self.starts[self.random.usize(..self.starts.len())])
        };
        let plies = self.random.usize(RANDOM_PLIES);
        for _ in 0..plies {
            if game.outcome() != Outcome::Open {
                return None;
            }
            let any = self.any_move(&game);
            game.play(any);
        }
        let open = game.outcome() == Outcome::Open;
        (open && self.search(&game).score.abs() <= UNBALANCED).then_some((game, plies))
    }

    fn any_move(&mut self, game: &Game<R>) -> Move<R> {
        let moves = game.moves();
        moves[self.random.usize(..moves.len())]
    }

    fn search(&self, game: &Game<R>) -> Info<R> {
        let limits = Limits::nodes(self.plan.nodes);
        search(&Question::new(game, &limits), &self.means, &Control::new(false), &Silent)
    }

    /// The winner, if the game is over or the tables know its end.
    fn end(&self, game: &Game<R>) -> Option<Option<Side>> {
        match game.outcome() {
            Outcome::Won(side) => return Some(Some(side)),
            Outcome::Drawn(_) => return Some(None),
            Outcome::Open => {}
        }
        let position = game.position();
        if position.occupied().count() > self.means.tables.max_pieces() {
            return None;
        }
        let side = position.side();
        Some(match self.means.tables.value(position)? {
            Value::Win(_) => Some(side),
            Value::Draw => None,
            Value::Loss(_) => Some(side.other()),
        })
    }

    /// Keeps the position of a game, if it is one to learn from.
    fn keep(&mut self, game: &Game<R>, score: Score, ply: usize, number: u32) {
        let position = game.position();
        let quiet = !position.can_capture() && !position.passed().can_capture();
        if ply >= FIRST_PLY
            && score.abs() < MOST_SCORE
            && quiet
            && game.clock().reversible() < MOST_REVERSIBLE
            && game.moves().len() > 1
        {
            self.samples.push(Sample {
                position: *position,
                score: score as i16,
                result: 1,
                ply: ply.min(255) as u8,
                game: number,
            });
        }
    }
}
