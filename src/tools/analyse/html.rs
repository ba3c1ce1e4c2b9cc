//! The report: games for a web browser in one file that needs nothing else.
//!
//! Each game is an article. Behind its heading all that is known of it stands as
//! plain markup in a `noscript` element: without a script the browser shows that;
//! with one it is made part of the page only when somebody opens the game, so that
//! thousands of games stay light. What comes from a file is foreign and is escaped.

use super::curve;
use crate::annotate::{Annotation, Judged, Mark, eval_text};
use crate::board::{Corner, Geometry, Word};
use crate::notation::fen;
use crate::notation::pdn::{self, GameResult, GameText};
use crate::notation::svg::{self, Role, Trail};
use crate::position::{Move, Position, path};
use crate::rules::{Rules, Side, Variant, Visitor};
use serde_json::{Value, json};
use std::fmt::Write;

/// What stands before the first game.
pub(super) fn head() -> String {
    let boards = Variant::ALL.iter().map(|variant| variant.visit(BoardPart)).collect::<String>();
    let shapes: serde_json::Map<_, _> =
        Variant::ALL.iter().map(|&variant| (variant.name().to_owned(), variant.visit(Shape))).collect();
    include_str!("report/report.html")
        .replace("{{style}}", include_str!("report/report.css").trim())
        .replace("{{script}}", include_str!("report/report.js").trim())
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
    let result = game.result.map_or("*", GameResult::text);
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
        moves(number, annotation),
        summary(annotation),
        annotation.variant.visit(Mistakes { number, annotation }),
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
pub(super) fn fragment(number: u64, ply: usize) -> String {
    format!("#game={number}&amp;ply={ply}")
}

/// Text from outside, harmless inside of elements and attributes.
pub(super) fn escape(text: &str) -> String {
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

/// The list of moves. A move carries what the script draws and says about it.
fn moves(number: u64, annotation: &Annotation) -> String {
    let mut list = String::from("<ol class=\"moves\">");
    let mut open = 0;
    for (ply, judged) in (1..).zip(&annotation.moves) {
        let own = judged.ply.number;
        if own != open {
            list.push_str(if open == 0 { "" } else { "</li>" });
            let _ = write!(list, "\n<li value=\"{own}\"><span class=\"no\">{own}.</span>");
            if ply == 1 && judged.ply.side != annotation.variant.facts().first {
                list.push_str("<span class=\"nobody\">…</span>");
            }
            open = own;
        }
        list.push_str(&annotation.variant.visit(MoveLink { number, ply, judged }));
    }
    list + if open == 0 { "</ol>\n" } else { "</li></ol>\n" }
}

/// A move in the list.
struct MoveLink<'a> {
    number: u64,
    ply: usize,
    judged: &'a Judged,
}

impl Visitor for MoveLink<'_> {
    type Output = String;

    fn visit<R: Rules>(self) -> String {
        let judged = self.judged;
        let mut link = format!("<a href=\"{}\"", fragment(self.number, self.ply));
        if let Some(mark) = judged.mark {
            let _ = write!(
                link,
                " class=\"{}\" data-loss=\"{:.2}\"",
                mark.name(),
                f64::from(judged.loss) / 100.0
            );
        }
        if let Some((position, mv)) = find::<R>(&judged.ply.fen, &judged.ply.text) {
            let _ = write!(link, " data-move=\"{}\"", encode(&position, mv));
        }
        if judged.ply.forced {
            link.push_str(" data-forced");
        } else if !judged.is_best()
            && let Some(best) = judged.before.line.first()
            && let Some((position, mv)) = find::<R>(&judged.ply.fen, best)
        {
            let _ = write!(link, " data-best=\"{}\"", encode(&position, mv));
        }
        let _ = write!(
            link,
            " data-eval=\"{}\" data-before=\"{}\" data-depth=\"{}\" data-line=\"{}\">{}",
            eval_text(judged.eval()),
            eval_text(judged.best_eval()),
            judged.before.depth,
            judged.before.line.join(" "),
            judged.ply.text
        );
        if let Some(mark) = judged.mark {
            let _ = write!(link, "<b title=\"{}\">{}</b>", mark.name(), mark.sign());
        }
        link + "</a>"
    }
}

