//! How the program ends.

use super::link::Link;
use super::scene::Scene;
use super::{Check, Point, Stage};
use std::time::Duration;

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "end.quit",
        Stage::Ready,
        "`quit` ends the program within 1 s",
        "protocol, additional commands",
        quit,
    ),
    Point::must(
        "end.input",
        Stage::Ready,
        "the end of the input ends the program within 1 s",
        "protocol: \"quit as directly as possible\"",
        close,
    ),
    Point::must(
        "end.input-first",
        Stage::Started,
        "an input that ends before `hub` ends the program within 1 s",
        "protocol: \"quit as directly as possible\"",
        close,
    ),
    Point::must(
        "end.input-search",
        Stage::Playing,
        "the end of the input during a search ends the program within 1 s",
        "protocol: \"quit as directly as possible\"",
        |link| {
            search(link)?;
            close(link)
        },
    ),
    Point::should(
        "end.quit-search",
        Stage::Playing,
        "`quit` during a search ends the program within 1 s",
        "clients that do not wait for `done`; the next start needs the memory",
        |link| {
            search(link)?;
            quit(link)
        },
    ),
];

const IN_TIME: Duration = Duration::from_secs(1);

fn quit(link: &mut Link) -> Check {
    link.send("quit");
    link.ends(IN_TIME)
}

fn close(link: &mut Link) -> Check {
    link.close_input();
    link.ends(IN_TIME)
}

fn search(link: &mut Link) -> Result<(), super::Miss> {
    let begin = link.go(&Scene::start(link.variant), &["level infinite"], "analyze");
    link.next(begin + Duration::from_millis(100)).map(drop)
}
