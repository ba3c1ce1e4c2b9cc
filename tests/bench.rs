//! `polydam bench`: the data within the program is sound, problems are solved, and
//! the commands say what they should.

use polydam::eval::Choice;
use polydam::notation::Dialect;
use polydam::position::Outcome;
use polydam::referee::{self, Referee, Setup, Style};
use polydam::rules::Variant;
use polydam::search::Limits;
use polydam::tools::bench::positions::{Phase, positions};
use polydam::tools::bench::suite::{self, Options, Problem};
use std::collections::HashSet;
use std::process::{Command, Output};

/// A game that goes on from a position, which is written as polydam writes it and
/// has no captures.
fn quiet(variant: Variant, fen: &str) -> Box<dyn Referee> {
    let mut referee = referee::new(variant);
    referee.set_up(Setup::Fen(fen)).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
    assert_eq!(referee.fen(), fen, "{variant}");
    assert_eq!(referee.outcome(), Outcome::Open, "{variant} {fen}");
    let moves = referee.moves(Style::Hub(Dialect::Hub));
    assert!(moves.iter().all(|mv| !mv.contains('x')), "{variant} {fen}: {moves:?}");
    referee
}

#[test]
fn every_rule_set_has_its_forty_positions() {
    for &variant in Variant::ALL {
        let positions = positions(variant);
        let count = |wanted| positions.iter().filter(|(phase, _)| *phase == wanted).count();
        let phases = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
        assert_eq!(phases.map(count), [10, 20, 10], "{variant}");
        let different: HashSet<_> = positions.iter().map(|(_, fen)| fen).collect();
        assert_eq!(different.len(), 40, "{variant}");
        for (_, fen) in positions {
            assert!(quiet(variant, fen).moves(Style::Pdn).len() > 3, "{variant} {fen}");
        }
    }
}

#[test]
fn every_rule_set_has_thirty_sound_problems() {
    for &variant in Variant::ALL {
        let problems = suite::problems(variant).unwrap();
        assert!(problems.len() >= 30, "{variant}: {}", problems.len());
        let different: HashSet<_> = problems.iter().map(|problem| problem.fen).collect();
        assert_eq!(different.len(), problems.len(), "{variant}");
        let names: HashSet<_> = problems.iter().map(|problem| problem.name).collect();
        assert_eq!(names.len(), problems.len(), "{variant}");
        for Problem { name, fen, best } in problems {
            assert!(!name.is_empty() && !name.contains('"'), "{variant} {fen}");
            let all = quiet(variant, fen).moves(Style::Pdn).len();
            assert!(!best.is_empty() && best.len() < all, "{variant} {name}");
            for mv in best {
                let played = quiet(variant, fen).play(mv, Style::Pdn);
                assert!(played.is_ok(), "{variant} {name}: {played:?}");
            }
        }
    }
}

#[test]
fn problems_are_solved_twice_alike() {
    let options = Options {
        variant: Some(Variant::English),
        limits: Limits::depth(9),
        threads: 1,
        tables: false,
        eval: Choice::Material,
    };
    let mut engine = suite::engine_for(Variant::English, &options).unwrap();
    let mut solve = |wanted: &str| {
        let problems = suite::problems(Variant::English).unwrap();
        let problem = problems.iter().find(|problem| problem.name == wanted).unwrap();
        suite::solve(&mut *engine, problem, &options.limits).unwrap()
    };
    for name in ["Wyllie's Switcher Stroke", "Scotsman's Scoop", "Brooklyn Stroke, White"] {
        let (one, two) = (solve(name).unwrap(), solve(name).unwrap());
        assert_eq!((one.depth, one.nodes), (two.depth, two.nodes), "{name}");
        assert!(one.depth <= 9, "{name}");
    }
}

#[test]
fn a_move_that_is_not_found_is_told() {
    let options = Options {
        variant: Some(Variant::English),
        limits: Limits::depth(5),
        threads: 1,
        tables: false,
        eval: Choice::Material,
    };
    let mut engine = suite::engine_for(Variant::English, &options).unwrap();
    // To give a man away is not the best move, whatever the problem says.
    let wrong = Problem { name: "wrong", fen: "W:W19,32:B11", best: vec!["19-16"] };
    let chosen = suite::solve(&mut *engine, &wrong, &options.limits).unwrap().unwrap_err();
    assert!(["32-27", "32-28"].contains(&&*chosen), "{chosen}");
    let right = Problem { best: vec!["32-27", "32-28"], ..wrong.clone() };
    assert!(suite::solve(&mut *engine, &right, &options.limits).unwrap().is_ok());
    let illegal = Problem { best: vec!["1-2"], ..wrong };
    assert!(suite::solve(&mut *engine, &illegal, &options.limits).unwrap_err().starts_with("wrong: "));
}

fn polydam(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polydam")).args(arguments.split(' ')).output().unwrap()
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_signature_is_what_bench_alone_prints() {
    let output = polydam("bench --variant english --depth 5");
    let lines = lines(&output);
    assert!(output.status.success() && lines.len() == 1, "{lines:?}");
    assert!(lines[0].starts_with("english       nodes=") && lines[0].contains(" mnps="), "{lines:?}");
}

#[test]
fn speed_is_a_table() {
    let output = polydam("bench speed --variant english --seconds 0.1");
    let lines = lines(&output);
    assert!(output.status.success() && lines.len() == 2, "{lines:?}");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&lines[0]).last().map(String::as_str), Some("ratio"));
    let numbers: Vec<_> = words(&lines[1])[1..].iter().map(|word| word.parse::<f64>().unwrap()).collect();
    assert!(numbers.len() == 4 && numbers.iter().all(|&number| number > 0.0), "{lines:?}");
}

#[test]
fn the_suite_tells_of_each_problem_and_of_all() {
    let output = polydam("bench suite --variant english --depth 3");
    let lines = lines(&output);
    let problems = suite::problems(Variant::English).unwrap();
    assert!(output.status.success() && lines.len() == problems.len() + 1, "{lines:?}");
    for (line, problem) in lines.iter().zip(&problems) {
        assert!(line.starts_with(&format!("english {:?} best=", problem.name)), "{line}");
        assert!(line.contains(" depth=") != line.contains(" unsolved chosen="), "{line}");
    }
    let solved = lines.iter().filter(|line| line.contains(" depth=")).count();
    assert_eq!(lines.last().unwrap(), &format!("english solved {solved}/{}", problems.len()));
}
