//! What a program tells while it searches.

use super::link::Link;
use super::params::has_only_pairs;
use super::scene::{self, STYLE, Scene};
use super::{Check, Miss, Point, Stage, failed, skipped};
use crate::hub::scan::Line;
use crate::position::Outcome;

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "info.types",
        Stage::Playing,
        "depth and nodes are whole numbers, score, mean-depth, time and nps decimal ones",
        "protocol, the engine is searching",
        |link| each_info(link, |info, _| types(info)),
    ),
    Point::must(
        "info.pv",
        Stage::Playing,
        "the moves of pv can be played one after the other",
        "protocol, the engine is searching",
        pv,
    ),
    Point::should(
        "info.given",
        Stage::Playing,
        "at least one info with score and pv comes before `done`, also for a single legal move",
        "lidraughts-bot counts a search without a score as won",
        given,
    ),
    Point::should(
        "info.pairs",
        Stage::Playing,
        "everything is key=value, with one `=` each, quoted ones included",
        "pydraughts fails on flags and on a second sign",
        |link| each_info(link, |info, _| if has_only_pairs(info) { Ok(()) } else { Err(String::new()) }),
    ),
    Point::should(
        "info.order",
        Stage::Playing,
        "depth, mean-depth, score, nodes, time, nps, pv=\"..\", in this order, others after them",
        "pattern of lidraughts; time and nps may be missing",
        |link| each_info(link, |info, _| order(info)),
    ),
    Point::should(
        "info.score-side",
        Stage::Playing,
        "the score is that of the side to move",
        "pydraughts, lidraughts, draughtsnet and GWDGUI read it so",
        score_side,
    ),
];

/// The info lines of a few searches, each with its position.
fn infos(link: &mut Link) -> Result<Vec<(Scene, String)>, Miss> {
    let mut infos = Vec::new();
    for plies in [0, 7, 18] {
        let found = Scene::find(link.variant, |referee| {
            referee.played(STYLE).len() == plies && referee.outcome() == Outcome::Open
        });
        let Some(scene) = found.map(|scene| scene.bare(link.variant)) else { continue };
        let answer = link.search(&scene, &["level depth=6"])?;
        infos.extend(answer.infos.into_iter().map(|info| (scene.clone(), info)));
    }
    if infos.is_empty() { skipped("there is no info") } else { Ok(infos) }
}

fn each_info(link: &mut Link, judge: impl Fn(&str, &Scene) -> Result<(), String>) -> Check {
    let infos = infos(link)?;
    for (scene, info) in &infos {
        if let Err(why) = judge(info, scene) {
            return failed(format!("{info}: {why}").trim_end_matches([':', ' ']));
        }
    }
    Ok(format!("{} lines", infos.len()))
}

/// Are the numbers numbers?
fn types(info: &str) -> Result<(), String> {
    let line = Line::scan(info)?;
    for (key, value) in &line.arguments {
        let good = match &**key {
            "depth" | "nodes" => value.parse::<u64>().is_ok(),
            "score" | "mean-depth" | "time" | "nps" => value.parse::<f64>().is_ok_and(f64::is_finite),
            _ => true,
        };
        if !good {
            return Err(format!("{key}={value}"));
        }
    }
    Ok(())
}

const ORDER: [&str; 7] = ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"];

/// Are the fields those of the pattern, in its order?
fn order(info: &str) -> Result<(), String> {
    let line = Line::scan(info)?;
    let mut names = line.arguments.iter().map(|(name, _)| &**name).peekable();
    for wanted in ORDER {
        if names.next_if_eq(&wanted).is_none() && !matches!(wanted, "time" | "nps") {
            return Err(format!("{wanted} is not in its place"));
        }
    }
    if info.contains(" pv=\"") { Ok(()) } else { Err("pv is not quoted".to_owned()) }
}

fn pv(link: &mut Link) -> Check {
    let variant = link.variant;
    each_info(link, |info, scene| {
        let line = Line::scan(info)?;
        let mut referee = scene.referee(variant)?;
        let moves = line.get("pv").unwrap_or("").split_whitespace();
        moves.map(|mv| referee.play(mv, STYLE)).try_for_each(|played| played.map(drop))
    })
}

fn given(link: &mut Link) -> Check {
    let single = Scene::find(link.variant, |referee| referee.moves(STYLE).len() == 1);
    let single = single.map(|scene| scene.bare(link.variant));
    for scene in single.into_iter().chain([Scene::start(link.variant)]) {
        let answer = link.search(&scene, &["level depth=3"])?;
        let is_full = |info: &String| {
            let line = Line::scan(info).unwrap_or_default();
            line.get("score").is_some() && line.get("pv").is_some_and(|pv| !pv.trim().is_empty())
        };
        if !answer.infos.iter().any(is_full) {
            return failed(format!("none before {}", answer.line));
        }
    }
    Ok("given".to_owned())
}

/// How many men ahead a side is for its score to have a clear sign.
const CLEAR: i32 = 5;

fn score_side(link: &mut Link) -> Check {
    let mut seen = Vec::new();
    for (side, sign) in [('W', 1), ('B', 1), ('W', -1), ('B', -1)] {
        let found = Scene::find(link.variant, |referee| {
            let white = scene::current(referee).map_or(0, |position| scene::balance(&position));
            let own = if side == 'W' { white } else { -white };
            let quiet = referee.moves(STYLE).iter().any(|mv| mv.contains('-'));
            referee.side().letter() == side
                && own * sign >= CLEAR
                && quiet
                && referee.outcome() == Outcome::Open
        });
        let Some(scene) = found.map(|scene| scene.bare(link.variant)) else { continue };
        let answer = link.search(&scene, &["level depth=6"])?;
        let score = answer
            .infos
            .iter()
            .rev()
            .find_map(|info| Line::scan(info).ok()?.get("score")?.parse::<f64>().ok());
        let Some(score) = score else { continue };
        if score * f64::from(sign) < 0.0 {
            let state = if sign > 0 { "ahead" } else { "behind" };
            return failed(format!("score={score} where the side to move, {side}, is {state}"));
        }
        if score != 0.0 {
            seen.push(score.to_string());
        }
    }
    if seen.is_empty() { skipped("no score has a sign") } else { Ok(seen.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_judged() {
        assert_eq!(
            types("info depth=3 mean-depth=2.5 score=-0.01 nodes=5 time=0 nps=1.5 x=y pv=\"1-2\""),
            Ok(())
        );
        for bad in ["depth=one", "depth=1.5", "nodes=-1", "score=inf", "time=", "nps=a"] {
            assert!(types(&format!("info {bad}")).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_order_is_judged() {
        assert_eq!(
            order("info depth=3 mean-depth=2.5 score=0 nodes=5 time=0 nps=1 pv=\"1-6\" more=1"),
            Ok(())
        );
        assert_eq!(order("info depth=3 mean-depth=2.5 score=0 nodes=5 pv=\"1-6\""), Ok(()));
        for bad in [
            "info depth=3 score=0 nodes=5 pv=\"1-6\"",
            "info mean-depth=2 depth=3 score=0 nodes=5 pv=\"1-6\"",
            "info depth=3 mean-depth=2.5 score=0 nodes=5 pv=1-6",
            "info pv=\"1-6\"",
        ] {
            assert!(order(bad).is_err(), "{bad}");
        }
    }
}
