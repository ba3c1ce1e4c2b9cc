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
use polydam::search::{Control, Info, Limits, Means, Memory, Question, Silent, Table, search, thread_pool};
use std::time::Duration;

/// Searches with an empty table of 4 MiB.
fn find<R: Rules>(game: &Game<R>, limits: &Limits, threads: usize) -> Info<R> {
    ask(&Question::new(game, limits), threads)
}

/// The same for any question.
fn ask<R: Rules>(question: &Question<'_, R>, threads: usize) -> Info<R> {
    ask_with(question, threads, &Table::new(4 << 20).unwrap())
}

/// The same with a table that may know something.
fn ask_with<R: Rules>(question: &Question<'_, R>, threads: usize, table: &Table) -> Info<R> {
    let means = Means {
        pool: &thread_pool(threads).unwrap(),
        memory: &Memory::new(threads),
        table,
        eval: &Material::<R>::default(),
        tables: &NoTables,
        overhead: Duration::ZERO,
    };
    search(question, &means, &Control::new(false), &Silent)
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

// ---- several lines, and some of the moves

/// Every kind of answer is right in form: lines are legal, first moves differ, and
/// no line is better than the one before.
fn check_lines<R: Rules>(game: &Game<R>, info: &Info<R>, place: &str) {
    let mut firsts = Vec::new();
    let mut last = (info.score, info.depth);
    let others = info.others.iter().map(|line| (line.score, line.depth, &line.moves));
    for (score, depth, moves) in [(info.score, info.depth, &info.line)].into_iter().chain(others) {
        let place = format!("{} {place}: {}", R::FACTS.name, fen::format(game.position()));
        assert!(score <= last.0 && depth <= last.1, "{place}: {last:?} before {:?}", (score, depth));
        last = (score, depth);
        assert!(!firsts.contains(&moves[0]), "{place}");
        firsts.push(moves[0]);
        let mut game = game.clone();
        for &mv in moves {
            assert!(game.moves().contains(&mv), "{place}");
            game.play(mv);
        }
    }
}

struct Lines;

impl Visitor for Lines {
    type Output = ();

    fn visit<R: Rules>(self) {
        let game = Game::<R>::default();
        let legal = game.moves().len();
        let limits = Limits::depth(6);
        let one = find(&game, &limits, 1);
        for lines in [1, 3, legal, 100] {
            let info = ask(&Question { lines, ..Question::new(&game, &limits) }, 1);
            assert_eq!(1 + info.others.len(), lines.min(legal), "{}", R::FACTS.name);
            check_lines(&game, &info, "all");
            assert!(info.others.iter().all(|line| line.depth == 6));
            if lines == 1 {
                assert_eq!((info.nodes, info.score, &info.line), (one.nodes, one.score, &one.line));
            }
        }
        // However early it is broken off, with as many threads as you like.
        for nodes in [1, 5, 30, 100, 500, 3000] {
            for threads in [1, 2] {
                let limits = Limits::nodes(nodes);
                let info = ask(&Question { lines: 4, ..Question::new(&game, &limits) }, threads);
                assert!(info.nodes <= nodes && info.others.len() < 4);
                check_lines(&game, &info, &format!("{nodes} nodes"));
            }
        }
    }
}

#[test]
fn lines_are_sorted_and_begin_with_moves_of_their_own() {
    for variant in Variant::ALL {
        variant.visit(Lines);
    }
}

struct Chosen;

impl Visitor for Chosen {
    type Output = ();

    fn visit<R: Rules>(self) {
        let game = Game::<R>::default();
        let legal = game.moves();
        let limits = Limits::depth(5);
        let mut scores = Vec::new();
        for mv in legal.iter() {
            let moves = &[*mv][..];
            let info = ask(&Question { moves: Some(moves), ..Question::new(&game, &limits) }, 1);
            assert_eq!((info.line[0], info.others.len()), (*mv, 0), "{}", R::FACTS.name);
            scores.push(info.score);
        }
        let some = [legal[2], legal[0], legal[2]];
        for threads in [1, 2] {
            let question = Question { moves: Some(&some), lines: 5, ..Question::new(&game, &limits) };
            let info = ask(&question, threads);
            assert_eq!(info.others.len(), 1);
            check_lines(&game, &info, "some");
            assert!([&info.line, &info.others[0].moves].iter().all(|line| some.contains(&line[0])));
        }
        // What was left out is not forgotten: the next search has all of them again.
        let table = Table::new(4 << 20).unwrap();
        let all = Question::new(&game, &limits);
        let best = ask_with(&all, 1, &table).line[0];
        let others: Vec<_> = legal.iter().copied().filter(|&mv| mv != best).collect();
        let without = Question { moves: Some(&others), ..all };
        assert_ne!(ask_with(&without, 1, &table).line[0], best);
        assert!(table.probe(game.key(), 0).unwrap().best == Some((best.from() as u8, best.to() as u8)));
    }
}

#[test]
fn only_the_chosen_moves_are_searched() {
    for variant in Variant::ALL {
        variant.visit(Chosen);
    }
}

#[test]
fn every_line_announces_its_own_win() {
    // However the last man is taken, it is the end.
    let game = Game::new(fen::parse::<Russian>("W:WKa1,Kh2:Bd4").unwrap());
    let limits = Limits::depth(9);
    let info = ask(&Question { lines: 10, ..Question::new(&game, &limits) }, 1);
    check_lines(&game, &info, "wins");
    assert!(info.others.len() >= 2);
    for (score, moves) in
        [(info.score, &info.line)].into_iter().chain(info.others.iter().map(|line| (line.score, &line.moves)))
    {
        assert_eq!(plies_to_end(score), Some(moves.len()), "{score} {moves:?}");
    }
}

#[test]
fn an_effort_ends_a_search_like_a_limit() {
    let game = Game::<Russian>::default();
    for (limit, effort) in [(None, Some(500)), (Some(500), Some(9000)), (Some(9000), Some(500))] {
        let limits = Limits { nodes: limit, ..Limits::default() };
        assert_eq!(ask(&Question { effort, ..Question::new(&game, &limits) }, 1).nodes, 500);
    }
}
