//! Limits: `level` in all its forms. A limit of time is tried several times, for
//! a busy machine can spoil one try.

use super::link::Link;
use super::scene::Scene;
use super::{Check, Miss, Point, Stage, failed};
use crate::hub::scan::Line;
use std::time::Duration;

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "level.depth",
        Stage::Playing,
        "a search to a depth ends, and tells no greater depth",
        "protocol, limits",
        depth,
    ),
    Point::must(
        "level.nodes",
        Stage::Playing,
        "a search of a number of nodes ends",
        "protocol, limits",
        nodes,
    ),
    Point::should(
        "level.nodes-kept",
        Stage::Playing,
        "a search of 20000 nodes tells no more than twice as many",
        "matches at equal nodes",
        nodes_kept,
    ),
    Point::must(
        "level.move-time",
        Stage::Playing,
        "move-time=0.4 is kept, with 0.3 s for the way",
        "protocol, limits",
        |link| in_time(link, &["level move-time=0.4"], 0.7),
    ),
    Point::must(
        "level.time",
        Stage::Playing,
        "with time=0.8 for the rest of the game the move comes before that is over",
        "protocol, limits: sudden death",
        |link| in_time(link, &["level time=0.8"], 0.8),
    ),
    Point::must(
        "level.time-inc",
        Stage::Playing,
        "with time=0.6 inc=0.3 the move comes within 0.6 s: the increment is in the time",
        "protocol, limits: \"added before every move\"",
        |link| in_time(link, &["level time=0.6 inc=0.3"], 0.6),
    ),
    Point::must(
        "level.time-moves",
        Stage::Playing,
        "with moves=1 time=0.6 the move comes within 0.6 s",
        "protocol, limits: x/y time control",
        |link| in_time(link, &["level moves=1 time=0.6"], 0.6),
    ),
    Point::should(
        "level.tiny",
        Stage::Playing,
        "with a hundredth of a second left or given the move comes within 0.4 s",
        "clients near the end of a game",
        |link| each_in_time(link, &["level move-time=0.01", "level time=0.01", "level moves=5 time=0.01"]),
    ),
    Point::should(
        "level.empty",
        Stage::Playing,
        "with no time left, or less, the move comes within 0.4 s",
        "pydraughts and lidraughts-bot take the increment or an overhead off the time",
        |link| each_in_time(link, &["level time=0 inc=0", "level time=-0.5 inc=0.5", "level move-time=0"]),
    ),
    Point::should(
        "level.both",
        Stage::Playing,
        "limits add up, on one line or several: depth=3 ends a search with move-time=90",
        "lidraughts, draughtsnet and a Kotlin client send two",
        both,
    ),
    Point::must(
        "level.infinite",
        Stage::Playing,
        "`level infinite` is taken, and `stop` brings the move",
        "protocol, limits",
        |link| until_stop(link, &["level infinite"]),
    ),
    Point::should(
        "level.none",
        Stage::Playing,
        "without `level` a search waits for `stop`, or ends by itself",
        "a web-worker client sends none",
        |link| until_stop(link, &[]),
    ),
    Point::must(
        "level.unknown-argument",
        Stage::Playing,
        "an argument that does not exist is ignored",
        "protocol, general syntax; lidraughts mobile sends handicap= and ply=",
        unknown_argument,
    ),
    Point::should(
        "level.bad-number",
        Stage::Playing,
        "numbers that are none do not end the program",
        "clients pass on what users type",
        bad_number,
    ),
];

/// Seconds in which a move has to come when there is no time.
const AT_ONCE: f64 = 0.4;

const TRIES: usize = 3;

fn depth(link: &mut Link) -> Check {
    let answer = link.search(&Scene::start(link.variant), &["level depth=5"])?;
    match answer.infos.iter().find(|info| number(info, "depth").is_some_and(|depth| depth > 5.0)) {
        None => Ok(format!("after {:.3} s", answer.time.as_secs_f64())),
        Some(info) => failed(info),
    }
}

/// A number of an `info` line.
fn number(info: &str, key: &str) -> Option<f64> {
    Line::scan(info).ok()?.get(key)?.parse().ok()
}

fn nodes(link: &mut Link) -> Check {
    Ok(link.search(&Scene::start(link.variant), &["level nodes=20000"])?.line)
}

fn nodes_kept(link: &mut Link) -> Check {
    let answer = link.search(&Scene::start(link.variant), &["level nodes=20000"])?;
    let told = answer.infos.iter().filter_map(|info| number(info, "nodes")).fold(0.0, f64::max);
    let seen = format!("{told} nodes");
    if told <= 40_000.0 { Ok(seen) } else { failed(seen) }
}

/// Does the move come within so many seconds, at least once?
fn in_time(link: &mut Link, levels: &[&str], seconds: f64) -> Check {
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        let answer = link.search(&Scene::start(link.variant), levels)?;
        best = best.min(answer.time);
        if best.as_secs_f64() <= seconds {
            return Ok(format!("after {:.3} s", best.as_secs_f64()));
        }
    }
    failed(format!("{}: after {:.3} s at best", levels.join(", "), best.as_secs_f64()))
}

fn each_in_time(link: &mut Link, levels: &[&str]) -> Check {
    let mut seen = Vec::new();
    for level in levels {
        seen.push(in_time(link, &[level], AT_ONCE).map_err(|miss| match miss {
            Miss::Failed(why) if !why.contains(level) => Miss::Failed(format!("{level}: {why}")),
            miss => miss,
        })?);
    }
    Ok(seen.join(", "))
}

fn both(link: &mut Link) -> Check {
    let start = Scene::start(link.variant);
    link.search(&start, &["level move-time=90", "level depth=3"])?;
    Ok(link.search(&start, &["level depth=3 move-time=90.000"])?.line)
}

fn until_stop(link: &mut Link, levels: &[&str]) -> Check {
    let scene = Scene::start(link.variant);
    let begin = link.go(&scene, levels, "analyze");
    link.next(begin + Duration::from_millis(100))?;
    link.send("stop");
    Ok(link.answer(&scene, begin)?.line)
}

fn unknown_argument(link: &mut Link) -> Check {
    let levels = ["level handicap=3", "level ply=4", "level depth=2 no-such-limit=7"];
    Ok(link.search(&Scene::start(link.variant), &levels)?.line)
}

fn bad_number(link: &mut Link) -> Check {
    for level in
        ["level depth=abc", "level nodes=-5", "level time=", "level move-time=nan", "level inc=1e999"]
    {
        link.send(level);
        link.unasked()?;
    }
    link.still_plays()
}
