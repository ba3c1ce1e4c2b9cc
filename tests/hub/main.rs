//! The Hub protocol, through the real binary. What was reported somewhere in
//! public is named after the report, with its address.

mod choices;
mod client;

use client::Engine;
use std::time::{Duration, Instant};

const START10: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
const START8: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

fn is_error(line: &str) -> bool {
    line.starts_with("error message=\"") && line.ends_with('"')
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let start =
        line.find(&format!(" {name}=")).unwrap_or_else(|| panic!("no {name} in {line}")) + name.len() + 2;
    let rest = &line[start..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or(""),
        None => rest.split(' ').next().unwrap_or(""),
    }
}

// ---- introduction

#[test]
fn introduces_itself_in_time() {
    for arguments in [&[][..], &["hub"]] {
        let begin = Instant::now();
        let mut engine = Engine::start(arguments);
        engine.send("hub");
        let lines = engine.until("wait");
        assert!(begin.elapsed() < Duration::from_secs(1));
        assert!(lines[0].starts_with("id name=polydam version="), "{}", lines[0]);
        for line in &lines[1..lines.len() - 1] {
            assert!(line.starts_with("param name="), "{line}");
            field(line, "type");
            field(line, "value");
        }
    }
}

#[test]
fn pydraughts_reads_only_key_value_pairs() {
    // pydraughts 0.6.7 splits every argument at `=` and fails on flags and on a
    // second sign, quoted or not.
    let mut engine = Engine::ready("international");
    let mut lines = {
        engine.send("hub");
        engine.until("wait")
    };
    engine.send(START10);
    engine.send("level depth=6");
    engine.send("go think");
    lines.extend(engine.until("done"));
    for line in
        lines.iter().filter(|line| ["id ", "param ", "info "].iter().any(|word| line.starts_with(word)))
    {
        let mut quoted = false;
        let arguments = line.split(|c| {
            quoted ^= c == '"';
            c == ' ' && !quoted
        });
        for argument in arguments.skip(1) {
            assert_eq!(argument.matches('=').count(), 1, "{argument} in {line}");
        }
    }
}

#[test]
fn init_before_wait_and_twice() {
    let mut engine = Engine::start(&["--variant", "russian"]);
    engine.send_bytes(b"hub\r\ninit\r\ninit\r\n");
    engine.until("wait");
    assert_eq!(engine.line(), "ready");
    assert_eq!(engine.line(), "ready");
    engine.send("hub");
    assert!(engine.until("wait").iter().any(|line| line.contains("name=variant value=russian ")));
}

#[test]
fn a_script_that_skips_the_introduction_is_served() {
    let mut engine = Engine::start(&["--variant", "checkers"]);
    assert!(engine.go(&["level depth=3"]).starts_with("move="));
}

#[test]
fn scan_aliases_and_case_are_understood() {
    for (name, squares) in [("normal", 50), ("Standard", 50), ("shashki", 32), ("american", 32), ("dama", 64)]
    {
        let mut engine = Engine::ready(name);
        engine.send(&format!("pos pos=W{}", "e".repeat(squares)));
        assert_eq!(engine.ping(), Vec::<String>::new(), "{name}");
    }
}

// ---- parameters

#[test]
fn unknown_parameters_are_ignored() {
    // lidraughts-bot sends initial-time, lidraughts mobile sends eval and bb-size.
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=initial-time value=60.0");
    engine.send("set-param name=eval value=pst");
    engine.send("set-param name=bb-size value=3");
    engine.send("init");
    assert_eq!(engine.until("ready").len(), 1);
}

