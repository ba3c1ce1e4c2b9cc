//! The moves of a game as a list of links. Each carries what the script draws and
//! says about it.

use super::fragment;
use crate::annotate::{Annotation, Judged, eval_text};
use crate::board::{Corner, Geometry, Word};
use crate::eval::score::men;
use crate::notation::{fen, pdn};
use crate::position::{Move, Position, path};
use crate::rules::{Rules, Visitor};
use std::fmt::Write;

/// The list of moves.
pub(super) fn list(number: u64, annotation: &Annotation) -> String {
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
            let _ = write!(link, " class=\"{}\" data-loss=\"{:.2}\"", mark.name(), men(judged.loss));
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
pub(super) fn find<R: Rules>(position: &str, text: &str) -> Option<(Position<R>, Move<R>)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{international::International, russian::Russian};

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
}
