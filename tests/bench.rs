//! `polydam bench`: the data within the program is sound, and the commands say
//! what they should.

use polydam::notation::Dialect;
use polydam::position::Outcome;
use polydam::referee::{self, Referee, Setup, Style};
use polydam::rules::Variant;
use polydam::tools::bench::positions::{Phase, positions};
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
