//! Games against random play: what any net must win.

use crate::egtb::NoTables;
use crate::eval::Evaluator;
use crate::position::{Game, Outcome};
use crate::rules::{Rules, Side};
use crate::search::{Control, Limits, Means, Memory, Question, Silent, Table, search, thread_pool};
use std::time::Duration;

/// A longer game is drawn.
const MOST_PLIES: usize = 200;
const TABLE_BYTES: usize = 1 << 20;

/// The share of the points that an evaluation takes from random play in so many
/// games, with so many nodes for each move and each colour in turn.
///
/// # Errors
///
/// When memory or threads are not to be had.
pub fn score_against_random<R: Rules>(
    eval: &Evaluator<R>,
    games: usize,
    nodes: u64,
    seed: u64,
) -> Result<f64, String> {
    let pool = thread_pool(1)?;
    let (memory, table) = (Memory::new(1), Table::new(TABLE_BYTES)?);
    let means = Means {
        pool: &pool,
        memory: &memory,
        table: &table,
        eval,
        tables: &NoTables,
        overhead: Duration::ZERO,
    };
    let limits = Limits::nodes(nodes);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut points = 0.0;
    for number in 0..games {
        let side = if number % 2 == 0 { Side::White } else { Side::Black };
        let mut game = Game::<R>::default();
        for _ in 0..MOST_PLIES {
            if game.outcome() != Outcome::Open {
                break;
            }
            let mv = if game.position().side() == side {
                search(&Question::new(&game, &limits), &means, &Control::new(false), &Silent).line[0]
            } else {
                let moves = game.moves();
                moves[random.usize(..moves.len())]
            };
            game.play(mv);
        }
        points += match game.outcome() {
            Outcome::Won(winner) if winner == side => 1.0,
            Outcome::Won(_) => 0.0,
            _ => 0.5,
        };
    }
    Ok(points / games.max(1) as f64)
}
