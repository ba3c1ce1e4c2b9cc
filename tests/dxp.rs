//! DamExchange through the real binary: against itself, and against peers that
//! behave as badly as they like. No test waits for ever.

#[allow(dead_code)] // it serves the Hub tests as well
#[path = "hub/client.rs"]
mod client;

use client::Engine;
use polydam::notation::{Dialect, pdn};
use polydam::position::Outcome;
use polydam::referee::{self, Referee, Setup, Style};
use polydam::rules::Variant;
use polydam::rules::international::International;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);
const HUB: Style = Style::Hub(Dialect::Hub);

fn dxp(arguments: &[&str]) -> Engine {
    Engine::start(&[&["dxp", "--hash", "2"], arguments].concat())
}

/// A listening engine on a free port, and its address.
fn listening(arguments: &[&str]) -> (Engine, String) {
    let mut engine = dxp(&[&["--listen", "127.0.0.1:0"], arguments].concat());
    let line = engine.line();
    let address = line.strip_prefix("listening address=").expect("it listens").to_owned();
    (engine, address)
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let rest = line.split_once(&format!(" {name}=")).unwrap_or_else(|| panic!("no {name} in {line}")).1;
    rest.split(' ').next().unwrap_or("")
}

/// The other end of a connection, message by message.
struct Peer(TcpStream);

impl Peer {
    fn connect(address: &str) -> Self {
        Self::new(TcpStream::connect(address).expect("somebody listens"))
    }

    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self(stream)
    }

    fn send(&mut self, text: &str) {
        self.0.write_all(format!("{text}\0").as_bytes()).expect("the engine reads");
    }

    /// The next message; none when the connection is closed.
    fn try_receive(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            match self.0.read(&mut byte) {
                Ok(0) => return None,
                Ok(_) if byte[0] == 0 => return Some(String::from_utf8(bytes).expect("ASCII")),
                Ok(_) => bytes.push(byte[0]),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no message: {error}"),
            }
        }
    }

    fn receive(&mut self) -> String {
        self.try_receive().expect("the engine stays")
    }

    /// The next message of a kind; before it only chat may come.
    fn until(&mut self, kind: char) -> String {
        loop {
            let text = self.receive();
            if text.starts_with(kind) {
                return text;
            }
            assert!(text.starts_with('C'), "expected {kind}, got {text}");
        }
    }

    fn request(&mut self, rest: &str) -> String {
        self.send(&format!("R01{:32}{rest}", "Test peer"));
        self.until('A')
    }

    /// Asks for a game that must be accepted.
    fn play(&mut self, rest: &str) {
        let answer = self.request(rest);
        assert!(answer.len() == 34 && answer.ends_with('0'), "{answer}");
    }

    fn is_closed(&mut self) -> bool {
        while let Some(text) = self.try_receive() {
            assert!(text.starts_with('C') || text.starts_with('E'), "{text}");
        }
        true
    }
}

/// A move of a message as Hub writes it.
fn hub(message: &str) -> String {
    let number = |at: usize| message[at..at + 2].parse::<u32>().unwrap();
    let mut taken: Vec<_> = (0..number(9) as usize).map(|i| number(11 + 2 * i)).collect();
    assert_eq!(message.len(), 11 + 2 * taken.len(), "{message}");
    taken.sort();
    let sign = if taken.is_empty() { '-' } else { 'x' };
    let taken: String = taken.iter().map(|square| format!("x{square}")).collect();
    format!("{}{sign}{}{taken}", number(5), number(7))
}

/// A move as a message.
fn message(hub: &str) -> String {
    let squares: Vec<u32> = hub.split(['-', 'x']).map(|square| square.parse().unwrap()).collect();
    let taken: String = squares[2..].iter().map(|square| format!("{square:02}")).collect();
    format!("M0001{:02}{:02}{:02}{taken}", squares[0], squares[1], squares.len() - 2)
}

/// Plays the first legal move for the peer.
fn reply(peer: &mut Peer, game: &mut dyn Referee) {
    let text = game.moves(HUB)[0].clone();
    reply_with(peer, game, &text);
}

