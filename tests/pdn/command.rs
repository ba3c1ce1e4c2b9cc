//! `polydam pdn`, through the real binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_polydam"))
        .arg("pdn")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Exit code, standard output and standard error.
fn told(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = run(arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const GAMES: &str = "[GameType \"25\"]\n1. cd4 dc5 2. bc3 1-0\n\n\
    [GameType \"20\"]\n1. 32-28 19-23 2. 28-22\n\n\
    [GameType \"99\"]\n1. 32-28 *\n\n1. 34-29 1-1\n";

#[test]
fn bad_games_are_named_with_their_lines() {
    let (code, stdout, stderr) = told(&[], GAMES);
    assert_eq!(code, Some(1));
    let errors: Vec<_> = stderr.lines().collect();
    assert_eq!(errors.len(), 3, "{stderr}");
    assert_eq!(errors[0], "-:5: move 2. '28-22' is not a legal move here: expected 28x19");
    assert!(
        errors[1].starts_with("-:7: unknown GameType '99', expected one of: 20 (international)"),
        "{stderr}"
    );
    assert_eq!(errors[2], "-:10: the game has no tag GameType: expected --variant with its rule set");
    assert!(stdout.starts_with("games=4 bad=3 warnings=0 plies=3 time=0."), "{stdout}");
    assert!(stdout.contains(" games/s=") && stdout.lines().count() == 1, "{stdout}");
}

#[test]
fn good_games_are_written_in_one_style() {
    let (code, stdout, stderr) = told(&["--write", "--variant", "international", "-"], GAMES);
    assert_eq!(code, Some(1));
    let wanted = "[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 d6-c5 2. b2-c3 1-0\n\n\
        [Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 34-29 1-1\n\n";
    assert_eq!(stdout, wanted);
    assert!(stderr.lines().last().unwrap().starts_with("games=4 bad=2 "), "{stderr}");
    let (code, stdout, _) =
        told(&["--write", "--numeric"], "[GameType \"25\"]\n1. cd4 dc5 (1... fg5 2. dc5)\n");
    assert_eq!(code, Some(0));
    let wanted = "[Result \"*\"]\n[GameType \"25,W,8,8,N2,0\"]\n\n1. 22-18 10-14 (1... 11-16 2. 18-14) *\n\n";
    assert_eq!(stdout, wanted);
}

#[test]
fn doubtful_results_are_warnings() {
    let games = "[GameType \"20\"]\n[FEN \"W:W28:B23\"]\n1. 28x19 1-1\n\n\
        [GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28 0-2\n\n\
        [GameType \"20\"]\n[FEN \"W:W28:B23\"]\n1. 28x19 2-0\n";
    let (code, stdout, stderr) = told(&[], games);
    assert_eq!(code, Some(0));
    assert_eq!(
        stderr,
        "-:1: warning: the result is a draw, but Black cannot move\n\
         -:5: warning: the tag Result says a win of White, the end of the game a win of Black\n"
    );
    assert!(stdout.starts_with("games=3 bad=0 warnings=2 plies=3 "), "{stdout}");
}

#[test]
fn files_are_named() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pdn/playok.pdn");
    let (code, stdout, stderr) = told(&[path, path], "");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with("games=2 bad=0 warnings=0 plies=192 "), "{stdout}");
    let (code, _, stderr) = told(&["no/such/file.pdn", path], "");
    assert_eq!(code, Some(1));
    assert!(stderr.starts_with("no/such/file.pdn: "), "{stderr}");
    let (code, ..) = told(&["--numeric"], "");
    assert_eq!(code, Some(2), "--numeric is about writing");
}
