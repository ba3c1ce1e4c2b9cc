//! Openings: the built-in sets, and files in every form.

use polydam::eval;
use polydam::openings::{self, Choice, Opening, Reading, read};
use polydam::rules::Variant;
use polydam::search::Limits;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

fn reading(variant: Variant, text: &str) -> Reading {
    read(variant, text.as_bytes()).unwrap()
}

fn one(variant: Variant, line: &str) -> Opening {
    let reading = reading(variant, line);
    assert_eq!(reading.bad, [], "{line}");
    assert_eq!(reading.openings.len(), 1, "{line}");
    reading.into_openings().unwrap().remove(0)
}

fn error(variant: Variant, line: &str) -> String {
    let reading = reading(variant, line);
    assert_eq!(reading.openings.len(), 0, "{line}");
    reading.bad[0].to_string()
}

#[test]
fn every_set_replays_and_repeats_no_position() {
    for &variant in Variant::ALL {
        let sets = openings::sets(variant);
        assert_eq!(openings::default_set(variant), sets[0].name);
        for set in sets {
            let openings = openings::builtin(variant, set.name).unwrap();
            assert_eq!(openings.len(), set.size(), "{variant} {}", set.name);
            let mut seen = HashMap::new();
            for opening in openings {
                let fen = opening.referee(variant).unwrap().fen();
                let other = seen.insert(fen, opening.name.clone());
                assert_eq!(other, None, "{variant} {}: {} again", set.name, opening.name);
            }
        }
    }
}

#[test]
fn lines_of_every_form_are_read() {
    let russian = Variant::Russian;
    let wanted = one(russian, "c3-d4 b6-c5 ; 0.30 ; town");
    assert_eq!((wanted.name.as_str(), wanted.score, &wanted.fen), ("town", Some(0.3), &None));
    assert_eq!(wanted.moves, ["22-18", "9-14"]);
    let fen = "W:W21-32:B1-12";
    let hub = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    for line in [
        "cd4 bc5".to_owned(),
        "1. c3-d4 b6-c5".to_owned(),
        "1.c3-d4 1...b6-c5 # no comment".replace(" # no comment", ""),
        "\u{feff}  22-18  9-14  ;".to_owned(),
        format!("{fen} c3-d4 b6-c5"),
        format!("{hub} 22-18 9-14"),
    ] {
        let opening = one(russian, &line);
        assert_eq!((&opening.moves, &opening.fen), (&wanted.moves, &None), "{line}");
        assert_eq!(opening.name, "c3-d4 b6-c5", "{line}");
    }
    let position = one(russian, "B:Wa1,c3:Bb8,Kh8");
    assert_eq!(position.fen.as_deref(), Some("B:W22,29:B1,K4"));
    assert_eq!(one(russian, "B : W a1, c3 : B b8, K h8").fen, position.fen);
    assert_eq!(one(russian, "start").moves, Vec::<String>::new());
    assert_eq!(reading(russian, "# nothing\n\n  # at all\n").openings, []);
}

#[test]
fn bad_lines_are_named_and_the_others_are_kept() {
    let reading =
        reading(Variant::English, "# header\n11-15 23-19\n11-15 15-19\n\n12-16 24-20\r\nW:W99:B1\n");
    let lines: Vec<_> = reading.openings.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 5]);
    let bad: Vec<_> = reading.bad.iter().map(ToString::to_string).collect();
    assert!(bad[0].starts_with("line 3: move 2 '15-19':"), "{}", bad[0]);
    assert!(bad[1].starts_with("line 6: column 4: expected a square from 1 to 32"), "{}", bad[1]);
    assert!(reading.into_openings().unwrap_err().starts_with("line 3: "));
    assert!(error(Variant::English, "B:W32:B").contains("the game is over"));
    for line in ["1.", "; 0.3"] {
        assert_eq!(error(Variant::English, line), "line 1: expected moves, a position or 'start'");
    }
    for line in ["11-15 \u{e9}", "é", "W:", "\"", "W:W1 hello", &"b".repeat(40)] {
        let reading = self::reading(Variant::English, line);
        assert_eq!(reading.bad.len() + reading.openings.len(), 1, "{line}");
    }
    assert!(read(Variant::English, &b"\xff\xfe\n"[..]).unwrap().bad[0].to_string().starts_with("line 1: "));
}