/// Plays the first move for the peer after which the engine has nothing to take.
fn careful_reply(peer: &mut Peer, game: &mut dyn Referee) {
    let loses_nothing = |text: &&String| {
        let mut after = international();
        after.set_up(Setup::Fen(&game.fen())).unwrap();
        after.play(text, HUB).unwrap();
        after.moves(HUB).iter().all(|answer| !answer.contains('x'))
    };
    let text = game.moves(HUB).iter().find(loses_nothing).unwrap().clone();
    reply_with(peer, game, &text);
}

fn reply_with(peer: &mut Peer, game: &mut dyn Referee, text: &str) {
    game.play(text, HUB).unwrap();
    peer.send(&message(text));
}

/// Takes the engine's move, which must be legal.
fn follow(peer: &mut Peer, game: &mut dyn Referee) -> String {
    let text = hub(&peer.until('M'));
    assert!(game.moves(HUB).contains(&text), "{text} in {}", game.fen());
    game.play(&text, HUB).unwrap();
    text
}

fn international() -> Box<dyn Referee> {
    referee::new(Variant::International)
}

// ---- polydam against polydam

/// What two engines tell of the games between them.
fn between(listen: &[&str], connect: &[&str]) -> [Vec<String>; 2] {
    let (mut follower, address) = listening(&[&["--once"], listen].concat());
    let mut initiator = dxp(&[&["--connect", &address], connect].concat());
    let lines = [follower.until("disconnected"), initiator.until("disconnected")];
    assert!(follower.exit().0.success());
    assert!(initiator.exit().0.success());
    lines
}

fn games(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("game ")).collect()
}

