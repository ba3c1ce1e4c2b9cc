//! `polydam train plot`: the strength of nets by generation, drawn.

use super::manifest;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
/// Room for the names.
const RIGHT: f64 = 130.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;
/// Elo between two lines of the grid.
const GRID: f64 = 100.0;
/// Names are kept so far apart.
const LINE: f64 = 15.0;
/// Colours that people tell apart who see few of them (Okabe and Ito, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The strength of the nets of a rule set over the untrained evaluation.
struct Line {
    name: String,
    /// After each generation, the untrained evaluation first; Elo.
    points: Vec<f64>,
}

/// Draws the matches that manifests tell of: what each generation has gained, one on
/// top of the other.
///
/// # Errors
///
/// When a file cannot be read or is no manifest of `train all`, or the output cannot
/// be written.
pub fn plot(manifests: &[PathBuf]) -> io::Result<()> {
    let lines = manifests.iter().map(|path| line(path)).collect::<io::Result<Vec<_>>>()?;
    writeln!(io::stdout(), "{}", draw(&lines))
}

fn line(path: &Path) -> io::Result<Line> {
    let manifest = manifest::read(path)?;
    let strange = || super::wrong(path, "it is no manifest of generations");
    let name = manifest["variant"].as_str().ok_or_else(strange)?.to_owned();
    let generations = manifest["generations"].as_array().ok_or_else(strange)?;
    let mut points = vec![0.0];
    for generation in generations {
        points.push(points[points.len() - 1] + gain(&generation["gate"]).ok_or_else(strange)?);
    }
    Ok(Line { name, points })
}

/// What a match has shown, in Elo; a net that was not accepted plays no further part.
fn gain(gate: &Value) -> Option<f64> {
    Some(if gate["accepted"].as_bool()? { gate["elo"].as_f64()? } else { 0.0 })
}

fn draw(lines: &[Line]) -> String {
    let most = lines.iter().flat_map(|line| line.points.iter().copied()).fold(GRID, f64::max);
    let top = (most / GRID).ceil() * GRID;
    let last = lines.iter().map(|line| line.points.len() - 1).max().unwrap_or(0).max(1);
    let x = |generation: usize| LEFT + generation as f64 / last as f64 * (WIDTH - LEFT - RIGHT);
    let y = |elo: f64| HEIGHT - BOTTOM - elo / top * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"12\" role=\"img\">\
         <title>Elo over the untrained evaluation by generation</title>\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"
    );
    for step in 0..=(top / GRID) as usize {
        let elo = step as f64 * GRID;
        let (y, left, right) = (y(elo), LEFT - 8.0, x(last));
        put(
            &mut svg,
            format_args!(
                "<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{left}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444\">{elo}</text>",
                y + 4.0
            ),
        );
    }
    for generation in 0..=last {
        let name = if generation == 0 { "untrained".to_owned() } else { format!("net {generation}") };
        put(
            &mut svg,
            format_args!(
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444\">{name}</text>",
                x(generation),
                HEIGHT - BOTTOM + 18.0
            ),
        );
    }
    let mut order: Vec<_> = lines.iter().zip(COLOURS.iter().cycle()).collect();
    order.sort_by(|(a, _), (b, _)| b.points[b.points.len() - 1].total_cmp(&a.points[a.points.len() - 1]));
    let mut free = f64::MIN;
    for (line, colour) in order {
        let points: Vec<_> = line
            .points
            .iter()
            .enumerate()
            .map(|(generation, &elo)| format!("{:.1},{:.1}", x(generation), y(elo)))
            .collect();
        let end = line.points.len() - 1;
        let at = (y(line.points[end]) + 4.0).max(free);
        free = at + LINE;
        put(
            &mut svg,
            format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\
                 <text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{colour}\">{} {:+.0}</text>",
                points.join(" "),
                x(end) + 6.0,
                line.name,
                line.points[end]
            ),
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Appends text. A string takes whatever it is given.
fn put(text: &mut String, piece: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(piece);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn gains_add_up_and_rejected_nets_do_not_count() {
        let gates = [(true, 250.0), (false, -20.0), (true, 40.0)];
        let gains: Vec<_> =
            gates.map(|(accepted, elo)| gain(&json!({"accepted": accepted, "elo": elo})).unwrap()).into();
        assert_eq!(gains, [250.0, 0.0, 40.0]);
        assert_eq!(gain(&json!({"elo": 3.0})), None);
    }

    #[test]
    fn every_line_is_drawn_and_no_two_names_meet() {
        let line = |name: &str, last: f64| Line { name: name.to_owned(), points: vec![0.0, 200.0, last] };
        let svg = draw(&[line("english", 310.0), line("italian", 312.0), line("turkish", 100.0)]);
        assert_eq!(svg.matches("<polyline").count(), 3);
        let heights: Vec<f64> = ["italian", "english", "turkish"]
            .map(|name| {
                let text = &svg[..svg.find(&format!(">{name} ")).unwrap()];
                let y = &text[text.rfind(" y=\"").unwrap() + 4..];
                y[..y.find('"').unwrap()].parse().unwrap()
            })
            .into();
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE), "{heights:?}");
        assert!(svg.ends_with("</svg>") && draw(&[]).contains("net 1"));
    }
}
