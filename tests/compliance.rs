//! The compliance check: polydam passes it, and every deviation of a double is
//! found by the points it concerns and by no others.

mod common;

use common::double;
use polydam::compliance::{self, Finding, Options, Severity, Verdict};
use polydam::rules::Variant;
use serde_json::Value;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const POLYDAM: &str = env!("CARGO_BIN_EXE_polydam");

fn check(command: &str, variant: Variant, only: &[&str]) -> Vec<Finding> {
    let options = Options {
        command: command.to_owned(),
        variant,
        timeout: Duration::from_secs(2),
        only: only.iter().map(|&id| id.to_owned()).collect(),
    };
    let mut findings = Vec::new();
    compliance::check(&options, &mut |finding| findings.push(finding.clone()));
    findings
}

fn ids(findings: &[Finding], verdict: Verdict) -> Vec<&'static str> {
    findings.iter().filter(|finding| finding.verdict == verdict).map(|finding| finding.point.id).collect()
}

/// Checks doubles side by side: they mostly wait.
fn check_doubles(cases: &[(&str, &[&str])], judge: impl Fn(&str, &[&str], Vec<Finding>) + Sync) {
    thread::scope(|scope| {
        for &(arguments, expected) in cases {
            let judge = &judge;
            scope.spawn(move || {
                judge(arguments, expected, check(&double(arguments), Variant::International, &[]));
            });
        }
    });
}

#[test]
fn polydam_passes_everything() {
    let output = Command::new(POLYDAM)
        .args(["check-engine", &shell_words::quote(POLYDAM), "--strict", "--json", "--timeout", "10"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let missed: Vec<_> =
        lines.iter().filter(|line| line["id"].is_string() && line["result"] != "pass").collect();
    assert!(missed.is_empty() && output.status.success(), "{missed:#?}");
    let summary = lines.last().unwrap();
    assert_eq!(summary["passed"].as_u64(), Some(compliance::points().count() as u64));
    assert_eq!((summary["ok"].as_bool(), summary["failed_must"].as_u64()), (Some(true), Some(0)));
}

#[test]
fn polydam_passes_with_every_rule_set() {
    thread::scope(|scope| {
        for &variant in Variant::ALL {
            scope.spawn(move || {
                let only = ["search", "pos", "info", "startup.variant"];
                let findings = check(&shell_words::quote(POLYDAM), variant, &only);
                let missed: Vec<_> =
                    findings.iter().filter(|finding| finding.verdict != Verdict::Pass).collect();
                assert!(missed.is_empty(), "{variant}: {missed:#?}");
            });
        }
    });
}

#[test]
fn deviations_are_found_where_they_are() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("--seed 7 --score \"\"", &[]),
        ("--score 1", &["info.score-side"]),
        ("--sloppy greets", &["startup.silent", "startup.only"]),
        ("--sloppy no-author", &["startup.id-fields"]),
        ("--sloppy no-bounds", &["params.declared"]),
        ("--sloppy ready-once", &["init.again"]),
        ("--sloppy dies-on-bad-value", &["params.range"]),
        (
            "--sloppy dies-on-bad-pos",
            &["pos.bad-survived", "pos.bad-error", "pos.illegal-survived", "pos.illegal-error", "odd.long"],
        ),
        ("--sloppy takes-bad-pos", &["pos.bad-error", "pos.illegal-error"]),
        (
            "--sloppy forgets-moves",
            &[
                "search.games",
                "pos.moves",
                "pos.last-moves",
                "pos.king-moves",
                "pos.capture-order",
                "pos.quotes",
                "pos.blanks",
                "pos.unknown-argument",
                "pos.argument-order",
                "pos.illegal-error",
            ],
        ),
        ("--sloppy bad-info", &["info.types"]),
        ("--sloppy illegal-pv", &["info.pv"]),
        ("--sloppy illegal-ponder", &["search.ponder-move"]),
        ("--sloppy no-pong-in-search", &["ping.search"]),
        ("--sloppy ping-ends-search", &["ping.search", "ping.no-stop"]),
        ("--sloppy done-twice", &["search.games", "stop.once", "stop.no-wait"]),
        ("--sloppy done-when-idle", &["stop.once", "stop.idle"]),
        ("--sloppy error-on-unknown", &["odd.unknown"]),
        ("--sloppy ignores-end", &["end.input", "end.input-first", "end.input-search"]),
        ("--sloppy ignores-quit", &["end.quit", "end.quit-search"]),
        ("--sloppy overstays", &["level.move-time", "level.both"]),
    ];
    check_doubles(cases, |arguments, expected, findings| {
        assert_eq!(ids(&findings, Verdict::Fail), expected, "{arguments}: {findings:#?}");
        for finding in findings.iter().filter(|finding| finding.verdict == Verdict::Fail) {
            assert!(!finding.seen.is_empty() && !finding.transcript.is_empty(), "{arguments}: {finding:?}");
        }
    });
}

