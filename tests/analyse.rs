//! `polydam analyse` on games and positions, through the real binary: nothing
//! depends on how the work is divided, and nothing is lost or doubled when it is
//! broken off.

use polydam::annotate::Played;
use polydam::notation::pdn::{GameText, Item, Reader};
use polydam::referee::{self, Setup, Style};
use polydam::rules::Variant;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Two games of every rule set with a PDN number of its own.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pdn");
const HOW: &[&str] = &["--nodes", "300", "--hash", "1"];

/// White gives a man away with the first move.
const GIFT: &str =
    "[GameType \"20\"]\n[FEN \"W:W32,38,43,48:B3,8,12,22\"]\n\n1. 32-27 22x31 2. 38-32 12-17 *\n";

fn polydam(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polydam"));
    command.arg("analyse").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    polydam(arguments).output().unwrap()
}

/// The output of a run in which everything was right.
fn good(arguments: &[&str]) -> String {
    let output = run(&[HOW, arguments].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// A folder for one test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("analyse-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn games(text: &str) -> Vec<GameText> {
    Reader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

// ---- what comes out

#[test]
fn annotated_games_are_the_same_games() {
    let before = games(&fs::read_to_string(GAMES).unwrap());
    let after = games(&good(&[GAMES]));
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        let variant = before.variant().unwrap().unwrap();
        assert_eq!(Played::new(before, variant), Played::new(after, variant));
        for (name, value) in &before.tags {
            assert_eq!(after.tag(name), Some(&**value));
        }
        let evals =
            after.items.iter().filter(|item| matches!(item, Item::Comment(text) if text.contains("[%eval ")));
        let moves = after.items.iter().filter(|item| matches!(item, Item::Move { .. }));
        assert_eq!(evals.count(), moves.count());
    }
    // What stood in the file is still there.
    let words = |item: &Item| match item {
        Item::Comment(text) => text.trim().to_owned(),
        item => format!("{item:?}"),
    };
    let kept: Vec<_> = after[0].items.iter().map(words).collect();
    assert!(kept.contains(&"a good plan".to_owned()) && kept.contains(&"Nag(1)".to_owned()), "{kept:?}");
    assert!(after[0].items.iter().any(|item| matches!(item, Item::Variation(items) if items.len() == 2)));
}

#[test]
fn annotating_an_annotated_file_changes_nothing() {
    let folder = folder("again");
    let once = good(&[GAMES]);
    let again = good(&[&file(&folder, "once.pdn", &once)]);
    assert_eq!(once, again);
}

#[test]
fn json_lines_tell_every_move() {
    let lines = objects(&good(&["--json", GAMES]));
    assert_eq!(lines.len(), 14);
    for (number, game) in (1..).zip(&lines) {
        assert_eq!(game["game"], number);
        let variant: Variant = game["variant"].as_str().unwrap().parse().unwrap();
        let mut referee = referee::new(variant);
        for (ply, mv) in (1..).zip(game["moves"].as_array().unwrap()) {
            assert_eq!(mv["ply"], ply);
            assert_eq!(mv["fen"], referee.fen(), "game {number} ply {ply}");
            assert_eq!(mv["side"], referee.side().letter().to_string());
            let text = |name: &str| mv[name].as_str().unwrap().to_owned();
            assert_eq!(mv["best"], mv["pv"][0]);
            assert!(referee.moves(Style::Pdn).contains(&text("best")));
            let [score, played, eval, loss] =
                ["score", "played", "eval", "loss"].map(|name| mv[name].as_f64().unwrap());
            assert_eq!(eval, if mv["side"] == "W" { played } else { -played } + 0.0);
            let is_best = mv["best"] == mv["move"];
            assert!(loss >= 0.0 && (!is_best || loss == 0.0), "{mv}");
            let worst = score.clamp(-5.5, 5.5) - played.clamp(-5.5, 5.5);
            assert!(is_best || (loss - worst).abs() <= 0.51 || worst < 0.0, "{mv}");
            assert!(mv["mark"].is_null() || loss >= 0.5, "{mv}");
            assert!(mv["forced"] == true || mv["nodes"].as_u64().unwrap() > 0, "{mv}");
            referee.play(&text("move"), Style::Pdn).unwrap();
        }
        assert_eq!(game["end"]["fen"], referee.fen());
    }
}

#[test]
fn a_blunder_is_marked_and_a_good_move_is_not() {
    let folder = folder("blunder");
    let path = file(&folder, "gift.pdn", GIFT);
    let line = &objects(&good(&["--json", &path]))[0];
    assert!(["mistake", "blunder"].map(Value::from).contains(&line["moves"][0]["mark"]), "{line}");
    assert!(line["moves"][0]["loss"].as_f64().unwrap() >= 1.0);
    assert!(line["moves"][1]["mark"].is_null() && line["moves"][1]["forced"] == true);
    let annotated = games(&good(&[&path]));
    let [Item::Move { text, .. }, Item::Nag(nag), Item::Comment(comment), Item::Variation(better), ..] =
        &annotated[0].items[..]
    else {
        panic!("{:?}", annotated[0].items)
    };
    assert!(text == "32-27" && [2, 4].contains(nag) && comment.contains("loses"), "{comment}");
    let first = line["moves"][0]["best"].as_str().unwrap();
    assert!(matches!(&better[0], Item::Move { text, .. } if text == first), "{better:?}");
}

#[test]
fn a_bad_game_is_named_and_left_out() {
    let folder = folder("bad");
    let text = format!("{GIFT}\n[GameType \"20\"]\n\n1. 32-28\n19-24 *\n\n1. 32-28 *\n\n{GIFT}");
    let path = file(&folder, "mixed.pdn", &text.replace("19-24", "1-2"));
    let output = run(&[HOW, &[&path]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(games(&String::from_utf8_lossy(&output.stdout)).len(), 2);
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut lines = errors.lines();
    assert!(lines.next().unwrap().contains("mixed.pdn: line 9: move 1... '1-2'"), "{errors}");
    assert!(lines.next().unwrap().contains("line 11: expected a tag GameType"), "{errors}");
    assert_eq!(lines.next(), None);
    let missing = run(&["no-such-file.pdn"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no-such-file.pdn: "));
}

#[test]
fn the_rule_set_is_that_of_the_tag_or_the_argument() {
    let folder = folder("variant");
    let bare = file(&folder, "bare.pdn", "1. c3-d4 b6-a5 *\n");
    let russian = file(&folder, "russian.pdn", "[GameType \"25\"]\n\n1. c3-d4 b6-a5 *\n");
    let odd = file(&folder, "odd.pdn", "[GameType \"99\"]\n\n1. c3-d4 b6-a5 *\n");
    let variant = |arguments: &[&str]| {
        let line = good(&[&["--json"], arguments].concat());
        objects(&line)[0]["variant"].as_str().unwrap().to_owned()
    };
    assert_eq!(variant(&["--variant", "brazilian", &bare]), "brazilian");
    assert_eq!(variant(&[&russian]), "russian");
    assert_eq!(variant(&["--variant", "ukrainian", &russian]), "ukrainian", "it shares the number");
    assert_eq!(variant(&["--variant", "international", &russian]), "russian");
    assert_eq!(variant(&["--variant", "russian", &odd]), "russian");
    assert!(String::from_utf8_lossy(&run(&[&odd]).stderr).contains("unknown GameType '99'"));
    let annotated = games(&good(&["--variant", "brazilian", &bare]));
    assert_eq!(annotated[0].variant(), Some(Ok(Variant::Brazilian)));
}

// ---- how the work is divided

#[test]
fn results_do_not_depend_on_jobs_and_shards() {
    for form in [&[][..], &["--json"]] {
        let run = |more: &[&str]| good(&[form, more, &[GAMES]].concat());
        let whole = run(&[]);
        assert_eq!(whole, run(&["--jobs", "3"]));
        let shards: Vec<_> = ["1/3", "2/3", "3/3"].iter().map(|shard| run(&["--shard", shard])).collect();
        let pieces = |text: &str| -> Vec<String> {
            match form.is_empty() {
                true => text.split_inclusive("*\n\n").map(str::to_owned).collect(),
                false => text.lines().map(str::to_owned).collect(),
            }
        };
        let whole = pieces(&whole);
        for (index, piece) in whole.iter().enumerate() {
            assert_eq!(&pieces(&shards[index % 3])[index / 3], piece, "game {}", index + 1);
        }
        assert_eq!(pieces(&shards.concat()).len(), whole.len());
    }
}

#[test]
fn sorting_restores_the_order_of_shards() {
    let run = |more: &[&str]| good(&[&["--json", GAMES], more].concat());
    let shards = ["3/4", "1/4", "4/4", "2/4"].map(|shard| run(&["--shard", shard])).concat();
    let mut lines: Vec<_> = shards.lines().collect();
    // As `sort -t: -k2n` does: by the number behind the first colon.
    let number =
        |line: &str| line.split(':').nth(1).unwrap().split(',').next().unwrap().parse::<u64>().unwrap();
    lines.sort_by_key(|line| number(line));
    assert_eq!(lines, run(&[]).lines().collect::<Vec<_>>());
}

/// The output for positions without the time, which is never the same.
fn without_time(text: &str) -> Vec<String> {
    let is_time = |word: &&str| !word.starts_with("time=");
    text.lines().map(|line| line.split(' ').filter(is_time).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn positions_may_be_divided_too() {
    let positions = ["W:W31-50:B1-20", "W:W99:B1", "", "W:W28,32:B19,23", "B:WK1:B30,K50", "W:W31,32:B8"];
    let run = |more: &[&str]| {
        let output = run(&[HOW, &["--variant", "international"], more, &positions].concat());
        (output.status.code(), without_time(&String::from_utf8(output.stdout).unwrap()))
    };
    let (code, whole) = run(&[]);
    assert_eq!((code, whole.len()), (Some(1), positions.len()));
    assert!(whole[1].starts_with("error line=2 "), "{}", whole[1]);
    assert_eq!(run(&["--jobs", "3"]), (code, whole.clone()));
    let (first, second) = (run(&["--shard", "1/2"]), run(&["--shard", "2/2"]));
    assert_eq!((first.0, second.0), (Some(0), Some(1)));
    for (index, line) in whole.iter().enumerate() {
        assert_eq!([&first.1, &second.1][index % 2][index / 2], *line);
    }
}

#[test]
fn every_line_is_written() {
    let text = good(&["--variant", "russian", "--lines", "3"]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    for (rank, line) in (1..).zip(&lines) {
        assert!(line.starts_with("best=") && line.ends_with(&format!("\" multi-pv={rank}")), "{line}");
    }
    let texts = good(&["--variant", "russian", "--json", "--multi-pv", "3", "", "W:Wa1:Bh8", "W:W:Bh8"]);
    let objects = objects(&texts);
    let found = objects[0]["lines"].as_array().unwrap();
    assert_eq!(found.len(), 3);
    for (line, text) in found.iter().zip(&lines) {
        let (best, score) = (line["best"].as_str().unwrap(), line["score"].as_f64().unwrap());
        assert!(text.starts_with(&format!("best={best} score={score:.2} ")), "{text} {line}");
        assert_eq!(line["best"], line["pv"][0]);
    }
    let score = |line: &Value| line["score"].as_f64().unwrap();
    assert!(found.windows(2).all(|pair| score(&pair[0]) >= score(&pair[1])));
    for object in &objects {
        let best = &object["lines"][0];
        for name in ["best", "score", "plies_to_end", "depth", "pv"] {
            assert_eq!(object[name], best[name], "{object}");
        }
    }
    assert_eq!(objects[1]["lines"].as_array().unwrap().len(), 1, "there is only one move");
    assert!(objects[2]["best"].is_null() && objects[2]["lines"].as_array().unwrap().len() == 1);
    assert!(!good(&["--variant", "russian", "--json"]).contains("\"lines\""));
}

#[test]
fn only_the_given_moves_are_searched() {
    let best = |arguments: &[&str]| {
        let text = good(&[&["--variant", "russian"], arguments].concat());
        text.lines().map(|line| line[5..].split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(best(&["--moves", "a3-b4"]), ["a3-b4"]);
    assert_eq!(best(&["--moves", "21-17", "--hub"]), ["21-17"]);
    let mut two = best(&["--moves", "a3-b4 g3-f4 a3-b4", "--lines", "5"]);
    two.sort();
    assert_eq!(two, ["a3-b4", "g3-f4"]);
    for (moves, wanted) in
        [("a3-b4 a1-b2", "moves: move 2 'a1-b2'"), ("a3", "move 1 'a3'"), (" ", "at least one move")]
    {
        let output = run(&["--variant", "russian", "--nodes", "10", "--moves", moves]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(text.starts_with("error line=1 message=") && text.contains(wanted), "{text}");
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    for jobs in ["1", "3"] {
        let mut command =
            polydam(&["--variant", "russian", "--depth", "3", "--hash", "1", "--jobs", jobs, "-"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for question in ["W:Wa1:Bh8", "# nothing", "", "W:Wa1,c3:Bh8"] {
            writeln!(input, "{question}").unwrap();
            let mut answer = String::new();
            if question.starts_with('W') {
                output.read_line(&mut answer).unwrap();
                assert!(answer.starts_with("best="), "{answer}");
            }
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

// ---- broken off and taken up again

/// Waits until a run has done so many games, and kills it.
fn kill_after(games: u64, arguments: &[&str], state: &Path) {
    let mut child = polydam(arguments).stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    loop {
        let number = fs::read_to_string(state)
            .ok()
            .and_then(|text| serde_json::from_str::<Value>(&text).ok())
            .and_then(|state| state["number"].as_u64());
        if number.is_some_and(|number| number >= games) || child.try_wait().unwrap().is_some() {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "no progress");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_killed_run_loses_and_doubles_nothing() {
    let folder = folder("kill");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    // A bad game is remembered as well.
    let games = fs::read_to_string(GAMES).unwrap() + "[GameType \"20\"]\n\n1. 1-2 *\n\n";
    let games = file(&folder, "games.pdn", &(games + GIFT));
    let (expected, html) = (path("whole.pdn"), path("report.html"));
    let how = ["--nodes", "4000", "--hash", "1", "--jobs", "2"];
    let whole = [&how[..], &[&games, "--output", &expected, "--html", &html]].concat();
    assert_eq!(run(&whole).status.code(), Some(1));
    assert!(!folder.join("whole.pdn.state").exists());
    let report = fs::read_to_string(&html).unwrap();

    let out = path("out.pdn");
    let arguments = [&how[..], &[&games, "--resume", "--output", &out, "--html", &html]].concat();
    for games in [0, 2, 5, 9, 12] {
        kill_after(games, &arguments, &folder.join("out.pdn.state"));
    }
    // The last words of a run that was killed in the middle of a game.
    let mut file = fs::File::options().append(true).open(&out).unwrap();
    file.write_all(b"[Event \"half").unwrap();
    for _ in 0..2 {
        assert_eq!(run(&arguments).status.code(), Some(1), "a bad game was among them");
        assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(&expected).unwrap());
        assert_eq!(fs::read_to_string(&html).unwrap(), report);
    }
    let other = [&how[..], &[&games, "--json", "--resume", "--output", &out]].concat();
    let refused = run(&other);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot resume"));
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, reason) in [
        (&["--resume", GAMES][..], "--output"),
        (&["--shard", "3/2", GAMES], "as 2/8"),
        (&["--hub", GAMES], "--hub is for positions"),
        (&["--lines", "2", GAMES], "--lines is for positions"),
        (&["--moves", "32-28", GAMES], "--moves is for positions"),
        (&["--variant", "russian", "--lines", "0"], "--lines"),
        (&["--variant", "russian", "--html", "x.html"], "--html is for games"),
        (&["W:W31:B2"], "--variant"),
        (&["--variant", "russian", "W:Wa1:Bh8", GAMES], "not both"),
    ] {
        let output = run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(reason), "{arguments:?}: {errors}");
    }
}

// ---- the report

/// The report of a file of games.
fn report(folder: &Path, games: &str) -> String {
    let path = folder.join("report.html");
    good(&["--html", path.to_str().unwrap(), games]);
    fs::read_to_string(path).unwrap()
}

#[test]
fn foreign_tags_cannot_do_harm() {
    let folder = folder("hostile");
    let hostile =
        r#"</noscript></title><script>alert(1)</script><img src=x onerror=alert(2)>' onload='alert(3)"#;
    let tags =
        ["White", "Black", "Event", "Site", "Date", "Round"].map(|tag| format!("[{tag} \"{hostile}\"]\n"));
    let text = format!("{}{GIFT}", tags.concat());
    let path = file(&folder, "hostile.pdn", &text);
    let clean = report(&folder, GAMES);
    let report = report(&folder, &path);
    for harm in ["<img", "alert(1)</", "onload='", "</noscript></"] {
        assert!(!report.contains(harm), "{harm}");
    }
    assert_eq!(report.matches("<script").count(), clean.matches("<script").count());
    assert!(report.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    // And in the other forms they stay what they were.
    let line = &objects(&good(&["--json", &path]))[0];
    assert_eq!(line["tags"]["White"], hostile);
    assert_eq!(games(&good(&[&path]))[0].tag("White"), Some(hostile));
}

#[test]
fn the_report_has_every_game_and_needs_nothing_else() {
    let report = report(&folder("report"), GAMES);
    assert_eq!(report.matches("<article").count(), 14);
    assert_eq!(report.matches("<svg class=\"curve\"").count(), 14);
    assert_eq!(report.matches("<article").count(), report.matches("</article>").count());
    let moves = games(&fs::read_to_string(GAMES).unwrap())
        .iter()
        .map(|game| game.items.iter().filter(|item| matches!(item, Item::Move { .. })).count())
        .sum::<usize>();
    assert_eq!(report.matches(" data-move=\"").count(), moves);
    for (start, _) in report.match_indices("href=\"") {
        let target = &report[start + 6..start + 12];
        assert!(target.starts_with('#') || target == "data:,", "{target}");
    }
    assert!(report.ends_with("</html>\n"));
}

#[test]
fn the_first_position_of_a_game_may_be_any() {
    let path = file(&folder("start"), "gift.pdn", GIFT);
    let line = &objects(&good(&["--json", &path]))[0];
    let mut referee = referee::new(Variant::International);
    referee.set_up(Setup::Fen("W:W32,38,43,48:B3,8,12,22")).unwrap();
    assert_eq!(line["moves"][0]["fen"], referee.fen());
}
