//! `polydam eval`: what the evaluation makes of a position, and why.

use super::input::parse;
use crate::board::Word;
use crate::egtb::{MOST_PIECES, TableSet, Tables, Value, default_folder};
use crate::eval::score::men;
use crate::eval::{Choice, Evaluation, Evaluator, Score};
use crate::notation::{diagram, fen, svg};
use crate::position::Position;
use crate::rules::{Rules, Side, Variant, Visitor};
use serde_json::json;
use std::io::{self, Write};

/// How to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// For people.
    Text,
    /// One object.
    Json,
    /// A drawing, the influence of each piece as the colour of its square.
    Svg,
}

/// Evaluates a position and tells what each piece has to do with it: how much
/// better off White is with the piece than without.
///
/// # Errors
///
/// When the text is no position, the evaluation is not to be had, or the output
/// cannot be written.
pub fn run(variant: Variant, text: &str, choice: &Choice, form: Form) -> io::Result<bool> {
    struct Run<'a>(&'a str, &'a Choice, Form);

    impl Visitor for Run<'_> {
        type Output = Result<String, String>;

        fn visit<R: Rules>(self) -> Self::Output {
            let Self(text, choice, form) = self;
            let position = parse::<R>(text).map_err(|error| error.to_string())?;
            let report = Report::new(&position, choice)?;
            Ok(match form {
                Form::Text => report.text(),
                Form::Json => report.json(),
                Form::Svg => svg::draw_heat(&position, &report.heat()),
            })
        }
    }

    let report = variant.visit(Run(text, choice, form)).map_err(io::Error::other)?;
    writeln!(io::stdout(), "{report}")?;
    Ok(true)
}

struct Report<R: Rules> {
    position: Position<R>,
    eval: String,
    /// For the side to move.
    score: Score,
    /// For the side to move, from 0 to 1.
    chance: Option<f64>,
    bucket: Option<(usize, usize)>,
    table: Option<Value>,
    /// For White.
    pieces: Vec<(usize, Score)>,
}

impl<R: Rules> Report<R> {
    fn new(position: &Position<R>, choice: &Choice) -> Result<Self, String> {
        let eval = Evaluator::<R>::new(choice)?;
        let (tables, _) = TableSet::<R>::load(default_folder().as_deref(), MOST_PIECES);
        let for_white = |position: &Position<R>| match position.side() {
            Side::White => eval.evaluate(position),
            Side::Black => -eval.evaluate(position),
        };
        let whole = for_white(position);
        let without = |bit: usize| {
            let others = !crate::rules::variant::Squares::<R>::bit(bit);
            let [white, black] = [Side::White, Side::Black].map(|side| position.pieces(side) & others);
            Position::of(position.side(), white, black, position.kings() & others)
        };
        Ok(Self {
            position: *position,
            eval: eval.describe(choice),
            score: eval.evaluate(position),
            chance: eval.chance(position),
            bucket: eval.bucket(position),
            table: tables.value(position),
            pieces: position.occupied().bits().map(|bit| (bit, whole - for_white(&without(bit)))).collect(),
        })
    }

    fn side(&self) -> &'static str {
        if self.position.side() == Side::White { "white" } else { "black" }
    }

    fn table_text(&self) -> Option<String> {
        self.table.map(|value| match value {
            Value::Win(plies) => format!("win in {plies} plies"),
            Value::Draw => "draw".to_owned(),
            Value::Loss(plies) => format!("loss in {plies} plies"),
        })
    }

    fn text(&self) -> String {
        let count = self.position.occupied().count();
        let mut lines = vec![
            fen::format(&self.position),
            format!("\n{}\n", diagram::draw(&self.position).trim_end()),
            format!("evaluation  {}", self.eval),
            format!("score       {:+.2} for {}, which is to move", men(self.score), self.side()),
        ];
        if let Some(chance) = self.chance {
            lines.push(format!("chance      {:.0} % of the points", 100.0 * chance));
        }
        let layer = self.bucket.map(|(bucket, of)| format!(", layer {} of {of}", bucket + 1));
        lines.push(format!("phase       {count} pieces{}", layer.unwrap_or_default()));
        if let Some(table) = self.table_text() {
            lines.push(format!("table       {table} for {}, the counts of draw rules aside", self.side()));
        }
        lines.push("\nHow much better off White is with each piece than without:".to_owned());
        for side in [Side::White, Side::Black] {
            let mut pieces: Vec<_> =
                self.pieces.iter().filter(|(bit, _)| self.position.pieces(side).contains(*bit)).collect();
            pieces.sort_by_key(|(bit, score)| (-score.abs(), *bit));
            let piece = |&&(bit, score): &&(usize, Score)| format!("{} {:+.2}", self.name(bit), men(score));
            let name = if side == Side::White { "white" } else { "black" };
            lines.push(format!("{name}       {}", pieces.iter().map(piece).collect::<Vec<_>>().join("  ")));
        }
        lines.join("\n")
    }

    /// A square, behind a `K` if a king stands there.
    fn name(&self, bit: usize) -> String {
        let king = if self.position.kings().contains(bit) { "K" } else { "" };
        format!("{king}{}", diagram::square_name::<R>(bit))
    }

    fn json(&self) -> String {
        let pieces: serde_json::Map<_, _> =
            self.pieces.iter().map(|&(bit, score)| (self.name(bit), json!(men(score)))).collect();
        json!({
            "variant": R::FACTS.name,
            "fen": fen::format(&self.position),
            "side": self.side(),
            "evaluation": self.eval,
            "score": men(self.score),
            "chance": self.chance.map(|chance| (chance * 1e4).round() / 1e4),
            "pieces": self.position.occupied().count(),
            "layer": self.bucket.map(|(bucket, _)| bucket + 1),
            "layers": self.bucket.map(|(_, of)| of),
            "table": self.table_text(),
            "influence": pieces,
        })
        .to_string()
    }

    /// How good the piece on each square is for its own side, from -1 to 1.
    fn heat(&self) -> Vec<(usize, f64)> {
        let own = |bit: usize, score: Score| match self.position.pieces(Side::White).contains(bit) {
            true => men(score),
            false => -men(score),
        };
        // A king may be worth many men; the colours are for the men.
        self.pieces.iter().map(|&(bit, score)| (bit, own(bit, score).clamp(-2.0, 2.0) / 2.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::english::English;

    fn report(text: &str) -> Report<English> {
        Report::new(&fen::parse(text).unwrap(), &Choice::Material).unwrap()
    }

    #[test]
    fn a_man_is_worth_about_a_man() {
        let report = report("B:W22,25:B1,K9");
        assert_eq!(report.pieces.len(), 4);
        for &(bit, score) in &report.pieces {
            let white = report.position.pieces(Side::White).contains(bit);
            assert!((50..200).contains(&if white { score } else { -score }), "{bit} {score}");
        }
        let text = report.text();
        assert!(text.contains("for black, which is to move") && text.contains("K9 -"), "{text}");
        assert!(report.heat().iter().all(|(_, heat)| (0.2..=1.0).contains(heat)));
    }

    #[test]
    fn the_object_has_what_the_text_has() {
        let json: serde_json::Value = serde_json::from_str(&report("W:WK1:BK32").json()).unwrap();
        assert_eq!(json["table"], "draw");
        assert_eq!(json["evaluation"], "material");
        assert_eq!(json["influence"].as_object().unwrap().len(), 2);
        assert!(json["layer"].is_null());
    }
}
