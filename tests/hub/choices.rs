//! What a client may choose: several lines, some of the moves, a lesser skill.

use super::client::Engine;
use super::{START8, START10, field, is_error};
use polydam::notation::Dialect;
use polydam::referee::{self, Setup, Style};
use polydam::rules::Variant;
use std::time::{Duration, Instant};

/// A position in which the side to move may do many things.
const QUIET: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 18-22\"";

/// Searches and returns all lines, `done` the last.
fn search(engine: &mut Engine, lines: &[&str]) -> Vec<String> {
    lines.iter().for_each(|line| engine.send(line));
    engine.until("done")
}

fn score(info: &str) -> f64 {
    field(info, "score").parse().unwrap()
}

/// The first move of a line, or the move of `done`.
fn first(line: &str) -> String {
    let moves = if line.starts_with("done") { field(line, "move") } else { field(line, "pv") };
    moves.split(' ').next().unwrap().to_owned()
}

/// The legal moves after a Hub position.
fn legal(variant: Variant, position: &str, moves: &str) -> Vec<String> {
    let mut referee = referee::new(variant);
    referee.set_up(Setup::Hub { position, moves, dialect: Dialect::Hub }).unwrap();
    referee.moves(Style::Hub(Dialect::Hub))
}

// ---- several lines

/// The last `lines` infos are all lines of a search, in order.
fn check_block(answer: &[String], lines: usize) {
    let (done, infos) = answer.split_last().unwrap();
    let block = &infos[infos.len() - lines..];
    for (rank, info) in (1..).zip(block) {
        assert!(info.ends_with(&format!("\" multi-pv={rank}")), "{block:?}");
    }
    for pair in block.windows(2) {
        assert!(score(&pair[0]) >= score(&pair[1]), "{pair:?}");
    }
    let mut firsts: Vec<_> = block.iter().map(|info| first(info)).collect();
    assert_eq!(firsts[0], first(done));
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), lines, "{block:?}");
}

#[test]
fn every_line_is_told_in_its_place() {
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=multi-pv value=4");
    for level in ["level depth=1", "level depth=7", "level move-time=0.2", "level nodes=20000"] {
        let begin = Instant::now();
        let answer = search(&mut engine, &[QUIET, level, "go think"]);
        assert!(begin.elapsed() < Duration::from_secs(5), "{level}");
        check_block(&answer, 4);
        // No line of one rank is ever put in the place of another one: the ranks
        // count from 1 to 4 again and again, until the last lines begin anew.
        let ranks: Vec<u32> =
            answer[..answer.len() - 1].iter().map(|info| field(info, "multi-pv").parse().unwrap()).collect();
        for pair in ranks.windows(2) {
            assert!(pair[1] == pair[0] % 4 + 1 || pair[1] == 1, "{ranks:?}");
        }
    }
    // As many as there are moves.
    let forced = "pos pos=Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeee";
    let answer = search(&mut engine, &[forced, "level move-time=5", "go think"]);
    assert!(answer.iter().all(|line| !line.contains("multi-pv")), "{answer:?}");
    engine.send("set-param name=multi-pv value=100");
    check_block(&search(&mut engine, &[START10, "level depth=4", "go analyze"]), 9);
    // One line is told as ever.
    engine.send("set-param name=multi-pv value=1");
    let answer = search(&mut engine, &[START10, "level depth=4", "go analyze"]);
    assert!(answer.iter().all(|line| !line.contains("multi-pv")), "{answer:?}");
    engine.send("set-param name=multi-pv value=0");
    engine.send("set-param name=multi-pv value=101");
    assert!(engine.ping().iter().all(|line| is_error(line) && line.contains("from 1 to 100")));
}

