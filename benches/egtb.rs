//! Speed of the endgame tables: probes a second of one thread, every block
//! decoded already, and the time to decode all of them.
//!
//! `cargo bench --bench egtb`

use polydam::board::{Geometry, Word};
use polydam::egtb::{TableSet, Tables, Verdict};
use polydam::position::{Kind, Position};
use polydam::rules::{Rules, Side, Variant, Visitor};
use std::hint::black_box;
use std::time::Instant;

const POSITIONS: usize = 200_000;
const ROUNDS: usize = 10;

struct Probes;

impl Visitor for Probes {
    type Output = ();

    fn visit<R: Rules>(self) {
        let start = Instant::now();
        let (tables, _) = TableSet::<R>::load(None, 4);
        let loading = start.elapsed();
        let mut random = fastrand::Rng::with_seed(1);
        let positions: Vec<_> =
            std::iter::repeat_with(|| quiet_position::<R>(&mut random)).take(POSITIONS).collect();
        let start = Instant::now();
        let wins = count_wins(&tables, &positions);
        let cold = start.elapsed();
        let start = Instant::now();
        for _ in 0..ROUNDS {
            assert_eq!(black_box(count_wins(&tables, black_box(&positions))), wins);
        }
        let rate = (ROUNDS * POSITIONS) as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!(
            "{:<14} {rate:6.1} million probes/s; loaded in {:.1} ms, first {POSITIONS} probes in {:.0} ms",
            R::FACTS.name,
            loading.as_secs_f64() * 1e3,
            cold.as_secs_f64() * 1e3,
        );
    }
}

fn count_wins<R: Rules>(tables: &TableSet<R>, positions: &[Position<R>]) -> usize {
    positions.iter().filter(|position| tables.probe(position, usize::MAX) == Some(Verdict::Win)).count()
}

/// A random position with two to four pieces in which nothing can be captured.
fn quiet_position<R: Rules>(random: &mut fastrand::Rng) -> Position<R> {
    let squares: Vec<_> = R::Board::ALL.bits().collect();
    loop {
        let side = if random.bool() { Side::White } else { Side::Black };
        let mut position = Position::empty(side);
        for i in 0..random.usize(2..=4) {
            let owner = if i == 0 || i > 1 && random.bool() { side } else { side.other() };
            let kind = if random.bool() { Kind::Man } else { Kind::King };
            // A taken square or a promotion row: a piece less.
            let _ = position.put((owner, kind), squares[random.usize(..squares.len())]);
        }
        let both = position.pieces(side) != Default::default()
            && position.pieces(side.other()) != Default::default();
        if both && !position.can_capture() {
            return position;
        }
    }
}

fn main() {
    for &variant in Variant::ALL {
        variant.visit(Probes);
    }
}
