//! What the search announces as won is won, in as many plies as it says: judged by
//! a plain search that prunes nothing.

use polydam::egtb::NoTables;
use polydam::eval::Material;
use polydam::eval::score::plies_to_end;
use polydam::position::{Game, Outcome};
use polydam::rules::{Rules, Variant, Visitor};
use polydam::search::{Control, Limits, Means, Memory, Question, Silent, Table, search, thread_pool};
use std::collections::HashMap;
use std::time::Duration;

/// Longer wins take the plain search too long.
const LONGEST: usize = 9;

/// Searches positions of games that begin with random moves and go on with hasty
/// ones, and proves every short win or loss that is announced.
struct Claims {
    games: u64,
    nodes: u64,
    threads: usize,
}

/// (positions searched, decisions announced, decisions proved)
type Tally = (usize, usize, usize);

impl Visitor for Claims {
    type Output = Tally;

    fn visit<R: Rules>(self) -> Tally {
        let mut random = fastrand::Rng::with_seed(7);
        let pool = thread_pool(self.threads).unwrap();
        let mut tally = (0, 0, 0);
        for _ in 0..self.games {
            let (memory, table) = (Memory::new(self.threads), Table::new(1 << 20).unwrap());
            let means = Means {
                pool: &pool,
                memory: &memory,
                table: &table,
                eval: &Material::<R>::default(),
                tables: &NoTables,
                overhead: Duration::ZERO,
            };
            let mut game = Game::<R>::default();
            for ply in 0..200 {
                if game.outcome() != Outcome::Open {
                    break;
                }
                let moves = game.moves();
                // Now and then a blunder, so that there is something to win.
                if ply < 8 || random.u8(..8) == 0 {
                    game.play(moves[random.usize(..moves.len())]);
                    continue;
                }
                let limits = Limits::nodes(self.nodes);
                let info = search(&Question::new(&game, &limits), &means, &Control::new(false), &Silent);
                tally.0 += 1;
                if let Some(plies) = plies_to_end(info.score) {
                    tally.1 += 1;
                    if plies <= LONGEST {
                        tally.2 += 1;
                        let proved = Proof::default().outcome(&game, plies);
                        assert_eq!(
                            proved,
                            Some(info.score > 0),
                            "{}: {} in {plies}: {:?}",
                            R::FACTS.name,
                            info.score,
                            game.position()
                        );
                    }
                }
                game.play(info.line[0]);
            }
        }
        tally
    }
}

/// What is known of positions, by plies to go.
#[derive(Default)]
struct Proof(HashMap<(u64, usize), bool>);

impl Proof {
    /// Does the side to move win within `plies` (true), or lose (false)?
    fn outcome<R: Rules>(&mut self, game: &Game<R>, plies: usize) -> Option<bool> {
        if self.wins(game, plies) {
            return Some(true);
        }
        self.loses(game, plies).then_some(false)
    }

    fn wins<R: Rules>(&mut self, game: &Game<R>, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        if let Some(&known) = self.0.get(&(game.key(), plies)) {
            return known;
        }
        let wins = game.moves().iter().any(|&mv| {
            let mut next = game.clone();
            next.play(mv);
            self.loses(&next, plies - 1)
        });
        self.0.insert((game.key(), plies), wins);
        wins
    }

    fn loses<R: Rules>(&mut self, game: &Game<R>, plies: usize) -> bool {
        match game.outcome() {
            Outcome::Won(_) => true,
            Outcome::Drawn(_) => false,
            Outcome::Open => {
                plies >= 2
                    && game.moves().iter().all(|&mv| {
                        let mut next = game.clone();
                        next.play(mv);
                        self.wins(&next, plies - 1)
                    })
            }
        }
    }
}

fn check(games: u64, nodes: u64, threads: usize) {
    for &variant in Variant::ALL {
        let (positions, announced, proved) = variant.visit(Claims { games, nodes, threads });
        println!("{variant}: {positions} positions, {announced} decided, {proved} of them proved");
        assert!(proved > 0, "{variant}: nothing was announced");
    }
}

#[test]
fn announced_wins_are_wins() {
    check(12, 1000, 1);
    check(3, 2000, 2);
}

/// The same for more than ten thousand positions; minutes in a release build.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_announced_wins_are_wins() {
    check(120, 20_000, 1);
}