/// Replays the moves told of one game: all legal, and the result is the right one.
fn check_game(lines: &[String], number: &str, start: Setup<'_>) {
    let mut game = international();
    game.set_up(start).unwrap();
    let told = lines.iter().filter(|line| line.starts_with("move ") && field(line, "game") == number);
    for (index, line) in told.enumerate() {
        assert_eq!(field(line, "ply"), (index + 1).to_string());
        game.play(field(line, "move"), HUB).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    let end = lines.iter().find(|line| line.starts_with("game ") && field(line, "number") == number).unwrap();
    assert_eq!(field(end, "plies"), game.played(HUB).len().to_string());
    let result = match game.outcome() {
        Outcome::Won(polydam::rules::Side::White) => "2-0",
        Outcome::Won(polydam::rules::Side::Black) => "0-2",
        Outcome::Drawn(_) => "1-1",
        Outcome::Open => "*",
    };
    assert_eq!(field(end, "result"), result, "{end}");
}

#[test]
fn two_engines_play_whole_games() {
    let [follower, initiator] = between(
        &["--nodes", "3000", "--name", "Follower"],
        &["--nodes", "1000", "--games", "2", "--colour", "black", "--name", "Initiator"],
    );
    assert_eq!(games(&follower), games(&initiator));
    assert_eq!(games(&follower).len(), 2);
    for lines in [&follower, &initiator] {
        check_game(lines, "1", Setup::Start);
        check_game(lines, "2", Setup::Start);
        assert!(games(lines).iter().all(|line| field(line, "result") != "*"));
    }
    let starts: Vec<_> = initiator.iter().filter(|line| line.starts_with("start ")).collect();
    assert!(starts[0].contains("white=\"Follower\" black=\"Initiator\""));
    assert!(starts[1].contains("white=\"Initiator\" black=\"Follower\""));
}

#[test]
fn a_drawn_ending_is_a_draw_on_both_sides() {
    let fen = "B:WK33,K47:BK4";
    let [follower, initiator] = between(&["--nodes", "500"], &["--nodes", "500", "--fen", fen]);
    assert_eq!(games(&follower), games(&initiator));
    check_game(&follower, "1", Setup::Fen(fen));
    assert!(games(&follower)[0].contains(" result=1-1 "), "{}", games(&follower)[0]);
    assert!(follower.iter().any(|line| line.starts_with("start ") && field(line, "fen") == fen));
}

#[test]
fn games_are_added_to_a_file() {
    let path = std::env::temp_dir().join(format!("polydam-dxp-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    let fen = "B:WK33,K47:BK4";
    let [lines, _] =
        between(&["--depth", "1", "--pdn", file], &["--depth", "1", "--fen", fen, "--games", "2"]);
    between(&["--depth", "1"], &["--depth", "1", "--pdn", file]);
    let text = std::fs::File::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let games: Vec<_> = pdn::Reader::new(std::io::BufReader::new(text)).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 3);
    let told = lines.iter().filter(|line| line.starts_with("move ") && field(line, "game") == "1").count();
    assert_eq!(pdn::replay::<International>(&games[0]).unwrap().1.len(), told);
    assert_eq!(games[1].tag("FEN"), Some(fen));
    assert_eq!(games[0].result, Some(pdn::GameResult::Draw));
    assert!(games[2].tag("FEN").is_none() && games[2].result.is_some());
}

#[test]
fn the_agreed_number_of_moves_ends_the_game() {
    let [follower, initiator] = between(&["--depth", "3"], &["--depth", "3", "--moves", "4"]);
    assert_eq!(games(&follower), games(&initiator));
    assert!(games(&follower)[0].contains(" result=* plies=8 reason=move-limit "));
}

// ---- the follower

#[test]
fn moves_are_taken_back() {
    let (_engine, address) = listening(&["--nodes", "300"]);
    let mut peer = Peer::connect(&address);
    let mut game = international();
    peer.play("Z000000A");
    reply(&mut peer, &mut *game);
    follow(&mut peer, &mut *game);
    // To our first move, where we play another one.
    peer.send("B001W");
    assert_eq!(peer.receive(), "K0");
    game.take_back(2);
    game.play("35-30", HUB).unwrap();
    peer.send(&message("35-30"));
    follow(&mut peer, &mut *game);
    reply(&mut peer, &mut *game);
    follow(&mut peer, &mut *game);
    // To its first move, which it makes again.
    peer.send("B001Z");
    assert_eq!(peer.receive(), "K0");
    game.take_back(3);
    follow(&mut peer, &mut *game);
    // Where the game has not been.
    peer.send("B002Z");
    assert_eq!(peer.until('K'), "K2");
    reply(&mut peer, &mut *game);
    follow(&mut peer, &mut *game);
}

#[test]
fn a_search_ends_when_its_move_is_taken_back() {
    let (_engine, address) = listening(&["--move-time", "600"]);
    let mut peer = Peer::connect(&address);
    peer.play("Z000000A");
    peer.send(&message("32-28"));
    std::thread::sleep(Duration::from_millis(100));
    peer.send("B001W");
    assert_eq!(peer.receive(), "K0");
    peer.send(&message("31-26"));
    // It is to move; the peer gives up instead, for which the search ends as well.
    std::thread::sleep(Duration::from_millis(100));
    peer.send("E10");
    assert_eq!(peer.receive(), "E00");
}

#[test]
fn a_clock_is_kept() {
    let (mut engine, address) = listening(&[]);
    let mut peer = Peer::connect(&address);
    let mut game = international();
    peer.play("W001000A");
    for _ in 0..2 {
        let start = Instant::now();
        follow(&mut peer, &mut *game);
        // A minute for a game lets no move take long.
        assert!(start.elapsed() < Duration::from_secs(12));
        reply(&mut peer, &mut *game);
    }
    peer.send("E11");
    let end = engine.until("game").pop().unwrap();
    assert_eq!(field(&end, "result"), "2-0");
    assert_eq!(field(&end, "reason"), "resigned");
}

#[test]
fn a_peer_that_does_not_see_a_draw_is_told() {
    let (mut engine, address) = listening(&["--depth", "2", "--once"]);
    let mut peer = Peer::connect(&address);
    let mut squares = vec!['e'; 50];
    (squares[46], squares[3]) = ('W', 'Z');
    let squares: String = squares.into_iter().collect();
    let mut game = international();
    let position = &format!("W{}", squares.replace('Z', "B"));
    game.set_up(Setup::Hub { position, moves: "", dialect: Dialect::Hub }).unwrap();
    peer.play(&format!("W000000BW{squares}"));
    loop {
        follow(&mut peer, &mut *game);
        if game.outcome() != Outcome::Open {
            break;
        }
        careful_reply(&mut peer, &mut *game);
        if game.outcome() != Outcome::Open {
            break;
        }
    }
    assert!(matches!(game.outcome(), Outcome::Drawn(_)));
    if game.played(HUB).len() % 2 == 1 {
        let text = game.moves(HUB)[0].clone();
        peer.send(&message(&text));
    }
    assert_eq!(peer.receive(), "E20");
    peer.send("E01");
    let end = engine.until("game").pop().unwrap();
    assert!(end.contains(" result=1-1 "), "{end}");
    drop(peer);
    assert!(engine.exit().0.success());
}

#[test]
fn requests_that_cannot_be_met_are_refused() {
    let (_engine, address) = listening(&["--nodes", "100", "--games", "1"]);
    let mut peer = Peer::connect(&address);
    peer.send("R02whatever");
    assert!(peer.until('A').ends_with('1'));
    for start in [
        "Z000000C".to_owned(),
        "Z0 0000A".to_owned(),
        format!("Z000000BW{}", "e".repeat(50)),
        // The 8x8 boards that some clients send.
        format!("Z000000BW{}{}", "z".repeat(16), "w".repeat(16)),
    ] {
        assert!(peer.request(&start).ends_with('2'), "{start}");
    }
    peer.play("Z000000A");
    assert!(peer.request("Z000000A").ends_with('2'));
    peer.send("E00");
    // The one game that was to be is over.
    assert_eq!(peer.receive(), "E01");
    assert!(peer.request("Z000000A").ends_with('3'));
}

#[test]
fn an_illegal_move_ends_the_game_and_nothing_else() {
    let (mut engine, address) = listening(&["--nodes", "100"]);
    let mut peer = Peer::connect(&address);
    for (wrong, words) in [
        ("M0000322700", "32-27 came out of turn"),
        ("M0000112200", "11-22 is not a legal move here"),
        ("M000032270128", "32x27x28 is not a legal move here"),
        ("M00003227", "the number of taken pieces has 2 characters"),
    ] {
        peer.play(if words.contains("turn") { "W000000A" } else { "Z000000A" });
        if words.contains("turn") {
            peer.send("M0000322700");
            // Its own move may have left before.
            let mut text = peer.receive();
            if text.starts_with('M') {
                text = peer.receive();
            }
            assert!(text.starts_with("CMOVE: ") && text.contains("32-27"), "{text}");
        } else {
            peer.send(wrong);
            let text = peer.receive();
            assert!(text.starts_with("CMOVE: ") && text.contains(words), "{text}");
        }
        assert_eq!(peer.receive(), "E00");
        peer.send("E00");
        let end = engine.until("game").pop().unwrap();
        assert_eq!(field(&end, "result"), "*");
        assert!(["illegal-move", "bad-message"].contains(&field(&end, "reason")), "{end}");
    }
}

#[test]
fn garbage_does_no_harm() {
    let (mut engine, address) = listening(&["--nodes", "100"]);
    let browser = "GET / HTTP/1.1\r\nHost: localhost\r\n".repeat(500);
    let noise: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let many = "X\0".repeat(50);
    for bytes in [browser.as_bytes(), &noise, many.as_bytes(), &[0; 10_000], b"M", b"\xff\xff\0"] {
        let mut peer = Peer::connect(&address);
        // It may be thrown out before it has said everything.
        let _ = peer.0.write_all(bytes);
        let _ = peer.0.shutdown(std::net::Shutdown::Write);
        assert!(peer.is_closed(), "{bytes:?}");
        engine.until("disconnected");
    }
    let mut peer = Peer::connect(&address);
    peer.play("W000000A");
    peer.until('M');
    peer.send("X what is this");
    assert!(peer.receive().starts_with("Cno message begins with 'X'"));
    peer.send(&message("19-23"));
    peer.until('M');
}

#[test]
fn a_peer_that_vanishes_frees_the_place() {
    let (mut engine, address) = listening(&["--nodes", "100"]);
    let mut peer = Peer::connect(&address);
    peer.play("W000000A");
    peer.until('M');
    drop(peer);
    let end = engine.until("game").pop().unwrap();
    assert!(end.contains(" result=* plies=1 reason=disconnected "), "{end}");
    engine.until("disconnected");
    Peer::connect(&address).play("Z000000A");
}

#[test]
fn with_once_a_broken_game_is_a_failure() {
    let (mut engine, address) = listening(&["--move-time", "600", "--once"]);
    let mut peer = Peer::connect(&address);
    peer.play("W000000A");
    drop(peer);
    engine.until("disconnected");
    assert!(!engine.exit().0.success());
}

#[test]
fn a_second_peer_is_turned_away() {
    let (_engine, address) = listening(&["--nodes", "100"]);
    let mut first = Peer::connect(&address);
    first.play("Z000000A");
    for _ in 0..2 {
        let mut second = Peer::connect(&address);
        assert!(second.request("W000000A").ends_with('2'));
        assert!(second.is_closed());
    }
    first.send(&message("32-28"));
    first.until('M');
}

#[test]
fn a_silent_peer_is_given_up() {
    let (mut engine, address) = listening(&["--nodes", "100", "--patience", "0.3"]);
    let mut mute = Peer::connect(&address);
    assert!(mute.is_closed());
    engine.until("disconnected");
    let mut peer = Peer::connect(&address);
    peer.play("Z000000A");
    assert!(peer.is_closed());
    let end = engine.until("game").pop().unwrap();
    assert_eq!(field(&end, "reason"), "silent");
}

// ---- the initiator

/// An engine that has connected to a listening peer.
fn connecting(arguments: &[&str]) -> (Engine, Peer) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let engine = dxp(&[&["--connect", &address, "--nodes", "100"], arguments].concat());
    (engine, Peer::new(listener.accept().unwrap().0))
}

fn accept(peer: &mut Peer) {
    peer.send(&format!("A{:32}0", "Test peer"));
}

#[test]
fn requests_have_the_form_of_the_protocol() {
    let (_engine, mut peer) = connecting(&["--name", "polydam", "--minutes", "5", "--moves", "75"]);
    assert_eq!(peer.receive(), format!("R01{:32}Z005075A", "polydam"));
    let (_engine, mut peer) =
        connecting(&["--name", "polydam", "--colour", "black", "--fen", "B:W50,K3:BK4,7"]);
    let squares = format!("eeWZeez{}w", "e".repeat(42));
    assert_eq!(peer.receive(), format!("R01{:32}W000000BZ{squares}", "polydam"));
}

#[test]
fn games_follow_each_other_and_the_last_one_says_so() {
    let (mut engine, mut peer) = connecting(&["--games", "2"]);
    assert_eq!(&peer.receive()[35..36], "Z");
    accept(&mut peer);
    peer.until('M');
    peer.send("E10");
    assert_eq!(peer.receive(), "E00");
    assert_eq!(&peer.receive()[35..36], "W");
    accept(&mut peer);
    peer.send("E20");
    assert_eq!(peer.receive(), "E01");
    assert!(peer.is_closed());
    let lines = engine.until("disconnected");
    let results: Vec<_> =
        games(&lines).iter().map(|line| (field(line, "result"), field(line, "reason"))).collect();
    assert_eq!(results, [("2-0", "resigned"), ("1-1", "draw-claimed")]);
    assert!(engine.exit().0.success());
}

#[test]
fn a_refused_request_is_a_failure() {
    for answer in ['1', '2', '3'] {
        let (mut engine, mut peer) = connecting(&[]);
        peer.receive();
        peer.send(&format!("A{:32}{answer}", "Test peer"));
        assert!(peer.is_closed());
        assert!(!engine.exit().0.success());
    }
    let (mut engine, mut peer) = connecting(&[]);
    peer.receive();
    drop(peer);
    assert!(!engine.exit().0.success());
    let (mut engine, _peer) = connecting(&["--patience", "0.3"]);
    assert!(!engine.exit().0.success());
}

#[test]
fn a_peer_that_stops_gets_no_further_request() {
    let (mut engine, mut peer) = connecting(&["--games", "3"]);
    peer.receive();
    accept(&mut peer);
    peer.until('M');
    peer.send("E01");
    assert_eq!(peer.receive(), "E01");
    assert!(peer.is_closed());
    assert!(!engine.exit().0.success());
}

#[test]
fn nobody_there_or_nothing_to_play() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    for arguments in [
        &["--connect", &*port][..],
        &["--connect", &port, "--fen", "W:W50:B"],
        &["--connect", &port, "--fen", "rubbish"],
        &["--listen", "127.0.0.1:no"],
        &["--listen", "--connect"],
        &["--listen", "--name", " x"],
        &[],
    ] {
        let mut engine = dxp(arguments);
        assert!(!engine.exit().0.success(), "{arguments:?}");
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let _listener = TcpListener::bind(taken).unwrap();
    let mut engine = dxp(&["--listen", &taken.to_string()]);
    assert!(!engine.exit().0.success());
}