#[test]
fn many_lines_end_in_time() {
    let mut engine = Engine::ready("russian");
    engine.send("set-param name=multi-pv value=7");
    engine.send(&format!("pos pos={START8}"));
    engine.send("go analyze");
    assert!(engine.ping().iter().all(|line| line.starts_with("info ")));
    std::thread::sleep(Duration::from_millis(50));
    let begin = Instant::now();
    engine.send("stop");
    check_block(&engine.until("done"), 7);
    assert!(begin.elapsed() < Duration::from_secs(2));
    engine.send(&format!("pos pos={START8}"));
    engine.send("level move-time=0.05");
    engine.send("go ponder");
    engine.send("ponder-hit");
    check_block(&engine.until("done"), 7);
    engine.stays_silent(Duration::from_millis(50));
}

#[test]
fn tables_tell_the_end_of_every_line() {
    let mut engine = Engine::ready("russian");
    engine.send("set-param name=multi-pv value=100");
    // Three kings against one that is not yet on the main road.
    let position = "WWWWeeeeeeeeeeeeeeeeeeeeeeeeBeeee";
    let answer = search(&mut engine, &[&format!("pos pos={position}"), "go analyze"]);
    let moves = legal(Variant::Russian, position, "");
    check_block(&answer, moves.len());
    let infos = &answer[..answer.len() - 1];
    assert!(infos.iter().all(|info| field(info, "nodes") == "1") && score(&infos[0]) > 80.0, "{infos:?}");
    // Each line says what the tables say of its first move alone.
    for info in &infos[infos.len() - moves.len()..] {
        let only = format!("go analyze moves={}", first(info));
        let alone = search(&mut engine, &[&format!("pos pos={position}"), "level depth=1", &only]);
        assert_eq!(first(alone.last().unwrap()), first(info));
        if score(info).abs() > 70.0 {
            assert_eq!(score(&alone[alone.len() - 2]), score(info), "{info}");
        }
    }
}

// ---- some of the moves

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let mut engine = Engine::ready("normal");
    let all = legal(Variant::International, &START10["pos pos=".len()..], "");
    for mv in &all {
        let answer = search(&mut engine, &[START10, "level depth=4", &format!("go think moves={mv}")]);
        assert_eq!(&first(answer.last().unwrap()), mv);
        assert!(answer.iter().all(|line| &first(line) == mv), "{answer:?}");
    }
    // In any order, twice or not, in other words.
    let go = "go analyze moves=\"31-26  35x30 31-26 31-27\"";
    let answer = search(&mut engine, &["set-param name=multi-pv value=9", START10, "level depth=4", go]);
    check_block(&answer, 3);
    for info in &answer[answer.len() - 4..answer.len() - 1] {
        assert!(["31-26", "35-30", "31-27"].contains(&&*first(info)), "{info}");
    }
    // It holds for one search only.
    let answer = search(&mut engine, &[START10, "level depth=4", "go analyze"]);
    check_block(&answer, all.len());
    // A single choice is a single move, with a clock running.
    let begin = Instant::now();
    search(&mut engine, &[START10, "level move-time=10", "go think moves=31-26"]);
    assert!(begin.elapsed() < Duration::from_secs(5));
    engine.send(START10);
    engine.send("go ponder moves=\"31-26 31-27\"");
    engine.send("stop");
    assert!(["31-26", "31-27"].contains(&&*first(engine.until("done").last().unwrap())));
}

#[test]
fn a_move_that_is_not_legal_is_named_and_nothing_is_searched() {
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("level depth=3");
    for (go, wanted) in [
        ("go think moves=1-2", "go: moves: move 1 '1-2': "),
        ("go think moves=\"32-28 19-23\"", "go: moves: move 2 '19-23': "),
        ("go moves=\"32-28 x\" ponder", "go: moves: move 2 'x': "),
        ("go think moves=", "go: moves: expected at least one move"),
        ("go think moves", "go: moves: expected at least one move"),
        ("go think moves=\"  \"", "go: moves: expected at least one move"),
        ("go think moves=\"32-28", "go: column 16: the quote is not closed"),
    ] {
        engine.send(go);
        let answer = engine.line();
        assert!(is_error(&answer) && answer.contains(wanted), "{go}: {answer}");
    }
    engine.stays_silent(Duration::from_millis(50));
    // Position and limits are what they were.
    engine.send("go think");
    let answer = engine.until("done");
    assert_eq!(field(&answer[answer.len() - 2], "depth"), "3");
    // While another search runs its answer comes first.
    engine.send(START10);
    engine.send("go analyze");
    engine.send("go think moves=1-2");
    assert!(engine.until("done").iter().all(|line| !is_error(line)));
    assert!(is_error(&engine.line()));
}