#[test]
fn a_set_or_a_file_that_is_not_there_is_explained() {
    let error = openings::builtin(Variant::English, "nine").unwrap_err();
    assert!(error.contains("'nine'") && error.contains("start"), "{error}");
    let error = openings::load(Variant::English, "no/such/file").unwrap_err();
    assert!(error.contains("'no/such/file'") && error.contains("start"), "{error}");
}

#[test]
fn sets_have_their_sizes() {
    let sizes =
        |variant| -> Vec<_> { openings::sets(variant).iter().map(|set| (set.name, set.size())).collect() };
    assert_eq!(sizes(Variant::English), [("3-move", 156), ("2-move", 43), ("gayp", 1), ("start", 1)]);
    assert_eq!(sizes(Variant::International), [("2-move", 79), ("3-move", 331), ("start", 1)]);
    assert_eq!(sizes(Variant::Italian), [("3-move", 174), ("start", 1)]);
    assert_eq!(sizes(Variant::Russian), [("tables", 742), ("start", 1)]);
    assert_eq!(sizes(Variant::Ukrainian), sizes(Variant::Russian));
    assert_eq!(sizes(Variant::Brazilian), [("tables", 734), ("start", 1)]);
    assert_eq!(sizes(Variant::Spanish), [("balanced", 200), ("start", 1)]);
    assert_eq!(sizes(Variant::Turkish), [("balanced", 200), ("start", 1)]);
}

/// The position an opening reaches.
fn reached(variant: Variant, opening: &Opening) -> String {
    opening.referee(variant).unwrap().fen()
}

#[test]
fn the_ballots_are_those_that_lose_no_man() {
    // English draughts has 174 three-move ballots, 18 of them barred.
    let english = select(Variant::English, 3, &quick(None, 0, 2));
    assert_eq!(english.len(), 174);
    let english: HashSet<_> = english.iter().map(|one| reached(Variant::English, one)).collect();
    let ballots = openings::builtin(Variant::English, "3-move").unwrap();
    assert!(ballots.iter().all(|ballot| english.contains(&reached(Variant::English, ballot))));
    let two_move = openings::builtin(Variant::English, "2-move").unwrap();
    assert!(two_move.iter().all(|ballot| !LOSING_PAIRS.contains(&ballot.name.as_str())));
    // International draughts has 79 pairs of first moves to play.
    let names = |openings: &[Opening]| -> Vec<_> { openings.iter().map(|one| one.name.clone()).collect() };
    let pairs = select(Variant::International, 2, &quick(None, 0, 2));
    assert_eq!(names(&pairs), names(&openings::builtin(Variant::International, "2-move").unwrap()));
}

#[test]
fn the_scores_of_the_sets_hold() {
    for &variant in Variant::ALL {
        for set in openings::sets(variant) {
            let openings = openings::builtin(variant, set.name).unwrap();
            let sample: Vec<_> = openings.into_iter().step_by(40).collect();
            let any = Choice { limits: Limits::depth(8), window: 0.0..=100.0, ..quick(None, 0, 2) };
            let searched = openings::select(variant, sample.clone(), &any, |_| ()).unwrap();
            let close = |(one, other): &(&Opening, &Opening)| {
                (one.score.unwrap_or(0.0) - other.score.unwrap()).abs() < 0.5
            };
            let held = sample.iter().zip(&searched).filter(close).count();
            // A shot may lie beyond the depth of this search.
            assert!(held + 1 >= sample.len(), "{variant} {}: {held} of {}", set.name, sample.len());
        }
    }
}

fn quick(count: Option<usize>, seed: u64, jobs: usize) -> Choice {
    Choice { limits: Limits::depth(6), window: 0.0..=0.5, count, seed, jobs, eval: eval::Choice::Material }
}

fn select(variant: Variant, plies: usize, choice: &Choice) -> Vec<Opening> {
    let lines = openings::lines(variant, plies..=plies, choice.seed);
    openings::select(variant, lines, choice, |_| ()).unwrap()
}

#[test]
fn lines_are_counted_by_position() {
    // Pairs of first moves, and the 216 positions after three plies of English
    // draughts; transpositions count once.
    assert_eq!(openings::lines(Variant::International, 2..=2, 0).len(), 81);
    assert_eq!(openings::lines(Variant::English, 2..=2, 0).len(), 49);
    assert_eq!(openings::lines(Variant::English, 3..=3, 0).len(), 216);
    assert_eq!(openings::lines(Variant::English, 2..=3, 0).len(), 49 + 216);
    assert_eq!(openings::lines(Variant::English, 3..=3, 0)[0].name, "9-13 21-17 5-9");
}