#[test]
fn bad_parameters_are_refused_and_the_old_value_stays() {
    let mut engine = Engine::ready("russian");
    for (line, wanted) in [
        ("set-param name=variant value=chess", "unknown variant 'chess'"),
        ("set-param name=threads value=0", "from 1 to 256, found '0'"),
        ("set-param name=tt-size value=-1", "found '-1'"),
        ("set-param name=hash value=1000000000000000000000000", "from 1 to 65536"),
        ("set-param name=ponder value=maybe", "true or false"),
        ("set-param value=3", "name= is missing"),
    ] {
        engine.send(line);
        let answer = engine.line();
        assert!(is_error(&answer) && answer.contains(wanted), "{line}: {answer}");
    }
    engine.send("hub");
    let lines = engine.until("wait");
    assert!(lines.iter().any(|line| line.contains("name=variant value=russian ")));
    assert!(lines.iter().any(|line| line.contains("name=threads value=1 ")));
    assert!(engine.go(&[&format!("pos pos={START8}"), "level depth=2"]).starts_with("move="));
}

#[test]
fn parameters_work_after_init() {
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=threads value=2");
    engine.send("set-param name=tt-size value=18");
    assert!(engine.go(&[START10, "level depth=4"]).starts_with("move="));
    engine.send("set-param name=variant value=turkish");
    engine.send(&format!("pos pos=W{}", "e".repeat(64)));
    assert_eq!(engine.ping(), Vec::<String>::new());
}

#[test]
fn the_largest_table_works_or_is_refused() {
    // https://github.com/abulmo/amoeba/issues/11
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=hash value=65536");
    assert!(engine.ping().iter().all(|line| is_error(line)));
    assert!(engine.go(&[START10, "level depth=3"]).starts_with("move="));
    // Before init as well: a client that waits for ready gets it.
    let mut engine = Engine::start(&[]);
    engine.send("set-param name=hash value=65536");
    engine.send("init");
    let lines = engine.until("ready");
    assert!(lines[..lines.len() - 1].iter().all(|line| is_error(line)), "{lines:?}");
    assert!(engine.go(&[START10, "level depth=3"]).starts_with("move="));
}

// ---- positions

#[test]
fn pydraughts_28_empty_side_is_a_position() {
    // https://github.com/miskibin/py-draughts/issues/28
    let mut engine = Engine::ready("normal");
    assert_eq!(
        engine.go(&["pos pos=Beeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew", "level depth=5"]),
        ""
    );
}

#[test]
fn py_draughts_47_men_on_their_promotion_row_are_refused() {
    // https://github.com/miskibin/py-draughts/issues/47
    let mut engine = Engine::ready("normal");
    engine.send("pos pos=Weeeweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebe");
    let answer = engine.line();
    assert!(is_error(&answer) && answer.contains("promotion row"), "{answer}");
}

#[test]
fn py_draughts_27_a_move_played_twice_is_refused() {
    // https://github.com/miskibin/py-draughts/issues/27
    let mut engine = Engine::ready("normal");
    engine.send("pos pos=WeWeeeeeeeeeeebbbeeeeeeeeweeeeeeeeeeeeeeeeeeeeeeeee moves=\"25-20 25-20\"");
    let answer = engine.line();
    assert!(is_error(&answer) && answer.contains("move 2 '25-20'"), "{answer}");
    engine.send("go think");
    assert!(is_error(&engine.line()), "nothing may be searched after a refused position");
    assert!(engine.go(&[START10, "level depth=2"]).starts_with("move="));
}

