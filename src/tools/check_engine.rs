//! `polydam check-engine`: does a program keep to the Hub protocol?

use crate::compliance::{self, Finding, Options, Point, Severity, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Instant;

/// Checks a program and prints the results, as text or one JSON object a line.
/// Returns whether no point has failed that the protocol asks for, or, if
/// strict, none at all.
///
/// # Errors
///
/// When the output cannot be written.
pub fn run(options: &Options, strict: bool, as_json: bool) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let begin = Instant::now();
    let mut findings = Vec::new();
    let mut written = Ok(());
    compliance::check(options, &mut |finding| {
        let text = if as_json { to_json(finding).to_string() } else { to_text(finding) };
        if written.is_ok() {
            written = writeln!(output, "{text}").and_then(|()| output.flush());
        }
        findings.push(finding.clone());
    });
    written?;
    let count = |verdict, severity| {
        let counted = |finding: &&Finding| finding.verdict == verdict && finding.point.severity == severity;
        findings.iter().filter(counted).count()
    };
    let (must, should) = (count(Verdict::Fail, Severity::Must), count(Verdict::Fail, Severity::Should));
    let passed = findings.iter().filter(|finding| finding.verdict == Verdict::Pass).count();
    let ok = must == 0 && (!strict || should == 0);
    let skipped = findings.len() - passed - must - should;
    let seconds = begin.elapsed().as_secs_f64();
    if as_json {
        let summary = json!({
            "command": options.command, "variant": options.variant.name(), "points": findings.len(),
            "passed": passed, "failed_must": must, "failed_should": should, "skipped": skipped,
            "ok": ok, "time": seconds,
        });
        writeln!(output, "{summary}")?;
    } else {
        writeln!(
            output,
            "{}: {passed} of {} points passed, {must} must and {should} should failed, {skipped} skipped, {seconds:.1} s",
            if ok { "ok" } else { "not ok" },
            findings.len(),
        )?;
    }
    Ok(ok)
}

/// Prints what is checked.
///
/// # Errors
///
/// When the output cannot be written.
pub fn list(as_json: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for point in compliance::points() {
        let Point { id, severity, expected, source, .. } = point;
        if as_json {
            let point =
                json!({ "id": id, "severity": severity.name(), "expected": expected, "source": source });
            writeln!(output, "{point}")?;
        } else {
            writeln!(output, "{id:23} {:6} {expected}\n{:30} [{source}]", severity.name(), "")?;
        }
    }
    Ok(())
}

fn to_text(finding: &Finding) -> String {
    let Finding { point, verdict, seen, .. } = finding;
    let mut text = format!("{} {:6} {:23} {seen}", verdict.name(), point.severity.name(), point.id);
    if *verdict == Verdict::Fail {
        text = format!("{text}\n     expected: {} [{}]", point.expected, point.source);
        for line in &finding.transcript {
            text.push_str("\n     ");
            text.push_str(line);
        }
    }
    text
}

fn to_json(finding: &Finding) -> Value {
    json!({
        "id": finding.point.id,
        "severity": finding.point.severity.name(),
        "result": finding.verdict.name(),
        "expected": finding.point.expected,
        "source": finding.point.source,
        "seen": finding.seen,
        "transcript": finding.transcript,
        "time": finding.time.as_secs_f64(),
    })
}