#[test]
fn a_choice_depends_on_the_seed_and_not_on_the_jobs() {
    let variant = Variant::Turkish;
    let one = select(variant, 4, &quick(Some(20), 7, 1));
    assert_eq!(one.len(), 20);
    assert_eq!(one, select(variant, 4, &quick(Some(20), 7, 3)));
    assert_ne!(one, select(variant, 4, &quick(Some(20), 8, 1)));
    assert!(one.iter().all(|opening| opening.score.unwrap().abs() <= 0.5));
}

#[test]
fn a_choice_tells_its_progress_and_keeps_the_order() {
    let calls = AtomicUsize::new(0);
    let lines = openings::lines(Variant::English, 2..=2, 0);
    let twice = lines.iter().chain(&lines).cloned().collect();
    let chosen = openings::select(Variant::English, twice, &quick(None, 0, 2), |progress| {
        assert_eq!(progress.searched, 1 + calls.fetch_add(1, Ordering::Relaxed));
        assert_eq!(progress.candidates, 49);
    })
    .unwrap();
    assert_eq!(calls.into_inner(), 49);
    // Two of the pairs lose a man.
    let names: Vec<_> = chosen.iter().map(|opening| &opening.name).collect();
    let expected: Vec<_> =
        lines.iter().map(|line| &line.name).filter(|name| !LOSING_PAIRS.contains(&name.as_str())).collect();
    assert_eq!(names, expected);
}

const LOSING_PAIRS: [&str; 2] = ["9-14 21-17", "10-14 21-17"];

#[test]
fn openings_are_written_as_they_are_read() {
    for text in
        ["11-15 23-19", "11-15 23-19 ; -0.25", "11-15 23-19 ;  ; 12", "start ; +0.00 ; a ; b", "B:W32:B1 1-6"]
    {
        assert_eq!(one(Variant::English, text).line(Variant::English).unwrap(), text);
    }
}

#[test]
fn pdn_is_read_and_written() {
    let show = |form: &str| polydam(&["openings", "show", "--variant", "russian", "start", form]);
    let pdn = show("--pdn");
    assert!(pdn.contains("[GameType \"25,"), "{pdn}");
    assert_eq!(one(Variant::Russian, &pdn), one(Variant::Russian, "start"));
    assert_eq!(one(Variant::Russian, &show("--fen")), one(Variant::Russian, "start"));
    let games = "# a comment\n[Opening \"town\"]\n1. c3-d4 b6-c5 *\n\n[FEN \"B:Wa1,c3:Bb8,h8\"]\n*\n\n[Event \"x\"]\n1. c3-e5 *\n\n\
                 [GameType \"21\"]\n11-15 *\n";
    let reading = reading(Variant::Russian, games);
    let read: Vec<_> =
        reading.openings.iter().map(|(line, opening)| (*line, opening.name.as_str())).collect();
    assert_eq!(read, [(2, "town"), (5, "B:W22,29:B1,4")]);
    let bad: Vec<_> = reading.bad.iter().map(ToString::to_string).collect();
    assert_eq!(bad.len(), 2, "{bad:?}");
    assert!(bad[0].starts_with("line 9: ") && bad[0].contains("c3-e5"), "{}", bad[0]);
    assert_eq!(bad[1], "line 11: a game of english, expected one of russian");
}

fn polydam(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_polydam")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_file_is_checked() {
    let check = |text: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polydam"))
            .args(["openings", "check", "--variant", "english", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, output, errors) = check("9-14 22-17 10-15\n\n10-15 22-17 9-14\n");
    assert_eq!((code, output.as_str()), (Some(0), "openings=2 repeated=1 bad=0\n"));
    assert_eq!(errors, "-: line 3: reaches the position of line 1\n");
    let (code, output, errors) = check("9-14\n9-15\n");
    assert_eq!((code, output.as_str()), (Some(1), "openings=1 repeated=0 bad=1\n"));
    assert!(errors.starts_with("-: line 2: move 1 '9-15':"), "{errors}");
}
