//! L7: does a program keep to the Hub protocol? Walks it through one point after
//! the other, each with a process of its own and bounds on all that process may
//! do, and judges moves with a [`crate::referee`]. Knows what the protocol text
//! asks for and what clients rely on; has no opinion about how well anybody plays.

mod done;
mod ending;
mod info;
mod limits;
mod link;
mod oddities;
mod params;
mod positions;
mod scene;
mod searching;
mod startup;
mod stopping;

use crate::rules::Variant;
use link::{Candidate, Link};
use std::time::{Duration, Instant};

/// How much a point matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The protocol text asks for it.
    Must,
    /// Clients in use rely on it.
    Should,
}

impl Severity {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
        }
    }
}

/// How far a program has to be brought, or has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// Nothing has been started.
    Absent,
    /// The process runs.
    Started,
    /// It has answered `hub` with `wait`.
    Introduced,
    /// It has answered `init` with `ready`.
    Ready,
    /// It answers `go` with a legal move.
    Playing,
}

/// One thing that is checked.
#[derive(Debug)]
pub struct Point {
    /// Its name, `group.name`.
    pub id: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is expected.
    pub expected: &'static str,
    /// Who says so.
    pub source: &'static str,
    needs: Stage,
    /// Without this point the later ones that need the stage make no sense.
    opens: Option<Stage>,
    run: fn(&mut Link) -> Check,
}

impl Point {
    /// A point of the protocol text.
    const fn must(
        id: &'static str,
        needs: Stage,
        expected: &'static str,
        source: &'static str,
        run: fn(&mut Link) -> Check,
    ) -> Self {
        Self { id, severity: Severity::Must, expected, source, needs, opens: None, run }
    }

    /// A point of those who use the protocol.
    const fn should(
        id: &'static str,
        needs: Stage,
        expected: &'static str,
        source: &'static str,
        run: fn(&mut Link) -> Check,
    ) -> Self {
        Self { id, severity: Severity::Should, expected, source, needs, opens: None, run }
    }

    const fn opening(self, stage: Stage) -> Self {
        Self { opens: Some(stage), ..self }
    }
}

/// What was seen when all went well, in a few words, or why it did not.
type Check = Result<String, Miss>;

/// Why a point is not passed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Miss {
    Failed(String),
    Skipped(String),
}

fn failed<T>(seen: impl Into<String>) -> Result<T, Miss> {
    Err(Miss::Failed(seen.into()))
}

fn skipped<T>(reason: impl Into<String>) -> Result<T, Miss> {
    Err(Miss::Skipped(reason.into()))
}

/// How a point came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Otherwise.
    Fail,
    /// It could not be found out, or does not apply.
    Skip,
}

impl Verdict {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Skip => "skip",
        }
    }
}

/// The result of a point.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which one.
    pub point: &'static Point,
    /// How it came out.
    pub verdict: Verdict,
    /// What was seen, or why it was skipped.
    pub seen: String,
    /// The last lines to (`>`) and from (`<`) the program.
    pub transcript: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

/// What to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program and its arguments, split as a shell does it.
    pub command: String,
    /// The rule set.
    pub variant: Variant,
    /// How long to wait for an answer; no more than hours.
    pub timeout: Duration,
    /// Only the points whose ids begin with one of these, and those they stand on;
    /// all if there are none.
    pub only: Vec<String>,
}

/// Time for everything: so much, and so many times the time for an answer.
const WHOLE: (Duration, u32) = (Duration::from_secs(60), 30);

/// All points in their order, group by group.
pub fn points() -> impl Iterator<Item = &'static Point> {
    [
        startup::POINTS,
        params::POINTS,
        searching::POINTS,
        positions::POINTS,
        limits::POINTS,
        info::POINTS,
        stopping::POINTS,
        oddities::POINTS,
        ending::POINTS,
    ]
    .into_iter()
    .flatten()
}

/// Checks a program point by point and tells each result as it comes.
pub fn check(options: &Options, listener: &mut dyn FnMut(&Finding)) {
    let mut candidate = Candidate::new(options);
    let end = Instant::now() + WHOLE.0 + options.timeout * WHOLE.1;
    let wanted = |point: &Point| {
        options.only.is_empty() || options.only.iter().any(|prefix| point.id.starts_with(&**prefix))
    };
    for point in points().filter(|point| point.opens.is_some() || wanted(point)) {
        let finding = if Instant::now() < end {
            examine(&mut candidate, point)
        } else {
            finding(point, skipped("there is no time left"))
        };
        listener(&finding);
    }
}

fn finding(point: &'static Point, check: Check) -> Finding {
    let (verdict, seen) = match check {
        Ok(seen) => (Verdict::Pass, seen),
        Err(Miss::Failed(seen)) => (Verdict::Fail, seen),
        Err(Miss::Skipped(reason)) => (Verdict::Skip, reason),
    };
    Finding { point, verdict, seen, transcript: Vec::new(), time: Duration::ZERO }
}

fn examine(candidate: &mut Candidate, point: &'static Point) -> Finding {
    let begin = Instant::now();
    let mut transcript = Vec::new();
    let result = candidate.allows(point.needs).and_then(|()| {
        let mut link = candidate.start()?;
        let result = link.prepare(point.needs).and_then(|()| (point.run)(&mut link));
        transcript = link.transcript();
        candidate.learn_from(link);
        result
    });
    if let Some(stage) = point.opens {
        candidate.open(stage, point.id, &result);
    }
    Finding { transcript, time: begin.elapsed(), ..finding(point, result) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn points_have_names_of_their_own() {
        let names: HashSet<_> = points().map(|point| point.id).collect();
        assert_eq!(names.len(), points().count());
        assert!(names.iter().all(|name| name.split('.').count() == 2));
    }

    #[test]
    fn each_stage_is_opened_before_it_is_needed() {
        let mut stage = Stage::Absent;
        for point in points() {
            assert!(point.needs <= stage, "{}", point.id);
            stage = stage.max(point.opens.unwrap_or(stage));
        }
        assert_eq!(stage, Stage::Playing);
    }
}
