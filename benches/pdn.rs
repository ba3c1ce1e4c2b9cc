//! Speed of the PDN reader: a file of random games, read alone and read with every
//! move checked, on one core, for some rule sets. Prints the best of a few runs.

use polydam::notation::pdn::{GameText, Item, Reader, format_move, replay, write_game};
use polydam::position::Position;
use polydam::rules::{Rules, Variant, Visitor};
use std::time::Instant;

const RUNS: usize = 5;
const GAMES: usize = 10_000;

/// Numbers that look random and are the same in every run (xorshift64*).
struct Random(u64);

impl Random {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// A file of games of 60 to 100 plies, as far as they last.
struct Write;

impl Visitor for Write {
    type Output = Vec<u8>;

    fn visit<R: Rules>(self) -> Vec<u8> {
        let (mut random, mut file) = (Random(1), Vec::new());
        for round in 0..GAMES {
            let mut position = Position::<R>::start();
            let mut items = Vec::new();
            for _ in 0..60 + random.below(41) {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                items.push(Item::Move { text: format_move(&position, mv), line: 0 });
                position = position.play(mv);
            }
            let tags = [
                ("Event", "Random games"),
                ("Date", "2020.01.01"),
                ("Round", &round.to_string()),
                ("White", "White player"),
                ("Black", "Black player"),
                ("GameType", R::FACTS.game_type),
            ];
            let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
            let game = GameText { tags, items, ..GameText::default() };
            write_game::<R>(&mut file, &game).expect("memory takes what is written");
        }
        file
    }
}

/// Reads a file and finds its moves. Yields their number.
struct Replay<'a>(&'a [u8]);

impl Visitor for Replay<'_> {
    type Output = usize;

    fn visit<R: Rules>(self) -> usize {
        let games = Reader::new(self.0).map(|game| game.and_then(|game| replay::<R>(&game)));
        games.map(|game| game.map_or_else(|error| panic!("{error}"), |(_, moves)| moves.len())).sum()
    }
}

/// The fewest seconds that some work takes.
fn seconds(work: impl Fn()) -> f64 {
    let runs = (0..RUNS).map(|_| {
        let clock = Instant::now();
        work();
        clock.elapsed().as_secs_f64()
    });
    runs.min_by(f64::total_cmp).unwrap_or(1.0)
}

fn main() {
    for &variant in Variant::ALL {
        let file = variant.visit(Write);
        let plies = variant.visit(Replay(&file));
        let read = seconds(|| assert_eq!(Reader::new(&file[..]).flatten().count(), GAMES));
        let replayed = seconds(|| assert_eq!(variant.visit(Replay(&file)), plies));
        print!("{variant:<13} games={GAMES} plies={plies} mb={:.1}", file.len() as f64 / 1e6);
        for (name, seconds) in [("read", read), ("replay", replayed)] {
            let (games, mb) = (GAMES as f64 / seconds, file.len() as f64 / 1e6 / seconds);
            print!(" {name}: games/s={games:.0} mb/s={mb:.1}");
        }
        println!();
    }
}