#[test]
fn half_positions_are_refused_by_name() {
    let mut engine = Engine::ready("normal");
    for (line, wanted) in [
        ("pos", "pos= is missing"),
        ("pos pos=", "column 1"),
        ("pos pos=Wbbb", "expected 50 squares after the side to move, found 3"),
        ("pos pos=Xbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "column 1"),
        ("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeqeeeeewwwwwwwwwwwwwwwwwwww", "column 26"),
        ("pos pos=W:W31-50:B1-20", "column 2"),
        ("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"1-99\"", "move 1 '1-99'"),
        ("pos pos=\"Wbbb", "not closed"),
    ] {
        engine.send(line);
        let answer = engine.line();
        assert!(is_error(&answer) && answer.contains(wanted), "{line}: {answer}");
    }
}

#[test]
fn lidraughts_moves_are_understood() {
    // lidraughts' scanProtocol.ts: single captures with a dash, longer ones as
    // their whole way.
    let mut engine = Engine::ready("normal");
    let way = "pos pos=WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee moves=\"4x27x38x15\"";
    engine.send(way);
    engine.send(&way.replace("4x27x38x15", "4x15x13x20x32x37"));
    let answers = engine.ping();
    assert_eq!(answers.len(), 1, "one of them is another capture: {answers:?}");
    engine.send(&format!("{START10} moves=\"32-28 19-23 28-19\""));
    engine.send(&format!("{START10} moves=\"32-28 19-23 28x19\""));
    engine.send(&format!("{START10} moves=\"32-28 19-23 28x19x23\""));
    assert_eq!(engine.ping(), Vec::<String>::new());
}

#[test]
fn unknown_arguments_are_ignored() {
    let mut engine = Engine::ready("normal");
    engine.send(&format!("{START10} wolf=\"W28=2 B5=1\""));
    engine.send("level handicap=3");
    engine.send("level ply=4");
    engine.send("level depth=2");
    engine.send("unheard-of command=1");
    engine.send("go think=true");
    let lines = engine.until("done");
    assert!(lines.iter().all(|line| !line.starts_with("error")), "{lines:?}");
}

#[test]
fn open_spiel_1460_a_capture_is_completed() {
    // https://github.com/google-deepmind/open_spiel/issues/1460
    let mut engine = Engine::ready("english");
    let answer = engine.go(&["pos pos=Bebbeebbeebwwweeeeeweeweeeewwewee", "level depth=1"]);
    assert!(answer.starts_with("move=7x32x11x19x27"), "{answer}");
}

// ---- limits

#[test]
fn bad_numbers_do_not_kill() {
    let mut engine = Engine::ready("normal");
    for line in ["level depth=abc", "level depth=1.5", "level nodes=-5", "level time=nan", "level inc=1e999"]
    {
        engine.send(line);
        assert!(is_error(&engine.line()), "{line}");
    }
    assert!(engine.go(&[START10, "level depth=2"]).starts_with("move="));
}

#[test]
fn empty_clocks_mean_at_once() {
    // lidraughts-bot and pydraughts send zero and less.
    let mut engine = Engine::ready("normal");
    for level in ["level time=0.0", "level time=-2.9 inc=2.9", "level time=-0.2 inc=0.1", "level move-time=0"]
    {
        let begin = Instant::now();
        assert!(engine.go(&[START10, level]).starts_with("move="), "{level}");
        assert!(begin.elapsed() < Duration::from_millis(300), "{level}");
    }
}

#[test]
fn stockfish_2757_even_one_node_has_a_score_and_a_line() {
    // https://github.com/official-stockfish/Stockfish/issues/2757
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("level nodes=1");
    engine.send("go think");
    let lines = engine.until("done");
    let info = &lines[lines.len() - 2];
    assert!(info.starts_with("info depth="), "{info}");
    assert!(!field(info, "pv").is_empty() && field(info, "score").parse::<f64>().is_ok(), "{info}");
}

#[test]
fn ethereal_174_node_limits_hold_for_all_threads_together() {
    // https://github.com/AndyGrant/Ethereal/issues/174
    for threads in [1, 4] {
        let mut engine = Engine::ready("russian");
        engine.send(&format!("set-param name=threads value={threads}"));
        engine.send(&format!("pos pos={START8}"));
        engine.send("level nodes=10000");
        engine.send("go think");
        let lines = engine.until("done");
        let nodes: u64 = field(&lines[lines.len() - 2], "nodes").parse().unwrap();
        assert!(nodes <= 10_000, "{nodes}");
        assert!(threads > 1 || nodes == 10_000, "{nodes}");
    }
}

#[test]
fn limits_add_up_and_last_for_one_search() {
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("level move-time=90");
    engine.send("level depth=3");
    engine.send("go analyze");
    let lines = engine.until("done");
    assert_eq!(field(&lines[lines.len() - 2], "depth"), "3");
    // A new position without a level: until stop.
    engine.send(START10);
    engine.send("go analyze");
    std::thread::sleep(Duration::from_millis(100));
    engine.send("stop");
    let lines = engine.until("done");
    assert!(field(&lines[lines.len() - 2], "depth").parse::<u32>().unwrap() > 3);
}

#[test]
fn lc0_1406_a_found_win_ends_the_search() {
    // https://github.com/LeelaChessZero/lc0/issues/1406
    let mut engine = Engine::ready("normal");
    // The search itself has to find it.
    engine.send("set-param name=table-pieces value=0");
    engine.send("pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeWeeee");
    engine.send("level depth=30");
    engine.send("go think");
    let lines = engine.until("done");
    assert_eq!(field(&lines[lines.len() - 2], "score"), "99.99");
    assert!(!lines[lines.len() - 1].contains("ponder"), "there is no reply to the last move");
}

// ---- endgame tables

#[test]
fn a_table_win_is_told_with_its_plies_and_its_whole_line() {
    let mut engine = Engine::ready("english");
    // Two kings against one in the double corner.
    engine.send("pos pos=WWeeeeWeeeeeeeeeeeeeeeeeeeeeeeBee");
    engine.send("go analyze");
    let lines = engine.until("done");
    let info = &lines[lines.len() - 2];
    let plies = field(info, "depth").parse::<u32>().unwrap();
    assert!(plies > 10 && plies % 2 == 1, "{info}");
    assert_eq!(field(info, "score"), format!("{:.2}", 90.0 - f64::from(plies) / 100.0));
    // Without tables it is a good position, no more.
    engine.send("set-param name=table-pieces value=1");
    engine.send("level depth=4");
    engine.send("go analyze");
    let lines = engine.until("done");
    assert!(field(&lines[lines.len() - 2], "score").parse::<f64>().unwrap() < 70.0);
}

#[test]
fn damaged_tables_are_named_once_and_left_alone() {
    let folder = std::env::temp_dir().join(format!("polydam-hub-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("bad.pdt");
    std::fs::write(&file, "not a table").unwrap();
    let mut engine = Engine::start(&[]);
    engine.send("hub");
    engine.until("wait");
    engine.send(&format!("set-param name=tables value=\"{}\"", folder.display()));
    engine.send("init");
    let lines = engine.until("ready");
    let told: Vec<_> = lines.iter().filter(|line| line.starts_with("error ")).collect();
    assert!(told.len() == 1 && told[0].contains(&file.display().to_string()), "{lines:?}");
    engine.send(START10);
    engine.send("level depth=3");
    engine.send("go think");
    assert!(!engine.until("done").iter().any(|line| line.starts_with("error ")));
    std::fs::remove_dir_all(&folder).unwrap();
}

// ---- searching

#[test]
fn info_has_the_fields_in_the_order_clients_look_for() {
    // lidraughts' pattern: depth mean-depth score nodes time nps pv, quoted.
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("level depth=8");
    engine.send("go analyze");
    let lines = engine.until("done");
    let (_, infos) = lines.split_last().unwrap();
    assert!(!infos.is_empty());
    for info in infos {
        let names: Vec<_> =
            info.split(' ').filter_map(|word| word.split_once('=')).map(|(name, _)| name).collect();
        assert_eq!(names, ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"], "{info}");
        let line = &info[info.find(" pv=\"").unwrap() + 5..info.len() - 1];
        assert!(line.chars().all(|c| c.is_ascii_digit() || "-x ".contains(c)) && !line.is_empty(), "{info}");
    }
}

#[test]
fn a_forced_move_has_a_score_and_a_quoted_line() {
    let mut engine = Engine::ready("normal");
    for level in ["level depth=10", "level move-time=5"] {
        engine.send("pos pos=Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeee");
        engine.send(level);
        let begin = Instant::now();
        engine.send("go think");
        let lines = engine.until("done");
        assert!(lines.last().unwrap().starts_with("done move=46-41"));
        assert!(lines[lines.len() - 2].contains("pv=\"46-41"));
        assert!(begin.elapsed() < Duration::from_secs(3), "{level}");
    }
}

#[test]
fn ping_is_answered_in_the_middle_of_a_search() {
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("level infinite");
    engine.send("go analyze");
    assert!(engine.ping().iter().all(|line| line.starts_with("info ")));
    engine.send("stop");
    engine.until("done");
}

#[test]
fn nothing_is_said_to_late_stops_and_hits() {
    let mut engine = Engine::ready("normal");
    engine.send("stop");
    engine.send("ponder-hit");
    engine.stays_silent(Duration::from_millis(50));
    engine.go(&[START10, "level depth=2"]);
    engine.send("ponder-hit");
    engine.send("stop");
    engine.send("stop");
    engine.stays_silent(Duration::from_millis(50));
    engine.send(START10);
    engine.send("go ponder");
    engine.send("stop");
    engine.send("stop");
    engine.until("done");
    engine.stays_silent(Duration::from_millis(50));
}

#[test]
fn stop_position_and_go_in_one_write() {
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("go analyze");
    engine.send_bytes(format!("stop\n{START10}\nlevel depth=4\ngo analyze\n").as_bytes());
    engine.until("done");
    let lines = engine.until("done");
    assert_eq!(field(&lines[lines.len() - 2], "depth"), "4");
    engine.stays_silent(Duration::from_millis(50));
}

#[test]
fn cutechess_88_a_new_game_arrives_while_pondering() {
    // https://github.com/cutechess/cutechess/issues/88
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("go ponder");
    engine.send("new-game");
    engine.send("pos pos=Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeee");
    engine.send("level depth=1");
    engine.send("go think");
    engine.until("done");
    assert!(
        engine.until("done").last().unwrap().starts_with("done move=46-41"),
        "the new position is searched"
    );
}

#[test]
fn cutechess_180_one_answer_to_a_won_ponder_search() {
    // https://github.com/cutechess/cutechess/issues/180
    let mut engine = Engine::ready("normal");
    for word in ["ponder-hit", "stop"] {
        engine.send("pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeWeeee");
        engine.send("level move-time=0.05");
        engine.send("go ponder");
        std::thread::sleep(Duration::from_millis(100));
        engine.send(word);
        engine.until("done");
        engine.stays_silent(Duration::from_millis(50));
    }
}

#[test]
fn berserk_282_many_ponder_searches() {
    // https://github.com/jhonnold/berserk/issues/282
    let mut engine = Engine::ready("russian");
    for round in 0..100u64 {
        engine.send(&format!("pos pos={START8}"));
        engine.send("level move-time=0.002");
        engine.send("go ponder");
        std::thread::sleep(Duration::from_micros(round * 37 % 1000));
        engine.send(if round % 2 == 0 { "ponder-hit" } else { "stop" });
        engine.until("done");
    }
    assert_eq!(engine.ping(), Vec::<String>::new());
}

#[test]
fn weiss_17_the_side_of_the_position_is_searched() {
    // https://github.com/TerjeKir/weiss/issues/17
    let mut engine = Engine::ready("normal");
    for _ in 0..100 {
        let white = engine.go(&[START10, "level depth=1"]);
        let black = engine.go(&[&START10.replace("pos=W", "pos=B"), "level depth=1"]);
        let from = |text: &str| text["move=".len()..].split('-').next().unwrap().parse::<u32>().unwrap();
        assert!(from(&white) > 30 && from(&black) <= 20, "{white} {black}");
    }
}

#[test]
fn calvin_405_a_won_game_is_not_repeated_away() {
    // https://github.com/kelseyde/calvin-chess-engine/issues/405: three kings
    // against one, and the position has occurred twice already.
    let mut engine = Engine::ready("ukrainian");
    let position = "pos pos=WWWWeeeeeeeeeeeeeeeeeeeeeeeeeBeee";
    let shuffle = "1-5 29-25 5-1 25-29";
    let answer = engine.go(&[&format!("{position} moves=\"{shuffle} {shuffle}\""), "level depth=9"]);
    assert!(answer.starts_with("move=") && !answer.starts_with("move=1-5 "), "{answer}");
}

// ---- ending

#[test]
fn reckless_1120_the_end_of_input_ends_a_search() {
    // https://github.com/codedeliveryservice/Reckless/pull/1120
    let mut engine = Engine::ready("normal");
    engine.send("set-param name=threads value=4");
    engine.send(START10);
    engine.send("level infinite");
    engine.send("go analyze");
    std::thread::sleep(Duration::from_millis(50));
    engine.close_input();
    let (status, time) = engine.exit();
    assert!(status.success());
    assert!(time < Duration::from_secs(1), "{time:?}");
}

#[test]
fn viridithas_38_the_end_of_input_while_idle() {
    // https://github.com/cosmobobak/viridithas/pull/38
    let mut engine = Engine::ready("normal");
    engine.close_input();
    assert!(engine.exit().0.success());
}

#[test]
fn quit_in_a_search_answers_first() {
    let mut engine = Engine::ready("normal");
    engine.send(START10);
    engine.send("go think");
    engine.send("quit");
    assert!(engine.until("done").last().unwrap().starts_with("done move="));
    assert!(engine.exit().0.success());
}

// ---- abuse

/// A small generator of numbers (xorshift): the same lines in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn a_hundred_thousand_bad_lines_change_nothing() {
    let mut engine = Engine::ready("russian");
    let seeds = [
        format!("pos pos={START8} moves=\"22-18 11-15\""),
        "level depth=5 nodes=100 move-time=0.1 time=3 inc=0.1 moves=3".to_owned(),
        "set-param name=threads value=2".to_owned(),
        "set-param name=variant value=russian".to_owned(),
        "go ponder".to_owned(),
        "go think moves=\"22-18 21-17\"".to_owned(),
        "set-param name=multi-pv value=3".to_owned(),
        "set-param name=skill value=5".to_owned(),
        "new-game".to_owned(),
        "ponder-hit".to_owned(),
        "stop".to_owned(),
    ];
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for _ in 0..100 {
        let mut bytes = Vec::new();
        for _ in 0..1000 {
            let mut line = seeds[numbers.below(seeds.len())].clone().into_bytes();
            for _ in 0..=numbers.below(6) {
                let place = numbers.below(line.len());
                match numbers.below(4) {
                    0 => line[place] = numbers.below(256) as u8,
                    1 => line.insert(place, b"\"=\\ 0-x\0"[numbers.below(8)]),
                    2 if line.len() > 1 => drop(line.remove(place)),
                    _ => line.truncate(place + 1),
                }
            }
            // What ends the process, or repeats the introduction at its pace, is
            // tested elsewhere.
            line.retain(|&byte| byte != b'\n' && byte != b'q');
            if !line.trim_ascii_start().starts_with(b"hub") {
                bytes.extend(line);
                bytes.push(b'\n');
            }
        }
        engine.send_bytes(&bytes);
        engine.send("stop");
        engine.ping();
    }
    // A position refused in between must not be searched, one that is right is.
    engine.send("set-param name=variant value=russian");
    engine.send("set-param name=dialect value=hub");
    engine.send("set-param name=threads value=1");
    engine.send("set-param name=skill value=20");
    engine.drain();
    let answer = engine.go(&["pos pos=Weeeeeeebeeewebeeeeeeeeeeebeeeeee", "level depth=4"]);
    assert!(answer.starts_with("move=12x31x8x14x26"), "{answer}");
}

#[test]
fn enormous_lines_are_survived() {
    let mut engine = Engine::ready("normal");
    let million = "x".repeat(1 << 20);
    engine.send(&million);
    engine.send(&format!("pos pos={million}"));
    engine.send(&format!("{START10} moves=\"{}\"", "32-28 ".repeat(200_000)));
    engine.send(&format!("set-param name=variant value={million}"));
    engine.send(&format!("level depth={}", "9".repeat(1 << 20)));
    engine.send_bytes(&[b'"'; 1 << 20]);
    engine.send("");
    engine.send_bytes(&vec![b'a'; (1 << 24) + 5]);
    engine.send("");
    let answers = engine.ping();
    assert_eq!(answers.len(), 5, "one error each: {answers:?}");
    assert!(answers.iter().all(|line| is_error(line) && line.len() < 500), "{answers:?}");
    assert!(engine.go(&[START10, "level depth=2"]).starts_with("move="));
}