/// A position and one of its moves, by their texts.
fn find<R: Rules>(position: &str, text: &str) -> Option<(Position<R>, Move<R>)> {
    let position = fen::parse(position).ok()?;
    let mv = pdn::parse_move(text, &position).ok()?;
    Some((position, mv))
}

/// A move for the script, in Hub's numbers: the squares touched, behind a colon the
/// squares taken, and `K` where a man is crowned.
fn encode<R: Rules>(position: &Position<R>, mv: Move<R>) -> String {
    let number = |bit| R::Board::number(bit, Corner::TopLeft).to_string();
    let mut text = path::way(position, mv).into_iter().map(number).collect::<Vec<_>>().join("-");
    if mv.is_capture() {
        text.push(':');
        text.push_str(&mv.taken().bits().map(number).collect::<Vec<_>>().join(","));
    }
    if mv.ends_as_king() && !position.kings().contains(mv.from()) {
        text.push('K');
    }
    text
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

/// A board for every mistake: what was played and what was better.
struct Mistakes<'a> {
    number: u64,
    annotation: &'a Annotation,
}

impl Visitor for Mistakes<'_> {
    type Output = String;

    fn visit<R: Rules>(self) -> String {
        let cards: String = (1..)
            .zip(&self.annotation.moves)
            .filter_map(|(ply, judged)| card::<R>(self.number, ply, judged, judged.mark?))
            .collect();
        match cards.is_empty() {
            true => String::new(),
            false => format!(
                "<section class=\"mistakes\"><h3>Mistakes <small>red what was played, green and dashed what \
                 was better</small></h3>\n{cards}</section>\n"
            ),
        }
    }
}

fn card<R: Rules>(number: u64, ply: usize, judged: &Judged, mark: Mark) -> Option<String> {
    let (position, played) = find::<R>(&judged.ply.fen, &judged.ply.text)?;
    let best = judged.before.line.first()?;
    let (_, better) = find::<R>(&judged.ply.fen, best)?;
    let trails = [Trail::new(Role::Played, &position, played), Trail::new(Role::Better, &position, better)];
    let dots = if judged.ply.side == R::FACTS.first { "." } else { "…" };
    Some(format!(
        "<figure id=\"game={number}&amp;ply={ply}\">{}<figcaption><a class=\"{}\" href=\"{}\">{}{dots} {}<b>{}</b></a> \
         loses {:.2} <span class=\"better\">Better {} ({})</span></figcaption></figure>\n",
        svg::draw_in_page(&position, &trails),
        mark.name(),
        fragment(number, ply),
        judged.ply.number,
        judged.ply.text,
        mark.sign(),
        f64::from(judged.loss) / 100.0,
        judged.before.line.join(" "),
        eval_text(judged.best_eval()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{international::International, russian::Russian};

    #[test]
    fn foreign_text_is_harmless() {
        assert_eq!(escape("<b a=\"'\">&\u{7}"), "&lt;b a=&quot;&#39;&quot;&gt;&amp; ");
        assert_eq!(escape("Шашки – é"), "Шашки – é");
    }

    #[test]
    fn moves_are_encoded_for_the_script() {
        let encoded = |text: &str, position: &str| {
            let (position, mv) = find::<International>(position, text).unwrap();
            encode(&position, mv)
        };
        assert_eq!(encoded("32-28", "W:W32:B1"), "32-28");
        assert_eq!(encoded("38x16", "W:W38:B32,21"), "38-27-16:32,21");
        assert_eq!(encoded("7-1", "W:W7:B20"), "7-1K");
        let (position, mv) = find::<Russian>("W:Wf6:Be7", "f6:d8").unwrap();
        assert_eq!(encode(&position, mv), "11-2:7K");
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