#[test]
fn tables_answer_for_the_moves_that_are_named() {
    let mut engine = Engine::ready("english");
    let position = "WWeeeeWeeeeeeeeeeeeeeeeeeeeeeeBee";
    for mv in legal(Variant::English, position, "") {
        let go = format!("go think moves={mv}");
        let answer = search(&mut engine, &[&format!("pos pos={position}"), "level depth=3", &go]);
        assert!(answer.iter().all(|line| first(line) == mv), "{answer:?}");
    }
}

// ---- skill

#[test]
fn a_weak_player_keeps_to_the_rules_and_sees_little() {
    for &variant in Variant::ALL {
        let mut engine = Engine::ready(variant.name());
        let start = referee::new(variant).start(Dialect::Hub);
        let (mut nodes, mut moves) = (Vec::new(), String::new());
        for skill in [1, 5, 9, 12] {
            engine.send(&format!("set-param name=skill value={skill}"));
            engine.send("new-game");
            let answer = search(&mut engine, &[&format!("pos pos={start}"), "go think"]);
            let (done, infos) = answer.split_last().unwrap();
            assert!(infos.iter().all(|info| !info.contains("multi-pv")));
            // The line that is told last is the one that is played.
            assert_eq!(first(infos.last().unwrap()), first(done));
            nodes.push(field(infos.last().unwrap(), "nodes").parse::<u64>().unwrap());
        }
        assert!(nodes[0] <= 64 && nodes.is_sorted() && nodes[2] > 5 * nodes[1], "{nodes:?}");
        // A whole game of it.
        engine.send("set-param name=skill value=1");
        for ply in 0..60 {
            let legal = legal(variant, &start, &moves);
            if legal.is_empty() {
                break;
            }
            engine.send(&format!("set-param name=skill-seed value={ply}"));
            let position = format!("pos pos={start} moves=\"{moves}\"");
            let mv = first(search(&mut engine, &[&position, "level time=1", "go think"]).last().unwrap());
            assert!(legal.contains(&mv), "{variant} {moves} {mv}");
            moves = format!("{moves} {mv}").trim().to_owned();
        }
    }
}

#[test]
fn a_weak_player_errs_alike_with_the_same_seed_and_otherwise_with_another() {
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=skill value=3");
    let mut ask = |seed: u32| {
        engine.send(&format!("set-param name=skill-seed value={seed}"));
        engine.send("new-game");
        first(search(&mut engine, &[START10, "go think"]).last().unwrap())
    };
    let mut moves: Vec<_> = (0..20).map(&mut ask).collect();
    assert_eq!(moves, (0..20).map(&mut ask).collect::<Vec<_>>());
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
    engine.send("set-param name=skill value=0");
    engine.send("set-param name=skill value=21");
    engine.send("set-param name=skill-seed value=-1");
    let answers = engine.ping();
    assert!(answers.len() == 3 && answers.iter().all(|line| is_error(line)), "{answers:?}");
}

#[test]
fn a_weak_player_waits_for_the_hit_and_is_never_late() {
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=skill value=2");
    engine.send(START10);
    engine.send("level move-time=0.05");
    engine.send("go ponder");
    std::thread::sleep(Duration::from_millis(150));
    assert!(engine.ping().iter().all(|line| line.starts_with("info ")), "it waits for the hit");
    engine.send("ponder-hit");
    engine.until("done");
    engine.send("set-param name=skill value=19");
    for level in ["level move-time=0.05", "level time=0", "level depth=2"] {
        let begin = Instant::now();
        search(&mut engine, &[START10, level, "go think"]);
        assert!(begin.elapsed() < Duration::from_millis(500), "{level}");
    }
}
