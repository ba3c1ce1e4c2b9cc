//! The report: games for a web browser in one file that needs nothing else.
//!
//! Each game is an article. Behind its heading all that is known of it stands as
//! plain markup in a `noscript` element: without a script the browser shows that;
//! with one it is made part of the page only when somebody opens the game, so that
//! thousands of games stay light. What comes from a file is foreign and is escaped.

mod curve;
mod mistakes;
mod moves;

use crate::annotate::{Annotation, Mark};
use crate::board::{Corner, Geometry};
use crate::notation::pdn::GameText;
use crate::notation::svg;
use crate::rules::{Rules, Side, Variant, Visitor};
use serde_json::{Value, json};
use std::fmt::Write;

/// What stands before the first game.
pub(super) fn head() -> String {
    let boards = Variant::ALL.iter().map(|variant| variant.visit(BoardPart)).collect::<String>();
    let shapes: serde_json::Map<_, _> =
        Variant::ALL.iter().map(|&variant| (variant.name().to_owned(), variant.visit(Shape))).collect();
    include_str!("report.html")
        .replace("{{style}}", include_str!("report.css").trim())
        .replace("{{script}}", include_str!("report.js").trim())
        .replace("{{parts}}", &format!("{}<defs>{boards}</defs>", svg::parts()))
        .replace("{{shapes}}", &Value::Object(shapes).to_string())
}

/// What stands behind the last game.
pub(super) const TAIL: &str = "</main>\n</body>\n</html>\n";

/// The empty board of a rule set.
struct BoardPart;

impl Visitor for BoardPart {
    type Output = String;

    fn visit<R: Rules>(self) -> String {
        svg::board_part::<R>()
    }
}

/// What the script has to know of a board: its size, and the names and centres of
/// its squares in the order of Hub.
struct Shape;

impl Visitor for Shape {
    type Output = Value;

    fn visit<R: Rules>(self) -> Value {
        let bits =
            (1..=R::Board::SQUARES).filter_map(|number| R::Board::bit_of_number(number, Corner::TopLeft));
        let number = |bit| R::Board::number(bit, R::FACTS.corner);
        json!({
            "size": svg::size::<R>(),
            "centres": svg::centres::<R>(),
            "numbers": bits.map(number).collect::<Vec<_>>(),
        })
    }
}

/// A game.
pub(super) fn article(number: u64, game: &GameText, annotation: &Annotation) -> String {
    let name = |tag: &str| game.tag(tag).filter(|name| !matches!(*name, "" | "?")).unwrap_or("?").to_owned();
    let result = game.result.map_or("*", |result| result.text_with(annotation.variant.facts().win_points));
    let mistakes = annotation.moves.iter().filter(|mv| mv.mark.is_some()).count();
    format!(
        "<article id=\"game-{number}\" data-game=\"{number}\" data-board=\"{}\" data-start=\"{}\">\n\
         <h2><span class=\"no\">{number}.</span> <bdi>{}</bdi> – <bdi>{}</bdi> <b class=\"result\">{result}</b></h2>\n\
         <p class=\"about\">{} · {} moves · {mistakes} marked</p>\n\
         <noscript>\n{}{}{}{}</noscript>\n</article>\n",
        annotation.variant.name(),
        annotation.start,
        escape(&name("White")),
        escape(&name("Black")),
        about(game, annotation),
        annotation.moves.len(),
        curve::draw(number, annotation),
        moves::list(number, annotation),
        summary(annotation),
        mistakes::cards(number, annotation),
    )
}

/// Where and when it was played, and the rule set.
fn about(game: &GameText, annotation: &Annotation) -> String {
    let known =
        |tag: &&str| game.tag(tag).is_some_and(|value| !value.trim_matches(['?', '.', ' ']).is_empty());
    let tags = ["Event", "Site", "Date", "Round"].into_iter().filter(known);
    let mut about: Vec<_> =
        tags.filter_map(|tag| game.tag(tag)).map(|value| format!("<bdi>{}</bdi>", escape(value))).collect();
    about.push(annotation.variant.name().to_owned());
    about.join(" · ")
}

/// The address of a position of a game inside the page: that after a number of
/// plies.
fn fragment(number: u64, ply: usize) -> String {
    format!("#game={number}&amp;ply={ply}")
}

/// Text from outside, harmless inside of elements and attributes.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// How well each side has played.
fn summary(annotation: &Annotation) -> String {
    let mut table = String::from(
        "<table class=\"summary\"><caption>Quality of play</caption>\
         <thead><tr><th scope=\"col\">Side</th><th scope=\"col\">Best</th><th scope=\"col\">?!</th>\
         <th scope=\"col\">?</th><th scope=\"col\">??</th><th scope=\"col\">Mean loss</th></tr></thead><tbody>",
    );
    for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
        // Only where there was a choice is there something to judge.
        let moves: Vec<_> =
            annotation.moves.iter().filter(|mv| mv.ply.side == side && !mv.ply.forced).collect();
        let count = |mark: Mark| moves.iter().filter(|mv| mv.mark == Some(mark)).count();
        let best = moves.iter().filter(|mv| mv.is_best()).count();
        let loss: f64 = moves.iter().map(|mv| f64::from(mv.loss)).sum();
        let _ = write!(table, "<tr><th scope=\"row\">{name}</th><td>{best}/{}</td>", moves.len());
        for &mark in Mark::ALL {
            let _ = write!(table, "<td class=\"{}\">{}</td>", mark.name(), count(mark));
        }
        let _ = write!(table, "<td>{:.2}</td></tr>", loss / 100.0 / moves.len().max(1) as f64);
    }
    table + "</tbody></table>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_harmless() {
        assert_eq!(escape("<b a=\"'\">&\u{7}"), "&lt;b a=&quot;&#39;&quot;&gt;&amp; ");
        assert_eq!(escape("Шашки – é"), "Шашки – é");
    }

    #[test]
    fn the_head_holds_everything() {
        let head = head();
        assert!(!head.contains("{{"), "a place was left open");
        for outside in ["http://", "https://", "src=", "@import", "url(\""] {
            assert!(!head.contains(outside), "{outside}");
        }
        for variant in Variant::ALL {
            assert!(head.contains(&format!("id=\"board-{variant}\"")));
            assert!(head.contains(&format!("\"{variant}\":{{")));
        }
    }
}