#[test]
fn broken_engines_are_reported_in_bounded_time() {
    let begin = Instant::now();
    let cases: &[(&str, &[&str])] = &[
        ("--fault crash", &["search.done", "signal"]),
        ("--fault exit", &["search.done", "exit status: 3"]),
        ("--fault hang", &["search.done", "no `done` or `error` within 2.0 s"]),
        ("--fault flood", &["search.done", "lines without"]),
        ("--fault closes-stdout", &["search.done", "the program has closed its output"]),
        ("--fault illegal", &["search.done", "'1-2' is not a legal move"]),
        ("--fault no-done-move", &["search.done", "done"]),
        ("--fault hang-at-init", &["init.ready", "no `ready` within 2.0 s"]),
        ("--sloppy buffers", &["startup.wait", "the output is buffered"]),
        ("--no-such-option", &["startup.wait", "the program has ended (exit status: 2)"]),
    ];
    check_doubles(cases, |arguments, expected, findings| {
        let first = findings.iter().find(|finding| finding.verdict == Verdict::Fail).unwrap();
        assert_eq!(first.point.id, expected[0], "{arguments}: {first:?}");
        let seen = if cfg!(unix) { expected[1] } else { "" };
        assert!(first.seen.contains(seen), "{arguments}: {first:?}");
        assert_eq!(first.point.severity, Severity::Must);
        let reason = format!("{} has failed", expected[0]);
        let skipped = findings.iter().filter(|finding| finding.seen == reason).count();
        assert!(skipped > 40, "{arguments}: the points that stand on it are skipped: {findings:#?}");
        assert_eq!(findings.len(), compliance::points().count());
    });
    assert!(begin.elapsed() < Duration::from_secs(40), "{:?}", begin.elapsed());
}

#[test]
fn after_a_crash_the_next_point_finds_a_new_process() {
    let marker = std::env::temp_dir().join(format!("polydam-compliance-{}", std::process::id()));
    let command =
        double(&format!("--fault crash --at 2 --marker {}", shell_words::quote(&marker.to_string_lossy())));
    let findings = check(&command, Variant::International, &["search", "stop"]);
    std::fs::remove_file(&marker).unwrap();
    let failed = ids(&findings, Verdict::Fail);
    assert_eq!(failed, ["search.once"], "{findings:#?}");
}

#[test]
fn an_absent_engine_is_one_failure() {
    let findings = check("./no-such-engine --x", Variant::International, &[]);
    assert_eq!(ids(&findings, Verdict::Fail), ["startup.starts"]);
    assert!(findings[0].seen.contains("no-such-engine"), "{:?}", findings[0]);
    assert_eq!(ids(&findings, Verdict::Skip).len(), findings.len() - 1);
}

#[test]
fn the_exit_code_tells_must_from_should() {
    let run = |arguments: &str, more: &[&str]| {
        let command = double(arguments);
        let only = ["--only", "startup", "--only", "odd.unknown"];
        let output =
            Command::new(POLYDAM).arg("check-engine").arg(&command).args(only).args(more).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run("", &["--strict"]).0, Some(0));
    assert_eq!(run("--sloppy greets", &[]).0, Some(0));
    assert_eq!(run("--sloppy greets", &["--strict"]).0, Some(1));
    let (code, text) = run("--sloppy error-on-unknown", &[]);
    assert_eq!(code, Some(1));
    for wanted in [
        "fail must   odd.unknown",
        "expected: commands that",
        "\n     > ping",
        "\n     < error message=",
        "\nnot ok: ",
    ] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    let list = Command::new(POLYDAM).args(["check-engine", "--list"]).output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(compliance::points().all(|point| list.contains(point.id)));
}
