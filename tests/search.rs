//! The search, without a protocol around it: reproducible, within its limits,
//! legal with any number of threads, and able to finish a game.

use polydam::egtb::NoTables;
use polydam::eval::Material;
use polydam::eval::score::{plies_to_end, won_in};
use polydam::notation::{fen, pdn};
use polydam::position::{Game, Outcome};
use polydam::rules::russian::Russian;
use polydam::rules::turkish::Turkish;
use polydam::rules::ukrainian::Ukrainian;
use polydam::rules::{Rules, Variant, Visitor};
use polydam::search::{Control, Info, Limits, Means, Silent, Table, search, thread_pool};
use std::time::Duration;

/// Searches with an empty table of 4 MiB.
fn find<R: Rules>(game: &Game<R>, limits: &Limits, threads: usize) -> Info<R> {
    let (pool, table) = (thread_pool(threads).unwrap(), Table::new(4 << 20).unwrap());
    let means = Means {
        pool: &pool,
        table: &table,
        eval: &Material::<R>::default(),
        tables: &NoTables,
        overhead: Duration::ZERO,
    };
    search(game, limits, &means, &Control::new(false), &Silent)
}

struct SameNodes;

impl Visitor for SameNodes {
    type Output = ();

    fn visit<R: Rules>(self) {
        let game = Game::<R>::default();
        let (one, two) = (find(&game, &Limits::depth(8), 1), find(&game, &Limits::depth(8), 1));
        assert_eq!((one.depth, one.nodes, one.score, &one.line), (8, two.nodes, two.score, &two.line));
        for nodes in [1, 2, 777, 5000] {
            assert_eq!(find(&game, &Limits::nodes(nodes), 1).nodes, nodes, "{}", R::FACTS.name);
        }
    }
}

#[test]
fn one_thread_does_the_same_twice_and_counts_exactly() {
    for variant in Variant::ALL {
        variant.visit(SameNodes);
    }
}

struct Legal;

impl Visitor for Legal {
    type Output = ();

    fn visit<R: Rules>(self) {
        let mut game = Game::<R>::default();
        for mv in find(&game, &Limits::depth(9), 3).line {
            assert!(game.moves().contains(&mv), "{}", R::FACTS.name);
            game.play(mv);
        }
        assert!(!game.past().is_empty());
    }
}

#[test]
fn lines_are_legal_with_several_threads() {
    for variant in Variant::ALL {
        variant.visit(Legal);
    }
}

struct WholeGame;

impl Visitor for WholeGame {
    type Output = Outcome;

    fn visit<R: Rules>(self) -> Outcome {
        let mut game = Game::<R>::default();
        for _ in 0..1000 {
            if game.outcome() != Outcome::Open {
                break;
            }
            let best = find(&game, &Limits::nodes(400), 1).line[0];
            assert!(game.moves().contains(&best), "{}", R::FACTS.name);
            game.play(best);
        }
        game.outcome()
    }
}

#[test]
fn every_game_ends_by_a_rule() {
    for variant in Variant::ALL {
        assert_ne!(variant.visit(WholeGame), Outcome::Open, "{variant}");
    }
}

#[test]
fn wins_are_found_and_counted_in_plies() {
    // The only move takes everything.
    let game = Game::new(fen::parse::<Russian>("W:Wh6:Bg7,c5,d2").unwrap());
    assert_eq!(find(&game, &Limits::depth(30), 1).score, won_in(1));
    // Two kings corner a man on its way: a short win that has to be seen.
    let game = Game::new(fen::parse::<Turkish>("W:WKa1,Kb1:Bd7").unwrap());
    let info = find(&game, &Limits::depth(20), 1);
    assert!(plies_to_end(info.score).is_some_and(|plies| info.score > 0 && plies <= 5), "{}", info.score);
}

#[test]
fn a_drawn_counter_is_seen_and_a_lost_side_has_lost() {
    // 29 quiet plies have passed: whatever is played next draws, though White is
    // far ahead.
    let mut game = Game::new(fen::parse::<Ukrainian>("W:WKb8,Kd8,Kf8:BKa1").unwrap());
    assert!(find(&game, &Limits::depth(3), 1).score > 300);
    for text in ["b8-a7", "a1-b2", "a7-b8", "b2-a1"].iter().cycle().take(29) {
        let mv = pdn::parse_move(text, game.position()).unwrap();
        game.play(mv);
    }
    assert_eq!(game.clock().quiet(), 29);
    assert_eq!(find(&game, &Limits::depth(5), 1).score, 0);
    let lost = Game::new(fen::parse::<Russian>("B:Wa1:B").unwrap());
    let info = find(&lost, &Limits::depth(5), 1);
    assert!(info.line.is_empty() && plies_to_end(info.score) == Some(0));
}
