//! Matches: the real program with real and with misbehaving engines. What is
//! behind it, without processes, is tested in `src/arena`.

mod common;

use common::{Folder, double};
use polydam::notation::pdn::{GameText, Item, Reader, replay};
use polydam::rules::russian::Russian;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Output {
    ok: bool,
    stdout: String,
    stderr: String,
}

impl Output {
    /// The lines of the games.
    fn games(&self) -> Vec<&str> {
        self.stdout.lines().filter(|line| line.starts_with("game=")).collect()
    }

    /// The result of the match: the table without the speeds below it.
    fn table(&self) -> &str {
        let start = self.stdout.find("rank ").expect("a table");
        self.stdout[start..].split("\n\n").next().unwrap()
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polydam"));
    command.current_dir(&folder.0).arg("match").args(arguments);
    command
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    let output = command(folder, arguments).output().unwrap();
    Output {
        ok: output.status.success(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn games(path: &Path) -> Vec<GameText> {
    Reader::new(BufReader::new(File::open(path).unwrap())).map(|game| game.unwrap()).collect()
}

/// The games of a file by their round: the moves, without what was thought of them.
fn moves_by_round(path: &Path) -> BTreeMap<String, Vec<String>> {
    let all = games(path);
    let moves = |game: &GameText| {
        let text = |item: &Item| match item {
            Item::Move { text, .. } => Some(text.clone()),
            _ => None,
        };
        game.items.iter().filter_map(text).collect()
    };
    let rounds: BTreeMap<_, _> =
        all.iter().map(|game| (game.tag("Round").unwrap().to_owned(), moves(game))).collect();
    assert_eq!(rounds.len(), all.len(), "no round twice");
    rounds
}

#[test]
fn a_match_killed_twice_is_the_match_played_at_once() {
    let folder = Folder::new("kill");
    let mut arguments = vec![
        "--variant",
        "russian",
        "--games",
        "200",
        "--seed",
        "5",
        "--concurrency",
        "2",
        "--resume",
        "--engine",
        "self",
        "name=a",
        "param.hash=1",
        "nodes=120",
        "--engine",
        "self",
        "name=b",
        "param.hash=1",
        "nodes=40",
    ];
    arguments.extend(["--state", "whole.jsonl", "--pdn", "whole.pdn"]);
    let whole = run(&folder, &arguments);
    assert!(whole.ok, "{}", whole.stderr);
    assert_eq!(whole.games().len(), 200);

    let at = arguments.len() - 4;
    arguments[at..].copy_from_slice(&["--state", "killed.jsonl", "--pdn", "killed.pdn"]);
    let mut seen = 0;
    for lines in [40, 60] {
        let mut child = command(&folder, &arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..lines {
            assert!(output.next().unwrap().unwrap().starts_with("game="));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        seen += lines;
    }
    let rest = run(&folder, &arguments);
    assert!(rest.ok, "{}", rest.stderr);
    assert!(rest.games().len() <= 200 - seen, "games that counted are not played again");
    assert_eq!(rest.table(), whole.table());
    let rounds = moves_by_round(&folder.file("killed.pdn"));
    assert_eq!(rounds.len(), 200);
    assert_eq!(rounds, moves_by_round(&folder.file("whole.pdn")));
    for game in games(&folder.file("killed.pdn")) {
        replay::<Russian>(&game).unwrap();
    }

    let again = run(&folder, &arguments);
    assert!(again.ok && again.games().is_empty(), "nothing is left to play");
    assert_eq!(again.table(), whole.table());
    let report = run(&folder, &["--report", "killed.jsonl"]);
    assert_eq!(report.table(), whole.table());
}

#[test]
fn every_misbehaving_engine_is_named_and_the_match_goes_on() {
    let folder = Folder::new("faults");
    for (fault, named, restarts) in [
        ("--fault crash --at 2", "crash", true),
        ("--fault exit --at 2", "crash", true),
        ("--fault closes-stdout --at 2", "crash", true),
        ("--fault hang --at 2", "no-answer", true),
        ("--fault flood --at 2", "no-answer", true),
        ("--fault illegal --at 3", "illegal-move", false),
        ("--fault slow --delay 400 --at 2", "late", false),
        ("--fault no-done-move --at 1", "malformed-answer", false),
    ] {
        let log = folder.file("log");
        let _ = fs::remove_file(&log);
        let bad = double(&format!("{fault} --log '{}'", log.display()));
        let good = double("--seed 9");
        let start = Instant::now();
        let output = run(
            &folder,
            &[
                "--variant",
                "russian",
                "--games",
                "2",
                "--move-time",
                "0.1",
                "--quiet",
                "--openings",
                "start",
                "--engine",
                &bad,
                "name=bad",
                "--engine",
                &good,
                "name=good",
            ],
        );
        assert!(output.ok, "{fault}: {}", output.stderr);
        assert!(start.elapsed() < Duration::from_secs(30), "{fault}");
        let row = |name: &str| {
            let lines = output.stdout.lines();
            lines.filter(|line| line.starts_with(name)).map(str::to_owned).next_back().unwrap()
        };
        let heading = row("name");
        let column = heading.split_whitespace().position(|word| word == named).unwrap();
        let count = |name: &str| row(name).split_whitespace().nth(column).unwrap().to_owned();
        assert_eq!((&*count("bad"), &*count("good")), ("2", "0"), "{fault}: {}", output.stdout);
        let said: Vec<_> = output.stderr.lines().filter(|line| line.contains(": bad: ")).collect();
        assert_eq!(said.len(), 2, "{fault}: {}", output.stderr);
        assert!(said.iter().all(|line| line.contains("; in W:W") || line.contains("; in B:W")), "{said:?}");
        if named == "illegal-move" {
            assert!(said[0].contains("done move=1-2"), "{said:?}");
        }
        let starts = fs::read_to_string(&log).unwrap().lines().filter(|line| *line == "hub").count();
        assert_eq!(starts, if restarts { 2 } else { 1 }, "{fault}");
    }
}

#[test]
fn nonsense_between_the_lines_is_overlooked() {
    let folder = Folder::new("garbage");
    let (noisy, good) = (double("--fault garbage"), double("--seed 9"));
    let output = run(
        &folder,
        &[
            "--variant",
            "turkish",
            "--games",
            "2",
            "--depth",
            "1",
            "--max-plies",
            "20",
            "--openings",
            "start",
            "--engine",
            &noisy,
            "name=noisy",
            "--engine",
            &good,
            "name=good",
        ],
    );
    assert!(output.ok, "{}", output.stderr);
    assert!(output.games().iter().all(|line| line.contains(" result=1-1 end=max-plies plies=20 ")));
}

#[test]
fn an_engine_that_does_not_start_ends_the_match_and_is_named() {
    let folder = Folder::new("start");
    let hanging = double("--fault hang-at-init");
    for (bad, wanted) in [
        ("./no-such-engine", "cannot start it"),
        ("cat", "after 'hub' expected"),
        (&*hanging, "after 'init' expected ready"),
    ] {
        let start = Instant::now();
        let output = run(
            &folder,
            &[
                "--variant",
                "russian",
                "--depth",
                "1",
                "--start-patience",
                "0.3",
                "--games",
                "2",
                "--resume",
                "--engine",
                "self",
                "--engine",
                bad,
                "name=bad",
            ],
        );
        assert!(!output.ok && output.stderr.contains("engine 'bad'"), "{}", output.stderr);
        assert!(output.stderr.contains(wanted), "{}", output.stderr);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    // One that fails once is started again.
    let marker = folder.file("failed-once");
    let once = double(&format!("--fault hang-at-init --marker '{}'", marker.display()));
    let output = run(
        &folder,
        &[
            "--variant",
            "russian",
            "--depth",
            "1",
            "--start-patience",
            "0.5",
            "--games",
            "2",
            "--state",
            "once",
            "--engine",
            "self",
            "--engine",
            &once,
            "name=once",
        ],
    );
    assert!(output.ok && marker.exists(), "{}", output.stderr);
}

#[test]
fn wrong_parameters_and_rule_sets_are_refused() {
    let folder = Folder::new("params");
    let good = double("");
    for (engine, wanted) in [
        ([&*good, "param.colour=red"], "it has no parameter 'colour', only: variant threads"),
        ([&*good, "param.threads=99"], "threads: expected 1 to 16"),
        (["self", "param.threads=0"], "threads: expected a whole number from 1 to 256"),
        (["self", "param.no=0"], "there is no parameter 'no'"),
    ] {
        let mut arguments =
            vec!["--variant", "russian", "--depth", "1", "--resume", "--engine", "self", "name=x"];
        arguments.push("--engine");
        arguments.extend(engine);
        arguments.push("name=bad");
        let output = run(&folder, &arguments);
        assert!(!output.ok && output.stderr.contains(wanted), "{}", output.stderr);
    }
}

#[test]
fn scores_end_games() {
    let folder = Folder::new("scores");
    let play = |white: &str, black: &str, rule: [&str; 2]| {
        let (one, other) = (double(white), double(black));
        let mut arguments =
            vec!["--variant", "russian", "--depth", "1", "--games", "1", "--openings", "start", "--state"];
        let state = format!("{}{}", rule[1], fs::read_dir(&folder.0).unwrap().count());
        arguments.push(&state);
        arguments.extend(["--engine", &one, "name=one", "--engine", &other, "name=other"]);
        arguments.extend(rule);
        let output = run(&folder, &arguments);
        assert!(output.ok, "{}", output.stderr);
        output.games()[0].to_owned()
    };
    let game = play("--score '0.05'", "--score '0.3 -0.02'", ["--draw", "3,2,0.10"]);
    assert!(game.contains("result=1-1 end=draw-adjudication plies=8 "), "{game}");
    let game = play("--score '-1 -6'", "--score 6", ["--resign", "2,5"]);
    assert!(game.contains("result=0-2 end=resign-adjudication plies=5 "), "{game}");
}

#[test]
fn tables_end_games_as_they_would_end() {
    let folder = Folder::new("tables");
    let play = |more: &[&str]| {
        let mut arguments =
            vec!["--variant", "russian", "--games", "2", "--depth", "5", "--openings", "ending"];
        arguments.extend(["--engine", "self", "name=a", "--engine", "self", "name=b"]);
        arguments.extend(more);
        let output = run(&folder, &arguments);
        assert!(output.ok, "{}", output.stderr);
        output.games().iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    // Two kings against a man.
    fs::write(folder.file("ending"), "W:WKa1,Kc1:Bh4\n").unwrap();
    let with = play(&["--tables", "3"]);
    assert!(with.iter().all(|line| line.contains(" result=2-0 end=table-adjudication plies=0 ")), "{with:?}");
    let without = play(&["--state", "without"]);
    assert!(without.iter().all(|line| line.contains(" result=2-0 end=no-move ")), "{without:?}");
}

#[test]
fn a_test_stops_a_match_early() {
    let folder = Folder::new("sprt");
    let output = run(
        &folder,
        &[
            "--variant",
            "russian",
            "--games",
            "400",
            "--quiet",
            "--sprt",
            "0",
            "100",
            "--concurrency",
            "2",
            "--engine",
            "self",
            "name=strong",
            "param.hash=1",
            "nodes=800",
            "--engine",
            "self",
            "name=weak",
            "param.hash=1",
            "nodes=20",
        ],
    );
    assert!(output.ok, "{}", output.stderr);
    assert!(output.stdout.contains("H1 accepted: 100 rather than 0"), "{}", output.stdout);
    let played = fs::read_to_string(folder.file("polydam-match.jsonl")).unwrap();
    assert!(played.lines().count() < 200, "it stopped early");
}

#[test]
fn parts_of_a_match_make_the_whole() {
    let folder = Folder::new("shards");
    let play = |state: &str, more: &[&str]| {
        let mut arguments = vec![
            "--variant",
            "english",
            "--games",
            "6",
            "--nodes",
            "50",
            "--state",
            state,
            "--engine",
            "self",
            "name=a",
            "--engine",
            "self",
            "name=b",
            "nodes=100",
            "--engine",
            "self",
            "name=c",
            "nodes=200",
        ];
        arguments.extend(more);
        let output = run(&folder, &arguments);
        assert!(output.ok, "{}", output.stderr);
        output
    };
    let whole = play("whole", &[]);
    assert_eq!(whole.games().len(), 18);
    let (one, other) = (play("one", &["--shard", "1/2"]), play("two", &["--shard", "2/2"]));
    assert_eq!(one.games().len() + other.games().len(), 18);
    let mut together = fs::read_to_string(folder.file("one")).unwrap();
    together += &fs::read_to_string(folder.file("two")).unwrap();
    fs::write(folder.file("together"), together).unwrap();
    assert_eq!(run(&folder, &["--report", "together"]).table(), whole.table());
    assert_eq!(run(&folder, &["--report", "two", "one"]).table(), whole.table());
    assert!(run(&folder, &["--report", "one", "one"]).stderr.contains("is there twice"));
    let gauntlet = play("gauntlet", &["--format", "gauntlet"]);
    assert_eq!(gauntlet.games().len(), 12);
    assert!(run(&folder, &["--report", "one", "gauntlet"]).stderr.contains("format differs"));
}

#[test]
fn a_state_is_neither_overwritten_nor_mixed() {
    let folder = Folder::new("state");
    let play = |more: &[&str]| {
        let mut arguments = vec![
            "--variant",
            "italian",
            "--nodes",
            "20",
            "--engine",
            "self",
            "name=a",
            "--engine",
            "self",
            "name=b",
        ];
        arguments.extend(more);
        run(&folder, &arguments)
    };
    assert!(play(&["--games", "2", "--pdn", "out.pdn"]).ok);
    // Not over: cut the last line off.
    let path = folder.file("polydam-match.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let cut = text.trim_end().rfind('\n').unwrap();
    fs::write(&path, &text[..=cut]).unwrap();
    let refused = play(&["--games", "2"]);
    assert!(!refused.ok && refused.stderr.contains("go on with --resume"), "{}", refused.stderr);
    let other = play(&["--games", "2", "--resume", "--seed", "2", "--pdn", "out.pdn"]);
    assert!(
        !other.ok && other.stderr.contains("another match: seed is 1 there and 2 here"),
        "{}",
        other.stderr
    );
    // What a killed match wrote behind the last game that counts goes.
    let before = fs::read(folder.file("out.pdn")).unwrap();
    fs::write(folder.file("out.pdn"), [&before[..], b"[Event \"half a ga"].concat()).unwrap();
    let longer = play(&["--games", "4", "--resume", "--pdn", "out.pdn"]);
    assert!(longer.ok && longer.games().len() == 2, "{}", longer.stderr);
    assert!(fs::read(folder.file("out.pdn")).unwrap().starts_with(&before));
    assert_eq!(games(&folder.file("out.pdn")).len(), 4);
    // Over: another match may take its place, and the old one is kept.
    assert!(play(&["--games", "2"]).ok);
    assert!(folder.file("polydam-match.jsonl.old").exists());
    fs::write(&path, "nonsense\n").unwrap();
    let error = play(&["--resume"]).stderr;
    assert!(error.contains("polydam-match.jsonl: line 1"), "{error}");
}

#[test]
fn settings_that_make_no_match_are_named() {
    let folder = Folder::new("settings");
    for (arguments, wanted) in [
        (
            vec!["--variant", "russian", "--engine", "self", "--engine", "self", "name=b"],
            "nothing limits the moves",
        ),
        (vec!["--variant", "russian", "--depth", "1", "--engine", "self"], "two engines at least, found 1"),
        (vec!["--variant", "russian", "--depth", "1", "--engine", "self", "x=1", "self"], "found 'x='"),
        (
            vec![
                "--variant",
                "russian",
                "--depth",
                "1",
                "--engine",
                "self",
                "self",
                "name=b",
                "--openings",
                "none",
            ],
            "'none' is no set",
        ),
        (vec!["--depth", "1", "--engine", "self"], "--variant"),
        (vec!["--report", "nothing"], "nothing: "),
        (vec!["--draw", "1,2"], "as 40,8,0.10"),
        (vec!["--shard", "3/2"], "as 2/8"),
    ] {
        let output = run(&folder, &arguments);
        assert!(!output.ok && output.stderr.contains(wanted), "{arguments:?}: {}", output.stderr);
        assert!(!folder.file("polydam-match.jsonl").exists());
    }
}
