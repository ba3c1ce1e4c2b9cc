//! A game as a line of JSON.
//!
//! The line begins with the number of the game, so that `sort -t: -k2n` puts
//! lines back in order. Scores are in men: `score` (with best play) and `played`
//! (after the move) as the side that moved sees them, `eval` (after the move) as
//! White does.

use crate::annotate::{Annotation, Judged, Mark};
use crate::eval::score::{men, plies_to_end};
use crate::notation::pdn::GameText;
use serde_json::{Map, Value, json};

/// The line for a game.
pub(super) fn line(number: u64, file: &str, game: &GameText, annotation: &Annotation) -> String {
    let tags: Map<String, Value> =
        game.tags.iter().map(|(name, value)| (name.clone(), Value::from(&**value))).collect();
    let end = &annotation.end_opinion;
    let object = json!({
        "file": file,
        "line": game.line,
        "variant": annotation.variant.name(),
        "tags": tags,
        "result": game.result.map(|result| result.text_with(annotation.variant.facts().win_points)),
        "moves": (1..).zip(&annotation.moves).map(|(ply, judged)| judgement(ply, judged)).collect::<Vec<_>>(),
        "end": {
            "fen": annotation.end,
            "score": men(end.score),
            "plies_to_end": plies_to_end(end.score),
            "best": end.line.first(),
            "pv": end.line,
            "depth": end.depth,
            "nodes": end.nodes,
        },
    });
    // The number in front, wherever its name would be put.
    format!("{{\"game\":{number},{}\n", &object.to_string()[1..])
}

fn judgement(ply: u64, judged: &Judged) -> Value {
    let before = &judged.before;
    json!({
        "ply": ply,
        "number": judged.ply.number,
        "side": judged.ply.side.letter().to_string(),
        "fen": judged.ply.fen,
        "move": judged.ply.text,
        "forced": judged.ply.forced,
        "best": before.line.first(),
        "pv": before.line,
        "depth": before.depth,
        "nodes": before.nodes,
        "score": men(before.score),
        "plies_to_end": plies_to_end(before.score),
        "played": men(judged.played),
        "eval": men(judged.eval()),
        "loss": men(judged.loss),
        "mark": judged.mark.map(Mark::name),
    })
}
